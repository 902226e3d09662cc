// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/failure_judge.h"

#include <algorithm>

#include "engine/base/clock.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/measure/vanished.h"

namespace throughline::measure {
namespace {

// A run fails when after this many images more than half could not be read or decoded.
constexpr std::uint64_t kJudgedAfter = 1000;

}  // namespace

void FailureJudge::look(const pipeline::Snapshot& now) {
    const std::uint64_t good =
        stages_ == spec::Stages::Storage ? now.images_read : now.images_decoded;
    const std::uint64_t seen = good + now.images_failed;
    const std::uint64_t enough =
        std::min<std::uint64_t>(kJudgedAfter, context_.source.images->size());
    too_many_ = seen >= enough && now.images_failed * 2 > seen;
    if (now.images_failed > failed_before_ && vanished_.empty()) {
        look_for_data_set();
    }
    failed_before_ = now.images_failed;
}

void FailureJudge::look_for_data_set() {
    const auto& images = *context_.source.images;
    std::string gone = vanished_root(images);
    if (gone.empty() && too_many_) {
        gone = vanished_files(images);
    }
    if (!gone.empty()) {
        vanished_ = say_english("%2 into the run: %1",
                                gone,
                                format_duration(in_seconds(steady_now() - context_.run_started)));
    }
}

std::optional<Error> FailureJudge::failure() const {
    if (!vanished_.empty()) {
        return Error{.code = ErrorCode::NotFound, .what = vanished_};
    }
    if (too_many_) {
        return format_error(
            say("more than half of the images could not be read or decoded; the first: %1",
                first_failure_));
    }
    return std::nullopt;
}

}  // namespace throughline::measure
