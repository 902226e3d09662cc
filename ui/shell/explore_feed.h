// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSettings>
#include <vector>

#include "ui/bridge/library_service.h"
#include "ui/explore/explore_widget.h"
#include "ui/explore/view_previews.h"
#include "ui/style/run_colours.h"

namespace throughline::ui {

/// Brings the plotted studies from the library to the explorer, and samples when it asks for them.
/// Thread: GUI. Blocks: never; the library answers from its own thread.
class ExploreFeed : public QObject {
    Q_OBJECT
public:
    ExploreFeed(LibraryService* library,
                ExploreWidget* explore,
                QSettings* settings,
                QObject* parent = nullptr);

    void setStudies(const std::vector<std::int64_t>& ids);
    /// Shows this study's default chart as soon as it is among those set; `when`: always, or only
    /// where the chart on show has other axes than it.
    enum class When : std::uint8_t { Always, AxesAreMissing };
    void showStudy(qint64 id, When when = When::Always);
    int colourSlotOf(const std::string& uuid);
    /// Of studies (their uuids) that are shown together.
    std::vector<int> colourSlotsOf(const QStringList& uuids) const;
    /// That it is plotted with; < 0: it is not.
    int plottedSlotOf(const std::string& uuid) const;
    /// Pictures of views of whatever studies are in the library.
    ViewPreviews* makePreviews();
    /// The file into which raw data are being written, the first of several; "" for none.
    QString rawDataInWork() const { return raw_in_work_.value(0); }

Q_SIGNALS:
    void plotted();  ///< the studies that were set, with their colours
    void failed(const QString& message);
    void said(const QString& message);
    void saved(const QString& path);

private:
    struct Loaded {
        std::int64_t id = 0;  ///< the library's
        StudyForPlot study;
    };
    void take(Result<std::vector<Loaded>> loaded);
    void fetchStudies(const QStringList& uuids,
                      const std::function<void(std::vector<StudyForPlot>)>& done);
    void saveRaw(const RawData& data, const QString& path);
    void fetchSamples(const SampleRequest& request, std::function<void(SampleSeries)> done);

    LibraryService* library_;  // borrowed
    ExploreWidget* explore_;   // borrowed
    RunColours colours_;
    QStringList raw_in_work_;
    std::uint64_t question_ = 0;  ///< only the answer to the last one counts
    qint64 awaited_ = 0;
    When when_ = When::Always;  ///< of the awaited one
};

}  // namespace throughline::ui
