// SPDX-License-Identifier: GPL-3.0-or-later
// The ready charts of storage baselines, and that of a page cache.
#include <gtest/gtest.h>

#include "engine/metrics/registry.h"
#include "engine/panels/panels.h"
#include "tests/ui/charts/synthetic_studies.h"
#include "tests/ui/kept_picture.h"
#include "ui/charts/chart_kinds.h"
#include "ui/charts/default_choice.h"
#include "ui/charts/epochs.h"
#include "ui/charts/fields.h"
#include "ui/charts/study_views.h"
#include "ui/explore/explore_widget.h"
#include "ui/explore/study_chart.h"

namespace throughline::ui {
namespace {

StudyView viewOf(const char* name) {
    return studyViewNamed(QString::fromLatin1(name)).value();
}

/// A grid as `storage` records it, and a study of the pipeline beside it.
std::vector<StudyForPlot> storageGrid() {
    record::Study study;
    study.header.study = "grid";
    study.header.title = "Grid";
    study.header.origin = record::Origin::Measured;
    const auto add = [&](const char* pattern,
                         std::int64_t block,
                         std::int64_t depth,
                         std::int64_t jobs,
                         bool direct,
                         double rate) {
        record::RunData run;
        run.started.run = static_cast<int>(study.runs.size()) + 1;
        run.started.settings = {{"stages", std::string("storage")},
                                {"pattern", std::string(pattern)},
                                {"storage.block_bytes", block},
                                {"storage.queue_depth", depth},
                                {"storage.threads", jobs},
                                {"storage.direct", direct}};
        run.status = record::RunStatus::Done;
        run.metrics["read_requests_per_second"] = {.value = rate};
        run.metrics["requested_read_bytes_per_second"] = {.value =
                                                              rate * static_cast<double>(block)};
        run.metrics["storage_limit_iops{limit=aws-gp2:1TiB}"] = {.value = 3072.0};
        run.metrics["storage_limit_bytes_per_second{limit=aws-gp2:1TiB}"] = {.value = 262144000.0};
        study.runs.push_back(std::move(run));
    };
    for (const std::int64_t block : {4096, 16384}) {
        for (const std::int64_t depth : {1, 8}) {
            add("randread", block, depth, 1, true, 100.0 * static_cast<double>(depth));
        }
        add("read", block, 8, 1, true, 2000.0);
    }
    add("randread", 4096, 8, 2, true, 5000.0);
    add("randread", 4096, 8, 1, false, 9000.0);
    add("randwrite", 4096, 8, 1, true, 7000.0);
    return {studyForPlot(study, 0), synthetic::threadStudy(QStringLiteral("A"), 1)};
}

// Goal: a cell of the map is one measurement. Method: a grid that also has other patterns, several
// jobs, reads through the page cache and writes, beside runs of the whole pipeline.
TEST(StorageViews, TheMapOfAStorageIsOfOneJobPastThePageCache) {
    const BuiltPlot built = mapOfRuns(storageGrid(), viewOf("storage-map").choice);

    ASSERT_EQ(built.model.series.size(), 1U);
    ASSERT_EQ(built.model.series.front().points.size(), 4U);
    for (const PlotPoint& cell : built.model.series.front().points) {
        EXPECT_TRUE(cell.z == 100.0 || cell.z == 800.0) << cell.z;
    }
    EXPECT_TRUE(built.missing.isEmpty()) << built.missing.join(u' ').toStdString();
}

// Goal: a baseline is first seen as the grid that it is, small files or not. Method: the grid, with
// a run of small files, which alone has samples per second; the same twice; and without a grid.
TEST(StorageViews, ABaselineIsFirstSeenAsTheMapOfItsGrid) {
    StudyForPlot grid = storageGrid().front();
    RunForPlot files = grid.runs.front();
    files.settings["pattern"] = std::string("metadata");
    files.metrics = {{"samples_per_second", {.value = 60000.0}}};
    grid.runs.push_back(files);

    const PlotChoice one = defaultChoice({grid});
    const PlotChoice two = defaultChoice({grid, grid});

    EXPECT_TRUE(one.has<MapChart>());
    EXPECT_EQ(one, viewOf("storage-map").choice);
    EXPECT_EQ(two, viewOf("storage-sizes").choice);
    grid.runs.erase(grid.runs.begin() + 1, grid.runs.end());
    EXPECT_FALSE(defaultChoice({grid}).has<MapChart>());
    EXPECT_EQ(defaultChoice(storageGrid()).y, "images_per_second") << "beside a pipeline";
}

TEST(StorageViews, TheResultOfABaselineIsItsMap) {
    StudyChart chart;
    chart.resize(700, 360);

    chart.setStudy(storageGrid().front());

    ASSERT_EQ(chart.plot()->model().series.size(), 1U);
    EXPECT_EQ(chart.plot()->model().series.front().points.size(), 4U);
    EXPECT_TRUE(chart.plot()->model().z.has_value());
    keepPicture(chart, QStringLiteral("baseline-map"));
}

TEST(StorageViews, ReadsByRequestSizeStandBelowTheKnownLimits) {
    const auto choices = viewOf("storage-sizes").choices();
    ASSERT_EQ(choices.size(), 2U);

    const BuiltPlot bytes = plotOfRuns(storageGrid(), choices[0]);
    const BuiltPlot reads = plotOfRuns(storageGrid(), choices[1]);

    EXPECT_EQ(bytes.model.series.size(), 3U) << "depth 1 and 8 at random, 8 in sequence";
    ASSERT_EQ(bytes.model.levels.size(), 1U);
    EXPECT_EQ(bytes.model.levels[0].y, 262144000.0);
    EXPECT_EQ(bytes.model.levels[0].text, QStringLiteral("AWS EBS gp2, 1 TiB, at most"));
    ASSERT_EQ(reads.model.levels.size(), 1U);
    EXPECT_EQ(reads.model.levels[0].y, 3072.0);
}

// Goal: "it got faster as the cache filled" is seen epoch by epoch. Method: two runs with a budget,
// one of which has a third epoch, a run that has none, and a run without a budget.
TEST(StorageViews, ThePageCacheFillsShowsImagesCacheAndStorageByEpoch) {
    StudyForPlot study;
    study.title = QStringLiteral("Cache");
    for (const std::int64_t budget : {1 << 27, 1 << 29}) {
        RunForPlot& run = study.runs.emplace_back();
        run.number = static_cast<int>(study.runs.size());
        run.id = run.number;
        run.settings = {{"stages", std::string("full")}, {"storage.page_cache_bytes", budget}};
        for (int epoch = 1; epoch <= run.number + 1; ++epoch) {
            const auto of = [&](const char* id) {
                return metrics::labelled(id, "epoch", std::to_string(epoch));
            };
            run.metrics[of("epoch_images_per_second")] = {.value = 1000.0 * epoch};
            run.metrics[of("epoch_cache_bytes")] = {.value = epoch == 1 ? 0.0 : 4e8};
            run.metrics[of("epoch_fetched_bytes")] = {.value = epoch == 1 ? 4e8 : 0.0};
        }
    }
    RunForPlot& stopped = study.runs.emplace_back();
    stopped.id = 3;
    stopped.settings = {{"storage.page_cache_bytes", std::int64_t{1 << 27}}};
    stopped.absent["epoch_images_per_second"] = "the run ended before its first epoch did";
    study.runs.emplace_back().id = 4;
    const auto choices = viewOf("cache-fills").choicesWith({study});
    ASSERT_EQ(choices.size(), 3U);
    EXPECT_EQ(choices[0].y, "epoch_images_per_second");
    EXPECT_EQ(choices[1].y, "epoch_cache_bytes");

    const BuiltPlot built = plotOfRuns({study}, choices[2]);

    EXPECT_EQ(choices[2].y, "epoch_fetched_bytes");
    ASSERT_EQ(built.model.series.size(), 2U);
    EXPECT_EQ(built.model.series[0].name, QStringLiteral("Page cache budget 128 MiB"));
    ASSERT_EQ(built.model.series[1].points.size(), 3U);
    EXPECT_EQ(built.model.series[1].points[0].y, 4e8);
    EXPECT_EQ(built.model.series[1].points[2].x, 3.0);
    EXPECT_EQ(built.model.x.title, QStringLiteral("Epoch"));
    EXPECT_TRUE(hasField(availableFields({study}), panels::kEpochOfRun));
    EXPECT_TRUE(built.missing.contains(
        QStringLiteral("1 of 3 runs: no epochs (the run ended before its first epoch did).")))
        << built.missing.join(u'|').toStdString();

    study.runs[1].metrics.erase("epoch_fetched_bytes{epoch=2}");
    study.runs[1].metrics.erase("epoch_fetched_bytes{epoch=3}");
    const QString missing = plotOfRuns({study}, choices[2]).missing.join(u'|');
    EXPECT_EQ(missing.count(QStringLiteral("1 of 3 runs: ")), 2) << missing.toStdString();
}

}  // namespace
}  // namespace throughline::ui
