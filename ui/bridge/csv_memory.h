// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/importers/draft/csv_mapping.h"

namespace throughline::ui {

/// What the user once said of plain tables: a file each in the folder `mappings` of the data
/// folder, of the kind that `throughline-engine import --mapping` takes.
/// Blocks: on the disk. A file that cannot be read is left out.
std::vector<importers::CsvMapping> csvMappings();

/// Keeps a mapping in place of the one for the same header. Errors: Io, Permission, Limit.
Result<void> rememberCsvMapping(const importers::CsvMapping& mapping);

}  // namespace throughline::ui
