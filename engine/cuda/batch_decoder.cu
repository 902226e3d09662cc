// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdio>
#include <thread>

#include "engine/cuda/batch_decoder.cuh"
#include "engine/cuda/launcher.cuh"
#include "engine/cuda/status.cuh"

namespace throughline::cuda {
// Named: see normalise.cu.
namespace batch_decoder_detail {

using nvjpeg::Status;

struct Way {
    TlGpuDecodeWay way;
    nvjpeg::Backend backend;
    const char* name;
};
/// In the order of preference.
constexpr std::array kWays{
    Way{kTlGpuDecodeEngines, nvjpeg::Backend::Hardware, "JPEG engines"},
    Way{kTlGpuDecodeKernels, nvjpeg::Backend::GpuHybrid, "entropy decoding on the device"},
    Way{kTlGpuDecodeHybrid, nvjpeg::Backend::Hybrid, "entropy decoding on the host"}};

constexpr std::uint64_t kPitchBytes = 64;

std::uint64_t pitch_of(const TlGpuEncoded& image) {
    return (image.width_px + kPitchBytes - 1) / kPitchBytes * kPitchBytes;
}

network::ResampleSide side_of(const TlGpuExtent& extent, std::uint32_t result_px) {
    return {.begin = extent.begin_px,
            .step = extent.size_px / result_px,
            .limit_begin = extent.limit_begin_px,
            .limit_end = extent.limit_end_px,
            .result_px = result_px,
            .mirrored = extent.mirrored != 0};
}

/// What a picture becomes a pixel of.
struct Resize {
    const network::ResampleJob* jobs;
    std::uint32_t width_px;
    std::uint32_t height_px;
    std::uint8_t* pixels;

    __device__ void operator()(std::uint64_t at) const {
        const auto x = static_cast<std::uint32_t>(at % width_px);
        const auto y = static_cast<std::uint32_t>(at / width_px % height_px);
        const std::uint64_t n = at / width_px / height_px;
        network::resample_pixel(jobs[n], y, x, pixels + at * 3);
    }
};

bool fits(const TlGpuExtent& extent, std::uint32_t side_px) {
    return extent.limit_begin_px < extent.limit_end_px && extent.limit_end_px <= side_px &&
           extent.size_px > 0.0;
}

std::uint64_t pixels_of(const TlGpuEncoded& image) {
    return std::uint64_t{image.width_px} * image.height_px;
}

/// "640 x 480 px"
std::string size_text(const TlGpuEncoded& image) {
    return std::to_string(image.width_px) + " x " + std::to_string(image.height_px) + " px";
}

const TlGpuEncoded& largest_of(std::span<const TlGpuEncoded> images) {
    return *std::max_element(images.begin(), images.end(), [](const auto& a, const auto& b) {
        return pixels_of(a) < pixels_of(b);
    });
}

/// Threads of the host for what the library does there.
int host_threads() {
    constexpr unsigned kMost = 16;
    return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, kMost));
}

}  // namespace batch_decoder_detail

using namespace batch_decoder_detail;

void BatchDecoder::Together::clear() {
    places.clear();
    bytes.clear();
    lengths.clear();
    to.clear();
}

std::int32_t BatchDecoder::open(const TlGpuConfig& config,
                                std::unique_ptr<BatchDecoder>& decoder,
                                TlGpuError* error) {
    std::unique_ptr<BatchDecoder> made(new BatchDecoder(config));
    for (const auto step :
         {&BatchDecoder::load, &BatchDecoder::choose_way, &BatchDecoder::make_slots}) {
        if (const std::int32_t status = (made.get()->*step)(error); status != kTlGpuOk) {
            return status;
        }
    }
    decoder = std::move(made);
    return kTlGpuOk;
}

std::int32_t BatchDecoder::load(TlGpuError* error) {
    std::string tried;
    library_ = open_library(kNvjpeg, tried);
    if (!library_) {
        return fail(error, kTlGpuNoLibrary, std::string(kNvjpeg) + ": " + tried);
    }
    if (const std::string missing = api_.load(library_.get()); !missing.empty()) {
        return fail(error, kTlGpuNoLibrary, std::string(kNvjpeg) + " has no function " + missing);
    }
    return kTlGpuOk;
}

