// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "engine/dataset/folder_scan.h"
#include "engine/metrics/latency_histogram.h"
#include "engine/pipeline/counters.h"
#include "engine/pipeline/encoded_source.h"
#include "engine/pipeline/feed.h"
#include "engine/pipeline/item_log.h"
#include "engine/storage/reader.h"

namespace throughline::pipeline {

/// How a reader is made; tests put a faulty one in.
using ReaderFactory = std::function<Result<std::unique_ptr<storage::Reader>>(
    const storage::ReaderOptions&, const storage::BufferPool&)>;

/// One reader thread: keeps its ring full of image reads and hands completed ones on.
/// Accounts: busy with a read in flight; starved with nothing to ask for; blocked with no buffer.
/// Thread: make() anywhere, then run() on a thread of its own, which makes the ring it owns.
class ReadWorker {
public:
    struct Options {
        std::uint32_t number = 0;
        storage::ReaderOptions reader;
        ReaderFactory make_reader = storage::make_reader;
        std::uint32_t buffers = 0;
        std::uint64_t buffer_bytes = 0;
        const dataset::ImageSet* images = nullptr;
        Feed* feed = nullptr;
        ItemLog* log = nullptr;
        EncodedQueue* encoded = nullptr;  ///< null: completed reads are counted and dropped
        const std::atomic<bool>* measuring = nullptr;  ///< latencies are kept while true
        const std::atomic<bool>* stopping = nullptr;
    };
    /// Errors: Limit when the buffers cannot be had; those of make_reader() come from run().
    static Result<std::unique_ptr<ReadWorker>> make(const Options& options);

    /// Reads until the feed ends or `stopping`. Errors: the reader's own (Io, Unsupported).
    Result<void> run();

    BufferQueue& free_buffers() noexcept { return free_buffers_; }
    const ReadCounters& counters() const noexcept { return counters_; }
    const TimeAccount& account() const noexcept { return account_; }
    /// After run() only.
    const metrics::LatencyHistogram& latencies() const noexcept { return latencies_; }
    const storage::ReaderFacts& facts() const noexcept { return facts_; }

private:
    ReadWorker(const Options& options, storage::BufferPool pool);
    Result<void> loop(storage::Reader& reader);
    Result<void> submit_what_fits(storage::Reader& reader);
    Result<void> reap(storage::Reader& reader);
    bool wait_for_work();
    void report_failure(const storage::ReadDone& done, std::uint32_t item);

    Options options_;
    storage::BufferPool pool_;
    BufferQueue free_buffers_;
    ReadCounters counters_;
    TimeAccount account_;
    metrics::LatencyHistogram latencies_;
    storage::ReaderFacts facts_;
    // Scratch of the reader thread, sized once.
    std::vector<std::uint32_t> idle_buffers_;
    std::vector<std::uint32_t> items_;
    std::vector<std::uint32_t> buffer_epochs_;  ///< epoch of the image in each buffer
    std::vector<storage::FileRead> reads_;
    std::vector<storage::ReadDone> done_;
    std::vector<EncodedImage> images_;
};

}  // namespace throughline::pipeline
