// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/run_flaws.h"

#include "engine/analysis/validity.h"
#include "engine/record/record.h"
#include "ui/charts/words.h"

namespace throughline::ui {

bool isTouched(const RunForPlot& run) {
    return run.warnings.contains(record::kTouchedCode);
}

bool isImpossible(const RunForPlot& run) {
    return analysis::is_impossible(run.metrics);
}

QString whyNoResult(const RunForPlot& run) {
    if (run.status != record::RunStatus::Done) {
        return tr("did not finish");
    }
    if (isImpossible(run)) {
        return tr("was faster than one of its stages alone, which cannot be");
    }
    return isTouched(run) ? tr("was changed while it was measured") : QString();
}

}  // namespace throughline::ui
