// cudep-lower: the program that lowers one unit. It alone is linked with LLVM.
#include "cli/lint/lower_unit.h"
#include "cli/lint/worker.h"

int main() { return cudep::lint::answer_request(cudep::lint::lower_unit); }
