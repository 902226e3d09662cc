// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "engine/record/study.h"

namespace throughline::store {

/// How a record that comes in relates to the study of the same uuid that is there.
struct StudyRelation {
    enum class Kind : std::uint8_t {
        Same,    ///< an equal or an older, shorter copy: nothing new
        Longer,  ///< it goes on where the other ends
        Other,   ///< other figures: the two must not be mixed
    };
    Kind kind = Kind::Same;
    /// Other: the first thing that differs. "run 2: images_per_second is 900 there and 950 here"
    std::string difference{};
};

/// Compares what both say, not in how many lines. A study that was taken up again is longer than
/// one that was not: runs without a result may then have been measured again, and the verdict is
/// another.
StudyRelation relation_of(const record::Study& there, const record::Study& here);

}  // namespace throughline::store
