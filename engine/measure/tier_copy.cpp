// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/tier_copy.h"

#include <atomic>
#include <chrono>
#include <stop_token>
#include <thread>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/pause.h"
#include "engine/base/say.h"
#include "engine/measure/failure_judge.h"
#include "engine/measure/pause_watch.h"
#include "engine/pipeline/pipeline.h"

namespace throughline::measure {
namespace {

constexpr Nanoseconds kCopyLookEvery = std::chrono::milliseconds(2);

void keep_first_failure(pipeline::ItemLog& items, FailureJudge& failures) {
    for (const pipeline::ItemEvent& event : items.take()) {
        if (event.failed) {
            failures.keep_first(event.text);
        }
    }
}

void note_pause(const RepeatContext& context, Nanoseconds paused) {
    context.sink.note(context.run,
                      record::kPausedCode,
                      record::Level::Warning,
                      say_english("the program stood still for %1 while it copied the data set, so "
                                  "how long the copy took is not known",
                                  format_significant(in_seconds(paused), 2) + " s"));
}

/// Waits until the disk has the copy. On a thread of its own, so that this one waits in steps: one
/// long wait for a disk looks like a process that stood still. Returns: how long it did.
Nanoseconds settle_copy(storage::ReadTier& tier, PauseWatch& pauses, const std::stop_token& stop) {
    std::atomic<bool> settled{false};
    const std::jthread settling([&] {
        tier.settle(stop);
        settled = true;
    });
    Nanoseconds paused{};
    while (!settled && !stop.stop_requested()) {
        paused += pauses.look(Nanoseconds::zero());
        pause_for(kCopyLookEvery, stop);
        paused += pauses.look(kCopyLookEvery);
    }
    return paused;
}

}  // namespace

Result<CopyBefore> copy_before(const RepeatContext& context,
                               const pipeline::PipelineOptions& options,
                               storage::ReadTier* tier) {
    if (!context.point.tier || !context.point.tier->copied_before) {
        return CopyBefore{};
    }
    const auto stop = context.control.token();
    context.on_phase("copying", 0.0);
    pipeline::PipelineOptions copying = options;
    copying.stages = spec::Stages::Storage;
    copying.order = dataset::Order(dataset::OrderKind::Sequential, 0);
    copying.epochs_max = 1;
    copying.hold_between_epochs = false;
    const SteadyTime began = steady_now();
    auto pipeline = pipeline::Pipeline::start(copying, stop);
    if (!pipeline) {
        return std::move(pipeline).error();
    }
    FailureJudge failures(context, copying.stages);
    PauseWatch pauses;
    Nanoseconds paused{};
    for (bool over = false; !over && !failures.gave_up();) {
        over = (*pipeline)->ended() || (*pipeline)->failed() || stop.stop_requested();
        keep_first_failure((*pipeline)->items(), failures);
        failures.look((*pipeline)->snapshot());
        paused += pauses.look(Nanoseconds::zero());
        if (!over) {
            pause_for(kCopyLookEvery, stop);
            paused += pauses.look(kCopyLookEvery);
        }
    }
    if (tier != nullptr && (*pipeline)->ended() && !stop.stop_requested()) {
        paused += settle_copy(*tier, pauses, stop);
    }
    const Nanoseconds lasted = steady_now() - began;
    auto end = (*pipeline)->finish();
    if (stop.stop_requested()) {
        return Error{.code = ErrorCode::Stopped, .what = say("copy the data set")};
    }
    if (end.failure) {
        return *std::move(end.failure);
    }
    if (auto failure = failures.failure()) {
        return *std::move(failure);
    }
    if (paused > Nanoseconds::zero()) {
        note_pause(context, paused);
    }
    return CopyBefore{.lasted = lasted, .paused = paused > Nanoseconds::zero()};
}

}  // namespace throughline::measure
