// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/point_options.h"

#include <algorithm>
#include <string_view>
#include <thread>

#include "engine/measure/flow_options.h"
#include "engine/measure/store_access.h"
#include "engine/remote/remote_reader.h"
#include "engine/spec/choices.h"
#include "engine/spec/gpu_network.h"
#include "engine/spec/study_loader.h"

namespace throughline::measure {
namespace {

using spec::boolean_of;
using spec::choice_of;
using spec::count_of;
using spec::integer_of;
using spec::real_of;
using spec::text_of;

decode::DecodeOptions decode_options(const spec::Settings& settings) {
    return {.width_px = static_cast<std::uint32_t>(integer_of(settings, "decode.width_px")),
            .height_px = static_cast<std::uint32_t>(integer_of(settings, "decode.height_px")),
            .pixels_max = static_cast<std::uint64_t>(integer_of(settings, "decode.pixels_max")),
            .mode = choice_of<decode::Mode>(settings, "decode.mode"),
            .output = choice_of<decode::Output>(settings, "decode.output"),
            .layout = choice_of<decode::Layout>(settings, "decode.layout"),
            .upsampling = choice_of<decode::Upsampling>(settings, "decode.upsampling"),
            .dct = choice_of<decode::Dct>(settings, "decode.dct"),
            .scale = choice_of<decode::Scale>(settings, "decode.scale"),
            .orientation = choice_of<decode::Orientation>(settings, "decode.orientation"),
            .jitter = {.brightness = real_of(settings, "decode.brightness_jitter"),
                       .saturation = real_of(settings, "decode.saturation_jitter"),
                       .hue = real_of(settings, "decode.hue_jitter"),
                       .pca_noise = real_of(settings, "decode.pca_noise")},
            .seed = static_cast<std::uint64_t>(integer_of(settings, "dataset.seed"))};
}

consumer::ConsumerOptions consumer_options(const spec::Settings& settings, spec::Stages stages) {
    // Long enough for a rate, and short beside the measurement.
    constexpr double kCeilingSecondsMax = 1.0;
    const double duration = real_of(settings, "duration_seconds");
    const double ceiling_seconds =
        duration > 0.0 ? std::min(kCeilingSecondsMax, duration / 2.0) : kCeilingSecondsMax;
    return {
        .kind = choice_of<spec::ConsumerKind>(settings, "consumer.kind"),
        .batch_seconds = real_of(settings, "consumer.batch_seconds"),
        .accelerators = count_of(settings, "consumer.accelerators"),
        .barrier = boolean_of(settings, "consumer.barrier"),
        .gpu = {.access = {},
                .device = count_of(settings, "consumer.device"),
                .network = std::string(spec::catalogue_id(text_of(settings, "consumer.network"))),
                .proxy = spec::is_proxy(text_of(settings, "consumer.network")),
                .phase = choice_of<consumer::GpuPhase>(settings, "consumer.phase"),
                .width_px = count_of(settings, "decode.width_px"),
                .height_px = count_of(settings, "decode.height_px"),
                .decodes = spec::decodes_on_gpu(settings),
                .smooth_chroma = text_of(settings, "decode.upsampling") == "fancy",
                .pinned = text_of(settings, "consumer.transfer") == "pinned",
                .resident = stages == spec::Stages::Consumer,
                .ceiling_seconds = stages == spec::Stages::Full ? ceiling_seconds : 0.0}};
}

/// What a loader of others is told, where one delivers the batches.
loader::LoaderOptions loader_options(const spec::Settings& settings) {
    if (!spec::is_by_loader(settings)) {
        return {};
    }
    return {.command = text_of(settings, "loader.command"),
            .point = {.dataset = text_of(settings, "dataset.path"),
                      .format = text_of(settings, "dataset.format"),
                      .workers = count_of(settings, "loader.workers"),
                      .batch_images = count_of(settings, "batch.images"),
                      .width_px = count_of(settings, "decode.width_px"),
                      .height_px = count_of(settings, "decode.height_px"),
                      .seed = static_cast<std::uint64_t>(integer_of(settings, "dataset.seed")),
                      .shuffle = text_of(settings, "dataset.order") == "shuffle"},
            .patience_seconds = real_of(settings, "loader.patience_seconds")};
}

/// What happens between two epochs, of which the next then begins when the last has gone through.
/// Buffered reads fill the page cache, so a cold run evicts again before each epoch; a cache with a
/// budget fills, and where whole epochs were asked for, each is told from the next.
void put_epochs(const Source& source, PointOptions& point) {
    pipeline::PipelineOptions& options = point.pipeline;
    const bool several = pipeline::reads(options.stages) && options.epochs_max != 1;
    const bool buffered = !options.reader.direct_io || !source.direct_io_works;
    point.tells_epochs =
        several && (point.page_cache_bytes > 0 || point.tier.has_value() || options.epochs_max > 1);
    point.evicts_between_epochs = several && point.page_cache_bytes == 0 && buffered &&
                                  point.page_cache == CacheState::Cold && source.remote == nullptr;
    options.hold_between_epochs = point.tells_epochs || point.evicts_between_epochs;
}

}  // namespace

PointOptions point_options(const spec::Settings& settings, const Source& source) {
    PointOptions point;
    point.page_cache = choice_of<CacheState>(settings, "page_cache");
    point.page_cache_bytes =
        static_cast<std::uint64_t>(integer_of(settings, "storage.page_cache_bytes"));
    point.warmup_seconds = real_of(settings, "warmup_seconds");
    point.duration_seconds = real_of(settings, "duration_seconds");
    point.sample_seconds = real_of(settings, "sample_seconds");
    point.repeats = static_cast<int>(integer_of(settings, "repeats"));

    auto& options = point.pipeline;
    options.stages = choice_of<spec::Stages>(settings, "stages");
    options.images = source.images.get();
    options.order = dataset::Order(
        text_of(settings, "dataset.order") == "shuffle" ? dataset::OrderKind::Shuffle
                                                        : dataset::OrderKind::Sequential,
        static_cast<std::uint64_t>(integer_of(settings, "dataset.seed")));
    options.epochs_max = point.duration_seconds > 0.0 ? 0 : 1;
    options.exchange = {
        .bytes = static_cast<std::uint64_t>(integer_of(settings, "consumer.gradient_bytes")),
        .servers = count_of(settings, "consumer.parameter_servers")};
    options.reader.kind = choice_of<storage::ReaderKind>(settings, "storage.reader");
    if (source.remote != nullptr) {
        options.make_reader = [files = source.remote](const storage::ReaderOptions& reader,
                                                      const storage::BufferPool& pool) {
            return remote::make_remote_reader(reader, pool, files);
        };
    }
    // mmap cannot; the reader's facts say so.
    options.reader.direct_io = boolean_of(settings, "storage.direct") &&
                               options.reader.kind != storage::ReaderKind::Mapped &&
                               source.remote == nullptr;
    options.reader.queue_depth = count_of(settings, "storage.queue_depth");
    options.reader.block_bytes =
        static_cast<std::uint64_t>(integer_of(settings, "storage.block_bytes"));
    options.reader.advice = choice_of<storage::ReadAdvice>(settings, "storage.fadvise");
    options.reader.read_ahead = count_of(settings, "storage.read_ahead");
    options.reader.register_buffers = boolean_of(settings, "storage.register_buffers");
    options.reader_threads = count_of(settings, "storage.threads");
    options.decode = decode_options(settings);
    options.decode_on_gpu = spec::decodes_on_gpu(settings);
    options.decode_threads = count_of(settings, "decode.threads");
    options.decode_threads_max = 2 * std::max(1U, std::thread::hardware_concurrency());
    options.batch_images = count_of(settings, "batch.images");
    options.batch_slots = count_of(settings, "batch.slots");
    options.consumer = consumer_options(settings, options.stages);
    put_flow_options(settings, options);
    options.loader = loader_options(settings);
    options.reader.direct_io = options.reader.direct_io && !pipeline::by_loader(options);
    point.store_retry = access_of(settings).retry;
    point.placement = choice_of<placement::Policy>(settings, "placement.policy");
    point.tier = choose_tier(settings, options);
    put_epochs(source, point);
    return point;
}

}  // namespace throughline::measure
