// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/report/redraw.h"

namespace throughline::ui {

/// What the charts of a report show, made of its records as makeReport() makes it.
/// Thread: GUI. Blocks: on a folder of temporary files. Errors: as reportCharts() and
/// sourcesOfRecords().
Result<std::vector<report::ChartData>> chartsOfRecords(const report::Definition& definition,
                                                       const std::vector<std::string>& records);

}  // namespace throughline::ui
