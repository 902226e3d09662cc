# SPDX-License-Identifier: Apache-2.0
# What a user can choose when configuring, and the flags that follow from it.
option(THROUGHLINE_GUI "Build the window (needs Qt 6 Widgets and Charts)" ON)
option(THROUGHLINE_TESTS "Build the tests (needs GoogleTest)" ON)
option(THROUGHLINE_BENCHMARKS "Build tests/benchmarks (needs Google Benchmark)" OFF)
option(THROUGHLINE_WARNINGS_AS_ERRORS "Stop at the first compiler warning" OFF)
set(THROUGHLINE_TEST_BATCH 6 CACHE STRING
    "How many files of tests are compiled as one: a third of the time; 1: each alone")
set(THROUGHLINE_SANITIZE "" CACHE STRING "Sanitizers: empty, 'address,undefined' or 'thread'")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)

find_program(THROUGHLINE_CCACHE ccache)
if(THROUGHLINE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # The leave that ccache asks for to keep what was compiled with precompiled headers.
    set(CMAKE_CXX_COMPILER_LAUNCHER
        env CCACHE_SLOPPINESS=pch_defines,time_macros ${THROUGHLINE_CCACHE})
    set(CMAKE_C_COMPILER_LAUNCHER ${THROUGHLINE_CCACHE})
endif()

# The one place where warning and sanitizer flags are set; every target links it privately.
add_library(throughline_build_flags INTERFACE)
add_library(throughline::build_flags ALIAS throughline_build_flags)
target_compile_options(throughline_build_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
    -Werror=unused-result -Werror=return-type
    $<$<BOOL:${THROUGHLINE_WARNINGS_AS_ERRORS}>:-Werror>)
# GCC 12 warns about its own std::string at -O3 (GCC bug 105651, mended in 13).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(throughline_build_flags INTERFACE -Wno-restrict)
    # And, where twelve files are one, about members of an empty std::optional (GCC bug 80635).
    if(CMAKE_UNITY_BUILD)
        target_compile_options(throughline_build_flags INTERFACE -Wno-maybe-uninitialized)
    endif()
endif()
# What people use reads files of others: a program that is attacked shall end and not obey. The
# checks make GCC refuse results that are thrown away, so what CI builds (at once) has them, too.
if(CMAKE_BUILD_TYPE STREQUAL "Release"
   OR (CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo" AND CMAKE_UNITY_BUILD
       AND NOT THROUGHLINE_SANITIZE))
    target_compile_definitions(throughline_build_flags INTERFACE _FORTIFY_SOURCE=2)
endif()
if(CMAKE_BUILD_TYPE STREQUAL "Release")
    include(CheckPIESupported)
    check_pie_supported()
    target_compile_options(throughline_build_flags INTERFACE -fstack-protector-strong)
    target_link_options(throughline_build_flags INTERFACE -Wl,-z,relro,-z,now)
endif()
if(THROUGHLINE_SANITIZE)
    target_compile_options(throughline_build_flags INTERFACE
        -fsanitize=${THROUGHLINE_SANITIZE} -fno-omit-frame-pointer
        # GCC's own manual: with sanitizers this warning is given where nothing is wrong.
        $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    # Empty optionals and indexes out of range end the program where they are used (libstdc++).
    target_compile_definitions(throughline_build_flags INTERFACE _GLIBCXX_ASSERTIONS)
    target_link_options(throughline_build_flags INTERFACE -fsanitize=${THROUGHLINE_SANITIZE})
endif()
