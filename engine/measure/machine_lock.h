// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"

namespace throughline::measure {

/// A folder in which the lock may lie.
struct LockPlace {
    enum class Above : std::uint8_t {
        Ours,        ///< the folder above exists and belongs to this user
        OursOrMade,  ///< what is missing above is made; what exists belongs to this user
        Shared,      ///< everybody may write above (/tmp)
    };
    std::string folder;
    std::string file;
    Above above = Above::Ours;
};

/// Where measurements of this user look for each other, best place first: $XDG_RUNTIME_DIR,
/// /run/user/UID, `data_folder` ("": left out), /tmp. The file in the data folder carries the
/// host's name, as home folders are shared between machines.
std::vector<LockPlace> lock_places(const std::string& data_folder);

/// One measurement per machine and user at a time: two would disturb each other. Held as long as
/// the object lives; the kernel lets go of it when the process dies. Measurements of other users
/// are not seen.
/// A place is used only where nobody else can have put anything into it: the folder belongs to this
/// user, nobody else may write to it, and neither folder nor file is a link.
class MachineLock {
public:
    enum class WhenBusy : std::uint8_t { Refuse, Join };
    /// In the first place that can be used; where there is none the object holds nothing and
    /// problem() says why. Join: runs beside the measurement that holds the lock, and tells it.
    /// `group`: those of one group are parts of one measurement and do not disturb each other; ""
    /// is in none. Blocks: where another of a group may be about to say that it is one, a second.
    /// Errors: Busy with the process id of the holder.
    static Result<MachineLock> acquire(const std::vector<LockPlace>& places,
                                       WhenBusy when_busy,
                                       const std::string& group = {});

    /// Another measurement of this user has run beside this one since the last call, or runs now.
    /// Thread: the one that measures.
    bool disturbed();
    /// Why nothing is locked; "" when something is.
    const std::string& problem() const noexcept { return problem_; }

private:
    MachineLock() = default;
    void enter(bool alone);
    /// The processes of the file that are neither this one nor of its group.
    std::vector<pid_t> strangers() const;

    UniqueFd fd_;
    std::string group_{};
    std::vector<pid_t> strangers_seen_{};  ///< a measurement that begins changes them
    std::string problem_{};
};

}  // namespace throughline::measure
