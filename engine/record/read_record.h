// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/record/study.h"

namespace throughline::record {

/// What came out of reading a record that is damaged: the lines before the damage count.
struct RecordDamage {
    std::uint64_t line = 0;  ///< from 1
    std::uint64_t byte_offset = 0;
    std::string text;
};

struct ReadRecord {
    Study study;
    std::optional<RecordDamage> damage;
    std::uint64_t bytes = 0;  ///< of the lines that were read
};
/// Reads a .tlrun. A last line without a newline is not complete and is left out. Damage ends the
/// reading: a line that cannot be read, that does not fit, or whose seq is not its line number.
/// Errors: NotFound, Permission, Io; Format when there is no usable header; Version.
Result<ReadRecord> read_record(const std::string& path);
/// The same of a record in memory. `name`: for errors.
Result<ReadRecord> read_record_text(std::string_view text, const std::string& name);

}  // namespace throughline::record
