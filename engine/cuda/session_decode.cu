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
    BatchDecoder::Job job{.images = {batch.encoded, batch.images},
                          .slot = ticket,
                          .pixels = slot_of(ticket).staging.get(),
                          .stream = stream,
                          .goes_on = {}};
    // An engine of 2.0 has no such field.
    if (batch.struct_bytes >= sizeof batch && batch.goes_on != nullptr) {
        job.goes_on = [&batch] { batch.goes_on(batch.goes_on_context); };
    }
    const std::int32_t status = decoder_->decode(job, times.decoded, error);
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
