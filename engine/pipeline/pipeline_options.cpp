// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/pipeline_options.h"

#include <string>

#include "engine/base/say.h"
#include "engine/consumer/encoded_room.h"
#include "engine/pipeline/decode_worker.h"

namespace throughline::pipeline {

ReadMemory read_memory_of(const PipelineOptions& options) {
    constexpr std::uint32_t kAheadMin = 64;
    const std::uint32_t readers = options.reader_threads;
    const std::uint32_t depth = options.reader.queue_depth;
    const auto share = [readers](std::uint32_t count) { return (count + readers - 1) / readers; };
    return plan_read_memory(
        {.images = options.images,
         .stream = options.stream,
         .hands_on = options.stages != spec::Stages::Storage,
         .whole_records = options.verify,
         .queue_depth = depth,
         .prefetch_images = options.prefetch_images == 0 ? std::max(depth, kAheadMin)
                                                         : share(options.prefetch_images),
         .held_images = DecodeShared::kTakeMaxDefault * decode_threads_most(options) / readers + 1,
         .shuffle_window = share(options.shuffle_window),
         .interleave = options.interleave,
         .chunk_bytes = options.chunk_bytes});
}

/// The cache as the stages can use it: storage alone is the ceiling of storage, not of a cache.
std::uint64_t cache_budget_of(const PipelineOptions& options) {
    const auto& images = *options.images;
    if (by_loader(options)) {
        return 0;
    }
    switch (options.stages == spec::Stages::Full || options.stages == spec::Stages::Decode
                ? options.cache
                : CacheKind::None) {
        case CacheKind::None:
            break;
        case CacheKind::Encoded:
            return options.stages == spec::Stages::Full
                       ? std::min(options.cache_bytes, images.bytes_total())
                       : 0;
        case CacheKind::Decoded:
            return std::min(options.cache_bytes,
                            images.size() * decode::bytes_per_image(options.decode));
    }
    return 0;
}

consumer::ConsumerOptions consumer_options_of(const PipelineOptions& options) {
    if (options.stages != spec::Stages::Decode) {
        return options.consumer;
    }
    consumer::ConsumerOptions last;
    if (options.decode_on_gpu) {
        last.kind = spec::ConsumerKind::Gpu;
        last.gpu = options.consumer.gpu;
        last.gpu.network = "transfer";
        last.gpu.proxy = false;
        last.gpu.phase = consumer::GpuPhase::Inference;
        last.accelerators = options.consumer.accelerators;
    }
    return last;
}

batch::BatchArena::Options arena_options_of(const PipelineOptions& options) {
    if (by_loader(options)) {  // whose images stay with it
        return {.slots = options.batch_slots,
                .images_per_slot = options.batch_images,
                .bytes_per_image = 1};
    }
    const bool encoded = options.decode_on_gpu && decodes(options.stages);
    const auto& images = *options.images;
    const std::uint64_t result_bytes = decode::bytes_per_image(options.decode);
    const std::uint64_t mean_bytes =
        images.bytes_total() / std::max<std::uint64_t>(images.size(), 1);
    return {.slots = options.batch_slots,
            .images_per_slot = options.batch_images,
            .bytes_per_image = encoded ? consumer::encoded_room_bytes(consumer::usual_image_bytes(
                                             images.bytes_max(), mean_bytes, result_bytes))
                                       : result_bytes,
            .place = options.place_batches ? options.place_batches : options.place,
            .shared = consumer_options_of(options).kind == spec::ConsumerKind::Gpu};
}

Result<void> check_options(const PipelineOptions& options) {
    const auto& images = *options.images;
    const auto refused = [](const std::string& why) { return usage_error(why); };
    if (by_loader(options)) {
        return {};  // it reads what it likes
    }
    if (options.stream && images.whole_files()) {
        return refused(say(
            "'%1' is a folder of images, which are read one by one: sequential access needs shards",
            images.root()));
    }
    if (images.format() == dataset::Format::Blocks && options.stages != spec::Stages::Storage) {
        return refused(
            say("'%1' is read as blocks, which are not images: set stages=storage", images.root()));
    }
    if (images.format() == dataset::Format::RawTensor && decodes(options.stages) &&
        options.decode.output == decode::Output::Uint8 &&
        (images.tensor_width_px() != options.decode.width_px ||
         images.tensor_height_px() != options.decode.height_px)) {
        return refused(
            say("'%1' holds raw tensors of %2 x %3 pixels: set decode.width_px and "
                "decode.height_px to that",
                images.root(),
                std::to_string(images.tensor_width_px()),
                std::to_string(images.tensor_height_px())));
    }
    if (images.format() == dataset::Format::RawTensor && decodes(options.stages) &&
        options.decode_on_gpu) {
        return refused(say("'%1' holds raw tensors, which are not decoded: set decode.device=cpu",
                           images.root()));
    }
    if (images.format() == dataset::Format::RawTensor && decodes(options.stages) &&
        options.decode.output != decode::Output::Uint8) {
        return refused(say("raw tensors are delivered as they are: set decode.output=uint8"));
    }
    return {};
}

MemoryPlan plan_memory(const PipelineOptions& options) {
    MemoryPlan plan;
    if (options.stages != spec::Stages::Storage) {
        plan.arena_bytes = batch::BatchArena::bytes_needed(arena_options_of(options));
    }
    if (reads(options.stages) && !by_loader(options)) {
        plan.read_buffer_bytes = read_memory_of(options).bytes() * options.reader_threads;
    }
    if (options.stages == spec::Stages::Decode) {
        plan.preload_bytes = std::min(options.preload_bytes_max, options.images->bytes_total());
    }
    plan.cache_bytes = cache_budget_of(options);
    return plan;
}

}  // namespace throughline::pipeline
