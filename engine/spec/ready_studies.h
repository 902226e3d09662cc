// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "engine/spec/spec.h"

// Studies that somebody else published, ready to be measured again.
namespace throughline::spec {

/// The images of the cloud study: its 100 kB each, as raw tensors, so that decoding limits nothing.
/// A tensor begins 128 bytes behind a 4-KiB boundary, so that O_DIRECT reads 102,400 bytes.
/// Source: rescale-016 of published.json.
inline constexpr std::uint32_t kRescaleWidthPx = 256;
inline constexpr std::uint32_t kRescaleHeightPx = 128;
/// So many that no volume reads them twice in a second: 403 MB.
inline constexpr std::uint64_t kRescaleImages = 4096;

/// "Which volume for 4 and 8 V100s?": the first chart of the cloud study. 4 and 8 paced V100s, each
/// on the gp2, st1 and io1 of 2018 (catalogue: study-gp2, …), in rounds. The pace is ResNet-50 v2
/// where nothing else limits: 4,200 images/s of 8 GPUs (rescale-030), and with 4 the 1.75th part of
/// it (rescale-017), so that the ratio on io1 is put in, not found.
/// `path`: raw tensors of the above size. `quick`: about two minutes instead of ten.
StudySpec rescale_volumes(const std::string& path, bool quick);

}  // namespace throughline::spec
