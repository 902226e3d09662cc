// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"
#include "engine/hosts/step_exchange.h"

namespace throughline::hosts {

/// What one node does for its engine where all nodes meet after each step: tells the lead that a
/// step has ended, exchanges gradients when all have come, and lets the engine go on. The engine
/// speaks through a socket (engine/measure/step_socket.h). Thread: one owner. Blocks: nowhere.
class StepParty {
public:
    /// Says to the lead what the engine said: "come" or "left".
    using Tell = std::function<void(const char* what)>;
    /// `exchange` may be null: then nodes only wait for each other.
    StepParty(StepExchange* exchange, Tell tell) : exchange_(exchange), tell_(std::move(tell)) {}

    /// A socket of its own for an engine that is about to be started. Returns: the engine's end,
    /// to be closed here once it has it. Errors: Limit, Io.
    Result<UniqueFd> begin_engine();
    /// All have come; `members` are the nodes of this step.
    void met(std::vector<int> members);
    /// What is due.
    void tick();
    /// How long nothing need be done.
    Nanoseconds pace() const noexcept;
    /// What wakes a poll() when the engine says something; -1: nothing.
    int fd() const noexcept { return socket_.get(); }

private:
    void hear_engine();
    void hear(const std::string& text);
    void answer(const std::string& text);
    void answer_met(std::uint64_t step);

    StepExchange* exchange_;
    Tell tell_;
    UniqueFd socket_;
    bool training_ = false;
    std::optional<std::uint64_t> come_{};        ///< the engine's step that waits for the others
    std::optional<std::uint64_t> exchanging_{};  ///< the step whose gradients are under way
    /// Who exchanges next: the engine no longer waits for what is under way, the others do.
    std::optional<std::vector<int>> next_{};
    std::uint64_t bytes_ = 0;
    std::uint32_t servers_ = 0;
};

}  // namespace throughline::hosts
