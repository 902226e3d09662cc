# SPDX-License-Identifier: Apache-2.0
find_package(GTest REQUIRED)                                            # libgtest-dev libgmock-dev
include(GoogleTest)

# throughline_test(NAME SOURCES a_test.cpp … LINK throughline::base …
#                  [DEFINES …] [LABEL unit|io|ui|slow] [TIMEOUT S] [SERIAL])
# SERIAL: it measures the device or the processor, so nothing else may run beside it.
# One test program; its tests are listed by running it, so a new TEST needs no change here.
function(throughline_test name)
    cmake_parse_arguments(PARSE_ARGV 1 TEST "SERIAL" "LABEL;TIMEOUT" "SOURCES;LINK;DEFINES")
    if(NOT TEST_LABEL)
        set(TEST_LABEL unit)
    endif()
    if(NOT TEST_TIMEOUT)
        set(TEST_TIMEOUT 120)
    endif()
    add_executable(${name} ${TEST_SOURCES})
    target_link_libraries(${name} PRIVATE ${TEST_LINK} GTest::gtest GTest::gmock GTest::gtest_main
        throughline::build_flags)
    target_compile_definitions(${name} PRIVATE ${TEST_DEFINES})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    gtest_discover_tests(${name}
        DISCOVERY_TIMEOUT 60
        PROPERTIES LABELS ${TEST_LABEL} TIMEOUT ${TEST_TIMEOUT} RUN_SERIAL ${TEST_SERIAL})
endfunction()
