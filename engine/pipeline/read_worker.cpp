// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/read_worker.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/say.h"
#include "engine/dataset/recordio.h"
#include "engine/dataset/verify_record.h"
#include "engine/pipeline/image_read.h"

namespace throughline::pipeline {
namespace {

// A handful is a quarter of the images that may be under way, and never more than these.
constexpr std::uint32_t kHandfulMax = 64;
// How late a reader notices a stop while reads are in flight.
constexpr auto kWaitMax = std::chrono::milliseconds(50);

}  // namespace

ReadWorker::ReadWorker(const Options& options, storage::BufferPool pool)
    : handful_(std::clamp(options.memory.tickets / 4, 1U, kHandfulMax)),
      options_(options),
      pool_(std::move(pool)),
      room_({.tickets = options.memory.tickets,
             .pages = std::max(options.memory.pages, 1U),
             .section_pages = options.memory.stream ? 0 : storage::BufferPool::kSectionPages}) {
    done_.resize(options.reader.queue_depth);
    line_.reserve(options.memory.tickets);
}

Result<void> ReadWorker::run() {
    account_.begin();
    auto reader = options_.make_reader(options_.reader, pool_);
    Result<void> result;
    if (reader) {
        while (!stopping()) {
            auto more = turn(**reader);
            if (!more) {
                result = std::move(more).error();
                break;
            }
            if (!*more) {
                break;
            }
        }
        facts_ = (*reader)->facts();
        reader->reset();  // drains: the kernel must no longer write to the pool
    } else {
        result = std::move(reader).error();
    }
    account_.end();
    return result;
}

Result<std::span<const storage::ReadDone>> ReadWorker::wait_for_reads(storage::Reader& reader) {
    // Decoders that have little left are served image by image, others in handfuls. Storage alone
    // keeps its ring full: it waits for a sixteenth of it, which costs no rate and saves entries.
    const std::size_t ready = !hands_on()          ? options_.reader.queue_depth / 16
                              : decoders_at_ease() ? handful_
                                                   : options_.encoded->size() / 2;
    const std::size_t wanted =
        std::clamp<std::size_t>(ready, 1, std::clamp<std::size_t>(reader.in_flight(), 1, handful_));
    auto count = reader.wait(done_, wanted, kWaitMax);
    if (!count) {
        return std::move(count).error();
    }
    const bool measuring = options_.measuring->load(std::memory_order_relaxed);
    const std::span<const storage::ReadDone> came(done_.data(), *count);
    for (const storage::ReadDone& done : came) {
        counters_.bytes_requested.add(done.bytes_requested);
        counters_.bytes_read.add(done.bytes_read);
        counters_.reads.add(done.reads);
        if (done.errno_value != 0 && done.failed_step == storage::ReadStep::Read) {
            counters_.reads_failed.add(1);
        }
        if (measuring) {
            keep_latencies(done);
        }
    }
    return came;
}

void ReadWorker::keep_latencies(const storage::ReadDone& done) {
    const auto count = [](Nanoseconds time) {
        return static_cast<std::uint64_t>(std::max<std::int64_t>(time.count(), 0));
    };
    latencies_.record(count(done.latency));
    if (done.first_byte > Nanoseconds::zero() && done.errno_value == 0) {
        first_bytes_.record(count(done.first_byte));
        bodies_.record(count(done.body));
    }
}

bool ReadWorker::decoders_at_ease() const {
    return hands_on() && options_.encoded->size() >= handful_;
}

bool ReadWorker::wait_for_room(std::size_t with_decoders) {
    return room_.wait_returned(std::clamp<std::size_t>(with_decoders / 4, 1, handful_), account_);
}

Result<void> ReadWorker::submit(storage::Reader& reader, std::span<const storage::FileRead> reads) {
    auto taken = reader.submit(reads);
    if (!taken) {
        return std::move(taken).error();
    }
    THROUGHLINE_CHECK(*taken == reads.size());  // never more than its depth are given to it
    return {};
}

void ReadWorker::hand_on(const EncodedImage& image) {
    line_.push_back(image);
    if (line_.size() >= handful_) {
        flush();
    }
}

void ReadWorker::flush() {
    if (!line_.empty()) {
        options_.encoded->push(line_);
        line_.clear();
    }
}

bool ReadWorker::feed_goes_on() {
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

std::span<std::byte> ReadWorker::finish_image(std::uint32_t item, std::span<std::byte> bytes) {
    const auto& images = *options_.images;
    if (options_.verify) {
        const SteadyTime began = steady_now();
        const char* fault = dataset::record_fault(images, item, bytes);
        counters_.verify_ns.add(static_cast<std::uint64_t>((steady_now() - began).count()));
        const ReadRange range = range_of(images, item, true);
        if (fault != nullptr || bytes.size() < range.image_offset + range.image_bytes) {
            report_failure(
                item, "read.damaged", fault != nullptr ? fault : to_say("the file ends inside it"));
            return {};
        }
        bytes = bytes.subspan(range.image_offset, range.image_bytes);
    }
    if (images.in_parts(item)) {
        bytes = bytes.first(dataset::join_parts(bytes));
    }
    return bytes;
}

void ReadWorker::report_too_large(std::uint32_t item, std::uint64_t bytes) {
    report_failure(item,
                   "read.too_large",
                   say_english("it needs %1 bytes at once, more than a reader can hold",
                               std::to_string(bytes)));
}

void ReadWorker::report_failure(std::uint32_t item, const char* code, const std::string& cause) {
    counters_.failed.add(1);
    if (options_.log->wants(item, true, code)) {
        options_.log->report(
            {.failed = true,
             .code = code,
             .text = say_english("read '%1': %2", options_.images->name(item), cause),
             .item = item});
    }
}

std::string ReadWorker::cause_of(const storage::ReadDone& done) {
    if (done.reason != nullptr) {
        return done.reason;
    }
    if (done.failed_step == storage::ReadStep::Kind) {
        return to_say("it is no longer a regular file");
    }
    const bool opening = done.failed_step == storage::ReadStep::Open;
    return describe(
        errno_error(opening ? say("open the file") : say("read from it"), done.errno_value));
}

const char* ReadWorker::code_of(const storage::ReadDone& done) {
    return done.failed_step == storage::ReadStep::Read ? "read.failed" : "read.open";
}

}  // namespace throughline::pipeline
