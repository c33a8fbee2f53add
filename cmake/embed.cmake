# Writes files as rows of a C++ table, so that the program carries them and nothing has to be installed.
#   cmake -DOUTPUT=rows.inc -DROOT=headers "-DFILES=cuda/a.cuh;mpi/mpi.h" -P cmake/embed.cmake
set(rows "")
foreach(file IN LISTS FILES)
  file(READ "${ROOT}/${file}" text)
  string(APPEND rows "{\"${file}\", R\"embedded(${text})embedded\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "${rows}")
