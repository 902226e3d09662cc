// SPDX-License-Identifier: Apache-2.0
// What only a GPU can show of decoding by nvJPEG: its pixels beside libjpeg-turbo's, which way is
// in force, images that it cannot take, and from how many processor threads on it is not worth its
// while. The pictures are JPEG files of a folder (throughline-engine dataset make).
// Ends with 1 when a check was missed, with 3 where no GPU can be used or nvJPEG is missing.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "engine/consumer/gpu_plugin.h"
#include "engine/cuda/batch_decoder.cuh"
#include "engine/decode/image_decoder.h"
#include "engine/decode/view_reader.h"
#include "engine/pipeline/encoded_hand_over.h"
#include "tests/gpu/check_table.cuh"
#include "tests/gpu/progressive_jpeg.h"

namespace {

using namespace throughline;
using namespace throughline::gpu_check;

constexpr std::uint32_t kSize = 224;
constexpr std::uint64_t kPictureBytes = std::uint64_t{kSize} * kSize * 3;
constexpr std::uint32_t kInFlight = 3;
constexpr double kSeconds = 1.2;

Table table;

struct Way {
    TlGpuDecodeWay way;
    const char* name;
};
constexpr std::array kWays{Way{kTlGpuDecodeEngines, "engines"},
                           Way{kTlGpuDecodeKernels, "kernels"},
                           Way{kTlGpuDecodeHybrid, "hybrid"}};

/// Files back to back in one piece of memory, and what a plug-in is told of each.
struct Pictures {
    std::vector<std::byte> memory;
    std::vector<TlGpuEncoded> images;

    std::span<const std::byte> bytes_of(std::size_t n) const {
        return {reinterpret_cast<const std::byte*>(images[n].bytes), images[n].byte_count};
    }
};

Pictures put_together(const std::vector<std::vector<std::byte>>& files) {
    Pictures pictures;
    const auto reader = must(decode::ViewReader::make({.width_px = kSize, .height_px = kSize}));
    std::uint64_t bytes = 0;
    for (const auto& file : files) {
        bytes += file.size();
    }
    pictures.memory.resize(bytes);
    std::byte* at = pictures.memory.data();
    for (const auto& file : files) {
        decode::View view;
        const auto outcome = reader->read(file, {}, view);
        TlGpuEncoded image = pipeline::encoded_view(view, outcome.facts);
        std::memcpy(at, file.data(), file.size());
        image.bytes = reinterpret_cast<const std::uint8_t*>(at);
        image.byte_count = file.size();
        at += file.size();
        pictures.images.push_back(image);
    }
    return pictures;
}

std::vector<std::vector<std::byte>> files_of(const std::string& folder, std::size_t count_max) {
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string end = entry.path().extension().string();
        if (end == ".jpg" || end == ".jpeg" || end == ".JPEG") {
            paths.push_back(entry.path().string());
        }
    }
    std::sort(paths.begin(), paths.end());
    paths.resize(std::min(paths.size(), count_max));
    std::vector<std::vector<std::byte>> files;
    for (const std::string& path : paths) {
        std::vector<std::byte> bytes(std::filesystem::file_size(path));
        std::ifstream(path, std::ios::binary)
            .read(reinterpret_cast<char*>(bytes.data()),
                  static_cast<std::streamsize>(bytes.size()));
        files.push_back(std::move(bytes));
    }
    return files;
}

TlGpuConfig config_of(TlGpuDecodeWay way, std::uint32_t batch, bool smooth) {
    TlGpuConfig config{};
    config.struct_bytes = sizeof config;
    config.work = kTlGpuTransfer;
    config.batch_images = batch;
    config.width_px = kSize;
    config.height_px = kSize;
    config.in_flight_max = kInFlight;
    std::fill(std::begin(config.mean), std::end(config.mean), 118.0F);
    std::fill(std::begin(config.deviation), std::end(config.deviation), 58.0F);
    config.decode = way;
    config.smooth_chroma = smooth ? 1 : 0;
    return config;
}

