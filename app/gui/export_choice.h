// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineParser>
#include <vector>

#include "engine/base/result.h"
#include "ui/explore/plot_builder.h"

namespace throughline::ui {

/// A mistake on the command line, in these words.
Error usageError(const QString& text);

/// The options of `throughline export` that say what is plotted.
void addChoiceOptions(QCommandLineParser& parser);

/// What they ask for. Errors: Usage, in the words of the option.
Result<PlotChoice> chosenPlot(const QCommandLineParser& parser,
                              const std::vector<StudyForPlot>& studies);

}  // namespace throughline::ui
