// Which items say the same, also through the items that they refer to.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace cudep::program {

struct Item {
  std::string text;               // what it says itself; items with different texts differ
  std::vector<std::size_t> uses;  // the items it refers to, in order
};

/// By item: the number of its group. Two items are in one group when their texts are equal and the items they refer to
/// are, one by one, in the same groups; items that refer to each other in circles are equal as long as nothing tells
/// them apart. Groups are numbered in the order of their first items.
std::vector<std::size_t> group_equal(std::span<const Item> items);

}  // namespace cudep::program
