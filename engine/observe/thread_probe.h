// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/metrics/busy_programs.h"
#include "engine/observe/thread_doing.h"

namespace throughline::observe {

/// "/proc/42".
std::string folder_of(pid_t pid);
/// The text of a small file of /proc, at most 4 KiB; none: it may not be read, or is gone.
std::optional<std::string> read_small(const std::string& path);
/// Where a link of /proc leads to; "": it may not be read, or is gone.
std::string read_link(const std::string& path);

/// Tells sockets to other programs of this machine from those to servers. Thread: one owner.
class SocketKinds {
public:
    /// `pid`: whose network it is.
    Target kind_of(pid_t pid, std::uint64_t inode);

private:
    void refresh(pid_t pid);

    std::set<std::uint64_t> network_{};
    std::set<std::uint64_t> local_{};
    SteadyTime refreshed_at_ = kNever;
};

/// What the descriptor of a process is.
Target target_of(pid_t pid, int descriptor, SocketKinds& sockets);

/// Looks at one thread of another program again and again, with its files kept open.
/// Thread: one owner. Cost: 3 to 6 us a look.
class ThreadProbe {
public:
    ThreadProbe(pid_t pid, pid_t tid);

    /// This program may not open more files, so that the thread is not watched.
    bool lacks_descriptors() const noexcept { return lacks_descriptors_; }

    struct Seen {
        ThreadLook look{};
        metrics::ProcessTime time{};  ///< its own CPU time, faults and name
        int descriptor = -1;          ///< of the call, where the target is known
    };
    /// None: the thread has ended.
    std::optional<Seen> take(SocketKinds& sockets, bool process_has_network);
    std::optional<SchedTimes> times() const;

private:
    void see_call(Seen& seen, SocketKinds& sockets) const;
    void see_several(Seen& seen, SocketKinds& sockets) const;

    pid_t pid_;
    std::string folder_;
    bool lacks_descriptors_ = false;
    UniqueFd stat_;
    UniqueFd syscall_;
    UniqueFd wchan_;
};

}  // namespace throughline::observe
