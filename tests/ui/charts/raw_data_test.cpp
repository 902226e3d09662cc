// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/raw_data.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "engine/spec/spec.h"

namespace throughline::ui {
namespace {

class RawDataTest : public testing::Test {
protected:
    RawDataTest() {
        auto opened = store::Library::open(path(QStringLiteral("l.sqlite")).toStdString());
        library_ = *std::move(opened);
        const auto added = library_->add(study(), "test");
        studies_.push_back(*readStudyForPlot(*library_, added->study_id));
    }

    static record::Study study() {
        record::Study study;
        study.header.study = "00000000-0000-4000-8000-000000000001";
        study.header.title = "NVMe, \"cold\"";
        study.header.started_at = "2026-11-22T00:00:00.000Z";
        for (const int number : {1, 2}) {
            record::RunData data;
            data.started = {.run = number,
                            .settings = spec::default_settings(),
                            .at = "2026-11-22T00:00:00.000Z"};
            data.started.settings["decode.threads"] = std::int64_t{number};
            data.status = record::RunStatus::Done;
            data.metrics["images_per_second"] = {.value = 1.0 / 3.0};
            if (number == 2) {
                data.metrics["images_per_second"] = {.value = 0.1, .low = 0.05, .high = 0.15};
            }
            data.histograms.push_back({.run = number,
                                       .metric = "file_size",
                                       .scheme = analysis::kLog2Scheme,
                                       .counts = {{16, 3}, {17, 5}}});
            data.samples.push_back({.run = number,
                                    .t_s = 0.5,
                                    .dt_s = 0.5,
                                    .phase = record::Phase::Warmup,
                                    .metrics = {{"images_per_second", 7.25}}});
            data.samples.push_back({.run = number,
                                    .t_s = 1.5,
                                    .dt_s = 1.0,
                                    .phase = record::Phase::Measured,
                                    .metrics = {{"images_per_second", 0.1 + number}}});
            study.runs.push_back(std::move(data));
        }
        study.footer = record::Footer{};
        return study;
    }

    QString path(const QString& name) const { return folder_.filePath(name); }
    QStringList saved(const std::vector<PlotChoice>& charts,
                      const std::set<std::int64_t>& shown = {}) {
        const QString file = path(QStringLiteral("raw.csv"));
        const auto done =
            saveRawData(*library_, {.studies = studies_, .charts = charts, .shown = shown}, file);
        EXPECT_TRUE(done);
        QFile in(file);
        EXPECT_TRUE(in.open(QIODevice::ReadOnly));
        return QString::fromUtf8(in.readAll()).split(QStringLiteral("\r\n"));
    }
    static PlotChoice chart(PointsOf points) {
        PlotChoice choice;
        choice.x = "decode.threads";
        choice.y = "images_per_second";
        choice.chart = chartOf(points);
        return choice;
    }

