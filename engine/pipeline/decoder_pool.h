// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/mutex.h"
#include "engine/pipeline/decode_worker.h"
#include "engine/pipeline/stage_threads.h"

namespace throughline::pipeline {

/// The decoder threads, whose number may change while they work. A decoder that is sent away first
/// decodes the images it holds; its counts and times stay in the sums.
/// Thread: any. Memory: each growth makes a decoder, each shrinking frees one.
class DecoderPool {
public:
    struct Options {
        DecodeShared shared;
        decode::DecodeOptions decode;
        std::uint32_t threads = 1;
        /// Called on each decoder's thread when it begins. A decoder that comes after another was
        /// sent away takes its number.
        std::function<void(std::uint32_t index)> on_thread;
        /// Called once, on the last decoder's thread, when no decoder is left.
        std::function<void()> on_last_ended;
    };
    /// Makes the decoders; start() sets them to work. Errors: why a decoder cannot be made.
    static Result<std::unique_ptr<DecoderPool>> make(Options options, StageThreads& threads);

    void start();
    /// Errors: why a decoder cannot be made; Stopped when decoding is over.
    Result<void> resize(std::uint32_t threads);

    std::uint32_t size() const;

    /// Adds what all decoders counted, those sent away too.
    void add_to(Counts& counts, SteadyTime now) const;

private:
    DecoderPool(Options options, StageThreads& threads)
        : options_(std::move(options)), threads_(threads) {}
    Result<void> add_worker() REQUIRES(mutex_);
    void launch(std::size_t place) REQUIRES(mutex_);
    void worker_ended();

    const Options options_;
    StageThreads& threads_;
    mutable Mutex mutex_;
    std::vector<std::unique_ptr<DecodeWorker>> workers_ GUARDED_BY(mutex_);  ///< oldest first
    std::vector<std::unique_ptr<DecodeWorker>> retired_ GUARDED_BY(mutex_);  ///< ended, or about to
    std::uint32_t running_ GUARDED_BY(mutex_) = 0;  ///< threads that have not ended
    bool over_ GUARDED_BY(mutex_) = false;
};

}  // namespace throughline::pipeline
