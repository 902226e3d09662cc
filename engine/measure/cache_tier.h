// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/measure/measured_interval.h"
#include "engine/measure/repeat.h"
#include "engine/storage/cache_group.h"

// Used in this folder only.
namespace throughline::measure {

/// Removes the memory groups that killed runs have left, and tries to make one where a point limits
/// its page cache. Errors: Unsupported, Permission, Io, with why there is none.
Result<void> check_cache_budgets(const std::vector<spec::Settings>& points);

/// The group of a repeat; null where its page cache has no budget. Errors: as above.
Result<std::unique_ptr<storage::CacheGroup>> make_cache_group(const PointOptions& point);

/// Tells from epoch to epoch what came from a page cache with a budget and what from storage; where
/// there is no budget, nothing. Whole epochs since the start count, warm-up or not, but for those
/// in which the process stood still. Thread: one owner.
class CacheTier {
public:
    /// `group` may be null.
    explicit CacheTier(const storage::CacheGroup* group) : group_(group) {}

    bool active() const noexcept { return group_ != nullptr; }
    /// An interval ends: what the cache holds goes into the sample.
    void end_interval(const PipelineInterval& interval, bool paused, record::Sample& sample);
    void begin_epoch() { epoch_ = {}; }
    void end_epoch();
    /// The figures of its epochs, and a note of how the cache was limited.
    void conclude(const RepeatContext& context, RepeatOutcome& outcome) const;

private:
    struct Epoch {
        PipelineInterval sum{};
        bool paused = false;
    };
    void add_epoch(const RepeatContext& context, std::size_t index, RepeatOutcome& outcome) const;

    const storage::CacheGroup* group_;
    Epoch epoch_{};
    std::vector<Epoch> epochs_{};
};

}  // namespace throughline::measure
