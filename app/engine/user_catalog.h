// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/catalog/catalog.h"

namespace throughline::app {

/// The built-in catalogue and the entries of the files in `catalogue` of the data folder; a fault
/// of theirs is a warning on stderr.
catalog::Catalog user_catalog();

}  // namespace throughline::app