std::vector<std::uint8_t> decoded_by_processor(const Pictures& pictures,
                                               std::size_t count,
                                               bool smooth) {
    decode::DecodeOptions options{.width_px = kSize, .height_px = kSize};
    options.upsampling = smooth ? decode::Upsampling::Fancy : decode::Upsampling::Plain;
    const auto decoder = must(decode::ImageDecoder::make(options));
    std::vector<std::uint8_t> pixels(count * kPictureBytes);
    for (std::size_t n = 0; n < count; ++n) {
        static_cast<void>(decoder->decode(
            pictures.bytes_of(n),
            std::as_writable_bytes(std::span(pixels).subspan(n * kPictureBytes, kPictureBytes))));
    }
    return pixels;
}

/// Null where the device lacks the way, which is noted.
std::unique_ptr<cuda::BatchDecoder> decoder_of(const Way& way, std::uint32_t batch, bool smooth) {
    std::unique_ptr<cuda::BatchDecoder> decoder;
    TlGpuError error{};
    const std::int32_t status =
        cuda::BatchDecoder::open(config_of(way.way, batch, smooth), decoder, &error);
    if (status != kTlGpuOk) {
        std::printf("%s: %s\n", way.name, error.text);
        table.note(std::string("decode, ") + way.name + ": not to be had", status, "status");
        if (status == kTlGpuNoLibrary) {
            std::exit(3);
        }
    }
    return decoder;
}

std::vector<std::uint8_t> decoded_by_gpu(cuda::BatchDecoder& decoder,
                                         std::span<const TlGpuEncoded> images,
                                         cuda::BatchDecoder::Counts& counts) {
    cudaStream_t stream = nullptr;
    std::uint8_t* pixels = nullptr;
    must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    must(cudaMalloc(&pixels, images.size() * kPictureBytes));
    TlGpuError error{};
    if (decoder.decode(
            {.images = images, .slot = 1, .pixels = pixels, .stream = stream, .goes_on = {}},
            counts,
            &error) != kTlGpuOk) {
        std::fprintf(stderr, "decode: %s\n", error.text);
        std::exit(1);
    }
    std::vector<std::uint8_t> on_host(images.size() * kPictureBytes);
    must(cudaMemcpyAsync(on_host.data(), pixels, on_host.size(), cudaMemcpyDeviceToHost, stream));
    must(cudaStreamSynchronize(stream));
    must(cudaFree(pixels));
    must(cudaStreamDestroy(stream));
    return on_host;
}

/// Of two sets of pixels, in dB; the same ones: 99.
double likeness(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double difference = static_cast<double>(a[i]) - b[i];
        sum += difference * difference;
    }
    constexpr double kSame = 99.0;
    return sum == 0.0 ? kSame
                      : 10.0 * std::log10(255.0 * 255.0 * static_cast<double>(a.size()) / sum);
}

void check_pixels(const Pictures& pictures) {
    constexpr std::size_t kCount = 64;
    const std::size_t count = std::min(kCount, pictures.images.size());
    for (const Way& way : kWays) {
        for (const bool smooth : {true, false}) {
            const auto decoder = decoder_of(way, kCount, smooth);
            if (!decoder) {
                continue;
            }
            const auto expected = decoded_by_processor(pictures, count, smooth);
            cuda::BatchDecoder::Counts counts;
            const auto got =
                decoded_by_gpu(*decoder, std::span(pictures.images).first(count), counts);
            const std::string name = std::string("decode, ") + way.name +
                                     (smooth ? ", smooth colour" : ", plain colour");
            const double db = likeness(got, expected);
            table.check(name + ": beside libjpeg-turbo", db, "dB", ">= 38", db >= 38.0);
            table.check(name + ": images it took together",
                        counts.together,
                        "images",
                        "all",
                        counts.together == count);
        }
    }
}

