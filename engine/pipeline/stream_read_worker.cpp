// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/stream_read_worker.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/base/say.h"

namespace throughline::pipeline {
namespace {

constexpr std::uint64_t kBlockBytes = 4096;  // O_DIRECT reads begin on these

}  // namespace

Result<std::unique_ptr<ReadWorker>> StreamReadWorker::make(const Options& options) {
    const ReadMemory& memory = options.memory;
    auto pool = storage::BufferPool::make(
        memory.shards * memory.chunks_per_shard, memory.chunk_bytes, options.place);
    if (!pool) {
        return std::move(pool).error();
    }
    MemoryMapping images;
    if (memory.pages > 0) {
        const std::uint64_t bytes = memory.pages * MemoryMapping::kPageBytes;
        auto mapped = MemoryMapping::make(bytes,
                                          say("reserve %1 bytes for %2 images of a stream",
                                              std::to_string(bytes),
                                              std::to_string(memory.tickets)),
                                          options.place);
        if (!mapped) {
            return std::move(mapped).error();
        }
        images = *std::move(mapped);
    }
    return std::unique_ptr<ReadWorker>(
        new StreamReadWorker(options, *std::move(pool), std::move(images)));
}

StreamReadWorker::StreamReadWorker(const Options& options,
                                   storage::BufferPool pool,
                                   MemoryMapping images)
    : ReadWorker(options, std::move(pool)),
      images_(std::move(images)),
      window_(options.shuffle_window, options.seed + options.number),
      lanes_(options.memory.shards),
      chunks_(std::size_t{options.memory.shards} * options.memory.chunks_per_shard) {
    reads_.reserve(options.reader.queue_depth);
}

Result<bool> StreamReadWorker::turn(storage::Reader& reader) {
    room_.collect();
    fill_lanes();
    if (auto asked = ask_for_chunks(reader); !asked) {
        return std::move(asked).error();
    }
    const Progress progress = drain();
    flush();
    if (progress == Progress::NothingToDo) {
        return feed_goes_on();
    }
    if (progress == Progress::NeedsRoom && make_room()) {
        return true;
    }
    if (reader.in_flight() > 0) {
        if (auto reaped = reap(reader); !reaped) {
            return std::move(reaped).error();
        }
        return true;
    }
    return progress != Progress::NeedsRoom || wait_for_room(with_decoders());
}

/// All room is in the window: something has to leave it before something can enter. True: it did.
bool StreamReadWorker::make_room() {
    if (with_decoders() > 0 || window_.empty()) {
        return false;
    }
    EncodedImage image = window_.take();
    image.number = next_number_++;
    hand_on(image);
    flush();
    return true;
}

void StreamReadWorker::fill_lanes() {
    for (Lane& lane : lanes_) {
        FeedItem shard;
        if (!lane.active) {
            if (options_.feed->take({&shard, 1}) == 0) {
                return;
            }
            begin_shard(lane, shard);
        }
    }
}

void StreamReadWorker::begin_shard(Lane& lane, const FeedItem& shard) {
    const auto& images = *options_.images;
    const std::uint32_t file = (*options_.shards)[shard.item];
    const auto range = images.images_of(file);
    const ReadRange first = range_of(images, range.first, options_.verify);
    const ReadRange last = range_of(images, range.last - 1, options_.verify);
    lane.active = true;
    lane.file = file;
    lane.epoch = shard.epoch;
    lane.image = range.first;
    lane.images_end = range.last;
    lane.next_offset = first.offset_bytes / kBlockBytes * kBlockBytes;
    // At least a byte: a shard is done when its last chunk has come, even if nothing is in it.
    lane.end_offset = std::max(last.offset_bytes + last.bytes, lane.next_offset + 1);
    ++lane.shards;
}

Result<void> StreamReadWorker::ask_for_chunks(storage::Reader& reader) {
    const std::size_t depth = options_.reader.queue_depth;
    std::size_t left = depth - std::min(depth, reader.in_flight());
    reads_.clear();
    bool found = true;
    while (left > 0 && found) {
        found = false;
        for (std::size_t i = 0; i < lanes_.size() && left > 0; ++i) {
            Lane& lane = lanes_[(turn_ + i) % lanes_.size()];
            if (!lane.active || lane.next_offset >= lane.end_offset ||
                lane.asked - lane.emptied == options_.memory.chunks_per_shard) {
                continue;
            }
            const std::size_t index = chunk_index((turn_ + i) % lanes_.size(), lane.asked);
            const std::uint64_t bytes =
                std::min(options_.memory.chunk_bytes, lane.end_offset - lane.next_offset);
            chunks_[index] = {
                .offset_bytes = lane.next_offset, .bytes = bytes, .shard = lane.shards};
            reads_.push_back({.directory_fd = options_.images->directory_fd(),
                              .path = options_.images->file_path(lane.file),
                              .offset_bytes = lane.next_offset,
                              .length_bytes = bytes,
                              .file = lane.file,
                              .buffer = static_cast<std::uint32_t>(index),
                              .tag = index});
            lane.next_offset += bytes;
            ++lane.asked;
            --left;
            found = true;
        }
    }
    return submit(reader, reads_);
}

Result<void> StreamReadWorker::reap(storage::Reader& reader) {
    auto came = wait_for_reads(reader);
    if (!came) {
        return std::move(came).error();
    }
    for (const storage::ReadDone& done : *came) {
        chunks_[done.tag].came = true;
        chunks_[done.tag].done = done;
    }
    return {};
}

StreamReadWorker::Progress StreamReadWorker::drain() {
    Progress progress = Progress::Went;
    while (progress == Progress::Went && !stopping()) {
        progress = step();
    }
    if (progress == Progress::NothingToDo && options_.feed->state() != Feed::State::Open) {
        // The epoch is over, and with it the run or the time until the next one is begun.
        while (!window_.empty()) {
            EncodedImage image = window_.take();
            image.number = next_number_++;
            hand_on(image);
        }
    }
    return progress;
}

StreamReadWorker::Progress StreamReadWorker::step() {
    if (partial_) {
        return copy_image(turn_);
    }
    bool any_active = false;
    const auto lane = lane_in_turn(any_active);
    if (!lane) {
        return any_active ? Progress::NeedsChunk : Progress::NothingToDo;
    }
    turn_ = *lane;
    return hands_on() ? copy_image(turn_) : count_images(turn_);
}

/// The next lane of this epoch whose chunk has come; in sequence, the next lane of this epoch.
std::optional<std::size_t> StreamReadWorker::lane_in_turn(bool& any_active) {
    std::uint32_t oldest = UINT32_MAX;
    for (const Lane& lane : lanes_) {
        if (lane.active) {
            oldest = std::min(oldest, lane.epoch);
        }
    }
    any_active = oldest != UINT32_MAX;
    epoch_ = oldest;
    for (std::size_t i = 0; any_active && i < lanes_.size(); ++i) {
        const std::size_t index = (turn_ + i) % lanes_.size();
        if (!lanes_[index].active || lanes_[index].epoch != epoch_) {
            continue;
        }
        if (front(index) != nullptr) {
            return index;
        }
        if (options_.in_sequence) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

/// The lane's oldest chunk; null while it has not come.
StreamReadWorker::Chunk* StreamReadWorker::front(std::size_t lane) noexcept {
    Lane& of = lanes_[lane];
    while (of.emptied < of.asked) {
        Chunk& chunk = chunks_[chunk_index(lane, of.emptied)];
        if (!chunk.came) {
            return nullptr;
        }
        if (chunk.shard == of.shards) {
            return &chunk;
        }
        ++of.emptied;  // the rest of a shard whose last image was lost
    }
    return nullptr;
}

/// Storage alone: the images that end in the lane's oldest chunk.
StreamReadWorker::Progress StreamReadWorker::count_images(std::size_t lane) {
    Lane& of = lanes_[lane];
    const Chunk& chunk = *front(lane);
    const std::uint64_t sound_end =
        chunk.offset_bytes + (chunk.done.errno_value == 0 ? chunk.done.bytes_read : 0);
    while (of.image < of.images_end) {
        const ReadRange range = range_of(*options_.images, of.image, options_.verify);
        const std::uint64_t end = range.offset_bytes + range.bytes;
        if (end > chunk.end() && chunk.done.errno_value == 0) {
            break;
        }
        if (range.bytes > 0 && range.offset_bytes >= chunk.end()) {
            break;  // one without bytes at the shard's very end has no chunk of its own
        }
        if (range.bytes == 0) {
            report_empty(of.image);
        } else if (end > sound_end) {
            const bool failed = chunk.done.errno_value != 0;
            report_failure(of.image,
                           failed ? code_of(chunk.done) : "read.short",
                           failed ? cause_of(chunk.done) : to_say("the file ends before it"));
        } else {
            counters_.images.add(1);
        }
        ++of.image;
    }
    ++of.emptied;
    if (of.image == of.images_end) {
        of.active = false;
    }
    turn_ = (turn_ + 1) % lanes_.size();
    return Progress::Went;
}

StreamReadWorker::Progress StreamReadWorker::copy_image(std::size_t lane) {
    const std::uint32_t image = lanes_[lane].image;
    const ReadRange range = range_of(*options_.images, image, options_.verify);
    if (!partial_) {
        auto ticket = room_.take(range.bytes);
        const bool too_large = !ticket && room_.out() == 0;
        if (too_large) {
            ticket = room_.take(0);
        }
        if (!ticket) {
            return Progress::NeedsRoom;
        }
        partial_ = Partial{.ticket = *ticket};
        if (too_large) {
            report_too_large(image, range.bytes);
            return pass_over(lane);
        }
    }
    if (const auto progress = copy_from_chunks(lane, range); progress != Progress::Went) {
        return progress;
    }
    if (!partial_) {
        return Progress::Went;  // lost
    }
    const std::uint32_t ticket = partial_->ticket;
    const auto bytes = finish_image(image, memory_of(ticket, range.bytes));
    const bool lost = options_.verify && bytes.data() == nullptr;
    partial_.reset();
    if (!lost) {
        counters_.images.add(1);
    }
    if (lost && !options_.in_sequence) {
        room_.give_back(ticket);
    } else {
        pass_on({.bytes = bytes,
                 .item = image,
                 .epoch = lanes_[lane].epoch,
                 .reader = options_.number,
                 .ticket = ticket,
                 .content = content(lost)});
    }
    end_image(lane);
    return Progress::Went;
}

/// Went: the image is whole, or lost, and then partial_ is gone.
StreamReadWorker::Progress StreamReadWorker::copy_from_chunks(std::size_t lane,
                                                              const ReadRange& range) {
    const auto to = memory_of(partial_->ticket, range.bytes);
    while (partial_->copied < range.bytes) {
        const Chunk* chunk = front(lane);
        if (chunk == nullptr) {
            return Progress::NeedsChunk;
        }
        const std::uint64_t at = range.offset_bytes + partial_->copied;
        if (at < chunk->end()) {
            if (chunk->done.errno_value != 0) {
                return lose_image(lane, code_of(chunk->done), cause_of(chunk->done));
            }
            const std::uint64_t from = at - chunk->offset_bytes;
            const std::uint64_t wanted =
                std::min(range.bytes - partial_->copied, chunk->end() - at);
            if (from + wanted > chunk->done.bytes_read) {
                return lose_image(lane, "read.short", to_say("the file ends before it"));
            }
            const auto bytes = pool_.buffer(chunk->done.buffer).subspan(chunk->done.lead_bytes);
            std::memcpy(to.data() + partial_->copied, bytes.data() + from, wanted);
            partial_->copied += wanted;
        }
        if (range.offset_bytes + partial_->copied >= chunk->end()) {
            ++lanes_[lane].emptied;
        }
    }
    return Progress::Went;
}

StreamReadWorker::Progress StreamReadWorker::lose_image(std::size_t lane,
                                                        const char* code,
                                                        const std::string& cause) {
    report_failure(lanes_[lane].image, code, cause);
    return pass_over(lane);
}

/// The partial image, whose failure was reported, is given up.
StreamReadWorker::Progress StreamReadWorker::pass_over(std::size_t lane) {
    const std::uint32_t image = lanes_[lane].image;
    const std::uint32_t ticket = partial_->ticket;
    partial_.reset();
    if (options_.in_sequence) {
        pass_on({.item = image,
                 .epoch = lanes_[lane].epoch,
                 .reader = options_.number,
                 .ticket = ticket,
                 .content = EncodedImage::Content::Lost});
    } else {
        room_.give_back(ticket);
    }
    end_image(lane);
    return Progress::Went;
}

/// The lane has given one image: the next lane is in turn.
void StreamReadWorker::end_image(std::size_t lane) {
    Lane& of = lanes_[lane];
    if (++of.image == of.images_end) {
        of.active = false;
        FeedItem shard;
        if (options_.feed->take({&shard, 1}) > 0) {
            begin_shard(of, shard);
        }
    }
    turn_ = (turn_ + 1) % lanes_.size();
}

void StreamReadWorker::pass_on(EncodedImage image) {
    if (window_.capacity() > 0) {
        while (!window_.takes(image.epoch)) {
            EncodedImage out = window_.take();
            out.number = next_number_++;
            hand_on(out);
        }
        window_.put(image);
        return;
    }
    image.number = next_number_++;
    hand_on(image);
}

}  // namespace throughline::pipeline
