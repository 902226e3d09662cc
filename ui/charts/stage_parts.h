// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "ui/charts/fields.h"
#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// One part of a stacked bar: a figure of a stage.
struct StagePart {
    QString name;     ///< "decode, busy"
    std::string key;  ///< of the figure: "stage_busy{stage=decode}"
    int stack = 0;    ///< parts of one stack stand on each other
    int colourSlot = 0;
    BarFill fill = BarFill::Plain;
};

/// What these runs have parts of: the time of all stages, of each stage, and costs by stage.
std::vector<Field> stageSubjects(const std::vector<StudyForPlot>& studies);

/// The parts of a subject. A stage has one colour everywhere. Of its time the parts are told apart
/// by their fill, and each stage is a stack of its own; costs of the stages stand on each other.
std::vector<StagePart> stageParts(const std::vector<StudyForPlot>& studies,
                                  const std::string& subject);

/// "Stage time: busy, starved, blocked", "CPU time per image by stage".
QString stageSubjectTitle(const std::string& subject);
PlotAxis stageAxis(const std::string& subject);

}  // namespace throughline::ui
