// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/model/ways.h"
#include "engine/record/study.h"

namespace throughline::whatif {

/// What a study of `run --ways` measured of copying first, streaming and a cache in between.
struct WaysStudy {
    std::string title{};
    model::WaysInputs measured{};
    double data_bytes = 0.0;
    bool disturbed = false;  ///< by other programs
    /// Of the run with a cache: a later epoch as measured and with the share of hits that it had,
    /// and what the model says of that. None: no such epoch was measured.
    struct Check {
        double measured_s = 0.0;
        double predicted_s = 0.0;
        double hit_ratio = 0.0;
    };
    std::optional<Check> check{};
};

/// Errors: Usage, for a study without a result of all stages of each of streaming and copying
/// first, or without their whole epochs; a missing run with a cache leaves its first epoch as one
/// of streaming.
Result<WaysStudy> ways_in(const record::Study& study);

/// What is asked beyond what was measured.
struct WaysQuestion {
    std::optional<double> data_bytes{};   ///< another data set of the same kind; above 0
    std::optional<double> cache_bytes{};  ///< a smaller cache; none: it holds everything
    model::TierPolicy policy = model::TierPolicy::Keep;
    std::vector<double> epochs{1.0, 3.0, 10.0, 90.0};  ///< at least 1 each
};

enum class Way : std::uint8_t { Copied, Streamed, Cached };

struct WaysAt {
    double epochs = 1.0;
    double copied_s = 0.0;
    double streamed_s = 0.0;
    double cached_s = 0.0;
    Way fastest = Way::Copied;
};
struct WaysAnswer {
    model::WaysInputs asked{};
    model::WaysTimes times{};
    std::vector<WaysAt> at{};
    /// From how many epochs on copying first is faster than streaming; none: never.
    std::optional<double> copy_pays_from{};
};

/// Assumes: times grow with the bytes; the first batch from a store or a disk does not.
WaysAnswer answer_ways(const WaysStudy& study, const WaysQuestion& question);

/// "From 1.3 epochs on …": the answer in words.
std::string ways_sentence(const WaysAnswer& answer);
std::string ways_json(const WaysStudy& study, const WaysAnswer& answer);

}  // namespace throughline::whatif
