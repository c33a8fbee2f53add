// The `.ops` text form of an operation list: the language of engine tests, and what `print` shows of a path.
//
//   # a missing wait: the copy may start before the kernel has written
//   stream producer nonblocking
//   stream consumer nonblocking
//   buffer dev device 4096
//   buffer out pinned 4096
//   event done
//   launch scale on producer writes dev
//   record done on producer
//   copy on consumer reads dev writes out        @ app.cu:12:3 in run < app.cu:40:3 in main
//   synchronize stream consumer
//   read out[0,4)
//
// Lines, or several statements on a line with `;` between. `#` begins a comment. Entities are declared before their
// use. Ids are unique among all of them, and no words that begin a clause or stand second in an operation. The name
// that messages show is the id, or the text in quotes after it: `stream s1 "streams[1]" nonblocking`.
//
// Declarations
//   stream ID KIND [device N] [element]          KIND: legacy per-thread blocking nonblocking unknown
//   event ID [timing] [outside] [element]        `element`: at an unknown index of its array
//   buffer ID KIND [FORM] [@ SITE]               KIND: device pool pinned managed pageable unknown; FORM: size in bytes
//   symbol ID [>= NUMBER] [<= NUMBER]
//   host ID                                      a further host thread; `main` always exists
//   graph ID, executable ID                      one table: a captured graph or one made from it
//   assumption ID KIND "first" "second"          KIND: distinct count branch repeated
//
// Operations submitted to a stream; `on none` where the stream is missing
//   launch [KERNEL] on S                         copy [sync] on S             memset [sync] on S
//   host function on S                           prefetch B on S              unordered on S
//   allocate async B on S                        free async B on S            launch graph X on S
//   record E [external] [programmatic] on S      wait E [external] on S
//   copy during-call on S                        copy any-time on S           batches, by when they read their sources
// Operations of the host thread; `none` where the object is missing
//   read TARGET   write TARGET   access          host accesses (further ones follow as clauses)
//   synchronize stream S                         synchronize event E          synchronize device [N]
//   query stream S                               query event E
//   elapsed time uses E E                        check error (cudaGetLastError)
//   allocate B    free B (cudaFree)              free host B (cudaFreeHost)   unregister B
//   unload module                                cuModuleUnload
//   end B                                        delete, end of scope: the life of host memory ends
//   create stream S    destroy stream S          create event E               destroy event E
//   begin capture S into G                       end capture S [into G]
//   instantiate G as X                           destroy graph G
//   device N (cudaSetDevice)                     reset device [N]
//   start H       join H                         a host thread begins, has ended
//   unknown call [uses ID…] [synchronizes]       a function without a body
//
// Clauses, in any order after the operation
//   reads T, …   writes T, …   may-write T, …   atomic T, …
//                                                T: BUFFER[RANGE] [sparse] [indirect] [at SITE]
//   on S   event E   buffer B   graph G   into G   as X   device N   thread H
//   sync   external   programmatic   dropped (result)   during-call   any-time   synchronizes   uses ID…   assuming ID…
//   "label"                                      how messages name it; each operation has a usual one
//   @ SITE [in FUNCTION] < SITE [in FUNCTION] …  the site and the calls that led there; `@ none` for no frames;
//                                                without it, the operation's own line and column in this text
//   by H: OPERATION                              done by that host thread, not by `main`
//
// RANGE is `[low,high)`, of forms; `[low,min(a,b))` for several limits; `[low,?)` when the end is unknown, and
// `[low,?) sliced` when an integer argument flows into the index. Without RANGE it is `[0,size)`, or `[0,?)` where the
// buffer's size is not declared. `sparse`: bytes between may be left out. FORM: `4*n + 16`, `(n - 1)*m`. SITE:
// `file:line:column`; quotes around a file or function with spaces or signs.
#pragma once
#include <expected>
#include <string>
#include <string_view>

#include "rules/model/operation.h"

namespace cudep::model {

/// The list in the form above. Reading it back gives an equal list, but that sites and functions are numbered in order
/// of appearance and those that nothing names are dropped.
std::string print(const OperationList& list);

/// Reads the form above. `file` is the name of the text: in error messages, and in sites of operations without `@`. An
/// error names file, line, column, what was expected and, for a wrong word, the nearest right one.
std::expected<OperationList, std::string> parse(std::string_view text, std::string_view file);

}  // namespace cudep::model
