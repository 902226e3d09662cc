// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <string>

#include "engine/consumer/gpu_plugin_abi.h"
#include "engine/cuda/events.cuh"
#include "engine/cuda/nvjpeg_owned.cuh"

namespace throughline::cuda {

/// nvJPEG for one image at a time, of any kind that it knows: the host undoes the entropy coding,
/// the device does the rest, on a stream of its own. Thread: one owner.
class SingleDecoder {
public:
    /// For the current device. `api` must outlive it. Null: `error` says why.
    static std::unique_ptr<SingleDecoder> make(const nvjpeg::Api& api,
                                               unsigned flags,
                                               std::string& error);
    SingleDecoder(const SingleDecoder&) = delete;
    SingleDecoder& operator=(const SingleDecoder&) = delete;
    ~SingleDecoder() = default;

    struct Outcome {
        nvjpeg::Status status = nvjpeg::Status::Success;
        cudaError_t device = cudaSuccess;  ///< what the runtime says after it
    };
    /// Blocks: until the planes are there, or it failed.
    Outcome decode(const TlGpuEncoded& image, nvjpeg::Image& to);

private:
    explicit SingleDecoder(const nvjpeg::Api& api) : api_(api) {}
    nvjpeg::Status make_all(unsigned flags);

    const nvjpeg::Api& api_;
    Stream stream_;
    nvjpeg::Owned<nvjpeg::Handle> handle_;
    nvjpeg::Owned<nvjpeg::Decoder> decoder_;
    nvjpeg::Owned<nvjpeg::Pinned> pinned_;
    nvjpeg::Owned<nvjpeg::Device> device_;
    nvjpeg::Owned<nvjpeg::State> state_;
    nvjpeg::Owned<nvjpeg::Stream> parsed_;
    nvjpeg::Owned<nvjpeg::Params> params_;
};

}  // namespace throughline::cuda
