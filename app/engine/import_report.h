// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/engine/import_target.h"
#include "app/engine/json_output.h"
#include "engine/importers/importer.h"

namespace throughline::app {

/// What `import --json` says of a file that was understood: format, tool, provenance, what is still
/// to be asked, notes, and of each run its conditions, its figures with units and how many samples.
/// `taken` is null when it held nothing to import.
Json import_json(const std::string& path,
                 const importers::ImportedFile& file,
                 const TakenStudy* taken);

/// The same for people, a few lines.
std::string import_text(const std::string& path,
                        const importers::ImportedFile& file,
                        const TakenStudy* taken);

}  // namespace throughline::app
