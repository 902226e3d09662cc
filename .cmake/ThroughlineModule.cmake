# SPDX-License-Identifier: Apache-2.0
# The only place where a library is made, and its link probe: an empty program that takes every
# object of the library and only its declared dependencies, so that a call into a folder that is
# not declared fails with "undefined reference" instead of being satisfied by the final program.
function(throughline_module name)
    cmake_parse_arguments(PARSE_ARGV 1 MODULE "" "" "SOURCES;HEADERS;PUBLIC;PRIVATE")
    set(target throughline_${name})
    add_library(${target} STATIC ${MODULE_SOURCES})
    add_library(throughline::${name} ALIAS ${target})
    target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}
        FILES ${MODULE_HEADERS})
    target_link_libraries(${target} PUBLIC ${MODULE_PUBLIC}
        PRIVATE ${MODULE_PRIVATE} throughline::build_flags)
    if(THROUGHLINE_TESTS)
        set_property(GLOBAL APPEND PROPERTY THROUGHLINE_LINK_PROBES link_probe_${name})
        add_executable(link_probe_${name} ${PROJECT_SOURCE_DIR}/tests/rules/empty_main.cpp)
        target_link_libraries(link_probe_${name} PRIVATE
            $<LINK_LIBRARY:WHOLE_ARCHIVE,${target}> throughline::build_flags)
        set_target_properties(link_probe_${name} PROPERTIES
            RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/link_probes)
    endif()
endfunction()
