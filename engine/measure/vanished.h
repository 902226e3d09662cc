// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/measure/study_sources.h"

// Used in this folder only.
namespace throughline::measure {

/// What became of the data set's folder or file since it was opened, where it is not as it was:
/// "the folder '/data/photos' vanished"; "" while it is there. Costs one look.
std::string vanished_root(const dataset::ImageSet& images);

/// The same of the files in it, by a sample: "32 of 32 sampled files of '/data/photos' are gone".
/// "" while most of them are there.
std::string vanished_files(const dataset::ImageSet& images);

}  // namespace throughline::measure
