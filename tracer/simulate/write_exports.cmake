# Writes, from lists of names, what a stand-in exports: a stub for each name (weak, so that a modelled call takes its
# place) and the linker's script that gives them their version.
#   cmake -DNAMES=list;of;files -DVERSION=libcudart.so.N -DSTUBS=out.cpp -DSCRIPT=out.map -P write_exports.cmake
set(names)
foreach(file IN LISTS NAMES)
  file(STRINGS ${file} of_file)
  list(APPEND names ${of_file})
endforeach()

set(stubs "// Written by write_exports.cmake.\n#include \"tracer/simulate/unsupported.h\"\n\n")
set(script "${VERSION} {\n  global:\n")
foreach(name IN LISTS names)
  string(APPEND stubs "extern \"C\" [[gnu::weak]] int ${name}() { return cudep::simulate::unsupported(\"${name}\"); }\n")
  string(APPEND script "    ${name};\n")
endforeach()
string(APPEND script "  local: *;\n};\n")
file(WRITE ${STUBS} "${stubs}")
file(WRITE ${SCRIPT} "${script}")
