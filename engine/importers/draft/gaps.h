// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "engine/importers/draft/imported_file.h"

namespace throughline::importers {

/// Whether a format is of a benchmark that reads and writes itself: its rates and counts are of
/// what it asked for, which a page cache may have served, and not of what a device delivered.
bool asks_storage_itself(std::string_view format);

/// Takes out figures that cannot be, and says of each run what results of its kind are expected to
/// say and this file does not: the conditions and the rate that a comparison needs. What an
/// importer has explained itself stays.
void name_gaps(ImportedFile& file);

}  // namespace throughline::importers
