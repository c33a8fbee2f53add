# What `cmake --install` puts where: programs in bin, what they load in lib/cudep, the package for CMake in lib/cmake.
include(CMakePackageConfigHelpers)

foreach(program cudep cudep-lower)
  if(TARGET ${program})
    set_target_properties(${program} PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/cudep")
    install(TARGETS ${program} RUNTIME DESTINATION bin)
  endif()
endforeach()
install(FILES $<TARGET_FILE_DIR:cudep>/$<TARGET_SONAME_FILE_NAME:fmt::fmt> DESTINATION lib/cudep)
if(TARGET cudep-trace)
  install(TARGETS cudep-trace LIBRARY DESTINATION lib/cudep)
  install(FILES ${CMAKE_BINARY_DIR}/libunwind.so.8 DESTINATION lib/cudep OPTIONAL)
  install(DIRECTORY ${CMAKE_BINARY_DIR}/simulate/ DESTINATION lib/cudep/simulate
    FILES_MATCHING PATTERN "libcudart.so.*" PATTERN "libunwind.so.8")
endif()

write_basic_package_version_file(${CMAKE_BINARY_DIR}/package/cudepConfigVersion.cmake COMPATIBILITY SameMinorVersion
  ARCH_INDEPENDENT)
install(FILES cmake/package/cudepConfig.cmake cmake/package/unit_databases.cmake ${CMAKE_BINARY_DIR}/package/cudepConfigVersion.cmake
  DESTINATION lib/cmake/cudep)
