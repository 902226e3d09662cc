// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "engine/model/ways.h"
#include "engine/whatif/ways_question.h"

// What figures of the three ways may be, in a study as in a file. Used in this folder only.
namespace throughline::whatif {

/// What a number may be; never one that is not finite.
struct WaysRange {
    double least = 0.0;
    double most = 0.0;
    bool above_least = false;  ///< and not the least itself
    bool whole = false;

    bool holds(double value) const noexcept {
        return std::isfinite(value) && (above_least ? value > least : value >= least) &&
               value <= most && (!whole || value == std::floor(value));
    }
    /// "a number above 0, at most 1e9", in the spoken language.
    std::string text() const;
};

// Seconds: 30 years each, so that sums of epochs and larger data sets stay numbers.
inline constexpr WaysRange kWaysTime{.most = 1e9};
inline constexpr WaysRange kWaysEpochTime{.most = 1e9, .above_least = true};
inline constexpr WaysRange kWaysEndTime{.most = 1e15, .above_least = true};
inline constexpr WaysRange kWaysShare{.most = 1.0};
inline constexpr WaysRange kWaysBytes{.least = 1.0, .most = kWaysBytesMax};
inline constexpr WaysRange kWaysRequestsPerByte{.most = 1.0, .above_least = true};
inline constexpr WaysRange kWaysEpochs{.least = 1.0, .most = kWaysEpochsMax, .whole = true};
inline constexpr WaysRange kWaysRun{.least = 1.0, .most = 1e9, .whole = true};

/// A measured figure, by its name in a file.
struct WaysFigure {
    const char* key = "";
    double model::WaysInputs::* member = nullptr;
    WaysRange range{};
};
inline constexpr std::array kWaysFigures{
    WaysFigure{"stream_s", &model::WaysInputs::stream_s, kWaysEpochTime},
    WaysFigure{"local_s", &model::WaysInputs::local_s, kWaysEpochTime},
    WaysFigure{"copy_s", &model::WaysInputs::copy_s, kWaysTime},
    WaysFigure{"fill_s", &model::WaysInputs::fill_s, kWaysEpochTime},
    WaysFigure{"stream_first_s", &model::WaysInputs::stream_first_s, kWaysTime},
    WaysFigure{"local_first_s", &model::WaysInputs::local_first_s, kWaysTime},
    WaysFigure{"stream_reads", &model::WaysInputs::stream_reads, kWaysShare},
    WaysFigure{"local_reads", &model::WaysInputs::local_reads, kWaysShare}};

/// Those that a study of no store, and a file of an older program, do not have.
inline constexpr std::array kWaysRequestFigures{
    WaysFigure{"requests", &model::WaysInputs::requests, {.most = 1e18}},
    WaysFigure{"at_once", &model::WaysInputs::at_once, {.least = 1.0, .most = 1e9}},
    WaysFigure{"first_byte_share", &model::WaysInputs::first_byte_share, kWaysShare},
    WaysFigure{"first_byte_c2", &model::WaysInputs::first_byte_c2, {.most = 1e4}}};

/// "'stream_s' is -4; it must be a number above 0, at most 1e9": of the first figure that is out of
/// its range. None: all are within.
std::optional<std::string> odd_figure_of(double data_bytes, const model::WaysInputs& measured);

}  // namespace throughline::whatif
