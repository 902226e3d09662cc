// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

#include "engine/counters/counter_table.h"

namespace throughline::counters {

/// A counter of a mount that was read once, so that it can be read again.
struct Counter {
    const CounterKind* kind = nullptr;
    std::vector<std::string> paths;  ///< which hold different bytes; added up
};
/// One that cannot be had, and why.
struct MissingCounter {
    const CounterKind* kind = nullptr;
    std::string reason;
};

/// What tells of the reads of one mount on this machine, now.
struct MountSurvey {
    Mount mount;
    std::vector<Counter> counters{};
    std::vector<MissingCounter> missing{};
    std::string uncounted{};       ///< why no counter tells the bytes read; "" where one does
    std::vector<pid_t> daemons{};  ///< the program behind a FUSE mount
};

/// Looks for the counters of a mount and reads each once.
/// Blocks:  as long as a file in the mount does.
MountSurvey survey(const Mount& mount, const Roots& roots = {});

/// Reads the counters of some mounts. Thread: one owner.
class MountSampler {
public:
    explicit MountSampler(std::vector<MountSurvey> mounts);

    /// By kind of file system; of a second one of its kind "nfs4 2". What could not be read is
    /// empty: of a counter in several files all of it.
    std::map<std::string, metrics::MountCounts> take() const;

private:
    std::map<std::string, MountSurvey> mounts_;
};

}  // namespace throughline::counters
