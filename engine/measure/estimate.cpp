// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/estimate.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <thread>

#include "engine/base/clock.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/decode/image_decoder.h"
#include "engine/measure/point_options.h"
#include "engine/metrics/memory_room.h"
#include "engine/pipeline/image_read.h"
#include "engine/pipeline/preload.h"
#include "engine/spec/choices.h"
#include "engine/storage/make_reader.h"
#include "engine/storage/uring_reader.h"

namespace throughline::measure {
namespace {

constexpr std::uint32_t kProbeReads = 64;
constexpr std::uint64_t kProbeDecodeBytes = 2U << 20U;

/// Rates of one data set on this machine, roughly.
struct Probe {
    double reads_per_second = 0.0;
    double decode_seconds_per_image = 0.0;
};

double probe_reads(const Source& source, const pipeline::PipelineOptions& pipeline) {
    const storage::ReaderOptions& options = pipeline.reader;
    const auto& images = *source.images;
    const auto count =
        static_cast<std::uint32_t>(std::min<std::size_t>(kProbeReads, images.size()));
    const std::uint32_t depth = std::min(options.queue_depth, count);
    std::uint64_t room_max = 1;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto place = images.place(i * images.size() / count);
        room_max = std::max(room_max, storage::read_room_bytes(place.offset_bytes, place.bytes));
    }
    auto pool = storage::BufferPool::make(depth, room_max);
    if (!pool) {
        return 0.0;
    }
    auto reader = pipeline.make_reader(options, *pool);
    if (!reader) {
        return 0.0;
    }
    const SteadyTime began = steady_now();
    std::uint32_t finished = 0;
    std::vector<storage::ReadDone> done(depth);
    for (std::uint32_t next = 0; finished < count;) {
        while (next < count && (*reader)->in_flight() < depth) {
            const std::size_t item = next * images.size() / count;
            storage::FileRead read = pipeline::read_of(images, item, next % depth);
            read.tag = next;
            // Buffers are reused in a ring: only as many in flight as are sure to be free.
            if (next - finished >= depth || !(*reader)->submit({&read, 1})) {
                break;
            }
            ++next;
        }
        const std::size_t wanted = (*reader)->in_flight();
        auto got = (*reader)->wait(done, wanted, std::chrono::seconds(2));
        if (!got || *got == 0) {
            return 0.0;
        }
        finished += static_cast<std::uint32_t>(*got);
    }
    return finished / std::max(1e-6, in_seconds(steady_now() - began));
}

double probe_decode(const Source& source,
                    const decode::DecodeOptions& options,
                    std::stop_token stop) {
    pipeline::ItemLog log(static_cast<std::uint32_t>(source.images->size()));
    auto sample = pipeline::preload_sample(*source.images, kProbeDecodeBytes, log, std::move(stop));
    auto decoder = decode::ImageDecoder::make(options);
    if (!sample || !decoder) {
        return 0.0;
    }
    std::vector<std::byte> out(decode::bytes_per_image(options));
    const SteadyTime began = steady_now();
    for (const auto& image : sample->images) {
        static_cast<void>((*decoder)->decode(image.bytes, out));
    }
    return in_seconds(steady_now() - began) / static_cast<double>(sample->images.size());
}

/// How many times over the data set is read from its storage in whole epochs: a cache that fills in
/// the first, or by a copy before it, spares the others what it holds. One that is too small and
/// lets go of what it has may have let go of all that comes next.
double epochs_from_storage(const PointOptions& point) {
    const auto epochs = static_cast<double>(point.pipeline.epochs_max);
    if (!point.tier || point.tier->data_bytes == 0) {
        return epochs;
    }
    const double kept = std::min(1.0,
                                 static_cast<double>(point.tier->options.budget_bytes) /
                                     static_cast<double>(point.tier->data_bytes));
    const bool stays = kept == 1.0 || point.tier->options.policy == storage::TierPolicy::Keep;
    return stays ? 1.0 + (epochs - 1.0) * (1.0 - kept) : epochs;
}

/// Bytes that a point reads from where its data lie, from the rate that its slowest stage allows.
double expected_bytes(const PointOptions& point, const Source& source, const Probe& probe) {
    using spec::Stages;
    const auto& options = point.pipeline;
    if (options.stages == Stages::Consumer) {
        return 0.0;
    }
    const auto total = static_cast<double>(source.images->bytes_total());
    if (options.stages == Stages::Decode) {
        return std::min(total, static_cast<double>(options.preload_bytes_max)) * point.repeats;
    }
    if (point.duration_seconds <= 0.0) {
        return total * point.repeats * epochs_from_storage(point);
    }
    double rate = probe.reads_per_second * options.reader_threads;
    if (options.stages == Stages::Full && !options.decode_on_gpu &&
        probe.decode_seconds_per_image > 0.0) {
        const double cores = std::min<double>(options.decode_threads,
                                              std::max(1U, std::thread::hardware_concurrency()));
        rate = std::min(rate, cores / probe.decode_seconds_per_image);
    }
    if (options.consumer.batch_seconds > 0.0 &&
        options.consumer.kind == spec::ConsumerKind::Paced && options.stages == Stages::Full) {
        rate = std::min(
            rate,
            options.consumer.accelerators * options.batch_images / options.consumer.batch_seconds);
    }
    const double mean_bytes = total / static_cast<double>(source.images->size());
    return rate * mean_bytes * (point.warmup_seconds + point.duration_seconds) * point.repeats;
}

std::string bytes_text(std::uint64_t bytes) {
    return format_quantity(static_cast<double>(bytes), "bytes");
}

/// A cache in front of the storage among the caches.
pipeline::MemoryPlan memory_of(const PointOptions& point) {
    pipeline::MemoryPlan plan = pipeline::plan_memory(point.pipeline);
    plan.cache_bytes += point.tier ? point.tier->memory_bytes() : 0;
    return plan;
}

}  // namespace

