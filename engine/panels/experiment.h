// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/spec/spec.h"

// How charts of the studies are measured again here: an experiment is seen through several panels.
namespace throughline::panels {

/// The images of the cloud study: its 100 kB each, as raw tensors, so that decoding limits nothing.
/// A tensor begins 128 bytes behind a 4-KiB boundary, so that O_DIRECT reads 102,400 bytes.
/// Source: rescale-016 of published.json.
inline constexpr std::uint32_t kTensorWidthPx = 256;
inline constexpr std::uint32_t kTensorHeightPx = 128;
inline constexpr double kTensorReadBytes = 102'400.0;
/// So many that no volume reads them twice in a second: 403 MB.
inline constexpr std::uint64_t kTensors = 4096;
/// Different pictures; the tensors and the images of the records are copies of them.
inline constexpr std::uint64_t kPictures = 512;
/// How often each photo is in the records, so that they are about as many bytes as the tensors.
inline constexpr std::uint32_t kRecordCopies = 8;
/// Short side of photos that were resized ahead of time: the input of the networks.
inline constexpr std::uint32_t kSmallPx = 224;

/// What an experiment reads. It is made once, in a folder that experiments share.
enum class Data : std::uint8_t {
    Tensors,  ///< kTensors raw tensors, copies of kPictures small pictures
    Photos,   ///< kPictures JPEGs of ImageNet's mixture of sizes, a file each
    Records,  ///< the photos, each kRecordCopies times, as TFRecord
    Small     ///< the photos, resized to kSmallPx
};
/// Where each lies below the folder of experiments.
std::string folder_of(const std::string& root, Data data);
/// About how many bytes it takes there, with what it is made from.
double bytes_of(Data data) noexcept;

/// One study that is measured for all panels that it serves.
struct Experiment {
    const char* id = "";        ///< for records and command lines: "volumes"
    const char* title = "";     ///< a message (engine/base/say.h)
    std::vector<Data> data{};   ///< what it reads, in the order in which it is made
    const char* emulated = "";  ///< what is emulated, whole sentences; "" for nothing
    /// `root`: the folder of experiments. `quick`: a minute or two instead of ten and more.
    spec::StudySpec (*points)(const std::string& root, bool quick) = nullptr;
};

const std::vector<Experiment>& all_experiments();
/// Null: there is none of this id.
const Experiment* find_experiment(std::string_view id);

/// The study to be measured.
spec::StudySpec spec_of(const Experiment& experiment, const std::string& root, bool quick);
/// The experiment that runs with these settings are of, wherever and however long they were
/// measured: they are its points, all of them and no others. So a record knows its experiment
/// without a mark, and one that was changed is none. Null: of none.
/// How many decode threads there were is not compared: that is the machine's.
const Experiment* experiment_of_runs(std::span<const spec::Settings> runs);
/// Bytes that its data take, each data set once.
double data_bytes_of(const Experiment& experiment);

}  // namespace throughline::panels
