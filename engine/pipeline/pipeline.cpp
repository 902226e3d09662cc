// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/pipeline.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/pipeline/image_read.h"
#include "engine/pipeline/preload.h"

namespace throughline::pipeline {
namespace {

bool reads(Stages stages) {
    return stages == Stages::Full || stages == Stages::Storage;
}
bool decodes(Stages stages) {
    return stages == Stages::Full || stages == Stages::Decode;
}

std::uint32_t decode_threads_most(const PipelineOptions& options) {
    return std::max(options.decode_threads, options.decode_threads_max);
}

/// Read buffers of one reader: its reads in flight, and in a full pipeline as many again waiting
/// for decoders plus what decoders hold.
std::uint32_t buffers_per_reader(const PipelineOptions& options) {
    const std::uint32_t depth = options.reader.queue_depth;
    if (options.stages == Stages::Storage) {
        return depth;
    }
    constexpr std::uint32_t kAheadMin = 32;
    const std::uint32_t held = 4 * decode_threads_most(options) / options.reader_threads + 1;
    return depth + std::max(depth, kAheadMin) + held;
}

batch::BatchArena::Options arena_options(const PipelineOptions& options) {
    return {.slots = options.batch_slots,
            .images_per_slot = options.batch_images,
            .bytes_per_image = decode::bytes_per_image(options.decode)};
}

}  // namespace

MemoryPlan plan_memory(const PipelineOptions& options) {
    MemoryPlan plan;
    if (options.stages != Stages::Storage) {
        plan.arena_bytes = batch::BatchArena::bytes_needed(arena_options(options));
    }
    if (reads(options.stages)) {
        plan.read_buffer_bytes =
            read_room_max(*options.images) * buffers_per_reader(options) * options.reader_threads;
    }
    if (options.stages == Stages::Decode) {
        plan.preload_bytes = std::min(options.preload_bytes_max, options.images->bytes_total());
    }
    return plan;
}

Pipeline::Pipeline(const PipelineOptions& options)
    : options_(options),
      threads_([this](const char* stage, Error error) { fail(stage, std::move(error)); }) {}

Result<std::unique_ptr<Pipeline>> Pipeline::start(const PipelineOptions& options,
                                                  std::stop_token stop,
                                                  const std::function<void()>& before_threads) {
    std::unique_ptr<Pipeline> pipeline(new Pipeline(options));
    if (auto built = pipeline->build(stop); !built) {
        return std::move(built).error();
    }
    if (before_threads) {
        before_threads();
    }
    pipeline->start_threads();
    return pipeline;
}

Pipeline::~Pipeline() {
    static_cast<void>(finish());
}

Result<void> Pipeline::build(std::stop_token stop) {
    const auto images = static_cast<std::uint32_t>(options_.images->size());
    items_ = std::make_unique<ItemLog>(images);
    if (reads(options_.stages)) {
        feed_ = std::make_unique<Feed>(
            Feed::Options{.order = options_.order,
                          .images = images,
                          .epochs_max = options_.epochs_max,
                          .hold_between_epochs = options_.hold_between_epochs});
        if (auto built = build_readers(); !built) {
            return built;
        }
    }
    if (options_.stages != Stages::Storage) {
        auto arena = batch::BatchArena::make(arena_options(options_));
        if (!arena) {
            return std::move(arena).error();
        }
        arena_.emplace(*std::move(arena));
        filler_ = std::make_unique<batch::SlotFiller>(*arena_);
        batches_ = std::make_unique<BatchQueue>(options_.batch_slots);
        for (std::uint32_t slot = 0; slot < options_.batch_slots; ++slot) {
            if (options_.stages == Stages::Consumer) {
                batches_->push({.slot = slot, .images = options_.batch_images});
            } else {
                filler_->add_free_slot(slot);
            }
        }
        const bool alone = options_.stages == Stages::Decode;
        consumer_ = std::make_unique<ConsumeWorker>(
            ConsumeWorker::Options{.batches = batches_.get(),
                                   .filler = filler_.get(),
                                   .refill = options_.stages == Stages::Consumer,
                                   .stopping = &stopping_},
            consumer::make_consumer(alone ? consumer::ConsumerOptions{} : options_.consumer,
                                    options_.batch_images));
    }
    return decodes(options_.stages) ? build_decoders(stop) : Result<void>{};
}

Result<void> Pipeline::build_readers() {
    const std::uint32_t buffers = buffers_per_reader(options_);
    if (options_.stages == Stages::Full) {
        encoded_ = std::make_unique<EncodedQueue>(static_cast<std::size_t>(buffers) *
                                                  options_.reader_threads);
    }
    for (std::uint32_t number = 0; number < options_.reader_threads; ++number) {
        auto worker = ReadWorker::make({.number = number,
                                        .reader = options_.reader,
                                        .make_reader = options_.make_reader,
                                        .buffers = buffers,
                                        .buffer_bytes = read_room_max(*options_.images),
                                        .images = options_.images,
                                        .feed = feed_.get(),
                                        .log = items_.get(),
                                        .encoded = encoded_.get(),
                                        .measuring = &measuring_,
                                        .stopping = &stopping_});
        if (!worker) {
            return std::move(worker).error();
        }
        free_buffers_.push_back(&(*worker)->free_buffers());
        readers_.push_back(*std::move(worker));
    }
    return {};
}

Result<void> Pipeline::build_decoders(std::stop_token stop) {
    if (options_.stages == Stages::Decode) {
        auto preloaded =
            preload_sample(*options_.images, options_.preload_bytes_max, *items_, stop);
        if (!preloaded) {
            return std::move(preloaded).error();
        }
        preloaded_ = std::move(preloaded->bytes);
        preloaded_images_ = static_cast<std::uint32_t>(preloaded->images.size());
        auto source =
            std::make_unique<MemorySource>(std::move(preloaded->images), options_.epochs_max);
        memory_source_ = source.get();
        source_ = std::move(source);
    } else {
        source_ = std::make_unique<ReadSource>(*encoded_, free_buffers_);
    }
    const DecodeShared shared{.source = source_.get(),
                              .arena = &*arena_,
                              .filler = filler_.get(),
                              .batches = batches_.get(),
                              .log = items_.get(),
                              .stopping = &stopping_};
    auto decoders = DecoderPool::make({.shared = shared,
                                       .decode = options_.decode,
                                       .threads = options_.decode_threads,
                                       .on_last_ended = [this] { decoders_done(); }},
                                      threads_);
    if (!decoders) {
        return std::move(decoders).error();
    }
    decoders_ = *std::move(decoders);
    return {};
}

void Pipeline::start_threads() {
    started_ns_ = steady_now_ns();
    readers_left_ = static_cast<std::uint32_t>(readers_.size());
    if (consumer_) {
        threads_.spawn(
            {.stage = "consumer", .name = "tl-consume", .body = [this](std::stop_token stop) {
                 return consumer_->run(std::move(stop));
             }});
    }
    if (decoders_) {
        decoders_->start();
    }
    for (const auto& worker : readers_) {
        threads_.spawn(
            {.stage = "storage", .name = "tl-read", .body = [this, &worker](std::stop_token) {
                 auto result = worker->run();
                 reader_done();
                 return result;
             }});
    }
}

void Pipeline::reader_done() {
    if (readers_left_.fetch_sub(1) == 1 && encoded_) {
        encoded_->close();
    }
}

void Pipeline::decoders_done() {
    if (!stopping_.load()) {
        deliver_partial_batch();
    }
    batches_->close();
}

Result<void> Pipeline::set_decode_threads(std::uint32_t threads) {
    if (!decoders_) {
        return Error{.code = ErrorCode::Usage, .what = "no decoders run in these stages"};
    }
    const std::uint32_t most = decode_threads_most();
    if (threads == 0 || threads > most) {
        return Error{.code = ErrorCode::Usage,
                     .what = "the memory of this run is planned for 1 to " + std::to_string(most) +
                             " decoders"};
    }
    return decoders_->resize(threads);
}

void Pipeline::fail(const char* stage, Error error) {
    {
        const std::lock_guard lock(failure_mutex_);
        if (!failure_) {
            error.what = std::string(stage) + " stage: " + error.what;
            failure_ = std::move(error);
        }
    }
    stopping_.store(true);
    abort_queues();
}

void Pipeline::abort_queues() {
    if (memory_source_ != nullptr) {
        memory_source_->stop();
    }
    if (feed_) {
        feed_->stop();
    }
    if (encoded_) {
        encoded_->abort();
    }
    for (BufferQueue* queue : free_buffers_) {
        queue->abort();
    }
    if (filler_) {
        filler_->close();
    }
    if (batches_) {
        batches_->abort();
    }
}

bool Pipeline::failed() const {
    const std::lock_guard lock(failure_mutex_);
    return failure_.has_value();
}

std::int64_t Pipeline::first_batch_ns() const noexcept {
    return consumer_ ? consumer_->counters().first_batch_ns.load() : 0;
}

bool Pipeline::await_batch(std::int64_t deadline_ns, std::stop_token stop) {
    return !consumer_ || consumer_->await_batch(deadline_ns, std::move(stop));
}

void Pipeline::deliver_partial_batch() {
    if (const auto last = filler_->flush()) {
        batches_->push(*last);
    }
}

bool Pipeline::epoch_drained() {
    if (!feed_holds()) {
        return false;
    }
    const std::uint64_t issued = feed_->issued();
    const Snapshot now = snapshot();
    if (options_.stages == Stages::Full && now.images_decoded + now.images_failed >= issued) {
        deliver_partial_batch();
    }
    return now.images_delivered + now.images_failed >= issued;
}

Snapshot Pipeline::snapshot() const {
    Snapshot now;
    const std::int64_t ended_ns = threads_.ended_ns();
    now.at_ns = ended_ns != 0 ? ended_ns : steady_now_ns();
    for (const auto& reader : readers_) {
        now.images_read += reader->counters().images.read();
        now.images_failed += reader->counters().failed.read();
        now.bytes_requested += reader->counters().bytes_requested.read();
        now.bytes_read += reader->counters().bytes_read.read();
        now.reads += reader->counters().reads.read();
        now.read += reader->account().read(now.at_ns);
    }
    if (decoders_) {
        const DecoderPool::Totals decoded = decoders_->totals(now.at_ns);
        now.images_decoded = decoded.images;
        now.images_failed += decoded.failed;
        now.images_progressive = decoded.progressive;
        now.augment_ns = decoded.augment_ns;
        now.augment_timed = decoded.augment_timed;
        now.decode = decoded.times;
    }
    if (consumer_) {
        now.batches = consumer_->counters().batches.read();
        now.images_delivered = consumer_->counters().images.read();
        now.consume = consumer_->account().read(now.at_ns);
        now.batches_fill_ns = batches_->fill_integral() / static_cast<double>(batches_->capacity());
    } else {
        now.images_delivered = now.images_read;
    }
    if (encoded_) {
        now.encoded_fill_ns = encoded_->fill_integral() / static_cast<double>(encoded_->capacity());
    }
    return now;
}

PipelineEnd Pipeline::finish() {
    stopping_.store(true);
    abort_queues();
    threads_.join();

    PipelineEnd end;
    for (const auto& reader : readers_) {
        end.read_latency.add(reader->latencies());
        end.reader_facts = reader->facts();
    }
    end.preloaded_images = preloaded_images_;
    const std::lock_guard lock(failure_mutex_);
    end.failure = failure_;
    return end;
}

}  // namespace throughline::pipeline