std::int32_t BatchDecoder::choose_way(TlGpuError* error) {
    const unsigned flags = config_.smooth_chroma != 0 ? nvjpeg::kSmoothChroma : 0;
    Status last = Status::NotSupported;
    for (const Way& way : kWays) {
        if (config_.decode != kTlGpuDecodeBest && config_.decode != way.way) {
            continue;
        }
        last =
            nvjpeg::make(handle_, api_.destroy, api_.create, way.backend, nullptr, nullptr, flags);
        if (last == Status::Success) {
            way_ = way.way;
            break;
        }
        reason_ +=
            (reason_.empty() ? "" : "; ") + std::string(way.name) + ": " + nvjpeg::words_of(last);
    }
    if (!handle_) {
        return fail(error, kTlGpuUnsupported, "nvJPEG cannot be set up: " + reason_);
    }
    Status status = nvjpeg::make(header_, api_.destroy_stream, api_.create_stream, handle_.get());
    if (status == Status::Success) {
        status = nvjpeg::make(params_, api_.destroy_params, api_.create_params, handle_.get());
    }
    if (status == Status::Success) {
        status = api_.set_format(params_.get(), nvjpeg::kPlanarRgb);
    }
    std::string why = nvjpeg::words_of(status);
    if (status == Status::Success) {
        single_ = SingleDecoder::make(api_, flags, why);
    }
    return single_ ? kTlGpuOk : fail(error, kTlGpuDeviceFailed, "nvJPEG cannot be set up: " + why);
}

std::int32_t BatchDecoder::make_slots(TlGpuError* error) {
    slots_.resize(config_.in_flight_max);
    to_.resize(config_.batch_images);
    for (Slot& slot : slots_) {
        const Status status =
            nvjpeg::make(slot.state, api_.destroy_state, api_.create_state, handle_.get());
        if (status != Status::Success) {
            return fail(error,
                        status == Status::OutOfMemory ? kTlGpuOutOfMemory : kTlGpuDeviceFailed,
                        std::string("nvJPEG cannot be set up: ") + nvjpeg::words_of(status));
        }
        cudaError_t code = allocate(slot.jobs, config_.batch_images);
        code = code ? code : allocate(slot.jobs_on_device, config_.batch_images);
        if (code) {
            return fail(error, "allocate memory for decoding", code);
        }
    }
    return kTlGpuOk;
}

void BatchDecoder::describe(TlGpuDecoding& decoding) const {
    decoding.way = way_;
    decoding.engines = 0;
    decoding.engine_cores = 0;
    if (way_ == kTlGpuDecodeEngines && api_.hardware != nullptr &&
        api_.hardware(handle_.get(), &decoding.engines, &decoding.engine_cores) !=
            Status::Success) {
        decoding.engines = 0;
        decoding.engine_cores = 0;
    }
    std::snprintf(decoding.library, sizeof decoding.library, "nvJPEG %s", api_.version().c_str());
    std::snprintf(decoding.reason, sizeof decoding.reason, "%s", reason_.c_str());
}

/// Whether the file is what the engine took it for.
bool BatchDecoder::readable(const TlGpuEncoded& image) const {
    unsigned width_px = 0;
    unsigned height_px = 0;
    return image.bytes != nullptr && fits(image.across, image.width_px) &&
           fits(image.down, image.height_px) &&
           api_.parse_header(handle_.get(), image.bytes, image.byte_count, header_.get()) ==
               Status::Success &&
           api_.frame(header_.get(), &width_px, &height_px) == Status::Success &&
           width_px == image.width_px && height_px == image.height_px;
}

