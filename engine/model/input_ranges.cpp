// SPDX-License-Identifier: Apache-2.0
// What numbers are taken for meant. The rules of whatif-model.md allow far more, and the functions
// of the model go by them alone; a scenario with an image of 1e30 bytes is a slip of the pen.
#include <array>
#include <cmath>
#include <string>

#include "engine/model/input_table.h"

namespace throughline::model {
namespace {

struct Ranged {
    Input input;
    InputRange range;
};
// A thousand times and more beyond what exists, in whole powers of ten.
constexpr std::array<Ranged, kNumberCount> kRanges{{
    {Input::ImagesPerEpoch, {1.0, 1e15}},
    {Input::ImageBytes, {1.0, 1e12}},
    {Input::TensorBytes, {1.0, 1e12}},
    {Input::RequestBytes, {1.0, 1e15}},
    {Input::MetaOps, {0.0, 1e6}},
    {Input::ReadAmplification, {1e-3, 1e6}},
    {Input::StoBw, {0.0, 1e18}},
    {Input::StoIops, {0.0, 1e15}},
    {Input::StoUnits, {0.0, 1e9}},
    {Input::StoMaxIoBytes, {1.0, 1e15}},
    {Input::StoLatency, {0.0, 1e5}},
    {Input::StoConnBw, {0.0, 1e15}},
    {Input::StoEfficiency, {0.0, 1.0}},
    {Input::ClientBw, {0.0, 1e18}},
    {Input::ClientIops, {0.0, 1e15}},
    {Input::QueueDepth, {1.0, 1e9}},
    {Input::CacheBytes, {0.0, 1e18}},
    {Input::CacheMix, {0.0, 1.0}},
    {Input::LinkBps, {0.0, 1e18}},
    {Input::LinkEfficiency, {0.0, 1.0}},
    {Input::Threads, {0.0, 1e6}},
    {Input::Cores, {1e-3, 1e6}},
    {Input::CpuSecondsPerImage, {0.0, 1e5}},
    {Input::CpuSigma, {0.0, 1e3}},
    {Input::CpuKappa, {0.0, 1e3}},
    {Input::Nodes, {1.0, 1e6}},
    {Input::GpusPerNode, {0.0, 1e6}},
    {Input::GpuRate, {0.0, 1e12}},
    {Input::GpuSigma, {0.0, 1e3}},
    {Input::GpuKappa, {0.0, 1e3}},
    {Input::BatchPerGpu, {1e-3, 1e9}},
    {Input::GradBytes, {0.0, 1e15}},
    {Input::Overlap, {0.0, 1.0}},
    {Input::HopLatency, {0.0, 1e3}},
    {Input::PsNodes, {0.0, 1e6}},
    {Input::PsLinkBps, {0.0, 1e18}},
    {Input::H2dBw, {0.0, 1e18}},
    {Input::PrefetchBatches, {0.0, 1e9}},
    {Input::VariabilityC2, {0.0, 1e6}},
    {Input::NodeUsdPerHour, {0.0, 1e9}},
    {Input::StoUsdPerMonth, {0.0, 1e12}},
    {Input::UsdPerRequest, {0.0, 1e6}},
    {Input::UsdPerGbRead, {0.0, 1e6}},
    {Input::GpuPriceShare, {0.0, 1.0}},
    {Input::Epochs, {1.0, 1e9}},
    {Input::ValidationImages, {0.0, 1e15}},
    {Input::ValidationRateFactor, {1e-3, 1e6}},
    {Input::CheckpointBytes, {0.0, 1e18}},
    {Input::CheckpointBw, {0.0, 1e18}},
    {Input::StageInBw, {0.0, 1e18}},
}};

constexpr bool indexed_by_input() {
    for (std::size_t i = 0; i < kRanges.size(); ++i) {
        if (kRanges[i].input != static_cast<Input>(i)) {
            return false;
        }
    }
    return true;
}
static_assert(indexed_by_input());

}  // namespace

InputRange sensible_range(Input input) noexcept {
    return kRanges[static_cast<std::size_t>(input)].range;
}

std::string refusal(Input input, double value) {
    if (breaks_rule(input, value)) {
        return "is not allowed; it is " + allowed_text(input);
    }
    const InputRange range = sensible_range(input);
    if (std::isinf(value) || (value >= range.low && value <= range.high)) {
        return {};
    }
    const std::string unit = info_of(input).unit;
    return "is out of range; it is " + value_text(range.low) + " to " + value_text(range.high) +
           (unit.empty() ? "" : " " + unit);
}

std::optional<Input> first_refused(const Inputs& inputs) {
    for (const Input input : check_order()) {
        if (is_number(input) && !refusal(input, number_of(inputs, input)).empty()) {
            return input;
        }
    }
    return std::nullopt;
}

}  // namespace throughline::model
