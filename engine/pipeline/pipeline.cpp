// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/pipeline.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/base/say.h"
#include "engine/consumer/make_consumer.h"
#include "engine/pipeline/image_read.h"
#include "engine/pipeline/make_read_worker.h"
#include "engine/pipeline/preload.h"
#include "engine/spec/choices.h"

namespace throughline::pipeline {

namespace {

/// Images that decoders handed over and that the GPU could not decode.
std::uint64_t failed_on_gpu(const std::vector<consumer::GpuState>& gpus) {
    std::uint64_t failed = 0;
    for (const consumer::GpuState& gpu : gpus) {
        failed += gpu.decode_failed;
    }
    return failed;
}

}  // namespace

Pipeline::Pipeline(PipelineOptions options)
    : options_(std::move(options)),
      threads_([this](spec::Stages stage, Error error) { fail(stage, std::move(error)); }) {}

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
    pipeline->set_measuring(options.measuring);
    pipeline->start_threads();
    return pipeline;
}

Pipeline::~Pipeline() {
    static_cast<void>(finish());
}

Result<void> Pipeline::build(std::stop_token stop) {
    if (auto fits = check_options(options_); !fits) {
        return fits;
    }
    items_ = std::make_unique<ItemLog>(static_cast<std::uint32_t>(options_.images->size()));
    if (by_loader(options_)) {
        auto built = build_batches(stop);
        return built ? build_loader(stop) : built;
    }
    if (auto built = build_cache(); !built) {
        return built;
    }
    if (reads(options_.stages)) {
        if (auto built = build_readers(); !built) {
            return built;
        }
    }
    if (options_.stages != spec::Stages::Storage) {
        if (auto built = build_batches(stop); !built) {
            return built;
        }
    }
    return decodes(options_.stages) ? build_decoders(stop) : Result<void>{};
}

Result<void> Pipeline::build_cache() {
    const std::uint64_t budget = cache_budget_of(options_);
    if (budget == 0) {
        return {};
    }
    auto cache = ItemCache::make(
        {.images = static_cast<std::uint32_t>(options_.images->size()), .budget_bytes = budget});
    if (!cache) {
        return std::move(cache).error();
    }
    cache_ = *std::move(cache);
    return {};
}

Result<void> Pipeline::build_batches(const std::stop_token& stop) {
    auto arena = batch::BatchArena::make(arena_options_of(options_));
    if (!arena) {
        return std::move(arena).error();
    }
    const bool ordered = options_.ordered && options_.stages != spec::Stages::Consumer;
    arena_.emplace(*std::move(arena));
    filler_ = std::make_unique<batch::SlotFiller>(*arena_, ordered);
    batches_ = std::make_unique<BatchQueue>(options_.batch_slots, ordered);
    for (std::uint32_t slot = 0; slot < options_.batch_slots; ++slot) {
        if (options_.stages == spec::Stages::Consumer) {
            batches_->push({.slot = slot, .images = options_.batch_images});
        } else {
            filler_->add_free_slot(slot);
        }
    }
    auto consumers = make_consumers(stop);
    if (!consumers) {
        return std::move(consumers).error();
    }
    consumers_ = std::make_unique<ConsumerGroup>(
        ConsumerGroup::Options{
            .worker = {.batches = batches_.get(),
                       .filler = filler_.get(),
                       .in_sequence = ordered,
                       .refill = options_.stages == spec::Stages::Consumer,
                       .stopping = &stopping_},
            .barrier = options_.consumer.barrier,
            .gate = options_.stages == spec::Stages::Full ? options_.step_gate : nullptr,
            .exchange = options_.exchange},
        *std::move(consumers));
    return {};
}

Result<std::vector<std::unique_ptr<consumer::Consumer>>> Pipeline::make_consumers(
    const std::stop_token& stop) const {
    if (options_.make_consumer) {
        std::vector<std::unique_ptr<consumer::Consumer>> consumers;
        consumers.push_back(options_.make_consumer(*arena_));
        return consumers;
    }
    return consumer::make_consumers(consumer_options_of(options_), *arena_, stop);
}

