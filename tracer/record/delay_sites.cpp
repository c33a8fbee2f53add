// Reads delay plans and recognises their sites.
#include "tracer/record/delay_sites.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace cudep::record {

bool DelaySites::read(const char* path) noexcept {
  std::FILE* const in = std::fopen(path, "re");
  if (in == nullptr) return false;
  char line[5000];
  char word[64];
  while (std::fgets(line, sizeof(line), in) != nullptr) {
    line[std::strcspn(line, "\n")] = '\0';
    unsigned long long offset = 0;
    int length = 0;
    if (std::strncmp(line, "site ", 5) == 0) {
      add_site(line + 5);
    } else if (std::sscanf(line, "frame %63s %llx %n", word, &offset, &length) == 2) {
      add_frame(word, offset, line + length);
    } else if (std::sscanf(line, "delay %u %63s", &milliseconds_, word) == 2) {
      kind_ = std::strcmp(word, "after") == 0 ? format::DelayKind::After : format::DelayKind::Before;
    }
  }
  std::fclose(in);
  return milliseconds_ != 0 && site_count_ != 0;
}

void DelaySites::add_site(const char* instances) noexcept {
  if (site_count_ == kMostSites) return;
  Site& site = sites_[site_count_++];
  site.first = frame_count_;
  char* end = nullptr;
  for (const char* next = instances; site.instance_count < site.instances.size(); next = end) {
    const unsigned long number = std::strtoul(next, &end, 10);
    if (end == next) break;
    site.instances[site.instance_count++] = static_cast<std::uint32_t>(number);
  }
}

void DelaySites::add_frame(const char* build_id, std::uint64_t offset, const char* path) noexcept {
  if (frame_count_ == kMostFrames || site_count_ == 0) return;
  Frame& frame = frames_[frame_count_++];
  frame.module = module_name(path);
  frame.offset = offset;
  unsigned byte = 0;
  for (const char* next = build_id; std::sscanf(next, "%2x", &byte) == 1; next += 2) {
    if (frame.module.build_id_bytes == sizeof(frame.module.build_id)) break;
    frame.module.build_id[frame.module.build_id_bytes++] = static_cast<unsigned char>(byte);
  }
  ++sites_[site_count_ - 1].count;
}

/// Threads may do this at one time: all store the same.
void DelaySites::locate(const ModuleTable& modules) noexcept {
  const std::uint64_t changes = modules.changes();
  if (located_.load(std::memory_order_acquire) == changes) return;
  for (Frame& frame : std::span(frames_.data(), frame_count_)) {
    std::uint64_t bias = 0;
    const bool is_loaded = modules.find(frame.module, bias);
    frame.address.store(is_loaded ? bias + frame.offset : 0, std::memory_order_relaxed);
  }
  located_.store(changes, std::memory_order_release);
}

bool DelaySites::matches(const Site& site, std::span<void* const> frames) const noexcept {
  std::uint32_t matched = 0;
  for (void* const frame : frames) {
    if (matched == site.count) break;
    const std::uint64_t expected = frames_[site.first + matched].address.load(std::memory_order_relaxed);
    if (reinterpret_cast<std::uint64_t>(frame) == expected) ++matched;
  }
  return matched == site.count && matched != 0;
}

bool DelaySites::take(std::span<void* const> frames, const ModuleTable& modules) noexcept {
  locate(modules);
  bool is_named = false;
  for (Site& site : std::span(sites_.data(), site_count_)) {
    if (!matches(site, frames)) continue;
    const std::uint32_t number = site.seen.fetch_add(1, std::memory_order_relaxed);
    const std::span named(site.instances.data(), site.instance_count);
    is_named = is_named || std::ranges::find(named, number) != named.end();
  }
  return is_named;
}

}  // namespace cudep::record
