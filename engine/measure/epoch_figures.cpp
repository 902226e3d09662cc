// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/epoch_figures.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/measure/storage_figures.h"

namespace throughline::measure {
namespace {

constexpr std::size_t kEpochsTold = 32;

Error refused(Error error) {
    error.what = say_english("storage.page_cache_bytes cannot be kept here: %1", error.what);
    return error;
}

std::uint64_t budget_of(const spec::Settings& point) {
    return static_cast<std::uint64_t>(spec::integer_of(point, "storage.page_cache_bytes"));
}

/// Of the reads that the tier looked for, [0, 100]; none without any.
std::optional<double> hit_share(const storage::TierCounts& counts) {
    const std::uint64_t all = counts.hits + counts.misses;
    return all == 0
               ? std::nullopt
               : std::optional(100.0 * static_cast<double>(counts.hits) / static_cast<double>(all));
}

/// `seconds`: of the interval; 0: of a whole run, which has no rate of its own.
void add_tier_figures(const storage::TierCounts& counts,
                      double seconds,
                      metrics::MetricValues& values) {
    if (const auto share = hit_share(counts)) {
        values["cache_hit_share"] = *share;
    }
    if (seconds > 0.0) {
        values["tier_read_bytes_per_second"] = static_cast<double>(counts.hit_bytes) / seconds;
    }
}

}  // namespace

Result<void> check_cache_budgets(const std::vector<spec::Settings>& points) {
    const auto place = storage::group_place();
    if (place) {
        storage::remove_left_groups(*place);
    }
    for (const spec::Settings& point : points) {
        const std::uint64_t budget = budget_of(point);
        if (budget == 0) {
            continue;
        }
        if (!place) {
            return refused(place.error());
        }
        auto group = storage::CacheGroup::open(*place, budget);
        return group ? Result<void>() : refused(std::move(group).error());
    }
    return {};
}

Result<OwnCaches> make_caches(const PointOptions& point) {
    OwnCaches caches;
    const auto stages = point.pipeline.stages;
    const bool reads = stages == spec::Stages::Full || stages == spec::Stages::Storage;
    if (reads && point.page_cache_bytes > 0) {
        const auto place = storage::group_place();
        if (!place) {
            return refused(place.error());
        }
        auto group = storage::CacheGroup::open(*place, point.page_cache_bytes);
        if (!group) {
            return refused(std::move(group).error());
        }
        caches.group = *std::move(group);
    }
    auto tier = make_tier(point.tier);
    if (!tier) {
        return std::move(tier).error();
    }
    caches.tier = *std::move(tier);
    return caches;
}

EpochFigures::EpochFigures(const Caches& caches, const PointOptions& point)
    : caches_(caches),
      active_(point.tells_epochs),
      last_(caches.begun),
      epoch_begun_(caches.begun) {}

void EpochFigures::end_interval(const PipelineInterval& interval,
                                bool paused,
                                record::Sample& sample) {
    epoch_.sum += interval;
    epoch_.paused = epoch_.paused || paused;
    if (caches_.group != nullptr) {
        if (const auto memory = caches_.group->memory()) {
            sample.metrics["page_cache_held_bytes"] = static_cast<double>(memory->cache_bytes);
        }
    }
    if (caches_.tier != nullptr) {
        const storage::TierCounts now = caches_.counts();
        add_tier_figures(
            now - std::exchange(last_, now), in_seconds(interval.length), sample.metrics);
        if (!caches_.tier->gave_up()) {
            sample.metrics["cache_held_bytes"] = static_cast<double>(caches_.tier->held_bytes());
        }
    }
}

void EpochFigures::begin_epoch() {
    epoch_ = {};
    epoch_begun_ = caches_.counts();
}

void EpochFigures::end_epoch() {
    if (active_ && epoch_.sum.images_delivered > 0) {
        epoch_.tier = caches_.counts() - epoch_begun_;
        epochs_.push_back(std::exchange(epoch_, {}));
    }
}

/// How long it was, and when it ended: the copy before the run and all epochs until then.
void EpochFigures::add_times(std::size_t index, RepeatOutcome& outcome) const {
    const std::string number = std::to_string(index + 1);
    const auto until = epochs_.begin() + static_cast<std::ptrdiff_t>(index) + 1;
    outcome.metrics[metrics::labelled("epoch_seconds", "epoch", number)] =
        in_seconds(epochs_[index].sum.length);
    if (caches_.copy.paused ||
        std::any_of(epochs_.begin(), until, [](const Epoch& epoch) { return epoch.paused; })) {
        outcome.absent[metrics::labelled("time_to_epoch_end", "epoch", number)] =
            to_say("the program stood still before");
        return;
    }
    Nanoseconds sum = caches_.copy.lasted;
    for (auto epoch = epochs_.begin(); epoch != until; ++epoch) {
        sum += epoch->sum.length;
    }
    outcome.metrics[metrics::labelled("time_to_epoch_end", "epoch", number)] = in_seconds(sum);
}

void EpochFigures::add_epoch(const RepeatContext& context,
                             std::size_t index,
                             RepeatOutcome& outcome) const {
    const Epoch& epoch = epochs_[index];
    const std::string images =
        metrics::labelled("epoch_images_per_second", "epoch", std::to_string(index + 1));
    const double seconds = in_seconds(epoch.sum.length);
    if (epoch.paused || seconds <= 0.0) {
        outcome.absent[images] = to_say("the program stood still in it");
        return;
    }
    outcome.metrics[images] = static_cast<double>(epoch.sum.images_delivered) / seconds;
    add_times(index, outcome);
    add_bytes(context, index, outcome);
}

void EpochFigures::add_bytes(const RepeatContext& context,
                             std::size_t index,
                             RepeatOutcome& outcome) const {
    const Epoch& epoch = epochs_[index];
    const auto key = [&](const char* id) {
        return metrics::labelled(id, "epoch", std::to_string(index + 1));
    };
    const auto put = [&](double from_cache, double from_storage) {
        outcome.metrics[key("epoch_cache_bytes")] = from_cache;
        outcome.metrics[key("epoch_fetched_bytes")] = from_storage;
    };
    if (caches_.tier != nullptr) {
        put(static_cast<double>(epoch.tier.hit_bytes), static_cast<double>(epoch.tier.miss_bytes));
        if (const auto share = hit_share(epoch.tier)) {
            outcome.metrics[key("epoch_hit_share")] = *share;
        }
        outcome.metrics[key("epoch_evictions")] = static_cast<double>(epoch.tier.evictions);
        return;
    }
    if (context.source.remote != nullptr || context.point.store != nullptr) {
        put(0.0, static_cast<double>(epoch.sum.bytes_read));  // no cache of this machine before it
        return;
    }
    const StorageFacts facts = storage_facts(epoch.sum, context.source, {});
    if (facts.uncounted_reason.empty() && facts.reads_failed == 0) {
        const auto fetched = static_cast<double>(*facts.fetched_bytes);
        put(std::max(0.0, static_cast<double>(facts.requested_bytes) - fetched), fetched);
        return;
    }
    const std::string reason =
        facts.uncounted_reason.empty() ? to_say("reads failed in it") : facts.uncounted_reason;
    outcome.absent[key("epoch_fetched_bytes")] = reason;
    outcome.absent[key("epoch_cache_bytes")] = reason;
}

void EpochFigures::conclude(const RepeatContext& context, RepeatOutcome& outcome) const {
    if (caches_.group != nullptr) {
        conclude_group(context, outcome);
    }
    if (caches_.tier != nullptr) {
        conclude_tier(context, outcome);
    }
    if (!active_) {
        return;
    }
    for (std::size_t i = 0; i < std::min(epochs_.size(), kEpochsTold); ++i) {
        add_epoch(context, i, outcome);
    }
    if (epochs_.empty()) {
        outcome.absent["epoch_images_per_second"] =
            to_say("the run ended before its first epoch did");
    }
}

void EpochFigures::conclude_group(const RepeatContext& context, RepeatOutcome& outcome) const {
    const auto memory = caches_.group->memory();
    if (memory) {
        outcome.metrics["page_cache_held_bytes"] = static_cast<double>(memory->cache_bytes);
    }
    if (context.repeat == 1) {
        context.sink.note(
            context.run,
            "cache.budget",
            record::Level::Info,
            say_english(caches_.group->version_two()
                            ? to_say("the page cache of this run was held to %1 by a memory "
                                     "control group (version 2); beside it the program held %2")
                            : to_say("the page cache of this run was held to %1 by a memory "
                                     "control group (version 1); beside it the program held %2"),
                        format_binary(caches_.group->budget_bytes()),
                        memory ? format_binary(memory->other_bytes) : to_say("an unknown amount")),
            "storage.page_cache_bytes");
    }
}

void EpochFigures::conclude_tier(const RepeatContext& context, RepeatOutcome& outcome) const {
    const storage::ReadTier& tier = *caches_.tier;
    const storage::TierCounts since = caches_.counts() - caches_.begun;
    add_tier_figures(since, 0.0, outcome.metrics);
    if (tier.gave_up()) {
        outcome.absent["cache_held_bytes"] =
            to_say("the disk failed to take what was written into the cache");
    } else {
        outcome.metrics["cache_held_bytes"] = static_cast<double>(tier.held_bytes());
    }
    outcome.metrics["cache_evictions"] = static_cast<double>(since.evictions);
    if (caches_.copy.paused) {
        outcome.absent["sync_time"] = to_say("the program stood still in it");
    } else if (context.point.tier->copied_before) {
        outcome.metrics["sync_time"] = in_seconds(caches_.copy.lasted);
    }
    const auto note = [&](const char* code, record::Level level, const std::string& text) {
        context.sink.note(context.run, code, level, text, "cache.kind");
    };
    if (context.repeat == 1) {
        note("cache.tier",
             record::Level::Info,
             tier.in_memory()
                 ? say_english("what was read was kept in memory, up to %1",
                               format_binary(tier.options().budget_bytes))
                 : say_english("what was read was kept on the disk of '%1', up to %2; it was read "
                               "from there past the page cache where the file system can",
                               tier.options().folder,
                               format_binary(tier.options().budget_bytes)));
    }
    const storage::TierCounts all = tier.counts();
    if (all.not_written > 0) {
        note("cache.not_written",
             record::Level::Warning,
             say_english("repeat %1: %2 reads could not be kept in the cache and are read again "
                         "each epoch; first: %3",
                         std::to_string(context.repeat),
                         format_count(all.not_written),
                         tier.write_failure()));
    }
    if (tier.gave_up()) {
        note("cache.gave_up",
             record::Level::Warning,
             say_english("repeat %1: the disk failed to take what was written into the cache, so "
                         "nothing more was read from it: %2",
                         std::to_string(context.repeat),
                         tier.write_failure()));
    }
    if (all.not_read > 0) {
        note("cache.not_read",
             record::Level::Warning,
             say_english("repeat %1: %2 reads failed in the cache and were read from the data set",
                         std::to_string(context.repeat),
                         format_count(all.not_read)));
    }
}

}  // namespace throughline::measure
