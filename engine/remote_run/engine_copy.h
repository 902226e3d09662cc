// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/remote_run/ssh_words.h"

namespace throughline::remote_run {

/// What is copied to a computer that has no engine: this program, the libraries that it has loaded
/// besides those of every Linux, and what data loaders need.
struct EngineCopy {
    std::string program{};
    std::vector<std::string> libraries{};
    std::string shared{};    ///< folder share/throughline beside the program; "" = none
    std::int64_t bytes = 0;  ///< of all
    std::string folder{};    ///< there, below the home folder
};

/// Of the program that runs. Thread: any. Errors: errno's.
Result<EngineCopy> engine_copy(const std::string& version);

/// Copies it by tar over ssh: beside its place first, and there in one step.
/// Thread: any, with SIGPIPE ignored. Blocks: as long as it takes. Errors: as ssh_failure().
Result<void> install_engine(const Target& target, const EngineCopy& copy);

}  // namespace throughline::remote_run
