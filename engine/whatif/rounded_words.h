// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/model/grade.h"
#include "engine/whatif/answer.h"
#include "engine/whatif/reach.h"

// Predicted rates with as many digits as their grade is worth: an estimate of four digits promises
// what nobody knows. Numbers for programs (JSON, CSV) are not rounded, nor those of reports, which
// are verified figure by figure.
namespace throughline::whatif {

/// Of an estimate (grade D) two significant digits, of the others four.
int digits_of(model::Grade grade) noexcept;

/// "4 199", of two digits "4 200".
std::string rate_words(double images_per_s, int digits);

/// As headline_text(), with so many digits of the rate and at most three of the difference.
std::string headline_text(const Answer& answer, const Answer& base, int digits);

/// As reach_text(), with so many digits of what is predicted; the wanted rate keeps its own.
std::string reach_text(const Reach& reach, int digits);

}  // namespace throughline::whatif
