# Gives each source of a target a compile database of its own, with what CMake's database says of it there. A file that would
# stay the same is not written, so that only those units are read again whose command changed.
#
#   cmake -DDATABASE=compile_commands.json -DTARGET=NAME -DUNITS=FILE -P unit_databases.cmake
#
# UNITS sets `units`: the path of each source, followed by that of its database.
cmake_policy(VERSION 3.21...3.25)
include(${UNITS})
file(READ ${DATABASE} database)

# The entries of a source, from the text as CMake writes it: as JSON, a large database would be parsed anew for every field.
function(entries_of source result)
  string(REPLACE "\\" "\\\\" source "${source}")
  string(REPLACE "\"" "\\\"" source "${source}")
  set(rest "${database}")
  set(entries "")
  string(FIND "${rest}" "\"file\": \"${source}\"" at)
  while(NOT at EQUAL -1)
    string(SUBSTRING "${rest}" 0 ${at} before)
    string(FIND "${before}" "{\n" begin REVERSE)
    string(SUBSTRING "${rest}" ${begin} -1 rest)
    string(FIND "${rest}" "\n}" length)
    string(SUBSTRING "${rest}" 0 ${length} entry)
    string(SUBSTRING "${rest}" ${length} -1 rest)
    string(FIND "${entry}" "/${TARGET}.dir/" is_of_target)
    if(NOT is_of_target EQUAL -1)
      string(APPEND entries "${separator}${entry}\n}")
      set(separator ",\n")
    endif()
    string(FIND "${rest}" "\"file\": \"${source}\"" at)
  endwhile()
  set(${result} "${entries}" PARENT_SCOPE)
endfunction()

while(units)
  list(POP_FRONT units source unit_database)
  entries_of("${source}" entries)
  if(entries STREQUAL "")
    message(FATAL_ERROR "cudep_add_lint: ${DATABASE} has no command that compiles ${source} for ${TARGET}; "
      "a source that is not compiled by itself (UNITY_BUILD, HEADER_FILE_ONLY) cannot be linted so")
  endif()
  set(text "[\n${entries}\n]\n")
  set(written "")
  if(EXISTS ${unit_database})
    file(READ ${unit_database} written)
  endif()
  if(NOT text STREQUAL written)
    file(WRITE ${unit_database} "${text}")
  endif()
endwhile()
