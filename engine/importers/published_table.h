// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/catalog/catalog.h"
#include "engine/run/record.h"

namespace throughline::importers {

/// A class of a published distribution of file sizes.
struct SizeClass {
    double bytes = 0.0;  ///< its lower edge
    double percent = 0.0;
};
/// Empty where the entry is something else. Classes without files are left out.
std::vector<SizeClass> published_size_classes(const catalog::Published& entry);

/// The seconds of a published series of disk statistics; empty where the entry is something else.
/// collectl's columns: kB are 1,000 bytes (the entry's own note), waits are ms.
std::vector<run::Sample> published_samples(const catalog::Published& entry, int run);

}  // namespace throughline::importers
