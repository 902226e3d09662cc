// SPDX-License-Identifier: Apache-2.0
// What only a GPU can show of the plug-in's Transfer work: results, rates, and that they repeat.
// Ends with 1 when a check was missed, with 3 where no GPU can be used. tests/gpu/run.sh builds it.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "engine/consumer/gpu_plugin.h"
#include "engine/cuda/normalise.cuh"
#include "tests/gpu/check_table.cuh"

namespace {

using namespace throughline;
using namespace throughline::gpu_check;

constexpr std::uint32_t kSize = 224;
constexpr std::uint32_t kInFlight = 4;
constexpr std::uint64_t kImageBytes = std::uint64_t{kSize} * kSize * 3;
constexpr double kSeconds = 3.0;

Table table;

std::uint32_t batch_images = 256;

std::uint64_t batch_bytes() {
    return batch_images * kImageBytes;
}

std::vector<std::byte> random_bytes(std::uint64_t count) {
    std::vector<std::byte> bytes(count);
    std::mt19937_64 random(5);
    for (std::uint64_t at = 0; at + 8 <= count; at += 8) {
        const std::uint64_t word = random();
        std::memcpy(bytes.data() + at, &word, sizeof word);
    }
    return bytes;
}

/// The kernel against the same function on the host: every value within one step of fp16.
void check_normalise() {
    constexpr std::uint32_t kImages = 8;
    constexpr std::uint32_t kStored = 256;
    constexpr std::uint32_t kChannels = 8;
    const auto pixels = random_bytes(std::uint64_t{kImages} * kStored * kStored * 3);
    std::vector<TlGpuView> views(kImages);
    for (std::uint32_t n = 0; n < kImages; ++n) {
        views[n] = {.left_px = static_cast<std::uint16_t>(n * 4),
                    .top_px = static_cast<std::uint16_t>(32 - n * 4),
                    .mirrored = static_cast<std::uint16_t>(n % 2),
                    .reserved = 0};
    }
    const std::uint64_t values = std::uint64_t{kImages} * kSize * kSize * kChannels;
    std::uint8_t* device_pixels = nullptr;
    TlGpuView* device_views = nullptr;
    network::Half* device_out = nullptr;
    must(cudaMalloc(&device_pixels, pixels.size()));
    must(cudaMalloc(&device_views, views.size() * sizeof(TlGpuView)));
    must(cudaMalloc(&device_out, values * sizeof(network::Half)));
    must(cudaMemcpy(device_pixels, pixels.data(), pixels.size(), cudaMemcpyHostToDevice));
    must(cudaMemcpy(
        device_views, views.data(), views.size() * sizeof(TlGpuView), cudaMemcpyHostToDevice));
    cuda::NormaliseCall call{
        .pixels = device_pixels,
        .images = kImages,
        .width_px = kStored,
        .height_px = kStored,
        .views = device_views,
        .by = {.scale = {0.0171F, 0.0175F, 0.0174F}, .shift = {-2.118F, -2.036F, -1.804F}},
        .out = {.data = device_out,
                .channels = kChannels,
                .height = kSize,
                .width = kSize,
                .pixel_pitch = kChannels}};
    must(cuda::launch_normalise(call, nullptr));
    std::vector<network::Half> got(values);
    std::vector<network::Half> expected(values);
    must(
        cudaMemcpy(got.data(), device_out, values * sizeof(network::Half), cudaMemcpyDeviceToHost));
    call.out.data = expected.data();
    for (std::uint32_t at = 0; at < kImages * kSize * kSize; ++at) {
        const std::uint32_t n = at / (kSize * kSize);
        const network::ImageView view{views[n].left_px, views[n].top_px, views[n].mirrored != 0};
        network::normalise_pixel(reinterpret_cast<const std::uint8_t*>(pixels.data()) +
                                     std::uint64_t{n} * kStored * kStored * 3,
                                 kStored,
                                 view,
                                 call.by,
                                 call.out,
                                 n,
                                 at / kSize % kSize,
                                 at % kSize);
    }
    int steps_max = 0;
    for (std::uint64_t at = 0; at < values; ++at) {
        steps_max = std::max(steps_max, std::abs(got[at].bits - expected[at].bits));
    }
    table.check(
        "normalise, device against host", steps_max, "steps of fp16", "<= 1", steps_max <= 1);
    must(cudaFree(device_pixels));
    must(cudaFree(device_views));
    must(cudaFree(device_out));
}

/// Bytes per second of nothing but copies from `from`, as many in flight as the session has.
double bare_copy_rate(const std::byte* from) {
    std::byte* to = nullptr;
    cudaStream_t stream = nullptr;
    must(cudaMalloc(&to, batch_bytes() * kInFlight));
    must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    const auto began = Clock::now();
    std::uint64_t bytes = 0;
    while (seconds_since(began) < kSeconds) {
        for (std::uint32_t i = 0; i < kInFlight; ++i) {
            must(cudaMemcpyAsync(to + i * batch_bytes(),
                                 from + i * batch_bytes(),
                                 batch_bytes(),
                                 cudaMemcpyHostToDevice,
                                 stream));
        }
        must(cudaStreamSynchronize(stream));
        bytes += kInFlight * batch_bytes();
    }
    const double rate = static_cast<double>(bytes) / seconds_since(began);
    must(cudaStreamDestroy(stream));
    must(cudaFree(to));
    return rate;
}

struct Fed {
    double bytes_per_second = 0.0;
    double busy_percent = 0.0;  ///< of the compute stream, by events
};

/// The whole Transfer work from memory, always kInFlight batches under way.
Fed feed(consumer::GpuSession& session, const std::byte* from) {
    std::uint64_t submitted = 0;
    const auto submit = [&] {
        TlGpuBatch batch{};
        batch.images = batch_images;
        batch.pixels =
            reinterpret_cast<const std::uint8_t*>(from + submitted % kInFlight * batch_bytes());
        static_cast<void>(must(session.submit(batch)));
        ++submitted;
    };
    // Tickets go on from session to session use: the first one says where.
    TlGpuBatch first{};
    first.images = batch_images;
    first.pixels = reinterpret_cast<const std::uint8_t*>(from);
    std::uint64_t ticket = must(session.submit(first));
    ++submitted;
    for (std::uint32_t i = 1; i < kInFlight; ++i) {
        submit();
    }
    const auto began = Clock::now();
    std::uint64_t finished = 0;
    double step_seconds = 0.0;
    while (seconds_since(began) < kSeconds) {
        const TlGpuDone done = must(session.wait(ticket, std::chrono::seconds(10)));
        if (done.finished == 0) {
            std::fprintf(stderr, "a batch was not finished in 10 s\n");
            std::exit(1);
        }
        ++ticket;
        ++finished;
        step_seconds += done.step_seconds;
        submit();
    }
    const double seconds = seconds_since(began);
    for (; finished < submitted; ++finished) {
        static_cast<void>(must(session.wait(ticket++, std::chrono::seconds(10))));
    }
    const auto batches = static_cast<double>(submitted - kInFlight);
    return {.bytes_per_second = batches * static_cast<double>(batch_bytes()) / seconds,
            .busy_percent = 100.0 * step_seconds / seconds};
}

void check_rates(const consumer::GpuPlugin& plugin) {
    auto pinned = random_bytes(batch_bytes() * kInFlight);
    auto pageable = pinned;
    must(plugin.pin(pinned));
    TlGpuConfig config{};
    config.work = kTlGpuTransfer;
    config.batch_images = batch_images;
    config.width_px = kSize;
    config.height_px = kSize;
    config.in_flight_max = kInFlight;
    std::fill(std::begin(config.mean), std::end(config.mean), 118.0F);
    std::fill(std::begin(config.deviation), std::end(config.deviation), 58.0F);
    auto session = must(plugin.open(config));
    const double bare = bare_copy_rate(pinned.data());
    const Fed fed = feed(*session, pinned.data());
    const Fed from_pageable = feed(*session, pageable.data());
    table.note("host to device, bare copies, pinned", bare * 1e-9, "GB/s");
    table.note("host to device, fed, pinned", fed.bytes_per_second * 1e-9, "GB/s");
    table.note("host to device, fed, pageable", from_pageable.bytes_per_second * 1e-9, "GB/s");
    const double share = fed.bytes_per_second / bare;
    table.check("fed / bare copies, pinned", share, "", ">= 0.95", share >= 0.95);
    table.note("compute stream busy while fed", fed.busy_percent, "%");
    check_ceiling(table, *session, "transfer");
    table.note("fed", fed.bytes_per_second / kImageBytes, "images/s");
    const TlGpuSample sample = must(session->stats());
    for (const auto& [name, value, unit] :
         {std::tuple{"utilisation (NVML)", sample.utilisation_percent, "%"},
          std::tuple{"memory used", sample.memory_used_bytes * 1e-9, "GB"},
          std::tuple{"power", sample.power_watts, "W"},
          std::tuple{"clock", sample.clock_hertz * 1e-6, "MHz"}}) {
        if (!std::isnan(value)) {
            table.note(name, value, unit);
        }
    }
    session.reset();
    must(plugin.unpin(pinned));
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3 && count != 4) {
        std::fprintf(stderr, "usage: transfer_check PLUGIN OUT.jsonl [IMAGES]\n");
        return 2;
    }
    batch_images = batch_of(count, arguments, 3, batch_images);
    table.open(arguments[2]);
    const auto plugin = must(consumer::GpuPlugin::load(arguments[1]));
    const auto report = must(plugin->probe());
    if (!report.reason.empty() || report.devices.empty()) {
        std::fprintf(stderr, "no GPU to test with: %s\n", report.reason.c_str());
        return 3;
    }
    std::printf("%s, driver %s, plug-in %s\n",
                report.devices.front().name.c_str(),
                report.driver.c_str(),
                report.build.c_str());
    check_normalise();
    check_rates(*plugin);
    return table.close();
}
