// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/single_decoder.cuh"

namespace throughline::cuda {

using nvjpeg::Status;

std::unique_ptr<SingleDecoder> SingleDecoder::make(const nvjpeg::Api& api,
                                                   unsigned flags,
                                                   std::string& error) {
    std::unique_ptr<SingleDecoder> made(new SingleDecoder(api));
    if (const cudaError_t code = make_stream(made->stream_)) {
        error = cudaGetErrorString(code);
        return nullptr;
    }
    if (const Status status = made->make_all(flags); status != Status::Success) {
        error = nvjpeg::words_of(status);
        return nullptr;
    }
    return made;
}

Status SingleDecoder::make_all(unsigned flags) {
    constexpr auto kBackend = nvjpeg::Backend::Hybrid;
    Status status =
        nvjpeg::make(handle_, api_.destroy, api_.create, kBackend, nullptr, nullptr, flags);
    const auto next = [&](auto& owned, auto give_back, auto make, auto... arguments) {
        if (status == Status::Success) {
            status = nvjpeg::make(owned, give_back, make, handle_.get(), arguments...);
        }
    };
    next(decoder_, api_.destroy_decoder, api_.create_decoder, kBackend);
    next(pinned_, api_.destroy_pinned, api_.create_pinned, nullptr);
    next(device_, api_.destroy_device, api_.create_device, nullptr);
    next(state_, api_.destroy_state, api_.create_decoder_state, decoder_.get());
    next(parsed_, api_.destroy_stream, api_.create_stream);
    next(params_, api_.destroy_params, api_.create_params);
    const auto then = [&](Status one) { status = status == Status::Success ? one : status; };
    if (status == Status::Success) {
        then(api_.attach_pinned(state_.get(), pinned_.get()));
        then(api_.attach_device(state_.get(), device_.get()));
        then(api_.set_format(params_.get(), nvjpeg::kPlanarRgb));
        then(api_.allow_cmyk(params_.get(), 1));
    }
    return status;
}

SingleDecoder::Outcome SingleDecoder::decode(const TlGpuEncoded& image, nvjpeg::Image& to) {
    Status status = api_.parse(handle_.get(), image.bytes, image.byte_count, 0, 0, parsed_.get());
    if (status == Status::Success) {
        status = api_.decode(handle_.get(),
                             decoder_.get(),
                             state_.get(),
                             parsed_.get(),
                             &to,
                             params_.get(),
                             stream_.get());
    }
    // The state's memory on the host is read until the device is done.
    const cudaError_t waited = cudaStreamSynchronize(stream_.get());
    return {.status = status, .device = waited};
}

}  // namespace throughline::cuda
