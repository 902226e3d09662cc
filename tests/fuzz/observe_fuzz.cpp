// SPDX-License-Identifier: Apache-2.0
// What /proc tells of other programs, whose names and command lines are theirs: whatever stands
// there must not bring the observer down.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/metrics/busy_programs.h"
#include "engine/observe/proc_texts.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
    namespace observe = throughline::observe;
    const std::string_view text(reinterpret_cast<const char*>(data), bytes);
    static_cast<void>(throughline::metrics::parse_pid_stat(text));
    static_cast<void>(observe::parse_syscall(text));
    static_cast<void>(observe::parse_schedstat(text));
    static_cast<void>(observe::parse_process_io(text));
    static_cast<void>(observe::parse_cpu_count(text));
    static_cast<void>(observe::parse_numbers(text));
    static_cast<void>(observe::parse_epoll_targets(text));
    static_cast<void>(observe::parse_socket_inodes(text));
    static_cast<void>(observe::target_of_link(text));
    static_cast<void>(observe::inode_of_link(text));
    static_cast<void>(observe::parse_command_line(text));
    static_cast<void>(observe::parse_throttle(text, "254:0"));
    static_cast<void>(observe::parse_io_max(text, "254:0", "rbps"));
    return 0;
}
