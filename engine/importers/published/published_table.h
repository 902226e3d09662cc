// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/catalog/catalog.h"
#include "engine/record/record.h"

namespace throughline::importers {

/// A class of a published distribution of file sizes.
struct SizeClass {
    double bytes = 0.0;  ///< its lower edge
    double percent = 0.0;
    bool exact = false;  ///< files of just this size, as a fio bssplit has them
};
/// Empty where the entry is something else. Classes without files are left out.
std::vector<SizeClass> published_size_classes(const catalog::Published& entry);

struct PublishedSamples {
    std::vector<record::Sample> samples{};
    std::string begins_at{};  ///< the time of day of the first one: "00:29:18"; "" for none
};
/// The rows of a published series of disk statistics, in seconds since the first of them: it is no
/// whole run. Empty where the entry is something else. collectl's columns: kB are 1,000 bytes (the
/// entry's own note), waits are ms.
PublishedSamples published_samples(const catalog::Published& entry, int run);

}  // namespace throughline::importers
