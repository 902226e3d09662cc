// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <map>
#include <optional>
#include <vector>

#include "engine/base/result.h"
#include "ui/charts/explore_state.h"
#include "ui/charts/plot_choice.h"
#include "ui/charts/titled_files.h"

namespace throughline::ui {

/// Charts that somebody kept: what is plotted, and of which studies.
struct SavedView {
    QString title;
    PlotChoice choice;
    QStringList studies;  ///< uuids; those that are gone are left out when it is opened
    std::vector<PlotChoice> beside{};  ///< of further charts
    ChartsIn arrangement = ChartsIn::Grid;
    RunFilter only{};
    std::optional<RunsByStudy> runs{};  ///< as ExploreState::runs
    HiddenCurves hidden{};
    std::vector<std::optional<ChartZoom>> zooms{};  ///< of choices(); further ones have none
    /// By uuid, where the chart is to look as it did when it was kept, as in a report: colour and
    /// marker of a study (StudyForPlot::colourSlot). Of others, and where it is empty, whoever
    /// draws it chooses.
    std::map<QString, int> colourSlots{};

    std::vector<PlotChoice> choices() const;  ///< of all its charts
    std::optional<ChartZoom> zoomOfChart(std::size_t index) const;
    void setZoom(std::size_t index, std::optional<ChartZoom> zoom);
    bool operator==(const SavedView&) const = default;
};

/// "value", "first", "baseline", "efficiency": the words of files and command lines.
QString wordOf(YAs as);
std::optional<YAs> yAsOfWord(const QString& word);

/// As JSON, pretty-printed.
QByteArray savedViewText(const SavedView& view);
/// Errors: Format naming the file and what is wrong in it.
Result<SavedView> parseSavedView(const QByteArray& text, const QString& file);

/// The kept charts of a folder, one JSON file each.
/// Thread: any; a file is replaced as a whole. Errors: Io, naming the file.
class SavedViews {
public:
    explicit SavedViews(QString folder) : files_(std::move(folder)) {}

    /// By title. A file that is no view is left out.
    std::vector<SavedView> list() const;
    /// Takes the place of one with the same title.
    Result<void> save(const SavedView& view) const;
    Result<void> remove(const QString& title) const;

private:
    TitledFiles files_;
};

}  // namespace throughline::ui
