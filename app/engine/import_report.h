// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/engine/import_target.h"
#include "app/engine/json_output.h"
#include "engine/importers/importer.h"

namespace throughline::app {

/// Of how many runs import_text() tells the figures.
inline constexpr std::size_t kRunsTold = 10;

/// An import without its samples, which may be many: what there is to say of it.
struct ImportSummary {
    importers::ImportedFile file{};      ///< its study holds only the first runs
    std::vector<std::size_t> samples{};  ///< of each of these
    std::size_t runs = 0;                ///< in all
};
/// Takes the study out of `file` and returns it as it was; `summary` keeps its first `runs_max`
/// runs without samples and histograms.
record::Study split_summary(importers::ImportedFile file,
                            std::size_t runs_max,
                            ImportSummary& summary);

/// What `import --json` says of a file that was understood: format, tool, provenance, what is still
/// to be asked, notes, and of each run its conditions, its figures with units and how many samples.
/// `taken` is null when it held nothing to import.
Json import_json(const std::string& path, const ImportSummary& summary, const TakenStudy* taken);

/// The same for people, a few lines.
std::string import_text(const std::string& path,
                        const ImportSummary& summary,
                        const TakenStudy* taken);

}  // namespace throughline::app
