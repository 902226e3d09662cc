// SPDX-License-Identifier: Apache-2.0
#include "engine/panels/finding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

#include "engine/panels/panels.h"

namespace throughline::panels {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Values = std::map<std::string, std::string>;

/// A finished run of three repeats: each figure with an interval of one per cent to both sides.
record::RunData run_with(const Values& settings, const std::map<std::string, double>& figures) {
    record::RunData run;
    run.status = record::RunStatus::Done;
    for (const auto& [key, text] : settings) {
        run.started.settings[key] = *spec::parse_setting(key, text);
    }
    for (const auto& [key, value] : figures) {
        run.metrics[key] = {.value = value, .low = 0.99 * value, .high = 1.01 * value, .n = 3};
    }
    return run;
}

record::RunData on_volume(const char* volume, const char* accelerators, double images) {
    return run_with({{"storage.volume", volume}, {"consumer.accelerators", accelerators}},
                    {{"images_per_second", images}});
}

/// What the study found, measured again; io1 gives 8 accelerators `ratio` times what it gives 4.
record::Study volumes_study(double gp2, double st1, double ratio) {
    record::Study study;
    study.runs = {on_volume("study-gp2", "8", gp2),
                  on_volume("study-st1", "8", st1),
                  on_volume("study-io1", "4", 2400.0),
                  on_volume("study-io1", "8", 2400.0 * ratio)};
    return study;
}

Finding volumes_found(const record::Study& study) {
    return find_panel("volumes")->claim.finding(study);
}

TEST(Findings, HoldWhereTheRunsAreAsTheStudySaw) {
    const Finding finding = volumes_found(volumes_study(1540.0, 498.0, 1.75));

    EXPECT_EQ(finding.holds, Holds::Yes);
    EXPECT_EQ(finding.grade, record::Grade::Measured);
    EXPECT_THAT(finding.sentence, HasSubstr("1540 ± 15 images/s"));
    EXPECT_THAT(finding.sentence, HasSubstr("1.75 ± 0.025 times"));
    EXPECT_THAT(finding_text(find_panel("volumes")->claim, finding), HasSubstr(": yes. "));
}

TEST(Findings, DoNotHoldWhereOneConditionFails) {
    for (const record::Study& study : {volumes_study(900.0, 498.0, 1.75),
                                       volumes_study(1540.0, 900.0, 1.75),
                                       volumes_study(1540.0, 498.0, 1.1)}) {
        const Finding finding = volumes_found(study);
        EXPECT_EQ(finding.holds, Holds::No) << finding.sentence;
        EXPECT_EQ(finding.grade, record::Grade::Measured);
        EXPECT_THAT(finding_text(find_panel("volumes")->claim, finding), HasSubstr(": no. "));
    }
}

TEST(Findings, AreIndicatedAloneWhereTheIntervalLeavesRoom) {
    // 1500 images/s with 30 to each side: over the ratio of 1.5 by less than that.
    EXPECT_EQ(volumes_found(volumes_study(1540.0, 498.0, 1.51)).grade, record::Grade::Indicated);

    record::Study once = volumes_study(1540.0, 498.0, 1.75);
    for (record::RunData& run : once.runs) {
        run.metrics["images_per_second"] = {
            .value = run.metrics["images_per_second"].value, .low = {}, .high = {}, .n = 1};
    }
    EXPECT_EQ(volumes_found(once).holds, Holds::Yes);
    EXPECT_EQ(volumes_found(once).grade, record::Grade::Indicated);
    EXPECT_THAT(volumes_found(once).sentence, HasSubstr("gives 1540 images/s"));

    record::Study disturbed = volumes_study(1540.0, 498.0, 1.75);
    disturbed.runs[0].notes.push_back({.code = record::kDisturbedCode});
    EXPECT_EQ(volumes_found(disturbed).grade, record::Grade::Indicated);
}

TEST(Findings, AreUnknownWithoutTheRunsThatDecide) {
    record::Study missing = volumes_study(1540.0, 498.0, 1.75);
    missing.runs.pop_back();
    record::Study failed = volumes_study(1540.0, 498.0, 1.75);
    failed.runs[0].status = record::RunStatus::Failed;
    for (const record::Study& study : {missing, failed, record::Study{}}) {
        const Finding finding = volumes_found(study);
        EXPECT_EQ(finding.holds, Holds::Unknown);
        EXPECT_EQ(finding.grade, record::Grade::None);
        EXPECT_THAT(grade_text(finding), IsEmpty());
        EXPECT_THAT(finding.sentence, Not(IsEmpty()));
    }
}

// A record that is none of the study's is not judged, whatever it holds, by any panel.
TEST(Findings, OfAnEmptyRecordAreUnknownForAllPanels) {
    for (const Panel& panel : all_panels()) {
        if (panel.claim.finding != nullptr) {
            EXPECT_EQ(panel.claim.finding(record::Study{}).holds, Holds::Unknown) << panel.id;
        }
    }
}

TEST(Findings, OfThreadsLookAtTheCurveAndAtTheStorage) {
    const auto curve = [](double one, double two, double four, double from_network) {
        record::Study study;
        for (const auto& [volume, share] :
             {std::pair("", 1.0), std::pair("study-io1", from_network)}) {
            for (const auto& [threads, images] :
                 {std::pair("1", one), std::pair("2", two), std::pair("4", four)}) {
                study.runs.push_back(
                    run_with({{"storage.volume", volume}, {"decode.threads", threads}},
                             {{"images_per_second", images * share}}));
            }
        }
        return find_panel("loader-threads")->claim.finding(study);
    };
    EXPECT_EQ(curve(500.0, 950.0, 960.0, 0.98).holds, Holds::Yes);
    EXPECT_EQ(curve(500.0, 600.0, 960.0, 0.98).holds, Holds::No) << "the second added little";
    EXPECT_EQ(curve(500.0, 950.0, 1900.0, 0.98).holds, Holds::No) << "it is not flat";
    EXPECT_EQ(curve(500.0, 950.0, 960.0, 0.5).holds, Holds::No) << "storage matters";
}

TEST(Findings, OfDataNodesLookAtWhereTheRateStopsAndAtTwiceAsMany) {
    const auto found = [](double few, double some, double many, double of_four) {
        const Experiment* const experiment = find_experiment("hdfs-scaling");
        record::Study study;
        const double rates[] = {few, some, many, few, some, of_four};
        for (const spec::Settings& point : spec::expand(spec_of(*experiment, "/data", true))) {
            const double images = rates[study.runs.size()];
            study.runs.push_back(run_with({}, {{"images_per_second", images}}));
            study.runs.back().started.settings = point;
        }
        return find_panel("scaling-hdfs")->claim.finding(study);
    };
    EXPECT_EQ(found(600.0, 2390.0, 2680.0, 4750.0).holds, Holds::Yes);
    EXPECT_THAT(found(600.0, 2390.0, 2680.0, 4750.0).sentence, HasSubstr("1.77"));
    EXPECT_EQ(found(600.0, 1500.0, 2680.0, 4750.0).holds, Holds::No) << "16 starve already";
    EXPECT_EQ(found(600.0, 2390.0, 4700.0, 4750.0).holds, Holds::No) << "two nodes are no limit";
    EXPECT_EQ(found(600.0, 2390.0, 2680.0, 2690.0).holds, Holds::No) << "more nodes do not help";
}

TEST(Findings, OfTheFlatLineLookAtEverySample) {
    record::Study study;
    study.runs = {on_volume("study-gp2", "8", 1540.0)};
    const auto sample = [&](double rate, record::Phase phase) {
        study.runs[0].samples.push_back(
            {.dt_s = 1.0, .phase = phase, .metrics = {{"requested_read_bytes_per_second", rate}}});
    };
    sample(20e6, record::Phase::Warmup);
    for (const double rate : {158e6, 161e6, 159e6}) {
        sample(rate, record::Phase::Measured);
    }
    const Claim& claim = find_panel("disk-over-time")->claim;
    EXPECT_EQ(claim.finding(study).holds, Holds::Yes);
    EXPECT_THAT(claim.finding(study).sentence, HasSubstr("158.0 and 161.0 MB/s"));
    sample(90e6, record::Phase::Measured);
    EXPECT_EQ(claim.finding(study).holds, Holds::No);
}

TEST(Findings, OfTheCacheCompareTheLastEpochOfBothBudgets) {
    const auto with = [](double cached_of_half) {
        record::Study study;
        const auto run = [](const char* budget, double cached, double last) {
            return run_with({{"storage.page_cache_bytes", budget}},
                            {{"epoch_images_per_second{epoch=1}", 1000.0},
                             {"epoch_images_per_second{epoch=3}", last},
                             {"epoch_cache_bytes{epoch=3}", cached},
                             {"epoch_fetched_bytes{epoch=3}", 400e6 - cached}});
        };
        study.runs = {run("201326592", cached_of_half, 1300.0), run("805306368", 400e6, 4000.0)};
        return find_panel("cache-fills")->claim.finding(study);
    };
    EXPECT_EQ(with(150e6).holds, Holds::Yes);
    EXPECT_EQ(with(390e6).holds, Holds::No);
}

TEST(Findings, NameTheLastFolderOfADataSet) {
    record::Study study;
    study.runs = {run_with({{"dataset.path", "/here/photos"}}, {{"images_per_second", 1000.0}}),
                  run_with({{"dataset.path", "/here/records"}}, {{"images_per_second", 1200.0}})};
    const Finding finding = find_panel("formats")->claim.finding(study);
    EXPECT_EQ(finding.holds, Holds::Yes);
    EXPECT_THAT(finding.sentence, HasSubstr("1200 ± 12 images/s and from single files 1000 ± 10"));
}

TEST(Ratios, AddTheirRelativeIntervalsInQuadrature) {
    const Rate ratio = ratio_of({.value = 300.0, .half_width = 9.0, .repeated = true},
                                {.value = 100.0, .half_width = 4.0, .repeated = true});
    EXPECT_DOUBLE_EQ(ratio.value, 3.0);
    EXPECT_NEAR(ratio.half_width, 3.0 * 0.05, 1e-12);
    EXPECT_EQ(ratio_text({.value = 3.0, .half_width = 0.0, .repeated = false}), "3.00");
}

}  // namespace
}  // namespace throughline::panels