/// Whether the way in force takes the image whose header was read last. Only of the engines the
/// library says so; kernels take what is baseline, and CMYK needs a parameter that batches lack.
bool BatchDecoder::goes_together() const {
    if (way_ == kTlGpuDecodeEngines) {
        int refused = 1;
        return api_.batch_supports(handle_.get(), header_.get(), params_.get(), &refused) ==
                   Status::Success &&
               refused == 0;
    }
    unsigned components = 0;
    int encoding = 0;
    return api_.components(header_.get(), &components) == Status::Success && components <= 3 &&
           api_.encoding(header_.get(), &encoding) == Status::Success &&
           encoding == nvjpeg::kBaseline;
}

/// Room for the planes of all images, one behind the other.
cudaError_t BatchDecoder::lay_out(std::span<const TlGpuEncoded> images, Slot& slot) {
    std::uint64_t bytes = 0;
    for (const TlGpuEncoded& image : images) {
        bytes += 3 * pitch_of(image) * image.height_px;
    }
    if (bytes > slot.plane_bytes) {
        slot.planes.reset();
        slot.plane_bytes = 0;
        const std::uint64_t with_reserve = bytes + bytes / 4;
        if (const cudaError_t code = allocate(slot.planes, with_reserve)) {
            return code;
        }
        slot.plane_bytes = with_reserve;
    }
    std::uint8_t* at = slot.planes.get();
    for (std::size_t n = 0; n < images.size(); ++n) {
        const TlGpuEncoded& image = images[n];
        const std::uint64_t pitch = pitch_of(image);
        to_[n] = {};
        for (int plane = 0; plane < 3; ++plane) {
            to_[n].channel[plane] = at;
            to_[n].pitch[plane] = pitch;
            at += pitch * image.height_px;
        }
        const bool turned = image.transposed != 0;
        slot.jobs.get()[n] = {
            .picture = {.red = to_[n].channel[0],
                        .green = to_[n].channel[1],
                        .blue = to_[n].channel[2],
                        .pitch = pitch},
            .across = side_of(image.across, turned ? config_.height_px : config_.width_px),
            .down = side_of(image.down, turned ? config_.width_px : config_.height_px),
            .transposed = turned};
    }
    return cudaSuccess;
}

/// Which images the way in force takes together; those that are no images at all are marked in
/// their job, by the caller.
void BatchDecoder::sort(std::span<const TlGpuEncoded> images) {
    singly_.clear();
    together_.clear();
    for (std::uint32_t n = 0; n < images.size(); ++n) {
        if (images[n].is_pixels != 0 || !readable(images[n])) {
            continue;
        }
        if (!goes_together()) {
            singly_.push_back(n);
            continue;
        }
        together_.places.push_back(n);
        together_.bytes.push_back(images[n].bytes);
        together_.lengths.push_back(images[n].byte_count);
        together_.to.push_back(to_[n]);
    }
}

/// Engines begin to write when they are called, whatever the stream has still to do before: the
/// slot's planes are idle by then, since its last batch is over on the host.
/// Source: measured on an H100 in meta-pytorch/torchcodec, pull request 1634.
Status BatchDecoder::launch_together(Slot& slot, cudaStream_t stream) {
    const int count = static_cast<int>(together_.places.size());
    if (count == 0) {
        return Status::Success;
    }
    Status status = Status::Success;
    if (slot.begun_for != count) {
        status = api_.begin_batch(
            handle_.get(), slot.state.get(), count, host_threads(), nvjpeg::kPlanarRgb);
        slot.begun_for = count;
    }
    if (status == Status::Success) {
        status = api_.decode_batch(handle_.get(),
                                   slot.state.get(),
                                   together_.bytes.data(),
                                   together_.lengths.data(),
                                   together_.to.data(),
                                   stream);
    }
    if (status != Status::Success) {
        slot.begun_for = 0;  // a batch that failed has to be set up again
    }
    return status;
}