    const QTemporaryDir folder_;
    std::unique_ptr<store::Library> library_;
    std::vector<StudyForPlot> studies_;
};

TEST_F(RawDataTest, OfRunsIsARowForEachWithAllThatWasSetAndCameOut) {
    const QStringList lines = saved({chart(PointsOf::Runs)});

    ASSERT_EQ(lines.size(), 4);  // the last one is empty
    const QStringList columns = lines[0].split(u',');
    EXPECT_EQ(columns.mid(0, 6).join(u','),
              QStringLiteral("study,study_uuid,origin,run,started_at,status"));
    EXPECT_TRUE(columns.contains(QStringLiteral("storage.queue_depth")));
    EXPECT_TRUE(
        lines[0].contains(QStringLiteral("images_per_second (1/s),images_per_second low (1/s),"
                                         "images_per_second high (1/s)")))
        << lines[0].right(120).toStdString();
    EXPECT_TRUE(lines[1].startsWith(
        QStringLiteral("\"NVMe, \"\"cold\"\"\",00000000-0000-4000-8000-000000000001,measured,1,"
                       "2026-11-22T00:00:00Z,done,")))
        << lines[1].toStdString();
    EXPECT_TRUE(lines[1].contains(QStringLiteral(",0.3333333333333333,,"))) << "in full";
    EXPECT_TRUE(lines[2].contains(QStringLiteral(",0.1,0.05,0.15,")));
}

TEST_F(RawDataTest, OfSamplesIsARowForEachOfTheShownRuns) {
    const QStringList lines = saved({chart(PointsOf::Samples)}, {studies_.front().runs[1].id});

    const QString head = QStringLiteral(
        "\"NVMe, \"\"cold\"\"\",00000000-0000-4000-8000-000000000001,2,2026-11-22T00:00:00Z,1,");
    EXPECT_EQ(
        lines,
        (QStringList{
            QStringLiteral(
                "study,study_uuid,run,started_at,repeat,phase,row,t_s,dt_s,metric,unit,value"),
            head + QStringLiteral("warmup,,0.5,0.5,images_per_second,1/s,7.25"),
            head + QStringLiteral("measured,,1.5,1,images_per_second,1/s,2.1"),
            QString()}));
}

TEST_F(RawDataTest, OfBothHasAnEmptyLineBetween) {
    const QStringList lines =
        saved({chart(PointsOf::Runs), chart(PointsOf::Samples)}, {studies_.front().runs[0].id});

    EXPECT_EQ(lines.size(), 3 + 1 + 3 + 1);
    EXPECT_EQ(lines.indexOf(QString()), 3);
}

TEST_F(RawDataTest, OfAHistogramAreItsBinsToo) {
    PlotChoice choice = chart(PointsOf::Histogram);
    choice.part<Subject>()->subject = "file_size";
    const QStringList lines = saved({choice}, {studies_.front().runs[0].id});

    const auto head =
        lines.indexOf(QStringLiteral("study,study_uuid,run,started_at,metric,unit,from,to,count"));
    ASSERT_GT(head, 0);
    EXPECT_TRUE(lines[head + 1].endsWith(QStringLiteral("file_size,bytes,65536,131072,3")))
        << lines[head + 1].toStdString();
    EXPECT_TRUE(lines[head + 2].endsWith(QStringLiteral(",131072,262144,5")));
}

// Goal: rows of a file without times do not become seconds.
TEST_F(RawDataTest, OfAFileWithoutTimesAreRows) {
    studies_.front().runs[1].settings["step_axis"] = "rows of the log";

    const QStringList lines = saved({chart(PointsOf::Samples)}, {studies_.front().runs[1].id});

    ASSERT_EQ(lines.size(), 4);
    EXPECT_TRUE(lines[1].contains(QStringLiteral(",warmup,0.5,,,images_per_second,")))
        << lines[1].toStdString();
}

TEST_F(RawDataTest, AFileThatCannotBeWrittenIsAnError) {
    const auto done = saveRawData(*library_,
                                  {.studies = studies_, .charts = {chart(PointsOf::Runs)}},
                                  path(QStringLiteral("no/such/folder.csv")));

    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::Io);
}

TEST_F(RawDataTest, StoppedItLeavesWhatWasThereBefore) {
    const QString file = path(QStringLiteral("raw.csv"));
    QFile before(file);
    ASSERT_TRUE(before.open(QIODevice::WriteOnly) && before.write("mine") == 4);
    before.close();
    std::stop_source stop;
    stop.request_stop();

    for (const PointsOf points : {PointsOf::Runs, PointsOf::Samples}) {
        const auto done = saveRawData(
            *library_,
            {.studies = studies_, .charts = {chart(points)}, .shown = {studies_[0].runs[0].id}},
            file,
            stop.get_token());

        ASSERT_FALSE(done);
        EXPECT_EQ(done.error().code, ErrorCode::Stopped);
    }
    EXPECT_EQ(QDir(folder_.path()).entryList({QStringLiteral("raw*")}, QDir::Files),
              QStringList{QStringLiteral("raw.csv")});
    ASSERT_TRUE(before.open(QIODevice::ReadOnly));
    EXPECT_EQ(before.readAll(), "mine");
}

}  // namespace
}  // namespace throughline::ui
