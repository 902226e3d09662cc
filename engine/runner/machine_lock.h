// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"

namespace throughline::runner {

/// One measurement per machine and user at a time: two would disturb each other.
/// Held as long as the object lives; the kernel lets go of it when the process dies.
class MachineLock {
public:
    /// Errors: Busy with the process id of the holder; Permission, Io.
    static Result<MachineLock> acquire();
    /// $XDG_RUNTIME_DIR/throughline/measuring.lock, else below /tmp with the user's id.
    static std::string path();

private:
    explicit MachineLock(UniqueFd fd) : fd_(std::move(fd)) {}
    UniqueFd fd_;
};

}  // namespace throughline::runner
