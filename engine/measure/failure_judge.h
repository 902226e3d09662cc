// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/measure/repeat.h"
#include "engine/pipeline/pipeline.h"
#include "engine/spec/choices.h"

// Used in this folder only.
namespace throughline::measure {

/// Decides from the images that failed whether a repeat still makes sense: not when its data set
/// has vanished, and not when more than half of what came could not be read or decoded.
/// Thread: one owner.
class FailureJudge {
public:
    /// `stages` are those that run: where a data set is only copied, images count as they are read.
    FailureJudge(const RepeatContext& context, spec::Stages stages)
        : context_(context), stages_(stages) {}

    void look(const pipeline::Snapshot& now);
    /// Which image failed and why; the first counts.
    void keep_first(const std::string& failure) {
        first_failure_ = first_failure_.empty() ? failure : first_failure_;
    }
    bool gave_up() const noexcept { return too_many_ || !vanished_.empty(); }
    /// Why it gave up; none while it has not.
    std::optional<Error> failure() const;

private:
    void look_for_data_set();

    const RepeatContext& context_;
    spec::Stages stages_;
    bool too_many_ = false;
    std::uint64_t failed_before_ = 0;
    std::string vanished_{};
    std::string first_failure_{};
};

}  // namespace throughline::measure
