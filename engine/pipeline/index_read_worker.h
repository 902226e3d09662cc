// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "engine/pipeline/read_worker.h"

namespace throughline::pipeline {

/// Reads image by image, each by its place: one read per image, straight into the pages that the
/// decoder reads from. Images that the cache holds are handed on without a read.
class IndexReadWorker final : public ReadWorker {
public:
    static Result<std::unique_ptr<ReadWorker>> make(const Options& options);

private:
    IndexReadWorker(const Options& options, storage::BufferPool pool);
    Result<bool> turn(storage::Reader& reader) override;

    Result<void> submit_what_fits(storage::Reader& reader);
    bool next_item();
    bool serve_from_cache();
    void refuse(const FeedItem& item, std::uint64_t room_bytes);
    Result<void> reap(storage::Reader& reader);
    void take(const storage::ReadDone& done);

    // Items taken from the feed and not yet begun; the first waits for room.
    std::vector<FeedItem> ahead_;
    std::size_t ahead_next_ = 0;
    std::size_t ahead_count_ = 0;
    std::vector<FeedItem> items_;  ///< by ticket
    std::vector<storage::FileRead> reads_;
};

}  // namespace throughline::pipeline
