// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "engine/dataset/order.h"
#include "engine/pipeline/time_account.h"

namespace throughline::pipeline {

/// Gives out which image is read next, epoch after epoch, to any number of readers.
/// Thread: any.
class Feed {
public:
    struct Options {
        dataset::Order order{dataset::OrderKind::Sequential, 0};
        std::uint32_t images = 0;
        std::uint64_t epochs_max = 0;  ///< 0 = until stopped
        /// Hold at the end of each epoch until next_epoch(): a cold run evicts in between.
        bool hold_between_epochs = false;
    };
    enum class State : std::uint8_t { Open, Holding, Ended };

    explicit Feed(const Options& options);

    /// The next images, at most out.size(); fewer at the end of an epoch that is held, 0 when there
    /// is nothing now. With `epoch`, all are of that epoch, counted from 0. Never waits.
    std::size_t take(std::span<std::uint32_t> out, std::uint64_t* epoch = nullptr);
    State state() const;
    /// Waits while Holding, in state Starved.
    void wait_while_holding(TimeAccount& account);
    void next_epoch();
    void stop();

    std::uint64_t issued() const;           ///< images given out so far
    std::uint64_t epochs_finished() const;  ///< epochs given out whole

private:
    void begin_epoch();

    Options options_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::uint32_t> indices_;
    std::size_t next_ = 0;
    std::uint64_t epoch_ = 0;
    std::uint64_t issued_ = 0;
    State state_ = State::Open;
};

}  // namespace throughline::pipeline
