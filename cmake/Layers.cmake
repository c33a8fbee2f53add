# A library that can be included only as `folder/…` by those that link it: each target gets an include folder of its own
# that holds nothing but a link to its sources, so an include across layers does not compile.
function(cudep_library target)
  cmake_parse_arguments(ARG "" "FOLDER" "SOURCES;USES" ${ARGN})
  set(include_root ${CMAKE_BINARY_DIR}/include/${target})
  get_filename_component(parent ${include_root}/${ARG_FOLDER} DIRECTORY)
  file(MAKE_DIRECTORY ${parent})
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${ARG_FOLDER} ${include_root}/${ARG_FOLDER} SYMBOLIC)
  add_library(${target} STATIC ${ARG_SOURCES})
  target_include_directories(${target} PUBLIC ${include_root})
  target_link_libraries(${target} PUBLIC ${ARG_USES})
endfunction()

# A GoogleTest executable, registered with ctest.
function(cudep_test target)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  add_executable(${target} ${ARG_SOURCES})
  target_compile_definitions(${target} PRIVATE CUDEP_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(${target} PRIVATE ${ARG_USES} GTest::gtest_main)
  gtest_discover_tests(${target} DISCOVERY_TIMEOUT 60)
endfunction()
