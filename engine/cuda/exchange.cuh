// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>
#include <string>

#include "engine/consumer/gpu_plugin_abi.h"
#include "engine/cuda/events.cuh"

namespace throughline::cuda {

/// The exchange of gradients between the GPUs that train together, by NCCL, which is opened by
/// name: a GPU a process, and each process one member. On a stream of its own, so that a work can
/// go on beside it.
/// Thread: that of its session.
class Exchange {
public:
    enum class Type : std::uint8_t { Float16, Float32 };

    /// Makes what all members of one exchange are given. It waits for them while the process lives.
    /// Errors: NoLibrary, with where NCCL was looked for; DeviceFailed with its words.
    static std::int32_t make_id(TlGpuExchangeId& id, TlGpuError* error);
    /// Blocks: until all of config.ranks have come. Errors: as make_id().
    static std::int32_t join(const TlGpuConfig& config,
                             std::unique_ptr<Exchange>& exchange,
                             TlGpuError* error);
    Exchange(const Exchange&) = delete;
    Exchange& operator=(const Exchange&) = delete;
    ~Exchange();

    /// The mean over all members takes the place of `count` values on the device: after what was
    /// launched on `stream` so far, and before what is launched there next. Called by every member
    /// in the same order with the same count. Errors: the first call that failed; see failure().
    cudaError_t all_reduce(void* values, std::uint64_t count, Type type, cudaStream_t stream);
    /// From here on its time counts for the step of this slot.
    void begin_step(std::uint32_t slot) noexcept { slot_ = slot; }
    /// How long the exchange of a slot's step took, which is over; 0 where it had none.
    cudaError_t seconds_of(std::uint32_t slot, double& seconds);
    /// What NCCL said; "" = nothing.
    const std::string& failure() const noexcept { return failure_; }

private:
    struct Library;
    /// Of one step; several calls of it count from the first to the last.
    struct Times {
        Event begin;
        Event end;
        bool open = false;
    };

    Exchange() = default;
    bool succeeded(int result);

    std::unique_ptr<Library> library_;
    void* member_ = nullptr;  ///< ncclComm_t
    Stream stream_;
    Event before_;  ///< the values are there
    Event after_;   ///< and their mean is
    Times times_[kTlGpuInFlightMax];
    std::uint32_t slot_ = 0;
    std::string failure_;
};

}  // namespace throughline::cuda
