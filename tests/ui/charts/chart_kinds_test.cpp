// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_kinds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "engine/metrics/latency_histogram.h"
#include "tests/ui/charts/synthetic_studies.h"
#include "ui/charts/default_choice.h"
#include "ui/plot/plot_table.h"

namespace throughline::ui {
namespace {

std::set<std::int64_t> allRuns(const std::vector<StudyForPlot>& studies) {
    std::set<std::int64_t> runs;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            runs.insert(run.id);
        }
    }
    return runs;
}

BuiltPlot build(const std::vector<StudyForPlot>& studies, PointsOf points, const char* subject) {
    PlotChoice choice = defaultChoice(studies);
    choice.chart = chartOf(points);
    choice.part<Subject>()->subject = subject;
    return buildPlot(studies, choice, {}, allRuns(studies));
}

/// `reads` reads of 100 us to 1 ms, evenly.
analysis::Distribution evenReads(int reads) {
    metrics::LatencyHistogram histogram;
    for (int i = 0; i < reads; ++i) {
        histogram.record(100'000 + static_cast<std::uint64_t>(i) * 900'000 / reads);
    }
    const std::vector<record::HistogramLine> lines{{.run = 1,
                                                    .metric = "read_latency",
                                                    .scheme = metrics::LatencyHistogram::kScheme,
                                                    .counts = histogram.sparse()}};
    return analysis::distributions_of(lines).at("read_latency");
}

analysis::Distribution sizes(std::vector<std::pair<std::uint32_t, std::uint64_t>> counts) {
    const std::vector<record::HistogramLine> lines{{.run = 1,
                                                    .metric = "file_size",
                                                    .scheme = analysis::kLog2Scheme,
                                                    .counts = std::move(counts)}};
    return analysis::distributions_of(lines).at("file_size");
}

const PlotPoint* at(const PlotSeries& series, double x) {
    for (const PlotPoint& point : series.points) {
        if (point.x == x) {
            return &point;
        }
    }
    return nullptr;
}

