// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>

#include "engine/base/mutex.h"
#include "engine/loader/loader_process.h"
#include "engine/pipeline/counters.h"
#include "engine/pipeline/decode_worker.h"
#include "engine/pipeline/time_account.h"

namespace throughline::pipeline {

/// In the place of storage and decode: asks a loader that is not ours for the next batch whenever a
/// slot is free. The batch stays where it is; a slot stands for it, so that consumers take it as
/// they take ours.
/// Accounts: busy while the loader has been asked, blocked while no slot is free. Never starved.
/// Thread: run() on a thread of its own; the rest any.
class LoaderWorker {
public:
    struct Options {
        std::unique_ptr<loader::LoaderProcess> loader{};
        batch::SlotFiller* filler = nullptr;
        BatchQueue* batches = nullptr;
        std::uint32_t batch_images = 0;
        std::uint64_t epochs_max = 0;  ///< 0 = until stopped
        bool hold_between_epochs = false;
        const std::atomic<bool>* stopping = nullptr;
    };
    explicit LoaderWorker(Options options) : options_(std::move(options)) {}

    /// Loads until the epochs are over or `stop`, and closes the batches. Errors: the loader's;
    /// Format for a batch larger than was asked for, and an epoch without one.
    Result<void> run(std::stop_token stop);

    /// An epoch is over, and next_epoch() is waited for.
    bool holds() const;
    void next_epoch();
    /// Wakes run() where it waits for next_epoch().
    void abort();

    const loader::LoaderProcess& loader() const noexcept { return *options_.loader; }
    /// Ends the loader and all it started. After run().
    void end_loader() { options_.loader->end(); }

    std::uint64_t images() const noexcept { return images_.read(); }
    /// That it read for them, as it tells; 0 where it does not.
    std::uint64_t bytes() const noexcept { return bytes_.read(); }
    std::uint64_t epochs_finished() const noexcept { return epochs_.read(); }
    const TimeAccount& account() const noexcept { return account_; }

private:
    bool stopping() const noexcept { return options_.stopping->load(std::memory_order_relaxed); }
    Result<void> load_all(const std::stop_token& stop);
    Result<void> load_epoch(std::uint64_t epoch, const std::stop_token& stop);
    Result<void> check(const loader::LoadedBatch& batch);
    void deliver(const loader::LoadedBatch& batch);
    void hold();

    Options options_;
    Counter images_;
    Counter bytes_;
    Counter epochs_;
    std::optional<bool> tells_bytes_;  ///< as its first batch did
    TimeAccount account_;
    mutable Mutex mutex_;
    std::condition_variable changed_;
    bool holds_ GUARDED_BY(mutex_) = false;
    bool aborted_ GUARDED_BY(mutex_) = false;
};

}  // namespace throughline::pipeline
