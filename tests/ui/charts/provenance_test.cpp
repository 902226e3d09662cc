// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/provenance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/language.h"
#include "tests/ui/charts/synthetic_studies.h"
#include "ui/charts/chart_kinds.h"
#include "ui/charts/curves.h"
#include "ui/charts/plot_builder.h"
#include "ui/plot/plot_map.h"
#include "ui/plot/plot_table.h"

namespace throughline::ui {
namespace {

// Goal: what was cut short does not look finished. Method: one interrupted run of four.
TEST(UnfinishedRuns, AreMarkedAndCounted) {
    StudyForPlot study = synthetic::threadStudy(QStringLiteral("A"), 0);
    study.runs[2].status = record::RunStatus::Interrupted;
    PlotChoice choice;
    choice.y = "images_per_second";
    for (const char* x : {"decode.threads", "started_at"}) {
        choice.x = x;
        for (RunForPlot& run : study.runs) {
            run.startedAt = run.number;
        }

        const BuiltPlot built = plotOfRuns({study}, choice);

        int crossed = 0;
        for (const PlotSeries& series : built.model.series) {
            for (const PlotPoint& point : series.points) {
                EXPECT_EQ(!point.crossed.isEmpty(), point.id == study.runs[2].id);
                crossed += point.crossed.isEmpty() ? 0 : 1;
            }
        }
        EXPECT_EQ(crossed, 1) << x;
        const QString said = caveatsOf({study}, {&built.model}).join(QChar(u' '));
        EXPECT_TRUE(said.contains(QStringLiteral("1 of 4 runs: did not finish")))
            << said.toStdString();
        PlotTableModel table;
        table.setPlot(built.model);
        EXPECT_EQ(table.toCsv().count("did not finish"), 1);
    }
}

// Goal: a knob that was turned during a run is seen where its figure stands.
TEST(TouchedRuns, AreMarkedAndCounted) {
    StudyForPlot study = synthetic::threadStudy(QStringLiteral("A"), 0);
    study.runs[1].warnings[record::kTouchedCode] = QStringLiteral("decode.threads was changed");
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = "images_per_second";
    const BuiltPlot built = plotOfRuns({study}, choice);
    PlotTableModel table;
    table.setPlot(built.model);
    EXPECT_EQ(table.toCsv().count("was changed while it was measured"), 1);
    const QString said = caveatsOf({study}, {&built.model}).join(QChar(u' '));
    EXPECT_TRUE(
        said.contains(QStringLiteral("1 of 4 runs: a setting was changed during the measurement")))
        << said.toStdString();
}

// Goal: no curve rests on a run that its own verdict calls invalid.
TEST(ImpossibleRuns, AreMarkedAndCounted) {
    StudyForPlot study = synthetic::threadStudy(QStringLiteral("A"), 0);
    study.runs[1].metrics["fed_share"] = {.value = 113.0};
    study.runs[2].metrics["fed_share"] = {.value = 104.0};  // as far as two measurements differ
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = "images_per_second";
    const BuiltPlot built = plotOfRuns({study}, choice);
    PlotTableModel table;
    table.setPlot(built.model);
    EXPECT_EQ(table.toCsv().count("was faster than one of its stages alone"), 1);
    const QString said = caveatsOf({study}, {&built.model}).join(QChar(u' '));
    EXPECT_TRUE(said.contains(QStringLiteral("1 of 4 runs: faster than one of its stages alone")))
        << said.toStdString();
}

// Goal: warm-up and repeats do not look like one measured course. Method: two repeats of a run,
// each of two seconds of warm-up and two measured ones.
TEST(PhasesOfSamples, WarmUpIsPaleAndRepeatsAreNotJoined) {
    StudyForPlot study = synthetic::threadStudy(QStringLiteral("A"), 0);
    study.runs.resize(1);
    SampleSeries samples;
    for (int i = 1; i <= 8; ++i) {
        samples.t_s.push_back(i);
        samples.values.push_back(100.0 * i);
        samples.repeats.push_back(i <= 4 ? 1 : 2);
        samples.phases.push_back((i - 1) % 4 < 2 ? record::Phase::Warmup : record::Phase::Measured);
    }
    PlotChoice choice;
    choice.chart = SamplesChart{};
    choice.y = "images_per_second";
    const std::int64_t run = study.runs[0].id;

    const BuiltPlot built =
        plotOfSamples({study}, choice, {{{run, "images_per_second"}, samples}}, {run});

    ASSERT_EQ(built.model.series.size(), 1U);
    const auto placed = placedSeries(built.model);
    const auto finite = [](const std::vector<QPointF>& line) {
        std::vector<double> x;
        for (const QPointF& at : line) {
            x.push_back(std::isfinite(at.x()) ? at.x() : 0.0);
        }
        return x;
    };
    // A gap stands between the repeats.
    EXPECT_EQ(finite(placed[0].line()), (std::vector<double>{0, 0, 3, 4, 0, 0, 0, 7, 8}));
    EXPECT_EQ(finite(placed[0].paleLine), (std::vector<double>{1, 2, 3, 0, 0, 5, 6, 7, 0}));
    EXPECT_TRUE(caveatsOf({study}, {&built.model})
                    .join(QChar(u' '))
                    .contains(QStringLiteral("Warm-up is drawn pale")));
    PlotTableModel table;
    table.setPlot(built.model);
    const QByteArray csv = table.toCsv();
    EXPECT_TRUE(csv.contains(",Phase,Repeat\r\n")) << csv.toStdString();
    EXPECT_TRUE(csv.contains("5,500,warmup,2\r\n")) << csv.toStdString();
}

// Goal: a warning of several runs does not quote the numbers of one. Method: texts that differ in
// numbers, and in words.
TEST(Caveats, WarningsOfSeveralRunsSayFromWhichToWhichNumber) {
    StudyForPlot study = synthetic::threadStudy(QStringLiteral("A"), 0);
    const char* const texts[] = {"only 7 batches of 1.5 s",
                                 "only 6 batches of 1.5 s",
                                 "only 9 batches of 1.8 s",
                                 "only 7 batches of 1.5 s"};
    for (std::size_t i = 0; i < study.runs.size(); ++i) {
        study.runs[i].warnings["few"] = QString::fromUtf8(texts[i]);
        study.runs[i].warnings["reads"] = i == 0 ? QStringLiteral("others read 13.7 MB/s, 63 %")
                                                 : QStringLiteral("others read 1.15 GB/s, 98 %");
        study.runs[i].warnings["words"] =
            i == 0 ? QStringLiteral("disk 1 slept") : QStringLiteral("a fan 2 stopped");
    }
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = "images_per_second";

    const BuiltPlot built = plotOfRuns({study}, choice);
    const QString said = caveatsOf({study}, {&built.model}).join(QChar(u' '));

    EXPECT_TRUE(
        said.contains(QStringLiteral("4 of 4 runs: only 6 \u2013 9 batches of 1.5 \u2013 1.8 s.")))
        << said.toStdString();
    EXPECT_TRUE(said.contains(QStringLiteral("read 13.7 MB/s \u2013 1.15 GB/s, 63 \u2013 98 %")))
        << said.toStdString();
    EXPECT_TRUE(said.contains(QStringLiteral("disk 1 slept"))) << said.toStdString();
}

// Goal: of two studies of one title it is said which is meant. Method: two days, a warning and a
// missing figure of the later one.
TEST(Caveats, StudiesOfOneTitleAreToldApart) {
    std::vector<StudyForPlot> studies{synthetic::threadStudy(QStringLiteral("same"), 0),
                                      synthetic::threadStudy(QStringLiteral("same"), 1)};
    studies[0].startedAt = QStringLiteral("2026-03-01T10:00:00Z");
    studies[1].startedAt = QStringLiteral("2026-03-02T10:00:00Z");
    studies[1].uuid = QStringLiteral("uuid-other");
    tellStudiesApart(studies);
    ASSERT_FALSE(studies[1].apart.isEmpty());
    studies[1].runs[0].metrics.erase("images_per_second");
    studies[1].runs[2].warnings["noise"] = QStringLiteral("other programs were busy");
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = "images_per_second";

    const QString notes = buildPlot(studies, choice, {}, {}).notes().join(u'|');

    EXPECT_EQ(notes.count(QStringLiteral("(same %1): ").arg(studies[1].apart)), 2)
        << notes.toStdString();
}

// Goal: what throws doubt on the figures is read first. Method: warm-up that is drawn, a run that
// the axis has no place for, and other programs beside one of two studies.
TEST(Caveats, DoubtStandsBeforeHowItIsDrawn) {
    StudyForPlot quiet = synthetic::threadStudy(QStringLiteral("quiet"), 0);
    StudyForPlot busy = synthetic::threadStudy(QStringLiteral("busy"), 1);
    quiet.runs[0].metrics.erase("images_per_second");
    quiet.runs[1].settings["decode.threads"] = std::int64_t{4};  // shares a point
    busy.runs[2].warnings["noise"] = QStringLiteral("other programs used 3 of 4 processors");
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = "images_per_second";

    const QStringList notes = buildPlot({quiet, busy}, choice, {}, {}).notes();

    ASSERT_EQ(notes.size(), 3) << notes.join(u'|').toStdString();
    EXPECT_EQ(
        notes[0],
        QStringLiteral("1 of 7 runs in the chart (busy): other programs used 3 of 4 processors."));
    EXPECT_TRUE(notes[1].contains(QStringLiteral("share a point"))) << notes[1].toStdString();
    EXPECT_TRUE(notes[2].startsWith(QStringLiteral("1 of 8 runs (quiet): no images per second")))
        << notes[2].toStdString();
}

// Goal: what stands below a chart is in the reader's words. Method: the same chart in two
// languages.
TEST(Provenance, IsInTheSpokenLanguage) {
    StudyForPlot study = synthetic::threadStudy(QStringLiteral("photos"), 0);
    study.startedAt = QStringLiteral("2026-11-27T02:00:00Z");
    study.origin = record::Origin::Measured;
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = "images_per_second";
    const PlotModel model = plotOfRuns({study}, choice).model;
    EXPECT_TRUE(provenanceOf({study}, {&model}, {})[0].startsWith(
        QStringLiteral("photos (measured 27 November 2026")));
    const Speaking german(Language::German);
    EXPECT_TRUE(provenanceOf({study}, {&model}, {})[0].startsWith(
        QStringLiteral("photos (gemessen 27.11.2026")));
}

}  // namespace
}  // namespace throughline::ui
