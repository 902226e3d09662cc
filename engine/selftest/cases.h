// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/judgement.h"
#include "engine/base/random.h"
#include "engine/selftest/stand_in.h"

namespace throughline::selftest {

/// A way to hold the stand-in back.
struct Case {
    const char* id = "";                            ///< "slow_reads"
    const char* says = "";                          ///< a message
    analysis::Limit truth = analysis::Limit::None;  ///< what holds it back
    StandIn job{};
    std::uint64_t file_bytes = 0;  ///< mean size of files to read from a disk; 0: none
    std::uint64_t read_limit_bytes_per_second = 0;  ///< by a control group; 0: none
    double processors = 0.0;                        ///< by a control group; 0: no quota
    std::optional<StandIn> beside{};                ///< another job, which takes processors
    bool needs_idle = false;  ///< true only where others leave a processor idle
};

/// Each case once, its figures drawn by `random`: rates and counts differ between rounds, what
/// holds the job back does not. `processors`: of the machine, >= 1. Where there is one, the case of
/// too few workers is not among them.
std::vector<Case> cases(Random& random, unsigned processors);

}  // namespace throughline::selftest
