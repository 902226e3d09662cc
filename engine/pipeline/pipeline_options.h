// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>

#include "engine/base/memory_mapping.h"
#include "engine/base/result.h"
#include "engine/batch/batch_arena.h"
#include "engine/consumer/consumer.h"
#include "engine/dataset/image_set.h"
#include "engine/dataset/order.h"
#include "engine/decode/image_decoder.h"
#include "engine/loader/loader_process.h"
#include "engine/pipeline/read_memory.h"
#include "engine/pipeline/read_worker.h"
#include "engine/pipeline/step_gate.h"
#include "engine/spec/choices.h"
#include "engine/storage/reader.h"

namespace throughline::pipeline {

/// How a consumer is made; tests put one in that looks into the arena.
using ConsumerFactory =
    std::function<std::unique_ptr<consumer::Consumer>(const batch::BatchArena&)>;

/// What is kept in memory from the first epoch on; see ItemCache.
enum class CacheKind : std::uint8_t { None, Encoded, Decoded };

struct PipelineOptions {
    spec::Stages stages = spec::Stages::Full;
    /// Another's loader in the place of storage and decode; with all stages together.
    loader::LoaderOptions loader{};
    const dataset::ImageSet* images = nullptr;                ///< must outlive the pipeline
    dataset::Order order{dataset::OrderKind::Sequential, 0};  ///< of images; streams: of shards
    /// Shards are read from their start to their end instead of image by image.
    bool stream = false;
    std::uint32_t interleave = 4;           ///< streams: shards that a reader reads at once
    std::uint64_t chunk_bytes = 1U << 20U;  ///< streams: one read; a multiple of 4096
    std::uint32_t shuffle_window = 0;       ///< streams: images, shared out among the readers
    bool verify = false;                    ///< the checksums of records
    bool measuring = false;                 ///< latencies are kept from the first read on
    /// Batches hold the images in the order of the feed. Streams: with one reader.
    bool ordered = false;
    std::uint32_t prefetch_images = 0;  ///< may wait for decoders; 0: the queue depth, at least 64
    CacheKind cache = CacheKind::None;  ///< not with streams; decoded: not where crops are random
    std::uint64_t cache_bytes = 0;      ///< budget
    std::uint64_t epochs_max = 0;       ///< 0 = until stopped
    bool hold_between_epochs = false;   ///< see Feed
    storage::ReaderOptions reader;
    ReaderFactory make_reader = storage::make_reader;
    std::uint32_t reader_threads = 1;
    decode::DecodeOptions decode;
    /// The consumer's GPU decodes: decoders hand images over as they are.
    bool decode_on_gpu = false;
    std::uint32_t decode_threads = 1;
    /// As many decoders may be set to work while running; memory is planned for them.
    std::uint32_t decode_threads_max = 1;
    std::uint32_t batch_images = 64;
    std::uint32_t batch_slots = 4;
    consumer::ConsumerOptions consumer;
    /// With consumer.barrier and all stages: where other machines are met after each step. It
    /// outlives the pipeline.
    StepGate* step_gate = nullptr;
    GradientExchange exchange{};      ///< at the gate
    ConsumerFactory make_consumer{};  ///< instead of one by `consumer`, where it is given
    /// Decode alone: encoded images held in memory, an evenly random sample up to this many bytes.
    std::uint64_t preload_bytes_max = 512ULL << 20U;
    /// Called on each thread when it begins: "storage", "decode" or "consumer", and which of them.
    std::function<void(spec::Stages stage, std::uint32_t index)> on_thread{};
    MemoryMapping::Placer place{};          ///< where images and batches shall lie
    MemoryMapping::Placer place_batches{};  ///< batches only, where it is given
};

/// Whether the options fit each other and the data set. Errors: Usage, with what to change.
Result<void> check_options(const PipelineOptions& options);

/// Memory that the pipeline takes before it starts and keeps; nothing else grows with the data.
struct MemoryPlan {
    std::uint64_t arena_bytes = 0;
    std::uint64_t read_buffer_bytes = 0;
    std::uint64_t preload_bytes = 0;
    std::uint64_t cache_bytes = 0;
    std::uint64_t total() const noexcept {
        return arena_bytes + read_buffer_bytes + preload_bytes + cache_bytes;
    }
};
MemoryPlan plan_memory(const PipelineOptions& options);

// What follows from the options; for the pipeline itself.
inline bool by_loader(const PipelineOptions& options) {
    return options.stages == spec::Stages::Full && !options.loader.command.empty();
}
constexpr bool reads(spec::Stages stages) {
    return stages == spec::Stages::Full || stages == spec::Stages::Storage;
}
constexpr bool decodes(spec::Stages stages) {
    return stages == spec::Stages::Full || stages == spec::Stages::Decode;
}
inline std::uint32_t decode_threads_most(const PipelineOptions& options) {
    return std::max(options.decode_threads, options.decode_threads_max);
}
/// Of one reader.
ReadMemory read_memory_of(const PipelineOptions& options);
std::uint64_t cache_budget_of(const PipelineOptions& options);
batch::BatchArena::Options arena_options_of(const PipelineOptions& options);
/// Decode alone ends at a consumer that never waits; where a GPU decodes, at one that runs no
/// network.
consumer::ConsumerOptions consumer_options_of(const PipelineOptions& options);

}  // namespace throughline::pipeline
