// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"

// What the user knows and files do not say. A key is a condition of the metric registry
// ("gpu_count"), or tells how a file is to be read ("period_seconds").
namespace throughline::importers {

/// "gpu_count" -> "8".
using Assumptions = std::map<std::string, std::string, std::less<>>;

/// A key that is not a condition of the run.
struct ReadingHelp {
    const char* key;  ///< "column.NAME" stands for any name
    const char* meaning;
};
std::span<const ReadingHelp> reading_helps() noexcept;
bool is_reading_help(std::string_view key);

/// Errors: Usage for a key that no file could have use for; names a similar one.
Result<void> check_assumption_key(std::string_view key);

/// The number that an answer is, in the condition's stored unit: "64", and of a size also "64KiB"
/// or "64 kB". Errors: Usage for what is none, with what stands behind it; names what fits.
Result<double> assumption_number(std::string_view key, std::string_view answer);

/// Splits "KEY=VALUE" of the command line. Errors: Usage, also for a text where a number is needed.
Result<void> add_assumption(Assumptions& assumptions, std::string_view text);

}  // namespace throughline::importers
