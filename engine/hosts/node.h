// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/clock.h"
#include "engine/hosts/engine_child.h"
#include "engine/hosts/step_exchange.h"
#include "engine/hosts/step_party.h"

namespace throughline::hosts {

/// One node of a study of several: does what the conductor says with an engine of its own, and
/// passes on what that says. Thread: one owner. Blocks: nowhere.
class Node {
public:
    struct Options {
        std::string engine{};  ///< the program throughline-engine
        /// Of an engine that measures and says nothing: then it is killed. One whose samples are
        /// further apart is given the time of three of them.
        Nanoseconds patience{};
        StepExchange* exchange = nullptr;  ///< outlives the node; null: none of gradients
    };
    /// Without a word of the conductor for so many times the patience, the node ends by itself.
    static constexpr int kConductorPatience = 3;
    using Send = std::function<void(std::string message)>;
    Node(Options options, Send send);

    void receive(std::string_view message, SteadyTime now);
    /// What is due: to be called when the engine has said something, and after pace().
    void tick(SteadyTime now);
    /// As the conductor's stop, by a signal.
    void stop();
    bool over() const noexcept { return over_; }
    /// It is over because the conductor has fallen silent.
    bool deserted() const noexcept { return deserted_; }
    /// What wakes a poll() when there is something to pass on; -1: nothing.
    std::array<int, 2> fds() const noexcept { return {child_ ? child_->fd() : -1, steps_.fd()}; }
    /// How long nothing need be done for it; zero: its clock is being asked.
    Nanoseconds pace(SteadyTime now) const;

private:
    void start(const std::string& spec, const std::string& group, bool force, SteadyTime now);
    void pass_on(SteadyTime now);
    void say_hello();
    void end_child(int status);
    void post(std::string message);

    Options options_;
    Send send_;
    std::optional<EngineChild> child_{};
    StepParty steps_;
    bool is_version_ = false;  ///< the child was asked for its version
    std::string version_{};
    std::string given_up_{};  ///< why the child was killed
    Nanoseconds engine_patience_{};
    bool measuring_ = false;
    bool stopping_ = false;
    bool over_ = false;
    bool deserted_ = false;
    int commands_ = 0;
    SteadyTime heard_ = kNever;   ///< of the child
    SteadyTime said_ = kNever;    ///< to the conductor
    SteadyTime led_ = kNever;     ///< heard of the conductor
    SteadyTime pinged_ = kNever;  ///< last time the clock was asked
};

}  // namespace throughline::hosts
