// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/record/record.h"

namespace throughline::store {

/// Samples of one metric of one run; the columns are equally long.
struct Series {
    std::vector<double> t_s;  ///< end of each interval, since the run started
    std::vector<double> values;
    std::vector<double> dt_s;           ///< length of each interval
    std::vector<record::Phase> phases;  ///< warm-up and drain are not part of the run's figures
    std::vector<int> repeats;           ///< from 1
};

/// A part of a run's time, and in how many cells a chart can show it.
struct Stretch {
    double from_s = -std::numeric_limits<double>::infinity();
    double to_s = std::numeric_limits<double>::infinity();
    std::size_t cells = SIZE_MAX;  ///< about
    /// It is widened to whole multiples of this many sample lines, counted from the first of the
    /// run: so a coarser cell is in it with all of its lines, or with none.
    std::int64_t whole_lines = 1;
};

/// Samples of one metric in a stretch of a run, each cell a number of sample lines; the columns are
/// equally long. Cells without a value are left out, and what an importer marked as warm-up, which
/// is not a second of the measurement: a report since boot, a part of an interval.
struct Envelope {
    std::vector<double> t_s{};   ///< middle of the cell's time; of single samples their end
    std::vector<double> mean{};  ///< by time
    std::vector<double> low{};
    std::vector<double> high{};
    std::vector<std::int64_t> lines{};    ///< its first sample line, from 0
    std::vector<record::Phase> phases{};  ///< of that line
    std::vector<int> repeats{};           ///< of that line, from 1
    std::int64_t lines_of_cell = 1;       ///< 1: each cell is a sample
    std::int64_t first_line = 0;          ///< of the stretch as it was widened
    std::int64_t end_line = 0;
    std::int64_t samples = 0;   ///< in all cells
    std::int64_t left_out = 0;  ///< of an imported run: see above
};

}  // namespace throughline::store