Result<void> Pipeline::build_readers() {
    const auto& images = *options_.images;
    Feed::Options feed{.order = options_.order,
                       .items = static_cast<std::uint32_t>(images.size()),
                       .images_of = {},
                       .epochs_max = options_.epochs_max,
                       .hold_between_epochs = options_.hold_between_epochs};
    if (options_.stream) {
        for (std::uint32_t file = 0; file < images.file_count(); ++file) {
            const auto range = images.images_of(file);
            if (range.first < range.last) {
                shards_.push_back(file);
                feed.images_of.push_back(range.last - range.first);
            }
        }
        feed.items = static_cast<std::uint32_t>(shards_.size());
    }
    feed_ = std::make_unique<Feed>(feed);
    const ReadMemory memory = read_memory_of(options_);
    const bool full = options_.stages == spec::Stages::Full;
    if (full) {
        // In sequence, an image may come as far ahead of its turn as readers run ahead: by their
        // tickets and by what they have taken from the feed without one.
        const std::size_t tickets = std::size_t{memory.tickets} * options_.reader_threads;
        encoded_.most = tickets;
        encoded_.queue = std::make_unique<EncodedQueue>(options_.ordered ? 2 * tickets : tickets,
                                                        options_.ordered);
    }
    for (std::uint32_t number = 0; number < options_.reader_threads; ++number) {
        auto worker = make_read_worker(
            {.number = number,
             .reader = options_.reader,
             .make_reader = options_.make_reader,
             .memory = memory,
             .images = options_.images,
             .feed = feed_.get(),
             .shards = &shards_,
             .log = items_.get(),
             .encoded = encoded_.queue.get(),
             .cache = full ? cache_.get() : nullptr,
             .cache_decoded = options_.cache == CacheKind::Decoded,
             .pixels = images.format() == dataset::Format::RawTensor,
             .verify = options_.verify,
             .in_sequence = full && options_.ordered,
             .shuffle_window = full ? (options_.shuffle_window + options_.reader_threads - 1) /
                                          options_.reader_threads
                                    : 0,
             .seed = options_.order.seed(),
             .place = options_.place,
             .measuring = &measuring_,
             .stopping = &stopping_});
        if (!worker) {
            return std::move(worker).error();
        }
        encoded_.returned.push_back(&(*worker)->returned());
        readers_.push_back(*std::move(worker));
    }
    return {};
}

Result<void> Pipeline::build_decoders(std::stop_token stop) {
    if (options_.stages == spec::Stages::Decode) {
        auto preloaded =
            preload_sample(*options_.images, options_.preload_bytes_max, *items_, stop);
        if (!preloaded) {
            return std::move(preloaded).error();
        }
        preloaded_.bytes = std::move(preloaded->bytes);
        preloaded_.images = static_cast<std::uint32_t>(preloaded->images.size());
        if (options_.images->format() == dataset::Format::RawTensor) {
            for (EncodedImage& image : preloaded->images) {
                image.content = EncodedImage::Content::Pixels;
            }
        }
        auto source = std::make_unique<MemorySource>(
            std::move(preloaded->images), options_.epochs_max, cache_.get());
        memory_source_ = source.get();
        source_ = std::move(source);
    } else {
        source_ = std::make_unique<ReadSource>(*encoded_.queue, encoded_.returned);
    }
    if (options_.ordered) {
        ordered_ = std::make_unique<OrderedHandOver>(*source_, *filler_);
    }
    const DecodeShared shared{
        .source = source_.get(),
        .arena = &*arena_,
        .filler = filler_.get(),
        .batches = batches_.get(),
        .log = items_.get(),
        .ordered = ordered_.get(),
        .decoded = options_.cache == CacheKind::Decoded ? cache_.get() : nullptr,
        .stopping = &stopping_,
        .on_gpu = options_.decode_on_gpu};
    auto decoders = DecoderPool::make(
        {.shared = shared,
         .decode = options_.decode,
         .threads = options_.decode_threads,
         .on_thread = [this](std::uint32_t index) { begin_thread(spec::Stages::Decode, index); },
         .on_last_ended = [this] { decoders_done(); }},
        threads_);
    if (!decoders) {
        return std::move(decoders).error();
    }
    decoders_ = *std::move(decoders);
    return {};
}

Result<void> Pipeline::build_loader(const std::stop_token& stop) {
    auto loader = loader::LoaderProcess::start(options_.loader, stop);
    if (!loader) {
        return std::move(loader).error();
    }
    loader_ = std::make_unique<LoaderWorker>(
        LoaderWorker::Options{.loader = *std::move(loader),
                              .filler = filler_.get(),
                              .batches = batches_.get(),
                              .batch_images = options_.batch_images,
                              .epochs_max = options_.epochs_max,
                              .hold_between_epochs = options_.hold_between_epochs,
                              .stopping = &stopping_});
    return {};
}

void Pipeline::start_threads() {
    started_at_ = steady_now();
    readers_left_ = static_cast<std::uint32_t>(readers_.size());
    for (std::uint32_t index = 0; consumers_ && index < consumers_->size(); ++index) {
        threads_.spawn({.stage = spec::Stages::Consumer,
                        .name = "tl-consume",
                        .body = [this, index](std::stop_token stop) {
                            begin_thread(spec::Stages::Consumer, index);
                            return consumers_->run(index, std::move(stop));
                        }});
    }
    if (decoders_) {
        decoders_->start();
    }
    if (loader_) {
        threads_.spawn(
            {.stage = spec::Stages::Storage,
             .name = "tl-load",
             .body = [this](std::stop_token stop) { return loader_->run(std::move(stop)); }});
    }
    for (std::uint32_t index = 0; index < readers_.size(); ++index) {
        ReadWorker* worker = readers_[index].get();
        threads_.spawn({.stage = spec::Stages::Storage,
                        .name = "tl-read",
                        .body = [this, worker, index](const std::stop_token&) {
                            begin_thread(spec::Stages::Storage, index);
                            auto result = worker->run();
                            reader_done();
                            return result;
                        }});
    }
}

