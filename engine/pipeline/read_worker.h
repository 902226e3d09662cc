// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/memory_mapping.h"
#include "engine/base/say.h"
#include "engine/dataset/image_set.h"
#include "engine/metrics/latency_histogram.h"
#include "engine/pipeline/counters.h"
#include "engine/pipeline/encoded_source.h"
#include "engine/pipeline/feed.h"
#include "engine/pipeline/image_room.h"
#include "engine/pipeline/item_cache.h"
#include "engine/pipeline/item_log.h"
#include "engine/pipeline/read_memory.h"
#include "engine/storage/make_reader.h"

namespace throughline::pipeline {

/// How a reader is made; tests put a faulty one in.
using ReaderFactory = std::function<Result<std::unique_ptr<storage::Reader>>(
    const storage::ReaderOptions&, const storage::BufferPool&)>;

/// One reader thread: keeps its ring full of reads and hands the images on. IndexReadWorker reads
/// image by image, StreamReadWorker whole shards from their start to their end.
/// Accounts: busy with a read in flight; starved with nothing to ask for; blocked without room.
/// Thread: make_read_worker() anywhere, then run() on a thread of its own, which makes the ring it
/// owns.
class ReadWorker {
public:
    struct Options {
        std::uint32_t number = 0;
        storage::ReaderOptions reader;
        ReaderFactory make_reader = storage::make_reader;
        ReadMemory memory;
        const dataset::ImageSet* images = nullptr;
        Feed* feed = nullptr;  ///< of images, or for a stream of `shards`
        const std::vector<std::uint32_t>* shards = nullptr;  ///< streams: files that hold images
        ItemLog* log = nullptr;
        EncodedQueue* encoded = nullptr;   ///< null: completed reads are counted and dropped
        ItemCache* cache = nullptr;        ///< may be null; by index only
        bool cache_decoded = false;        ///< it holds pixels, and decoders fill it
        bool pixels = false;               ///< raw tensors: nothing is left to decode
        bool verify = false;               ///< the records' checksums
        bool in_sequence = false;          ///< what could not be read is handed on as Lost
        std::uint32_t shuffle_window = 0;  ///< streams: images; 0 = as they come
        std::uint64_t seed = 0;            ///< of the window
        MemoryMapping::Placer place{};     ///< of the memory read into
        const std::atomic<bool>* measuring = nullptr;  ///< latencies are kept while true
        const std::atomic<bool>* stopping = nullptr;
    };
    virtual ~ReadWorker() = default;
    ReadWorker(const ReadWorker&) = delete;
    ReadWorker& operator=(const ReadWorker&) = delete;

    /// Reads until the feed ends or `stopping`. Errors: the reader's own (Io, Unsupported).
    Result<void> run();

    TicketQueue& returned() noexcept { return room_.returned(); }
    const ReadCounters& counters() const noexcept { return counters_; }
    const TimeAccount& account() const noexcept { return account_; }
    /// After run() only.
    const metrics::LatencyHistogram& latencies() const noexcept { return latencies_; }
    /// Of reads from a store, which alone have these; empty else.
    const metrics::LatencyHistogram& first_bytes() const noexcept { return first_bytes_; }
    const metrics::LatencyHistogram& bodies() const noexcept { return bodies_; }
    const storage::ReaderFacts& facts() const noexcept { return facts_; }

protected:
    ReadWorker(const Options& options, storage::BufferPool pool);
    /// One turn: submits what fits and takes what has come. False: there is nothing more to do.
    virtual Result<bool> turn(storage::Reader& reader) = 0;

    bool stopping() const noexcept { return options_.stopping->load(std::memory_order_relaxed); }
    bool hands_on() const noexcept { return options_.encoded != nullptr; }
    /// Read ahead and handed on in one go while decoders have enough: waking reader and decoders
    /// for each image costs 65 us of system time (measured).
    const std::uint32_t handful_;
    /// Enough is waiting for the decoders that the reader may let a handful gather.
    bool decoders_at_ease() const;
    /// Waits, Blocked, until a handful of the images that are `with_decoders` > 0 have come back,
    /// or a quarter where that is less. False: the run is over.
    bool wait_for_room(std::size_t with_decoders);
    /// Waits for completions: image by image while decoders have little left, else in handfuls.
    Result<std::span<const storage::ReadDone>> wait_for_reads(storage::Reader& reader);
    /// All of `reads` go in, completions being taken by `on_done` where the reader is full.
    Result<void> submit(storage::Reader& reader, std::span<const storage::FileRead> reads);
    /// Puts one image into the line for the decoders; flush() hands the line on.
    void hand_on(const EncodedImage& image);
    void flush();
    /// Whether the feed may still give something; waits, Starved, while it holds.
    bool feed_goes_on();
    EncodedImage::Content content(bool lost) const noexcept {
        return lost              ? EncodedImage::Content::Lost
               : options_.pixels ? EncodedImage::Content::Pixels
                                 : EncodedImage::Content::Encoded;
    }
    /// `bytes` are the record when verifying, else the image. Returns where the image lies in it,
    /// joined from its parts where it was cut in some. Null data: the record is damaged, and that
    /// is reported.
    std::span<std::byte> finish_image(std::uint32_t item, std::span<std::byte> bytes);
    void report_failure(std::uint32_t item, const char* code, const std::string& cause);
    /// Storage alone: an image without bytes counts as failed, as decoders would count it.
    void report_empty(std::uint32_t item) {
        report_failure(item, "read.empty", to_say("it has no bytes"));
    }
    /// The item does not fit into the reader's memory even when that is empty.
    void report_too_large(std::uint32_t item, std::uint64_t bytes);
    static std::string cause_of(const storage::ReadDone& done);
    static const char* code_of(const storage::ReadDone& done);

    Options options_;
    storage::BufferPool pool_;
    ImageRoom room_;
    ReadCounters counters_;
    TimeAccount account_;

private:
    void keep_latencies(const storage::ReadDone& done);

    metrics::LatencyHistogram latencies_;
    metrics::LatencyHistogram first_bytes_;
    metrics::LatencyHistogram bodies_;
    storage::ReaderFacts facts_;
    // Scratch of the reader thread, sized once.
    std::vector<storage::ReadDone> done_;
    std::vector<EncodedImage> line_;
};

}  // namespace throughline::pipeline