Result<void> check_readers(const std::vector<spec::Settings>& points, const StudySources& sources) {
    std::optional<Error> problem;
    for (const auto& settings : points) {
        const Source& source = sources.of(settings);
        const auto options = point_options(settings, source).pipeline;
        const bool uring = pipeline::reads(options.stages) && !pipeline::by_loader(options) &&
                           source.remote == nullptr &&
                           options.reader.kind == storage::ReaderKind::Uring;
        const auto usable = uring ? storage::try_uring(options.reader.queue_depth) : Result<void>();
        if (usable) {
            return {};  // this point at least can be measured; others say why they cannot
        }
        problem = usable.error();
    }
    if (problem) {
        problem->what =
            say("io_uring cannot be used; --set storage.reader=pread reads without it (%1)",
                problem->what);
    }
    return problem ? Result<void>(*problem) : Result<void>();
}

Result<void> check_memory(const std::vector<spec::Settings>& points, const StudySources& sources) {
    const auto available = metrics::memory_room();
    if (!available) {
        return {};
    }
    // The rest is for the page cache, the decoders and everybody else.
    constexpr double kShareMax = 0.8;
    for (const auto& settings : points) {
        const Source& source = sources.of(settings);
        const auto plan = memory_of(point_options(settings, source));
        if (static_cast<double>(plan.total()) > kShareMax * static_cast<double>(available->bytes)) {
            return Error{.code = ErrorCode::Limit,
                         .what = say("the pipeline would need %1 (%2 of read buffers, for a "
                                     "largest image of %3; %4 of "
                                     "batch slots; %5 of caches) and %6 are available; lower "
                                     "storage.queue_depth, "
                                     "storage.threads, dataset.shuffle_window, cache.budget_bytes "
                                     "or the batch settings, "
                                     "or leave the largest images out",
                                     bytes_text(plan.total()),
                                     bytes_text(plan.read_buffer_bytes),
                                     bytes_text(source.images->bytes_max()),
                                     bytes_text(plan.arena_bytes),
                                     bytes_text(plan.cache_bytes),
                                     available->limit.empty()
                                         ? say("%1 of memory", bytes_text(available->bytes))
                                         : say("%1 of memory under %2",
                                               bytes_text(available->bytes),
                                               available->limit))};
        }
    }
    return {};
}

Estimate estimate(const std::vector<spec::Settings>& points,
                  const StudySources& sources,
                  std::stop_token stop) {
    Estimate made;
    record::Plan& plan = made.plan;
    plan.runs = static_cast<std::int64_t>(points.size());
    std::map<std::string, Probe> probes;
    for (const auto& settings : points) {
        const Source& source = sources.of(settings);
        const PointOptions point = point_options(settings, source);
        const auto [entry, is_new] = probes.try_emplace(spec::text_of(settings, "dataset.path"));
        if (is_new) {
            entry->second = {
                .reads_per_second = probe_reads(source, point.pipeline),
                .decode_seconds_per_image = probe_decode(source, point.pipeline.decode, stop)};
        }
        plan.memory_bytes = std::max(plan.memory_bytes, memory_of(point).total());
        plan.read_bytes += expected_bytes(point, source, entry->second);
        double seconds = point.warmup_seconds + point.duration_seconds;
        if (point.duration_seconds <= 0.0) {
            const auto images = static_cast<double>(source.images->size());
            const double threads = std::max(1U, point.pipeline.decode_threads);
            seconds = static_cast<double>(point.pipeline.epochs_max) *
                      std::max(images * entry->second.decode_seconds_per_image / threads,
                               entry->second.reads_per_second > 0.0
                                   ? images / entry->second.reads_per_second
                                   : 0.0);
        }
        made.repeat_seconds.push_back(seconds);
        plan.seconds += seconds * point.repeats;
    }
    return made;
}

}  // namespace throughline::measure
