# find_package(cudep): the program, in CUDEP_EXECUTABLE, and `cudep_add_lint`.
#
#   set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
#   find_package(cudep REQUIRED)
#   add_executable(app main.cu ring.cu)
#   cudep_add_lint(app OPTIONS --baseline ${CMAKE_SOURCE_DIR}/known.json)
#
# makes a target `app_lint`: one edge a source, which parses it and is run again when the source, a header of it or its own
# command changes, and one that checks them as one program.
cmake_policy(VERSION 3.21...3.25)
find_program(CUDEP_EXECUTABLE cudep HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../bin)
if(NOT CUDEP_EXECUTABLE)
  set(cudep_FOUND FALSE)
  set(cudep_NOT_FOUND_MESSAGE "the program cudep is neither beside this package nor in PATH; set CUDEP_EXECUTABLE")
  return()
endif()

set(_cudep_unit_databases ${CMAKE_CURRENT_LIST_DIR}/unit_databases.cmake)

# The edge that gives each of `units`, a source and its database in turn, what CMake's database says of it.
function(_cudep_add_unit_databases target folder units)
  file(CONFIGURE OUTPUT ${folder}/units.cmake CONTENT "set(units [==[@units@]==])\n" @ONLY)
  list(LENGTH units count)
  set(unit_databases)
  foreach(index RANGE 1 ${count} 2)
    list(GET units ${index} unit_database)
    list(APPEND unit_databases ${unit_database})
  endforeach()
  set(database ${CMAKE_BINARY_DIR}/compile_commands.json)
  add_custom_command(OUTPUT ${unit_databases}
    COMMAND ${CMAKE_COMMAND} -DDATABASE=${database} -DTARGET=${target} -DUNITS=${folder}/units.cmake -P ${_cudep_unit_databases}
    DEPENDS ${database} ${folder}/units.cmake ${_cudep_unit_databases}
    COMMENT "Looking up how the sources of ${target} are compiled" VERBATIM)
endfunction()

# cudep_add_lint(TARGET [ALL] [OPTIONS OPTION...] [DEPENDS TARGET...]): the target TARGET_lint, which fails for findings.
# ALL: part of the default build. OPTIONS: of `cudep link`. DEPENDS: targets that make headers, to be built first.
function(cudep_add_lint target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "ALL" "" "OPTIONS;DEPENDS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "cudep_add_lint: `${ARG_UNPARSED_ARGUMENTS}` is not one of ALL, OPTIONS, DEPENDS")
  endif()
  get_target_property(is_exported ${target} EXPORT_COMPILE_COMMANDS)
  if(NOT is_exported)
    message(FATAL_ERROR "cudep_add_lint: set(CMAKE_EXPORT_COMPILE_COMMANDS ON) before ${target} is added: "
      "the flags of its sources are read from compile_commands.json")
  endif()
  get_target_property(sources ${target} SOURCES)
  get_target_property(source_folder ${target} SOURCE_DIR)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}_lint.dir)
  file(MAKE_DIRECTORY ${folder})
  set(all_facts)
  set(units)
  foreach(source IN LISTS sources)
    if(NOT source MATCHES "\\.(cu|cpp|cc|cxx)$")
      continue()
    endif()
    get_filename_component(path ${source} ABSOLUTE BASE_DIR ${source_folder})
    string(MAKE_C_IDENTIFIER ${source} name)
    set(facts ${folder}/${name}.facts)
    set(database ${folder}/${name}.json)
    list(APPEND units ${path} ${database})
    add_custom_command(OUTPUT ${facts}
      COMMAND ${CUDEP_EXECUTABLE} lint --facts-out ${facts} --depfile ${facts}.d -p ${database} ${path}
      DEPENDS ${path} ${database} ${CUDEP_EXECUTABLE} DEPFILE ${facts}.d
      WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} COMMENT "Reading ${source} for cudep" VERBATIM)
    list(APPEND all_facts ${facts})
  endforeach()
  if(NOT units)
    message(FATAL_ERROR "cudep_add_lint: ${target} has no source to lint (.cu, .cpp, .cc, .cxx)")
  endif()
  _cudep_add_unit_databases(${target} ${folder} "${units}")
  set(checked ${folder}/checked)
  add_custom_command(OUTPUT ${checked}
    COMMAND ${CUDEP_EXECUTABLE} link ${ARG_OPTIONS} ${all_facts}
    COMMAND ${CMAKE_COMMAND} -E touch ${checked}
    DEPENDS ${all_facts} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} COMMENT "Checking the streams of ${target}" VERBATIM)
  if(ARG_ALL)
    set(in_default_build ALL)
  endif()
  add_custom_target(${target}_lint ${in_default_build} DEPENDS ${checked})
  if(ARG_DEPENDS)
    add_dependencies(${target}_lint ${ARG_DEPENDS})
  endif()
endfunction()
