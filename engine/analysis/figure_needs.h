// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace throughline::analysis {

/// What has to take part for a figure to come about.
enum class FigureNeed : std::uint8_t {
    Nothing,  ///< no measurement would bring it
    Machine,  ///< any measurement
    Images,
    Batches,
    Reads,
    Disk,
    DiskLog,
    Mount,
    Store,
    EmulatedStore,
    Volume,
    Blocks,  ///< requests of a storage baseline
    Cache,
    Epochs,
    CacheEpochs,
    CopyFirst,
    Decoding,
    Augmenting,
    Stages,  ///< side by side
    Ceilings,
    ConsumerCeiling,
    Curve,
    Turns,
    Accelerator,
    Gpu,
    GpuTraining,
    GpuDecoding,
    GpuExchange,
    GpuShare,
    Nodes,
    Loader,
    Price,
    EpochPrice,
    ObservedJob,
    NudgedJob,
    OtherTool,
};

/// The figures whose ids begin so; the longest beginning decides.
struct FigureNeeds {
    std::string_view begins;
    FigureNeed need;
};
/// All of them. Errors: none. Thread: any.
std::span<const FigureNeeds> figure_needs() noexcept;

/// Of a metric's key. Errors: none. Thread: any.
FigureNeed need_of(std::string_view key);

/// What brings a figure of this need, a sentence in the spoken language; "": nothing does.
/// Errors: none. Thread: any.
std::string remedy_of(FigureNeed need);

/// Whether the full pipeline and each stage alone, measured in one study, bring figures of this
/// need. Errors: none. Thread: any.
bool is_brought_by_all_stages(FigureNeed need) noexcept;

}  // namespace throughline::analysis