/// A batch with what engines do not take, and with what nobody can: each is counted as what it is,
/// and the others come out as they do alone.
void check_mixed(const std::vector<std::vector<std::byte>>& files) {
    std::vector<std::vector<std::byte>> mixed(files.begin(), files.begin() + 8);
    mixed[1] = gpu_check::progressive_of(files[1]);
    mixed[3] = gpu_check::progressive_of(files[3]);
    Pictures pictures = put_together(mixed);
    pictures.images[5].byte_count = 300;  // ends within its header
    const auto decoder = decoder_of({kTlGpuDecodeBest, "best"}, 8, true);
    if (!decoder) {
        return;
    }
    cuda::BatchDecoder::Counts counts;
    const auto expected = decoded_by_processor(pictures, 8, true);
    TlGpuEncoded& as_pixels = pictures.images[6];  // the host has decoded it
    as_pixels = {};
    as_pixels.is_pixels = 1;
    as_pixels.bytes = expected.data() + 6 * kPictureBytes;
    as_pixels.byte_count = kPictureBytes;
    const auto got = decoded_by_gpu(*decoder, pictures.images, counts);
    const bool copied = std::equal(
        as_pixels.bytes, as_pixels.bytes + kPictureBytes, got.begin() + 6 * kPictureBytes);
    table.check("decode, mixed batch: pixels are copied", copied ? 1 : 0, "", "= 1", copied);
    double worst = 99.0;
    for (const std::size_t n : {0, 1, 2, 3, 4, 6, 7}) {
        const auto part = [&](const std::vector<std::uint8_t>& all) {
            return std::span(all).subspan(n * kPictureBytes, kPictureBytes);
        };
        worst = std::min(worst, likeness(part(got), part(expected)));
    }
    table.check("decode, mixed batch: the worst good image", worst, "dB", ">= 34", worst >= 34.0);
    table.check("decode, mixed batch: failed", counts.failed, "images", "= 1", counts.failed == 1);
    table.note("decode, mixed batch: one by one", counts.singly, "images");
    const bool black = std::all_of(got.begin() + 5 * kPictureBytes,
                                   got.begin() + 6 * kPictureBytes,
                                   [](std::uint8_t value) { return value == 0; });
    table.check("decode, mixed batch: the failed one is black", black ? 1 : 0, "", "= 1", black);
}

/// Images per second of a session that has always kInFlight batches under way.
double decode_rate(const consumer::GpuPlugin& plugin,
                   const Pictures& pictures,
                   const Way& way,
                   std::uint32_t batch) {
    auto opened = plugin.open(config_of(way.way, batch, true));
    if (!opened) {
        std::printf("%s\n", describe(opened.error()).c_str());
        return NAN;
    }
    auto& session = **opened;
    std::size_t next = 0;
    double host_seconds = 0.0;
    const auto submit = [&] {
        TlGpuBatch one{};
        one.images = batch;
        next = next + batch > pictures.images.size() ? 0 : next;
        one.encoded = pictures.images.data() + next;
        next += batch;
        const auto began = Clock::now();
        const std::uint64_t ticket = must(session.submit(one));
        host_seconds += seconds_since(began);
        return ticket;
    };
    std::uint64_t ticket = submit();
    for (std::uint32_t i = 1; i < kInFlight; ++i) {
        submit();
    }
    Clock::time_point began{};
    std::uint64_t images = 0;
    std::uint64_t failed = 0;
    constexpr int kWarm = 3;
    for (int done = 0; done <= kWarm || seconds_since(began) < kSeconds; ++done) {
        if (done == kWarm) {
            began = Clock::now();
            images = 0;
            host_seconds = 0.0;
        }
        const TlGpuDone one = must(session.wait(ticket++, std::chrono::seconds(10)));
        if (one.finished == 0) {
            std::fprintf(stderr, "a batch was not decoded in 10 s\n");
            std::exit(1);
        }
        images += batch;
        failed += one.decode_failed;
        submit();
    }
    const double rate = static_cast<double>(images) / seconds_since(began);
    const std::string name =
        std::string("decode, ") + way.name + ", batches of " + std::to_string(batch);
    table.note(name, rate, "images/s");
    table.note(
        name + ": host's share", host_seconds * 1e6 / static_cast<double>(images), "us/image");
    table.check(name + ": failed", static_cast<double>(failed), "images", "= 0", failed == 0);
    return rate;
}

