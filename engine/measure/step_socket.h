// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/pipeline/step_gate.h"

namespace throughline::measure {

/// A gate behind which another process meets the other machines: throughline-mpi, for the engine
/// that it started. Through a socket that keeps messages apart (SOCK_SEQPACKET) the engine says
/// "come STEP BYTES SERVERS" when its step has ended, is told "all STEP" when all have come and
/// gradients begin to be exchanged, and "met STEP" at the end; it says "left" at the end of a
/// training. Steps are counted on from training to training, so that an answer nobody waits for any
/// more is known. Thread: any, one at a time.
class StepSocket final : public pipeline::StepGate {
public:
    /// `fd` stays the caller's, and stays open.
    explicit StepSocket(int fd) noexcept : fd_(fd) {}

    SteadyTime meet(const pipeline::GradientExchange& what,
                    const std::stop_token& stop,
                    const pipeline::ExchangeBegins& begins) override;
    void leave() override;

private:
    int fd_;
    std::uint64_t step_ = 0;
};

}  // namespace throughline::measure
