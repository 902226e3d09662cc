// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/index_read_worker.h"

#include <algorithm>
#include <utility>

#include "engine/base/say.h"
#include "engine/pipeline/image_read.h"

namespace throughline::pipeline {

Result<std::unique_ptr<ReadWorker>> IndexReadWorker::make(const Options& options) {
    auto pool = storage::BufferPool::make_pages(options.memory.pages, options.place);
    if (!pool) {
        return std::move(pool).error();
    }
    return std::unique_ptr<ReadWorker>(new IndexReadWorker(options, *std::move(pool)));
}

IndexReadWorker::IndexReadWorker(const Options& options, storage::BufferPool pool)
    : ReadWorker(options, std::move(pool)),
      ahead_(options.reader.queue_depth),
      items_(options.memory.tickets) {
    reads_.reserve(options.reader.queue_depth);
}

Result<bool> IndexReadWorker::turn(storage::Reader& reader) {
    room_.collect();
    const bool held_back = room_.idle() < handful_ && decoders_at_ease();
    if (!held_back) {
        if (auto submitted = submit_what_fits(reader); !submitted) {
            return std::move(submitted).error();
        }
    }
    flush();
    if (reader.in_flight() > 0) {
        if (auto reaped = reap(reader); !reaped) {
            return std::move(reaped).error();
        }
        flush();
        return true;
    }
    if (held_back || ahead_next_ < ahead_count_) {
        if (room_.out() == 0) {
            return true;  // what has no place by then is refused
        }
        return wait_for_room(room_.out());
    }
    return feed_goes_on();
}

/// Makes ahead_[ahead_next_] the next item to read. False: the feed has none now.
bool IndexReadWorker::next_item() {
    if (ahead_next_ == ahead_count_) {
        ahead_next_ = 0;
        ahead_count_ = options_.feed->take(ahead_);
    }
    return ahead_next_ < ahead_count_;
}

Result<void> IndexReadWorker::submit_what_fits(storage::Reader& reader) {
    const std::size_t depth = options_.reader.queue_depth;
    std::size_t left = depth - std::min(depth, reader.in_flight());
    reads_.clear();
    while (left > 0 && !stopping() && next_item()) {
        if (options_.cache != nullptr && serve_from_cache()) {
            continue;
        }
        const FeedItem next = ahead_[ahead_next_];
        const ReadRange range = range_of(*options_.images, next.item, options_.verify);
        const std::uint64_t room = storage::read_room_bytes(range.offset_bytes, range.bytes);
        const auto ticket = room_.take(room);
        if (!ticket && room_.out() == 0) {
            refuse(next, room);
            ++ahead_next_;
            continue;
        }
        if (!ticket) {
            break;
        }
        ++ahead_next_;
        --left;
        items_[*ticket] = next;
        reads_.push_back(
            read_of(*options_.images, next.item, room_.first_page(*ticket), options_.verify));
        reads_.back().tag = *ticket;
    }
    return submit(reader, reads_);
}

void IndexReadWorker::refuse(const FeedItem& item, std::uint64_t room_bytes) {
    report_too_large(item.item, room_bytes);
    const auto ticket = options_.in_sequence ? room_.take(0) : std::nullopt;
    if (ticket) {
        hand_on({.bytes = {},
                 .number = item.number,
                 .item = item.item,
                 .epoch = item.epoch,
                 .reader = options_.number,
                 .ticket = *ticket,
                 .content = content(true)});
    }
}

/// True: the item is dealt with. A cached image takes a ticket like any other, which is what bounds
/// how far the reader runs ahead.
bool IndexReadWorker::serve_from_cache() {
    const FeedItem next = ahead_[ahead_next_];
    const auto bytes = options_.cache->find(next.item);
    if (bytes.empty()) {
        return false;
    }
    if (hands_on()) {
        const auto ticket = room_.take(0);
        if (!ticket) {
            return false;  // and neither will the read find one
        }
        hand_on(
            {.bytes = bytes,
             .number = next.number,
             .item = next.item,
             .epoch = next.epoch,
             .reader = options_.number,
             .ticket = *ticket,
             .content = options_.cache_decoded ? EncodedImage::Content::Pixels : content(false)});
    }
    ++ahead_next_;
    counters_.images.add(1);
    counters_.cached.add(1);
    return true;
}

Result<void> IndexReadWorker::reap(storage::Reader& reader) {
    auto came = wait_for_reads(reader);
    if (!came) {
        return std::move(came).error();
    }
    for (const storage::ReadDone& done : *came) {
        take(done);
    }
    return {};
}

void IndexReadWorker::take(const storage::ReadDone& done) {
    const auto ticket = static_cast<std::uint32_t>(done.tag);
    const FeedItem& item = items_[ticket];
    std::span<std::byte> bytes;
    const std::uint64_t expected = range_of(*options_.images, item.item, options_.verify).bytes;
    bool lost = done.errno_value != 0 || done.bytes_read < expected;
    if (done.errno_value != 0) {
        report_failure(item.item, code_of(done), cause_of(done));
    } else if (lost) {
        report_failure(item.item,
                       "read.short",
                       say_english("the file ends after %1 of %2 bytes",
                                   std::to_string(done.bytes_read),
                                   std::to_string(expected)));
    } else if (expected == 0 && !hands_on()) {
        report_empty(item.item);  // else the decoder says so
        lost = true;
    } else {
        const auto read = pool_.buffer(done.buffer).subspan(done.lead_bytes, done.bytes_read);
        bytes = finish_image(item.item, read);
        // An empty file is for the decoder to refuse; a damaged record was reported.
        lost = bytes.data() == nullptr && options_.verify;
    }
    if (!lost) {
        counters_.images.add(1);
        if (options_.cache != nullptr && !options_.cache_decoded) {
            options_.cache->put(item.item, bytes);
        }
    }
    if (!hands_on() || (lost && !options_.in_sequence)) {
        room_.give_back(ticket);
        return;
    }
    hand_on({.bytes = bytes,
             .number = item.number,
             .item = item.item,
             .epoch = item.epoch,
             .reader = options_.number,
             .ticket = ticket,
             .content = content(lost)});
}

}  // namespace throughline::pipeline
