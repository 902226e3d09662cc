// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/record/record.h"

namespace throughline::record {

/// One run of a study with everything that was recorded of it.
struct RunData {
    RunStarted started;
    std::vector<Sample> samples;
    std::vector<HistogramLine> histograms;
    std::vector<Note> notes;
    RunStatus status = RunStatus::Interrupted;
    Summaries metrics;  ///< as recorded, plus what derive() adds
    std::map<std::string, std::string, std::less<>> absent;
};

/// A record as a whole.
struct Study {
    Header header;
    std::vector<RunData> runs;
    std::vector<Note> notes;  ///< those of no run
    std::optional<Verdict> verdict;
    std::optional<Footer> footer;     ///< none = interrupted
    std::uint64_t lines = 0;          ///< complete lines read
    std::uint64_t unknown_lines = 0;  ///< of types this version does not know
};

/// How the study as a whole ended: interrupted without a footer, else the worst of its runs;
/// stopped also when fewer runs than planned were made.
RunStatus status_of(const Study& study);

}  // namespace throughline::record
