// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "engine/panels/panels.h"
#include "ui/charts/study_for_plot.h"

// What the gallery says of a panel of the studies beside its picture.
namespace throughline::ui {

/// A group of cards: a question, a study, or what belongs to neither.
struct CardGroup {
    QString key;  ///< never shown
    QString title;
    QString tip{};
    bool heading = false;  ///< stands above groups and is none
};

inline constexpr const char* kSavedGroup = "saved";

/// In the order in which they are chosen from: all, saved, the questions, the studies, own runs.
std::vector<CardGroup> cardGroups();

/// The keys of the groups that a panel is in.
QStringList groupsOf(const panels::Panel& panel);

/// "Published in part; 4 of the plotted runs of yours": how much there is to draw.
QString dataOf(const panels::Panel& panel, const std::vector<StudyForPlot>& plotted);

/// What links in lessonOf() begin with that lead into the window: the key of a setting and the name
/// of a ready scenario follow.
inline constexpr const char* kSettingLink = "setting:";
inline constexpr const char* kScenarioLink = "scenario:";

/// What the studies found, in four sentences, whether it holds in a plotted study of one's own, by
/// which rule, with its source, what to try and how it is measured here: rich text with links.
QString lessonOf(const panels::Panel& panel, const std::vector<StudyForPlot>& plotted);

}  // namespace throughline::ui