cudaError_t BatchDecoder::launch_resize(Slot& slot,
                                        std::uint32_t images,
                                        std::uint8_t* pixels,
                                        cudaStream_t stream) const {
    if (const cudaError_t code = cudaMemcpyAsync(slot.jobs_on_device.get(),
                                                 slot.jobs.get(),
                                                 images * sizeof(network::ResampleJob),
                                                 cudaMemcpyHostToDevice,
                                                 stream)) {
        return code;
    }
    Launcher launch(stream);
    launch.each(std::uint64_t{images} * config_.width_px * config_.height_px,
                Resize{.jobs = slot.jobs_on_device.get(),
                       .width_px = config_.width_px,
                       .height_px = config_.height_px,
                       .pixels = pixels});
    return launch.failure();
}

/// What the way in force does not take. An image that cannot be decoded is left out of `decoded_`.
std::int32_t BatchDecoder::decode_singly(const Job& job, Counts& counts, TlGpuError* error) {
    for (const std::uint32_t n : singly_) {
        const TlGpuEncoded& image = job.images[n];
        const SingleDecoder::Outcome outcome = single_->decode(image, to_[n]);
        const nvjpeg::Fault fault = faults_.of(outcome.status, outcome.device);
        if (fault == nvjpeg::Fault::OfDevice) {
            const std::string act = "decode an image of " + size_text(image);
            return outcome.device != cudaSuccess
                       ? fail(error, act, outcome.device)
                       : fail(error,
                              outcome.status == Status::OutOfMemory ? kTlGpuOutOfMemory
                                                                    : kTlGpuDeviceFailed,
                              act + " by nvJPEG: " + nvjpeg::words_of(outcome.status));
        }
        decoded_[n] = fault == nvjpeg::Fault::None;
        counts.singly += decoded_[n] ? 1 : 0;
        if (job.goes_on) {
            job.goes_on();
        }
    }
    return kTlGpuOk;
}

/// What the host has decoded goes where the kernel has written black.
cudaError_t BatchDecoder::put_pixels(const Job& job) const {
    const std::uint64_t bytes = std::uint64_t{config_.width_px} * config_.height_px * 3;
    for (std::size_t n = 0; n < job.images.size(); ++n) {
        const TlGpuEncoded& image = job.images[n];
        if (image.is_pixels == 0 || image.byte_count != bytes) {
            continue;
        }
        if (const cudaError_t code = cudaMemcpyAsync(
                job.pixels + n * bytes, image.bytes, bytes, cudaMemcpyHostToDevice, job.stream)) {
            return code;
        }
    }
    return cudaSuccess;
}

std::int32_t BatchDecoder::decode(const Job& job, Counts& counts, TlGpuError* error) {
    Slot& slot = slots_[job.slot % slots_.size()];
    if (const cudaError_t code = lay_out(job.images, slot)) {
        return fail(error,
                    "allocate memory for decoded images, of which the largest has " +
                        size_text(largest_of(job.images)) +
                        ": make batch.images smaller, or set decode.device=cpu",
                    code);
    }
    sort(job.images);
    // One that damages the batch is found by taking each alone.
    const bool whole = launch_together(slot, job.stream) == Status::Success;
    counts = {.together = whole ? static_cast<std::uint32_t>(together_.places.size()) : 0};
    if (!whole) {
        singly_.insert(singly_.end(), together_.places.begin(), together_.places.end());
    } else if (!together_.places.empty()) {
        faults_.decoded();
    }
    decoded_.assign(job.images.size(), false);
    for (const std::uint32_t n : whole ? together_.places : std::vector<std::uint32_t>()) {
        decoded_[n] = true;
    }
    if (const std::int32_t status = decode_singly(job, counts, error); status != kTlGpuOk) {
        return status;
    }
    for (std::size_t n = 0; n < job.images.size(); ++n) {
        if (!decoded_[n]) {
            slot.jobs.get()[n].picture = {};
            counts.failed += job.images[n].is_pixels == 0 ? 1 : 0;
        }
    }
    cudaError_t code =
        launch_resize(slot, static_cast<std::uint32_t>(job.images.size()), job.pixels, job.stream);
    code = code ? code : put_pixels(job);
    return code ? fail(error, "decode a batch", code) : kTlGpuOk;
}

}  // namespace throughline::cuda
