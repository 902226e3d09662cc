// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/batch/batch_arena.h"
#include "engine/batch/slot_filler.h"
#include "engine/consumer/gpu_options.h"
#include "engine/spec/choices.h"

namespace throughline::consumer {

struct ConsumerOptions {
    spec::ConsumerKind kind = spec::ConsumerKind::Null;
    double batch_seconds = 0.0;      ///< Paced: time of one full batch; > 0
    std::uint32_t accelerators = 1;  ///< as many consumers, each with a batch of its own
    bool barrier = false;            ///< a step ends when all of them have ended it
    GpuOptions gpu{};                ///< Gpu
};

/// What has ended since the last look. Nothing at all where the time was over first.
struct Progress {
    std::optional<batch::Batch> freed{};  ///< its slot may be filled again
    std::uint32_t ended = 0;              ///< batches that were begun and are finished
    std::uint64_t images = 0;             ///< that they stand for
    std::uint64_t steps = 0;
    SteadyTime ended_at = kNever;  ///< when the last of them ended; with `ended` > 0
};

/// The last stage: what is done with a batch before its slot is free again.
/// Thread: its consumer thread only, but for gpu().
class Consumer {
public:
    virtual ~Consumer() = default;
    /// Batches that may be under way at once, as things are: ask again before each begin().
    virtual std::uint32_t batches_max() const noexcept = 0;
    /// Begins a step: when the batch was there, and not before `free_at`, when the one before had
    /// ended. Never waits.
    virtual Result<void> begin(const batch::Batch& batch, SteadyTime free_at) = 0;
    /// Blocks: until something of what is under way ended, `patience` is over, or `stop`.
    virtual Result<Progress> wait(std::chrono::nanoseconds patience, std::stop_token stop) = 0;
    /// No further step will be begun: consumers that share steps with this one go on without it.
    virtual void leave() {}
    /// No batch will come for now: one that waits for those of other consumers goes on without
    /// them. Thread: any.
    virtual void release() {}
    /// When everything has ended, and before this consumer goes: measures once more what may have
    /// changed meanwhile. What fails is in gpu(). Blocks: seconds; `stop` wakes it. Thread: any
    /// one.
    virtual void conclude(const std::stop_token& /*stop*/) {}
    /// What a GPU did so far; none where there is no GPU. Thread: any.
    virtual std::optional<GpuState> gpu() const { return std::nullopt; }
};

/// A consumer that works its batches off one after the other.
class SerialConsumer : public Consumer {
public:
    std::uint32_t batches_max() const noexcept final { return 1; }
    Result<void> begin(const batch::Batch& batch, SteadyTime free_at) final;
    Result<Progress> wait(std::chrono::nanoseconds patience, std::stop_token stop) final;

protected:
    /// Blocks: for the time of the work; `stop` wakes it.
    /// Returns: when this step ended. Where time is emulated that is when it
    /// was due, however late the thread woke up: a busy processor does not slow the accelerator
    /// down, and time in which it starved is never caught up.
    virtual Result<SteadyTime> consume(const batch::Batch& batch,
                                       SteadyTime free_at,
                                       std::stop_token stop) = 0;

private:
    batch::Batch batch_{};
    SteadyTime free_at_ = kNever;
};

}  // namespace throughline::consumer
