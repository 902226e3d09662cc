// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/consumer/gpu_plugin_abi.h"
#include "engine/cuda/device_memory.cuh"
#include "engine/cuda/libraries.cuh"
#include "engine/cuda/nvjpeg_fault.cuh"
#include "engine/cuda/nvjpeg_owned.cuh"
#include "engine/cuda/single_decoder.cuh"
#include "engine/network/resample.h"

namespace throughline::cuda {

/// Batches of JPEGs to pixels on the device, by nvJPEG, and a kernel that crops and resizes them:
///     bytes on the host --> planes, as large as the image --> [images, height_px, width_px, 3]
/// What the way in force does not take (progressive, CMYK, ...) goes one image after the other.
/// Thread: one at a time. Memory: planes grow to the largest batch seen, then stay.
class BatchDecoder {
public:
    /// Images of one batch, by the way they went.
    struct Counts {
        std::uint32_t together = 0;
        std::uint32_t singly = 0;
        std::uint32_t failed = 0;
    };

    /// For the current device. Errors: kTlGpuNoLibrary without nvJPEG; kTlGpuUnsupported where the
    /// device lacks the way that was asked for.
    static std::int32_t open(const TlGpuConfig& config,
                             std::unique_ptr<BatchDecoder>& decoder,
                             TlGpuError* error);
    BatchDecoder(const BatchDecoder&) = delete;
    BatchDecoder& operator=(const BatchDecoder&) = delete;
    ~BatchDecoder() = default;

    void describe(TlGpuDecoding& decoding) const;
    /// Launches the decoding of a batch on `stream`, into `pixels` on the device; slots are used in
    /// turn, one whose batch is over. The host's share is done here, and `goes_on` is called for
    /// each image that takes its time. Errors: of the device; an image that cannot be decoded is
    /// counted.
    struct Job {
        std::span<const TlGpuEncoded> images;
        std::uint64_t slot = 0;
        std::uint8_t* pixels = nullptr;  ///< on the device
        cudaStream_t stream = nullptr;
        std::function<void()> goes_on;
    };
    std::int32_t decode(const Job& job, Counts& counts, TlGpuError* error);

private:
    struct Slot {
        nvjpeg::Owned<nvjpeg::State> state;
        int begun_for = 0;  ///< images of a batch that `state` was set up for
        DeviceMemory<std::uint8_t> planes;
        std::uint64_t plane_bytes = 0;
        PinnedMemory<network::ResampleJob> jobs;
        DeviceMemory<network::ResampleJob> jobs_on_device;
    };
    /// Which of the batch's images nvJPEG takes together, in its own arrays.
    struct Together {
        std::vector<std::uint32_t> places;
        std::vector<const unsigned char*> bytes;
        std::vector<std::size_t> lengths;
        std::vector<nvjpeg::Image> to;
        void clear();
    };

    explicit BatchDecoder(const TlGpuConfig& config) : config_(config) {}
    std::int32_t load(TlGpuError* error);
    std::int32_t choose_way(TlGpuError* error);
    std::int32_t make_slots(TlGpuError* error);
    bool readable(const TlGpuEncoded& image) const;
    bool goes_together() const;
    std::int32_t decode_singly(const Job& job, Counts& counts, TlGpuError* error);
    cudaError_t put_pixels(const Job& job) const;
    cudaError_t lay_out(std::span<const TlGpuEncoded> images, Slot& slot);
    void sort(std::span<const TlGpuEncoded> images);
    nvjpeg::Status launch_together(Slot& slot, cudaStream_t stream);
    cudaError_t launch_resize(Slot& slot,
                              std::uint32_t images,
                              std::uint8_t* pixels,
                              cudaStream_t stream) const;

    TlGpuConfig config_;
    OpenLibrary library_;  ///< before what it made
    nvjpeg::Api api_;
    TlGpuDecodeWay way_ = kTlGpuDecodeNone;  ///< in force
    std::string reason_;                     ///< why none before it
    nvjpeg::Owned<nvjpeg::Handle> handle_;
    nvjpeg::Owned<nvjpeg::Stream> header_;
    nvjpeg::Owned<nvjpeg::Params> params_;
    std::unique_ptr<SingleDecoder> single_;
    nvjpeg::FaultWatch faults_;
    std::vector<Slot> slots_;

    // Of the batch at hand, kept for their memory.
    std::vector<nvjpeg::Image> to_;
    std::vector<std::uint32_t> singly_;
    std::vector<bool> decoded_;
    Together together_;
};

}  // namespace throughline::cuda
