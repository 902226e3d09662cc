// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/measure/store_choice.h"
#include "engine/measure/study_sources.h"
#include "engine/measure/tier_choice.h"
#include "engine/measure/volume_choice.h"
#include "engine/pipeline/pipeline.h"
#include "engine/placement/placement_plan.h"
#include "engine/remote/retry.h"
#include "engine/spec/settings.h"

namespace throughline::measure {

/// How the page cache is treated before and during a run.
enum class CacheState : std::uint8_t { Cold, Warm, AsIs };

/// A run's settings as the pipeline takes them. `settings` are complete and checked (spec::expand).
struct PointOptions {
    pipeline::PipelineOptions pipeline;
    CacheState page_cache = CacheState::Cold;
    /// Most that the page cache may hold, which then fills from epoch to epoch; 0: no limit.
    std::uint64_t page_cache_bytes = 0;
    std::optional<ChosenTier> tier{};  ///< in front of the storage that is read
    bool evicts_between_epochs = false;
    bool tells_epochs = false;  ///< each whole epoch has figures of its own
    placement::Policy placement = placement::Policy::None;
    double warmup_seconds = 0.0;
    double duration_seconds = 0.0;  ///< 0 = whole epochs, all of them measured
    double sample_seconds = 1.0;
    int repeats = 1;
    const ChosenVolume* volume = nullptr;  ///< that the reads are emulated on; null: none
    const ChosenStore* store = nullptr;    ///< likewise
    remote::RetryPolicy store_retry{};     ///< of what the store refuses
};
PointOptions point_options(const spec::Settings& settings, const Source& source);

}  // namespace throughline::measure