double processor_rate(const Pictures& pictures, unsigned threads) {
    std::atomic<bool> stop{false};
    std::atomic<std::uint64_t> images{0};
    std::vector<std::thread> workers;
    for (unsigned t = 0; t < threads; ++t) {
        workers.emplace_back([&, t] {
            const auto decoder =
                must(decode::ImageDecoder::make({.width_px = kSize, .height_px = kSize}));
            std::vector<std::byte> out(kPictureBytes);
            for (std::size_t n = t; !stop; n = (n + threads) % pictures.images.size()) {
                static_cast<void>(decoder->decode(pictures.bytes_of(n), out));
                ++images;
            }
        });
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    const std::uint64_t before = images;
    const auto began = Clock::now();
    std::this_thread::sleep_for(std::chrono::milliseconds(800));
    const double rate = static_cast<double>(images - before) / seconds_since(began);
    stop = true;
    for (std::thread& worker : workers) {
        worker.join();
    }
    return rate;
}

/// The table from which on how many threads of the processor the GPU's decoder is overtaken.
void check_rates(const consumer::GpuPlugin& plugin, Pictures& pictures) {
    must(plugin.pin(pictures.memory));
    std::array<double, kWays.size()> best{};
    for (std::size_t w = 0; w < kWays.size(); ++w) {
        for (const std::uint32_t batch : {32U, 128U, 256U, 512U}) {
            if (batch > pictures.images.size()) {
                continue;
            }
            const double rate = decode_rate(plugin, pictures, kWays[w], batch);
            best[w] = std::isnan(rate) ? best[w] : std::max(best[w], rate);
        }
    }
    must(plugin.unpin(pictures.memory));
    std::array<unsigned, kWays.size()> overtakes{};
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    double rate = 0.0;
    for (unsigned threads = 1; threads <= std::min(16U, cores); threads *= 2) {
        rate = processor_rate(pictures, threads);
        table.note("decode, processor, " + std::to_string(threads) + " threads", rate, "images/s");
        for (std::size_t w = 0; w < kWays.size(); ++w) {
            overtakes[w] = overtakes[w] == 0 && rate > best[w] ? threads : overtakes[w];
        }
    }
    for (std::size_t w = 0; w < kWays.size(); ++w) {
        const std::string name = std::string("decode, ") + kWays[w].name;
        if (best[w] > 0.0 && overtakes[w] > 0) {
            table.note(name + ": overtaken by", overtakes[w], "threads");
        } else if (best[w] > 0.0) {
            table.note(name + ": beside the most threads", best[w] / rate, "times");
        }
    }
}

void describe_ways(const consumer::GpuPlugin& plugin) {
    auto session = plugin.open(config_of(kTlGpuDecodeBest, 8, true));
    if (!session) {
        std::printf("%s\n", describe(session.error()).c_str());
        return;
    }
    const TlGpuDecoding decoding = must((*session)->decoding());
    std::printf("%s: way %u, %u engines of %u cores%s%s\n",
                decoding.library,
                decoding.way,
                decoding.engines,
                decoding.engine_cores,
                decoding.reason[0] != '\0' ? "; not " : "",
                decoding.reason);
    table.note("decode, way in force (2 engines, 3 kernels, 4 hybrid)", decoding.way, "");
    table.note("decode, JPEG engines", decoding.engines, "");
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 4) {
        std::fprintf(stderr, "usage: decode_check PLUGIN OUT.jsonl FOLDER\n");
        return 2;
    }
    table.open(arguments[2]);
    const auto plugin = must(consumer::GpuPlugin::load(arguments[1]));
    const auto report = must(plugin->probe());
    if (!report.reason.empty() || report.devices.empty()) {
        std::fprintf(stderr, "no GPU to test with: %s\n", report.reason.c_str());
        return 3;
    }
    constexpr std::size_t kFilesMax = 1024;
    const auto files = files_of(arguments[3], kFilesMax);
    if (files.size() < 64) {
        std::fprintf(stderr, "%s: fewer than 64 JPEG files\n", arguments[3]);
        return 2;
    }
    Pictures pictures = put_together(files);
    std::printf(
        "%zu pictures, %.1f kB each\n",
        files.size(),
        1e-3 * static_cast<double>(pictures.memory.size()) / static_cast<double>(files.size()));
    describe_ways(*plugin);
    check_pixels(pictures);
    check_mixed(files);
    check_rates(*plugin, pictures);
    return table.close();
}
