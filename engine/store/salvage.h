// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/store/database.h"

// What a damaged library still holds, page by page, put into a sound one.
namespace throughline::store {

/// Fills `into`, an empty library without enforced foreign keys, with every row that can be read of
/// the file, and tells by what is kept twice what is missing. Afterwards `into` also has the tables
///   known_study(uuid, id), known_run(study_id, number, id), known_value_chunk(run_id, level,
///     metric_id, chunk, id), known_note(study_id, run_id, id), known_histogram(run_id, id):
///     what the file's indexes say is there,
///   gap(what, low, high): rows of the table or index `what` may be missing of the runs low..high;
///     of the studies low..high for study_tag and note_by_study, and of any for a table by rowid.
/// Keys and runs that only an index knows are filled in; those runs are named in lost_run(id).
Result<void> salvage(const std::string& damaged_path, const Database& into);

/// Whether the file has tables of ours, however damaged it is.
bool holds_library_pages(const std::string& path);

}  // namespace throughline::store
