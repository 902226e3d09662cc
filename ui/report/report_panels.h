// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "engine/report/definition.h"
#include "ui/report/report_sources.h"

namespace throughline::ui {

/// A definition in which a block of all findings is a chart and a finding for each panel.
struct UnfoldedDefinition {
    report::Definition definition{};
    std::vector<std::size_t> of{};  ///< of each block: which one of the definition before it is of
};

/// Each block of findings of no panel in particular becomes, for each that the report's studies
/// measured, its chart, where it is not empty, and its finding. Others stay.
/// Thread: GUI. Blocks: to build the charts.
UnfoldedDefinition unfolded(const report::Definition& definition, const ReportSources& sources);

}  // namespace throughline::ui
