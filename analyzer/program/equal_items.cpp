// Partition refinement: groups by text, split as long as members of a group refer to different groups.
#include "analyzer/program/equal_items.h"

#include <map>
#include <utility>

namespace cudep::program {
namespace {

/// Numbers keys in the order in which they are first seen.
template <class Key>
class Numbering {
 public:
  std::size_t operator()(Key key) { return numbers_.emplace(std::move(key), numbers_.size()).first->second; }
  [[nodiscard]] std::size_t size() const { return numbers_.size(); }

 private:
  std::map<Key, std::size_t> numbers_;
};

}  // namespace

std::vector<std::size_t> group_equal(std::span<const Item> items) {
  std::vector<std::size_t> groups;
  Numbering<std::string_view> texts;
  for (const Item& item : items) groups.push_back(texts(item.text));
  for (std::size_t count = texts.size(), before = 0; count != before;) {
    Numbering<std::vector<std::size_t>> keys;
    std::vector<std::size_t> refined;
    for (std::size_t i = 0; i < items.size(); ++i) {
      std::vector<std::size_t> key = {groups[i]};
      for (const std::size_t used : items[i].uses) key.push_back(groups[used]);
      refined.push_back(keys(std::move(key)));
    }
    groups = std::move(refined);
    before = std::exchange(count, keys.size());
  }
  return groups;
}

}  // namespace cudep::program
