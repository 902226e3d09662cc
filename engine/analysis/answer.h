// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/analysis/judgement.h"

namespace throughline::analysis {

/// The verdict as it is read from the back of a room. Whole sentences; what is not known is "".
struct Answer {
    Limit limit = Limit::None;
    record::Grade grade = record::Grade::None;
    std::string headline{};  ///< who limits: "Decoding is the bottleneck."
    std::string figures{};   ///< two numbers: "It feeds 1,390 images/s of the 26,300 that …"
    std::string grounds{};   ///< how sure that is: "Measured: each stage was also measured alone."
    std::string doubt{};     ///< what else had a hand in it, with the programs by name
};

/// By the rules of today. What the record's own verdict found too short or too faulty to be judged
/// stays without one: that needs samples, which `study` may lack. Call derive() first.
Answer answer_of(const record::Study& study);

}  // namespace throughline::analysis
