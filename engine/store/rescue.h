// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "engine/base/result.h"
#include "engine/store/rescue_report.h"

namespace throughline::store {

struct RescueProgress {
    std::string aside;        ///< where the damaged file will lie
    std::size_t done = 0;     ///< studies
    std::size_t studies = 0;  ///< 0: not known yet
};

struct RescueOptions {
    bool whatever_it_is = false;
    /// Called before anything is done, and then after each study.
    std::function<void(const RescueProgress&)> progress{};
};

/// Sets a damaged library aside and puts a new one in its place, made of the records beside it
/// (record_folder.h) by the same code as an import. Only studies that have no record there are read
/// from the damaged file, or found in other folders (found_records.h). `path` "" = the user's own.
/// The new library is made beside it and moves into place when it is whole: cut off at any moment,
/// this leaves the damaged one under its name or the new one, and then the damaged one beside it.
/// The file stays untouched where it does not look like a library, is sound, or is of a newer
/// program, unless `whatever_it_is`; in the place of the user's own library any file but another
/// program's database counts as one.
/// Assumes: no other process has it open. Errors: NotFound, Format, Usage, Version, Limit, Io.
Result<RescueReport> rescue(const std::string& path, const RescueOptions& options = {});

}  // namespace throughline::store
