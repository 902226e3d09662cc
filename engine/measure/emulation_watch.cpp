// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/emulation_watch.h"

#include <string>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/record/record.h"

namespace throughline::measure {
namespace {

constexpr const char* kAllowed = "store_allowed_requests_per_second";
// Above it what was measured is no longer the store alone.
constexpr double kLateShare = 0.05;

}  // namespace

void EmulationWatch::end_interval(SteadyTime now, record::Sample& sample) {
    volume_.end_interval(now, sample);
    if (storage_.store == nullptr) {
        return;
    }
    if (const double allowed = storage_.store->limits().allowed_per_s; allowed > 0.0) {
        sample.metrics[kAllowed] = allowed;
    }
}

void EmulationWatch::conclude(const RepeatContext& context,
                              const PipelineInterval& measured,
                              metrics::MetricValues& values) const {
    volume_.conclude(context, measured, values);
    if (storage_.store != nullptr) {
        conclude_store(context, values);
    }
}

void EmulationWatch::conclude_store(const RepeatContext& context,
                                    metrics::MetricValues& values) const {
    const remote::EmulatedStore& store = *storage_.store;
    const auto limits = store.limits();
    if (limits.allowed_per_s > 0.0) {
        values[kAllowed] = limits.allowed_per_s;
    }
    const std::uint32_t before = context.point.store->rules.prefixes;
    if (limits.prefixes > before) {
        context.sink.note(
            context.run,
            "store.split",
            record::Level::Info,
            say_english("repeat %1: the emulated store has split its prefixes for the "
                        "load: %2 at the beginning, %3 at the end",
                        std::to_string(context.repeat),
                        std::to_string(before),
                        std::to_string(limits.prefixes)),
            store.name());
    }
    if (const double late = store.late_share(); late > kLateShare) {
        context.sink.note(context.run,
                          "store.slow_disk",
                          record::Level::Warning,
                          say_english("repeat %1: in %2 % of the reads the real disk was slower "
                                      "than the emulated store, so that the figures are partly "
                                      "the disk's",
                                      std::to_string(context.repeat),
                                      format_significant(100.0 * late, 2)),
                          store.name());
    }
}

}  // namespace throughline::measure
