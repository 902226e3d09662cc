// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/emulation.h"
#include "engine/base/result.h"
#include "engine/model/ways.h"
#include "engine/whatif/ways_question.h"

namespace throughline::whatif {

/// What a run is: the copy first, straight from the store, or through a cache that fills meanwhile.
enum class Way : std::uint8_t { Copied, Streamed, Cached };
inline constexpr std::array kWays{Way::Copied, Way::Streamed, Way::Cached};
/// "copied", as files and JSON have it.
const char* key_of(Way way) noexcept;
/// "copy first", "stream", "through a cache", in the spoken language.
std::string name_of(Way way);

/// A figure as it was measured and as the model says it.
struct Foretold {
    double measured = 0.0;
    double predicted = 0.0;
    double error_pct() const noexcept { return 100.0 * (predicted / measured - 1.0); }
    bool operator==(const Foretold&) const = default;
};

/// A run beside what the first epochs of the ways say of it: nothing later was used for that.
struct WaysTest {
    Way way = Way::Streamed;
    int run = 0;
    /// Seconds from the start until the end of the first, second … epoch, two at least. The first
    /// one is what the prediction begins with, and no test.
    std::vector<Foretold> ends_s{};
    /// Of the last epoch, from 0 to 1; none: the run has no cache, or its hits were not counted.
    std::optional<Foretold> hit_ratio{};
    bool operator==(const WaysTest&) const = default;

    /// Seconds between the ends of two epochs. Assumes: 1 <= epoch < later <= ends_s.size().
    Foretold between_s(std::size_t epoch, std::size_t later) const;
};

/// What a study of `run --ways` measured of copying first, streaming and a cache in between.
struct WaysStudy {
    std::string uuid{};
    std::string title{};
    analysis::Emulated emulated{};
    model::WaysInputs measured{};  ///< of all epochs, the median
    double data_bytes = 0.0;
    bool disturbed = false;         ///< by other programs
    bool has_cache = false;         ///< else its first epoch is taken for one of streaming
    std::vector<WaysTest> tests{};  ///< of each run that has a second epoch
    /// That the store answered while streaming; none: it was read from no object store.
    std::optional<double> requests_per_byte{};
    std::string store{};  ///< that was emulated: its id in the catalogue; "": none
    bool operator==(const WaysStudy&) const = default;
};

/// Errors: Usage, for a study without a result of all stages of each of streaming and copying
/// first, or without their whole epochs; a missing run with a cache leaves its first epoch as one
/// of streaming.
Result<WaysStudy> ways_in(const record::Study& study);

/// How well the later epochs were predicted from the first ones.
struct WaysScore {
    std::size_t figures = 0;  ///< ends of the second and later epochs of all runs
    /// Of the time from the end of the first epoch until then, without its sign.
    double median_error_pct = 0.0;
    double worst_error_pct = 0.0;
    std::size_t choices = 0;  ///< numbers of epochs, from 2 on, that all three ways were run for
    std::size_t right = 0;    ///< of those the way is the fastest one that was to be
};
/// None: no run has a second epoch.
std::optional<WaysScore> score_of(const WaysStudy& study);

/// How far two epochs of streaming differ because they have so few requests: one standard deviation
/// in per cent of an epoch. No prediction from a single epoch can be nearer. None: the store did
/// not tell how it answered.
/// Formula: 100 b f sqrt(2 c2 / N), as model::mixed_epoch_s() has them.
std::optional<double> chance_pct_of(const WaysStudy& study);

struct WaysAt {
    double epochs = 1.0;
    double copied_s = 0.0;
    double streamed_s = 0.0;
    double cached_s = 0.0;
    Way fastest = Way::Copied;
};
/// From this number of epochs on, until that of the next.
struct FastestFrom {
    double epochs = 1.0;
    Way way = Way::Copied;
    bool operator==(const FastestFrom&) const = default;
};
struct WaysAnswer {
    model::WaysInputs asked{};
    model::WaysTimes times{};
    std::vector<WaysAt> at{};  ///< for each number of epochs that was asked
    /// Of whole numbers of epochs from 1 to kWaysEpochsMax; begins at 1.
    std::vector<FastestFrom> fastest{};
    /// From how many epochs on copying first is faster than streaming; none: never.
    std::optional<double> copy_pays_from{};
};
const model::WayTimes& times_of(const WaysAnswer& answer, Way way) noexcept;

/// Assumes: times grow with the bytes, as model::scaled() has it; the first batch from a store or a
/// disk does not.
WaysAnswer answer_ways(const WaysStudy& study, const WaysQuestion& question);

// In words, in the spoken language.

/// "Copying first pays from 1.3 epochs on …": the answer.
std::string ways_sentence(const WaysAnswer& answer);
/// How well later epochs were predicted, what is not known, and who disturbed the measurement.
std::string ways_test_text(const WaysStudy& study);
/// How far two epochs differ as they have few requests; "" where that is little or not known.
std::string ways_chance_text(const WaysStudy& study);
/// "0.42 s", "12 s", "4:10", "2:03:05": of a small data set as well as of a large one.
std::string ways_time_text(double seconds);
/// Its title, with the mark of what was emulated.
std::string marked_title(const WaysStudy& study);

struct WaysCosts;  // ways_cost.h
/// As a JSON document, for the command line.
std::string ways_json(const WaysStudy& study, const WaysAnswer& answer, const WaysCosts& costs);

}  // namespace throughline::whatif
