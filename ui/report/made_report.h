// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/report/content.h"
#include "engine/report/proof.h"
#include "engine/report/seal.h"
#include "ui/charts/library_chart.h"

namespace throughline::ui {

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
