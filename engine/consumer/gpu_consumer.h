// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <thread>

#include "engine/base/clock.h"
#include "engine/base/mutex.h"
#include "engine/consumer/consumer.h"
#include "engine/consumer/gpu_process.h"

namespace throughline::consumer {

/// Hands batches to a GPU plug-in in another process, several under way at once, and tells when
/// their slots are free and their steps over.
class GpuConsumer final : public Consumer {
public:
    /// The arena has a file (BatchArena::Options::shared). Blocks: while the device is woken and
    /// its ceiling measured. Errors: those of the plug-in; Internal when its process crashed or
    /// gives no answer; Stopped.
    static Result<std::unique_ptr<Consumer>> make(const GpuOptions& options,
                                                  const batch::BatchArena& arena,
                                                  std::stop_token stop);
    GpuConsumer(const GpuConsumer&) = delete;
    GpuConsumer& operator=(const GpuConsumer&) = delete;
    ~GpuConsumer() override;

    std::uint32_t batches_max() const noexcept override;
    Result<void> begin(const batch::Batch& batch, SteadyTime free_at) override;
    Result<Progress> wait(std::chrono::nanoseconds patience, std::stop_token stop) override;
    std::optional<GpuState> gpu() const override;

private:
    struct UnderWay {
        batch::Batch batch;
        bool copied = false;
    };

    GpuConsumer(const GpuOptions& options,
                const batch::BatchArena& arena,
                std::unique_ptr<GpuProcess> process);
    Result<void> open(const std::stop_token& stop);
    Result<void> measure_ceiling(const std::stop_token& stop);
    void listen();
    Result<GpuReply> answer(GpuNews wanted,
                            std::chrono::nanoseconds patience,
                            const std::stop_token& stop);
    Result<std::optional<GpuReply>> next(std::chrono::nanoseconds patience,
                                         const std::stop_token& stop);
    Error hung(std::chrono::nanoseconds patience) const;
    Error out_of_turn() const;
    Result<Progress> copied();
    Result<Progress> finished(const TlGpuDone& done);
    Result<Progress> ceiling_ended(const TlGpuCeiling& ceiling);

    GpuOptions options_;
    const batch::BatchArena& arena_;
    std::deque<UnderWay> under_way_;
    const char* doing_ = "";         ///< what the plug-in was last asked for, for errors
    SteadyTime last_news_ = kNever;  ///< or when it got something to do after a pause
    std::unique_ptr<GpuProcess> process_;

    mutable Mutex mutex_;
    std::condition_variable_any came_;
    std::deque<GpuReply> news_ GUARDED_BY(mutex_);
    bool gone_ GUARDED_BY(mutex_) = false;
    GpuState state_ GUARDED_BY(mutex_);
    std::jthread listener_;  ///< last: ends before what it writes to goes
};

}  // namespace throughline::consumer
