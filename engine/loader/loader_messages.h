// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "engine/base/result.h"

// The protocol between the engine and a loader that is not ours, version 1: JSON objects, one a
// line, on the loader's stdin and stdout. The loader speaks only when it was asked. README.md has
// it in words.
namespace throughline::loader {

inline constexpr int kProtocolVersion = 1;

/// What a loader is to deliver, as it is told first.
struct LoaderPoint {
    std::string dataset{};  ///< path on a file system of this machine
    std::string format{};   ///< as dataset.format has it: "folder", "tfrecord", …
    std::uint32_t workers = 0;
    std::uint32_t batch_images = 64;
    std::uint32_t width_px = 224;
    std::uint32_t height_px = 224;
    std::uint64_t seed = 0;
    bool shuffle = true;
};

// What the engine says; each with its end of line.
std::string hello_line(const LoaderPoint& point);
/// `epoch`: from 0.
std::string epoch_line(std::uint64_t epoch);
std::string next_line();
std::string stop_line();

/// The loader is made and can begin an epoch.
struct Ready {
    std::string name{};     ///< "torch.utils.data.DataLoader"
    std::string version{};  ///< of what loads; "": it does not say
};
struct LoadedBatch {
    std::uint64_t images = 0;
    std::optional<std::uint64_t> bytes{};  ///< of the images as they are stored, if it knows
};
struct EpochEnd {};
/// What it says instead of an answer.
struct Complaint {
    std::string text{};
};
using Answer = std::variant<Ready, LoadedBatch, EpochEnd, Complaint>;

/// Errors: Format, with the line: no JSON object, an unknown message, a number that is none.
Result<Answer> parse_answer(std::string_view line);

}  // namespace throughline::loader
