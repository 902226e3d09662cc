// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/record/read_record.h"

namespace throughline::store {

/// What became of a study that was to be taken in.
struct IngestReport {
    std::int64_t study_id = 0;
    std::string uuid;
    std::int64_t lines_new = 0;  ///< 0: everything was there already
    bool added = false;          ///< the library did not have the study
    bool in_bin = false;         ///< the study lies in the bin, where it stays until restored
    /// It was there with other figures, read from the same file by an older program.
    bool replaced = false;
    std::optional<record::RecordDamage> damage{};
};

}  // namespace throughline::store
