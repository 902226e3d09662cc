# SPDX-License-Identifier: Apache-2.0
# Runs at every build, and touches `output` only when it changes:
# cmake -Dsource=… -Dversion=… -Dbuild=… -Dgit=… -Doutput=… -P write.cmake
set(commit "")
if(git)
    execute_process(COMMAND ${git} -C ${source} describe --always --dirty --exclude=*
        OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(commit)
    set(line "${version} (commit ${commit}; ${build})")
else()
    set(line "${version} (${build})")
endif()
configure_file(${source}/app/build_info/build_info.cpp.in ${output} @ONLY)
