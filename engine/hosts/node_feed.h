// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/clock.h"
#include "engine/record/study_builder.h"

namespace throughline::hosts {

/// A repeat of a run, both from 1.
using RepeatKey = std::pair<int, int>;

/// When a repeat began, and in which moment of the time that the run's samples count.
struct Begun {
    SteadyTime at{};
    double t_s = 0.0;

    /// When that time showed `sample_t_s`.
    SteadyTime time_of(double sample_t_s) const { return at + from_seconds(sample_t_s - t_s); }
};

/// What the engine of a node has said in its events: the study so far, and where it stands.
/// Thread: one owner.
class NodeFeed {
public:
    /// One line of --events. What cannot be read is counted, not obeyed.
    void take(std::string_view line);

    const record::Study& study() const noexcept { return builder_.so_far(); }
    /// The run of a number, as far as it went; null before it started.
    const record::RunData* run(int number) const;
    /// The repeat that waits to begin.
    const std::optional<RepeatKey>& held() const noexcept { return held_; }
    /// It was told to begin: it waits no more.
    void begin() { held_.reset(); }
    /// By the node's own clock.
    const std::map<RepeatKey, Begun>& begun() const noexcept { return begun_; }
    const std::string& phase() const noexcept { return phase_; }
    /// How many runs the study has; 0: not known yet.
    int runs() const noexcept { return runs_; }
    /// Images per second in the last second, 0 before the first.
    double last_rate() const noexcept { return last_rate_; }
    /// The record's lines were all said.
    bool complete() const noexcept { return study().footer.has_value(); }
    /// Lines that its engine dropped, as nobody took them in time, or that could not be read.
    std::uint64_t missed() const noexcept { return missed_; }

private:
    record::StudyBuilder builder_;
    std::optional<RepeatKey> held_{};
    std::map<RepeatKey, Begun> begun_{};
    std::string phase_{};
    int runs_ = 0;
    double last_rate_ = 0.0;
    std::uint64_t last_seq_ = 0;
    std::uint64_t missed_ = 0;
};

}  // namespace throughline::hosts
