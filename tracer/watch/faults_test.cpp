// Faults that are not ours go where they would have gone.
#include "tracer/watch/faults.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/wait.h>

#include <cerrno>
#include <functional>
#include <thread>

#include "tracer/watch/alternate_stack.h"
#include "tracer/watch/watched_pages.h"

namespace cudep::watch {
namespace {

volatile char* nowhere() { return reinterpret_cast<volatile char*>(std::uint64_t{8}); }

/// How a child process ends that does this.
int status_of(const std::function<void()>& body) {
  const pid_t child = fork();
  if (child == 0) {
    body();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

bool dies_of_segmentation(int status) { return WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV; }

void set_handler(void (*handler)(int, siginfo_t*, void*), int flags = 0) {
  struct sigaction action{};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | flags;
  sigaction(SIGSEGV, &action, nullptr);
}

sigjmp_buf back;
void jump_back(int, siginfo_t* signal, void*) { siglongjmp(back, signal->si_addr == nowhere() ? 1 : 2); }
void leave_with_7(int, siginfo_t*, void*) { _exit(7); }

void close_page(const Pages& pages) {
  PageWatch& watch = watching();
  watch.add(pages.address(), pages.bytes(), Edges::Rounded);
  keep_catching();
  watch.close({.address = pages.address(), .bytes = pages.bytes(), .group = 1, .number = 1});
}

TEST(Faults, WithoutAHandlerTheProgramDiesAsEver) {
  watching();
  EXPECT_TRUE(dies_of_segmentation(status_of([] { *nowhere() = 'x'; })));
  EXPECT_TRUE(dies_of_segmentation(status_of([] { raise(SIGSEGV); }))) << "sent, not a fault";
}

TEST(Faults, MemoryThatTheProgramClosedItselfIsNotOurs) {
  const Pages pages(1);
  EXPECT_TRUE(dies_of_segmentation(status_of([&] {
    watching().add(pages.address(), pages.bytes(), Edges::Rounded);
    mprotect(reinterpret_cast<void*>(pages.address()), kPage, PROT_NONE);
    *pages.at(0) = 'x';
  })));
}

TEST(Faults, AnIgnoredSignalThatIsSentIsIgnored) {
  const int status = status_of([] {
    signal(SIGSEGV, SIG_IGN);
    watching();
    keep_catching();
    raise(SIGSEGV);
    _exit(3);
  });
  EXPECT_EQ(WEXITSTATUS(status), 3);
}

TEST(Faults, AHandlerThatWasThereGetsForeignFaultsAgainAndAgain) {
  const int status = status_of([] {
    set_handler(jump_back);
    const Pages pages(1);
    close_page(pages);
    int seen = 0;
    for (int i = 0; i < 3; ++i) {
      if (sigsetjmp(back, 1) == 1) {
        ++seen;
      } else {
        *nowhere() = 'x';
      }
    }
    *pages.at(0) = 'x';
    _exit(seen == 3 && told.size() == 1 ? 5 : 6);
  });
  EXPECT_EQ(WEXITSTATUS(status), 5);
}

TEST(Faults, AHandlerInstalledLaterKeepsItsFaultsAndWeOurs) {
  const int status = status_of([] {
    const Pages first(1);
    close_page(first);
    *first.at(0) = 'x';
    set_handler(leave_with_7);
    const Pages second(1);
    close_page(second);
    *second.at(0) = 'x';
    if (told.size() != 1) _exit(6);
    *nowhere() = 'x';
  });
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

struct sigaction older;
void call_the_older(int number, siginfo_t* signal, void* context) { older.sa_sigaction(number, signal, context); }

TEST(Faults, AHandlerThatCallsOursInTurnEndsWhereTheSystemEndsIt) {
  EXPECT_TRUE(dies_of_segmentation(status_of([] {
    watching();
    sigaction(SIGSEGV, nullptr, &older);
    set_handler(call_the_older);
    const Pages pages(1);
    close_page(pages);
    *pages.at(0) = 'x';
    if (told.size() != 1) _exit(6);
    *nowhere() = 'x';
  })));
}

TEST(Faults, AHandlerForOneFaultGetsOne) {
  const int status = status_of([] {
    set_handler(jump_back, SA_RESETHAND);
    const Pages pages(1);
    close_page(pages);
    if (sigsetjmp(back, 1) != 0) *nowhere() = 'y';
    *nowhere() = 'x';
  });
  EXPECT_TRUE(dies_of_segmentation(status));
}

TEST(Faults, ErrnoStaysAsItWas) {
  const Pages pages(1);
  close_page(pages);
  errno = 42;
  *pages.at(0) = 'x';
  EXPECT_EQ(errno, 42);
  EXPECT_EQ(told.size(), 1U);
  watching().remove(pages.address());
}

bool handler_was_on_the_alternate_stack = false;
void note_stack(const Access&) noexcept {
  stack_t stack{};
  sigaltstack(nullptr, &stack);
  handler_was_on_the_alternate_stack = (stack.ss_flags & SS_ONSTACK) != 0;
}

TEST(Faults, AThreadWithAnAlternateStackIsCaughtThere) {
  PageWatch& watch = watching();
  catch_faults(watch, note_stack);
  std::thread([] {
    AlternateStack stack;
    stack.install();
    const Pages pages(1);
    close_page(pages);
    *pages.at(0) = 'x';
    watching().remove(pages.address());
  }).join();
  catch_faults(watch, listen);
  EXPECT_TRUE(handler_was_on_the_alternate_stack);
}

TEST(Faults, AnAlternateStackOfTheProgramStays) {
  std::thread([] {
    static char own[65536];
    const stack_t made{.ss_sp = own, .ss_flags = 0, .ss_size = sizeof(own)};
    sigaltstack(&made, nullptr);
    {
      AlternateStack stack;
      stack.install();
    }
    stack_t found{};
    sigaltstack(nullptr, &found);
    EXPECT_EQ(found.ss_sp, own);
    const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
    sigaltstack(&none, nullptr);
  }).join();
}

TEST(Faults, AChildOfAForkGoesOnToo) {
  const Pages pages(1);
  close_page(pages);
  const int status = status_of([&] {
    *pages.at(0) = 'x';
    _exit(*pages.at(0) == 'x' ? 4 : 5);
  });
  EXPECT_EQ(WEXITSTATUS(status), 4);
  watching().remove(pages.address());
}

}  // namespace
}  // namespace cudep::watch
