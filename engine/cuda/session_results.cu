// SPDX-License-Identifier: Apache-2.0
#include <time.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "engine/cuda/session.cuh"
#include "engine/cuda/status.cuh"

namespace throughline::cuda {

cudaError_t Session::read_times(std::uint64_t ticket, TlGpuDone& done) {
    const Times& times = times_of(ticket);
    if (const cudaError_t code =
            seconds_between(times.copy_begin, times.copied, done.copy_seconds)) {
        return code;
    }
    if (const cudaError_t code =
            seconds_between(times.step_begin, times.step_end, done.step_seconds)) {
        return code;
    }
    done.exchange_seconds = 0.0;
    if (exchange_) {
        if (const cudaError_t code =
                exchange_->seconds_of(slot_index(ticket), done.exchange_seconds)) {
            return code;
        }
    }
    done.idle_seconds = 0.0;
    return ticket == 1 ? cudaSuccess
                       : seconds_between(
                             times_of(ticket - 1).step_end, times.step_begin, done.idle_seconds);
}

/// NaN where nothing is trained.
float Session::mean_loss(std::uint64_t ticket) const {
    const Slot& slot = slot_of(ticket);
    if (!slot.results) {
        return NAN;
    }
    const std::uint32_t images = times_of(ticket).images;
    double sum = 0.0;
    for (std::uint32_t n = 0; n < images; ++n) {
        sum += slot.results.get()[n];
    }
    return static_cast<float>(sum / images);
}

std::int32_t Session::wait(std::uint64_t ticket,
                           std::int64_t timeout_ns,
                           TlGpuDone& done,
                           TlGpuError* error) {
    if (ticket == 0 || ticket > submitted_ || submitted_ - ticket >= times_.size() ||
        !times_of(ticket).open) {
        return fail(error, kTlGpuInvalid, "this batch is not in flight");
    }
    const std::int64_t deadline_ns = now_ns() + timeout_ns;
    done.loss = NAN;
    cudaError_t state = cudaEventQuery(times_of(ticket).step_end.get());
    while (state == cudaErrorNotReady && now_ns() < deadline_ns) {
        constexpr timespec kPause{.tv_sec = 0, .tv_nsec = 20'000};
        nanosleep(&kPause, nullptr);
        state = cudaEventQuery(times_of(ticket).step_end.get());
    }
    done.finished = state == cudaSuccess ? 1 : 0;
    done.copied =
        done.finished != 0 || cudaEventQuery(times_of(ticket).copied.get()) == cudaSuccess ? 1 : 0;
    if (state == cudaErrorNotReady) {
        static_cast<void>(cudaGetLastError());
        return kTlGpuTimeout;
    }
    if (state == cudaSuccess) {
        state = read_times(ticket, done);
        done.loss = mean_loss(ticket);
        const BatchDecoder::Counts& decoded = times_of(ticket).decoded;
        done.decoded_together = decoded.together;
        done.decoded_singly = decoded.singly;
        done.decode_failed = decoded.failed;
        times_of(ticket).open = false;
        --open_;
    }
    return state == cudaSuccess ? kTlGpuOk : fail(error, "wait for a batch", state);
}

void Session::remarks(TlGpuRemarks& remarks) const {
    std::string text = work_ ? work_->remarks() : std::string();
    if (!graph_problem_.empty()) {
        text += std::string(text.empty() ? "" : " ") +
                "The kernels of each step are launched one by one, since " + graph_problem_ + ".";
    }
    std::snprintf(remarks.text, sizeof remarks.text, "%s", text.c_str());
}

std::int32_t Session::stats(TlGpuSample& sample, TlGpuError* error) const {
    sampler_->fill(sample);
    std::size_t free_bytes = 0;
    std::size_t all_bytes = 0;
    cudaError_t code = cudaSetDevice(static_cast<int>(config_.device));
    code = code ? code : cudaMemGetInfo(&free_bytes, &all_bytes);
    if (code) {
        return fail(error, "ask for the device's memory", code);
    }
    sample.memory_used_bytes = static_cast<double>(all_bytes - free_bytes);
    return kTlGpuOk;
}

}  // namespace throughline::cuda
