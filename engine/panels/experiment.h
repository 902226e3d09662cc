// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "engine/spec/spec.h"

// How a chart of a study is measured again here.
namespace throughline::panels {

/// The images of the cloud study: its 100 kB each, as raw tensors, so that decoding limits nothing.
/// A tensor begins 128 bytes behind a 4-KiB boundary, so that O_DIRECT reads 102,400 bytes.
/// Source: rescale-016 of published.json.
inline constexpr std::uint32_t kTensorWidthPx = 256;
inline constexpr std::uint32_t kTensorHeightPx = 128;
/// So many that no volume reads them twice in a second: 403 MB.
inline constexpr std::uint64_t kTensors = 4096;
/// Different pictures; the tensors are copies of them.
inline constexpr std::uint64_t kPictures = 512;

/// What an experiment reads. It is made once, in a folder that experiments share.
enum class Data : std::uint8_t {
    Pictures,  ///< kPictures JPEGs of kTensorWidthPx x kTensorHeightPx
    Tensors    ///< kTensors raw tensors of them
};

struct Experiment {
    Data data = Data::Pictures;
    /// `path`: the folder of the data. `quick`: minutes instead of ten and more.
    spec::StudySpec (*spec)(const std::string& path, bool quick) = nullptr;
    const char* emulated = "";  ///< what is emulated, a sentence; "" for nothing
};

/// "Which volume for 4 and 8 V100s?": the first chart of the cloud study. 4 and 8 paced V100s, each
/// on the gp2, st1 and io1 of 2018 (catalogue: study-gp2, …), in rounds. The pace is ResNet-50 v2
/// where nothing else limits: 4,200 images/s of 8 GPUs (rescale-030), and with 4 the 1.75th part of
/// it (rescale-017), so that the ratio on io1 is put in, not found.
/// `path`: raw tensors of the above size. `quick`: about two minutes instead of ten.
spec::StudySpec measure_volumes(const std::string& path, bool quick);

}  // namespace throughline::panels
