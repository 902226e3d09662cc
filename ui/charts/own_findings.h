// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "engine/panels/panels.h"
#include "ui/charts/study_for_plot.h"

// Whether what a study found holds in studies of one's own (engine/panels/finding.h).
namespace throughline::ui {

/// What findings ask a study for: settings, figures and warnings of its runs. It has no samples, so
/// that findings about seconds are unknown.
record::Study figuresOf(const StudyForPlot& study);

struct OwnFinding {
    panels::Finding finding{};
    QString text;     ///< "gp2 is bound by its bandwidth: yes. It gives …"
    QString grounds;  ///< the rule, and how sure it is
};

/// What the newest of these studies that was measured here by the panel's experiment says; nothing:
/// there is none, or it does not have the runs that decide.
std::optional<OwnFinding> findingOf(const panels::Panel& panel,
                                    const std::vector<StudyForPlot>& studies);

}  // namespace throughline::ui
