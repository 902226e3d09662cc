// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string>

#include "engine/cuda/launcher.cuh"
#include "engine/cuda/network_work.cuh"
#include "engine/cuda/normalise.cuh"
#include "engine/cuda/proxy_work.cuh"
#include "engine/cuda/session.cuh"
#include "engine/cuda/status.cuh"
#include "engine/cuda/trivial_work.cuh"
#include "engine/network/noise.h"

namespace throughline::cuda {
namespace {

/// Of the normalised pixels of Transfer and Trivial, which have no program that says so: 3 and 5 of
/// zeros, so that a pixel is one 16-byte store.
constexpr std::uint32_t kChannels = 8;
/// What a trial leaves for kernels that are loaded and for libraries. Source: an estimate; cuDNN's
/// handle and kernels take some 0.5 GB.
constexpr std::uint64_t kTrialReserve = 1ULL << 30U;

/// "1 image", "2 images".
std::string number_of(std::uint32_t count, const char* one, const char* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

/// The works that run a program, in memory of their own.
bool has_program(const TlGpuConfig& config) {
    return config.work == kTlGpuNetwork || config.work == kTlGpuProxy;
}

std::string fault_of(const TlGpuConfig& config) {
    if (config.struct_bytes < sizeof config) {
        return "the engine is older than the plug-in";
    }
    if (config.batch_images == 0 || config.width_px == 0 || config.height_px == 0 ||
        config.in_flight_max == 0 || config.in_flight_max > kTlGpuInFlightMax) {
        return "the batch, its width and its height must not be 0, and 1 to 64 batches must be in "
               "flight";
    }
    const std::uint64_t picture_px = std::uint64_t{config.width_px} * config.height_px;
    if (picture_px > kBatchPixelsMax / config.batch_images) {
        return "a batch of " + number_of(config.batch_images, "picture", "pictures") + " of " +
               std::to_string(config.width_px) + " x " + std::to_string(config.height_px) +
               " px has more than 2^31 pixels: make the batch or its pictures smaller";
    }
    const TlGpuProgram* const program = config.program;
    if (has_program(config) && (program == nullptr || program->struct_bytes < sizeof *program ||
                                program->step_count == 0 || program->images < config.batch_images ||
                                program->steps[0].out.width != config.width_px ||
                                program->steps[0].out.height != config.height_px)) {
        return "the network's program must fit the size of the batch and of its pictures";
    }
    if (config.ranks > 0 && (config.rank >= config.ranks || config.phase != kTlGpuTraining)) {
        return "only training exchanges gradients, and a rank is below the number of ranks";
    }
    if (has_program(config) && (program->trains != 0) != (config.phase == kTlGpuTraining)) {
        return "the network's program must be for the phase of the session";
    }
    for (const float deviation : config.deviation) {
        if (!(deviation > 0.0F)) {
            return "deviations must be above 0";
        }
    }
    return {};
}

network::Normalisation normalisation_of(const TlGpuConfig& config) {
    network::Normalisation by;
    for (int c = 0; c < 3; ++c) {
        by.scale[c] = 1.0F / config.deviation[c];
        by.shift[c] = -config.mean[c] / config.deviation[c];
    }
    return by;
}

}  // namespace

std::int64_t Session::now_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

std::int32_t Session::open(const TlGpuConfig& config,
                           std::unique_ptr<Session>& session,
                           TlGpuError* error) {
    if (const std::string fault = fault_of(config); !fault.empty()) {
        return fail(error, kTlGpuInvalid, fault);
    }
    if (config.work > kTlGpuProxy) {
        return fail(error, kTlGpuUnsupported, "this plug-in does not know this kind of work");
    }
    const bool trains = config.phase == kTlGpuTraining;
    if (trains && (config.work == kTlGpuTransfer || config.work == kTlGpuProxy)) {
        return fail(
            error,
            kTlGpuUnsupported,
            "this plug-in trains networks; a transfer and a stand-in have nothing to learn");
    }
    // An error that a call before this one left would be taken for that of the first launch.
    static_cast<void>(cudaGetLastError());
    if (const cudaError_t code = cudaSetDevice(static_cast<int>(config.device))) {
        return fail(error, "use device " + std::to_string(config.device), code);
    }
    std::unique_ptr<Session> made(new Session(config));
    if (const cudaError_t code = made->make_all()) {
        return fail(error,
                    "allocate memory for " + number_of(config.in_flight_max, "batch", "batches") +
                        " of " + number_of(config.batch_images, "image", "images"),
                    code);
    }
    if (const std::int32_t status = made->make_work(error); status != kTlGpuOk) {
        return status;
    }
    if (config.trial != 0) {
        DeviceMemory<std::uint8_t> reserve;
        if (const cudaError_t code = allocate(reserve, kTrialReserve)) {
            return fail(error, "leave memory for kernels and libraries", code);
        }
    }
    if (config.decode != kTlGpuDecodeNone) {
        if (const std::int32_t status = BatchDecoder::open(config, made->decoder_, error);
            status != kTlGpuOk) {
            return status;
        }
    }
    if (config.ranks > 0) {
        if (const std::int32_t status = Exchange::join(config, made->exchange_, error);
            status != kTlGpuOk) {
            return status;
        }
    }
    // What was set here is there before the streams, which do not wait for it, use it.
    if (const cudaError_t code = cudaDeviceSynchronize()) {
        return fail(error, "wait for the device", code);
    }
    session = std::move(made);
    return kTlGpuOk;
}

Session::~Session() {
    // What is under way still writes to memory that goes now.
    if (compute_stream_) {
        static_cast<void>(cudaSetDevice(static_cast<int>(config_.device)));
        static_cast<void>(cudaStreamSynchronize(copy_stream_.get()));
        static_cast<void>(cudaStreamSynchronize(compute_stream_.get()));
    }
}

cudaError_t Session::make_all() {
    if (const cudaError_t code = make_stream(copy_stream_)) {
        return code;
    }
    if (const cudaError_t code = make_stream(compute_stream_)) {
        return code;
    }
    slots_.resize(config_.in_flight_max);
    for (Slot& slot : slots_) {
        if (const cudaError_t code = make_slot(slot)) {
            return code;
        }
    }
    times_.resize(2 * slots_.size());
    for (Times& times : times_) {
        for (Event* event :
             {&times.copy_begin, &times.copied, &times.step_begin, &times.step_end}) {
            if (const cudaError_t code = make_event(*event)) {
                return code;
            }
        }
    }
    std::array<char, 32> address{};
    const cudaError_t code = cudaDeviceGetPCIBusId(
        address.data(), static_cast<int>(address.size()), static_cast<int>(config_.device));
    sampler_ = std::make_unique<DeviceSampler>(address.data());
    return code;
}

cudaError_t Session::make_slot(Slot& slot) const {
    const std::uint64_t pixels =
        std::uint64_t{config_.batch_images} * config_.height_px * config_.width_px;
    if (const cudaError_t code = allocate(slot.staging, pixels * 3)) {
        return code;
    }
    if (const cudaError_t code = allocate(slot.views, config_.batch_images)) {
        return code;
    }
    if (!has_program(config_)) {  // which has room of its own
        if (const cudaError_t code = allocate(slot.normalised, pixels * kChannels)) {
            return code;
        }
    }
    // The ceiling runs over what lies here before any batch has come.
    Launcher fill(compute_stream_.get());
    fill.each(pixels * 3, network::FillBytes{slot.staging.get(), 1});
    if (fill.failure() != cudaSuccess) {
        return fill.failure();
    }
    if (config_.phase != kTlGpuTraining) {
        return cudaSuccess;
    }
    if (const cudaError_t code = allocate(slot.labels, config_.batch_images)) {
        return code;
    }
    if (const cudaError_t code = allocate(slot.loss, config_.batch_images)) {
        return code;
    }
    return allocate(slot.results, config_.batch_images);
}

std::int32_t Session::make_work(TlGpuError* error) {
    if (config_.work == kTlGpuTrivial) {
        auto work = std::make_unique<TrivialWork>();
        const cudaError_t code =
            work->make({.images = config_.batch_images,
                        .inputs = std::uint64_t{config_.height_px} * config_.width_px * kChannels,
                        .training = config_.phase == kTlGpuTraining},
                       compute_stream_.get());
        work_ = std::move(work);
        return code ? fail(error, "make the network Trivial", code) : kTlGpuOk;
    }
    if (config_.work == kTlGpuNetwork) {
        auto work = std::make_unique<NetworkWork>();
        const std::int32_t status =
            work->make(*config_.program, config_.trial != 0, compute_stream_.get(), error);
        work_ = std::move(work);
        return status;
    }
    if (config_.work == kTlGpuProxy) {
        auto work = std::make_unique<ProxyWork>();
        const cudaError_t code = work->make(*config_.program, compute_stream_.get());
        work_ = std::move(work);
        return code ? fail(error, "make the network's stand-in", code) : kTlGpuOk;
    }
    return kTlGpuOk;
}

cudaError_t Session::launch_step(const Slot& slot, std::uint32_t images, Extras with) {
    cudaStream_t stream = compute_stream_.get();
    const network::TensorView own{.data = slot.normalised.get(),
                                  .channels = kChannels,
                                  .height = config_.height_px,
                                  .width = config_.width_px,
                                  .pixel_pitch = kChannels};
    const cudaError_t normalised =
        launch_normalise({.pixels = slot.staging.get(),
                          .images = images,
                          .width_px = config_.width_px,
                          .height_px = config_.height_px,
                          .views = with.views ? slot.views.get() : nullptr,
                          .by = normalisation_of(config_),
                          .out = work_ ? work_->input(own) : own},
                         stream);
    if (normalised != cudaSuccess || !work_) {
        return normalised;
    }
    const cudaError_t stepped = work_->step({.pixels = slot.normalised.get(),
                                             .labels = with.labels ? slot.labels.get() : nullptr,
                                             .images = images,
                                             .loss = slot.loss.get(),
                                             .exchange = with.together ? exchange_.get() : nullptr},
                                            stream);
    return stepped != cudaSuccess || !slot.loss ? stepped
                                                : cudaMemcpyAsync(slot.results.get(),
                                                                  slot.loss.get(),
                                                                  images * sizeof(float),
                                                                  cudaMemcpyDeviceToHost,
                                                                  stream);
}

/// A whole batch's step is captured once for each slot, and replayed from then on. The first of all
/// is not, since its launches load the kernels; nor are steps that exchange gradients, whose time
/// is taken by events amid them.
cudaError_t Session::run_step(Slot& slot, std::uint32_t images, Extras with) {
    cudaStream_t stream = compute_stream_.get();
    if (!work_ || images != config_.batch_images || with.any() || config_.one_by_one != 0 ||
        !is_loaded_ || !graph_problem_.empty()) {
        is_loaded_ = is_loaded_ || (images == config_.batch_images && !with.any());
        return launch_step(slot, images, with);
    }
    if (!slot.step.made()) {
        const cudaError_t code =
            slot.step.capture(stream, [&] { return launch_step(slot, images, with); });
        if (code) {
            graph_problem_ = words("the step cannot be captured") + ": " + words_for(code);
            return launch_step(slot, images, with);
        }
    }
    return slot.step.replay(stream);
}

/// The act, with what the work has to say about its failure.
std::string Session::words(const std::string& act) const {
    const std::string of_exchange = exchange_ ? exchange_->failure() : std::string();
    const std::string of_work = work_ ? work_->failure() : std::string();
    const std::string& more = of_exchange.empty() ? of_work : of_exchange;
    return more.empty() ? act : act + " (" + more + ")";
}

cudaError_t Session::copy(const TlGpuBatch& batch, Slot& slot, Times& times) const {
    cudaStream_t stream = copy_stream_.get();
    if (const cudaError_t code = cudaEventRecord(times.copy_begin.get(), stream)) {
        return code;
    }
    if (const cudaError_t code = cudaMemcpyAsync(slot.staging.get(),
                                                 batch.pixels,
                                                 bytes_of(batch.images),
                                                 cudaMemcpyHostToDevice,
                                                 stream)) {
        return code;
    }
    if (batch.views != nullptr) {
        if (const cudaError_t code = cudaMemcpyAsync(slot.views.get(),
                                                     batch.views,
                                                     batch.images * sizeof(TlGpuView),
                                                     cudaMemcpyHostToDevice,
                                                     stream)) {
            return code;
        }
    }
    if (batch.labels != nullptr && slot.labels) {
        if (const cudaError_t code = cudaMemcpyAsync(slot.labels.get(),
                                                     batch.labels,
                                                     batch.images * sizeof(std::int32_t),
                                                     cudaMemcpyHostToDevice,
                                                     stream)) {
            return code;
        }
    }
    return cudaEventRecord(times.copied.get(), stream);
}

cudaError_t Session::compute(const TlGpuBatch& batch, Slot& slot, Times& times) {
    cudaStream_t stream = compute_stream_.get();
    if (const cudaError_t code = cudaStreamWaitEvent(stream, times.copied.get(), 0)) {
        return code;
    }
    if (const cudaError_t code = cudaEventRecord(times.step_begin.get(), stream)) {
        return code;
    }
    const Extras with{.views = batch.views != nullptr,
                      .labels = batch.labels != nullptr,
                      .together = batch.together != 0};
    if (const cudaError_t code = run_step(slot, batch.images, with)) {
        return code;
    }
    return cudaEventRecord(times.step_end.get(), stream);
}

std::int32_t Session::submit(const TlGpuBatch& batch, std::uint64_t& ticket, TlGpuError* error) {
    const bool empty = decoder_ ? batch.encoded == nullptr : batch.pixels == nullptr;
    if (batch.images == 0 || batch.images > config_.batch_images || empty) {
        return fail(error, kTlGpuInvalid, "the batch has no images, or too many");
    }
    if (config_.trial != 0) {
        return fail(error, kTlGpuInvalid, "the session was opened only to see whether it fits");
    }
    if (batch.together != 0 && !exchange_) {
        return fail(error, kTlGpuInvalid, "gradients are to be exchanged with nobody");
    }
    for (std::uint32_t n = 0; batch.views != nullptr && n < batch.images; ++n) {
        // Pictures are stored as large as the network takes them: a box elsewhere leaves its own.
        if (batch.views[n].left_px != 0 || batch.views[n].top_px != 0) {
            return fail(error, kTlGpuInvalid, "the box of an image reaches beyond its picture");
        }
    }
    if (decoder_ && (batch.views != nullptr || batch.labels != nullptr)) {
        return fail(error, kTlGpuInvalid, "encoded images come without views and labels");
    }
    const std::uint64_t next = submitted_ + 1;
    Times& times = times_of(next);
    const bool slot_is_taken = next > slots_.size() && times_of(next - slots_.size()).open;
    if (open_ >= slots_.size() || times.open || slot_is_taken) {
        return fail(error, kTlGpuInvalid, "more batches in flight than were requested");
    }
    if (const cudaError_t code = cudaSetDevice(static_cast<int>(config_.device))) {
        return fail(error, "use the device", code);
    }
    Slot& slot = slot_of(next);
    if (exchange_) {
        exchange_->begin_step(slot_index(next));
    }
    if (decoder_) {
        if (const std::int32_t status = decode(batch, next, error); status != kTlGpuOk) {
            return status;
        }
    } else if (const cudaError_t code = copy(batch, slot, times)) {
        return fail(error, "copy a batch to the device", code);
    }
    if (const cudaError_t code = compute(batch, slot, times)) {
        return fail(error, words("compute a batch"), code);
    }
    times.images = batch.images;
    times.open = true;
    ++open_;
    ticket = submitted_ = next;
    return kTlGpuOk;
}

}  // namespace throughline::cuda
