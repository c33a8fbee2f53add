# find_package(cudep): the program, in CUDEP_EXECUTABLE, and `cudep_add_lint`.
#
#   set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
#   find_package(cudep REQUIRED)
#   add_executable(app main.cu ring.cu)
#   cudep_add_lint(app OPTIONS --baseline ${CMAKE_SOURCE_DIR}/known.json)
#
# makes a target `app_lint`: one edge a source, which parses it and is run again when the source, a header of it or a flag
# changes, and one that checks them as one program.
cmake_policy(VERSION 3.21...3.25)
find_program(CUDEP_EXECUTABLE cudep HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../bin)
if(NOT CUDEP_EXECUTABLE)
  set(cudep_FOUND FALSE)
  set(cudep_NOT_FOUND_MESSAGE "the program cudep is neither beside this package nor in PATH; set CUDEP_EXECUTABLE")
  return()
endif()

# The compile database as of its last change: CMake writes it anew whenever it runs.
function(_cudep_database result)
  set(folder ${CMAKE_BINARY_DIR}/cudep)
  set(${result} ${folder}/compile_commands.json PARENT_SCOPE)
  if(TARGET cudep_database)
    return()
  endif()
  add_custom_command(OUTPUT ${folder}/compile_commands.json
    COMMAND ${CMAKE_COMMAND} -E copy_if_different ${CMAKE_BINARY_DIR}/compile_commands.json ${folder}/compile_commands.json
    DEPENDS ${CMAKE_BINARY_DIR}/compile_commands.json VERBATIM)
  add_custom_target(cudep_database DEPENDS ${folder}/compile_commands.json)
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
  _cudep_database(database)
  get_target_property(sources ${target} SOURCES)
  get_target_property(source_folder ${target} SOURCE_DIR)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}_lint.dir)
  file(MAKE_DIRECTORY ${folder})
  set(all_facts)
  foreach(source IN LISTS sources)
    if(NOT source MATCHES "\\.(cu|cpp|cc|cxx)$")
      continue()
    endif()
    get_filename_component(path ${source} ABSOLUTE BASE_DIR ${source_folder})
    string(MAKE_C_IDENTIFIER ${source} name)
    set(facts ${folder}/${name}.facts)
    add_custom_command(OUTPUT ${facts}
      COMMAND ${CUDEP_EXECUTABLE} lint --facts-out ${facts} --depfile ${facts}.d -p ${database} ${path}
      DEPENDS ${path} ${database} ${CUDEP_EXECUTABLE} DEPFILE ${facts}.d
      WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} COMMENT "Reading ${source} for cudep" VERBATIM)
    list(APPEND all_facts ${facts})
  endforeach()
  set(checked ${folder}/checked)
  add_custom_command(OUTPUT ${checked}
    COMMAND ${CUDEP_EXECUTABLE} link ${ARG_OPTIONS} ${all_facts}
    COMMAND ${CMAKE_COMMAND} -E touch ${checked}
    DEPENDS ${all_facts} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} COMMENT "Checking the streams of ${target}" VERBATIM)
  if(ARG_ALL)
    set(in_default_build ALL)
  endif()
  add_custom_target(${target}_lint ${in_default_build} DEPENDS ${checked})
  add_dependencies(${target}_lint cudep_database ${ARG_DEPENDS})
endfunction()
