// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/base/text_layout.h"
#include "engine/record/study.h"

namespace throughline::app {

/// The study as a table for a terminal: what was swept, images/s with its interval, MB/s and
/// reads/s of this program, then the device's own (marked where others read from it too), CPU, fed
/// share; units in the header row; verdict and warnings below.
/// What is wider than `columns` of the terminal goes on in a second table. Control characters of
/// the record are spelled out, here and in study_details().
std::string study_table(const record::Study& study, std::size_t columns = kAnyWidth);

/// {"study", "title", "status", "verdict", "disturbance", "runs": [{"run", "status", "settings":
/// {key: value}, "metrics": {key: number}, "intervals": {key: {low, high, n}}, "absent": {key:
/// reason}, "disturbance"}]}; a disturbance is disturbance_text(), or null.
std::string study_json(const record::Study& study);

/// The figures whose name, key or meaning has all of the words, of each run: its value, or why it
/// has none and what would bring it. Those that no run has are among them, last. "": none has the
/// words (`show --find`). Of more than eight nodes, devices … the least, the median and the most
/// stand in one line, but with `each` (`--all`).
std::string study_figures(const record::Study& study, std::string_view words, bool each = false);

/// Everything: header, settings, all metrics with units, absent reasons, notes (`show --all`).
std::string study_details(const record::Study& study);

}  // namespace throughline::app
