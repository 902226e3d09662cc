// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/cache_tier.h"

#include <algorithm>
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

std::string budget_text(std::uint64_t bytes) {
    return format_quantity(static_cast<double>(bytes), "bytes", ByteUnits::Binary);
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

Result<std::unique_ptr<storage::CacheGroup>> make_cache_group(const PointOptions& point) {
    using Group = std::unique_ptr<storage::CacheGroup>;
    const auto stages = point.pipeline.stages;
    if (point.page_cache_bytes == 0 || stages == spec::Stages::Decode ||
        stages == spec::Stages::Consumer) {
        return Group();  // nothing is read while measuring
    }
    const auto place = storage::group_place();
    if (!place) {
        return refused(place.error());
    }
    auto group = storage::CacheGroup::open(*place, point.page_cache_bytes);
    if (!group) {
        return refused(std::move(group).error());
    }
    return group;
}

void CacheTier::end_interval(const PipelineInterval& interval,
                             bool paused,
                             record::Sample& sample) {
    if (!active()) {
        return;
    }
    epoch_.sum += interval;
    epoch_.paused = epoch_.paused || paused;
    if (const auto memory = group_->memory()) {
        sample.metrics["page_cache_held_bytes"] = static_cast<double>(memory->cache_bytes);
    }
}

void CacheTier::end_epoch() {
    if (active() && epoch_.sum.images_delivered > 0) {
        epochs_.push_back(std::exchange(epoch_, {}));
    }
}

void CacheTier::add_epoch(const RepeatContext& context,
                          std::size_t index,
                          RepeatOutcome& outcome) const {
    const Epoch& epoch = epochs_[index];
    const auto key = [&](const char* id) {
        return metrics::labelled(id, "epoch", std::to_string(index + 1));
    };
    const double seconds = in_seconds(epoch.sum.length);
    if (epoch.paused || seconds <= 0.0) {
        outcome.absent[key("epoch_images_per_second")] = to_say("the program stood still in it");
        return;
    }
    outcome.metrics[key("epoch_images_per_second")] =
        static_cast<double>(epoch.sum.images_delivered) / seconds;
    const StorageFacts facts = storage_facts(epoch.sum, context.source, {});
    if (facts.uncounted_reason.empty() && facts.reads_failed == 0) {
        const auto fetched = static_cast<double>(*facts.fetched_bytes);
        outcome.metrics[key("epoch_fetched_bytes")] = fetched;
        outcome.metrics[key("epoch_cache_bytes")] =
            std::max(0.0, static_cast<double>(facts.requested_bytes) - fetched);
        return;
    }
    const std::string reason =
        facts.uncounted_reason.empty() ? to_say("reads failed in it") : facts.uncounted_reason;
    outcome.absent[key("epoch_fetched_bytes")] = reason;
    outcome.absent[key("epoch_cache_bytes")] = reason;
}

void CacheTier::conclude(const RepeatContext& context, RepeatOutcome& outcome) const {
    if (!active()) {
        return;
    }
    const auto memory = group_->memory();
    if (memory) {
        outcome.metrics["page_cache_held_bytes"] = static_cast<double>(memory->cache_bytes);
    }
    for (std::size_t i = 0; i < std::min(epochs_.size(), kEpochsTold); ++i) {
        add_epoch(context, i, outcome);
    }
    if (epochs_.empty()) {
        outcome.absent["epoch_images_per_second"] =
            to_say("the run ended before its first epoch did");
    }
    if (context.repeat == 1) {
        context.sink.note(
            context.run,
            "cache.budget",
            record::Level::Info,
            say_english(group_->version_two()
                            ? to_say("the page cache of this run was held to %1 by a memory "
                                     "control group (version 2); beside it the program held %2")
                            : to_say("the page cache of this run was held to %1 by a memory "
                                     "control group (version 1); beside it the program held %2"),
                        budget_text(group_->budget_bytes()),
                        memory ? budget_text(memory->other_bytes) : to_say("an unknown amount")),
            "storage.page_cache_bytes");
    }
}

}  // namespace throughline::measure
