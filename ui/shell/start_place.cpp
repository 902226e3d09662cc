// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/start_place.h"

#include <algorithm>

namespace throughline::ui {

namespace {

constexpr const char* kPageKey = "window/page";
constexpr const char* kStudyKey = "window/study";
constexpr const char* kChartsKey = "explore/charts";

/// Measured here or brought here.
bool isOwn(const store::StudyRow& study) {
    return study.origin != record::Origin::Published && !study.machine.demo;
}

}  // namespace

void keepPlace(const Pages& pages,
               const LibraryPanel& library,
               const ExploreDocument& charts,
               QSettings* settings) {
    settings->setValue(QLatin1String(kPageKey), static_cast<int>(pages.page()));
    const auto selected = library.selected();
    settings->setValue(QLatin1String(kStudyKey),
                       selected.size() == 1 ? qint64{selected.front()} : qint64{});
    settings->setValue(QLatin1String(kChartsKey), savedViewText(charts.savedView({})));
}

void beginCharts(const QSettings& settings, ExploreDocument& charts) {
    const QByteArray left = settings.value(QLatin1String(kChartsKey)).toByteArray();
    // Of a newer version, or edited by hand: the charts begin as at the first start.
    if (const auto view = parseSavedView(left, {}); view && !view->choice.y.empty()) {
        charts.begin(*view);
    }
}

void goToStart(const QSettings& settings,
               const Preferences& preferences,
               LibraryPanel& library,
               Pages& pages,
               const std::vector<store::StudyRow>& studies) {
    const auto newest = std::ranges::find_if(studies, isOwn);  // they come newest first
    if (newest == studies.end()) {
        return;
    }
    const auto last = std::ranges::find(
        studies, settings.value(QLatin1String(kStudyKey)).toLongLong(), &store::StudyRow::id);
    const QString start = preferences.value(Preference::StartWith).toString();
    const bool to_newest = start == QLatin1String(kStartWithResult) || last == studies.end();
    if (library.selected().size() != 1) {
        library.selectWhenListed({(to_newest ? newest : last)->id});
    }
    if (pages.isChosen() || start == QLatin1String(kStartWithWelcome)) {
        return;
    }
    const int page = settings.value(QLatin1String(kPageKey), -1).toInt();
    const bool known = page > static_cast<int>(Page::Welcome) &&
                       page <= static_cast<int>(Page::Report) &&
                       start != QLatin1String(kStartWithResult);
    pages.showPage(known ? static_cast<Page>(page) : Page::Result);
}

}  // namespace throughline::ui
