// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/engine/import_target.h"
#include "app/engine/json_output.h"
#include "engine/importers/importer.h"

namespace throughline::app {

/// An import without its samples, which may be many: what there is to say of it.
struct ImportSummary {
    importers::ImportedFile file{};
    std::vector<std::size_t> samples{};  ///< of each run
};
/// Takes the study's samples and histograms out of `file` and returns the study as it was.
run::Study split_summary(importers::ImportedFile file, ImportSummary& summary);

/// What `import --json` says of a file that was understood: format, tool, provenance, what is still
/// to be asked, notes, and of each run its conditions, its figures with units and how many samples.
/// `taken` is null when it held nothing to import.
Json import_json(const std::string& path, const ImportSummary& summary, const TakenStudy* taken);

/// The same for people, a few lines.
std::string import_text(const std::string& path,
                        const ImportSummary& summary,
                        const TakenStudy* taken);

}  // namespace throughline::app
