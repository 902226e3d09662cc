# SPDX-License-Identifier: Apache-2.0
find_package(GTest REQUIRED)                                            # libgtest-dev libgmock-dev
include(GoogleTest)

# What every test is compiled with. Its own code needs no speed: -O1 costs a fifth less to compile.
# With it GCC 12 warns about its own std::string (GCC bug 105651).
add_library(throughline_test_flags INTERFACE)
target_link_libraries(throughline_test_flags INTERFACE GTest::gtest GTest::gmock throughline::build_flags)
target_compile_options(throughline_test_flags INTERFACE
    $<$<CONFIG:RelWithDebInfo>:-O1>
    $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess;-Wno-array-bounds;-Wno-stringop-overflow>)

# throughline_test_headers(NAME LINK … HEADERS …): headers of others that tests share precompiled, with
# gtest's, which are a third of what a test costs to compile. Nothing of ours: what changes, and
# what a test must include itself.
file(CONFIGURE OUTPUT test_headers.cpp CONTENT "int main() {}\n")
function(throughline_test_headers name)
    cmake_parse_arguments(PARSE_ARGV 1 TEST "" "" "LINK;HEADERS")
    add_executable(${name} ${PROJECT_BINARY_DIR}/test_headers.cpp)
    target_link_libraries(${name} PRIVATE throughline_test_flags ${TEST_LINK})
    target_precompile_headers(${name} PRIVATE <gmock/gmock.h> <gtest/gtest.h> ${TEST_HEADERS})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
endfunction()
throughline_test_headers(test_headers)

# throughline_test(NAME SOURCES a_test.cpp … LINK throughline::base …
#                  [DEFINES …] [LABEL unit|io|ui|slow] [TIMEOUT S] [SERIAL] [HEADERS TARGET]
#                  [ALONE b_test.cpp …])
# HEADERS: the target whose precompiled headers it shares (test_headers).
# ALONE: sources with a name in their anonymous namespace that another of them has, too.
# SERIAL: it measures the device or the processor, so nothing else may run beside it.
# One test program; its tests are listed by running it, so a new TEST needs no change here.
function(throughline_test name)
    cmake_parse_arguments(PARSE_ARGV 1 TEST "SERIAL" "LABEL;TIMEOUT;HEADERS" "SOURCES;LINK;DEFINES;ALONE")
    if(NOT TEST_LABEL)
        set(TEST_LABEL unit)
    endif()
    if(NOT TEST_TIMEOUT)
        set(TEST_TIMEOUT 120)
    endif()
    if(NOT TEST_HEADERS)
        set(TEST_HEADERS test_headers)
    endif()
    add_executable(${name} ${TEST_SOURCES})
    target_link_libraries(${name} PRIVATE ${TEST_LINK} throughline_test_flags GTest::gtest_main)
    target_precompile_headers(${name} REUSE_FROM ${TEST_HEADERS})
    target_compile_definitions(${name} PRIVATE ${TEST_DEFINES})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    if(THROUGHLINE_TEST_BATCH GREATER 1)
        set_property(SOURCE ${TEST_ALONE} PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
        set_target_properties(${name} PROPERTIES
            UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${THROUGHLINE_TEST_BATCH})
        # GCC, where several files are one, takes fixtures in anonymous namespaces for those of headers,
        # and warns about members of an empty std::optional (GCC bug 80635).
        target_compile_options(${name} PRIVATE
            $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage;-Wno-maybe-uninitialized>)
    endif()
    gtest_discover_tests(${name}
        DISCOVERY_TIMEOUT 60
        PROPERTIES LABELS ${TEST_LABEL} TIMEOUT ${TEST_TIMEOUT} RUN_SERIAL ${TEST_SERIAL})
endfunction()
