// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/importers/draft/draft.h"

namespace throughline::importers {

/// Adds what DLIO's configuration beside a result says and the result itself does not: batch size,
/// reader threads, file size and format. Looks into `.hydra`, `hydra` and `configs` beside the
/// result. Nothing when there is none.
void add_dlio_config(const std::string& result_path, Draft& draft, RunDraft& run);

/// Whether DLIO's configuration lies beside the file. DLIO starts `iostat -mdxtcy`, which prints no
/// report since boot. Source: dlio_benchmark/profiler/iostat_profiler.py.
bool is_beside_dlio_config(const std::string& path);

/// Adds what mlpstorage wrote of the run beside the result ("training_20250115_metadata.json"): the
/// model, the accelerator, batch size, reader threads. Nothing when there is none, or several.
void add_mlpstorage_metadata(const std::string& result_path, Draft& draft, RunDraft& run);

}  // namespace throughline::importers
