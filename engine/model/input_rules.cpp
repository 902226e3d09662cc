// SPDX-License-Identifier: Apache-2.0
// What inputs must fulfil, and in which order those that do not are named.
#include <array>
#include <cmath>
#include <string>

#include "engine/model/input_table.h"

namespace throughline::model {
namespace {

// The order of the text: by rule, then as listed there. Switches are not in it and come last.
constexpr std::array<Input, kInputCount> kCheckOrder{{
    Input::ImagesPerEpoch,
    Input::ImageBytes,
    Input::TensorBytes,
    Input::RequestBytes,
    Input::StoMaxIoBytes,
    Input::BatchPerGpu,
    Input::Cores,
    Input::ReadAmplification,
    Input::ValidationRateFactor,
    Input::Nodes,
    Input::QueueDepth,
    Input::Epochs,
    Input::StoEfficiency,
    Input::LinkEfficiency,
    Input::Overlap,
    Input::CacheMix,
    Input::GpuPriceShare,
    Input::MetaOps,
    Input::StoUnits,
    Input::StoLatency,
    Input::CacheBytes,
    Input::Threads,
    Input::CpuSecondsPerImage,
    Input::CpuSigma,
    Input::CpuKappa,
    Input::GpusPerNode,
    Input::GpuSigma,
    Input::GpuKappa,
    Input::GradBytes,
    Input::HopLatency,
    Input::PrefetchBatches,
    Input::VariabilityC2,
    Input::NodeUsdPerHour,
    Input::StoUsdPerMonth,
    Input::UsdPerRequest,
    Input::UsdPerGbRead,
    Input::PsNodes,
    Input::ValidationImages,
    Input::CheckpointBytes,
    Input::StoBw,
    Input::StoIops,
    Input::StoConnBw,
    Input::ClientBw,
    Input::ClientIops,
    Input::LinkBps,
    Input::GpuRate,
    Input::H2dBw,
    Input::PsLinkBps,
    Input::CheckpointBw,
    Input::StageInBw,
    Input::Format,
    Input::Access,
    Input::CachePolicy,
    Input::AllReduce,
    Input::Warm,
    Input::StoShared,
    Input::StoRemote,
    Input::CacheSharded,
}};

bool fulfils(InputRule rule, double value) noexcept {
    switch (rule) {
        case InputRule::Positive:
            return std::isfinite(value) && value > 0.0;
        case InputRule::AtLeastOne:
            return std::isfinite(value) && value >= 1.0;
        case InputRule::Share:
            return value > 0.0 && value <= 1.0;
        case InputRule::ShareOrZero:
            return value >= 0.0 && value <= 1.0;
        case InputRule::NotNegative:
            return std::isfinite(value) && value >= 0.0;
        case InputRule::Capacity:
            return value >= 0.0;  // false for NaN
        case InputRule::OneOfTheChoices:
            return true;
    }
    return false;
}

const char* words_of(InputRule rule) noexcept {
    switch (rule) {
        case InputRule::Positive:
            return "a number above 0";
        case InputRule::AtLeastOne:
            return "a number of 1 or more";
        case InputRule::Share:
            return "a number above 0 and at most 1";
        case InputRule::ShareOrZero:
            return "a number from 0 to 1";
        case InputRule::NotNegative:
            return "a number of 0 or more";
        case InputRule::Capacity:
            return "a number of 0 or more, or null for no limit";
        case InputRule::OneOfTheChoices:
            return "true or false";
    }
    return "";
}

}  // namespace

std::string allowed_text(Input input) {
    const auto names = choices_of(input);
    if (names.empty()) {
        return words_of(info_of(input).rule);
    }
    std::string text;
    for (const char* const name : names) {
        text += (text.empty() ? "" : ", ") + std::string(name);
    }
    return text;
}

bool breaks_rule(Input input, double value) noexcept {
    return !fulfils(info_of(input).rule, value);
}

std::optional<Input> first_invalid(const Inputs& inputs) noexcept {
    for (const Input input : kCheckOrder) {
        if (is_number(input) && breaks_rule(input, number_of(inputs, input))) {
            return input;
        }
    }
    return std::nullopt;
}

std::span<const Input> check_order() noexcept {
    return kCheckOrder;
}

}  // namespace throughline::model
