// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/remote_run/ssh_words.h"

namespace throughline::remote_run {

/// How ssh ended without an answer of an engine.
enum class SshEnd : std::uint8_t {
    NotReached,   ///< ssh itself failed
    NoEngine,     ///< the shell there found no such program
    OtherProgram  ///< something else ran there
};

/// `exit_code` of ssh: its own is 255, else that of the command there.
SshEnd ssh_end_of(int exit_code);

/// What failed and what to do, in the spoken language. `errors`: what ssh wrote to stderr.
Error ssh_failure(const Target& target, int exit_code, std::string_view errors);

/// The last line of `text` that is not empty.
std::string last_line(std::string_view text);

}  // namespace throughline::remote_run
