// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/report/content.h"
#include "engine/report/proof.h"
#include "engine/report/seal.h"
#include "ui/charts/library_chart.h"
#include "ui/report/report_charts.h"

namespace throughline::ui {

/// What a report says, before it is written.
struct ComposedReport {
    report::Content content{};
    std::vector<ReportChart> charts{};
};

/// A report as it is written.
struct MadeReport {
    report::Content content{};
    std::vector<std::string> drawings{};  ///< <svg> elements
    report::Seal seal{};
    std::vector<ChartOfView> charts{};  ///< as they are drawn on pages
    report::Proof proof{};
    std::vector<std::string> record_files{};  ///< where records are files beside the proof
};

}  // namespace throughline::ui
