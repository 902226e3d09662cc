// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/measure/emulated_volume.h"
#include "engine/measure/study_sources.h"
#include "engine/remote/emulated_store.h"

namespace throughline::measure {

/// What the readers of one repeat are emulated on: a volume, a store, or nothing. As new: what a
/// repeat before it has used up is there again.
struct EmulatedStorage {
    std::unique_ptr<EmulatedVolume> volume{};
    std::shared_ptr<remote::EmulatedStore> store{};

    static EmulatedStorage make(const PointOptions& point, int repeat);
    /// Puts it under the readers. It outlives the pipeline.
    void put_under(pipeline::PipelineOptions& options) const;
    /// What is asked of the store, real or emulated; null without one.
    const remote::Traffic* traffic(const Source& source) const noexcept;
};

}  // namespace throughline::measure
