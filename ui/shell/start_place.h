// SPDX-License-Identifier: GPL-3.0-or-later
// Where the window begins: where it was left, or where the user prefers.
#pragma once

#include <QSettings>
#include <vector>

#include "engine/store/study_row.h"
#include "ui/explore/explore_document.h"
#include "ui/library/library_panel.h"
#include "ui/shell/pages.h"
#include "ui/shell/preferences.h"

namespace throughline::ui {

/// Page, chosen study and charts, for the next start.
void keepPlace(const Pages& pages,
               const LibraryPanel& library,
               const ExploreDocument& charts,
               QSettings* settings);

/// The charts as they were left; before any study is plotted.
void beginCharts(const QSettings& settings, ExploreDocument& charts);

/// Chooses the study that was chosen last, else one's newest, and goes to the page that is
/// preferred. Nowhere while there is no study of one's own, or where the window is elsewhere
/// already.
void goToStart(const QSettings& settings,
               const Preferences& preferences,
               LibraryPanel& library,
               Pages& pages,
               const std::vector<store::StudyRow>& studies);

}  // namespace throughline::ui
