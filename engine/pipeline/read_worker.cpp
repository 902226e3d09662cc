// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/read_worker.h"

#include <algorithm>
#include <chrono>
#include <string>

#include "engine/pipeline/image_read.h"

namespace throughline::pipeline {
namespace {

// A reader that found no buffer waits until this many are free, and reaps at most this many at
// once: waking per image costs 65 us of system time each (measured with the prototypes).
constexpr std::size_t kBatch = 16;
// How late a reader notices a stop while reads are in flight.
constexpr auto kWaitMax = std::chrono::milliseconds(50);

}  // namespace

Result<std::unique_ptr<ReadWorker>> ReadWorker::make(const Options& options) {
    auto pool = storage::BufferPool::make(options.buffers, options.buffer_bytes);
    if (!pool) {
        return std::move(pool).error();
    }
    return std::unique_ptr<ReadWorker>(new ReadWorker(options, *std::move(pool)));
}

ReadWorker::ReadWorker(const Options& options, storage::BufferPool pool)
    : options_(options), pool_(std::move(pool)), free_buffers_(options.buffers) {
    for (std::uint32_t i = options.buffers; i > 0; --i) {
        idle_buffers_.push_back(i - 1);
    }
    items_.resize(options.buffers);
    buffer_epochs_.resize(options.buffers);
    reads_.reserve(options.buffers);
    done_.resize(options.buffers);
    images_.reserve(options.buffers);
}

Result<void> ReadWorker::run() {
    account_.begin();
    auto reader = options_.make_reader(options_.reader, pool_);
    Result<void> result;
    if (reader) {
        result = loop(**reader);
        facts_ = (*reader)->facts();
        reader->reset();  // drains: the kernel must not write to the pool any more
    } else {
        result = std::move(reader).error();
    }
    account_.end();
    return result;
}

Result<void> ReadWorker::loop(storage::Reader& reader) {
    while (!options_.stopping->load(std::memory_order_relaxed)) {
        if (auto submitted = submit_what_fits(reader); !submitted) {
            return submitted;
        }
        if (reader.in_flight() > 0) {
            if (auto reaped = reap(reader); !reaped) {
                return reaped;
            }
        } else if (!wait_for_work()) {
            break;
        }
    }
    return {};
}

Result<void> ReadWorker::submit_what_fits(storage::Reader& reader) {
    const std::size_t had = idle_buffers_.size();
    idle_buffers_.resize(options_.buffers);
    const std::size_t got = free_buffers_.try_pop(std::span(idle_buffers_).subspan(had));
    idle_buffers_.resize(had + got);

    const std::size_t depth = options_.reader.queue_depth;
    const std::size_t room = depth - std::min(depth, reader.in_flight());
    const std::size_t wanted = std::min(room, idle_buffers_.size());
    if (wanted == 0) {
        return {};
    }
    std::uint64_t epoch = 0;
    const std::size_t count = options_.feed->take(std::span(items_).first(wanted), &epoch);
    reads_.clear();
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t item = items_[i];
        buffer_epochs_[idle_buffers_.back()] = static_cast<std::uint32_t>(epoch);
        reads_.push_back(read_of(*options_.images, item, idle_buffers_.back()));
        idle_buffers_.pop_back();
    }
    std::span<const storage::FileRead> left(reads_);
    while (!left.empty()) {
        auto taken = reader.submit(left);
        if (!taken) {
            return std::move(taken).error();
        }
        left = left.subspan(*taken);
        if (!left.empty()) {
            if (auto reaped = reap(reader); !reaped) {
                return reaped;
            }
        }
    }
    return {};
}

Result<void> ReadWorker::reap(storage::Reader& reader) {
    // Decoders that have little left are served image by image, others in larger handfuls. Storage
    // alone is taken like starving decoders, or its ring would run emptier than that of a full run.
    const std::size_t ready = options_.encoded == nullptr ? 1 : options_.encoded->size() / 2;
    const std::size_t wanted = std::clamp<std::size_t>(
        ready, 1, std::min(kBatch, std::max<std::size_t>(reader.in_flight() / 2, 1)));
    auto count = reader.wait(done_, wanted, kWaitMax);
    if (!count) {
        return std::move(count).error();
    }
    const bool measuring = options_.measuring->load(std::memory_order_relaxed);
    images_.clear();
    for (std::size_t i = 0; i < *count; ++i) {
        const storage::ReadDone& done = done_[i];
        const auto item = static_cast<std::uint32_t>(done.tag);
        counters_.bytes_requested.add(done.bytes_requested);
        counters_.bytes_read.add(done.bytes_read);
        counters_.reads.add(done.reads);
        if (measuring) {
            latencies_.record(
                static_cast<std::uint64_t>(std::max<std::int64_t>(done.latency.count(), 0)));
        }
        if (done.errno_value != 0) {
            report_failure(done, item);
            counters_.failed.add(1);
            idle_buffers_.push_back(done.buffer);
            continue;
        }
        counters_.images.add(1);
        if (options_.encoded == nullptr) {
            idle_buffers_.push_back(done.buffer);
            continue;
        }
        images_.push_back(
            {.bytes = pool_.buffer(done.buffer).subspan(done.lead_bytes, done.bytes_read),
             .item = item,
             .epoch = buffer_epochs_[done.buffer],
             .reader = options_.number,
             .buffer = done.buffer});
    }
    if (!images_.empty()) {
        options_.encoded->push(images_);
    }
    return {};
}

bool ReadWorker::wait_for_work() {
    if (idle_buffers_.empty()) {
        idle_buffers_.resize(options_.buffers);
        const std::size_t enough = std::clamp<std::size_t>(options_.buffers / 4, 1, kBatch);
        const std::size_t got =
            free_buffers_.pop(idle_buffers_, enough, account_, WorkState::Blocked);
        idle_buffers_.resize(got);
        return got > 0;
    }
    switch (options_.feed->state()) {
        case Feed::State::Ended:
            return false;
        case Feed::State::Holding:
            options_.feed->wait_while_holding(account_);
            return true;
        case Feed::State::Open:
            break;
    }
    return true;
}

void ReadWorker::report_failure(const storage::ReadDone& done, std::uint32_t item) {
    const bool opening = done.failed_step == storage::ReadStep::Open;
    const char* code = opening ? "read.open" : "read.failed";
    if (!options_.log->wants(item, true, code)) {
        return;
    }
    const std::string name = options_.images->name(item);
    options_.log->report({.failed = true,
                          .code = code,
                          .text = describe(errno_error((opening ? "open '" : "read '") + name + "'",
                                                       done.errno_value)),
                          .item = item});
}

}  // namespace throughline::pipeline
