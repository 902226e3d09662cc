// SPDX-License-Identifier: GPL-3.0-or-later
// Goal: "Show in charts" never ends at an empty chart. Method: every file of another tool that the
// importers' tests read is taken into a library of its own and shown as the window does.
#include <gtest/gtest.h>

#include <QDirIterator>
#include <QTemporaryDir>
#include <algorithm>

#include "ui/bridge/import_run.h"
#include "ui/explore/explore_widget.h"
#include "ui/explore/study_chart.h"

namespace throughline::ui {
namespace {

QStringList filesOf(const QString& folder) {
    QStringList files;
    QDirIterator all(folder, QDir::Files, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        files << all.next();
    }
    files.sort();
    return files;
}

class ImportedChart : public testing::Test {
protected:
    ImportedChart() {
        auto opened =
            store::Library::open(folder_.filePath(QStringLiteral("library.sqlite")).toStdString());
        EXPECT_TRUE(opened);
        library_ = *std::move(opened);
        explore_.resize(1000, 640);
        explore_.setSampleProvider(
            [this](const SampleRequest& request, const std::function<void(SampleSeries)>& done) {
                auto samples = readSamples(*library_, request);
                done(samples ? *std::move(samples) : SampleSeries());
            });
        explore_.show();
    }

    /// Whether a figure of it can stand in a chart at all.
    static bool hasFigures(const StudyForPlot& study) {
        return std::ranges::any_of(study.runs,
                                   [](const RunForPlot& run) { return !run.metrics.empty(); });
    }

    QTemporaryDir folder_;
    std::unique_ptr<store::Library> library_;
    ExploreWidget explore_{nullptr};
};

TEST_F(ImportedChart, OfEveryFileHasPoints) {
    int shown = 0;
    for (const QString& path : filesOf(QStringLiteral(THROUGHLINE_FIXTURES "/importers"))) {
        const ImportOutcome outcome = importOne(*library_, {{path.toStdString(), 0, {}}, {}, 0});
        if (outcome.state != ImportOutcome::State::Imported) {
            continue;
        }
        auto study = readStudyForPlot(*library_, outcome.study);
        ASSERT_TRUE(study) << path.toStdString();
        if (!hasFigures(*study)) {
            continue;
        }
        const QString uuid = study->uuid;
        StudyChart().setStudy(*study);  // of its page, where samples have no place
        explore_.setStudies({*std::move(study)});
        explore_.document()->showStudy(uuid);
        QCoreApplication::processEvents();
        const PlotModel& model = explore_.plot()->model();
        EXPECT_TRUE(model.hasPoints())
            << path.toStdString() << ": " << model.emptyText.toStdString() << " x "
            << explore_.document()->choice().x << " y " << explore_.document()->choice().y;
        ++shown;
    }
    EXPECT_GT(shown, 60);
}

}  // namespace
}  // namespace throughline::ui
