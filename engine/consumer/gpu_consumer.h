// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "engine/base/clock.h"
#include "engine/base/mutex.h"
#include "engine/consumer/consumer.h"
#include "engine/consumer/gpu_process.h"
#include "engine/consumer/step_turn.h"

namespace throughline::consumer {

/// How a GPU is one of several that train together.
struct GpuMembership {
    std::shared_ptr<StepTurn> turn{};  ///< null: it works alone
    std::uint32_t rank = 0;
    std::uint32_t ranks = 0;
    TlGpuExchangeId exchange{};
    std::string problem{};  ///< why it works alone, though it trains beside others; "" = nothing
};

/// Hands batches to a GPU plug-in in another process, several under way at once, and tells when
/// their slots are free and their steps over.
class GpuConsumer final : public Consumer {
public:
    /// Starts the process, which is then asked to open. The arena has a file
    /// (BatchArena::Options::shared).
    static Result<std::unique_ptr<GpuConsumer>> start(const GpuOptions& options,
                                                      const batch::BatchArena& arena);
    GpuConsumer(const GpuConsumer&) = delete;
    GpuConsumer& operator=(const GpuConsumer&) = delete;
    ~GpuConsumer() override;

    /// What the GPUs of a run find each other by. Blocks: seconds. Errors: Unsupported where the
    /// plug-in cannot; those of await_open().
    Result<TlGpuExchangeId> make_exchange(const std::stop_token& stop);
    /// Asks it to open the GPU; await_open() takes the answer.
    void ask_open(const GpuMembership& membership);
    /// Looks for the answer for `look`, `waited` after it was asked. Returns: whether it is open.
    /// Errors: those of the plug-in; Internal when its process crashed or gives no answer for as
    /// long as a device may take to wake; Stopped.
    Result<bool> await_open(std::chrono::nanoseconds look,
                            std::chrono::nanoseconds waited,
                            const std::stop_token& stop);
    /// Before the first batch, where one is due. Blocks: seconds. Errors: as await_open().
    Result<void> measure_ceiling(const std::stop_token& stop);

    std::uint32_t batches_max() const noexcept override;
    Result<void> begin(const batch::Batch& batch, SteadyTime free_at) override;
    Result<Progress> wait(std::chrono::nanoseconds patience, std::stop_token stop) override;
    void leave() override;
    void release() override;
    void conclude(const std::stop_token& stop) override;
    std::optional<GpuState> gpu() const override;

private:
    struct UnderWay {
        batch::Batch batch;
        std::uint64_t bytes = 0;         ///< that go to the device
        std::uint32_t by_processor = 0;  ///< see Contents
        bool alone = false;              ///< trained without the others of its group
        bool copied = false;
    };
    struct Contents {
        std::uint64_t bytes = 0;
        std::uint32_t by_processor = 0;  ///< images that came as pixels, though the GPU decodes
    };

    GpuConsumer(const GpuOptions& options,
                const batch::BatchArena& arena,
                std::unique_ptr<GpuProcess> process);
    Result<GpuCeiling> ceiling_of(double seconds, const std::stop_token& stop);
    Result<void> drain(const std::stop_token& stop);
    void submit(const batch::Batch& batch, bool together);
    Contents contents_of(const batch::Batch& batch) const;
    void listen();
    void note_side_figures(const GpuReply& reply) REQUIRES(mutex_);
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
    GpuMembership membership_;
    std::optional<batch::Batch> held_;  ///< waits for those of the other members
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
