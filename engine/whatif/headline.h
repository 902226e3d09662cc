// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "engine/model/grade.h"
#include "engine/whatif/answer.h"

namespace throughline::whatif {

/// A figure, or why there is none.
struct Told {
    std::optional<double> value{};
    std::string absent{};  ///< "no GPU rate is given"
};

/// What is said of a scenario in a meeting.
struct Headline {
    Told images_per_s{};
    Told gpu_idle_pct{};
    Told against_base_pct{};  ///< +25: a quarter more than the base
    Told usd_per_hour{};
    bool storage_price_only = false;  ///< the computer's is not known
};

/// `base`: what it is compared with; the answer itself where that is the base.
Headline headline(const Answer& answer, const Answer& base);

/// "io1, 8 V100: ≈ 4 199 images/s (3 740 … 4 710), limited by the GPUs. GPUs idle 0.0 %. 162 %
/// more than “gp2, 4 V100”. No price is given." Always says what is missing, and what the base is
/// where it has a name.
std::string headline_text(const Answer& answer, const Answer& base);
/// With so many digits of the rate and at most three of the difference.
std::string headline_text(const Answer& answer, const Answer& base, int digits);

/// Whether burst credits count in the answer, and what that does: "Burst credits are left out: a
/// full balance would give ≈ 300 images/s for about 31 minutes."; "": there are none, or they
/// change nothing.
std::string credits_text(const Answer& answer);

/// Why the rate lies below what limits it, where a second stage is nearly as slow: "Next comes the
/// storage bandwidth, at 1.04 times the rate of the CPU; …"; "": that costs less than 1 %.
std::string overlap_text(const Answer& answer);

/// "the storage bandwidth", "the CPU": as it stands in a sentence.
std::string limit_words(model::Limit limit);

/// A predicted rate in a sentence: "4 199", four digits of it.
std::string rate_words(double images_per_s);
/// Of two digits "4 200".
std::string rate_words(double images_per_s, int digits);

/// A share of the time before "%": "98", "more than 99".
std::string share_words(double percent);

/// With how many significant digits a prediction is said: of an estimate (grade D) two, since four
/// would promise what nobody knows, of the others four. Numbers for programs (JSON, CSV) are not
/// rounded, nor those of reports, which are verified figure by figure.
int digits_of(model::Grade grade) noexcept;

}  // namespace throughline::whatif
