// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/consumer/gpu_plugin_abi.h"
#include "engine/cuda/batch_decoder.cuh"
#include "engine/cuda/device_memory.cuh"
#include "engine/cuda/events.cuh"
#include "engine/cuda/exchange.cuh"
#include "engine/cuda/libraries.cuh"
#include "engine/cuda/normalise.cuh"
#include "engine/cuda/step_graph.cuh"
#include "engine/cuda/work.cuh"

namespace throughline::cuda {

/// One device at work on batches: a copy stream and a compute stream, joined by events.
///     pixels --copy stream--> staging[i] --compute stream--> normalise -> fp16[i] (-> network)
/// Encoded images are decoded on the copy stream instead of being copied.
/// Thread: one at a time; stats() also by another beside it.
class Session {
public:
    /// Errors: what the device cannot do; `session` is then empty.
    static std::int32_t open(const TlGpuConfig& config,
                             std::unique_ptr<Session>& session,
                             TlGpuError* error);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    ~Session();

    std::int32_t ceiling(double seconds, TlGpuCeiling& ceiling, TlGpuError* error);
    std::int32_t submit(const TlGpuBatch& batch, std::uint64_t& ticket, TlGpuError* error);
    std::int32_t wait(std::uint64_t ticket,
                      std::int64_t timeout_ns,
                      TlGpuDone& done,
                      TlGpuError* error);
    std::int32_t stats(TlGpuSample& sample, TlGpuError* error) const;
    void remarks(TlGpuRemarks& remarks) const;
    std::int32_t decoding(TlGpuDecoding& decoding, TlGpuError* error) const;

private:
    /// Memory of a batch under way. There are in_flight_max of them, used in turn.
    struct Slot {
        DeviceMemory<std::uint8_t> staging;
        DeviceMemory<TlGpuView> views;
        DeviceMemory<std::int32_t> labels;
        DeviceMemory<network::Half> normalised;
        DeviceMemory<float> loss;     ///< of each image, training only
        PinnedMemory<float> results;  ///< where it comes to on the host
        StepGraph step;               ///< of a whole batch that lies here
    };
    /// When a batch was copied and computed. Twice as many as slots, so that those of the step
    /// before are still there when a step's are read.
    struct Times {
        Event copy_begin;
        Event copied;
        Event step_begin;
        Event step_end;
        std::uint32_t images = 0;
        BatchDecoder::Counts decoded;
        bool open = false;  ///< submitted, and not yet told to be finished
    };
    /// What came with a batch besides its pixels.
    struct Extras {
        bool views = false;
        bool labels = false;
        bool together = false;  ///< gradients are exchanged

        bool any() const noexcept { return views || labels || together; }
    };

    static std::int64_t now_ns();
    explicit Session(const TlGpuConfig& config) : config_(config) {}
    cudaError_t make_all();
    cudaError_t make_slot(Slot& slot) const;
    std::int32_t make_work(TlGpuError* error);
    std::string words(const std::string& act) const;
    cudaError_t copy(const TlGpuBatch& batch, Slot& slot, Times& times) const;
    std::int32_t decode(const TlGpuBatch& batch, std::uint64_t ticket, TlGpuError* error);
    cudaError_t compute(const TlGpuBatch& batch, Slot& slot, Times& times);
    cudaError_t launch_step(const Slot& slot, std::uint32_t images, Extras with);
    cudaError_t run_step(Slot& slot, std::uint32_t images, Extras with);
    cudaError_t launch_steps(std::uint32_t steps, const Event& end);
    cudaError_t warm_up(double seconds);
    cudaError_t repeat_steps(double seconds, TlGpuCeiling& ceiling);
    cudaError_t read_times(std::uint64_t ticket, TlGpuDone& done);
    float mean_loss(std::uint64_t ticket) const;

    std::uint32_t slot_index(std::uint64_t ticket) const {
        return static_cast<std::uint32_t>(ticket % slots_.size());
    }
    Slot& slot_of(std::uint64_t ticket) { return slots_[slot_index(ticket)]; }
    const Slot& slot_of(std::uint64_t ticket) const { return slots_[slot_index(ticket)]; }
    Times& times_of(std::uint64_t ticket) { return times_[ticket % times_.size()]; }
    const Times& times_of(std::uint64_t ticket) const { return times_[ticket % times_.size()]; }
    std::uint64_t bytes_of(std::uint32_t images) const noexcept {
        return std::uint64_t{images} * config_.height_px * config_.width_px * 3;
    }

    TlGpuConfig config_;
    Stream copy_stream_;
    Stream compute_stream_;
    std::vector<Slot> slots_;
    std::vector<Times> times_;
    std::unique_ptr<DeviceSampler> sampler_;
    std::unique_ptr<BatchDecoder> decoder_;  ///< null: batches are pixels
    std::unique_ptr<Exchange> exchange_;     ///< null: it trains alone, or not at all
    std::unique_ptr<Work> work_;             ///< null: copy and normalise only
    bool is_loaded_ = false;                 ///< its kernels, by a first step
    std::string graph_problem_;  ///< why steps are not replayed; "" = they are, or will be
    std::uint64_t submitted_ = 0;
    double step_seconds_ = 0.0;  ///< of a warm step of the ceiling; 0 = not known yet
    std::uint64_t open_ = 0;     ///< tickets not yet told to be finished
};

}  // namespace throughline::cuda