StudyForPlot readStudy() {
    StudyForPlot study = synthetic::threadStudy(QStringLiteral("A"), 0);
    for (RunForPlot& run : study.runs) {
        run.metrics.erase("read_latency_p99");
    }
    study.runs[0].metrics["read_latency_p50"] = {.value = 2e-4, .low = 1e-4, .high = 3e-4, .n = 3};
    study.runs[0].metrics["read_latency_p99"] = {.value = 9e-4};
    study.runs[1].spreads["read_latency"] = evenReads(20'000);
    study.runs[1].metrics["read_latency_p99"] = {.value = 8e-4};
    return study;
}

TEST(Percentiles, AreTheFiguresOfARunAndWhatItsHistogramAdds) {
    const BuiltPlot built = build({readStudy()}, PointsOf::Percentiles, "read_latency");

    ASSERT_EQ(built.model.series.size(), 2U);
    const PlotSeries& figures = built.model.series[0];
    ASSERT_EQ(figures.points.size(), 2U);  // nothing stands in for p90, p95, p99.9
    EXPECT_TRUE(figures.points[0].hasInterval());
    EXPECT_EQ(figures.points[1].x, 99.0);
    const PlotSeries& both = built.model.series[1];
    ASSERT_NE(at(both, 50.0), nullptr);
    EXPECT_NEAR(at(both, 50.0)->y, 550e-6, 550e-6 * 0.01);
    EXPECT_EQ(at(both, 99.0)->y, 8e-4) << "the figure that is shown of the run everywhere";
    EXPECT_NE(at(both, 99.99), nullptr);
    EXPECT_NE(both.run, figures.run);
    ASSERT_EQ(built.missing.size(), 1);
    EXPECT_TRUE(
        built.missing[0].startsWith(QStringLiteral("2 of 4 runs: no percentiles of read latency")))
        << built.missing[0].toStdString();
}

// Goal: a curve of percentiles never falls. Method: a run of three repeats whose figures, means of
// the repeats', lie below what the histogram of all of them says.
TEST(Percentiles, OfARunWithRepeatsAreOfAllOfThemAtOnce) {
    StudyForPlot study = readStudy();
    RunForPlot& run = study.runs[1];
    run.metrics["read_latency_p50"] = {.value = 1e-4, .low = 0.9e-4, .high = 1.1e-4, .n = 3};
    run.metrics["read_latency_max"] = {.value = 9e-4, .low = 8e-4, .high = 1e-3, .n = 3};
    study.runs = {run};

    const BuiltPlot built = build({study}, PointsOf::Percentiles, "read_latency");

    ASSERT_EQ(built.model.series.size(), 1U);
    double last = 0.0;
    for (const PlotPoint& point : built.model.series[0].points) {
        if (std::isfinite(point.y)) {
            EXPECT_GE(point.y, last) << "p" << point.x;
            last = point.y;
        }
    }
    EXPECT_NEAR(at(built.model.series[0], 50.0)->y, 550e-6, 550e-6 * 0.01);
    EXPECT_TRUE(built.missing.join(QChar(u' ')).contains(QStringLiteral("all repeats")));
}

TEST(Percentiles, TheLargestValueStandsApart) {
    const BuiltPlot built = build({readStudy()}, PointsOf::Percentiles, "read_latency");
    const auto& points = built.model.series[1].points;

    EXPECT_EQ(built.model.x.scale, AxisScale::Nines);
    EXPECT_EQ(points.back().x, 100.0);
    EXPECT_TRUE(std::isnan(points[points.size() - 2].x)) << "no line leads to it";
}

TEST(Percentiles, OfOneJobOfAnImportedRunAreASubjectOfTheirOwn) {
    StudyForPlot fio = readStudy();
    fio.origin = record::Origin::Imported;
    for (const char* job : {"seq", "rand"}) {
        fio.runs[2].metrics[metrics::labelled("read_latency_p50", "job", job)] = {.value = 1e-3};
        fio.runs[2].metrics[metrics::labelled("read_latency_p9999", "job", job)] = {.value = 9e-3};
    }
    const auto subjects = subjectsOf(PointsOf::Percentiles, {fio});
    ASSERT_EQ(subjects.size(), 3U);
    EXPECT_EQ(subjects[0].key, "read_latency");
    EXPECT_EQ(subjects[1].title, QStringLiteral("Read latency (rand)"));

    const BuiltPlot built = build({fio}, PointsOf::Percentiles, "read_latency{job=rand}");

    ASSERT_EQ(built.model.series.size(), 1U);
    EXPECT_EQ(built.model.series[0].points.size(), 2U);
    EXPECT_EQ(built.model.series[0].origin, record::Origin::Imported);
}

TEST(Histogram, OfLatenciesHasABinForEachPowerOfTwoAndAddsUpTo100Percent) {
    StudyForPlot study = readStudy();
    study.runs[1].spreads["read_latency"].octaves.erase(
        study.runs[1].spreads["read_latency"].octaves.begin() + 1);  // an empty bin between

    const BuiltPlot built = build({readStudy()}, PointsOf::Histogram, "read_latency");
    const BuiltPlot with_gap = build({study}, PointsOf::Histogram, "read_latency");

    ASSERT_EQ(built.model.series.size(), 1U);
    const PlotSeries& series = built.model.series[0];
    EXPECT_EQ(series.kind, SeriesKind::Bars);
    // 65.5 us, 131 us, 262 us, 524 us
    EXPECT_EQ(built.model.x.categories.size(), 4);
    EXPECT_EQ(with_gap.model.x.categories, built.model.x.categories);
    const double sum = std::accumulate(
        series.points.begin(), series.points.end(), 0.0, [](double all, const PlotPoint& point) {
            return all + point.y;
        });
    EXPECT_NEAR(sum, 100.0, 1e-9);
    EXPECT_TRUE(series.points[0].note.contains(QStringLiteral("to 131")))
        << series.points[0].note.toStdString();
}

TEST(Histogram, ItsTableHasTheEndsOfEachBinAsNumbers) {
    StudyForPlot own = synthetic::threadStudy(QStringLiteral("Mine"), 0);
    own.runs.resize(1);
    own.runs[0].spreads["file_size"] = sizes({{16, 30}, {17, 10}, {32, 10}});
    PlotTableModel table;
    table.setPlot(build({own}, PointsOf::Histogram, "file_size").model);

    const QStringList lines =
        QString::fromUtf8(table.toCsv()).split(QStringLiteral("\r\n"), Qt::SkipEmptyParts);

    ASSERT_EQ(lines.size(), 4);
    EXPECT_EQ(lines[0],
              QStringLiteral("Series,\"File size, each bin twice as wide as the last\","
                             "\"File size, from (B)\",\"File size, to (B)\",Share of files (%)"));
    EXPECT_EQ(lines[1], QStringLiteral("Mine,64K,65536,131072,60"));
    EXPECT_EQ(lines[3], QStringLiteral("Mine,4G,4294967296,8589934592,20")) << "exact";
    EXPECT_TRUE(table.toTsv().contains(QStringLiteral("64K\t65536\t131072\t60")));
}

TEST(Histogram, RunsThatAreNotShownTakeNoRoom) {
    StudyForPlot study = readStudy();
    study.runs[2].spreads["read_latency"] = evenReads(1000);
    PlotChoice choice;
    choice.chart = HistogramChart{};
    choice.part<Subject>()->subject = "read_latency";

    const BuiltPlot built = buildPlot({study}, choice, {}, {study.runs[2].id});

    ASSERT_EQ(built.model.series.size(), 2U);
    EXPECT_TRUE(built.model.series[0].points.empty());
    EXPECT_FALSE(built.model.series[0].visible);
    EXPECT_FALSE(built.model.series[1].points.empty());
}

TEST(Histogram, OfFileSizesHasASeriesForEachDataSetBesideThePublishedOnes) {
    StudyForPlot own = synthetic::threadStudy(QStringLiteral("Mine"), 0);
    for (RunForPlot& run : own.runs) {
        run.spreads["file_size"] = sizes({{16, 3}, {17, 1}});
    }
    own.runs.back().spreads["file_size"] = sizes({{20, 4}});
    own.runs.back().settings["dataset.path"] = std::string("/data/large");
    StudyForPlot published;
    published.uuid = QStringLiteral("published");
    published.title = QStringLiteral("Published");
    published.origin = record::Origin::Published;
    for (const auto& [bytes, share] : {std::pair{65536, 25.0}, std::pair{131072, 75.0}}) {
        RunForPlot run;
        run.id = 100 + bytes;
        run.settings["file_size"] = std::int64_t{bytes};
        run.metrics["file_share"] = {.value = share};
        published.runs.push_back(run);
    }

    const BuiltPlot built = build({own, published}, PointsOf::Histogram, "file_size");

    ASSERT_EQ(built.model.series.size(), 3U);
    EXPECT_EQ(built.model.series[0].name, QStringLiteral("Mine \u00B7 imagenet"));
    EXPECT_EQ(built.model.series[1].name, QStringLiteral("Mine \u00B7 large"));
    EXPECT_EQ(built.model.series[2].name, QStringLiteral("Published"));
    EXPECT_EQ(built.model.x.categories.join(u' '), QStringLiteral("64K 128K 256K 512K 1M"));
    EXPECT_EQ(at(built.model.series[0], 0.0)->y, 75.0);
    EXPECT_EQ(at(built.model.series[1], 4.0)->y, 100.0);
    EXPECT_EQ(at(built.model.series[2], 1.0)->y, 75.0);
    EXPECT_EQ(built.model.series[0].run, 0) << "no single run's";
    EXPECT_TRUE(built.missing.isEmpty());
}

// Goal: an exact size is no range. Method: one of two published sizes is exact.
TEST(Histogram, ExactSizesStandInTheirBinAndSayIt) {
    StudyForPlot published;
    published.title = QStringLiteral("Split");
    published.origin = record::Origin::Published;
    for (const std::int64_t bytes : {4096, 8192}) {
        RunForPlot run;
        run.id = bytes;
        run.settings["file_size"] = bytes;
        run.settings["file_size_is"] = std::string("exact");
        run.metrics["file_share"] = {.value = 50.0};
        published.runs.push_back(run);
    }

    const BuiltPlot built = build({published}, PointsOf::Histogram, "file_size");

    ASSERT_EQ(built.model.series.size(), 1U);
    EXPECT_EQ(built.model.series[0].points[1].note, QStringLiteral("8.00 KiB each"));
    EXPECT_TRUE(built.missing.join(u' ').contains(QStringLiteral("exact sizes")));
    PlotTableModel table;
    table.setPlot(built.model);
    EXPECT_TRUE(table.toCsv().contains(",8192,8192,50")) << table.toCsv().toStdString();
}

/// Stage accounts of the whole pipeline, by threads in falling order, and of storage alone.
StudyForPlot stagedStudy() {
    StudyForPlot study = synthetic::studyWithCeilings();
    std::reverse(study.runs.begin(), study.runs.end());
    for (RunForPlot& run : study.runs) {
        const QString stages = settingText(run, "stages");
        for (const char* stage : {"consumer", "decode", "storage"}) {
            if (stages != QLatin1String("full") && stages != QLatin1String(stage)) {
                continue;
            }
            const double busy = 10.0 * *numberOf(run, "decode.threads");
            run.metrics[metrics::labelled("stage_busy", "stage", stage)] = {.value = busy};
            run.metrics[metrics::labelled("stage_starved", "stage", stage)] = {.value = 5.0};
            run.metrics[metrics::labelled("stage_blocked", "stage", stage)] = {.value =
                                                                                   95.0 - busy};
            run.metrics[metrics::labelled("cpu_seconds_per_image", "stage", stage)] = {.value =
                                                                                           1e-3};
        }
        run.metrics["cpu_seconds_per_image{stage=verify}"] = {.value = 5e-4};  // within storage's
    }
    return study;
}

TEST(Stacks, ShareTheTimeOfEachStageAmongItsParts) {
    const BuiltPlot built = build({stagedStudy()}, PointsOf::Stacks, "stage_busy");

    ASSERT_EQ(built.model.series.size(), 9U);
    EXPECT_EQ(built.model.series[0].name, QStringLiteral("storage, busy"));
    EXPECT_EQ(built.model.series[8].name, QStringLiteral("consumer, blocked"));
    EXPECT_EQ(built.model.x.categories.join(u'|'),
              QStringLiteral("1 thread|2 threads|4 threads|8 threads"));
    std::map<std::pair<int, double>, double> sums;
    std::map<int, std::set<BarFill>> fills;
    for (const PlotSeries& series : built.model.series) {
        EXPECT_EQ(series.stack, series.colourSlot);
        fills[series.stack].insert(series.fill);
        for (const PlotPoint& point : series.points) {
            sums[{series.stack, point.x}] += point.y;
        }
    }
    EXPECT_EQ(sums.size(), 12U);
    for (const auto& [stack, sum] : sums) {
        EXPECT_NEAR(sum, 100.0, 1e-9);
    }
    EXPECT_EQ(fills[0].size(), 3U);
    ASSERT_EQ(built.missing.size(), 2);
    EXPECT_TRUE(built.missing[0].contains(QStringLiteral("not mixed with the full pipeline")));
}

TEST(Stacks, OfOneStageAndOfCostsHaveOneStack) {
    const BuiltPlot decode = build({stagedStudy()}, PointsOf::Stacks, "stage_busy{stage=decode}");
    const BuiltPlot cpu = build({stagedStudy()}, PointsOf::Stacks, "cpu_seconds_per_image");

    ASSERT_EQ(decode.model.series.size(), 3U);
    EXPECT_EQ(decode.model.series[0].stack, decode.model.series[2].stack);
    ASSERT_EQ(cpu.model.series.size(), 3U) << "checksums are within the storage stage's time";
    for (const PlotSeries& series : cpu.model.series) {
        EXPECT_EQ(series.stack, 0);
        EXPECT_EQ(series.points.size(), 4U);
    }
    EXPECT_EQ(cpu.model.y.unit, "s");
}

TEST(Stacks, AMissingPartStaysMissing) {
    StudyForPlot study = stagedStudy();
    for (RunForPlot& run : study.runs) {
        run.metrics.erase("stage_blocked{stage=decode}");
    }

    const BuiltPlot built = build({study}, PointsOf::Stacks, "stage_busy{stage=decode}");

    EXPECT_EQ(built.model.series.size(), 2U);
}

TEST(ChartKinds, AreCompletedWithWhatThereIs) {
    const std::vector<StudyForPlot> studies{readStudy(), stagedStudy()};
    PlotChoice choice = defaultChoice(studies);
    choice.chart = StacksChart{};
    choice.part<Subject>()->subject = "read_latency";  // of the kind before

    EXPECT_EQ(completed(choice, studies).part<Subject>()->subject, "stage_busy");
    choice.chart = PercentilesChart{};
    EXPECT_EQ(completed(choice, studies).part<Subject>()->subject, "read_latency");
    choice.chart = HistogramChart{};
    choice.part<Subject>()->subject = "file_size";
    EXPECT_EQ(completed(choice, studies).part<Subject>()->subject, "read_latency");
    EXPECT_EQ(completed(choice, {}).part<Subject>()->subject, "file_size") << "waits for studies";
}

TEST(ChartKinds, OnlyPercentilesAreLogarithmicByThemselves) {
    PlotChoice choice;

    choice = ofKind(choice, PointsOf::Percentiles);
    EXPECT_TRUE(choice.part<LogY>()->logY);
    choice = ofKind(choice, PointsOf::Samples);
    EXPECT_FALSE(choice.part<LogY>()->logY);
    choice.part<LogY>()->logY = true;  // chosen by hand
    EXPECT_TRUE(ofKind(choice, PointsOf::Runs).part<LogY>()->logY);
}

}  // namespace
}  // namespace throughline::ui
