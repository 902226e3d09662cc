// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/memory_mapping.h"
#include "engine/base/mutex.h"
#include "engine/consumer/consumer.h"
#include "engine/dataset/image_set.h"
#include "engine/decode/image_decoder.h"
#include "engine/metrics/latency_histogram.h"
#include "engine/pipeline/consumer_group.h"
#include "engine/pipeline/counts.h"
#include "engine/pipeline/decode_worker.h"
#include "engine/pipeline/decoder_pool.h"
#include "engine/pipeline/feed.h"
#include "engine/pipeline/loader_worker.h"
#include "engine/pipeline/pipeline_options.h"
#include "engine/pipeline/read_worker.h"
#include "engine/pipeline/stage_threads.h"
#include "engine/spec/choices.h"
#include "engine/storage/reader.h"

namespace throughline::pipeline {

/// Cumulative counts and times of the whole pipeline at one moment.
struct Snapshot : Counts {
    SteadyTime at = kNever;
    std::vector<consumer::GpuState> gpus;  ///< one a consumer that drives one
};

/// Of reads from a store; empty without one.
struct StoreLatencies {
    metrics::LatencyHistogram first_byte;  ///< request sent until the answer's first byte
    metrics::LatencyHistogram body;        ///< from there to its last byte
};

/// What is known only once the threads have ended.
struct PipelineEnd {
    metrics::LatencyHistogram read_latency;  ///< while measuring
    StoreLatencies store;                    ///< likewise
    std::optional<storage::ReaderFacts> reader_facts;
    std::optional<Error> failure;  ///< of a stage as a whole, with the stage's name in `what`
    std::uint32_t preloaded_images = 0;
    std::uint64_t cache_bytes_used = 0;
};

/// The running stages, joined by bounded queues.
/// Thread: one controller calls start(), the control functions and finish(); snapshot() any.
class Pipeline {
public:
    /// Takes all memory, preloads for the decode stage, then starts the threads.
    /// Errors: Limit; what the stages cannot be made for. Errors while running come with finish().
    /// `before_threads` is called when everything is made and nothing runs yet: the moment from
    /// which to count.
    static Result<std::unique_ptr<Pipeline>> start(
        const PipelineOptions& options,
        std::stop_token stop,
        const std::function<void()>& before_threads = {});
    Pipeline(const Pipeline&) = delete;
    Pipeline& operator=(const Pipeline&) = delete;
    ~Pipeline();

    Snapshot snapshot() const;
    /// Read latencies are kept only while measuring.
    void set_measuring(bool measuring) noexcept { measuring_.store(measuring); }
    /// Waits for the next batch at the consumer, so that a measurement can begin and end with one;
    /// returns at once in storage-only runs. False: none came by the deadline.
    bool await_batch(SteadyTime deadline, std::stop_token stop);

    /// The feed holds at the end of an epoch (see Feed::Options::hold_between_epochs).
    bool feed_holds() const;
    /// The feed holds and every image given out was delivered or has failed; the epoch's last,
    /// partly filled batch is passed on for it. Thread: the controller.
    bool epoch_drained();
    void next_epoch();
    /// Every stage has ended by itself: the epochs are over, or a stage failed.
    bool ended() const noexcept { return threads_.all_ended(); }
    bool failed() const;
    std::uint64_t epochs_finished() const;
    /// Another's loader in the place of storage and decode; null: ours.
    const loader::LoaderProcess* loader() const noexcept {
        return loader_ ? &loader_->loader() : nullptr;
    }

    /// Changes the number of decoders while running: more begin at once, those sent away finish
    /// the images they hold. Errors: Usage without decoders in these stages, or out of [1,
    /// decode_threads_most()]; what a decoder cannot be made for; Stopped
    /// when decoding is over. Thread: the controller.
    Result<void> set_decode_threads(std::uint32_t threads);
    std::uint32_t decode_threads() const { return decoders_ ? decoders_->size() : 0; }
    std::uint32_t decode_threads_most() const noexcept {
        return std::max(options_.decode_threads, options_.decode_threads_max);
    }

    /// When start() was called, and when the first batch came (never: none yet).
    SteadyTime started_at() const noexcept { return started_at_; }
    SteadyTime first_batch_at() const noexcept;
    ItemLog& items() noexcept { return *items_; }

    /// Stops what still runs, joins all threads, and hands out what they kept. Ends within about
    /// 50 ms plus one image and one read.
    PipelineEnd finish();
    /// finish(), after which the consumers conclude() where nothing failed; seconds for a GPU,
    /// unless `stop`.
    PipelineEnd conclude(const std::stop_token& stop);

private:
    explicit Pipeline(PipelineOptions options);
    Result<void> build(std::stop_token stop);
    Result<void> build_cache();
    Result<void> build_readers();
    Result<void> build_batches(const std::stop_token& stop);
    Result<std::vector<std::unique_ptr<consumer::Consumer>>> make_consumers(
        const std::stop_token& stop) const;
    Result<void> build_decoders(std::stop_token stop);
    Result<void> build_loader(const std::stop_token& stop);
    void start_threads();
    void begin_thread(spec::Stages stage, std::uint32_t index) const;
    void abort_queues();
    void fail(spec::Stages stage, Error error);
    void reader_done();
    void decoders_done();
    void deliver_partial_batch();

    PipelineOptions options_;
    std::atomic<bool> measuring_{false};
    std::atomic<bool> stopping_{false};
    std::atomic<std::uint32_t> readers_left_{0};
    SteadyTime started_at_ = kNever;

    std::unique_ptr<ItemLog> items_;
    std::unique_ptr<Feed> feed_;
    std::vector<std::uint32_t> shards_;  ///< streams: files that hold images
    struct Preloaded {
        std::vector<std::byte> bytes;
        std::uint32_t images = 0;
    } preloaded_;
    std::unique_ptr<ItemCache> cache_;
    struct Encoded {
        std::unique_ptr<EncodedQueue> queue;
        std::size_t most = 1;                ///< images that can wait in it at once
        std::vector<TicketQueue*> returned;  ///< of readers_, by number
    } encoded_;
    std::unique_ptr<EncodedSource> source_;
    MemorySource* memory_source_ = nullptr;
    std::optional<batch::BatchArena> arena_;
    std::unique_ptr<batch::SlotFiller> filler_;
    std::unique_ptr<BatchQueue> batches_;
    std::unique_ptr<OrderedHandOver> ordered_;
    std::vector<std::unique_ptr<ReadWorker>> readers_;
    std::unique_ptr<DecoderPool> decoders_;
    std::unique_ptr<ConsumerGroup> consumers_;
    std::unique_ptr<LoaderWorker> loader_;

    mutable Mutex failure_mutex_;
    std::optional<Error> failure_ GUARDED_BY(failure_mutex_);
    StageThreads threads_;
};

}  // namespace throughline::pipeline
