// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/tier_copy.h"

#include <chrono>
#include <utility>

#include "engine/base/pause.h"
#include "engine/base/say.h"
#include "engine/pipeline/pipeline.h"

namespace throughline::measure {
namespace {

constexpr Nanoseconds kCopyLookEvery = std::chrono::milliseconds(2);

}  // namespace

Result<Nanoseconds> copy_before(const RepeatContext& context,
                                const pipeline::PipelineOptions& options) {
    if (!context.point.tier || !context.point.tier->copied_before) {
        return Nanoseconds::zero();
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
    while (!(*pipeline)->ended() && !(*pipeline)->failed() && !stop.stop_requested()) {
        pause_for(kCopyLookEvery, stop);
    }
    auto end = (*pipeline)->finish();
    if (stop.stop_requested()) {
        return Error{.code = ErrorCode::Stopped, .what = say("copy the data set")};
    }
    if (end.failure) {
        return *std::move(end.failure);
    }
    return steady_now() - began;
}

}  // namespace throughline::measure
