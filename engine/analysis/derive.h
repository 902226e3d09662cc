// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/record/study.h"

namespace throughline::analysis {

/// Adds to every full run what only the whole study knows: ceiling_images_per_second{stage=…} of
/// the storage, decode and consumer runs with the same settings as far as they matter, fed_share
/// and headroom; and to runs of a decode.threads sweep speedup and scaling_efficiency against the
/// point with the fewest threads; to runs measured on several node counts against the one with the
/// fewest nodes. To runs that were measured in turns it adds paired_difference, to
/// the first run of the same stages. What cannot be had is entered in `absent` with its reason.
/// Calling it twice changes nothing.
void derive(record::Study& study);

/// What derive() would enter into one run: the entries that differ from those that it has.
struct DerivedFigures {
    record::Summaries metrics{};
    std::map<std::string, std::string, std::less<>> absent{};
};

/// The same without touching the study; one entry for each run.
std::vector<DerivedFigures> derived_figures(const record::Study& study);

}  // namespace throughline::analysis
