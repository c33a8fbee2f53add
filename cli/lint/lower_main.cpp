// cudep-lower: the program that lowers one unit, or prepares what many begin with. It alone is linked with LLVM.
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <iostream>
#include <iterator>
#include <string>
#include <string_view>

#include "cli/lint/lower_unit.h"
#include "cli/lint/worker.h"

namespace {

constexpr int kLessUrgent = 5;

std::string read_all() { return {std::istreambuf_iterator<char>(std::cin), {}}; }

}  // namespace

int main(int argc, char** argv) {
  using namespace cudep::lint;
  if (argc == 2 && std::string_view(argv[1]) == kPreparePrelude) {
    setpriority(PRIO_PROCESS, 0, kLessUrgent);
    return prepare(read_all(), prepare_prelude);
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody waits for the answer once `cudep` has ended
  return answer_request(read_all(), lower_unit);
}
