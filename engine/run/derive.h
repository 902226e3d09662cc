// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/run/study.h"

namespace throughline::run {

/// Rates of an interrupted run from its measured samples: for each metric the time-weighted mean
/// sum(value * dt) / sum(dt), which for a rate is the sum of counts over the sum of times. Means
/// over requests (read_await, read_request_size) are weighted by the requests of each interval
/// where the device's counts are there: the mean over all requests of the run.
Summaries summarise_samples(const RunData& run);

/// Adds to every full run what only the whole study knows: ceiling_images_per_second{stage=…} of
/// the storage, decode and consumer runs with the same settings as far as they matter, fed_share
/// and headroom; and to runs of a decode.threads sweep speedup and scaling_efficiency against the
/// point with the fewest threads. What cannot be had is entered in `absent` with its reason.
/// Calling it twice changes nothing.
void derive(Study& study);

/// What derive() would enter into one run: the entries that differ from those that it has.
struct DerivedFigures {
    Summaries metrics{};
    std::map<std::string, std::string, std::less<>> absent{};
};

/// The same without touching the study; one entry for each run.
std::vector<DerivedFigures> derived_figures(const Study& study);

/// The study's answer in one sentence with its grade: measured where the ceilings were measured,
/// indicated by the time accounts otherwise. Call derive() first.
Verdict judge(const Study& study);

/// The code of the note that another measurement ran beside the study, or beside the run.
inline constexpr const char* kBesideCode = "study.disturbed";

/// Whether something else had a hand in what was measured: others on the processors or on the
/// device that was read from, a pause, another measurement. A verdict on it is at most indicated.
bool is_disturbed(const Study& study);
bool is_disturbed(const RunData& run);

/// What that was, for the middle of a sentence: "other programs used 28 to 60 % of the processors
/// (the busiest: cc1plus 41 %, ffmpeg 12 %)"; "" where nothing was. `environment`: of the header.
std::string disturbance_text(const Study& study);
std::string disturbance_text(const RunData& run, const Settings& environment);

}  // namespace throughline::run
