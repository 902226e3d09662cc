// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/mutex.h"
#include "engine/dataset/order.h"
#include "engine/pipeline/time_account.h"

namespace throughline::pipeline {

/// What is to be read next.
struct FeedItem {
    std::uint32_t item = 0;    ///< image, or shard
    std::uint32_t epoch = 0;   ///< from 0
    std::uint64_t number = 0;  ///< of all given out, from 0
};

/// Gives out which image (or shard) is read next, epoch after epoch, to any number of readers.
/// Thread: any.
class Feed {
public:
    struct Options {
        dataset::Order order{dataset::OrderKind::Sequential, 0};
        std::uint32_t items = 0;
        /// Images in each item; empty: every item is one image.
        std::vector<std::uint32_t> images_of{};
        std::uint64_t epochs_max = 0;  ///< 0 = until stopped
        /// Hold at the end of each epoch until next_epoch(): a cold run evicts in between.
        bool hold_between_epochs = false;
    };
    enum class State : std::uint8_t { Open, Holding, Ended };

    explicit Feed(const Options& options);

    /// The next items, at most out.size(); fewer at the end of an epoch that is held, 0 when there
    /// is nothing now. Never waits.
    std::size_t take(std::span<FeedItem> out);
    State state() const;
    /// Waits while Holding, in state Starved.
    void wait_while_holding(TimeAccount& account);
    void next_epoch();
    void stop();

    std::uint64_t issued() const;           ///< images given out so far
    std::uint64_t epochs_finished() const;  ///< epochs given out whole

private:
    void begin_epoch() REQUIRES(mutex_);
    void end_epoch() REQUIRES(mutex_);

    const Options options_;
    mutable Mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::uint32_t> indices_ GUARDED_BY(mutex_);
    std::size_t next_ GUARDED_BY(mutex_) = 0;
    std::uint64_t epoch_ GUARDED_BY(mutex_) = 0;
    std::uint64_t given_ GUARDED_BY(mutex_) = 0;   ///< items
    std::uint64_t issued_ GUARDED_BY(mutex_) = 0;  ///< images
    State state_ GUARDED_BY(mutex_) = State::Open;
};

}  // namespace throughline::pipeline
