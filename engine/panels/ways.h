// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/spec/spec.h"

namespace throughline::panels {

/// Makes it the study "Copy first, stream, or cache?": the data set read straight from its storage
/// each epoch, the same with a cache on a disk that fills as it is read, and copied to a disk
/// before; all three in turn, each three times, for three whole epochs from a cold start. What else
/// is set stays: where the data lie, which store is emulated under them, what takes the images.
void sweep_ways(spec::StudySpec& study);

}  // namespace throughline::panels
