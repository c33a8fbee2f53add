// Writes delay plans.
#include "tracer/format/delay_plan.h"

#include <charconv>

namespace cudep::format {
namespace {

std::string hexadecimal(std::uint64_t number) {
  char text[16];
  const auto end = std::to_chars(text, text + sizeof(text), number, 16).ptr;
  return {text, end};
}

std::string hexadecimal(const std::vector<unsigned char>& bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  if (bytes.empty()) return "-";
  std::string text;
  for (const unsigned char byte : bytes) text += {kDigits[byte >> 4], kDigits[byte & 15]};
  return text;
}

}  // namespace

std::string to_text(const DelayPlan& plan) {
  const char* const kind = plan.kind == DelayKind::Before ? " before\n" : " after\n";
  std::string text = "delay " + std::to_string(plan.milliseconds) + kind;
  for (const DelaySite& site : plan.sites) {
    text += "site";
    for (const std::uint32_t instance : site.instances) text += " " + std::to_string(instance);
    text += "\n";
    for (const DelayFrame& frame : site.frames) {
      text += "frame " + hexadecimal(frame.build_id) + " " + hexadecimal(frame.offset) + " " + frame.path + "\n";
    }
  }
  return text;
}

}  // namespace cudep::format
