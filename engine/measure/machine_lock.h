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
    /// Errors: Busy with the process id of the holder.
    static Result<MachineLock> acquire(const std::vector<LockPlace>& places, WhenBusy when_busy);

    /// Another measurement of this user has run beside this one since the last call, or runs now.
    /// Thread: the one that measures.
    bool disturbed();
    /// Why nothing is locked; "" when something is.
    const std::string& problem() const noexcept { return problem_; }

private:
    MachineLock() = default;
    void enter(bool alone);

    UniqueFd fd_;
    off_t bytes_seen_ = 0;  ///< of the file: a measurement that begins changes its length
    std::string problem_{};
};

}  // namespace throughline::measure
