// SPDX-License-Identifier: Apache-2.0
// The ceiling of a session: its step again and again over what lies on the device.
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/cuda/session.cuh"
#include "engine/cuda/status.cuh"

namespace throughline::cuda {

/// Steps over whatever lies in the slots, back to back.
cudaError_t Session::launch_steps(std::uint32_t steps, const Event& end) {
    for (std::uint32_t i = 0; i < steps; ++i) {
        if (const cudaError_t code = run_step(slot_of(i), config_.batch_images, {})) {
            return code;
        }
    }
    return cudaEventRecord(end.get(), compute_stream_.get());
}

/// The first steps load kernels and raise the clocks; a few more tell how long one takes.
cudaError_t Session::warm_up(double seconds) {
    constexpr std::uint32_t kFirst = 3;
    Event cold;
    Event warm;
    cudaError_t code = make_event(cold);
    code = code ? code : make_event(warm);
    code = code ? code : launch_steps(kFirst, cold);
    code = code ? code : launch_steps(kFirst, warm);
    code = code ? code : cudaEventSynchronize(warm.get());
    code = code ? code : seconds_between(cold, warm, step_seconds_);
    step_seconds_ /= kFirst;
    TlGpuCeiling ignored{};
    return code ? code : repeat_steps(seconds, ignored);
}

/// Groups of steps, each timed from the end of the one before. The next is queued before one is
/// waited for, so that the device does not wait for the host.
cudaError_t Session::repeat_steps(double seconds, TlGpuCeiling& ceiling) {
    constexpr std::uint32_t kGroups = 10;
    constexpr std::uint32_t kGroupsMin = 3;
    constexpr double kShortest = 1e-6;
    std::array<Event, kTlGpuGroupsMax + 1> ends;
    std::array<std::uint32_t, kTlGpuGroupsMax + 1> steps{};
    cudaError_t code = cudaSuccess;
    for (Event& end : ends) {
        code = code ? code : make_event(end);
    }
    code = code ? code : launch_steps(0, ends[0]);
    std::uint32_t queued = 0;
    const std::int64_t deadline_ns = now_ns() + static_cast<std::int64_t>(seconds * 1e9);
    const auto queue = [&] {
        const double wanted = seconds / kGroups / std::max(step_seconds_, kShortest);
        steps[++queued] = static_cast<std::uint32_t>(std::max(1.0, std::round(wanted)));
        code = code ? code : launch_steps(steps[queued], ends[queued]);
    };
    queue();
    for (std::uint32_t done = 1; !code && done <= queued; ++done) {
        if (done == kGroupsMin) {  // the next is under way: nothing stands still meanwhile
            ceiling.clock_hertz = sampler_->clock_hertz();
        }
        if (queued < kTlGpuGroupsMax && (now_ns() < deadline_ns || queued < kGroupsMin)) {
            queue();
        }
        double group_seconds = 0.0;
        code = code ? code : cudaEventSynchronize(ends[done].get());
        code = code ? code : seconds_between(ends[done - 1], ends[done], group_seconds);
        step_seconds_ = group_seconds / steps[done];
        ceiling.group_images_per_second[done - 1] = config_.batch_images / step_seconds_;
        ceiling.steps += steps[done];
    }
    ceiling.group_count = queued;
    return code ? code : seconds_between(ends[0], ends[queued], ceiling.seconds);
}

std::int32_t Session::ceiling(double seconds, TlGpuCeiling& ceiling, TlGpuError* error) {
    constexpr double kWarmUpShare = 0.3;
    if (open_ != 0) {
        return fail(error, kTlGpuInvalid, "batches are in flight");
    }
    if (config_.trial != 0) {
        return fail(error, kTlGpuInvalid, "the session was opened only to see whether it fits");
    }
    cudaError_t code = cudaSetDevice(static_cast<int>(config_.device));
    if (!code && step_seconds_ == 0.0) {
        code = warm_up(kWarmUpShare * seconds);
    }
    ceiling.steps = 0;
    ceiling.clock_hertz = NAN;
    code = code ? code : repeat_steps(seconds, ceiling);
    if (!code && work_ && config_.phase == kTlGpuTraining) {
        // It has learned noise: what is fed afterwards is to be learned from the beginning.
        code = work_->reset(compute_stream_.get());
        code = code ? code : cudaStreamSynchronize(compute_stream_.get());
    }
    if (code) {
        return fail(error, words("repeat the step on the device"), code);
    }
    ceiling.images_per_second =
        static_cast<double>(ceiling.steps) * config_.batch_images / ceiling.seconds;
    return kTlGpuOk;
}

}  // namespace throughline::cuda
