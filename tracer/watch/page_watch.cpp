// Tables of blocks and closings, and the protection of their pages.
#include "tracer/watch/page_watch.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <span>

namespace cudep::watch {
namespace {

const auto page_bytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));

std::uint64_t page_of(std::uint64_t address) { return address / page_bytes * page_bytes; }
std::uint64_t page_after(std::uint64_t address) { return page_of(address + page_bytes - 1); }

bool set_protection(std::uint64_t begin, std::uint64_t end, int protection) noexcept {
  return mprotect(reinterpret_cast<void*>(begin), end - begin, protection) == 0;  // NOLINT: an address of the program
}

}  // namespace

bool can_be_closed(std::uint64_t address, std::uint64_t bytes) noexcept {
  const std::uint64_t begin = page_of(address);
  const std::uint64_t end = page_after(address + bytes);
  return set_protection(begin, end, PROT_NONE) && set_protection(begin, end, PROT_READ | PROT_WRITE);
}

const PageWatch::Block* PageWatch::find(std::uint64_t address) const noexcept {
  const std::span blocks(blocks_.data(), block_count_);
  const auto found = std::ranges::find_if(blocks, [&](const Block& block) { return block.bytes.contains(address); });
  return found == blocks.end() ? nullptr : &*found;
}

void PageWatch::add(std::uint64_t address, std::uint64_t bytes, Edges edges) noexcept {
  const Holding holding(lock_);
  if (!holding || block_count_ == kMostBlocks || address == 0 || bytes == 0) return;
  const Range exact{address, address + bytes};
  const Range pages = edges == Edges::Rounded ? Range{page_of(exact.begin), page_after(exact.end)}
                                              : Range{page_after(exact.begin), page_of(exact.end)};
  if (!pages.is_empty()) blocks_[block_count_++] = {exact, pages};
}

void PageWatch::remove(std::uint64_t address) noexcept {
  const Holding holding(lock_);
  if (!holding) return;
  const Block* const block = find(address);
  if (block == nullptr) return;
  const Range bytes = block->bytes;
  open_if([&](const Closing& closing) { return !closing.bytes.common(bytes).is_empty(); });
  blocks_[static_cast<std::size_t>(block - blocks_.data())] = blocks_[--block_count_];
}

bool PageWatch::holds(std::uint64_t address) noexcept {
  const Holding holding(lock_);
  return holding && find(address) != nullptr;
}

void PageWatch::close(const Use& use) noexcept {
  const Holding holding(lock_);
  if (!holding || use.bytes == 0) return;
  const Block* const block = find(use.address);
  if (block == nullptr) return;
  const Range bytes = Range{use.address, use.address + use.bytes}.common(block->bytes);
  const Range pages = Range{page_of(bytes.begin), page_after(bytes.end)}.common(block->pages);
  add_closing({bytes, pages, use.closed, use.group, use.number, use.context});
}

void PageWatch::close_block(std::uint64_t address, Use use) noexcept {
  const Holding holding(lock_);
  if (!holding) return;
  if (const Block* const block = find(address)) {
    add_closing({block->bytes, block->pages, use.closed, use.group, use.number, use.context});
  }
}

/// One of the same bytes and group takes the place of an older one.
void PageWatch::add_closing(const Closing& closing) noexcept {
  resume();
  if (closing.pages.is_empty()) return;
  const std::span closings(closings_.data(), closing_count_);
  const auto same = std::ranges::find_if(closings, [&](const Closing& known) {
    return known.bytes.begin == closing.bytes.begin && known.bytes.end == closing.bytes.end &&
           known.closed == closing.closed && known.group == closing.group && known.context == closing.context;
  });
  if (same != closings.end()) {
    same->number = closing.number;
    return;
  }
  if (closing_count_ == kMostClosings) return;
  closings_[closing_count_++] = closing;
  settle(closing.pages);
}

void PageWatch::protect(const Closing& closing, const Range& within) noexcept {
  const Range pages = closing.pages.common(within);
  if (pages.is_empty() || closing.interrupted) return;
  set_protection(pages.begin, pages.end, closing.closed == Closed::Whole ? PROT_NONE : PROT_READ);
}

/// Gives pages the protection that the closings ask for: the strictest of those that cover a page.
void PageWatch::settle(const Range& pages) noexcept {
  const std::span closings(closings_.data(), closing_count_);
  const bool alone = std::ranges::any_of(closings, [&](const Closing& closing) {
    return closing.closed == Closed::Whole && !closing.interrupted && closing.pages.begin <= pages.begin &&
           pages.end <= closing.pages.end;
  });
  if (alone) {
    set_protection(pages.begin, pages.end, PROT_NONE);
    return;
  }
  set_protection(pages.begin, pages.end, PROT_READ | PROT_WRITE);
  for (const Closed closed : {Closed::ForWriting, Closed::Whole}) {
    for (const Closing& closing : closings) {
      if (closing.closed == closed) protect(closing, pages);
    }
  }
}

void PageWatch::resume() noexcept {
  for (Closing& closing : std::span(closings_.data(), closing_count_)) {
    if (!closing.interrupted) continue;
    closing.interrupted = false;
    settle(closing.pages);
  }
}

template <class Predicate>
void PageWatch::open_if(Predicate predicate) noexcept {
  std::size_t i = 0;
  while (i < closing_count_) {
    if (!predicate(closings_[i])) {
      ++i;
      continue;
    }
    const Range pages = closings_[i].pages;
    closings_[i] = closings_[--closing_count_];
    settle(pages);
  }
}

void PageWatch::open(std::uint64_t group, std::uint64_t number) noexcept {
  const Holding holding(lock_);
  if (!holding) return;
  open_if([&](const Closing& closing) { return closing.group == group && closing.number <= number; });
}

void PageWatch::open_context(std::uint32_t context) noexcept {
  const Holding holding(lock_);
  if (!holding) return;
  open_if([&](const Closing& closing) { return closing.context == context; });
}

void PageWatch::open_all() noexcept {
  const Holding holding(lock_);
  if (!holding) return;
  open_if([](const Closing&) { return true; });
}

bool PageWatch::open_at(std::uint64_t address) noexcept {
  bool was_closed = false;
  for (Closing& closing : std::span(closings_.data(), closing_count_)) {
    if (!closing.pages.contains(address) || closing.interrupted) continue;
    was_closed = true;
    closing.interrupted = true;
    settle(closing.pages);
  }
  open_if([&](const Closing& closing) { return closing.bytes.contains(address); });
  return was_closed;
}

PageWatch::Answer PageWatch::fault(std::uint64_t address) noexcept {
  const Holding holding(lock_);
  if (!holding) {  // a signal handler of the program came between: the table cannot be changed
    set_protection(page_of(address), page_of(address) + page_bytes, PROT_READ | PROT_WRITE);
    return Answer::Again;
  }
  if (open_at(address)) return Answer::Told;
  const std::span blocks(blocks_.data(), block_count_);
  const bool is_known = std::ranges::any_of(blocks, [&](const Block& block) { return block.pages.contains(address); });
  return is_known ? Answer::Again : Answer::Foreign;
}

}  // namespace cudep::watch
