// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/measure/measured_interval.h"
#include "engine/measure/repeat.h"
#include "engine/measure/tier_copy.h"
#include "engine/storage/cache_group.h"
#include "engine/storage/read_tier.h"

// Used in this folder only.
namespace throughline::measure {

/// Removes the memory groups that killed runs have left, and tries to make one where a point limits
/// its page cache. Errors: Unsupported, Permission, Io, with why there is none.
Result<void> check_cache_budgets(const std::vector<spec::Settings>& points);

/// The caches of a repeat, empty: the group of one whose page cache has a budget, and the tier in
/// front of its storage; null where there is none.
struct OwnCaches {
    std::unique_ptr<storage::CacheGroup> group{};
    std::shared_ptr<storage::ReadTier> tier{};
};
/// Errors: as above, and those of make_tier().
Result<OwnCaches> make_caches(const PointOptions& point);

/// What a repeat reads through; both may be null. They outlive it.
struct Caches {
    const storage::CacheGroup* group = nullptr;
    const storage::ReadTier* tier = nullptr;
    CopyBefore copy{};            ///< of the data set into the tier, before the run
    storage::TierCounts begun{};  ///< of the tier, when the run began after that

    storage::TierCounts counts() const {
        return tier != nullptr ? tier->counts() : storage::TierCounts{};
    }
};

/// Tells from epoch to epoch how long it took, and what came from a cache and what from behind it;
/// of runs that do not tell their epochs apart, nothing. Whole epochs since the start count,
/// warm-up or not, but for those in which the process stood still. Thread: one owner.
class EpochFigures {
public:
    EpochFigures(const Caches& caches, const PointOptions& point);

    /// An interval ends: what the caches hold, and brought in it, goes into the sample.
    void end_interval(const PipelineInterval& interval, bool paused, record::Sample& sample);
    void begin_epoch();
    void end_epoch();
    /// The figures of its epochs and of the caches, and notes of how they were limited.
    void conclude(const RepeatContext& context, RepeatOutcome& outcome) const;

private:
    struct Epoch {
        PipelineInterval sum{};
        storage::TierCounts tier{};
        bool paused = false;
    };
    void add_epoch(const RepeatContext& context, std::size_t index, RepeatOutcome& outcome) const;
    void add_bytes(const RepeatContext& context, std::size_t index, RepeatOutcome& outcome) const;
    void add_times(std::size_t index, RepeatOutcome& outcome) const;
    void conclude_group(const RepeatContext& context, RepeatOutcome& outcome) const;
    void conclude_tier(const RepeatContext& context, RepeatOutcome& outcome) const;

    Caches caches_;
    bool active_;
    storage::TierCounts last_{};         ///< when the last interval ended
    storage::TierCounts epoch_begun_{};  ///< when the epoch began
    Epoch epoch_{};
    std::vector<Epoch> epochs_{};
};

}  // namespace throughline::measure