void Pipeline::begin_thread(spec::Stages stage, std::uint32_t index) const {
    if (options_.on_thread) {
        options_.on_thread(stage, index);
    }
}

void Pipeline::reader_done() {
    if (readers_left_.fetch_sub(1) == 1 && encoded_.queue) {
        encoded_.queue->close();
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
        return usage_error(say("no decoders run in these stages"));
    }
    const std::uint32_t most = decode_threads_most();
    if (threads == 0 || threads > most) {
        return usage_error(
            say("the memory of this run is planned for 1 to %1 decoders", std::to_string(most)));
    }
    return decoders_->resize(threads);
}

void Pipeline::fail(spec::Stages stage, Error error) {
    {
        const MutexLock lock(failure_mutex_);
        if (!failure_) {
            const bool by_loader = loader_ && stage == spec::Stages::Storage;  // which says so
            error.what = by_loader ? error.what
                                   : say("in the stage %1: %2", spec::name_of(stage), error.what);
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
    if (loader_) {
        loader_->abort();
    }
    if (encoded_.queue) {
        encoded_.queue->abort();
    }
    for (TicketQueue* queue : encoded_.returned) {
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
    const MutexLock lock(failure_mutex_);
    return failure_.has_value();
}

SteadyTime Pipeline::first_batch_at() const noexcept {
    return consumers_ ? consumers_->first_batch_at() : kNever;
}

bool Pipeline::await_batch(SteadyTime deadline, std::stop_token stop) {
    return !consumers_ || consumers_->await_batch(deadline, std::move(stop));
}

void Pipeline::deliver_partial_batch() {
    if (const auto last = filler_->flush()) {
        batches_->push(*last);
    }
}

bool Pipeline::feed_holds() const {
    return loader_ ? loader_->holds() : feed_ && feed_->state() == Feed::State::Holding;
}

void Pipeline::next_epoch() {
    if (loader_) {
        loader_->next_epoch();
    } else {
        feed_->next_epoch();
    }
}

std::uint64_t Pipeline::epochs_finished() const {
    return loader_ ? loader_->epochs_finished() : feed_ ? feed_->epochs_finished() : 0;
}

bool Pipeline::epoch_drained() {
    if (!feed_holds()) {
        return false;
    }
    if (loader_) {
        return snapshot().images_delivered >= loader_->images();
    }
    const std::uint64_t issued = feed_->issued();
    const Snapshot now = snapshot();
    const std::uint64_t past_decoders =
        now.images_decoded + now.images_failed - failed_on_gpu(now.gpus);
    if (options_.stages == spec::Stages::Full && past_decoders >= issued) {
        deliver_partial_batch();
        if (batches_->size() == 0) {
            consumers_->release();
        }
    }
    return now.images_delivered + now.images_failed >= issued;
}

Snapshot Pipeline::snapshot() const {
    Snapshot now;
    const SteadyTime ended_at = threads_.ended_at();
    now.at = ended_at != kNever ? ended_at : steady_now();
    for (const auto& reader : readers_) {
        reader->counters().add_to(now);
        now.read += reader->account().read(now.at);
    }
    if (decoders_) {
        decoders_->add_to(now, now.at);
    }
    if (loader_) {
        now.bytes_requested = loader_->bytes();
        now.read = loader_->account().read(now.at);
    }
    if (consumers_) {
        consumers_->add_to(now, now.at);
        now.gpus = consumers_->gpus();
        now.images_failed += failed_on_gpu(now.gpus);
        now.batches_fill_ns = batches_->fill_integral() / static_cast<double>(batches_->capacity());
    } else {
        now.images_delivered = now.images_read;
    }
    if (encoded_.queue) {
        now.encoded_fill_ns = encoded_.queue->fill_integral() / static_cast<double>(encoded_.most);
    }
    return now;
}

PipelineEnd Pipeline::conclude(const std::stop_token& stop) {
    PipelineEnd end = finish();
    if (consumers_ && !end.failure) {  // also where it was stopped: they say what they lack then
        consumers_->conclude(stop);
    }
    return end;
}

PipelineEnd Pipeline::finish() {
    stopping_.store(true);
    abort_queues();
    threads_.join();
    if (loader_) {
        loader_->end_loader();
    }

    PipelineEnd end;
    for (const auto& reader : readers_) {
        end.read_latency.add(reader->latencies());
        end.store.first_byte.add(reader->first_bytes());
        end.store.body.add(reader->bodies());
        end.reader_facts = reader->facts();
    }
    end.preloaded_images = preloaded_.images;
    end.cache_bytes_used = cache_ ? cache_->bytes_used() : 0;
    const MutexLock lock(failure_mutex_);
    end.failure = failure_;
    return end;
}

}  // namespace throughline::pipeline
