// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineParser>
#include <vector>

#include "engine/base/result.h"
#include "engine/store/library.h"
#include "ui/charts/study_for_plot.h"

namespace throughline::ui {

/// The runs that `throughline export` is about: those of --runs, studies in the order they are
/// first named; without it those of --view, of a studies' chart the published ones, which are put
/// into the library where they are missing. They look as they do in the window.
/// Blocks: on the library. Errors: Usage in the words of the option; the library's.
Result<std::vector<StudyForPlot>> chosenStudies(store::Library& library,
                                                const QCommandLineParser& parser);

}  // namespace throughline::ui
