// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/importers/draft/imported_file.h"

namespace throughline::importers {

/// Takes out figures that cannot be, and says of each run what results of its kind are expected to
/// say and this file does not: the conditions and the rate that a comparison needs. What an
/// importer has explained itself stays.
void name_gaps(ImportedFile& file);

}  // namespace throughline::importers
