// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/session.cuh"
#include "engine/cuda/status.cuh"

namespace throughline::cuda {

/// In place of copying pixels: they come out of the decoder, on the same stream.
std::int32_t Session::decode(const TlGpuBatch& batch, std::uint64_t ticket, TlGpuError* error) {
    cudaStream_t stream = copy_stream_.get();
    Times& times = times_of(ticket);
    if (const cudaError_t code = cudaEventRecord(times.copy_begin.get(), stream)) {
        return fail(error, "begin to decode a batch", code);
    }
    const std::int32_t status = decoder_->decode({batch.encoded, batch.images},
                                                 ticket,
                                                 slot_of(ticket).staging.get(),
                                                 stream,
                                                 times.decoded,
                                                 error);
    if (status != kTlGpuOk) {
        return status;
    }
    const cudaError_t code = cudaEventRecord(times.copied.get(), stream);
    return code ? fail(error, "decode a batch", code) : kTlGpuOk;
}

std::int32_t Session::decoding(TlGpuDecoding& decoding, TlGpuError* error) const {
    if (!decoder_) {
        return fail(error, kTlGpuInvalid, "the session takes pixels");
    }
    decoder_->describe(decoding);
    return kTlGpuOk;
}

}  // namespace throughline::cuda
