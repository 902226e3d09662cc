// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <set>
#include <stop_token>
#include <vector>

#include "engine/store/library.h"
#include "ui/charts/plot_choice.h"
#include "ui/charts/study_for_plot.h"

namespace throughline::ui {

/// What charts are drawn from, before anything was left out, averaged or thinned.
struct RawData {
    std::vector<StudyForPlot> studies;
    std::vector<PlotChoice> charts;
    std::set<std::int64_t> shown{};  ///< of charts in which each curve is a run
};

/// As CSV, each number in full, each row with the study's title and uuid and when the run began. Of
/// charts of runs a row for each run: all that was set, all figures with their intervals; columns
/// say the registry's units. Of charts of samples a row for each sample and
/// quantity, as recorded, warm-up included; of files without times the row instead of seconds. Of
/// histograms and percentiles also their bins, or percentiles, of all repeats at once. An empty
/// line between such tables.
/// Blocks: on the library and the disk, until `stop` asks. Errors: the library's; Io; Stopped.
/// After an error there is no new file, and one that was there before is as it was.
Result<void> saveRawData(store::Library& library,
                         const RawData& data,
                         const QString& path,
                         const std::stop_token& stop = {});

}  // namespace throughline::ui
