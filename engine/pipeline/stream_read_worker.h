// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "engine/pipeline/image_read.h"
#include "engine/pipeline/read_worker.h"
#include "engine/pipeline/shuffle_window.h"

namespace throughline::pipeline {

/// Reads shards from their start to their end in chunks, several shards at once, and copies the
/// images out in turns, one from each shard; a shuffle window may follow. Copying costs some 5 us
/// an image, so that a chunk is free again as soon as it was walked through, however long its
/// images stay in the window. Storage alone copies nothing. With `in_sequence` the turns are kept
/// even where another shard's chunk is there earlier, so that the order follows from the seed
/// alone.
class StreamReadWorker final : public ReadWorker {
public:
    static Result<std::unique_ptr<ReadWorker>> make(const Options& options);

private:
    /// A piece of a shard in memory. They are emptied in the order they were asked for.
    struct Chunk {
        std::uint64_t offset_bytes = 0;
        std::uint64_t bytes = 0;  ///< asked for
        std::uint64_t shard = 0;  ///< Lane::shards when it was asked for
        bool came = false;
        storage::ReadDone done{};

        std::uint64_t end() const noexcept { return offset_bytes + bytes; }
    };
    /// A shard that is being read.
    struct Lane {
        bool active = false;
        std::uint32_t file = 0;
        std::uint32_t epoch = 0;
        std::uint32_t image = 0;       ///< the next one
        std::uint32_t images_end = 0;  ///< behind the last one
        std::uint64_t next_offset = 0;
        std::uint64_t end_offset = 0;
        std::uint64_t shards = 0;   ///< begun so far; what is left of earlier ones is dropped
        std::uint64_t asked = 0;    ///< chunks
        std::uint64_t emptied = 0;  ///< chunks
    };
    /// An image that is being copied; it may go on in the lane's next chunk.
    struct Partial {
        std::uint32_t ticket = 0;
        std::uint64_t copied = 0;
    };
    enum class Progress : std::uint8_t { Went, NeedsChunk, NeedsRoom, NothingToDo };

    StreamReadWorker(const Options& options, storage::BufferPool pool, MemoryMapping images);
    Result<bool> turn(storage::Reader& reader) override;

    void fill_lanes();
    void begin_shard(Lane& lane, const FeedItem& shard);
    Result<void> ask_for_chunks(storage::Reader& reader);
    Result<void> reap(storage::Reader& reader);

    Progress drain();
    Progress step();
    std::optional<std::size_t> lane_in_turn(bool& any_active);
    Progress count_images(std::size_t lane);
    Progress copy_image(std::size_t lane);
    Progress copy_from_chunks(std::size_t lane, const ReadRange& range);
    Progress lose_image(std::size_t lane, const char* code, const std::string& cause);
    Progress pass_over(std::size_t lane);
    void end_image(std::size_t lane);
    void pass_on(EncodedImage image);
    bool make_room();

    Chunk* front(std::size_t lane) noexcept;
    std::size_t chunk_index(std::size_t lane, std::uint64_t chunk) const noexcept {
        return lane * options_.memory.chunks_per_shard + chunk % options_.memory.chunks_per_shard;
    }
    std::size_t with_decoders() const noexcept {
        return room_.out() - window_.size() - (partial_ ? 1 : 0);
    }
    std::span<std::byte> memory_of(std::uint32_t ticket, std::uint64_t bytes) const noexcept {
        return images_.bytes().subspan(room_.first_page(ticket) * MemoryMapping::kPageBytes, bytes);
    }

    MemoryMapping images_;  ///< what is copied
    ShuffleWindow window_;
    std::vector<Lane> lanes_;
    std::vector<Chunk> chunks_;       ///< by lane, each a ring; the index is the buffer's too
    std::size_t turn_ = 0;            ///< lane
    std::uint32_t epoch_ = 0;         ///< whose images are copied now
    std::optional<Partial> partial_;  ///< of the lane in turn
    std::uint64_t next_number_ = 0;
    std::vector<storage::FileRead> reads_;
};

}  // namespace throughline::pipeline
