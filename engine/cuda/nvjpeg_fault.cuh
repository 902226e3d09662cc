// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/cuda/nvjpeg_api.cuh"

namespace throughline::cuda::nvjpeg {

/// Who is to blame where an image was not decoded.
enum class Fault : std::uint8_t { None, OfImage, OfDevice };

/// Tells a damaged image from a device that no longer works. What the runtime reports stays for
/// all calls that follow, and is the device's; so are a library that is not set up and memory that
/// is not to be had. nvJPEG says "execution failed" of either: DALI's users see it of single files
/// of ImageNet on devices that work, so it is the image's, until that many in a row fail so.
/// Source: nvJPEG's documentation, nvjpegStatus_t; NVIDIA/DALI, issue 3160.
class FaultWatch {
public:
    static constexpr int kInARow = 64;

    Fault of(Status status, cudaError_t device) {
        if (device != cudaSuccess || status == Status::NotInitialised ||
            status == Status::OutOfMemory) {
            return Fault::OfDevice;
        }
        if (status == Status::ExecutionFailed || status == Status::InternalError) {
            return ++in_a_row_ >= kInARow ? Fault::OfDevice : Fault::OfImage;
        }
        in_a_row_ = status == Status::Success ? 0 : in_a_row_;
        return status == Status::Success ? Fault::None : Fault::OfImage;
    }
    /// Images were decoded in another way.
    void decoded() noexcept { in_a_row_ = 0; }

private:
    int in_a_row_ = 0;
};

}  // namespace throughline::cuda::nvjpeg
