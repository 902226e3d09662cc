// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/engine/study_table.h"
#include "engine/analysis/derive.h"
#include "engine/record/straggler_note.h"
#include "tests/engine/record/record_fixture.h"

namespace throughline::app {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

record::Study thread_sweep() {
    record::Study study =
        record::study_of({record::run_of(1,
                                         "full",
                                         1,
                                         {{"images_per_second", 100.0},
                                          {"read_bytes_per_second{device=vda}", 11e6},
                                          {"read_bytes_per_second{device=vdb}", 1e6},
                                          {"read_iops{device=vda}", 150.0},
                                          {"disk_utilisation{device=vda}", 12.5},
                                          {"disk_utilisation{device=vdb}", 55.0},
                                          {"cpu_utilisation", 50.0}}),
                          record::run_of(2, "full", 16, {{"images_per_second", 1234.5}})});
    study.runs[1].metrics["images_per_second"] =
        record::Summary{.value = 1234.5, .low = 1222.5, .high = 1246.5, .n = 3};
    study.runs[1].absent["read_iops{device=vda}"] = "no counters";
    study.header.title = "Threads";
    return study;
}

TEST(StudyTable, AlignsSweptColumnsAndFiguresWithUnitsInTheHeader) {
    const std::string table = study_table(thread_sweep());

    EXPECT_THAT(
        table,
        HasSubstr(
            "run  decode.threads   images/s  device MB/s  device IOPS  device %  CPU %  fed %\n"
            "  1               1      100.0        12.00        150.0     55.00  50.00   "
            "\u2013[2]\n"
            "  2              16  1234 \u00B1 12            \u2013         \u2013[1]         "
            "\u2013      \u2013   \u2013[2]\n"
            "[1] no counters\n[2] the stages were not measured alone\n"))
        << table;
}

// Goal: the terminal says of an absent figure what the window does, by the same words.
TEST(StudyTable, AnAbsentFigureIsFoundByItsWordsWithItsReason) {
    record::Study study = thread_sweep();
    study.runs[1].started.settings["stages"] = std::string("decode");
    const std::string gpu = study_figures(study, "gpu util");
    EXPECT_THAT(gpu,
                AllOf(HasSubstr("GPU utilisation  (gpu_utilisation)\n"),
                      HasSubstr("  runs 1, 2: \u2013 no GPU took part. To have it, measure with "
                                "an NVIDIA GPU as the accelerator.\n")))
        << gpu;
    const std::string disk = study_figures(study, "disk utilisation");
    EXPECT_THAT(disk,
                AllOf(HasSubstr("Disk utilisation (vda)  (disk_utilisation{device=vda})\n  run 1: "
                                "12.5 %\n"),
                      HasSubstr("  run 2: \u2013 decoding alone reads nothing. To have it, ")))
        << disk;
    EXPECT_EQ(study_figures(study, "zzz"), "");
    EXPECT_THAT(study_table(study), HasSubstr("] decoding alone reads nothing\n"));
}

TEST(StudyTable, OfSeveralNodesEachHasItsRateAndWhoHoldsTheOthersBackIsNamed) {
    std::vector<record::RunData> runs;
    for (const std::int64_t nodes : {1, 2, 4}) {
        std::map<std::string, double> metrics;
        for (std::int64_t node = 1; node <= nodes; ++node) {
            metrics["images_per_second{node=n" + std::to_string(node) + "}"] =
                node == 3 ? 60.0 : 100.0;
            metrics["images_per_second"] += node == 3 ? 60.0 : 100.0;
        }
        runs.push_back(record::run_of(static_cast<int>(nodes), "full", 2, metrics));
        runs.back().started.settings["node_count"] = nodes;
        runs.back().started.settings["dataset.nodes"] = nodes;
    }
    runs.back().notes.push_back({.run = 4,
                                 .code = record::kStragglerNote,
                                 .level = record::Level::Warning,
                                 .text = "node n3 is slow",
                                 .item = "n3"});
    record::Study study = record::study_of(std::move(runs));
    analysis::derive(study);
    const std::string table = study_table(study);

    EXPECT_THAT(table, HasSubstr("efficiency %")) << table;
    EXPECT_THAT(table, HasSubstr("images/s of each node\n")) << table;
    EXPECT_THAT(table, HasSubstr("node  1 node  2 nodes  4 nodes\n")) << table;
    EXPECT_THAT(table, HasSubstr("holds the others back: 40 % behind their median\n")) << table;
    EXPECT_THAT(table, Not(HasSubstr("dataset.nodes"))) << table;
    study.runs.resize(1);
    EXPECT_THAT(study_table(study), Not(HasSubstr("of each node")));
}

// Goal: of 64 nodes that are all as fast, as they meet at each step, the one that the others wait
// for is read first. Method: eight hosts of eight, whose times at the barrier differ.
TEST(StudyTable, OfManyNodesThatMeetAtEachStepTheOneThatIsWaitedForStandsFirst) {
    std::map<std::string, double> metrics{{"images_per_second", 6400.0}};
    for (int i = 0; i < 64; ++i) {
        const std::string node = "h" + std::to_string(i / 8) + ":" + std::to_string(i % 8);
        metrics["images_per_second{node=" + node + "}"] = 100.0;
        metrics["step_wait{node=" + node + "}"] = node == "h5:3" ? 1.0 : 40.0 + i / 100.0;
    }
    record::RunData run = record::run_of(1, "full", 2, metrics);
    run.started.settings["node_count"] = std::int64_t{64};
    run.notes.push_back({.run = 1,
                         .code = record::kStragglerNote,
                         .level = record::Level::Warning,
                         .text = "the others wait for node h5:3",
                         .item = "h5:3"});
    record::Study study = record::study_of({std::move(run)});
    analysis::derive(study);
    const std::string table = study_table(study);

    EXPECT_THAT(table,
                HasSubstr("\nleast   100.0     1.0 %\n"
                          "median  100.0     40 %\n"
                          "most    100.0     41 %\n"
                          "h5:3    100.0     1.0 %             holds the others back: they wait "
                          "for it 40 % of the time\n"
                          "h0:0    100.0     40 %\n"))
        << table;
    EXPECT_THAT(table, HasSubstr("By name the 8 that wait least, of 64 nodes; --all lists"));
    EXPECT_THAT(table, Not(HasSubstr("\nh2:0 "))) << table;

    study.runs[0].metrics.erase("step_wait{node=h0:0}");
    study.runs[0].metrics["images_per_second{node=h7:7}"].value = 50.0;
    const std::string lacking = study_table(study);
    EXPECT_THAT(lacking, HasSubstr("By name the slowest 8 of 64 nodes; --all lists")) << lacking;
    EXPECT_THAT(lacking, HasSubstr("\nleast   50.00 ")) << lacking;
    EXPECT_THAT(lacking, HasSubstr("\nh7:7  ")) << "its wait is no rate: " << lacking;
    EXPECT_THAT(lacking, HasSubstr("\nh0:0    100.0     –")) << lacking;
}

// Goal: `show --find` does not print a block for each of 64 nodes, unless it is asked to.
TEST(StudyTable, OfManyNodesFiguresStandInOneLineWithWhoseTheLeastAndTheMostAre) {
    std::map<std::string, double> metrics{{"images_per_second", 64000.0}};
    for (int i = 1; i <= 64; ++i) {
        metrics["images_per_second{node=n" + std::to_string(i) + "}"] =
            i == 17 ? 500.0 : 700.0 + 2 * i;
    }
    const record::Study study =
        record::study_of({record::run_of(1, "full", 2, metrics), record::run_of(2, "full", 2, {})});

    const std::string folded = study_figures(study, "images_per_second{");
    EXPECT_THAT(folded,
                HasSubstr("Images per second: least – median – most  (images_per_second{node})\n"
                          "  run 1: 500 (n17) – 765 – 828 images/s (n64), of 64\n"
                          "  run 2: –\n"))
        << folded;
    EXPECT_THAT(folded, HasSubstr("With --all each of those"));
    EXPECT_THAT(folded, Not(HasSubstr("{node=n5}")));
    const std::string each = study_figures(study, "images_per_second{", true);
    EXPECT_THAT(each, HasSubstr("Images per second (n5)  (images_per_second{node=n5})\n"));
    EXPECT_THAT(each, Not(HasSubstr("--all")));
    EXPECT_THAT(study_figures(study, "images_per_second{node=n17"),
                HasSubstr("run 1: 500 images/s"));
}

// Goal: that a node failed is said once, by the note of the whole study.
TEST(StudyTable, AFailedNodeIsToldOnce) {
    record::Study study = thread_sweep();
    study.runs[1].status = record::RunStatus::Failed;
    study.runs[1].notes.push_back({.run = 2,
                                   .code = record::kNodeFailedNote,
                                   .level = record::Level::Error,
                                   .text = "the run failed because of node n3: it was cut off",
                                   .item = "n3"});
    EXPECT_THAT(study_table(study), HasSubstr("error: the run failed because of node n3"));
    study.notes.push_back({.code = record::kNodeFailedNote,
                           .level = record::Level::Error,
                           .text = "the study ended early because of node n3: it was cut off",
                           .item = "n3"});
    const std::string table = study_table(study);
    EXPECT_THAT(table, HasSubstr("error: the study ended early because of node n3")) << table;
    EXPECT_THAT(table,
                AllOf(Not(HasSubstr("error: the run failed")), Not(HasSubstr("the first of"))));
}

// Goal: nobody takes the traffic of others for what this program read. Method: a run that the page
// cache served while another program kept the device busy.
TEST(StudyTable, OwnReadsStandBeforeTheDevicesWhichAreMarkedWhereOthersReadToo) {
    const auto table = [](double others) {
        return study_table(
            record::study_of({record::run_of(1,
                                             "storage",
                                             1,
                                             {{"images_per_second", 100.0},
                                              {"requested_read_bytes_per_second", 900e6},
                                              {"read_requests_per_second", 8000.0},
                                              {"read_bytes_per_second{device=vda}", 400e6},
                                              {"read_iops{device=vda}", 3100.0},
                                              {"other_read_bytes_per_second", others}})}));
    };
    EXPECT_THAT(table(400e6),
                AllOf(HasSubstr("read MB/s  reads/s  device MB/s  device IOPS"),
                      HasSubstr("900.0     8000     400.0[1]      3100[1]"),
                      HasSubstr("[1] other programs read 100 % of what the device delivered")))
        << table(400e6);
    EXPECT_THAT(table(1e6), Not(HasSubstr("[1] other programs")));
}

TEST(StudyTable, WhereAStoreRefusedRequestsEachRunSaysHowMany) {
    const auto table = [](double share) {
        return study_table(record::study_of(
            {record::run_of(
                 1, "storage", 1, {{"images_per_second", 100.0}, {"http_throttled_share", 0.0}}),
             record::run_of(2,
                            "storage",
                            2,
                            {{"images_per_second", 90.0}, {"http_throttled_share", share}})}));
    };
    EXPECT_THAT(table(5.3), AllOf(HasSubstr("throttled %"), HasSubstr("5.300")));
    EXPECT_THAT(table(0.0), Not(HasSubstr("throttled")));
}

TEST(StudyTable, GpuRunShowsItsPair) {
    record::Study study =
        record::study_of({record::run_of(1, "full", 2, {{"images_per_second", 750.0}})});
    EXPECT_THAT(study_table(study), Not(HasSubstr("GPU ceiling")));
    study.runs[0].started.settings["consumer.kind"] = std::string("gpu");
    study.runs[0].metrics["ceiling_images_per_second{stage=consumer}"] =
        record::Summary{.value = 1000.0};
    analysis::derive(study);
    EXPECT_THAT(study_table(study),
                AllOf(HasSubstr("GPU ceiling images/s  fed / GPU ceiling %"), HasSubstr("75.00")));
}

// iostat lists sda, its partition and what is stacked on it; all three saw the same reads.
TEST(StudyTable, StackedDevicesAreCountedOnce) {
    const record::Study study = record::study_of(
        {record::run_of(1,
                        "full",
                        1,
                        {{"read_iops{device=sda}", 150.0},
                         {"read_iops{device=sda2}", 150.0},
                         {"read_iops{device=nvme0n1}", 7.0},
                         {"read_iops{device=nvme0n1p1}", 7.0},
                         {"read_iops{device=luks-1234}", 150.0},
                         {"read_iops{device=dm-1}", 150.0}}),
         record::run_of(2, "full", 2, {{"read_iops{device=md0}", 9.0}}),
         record::run_of(3, "full", 4, {{"read_iops", 30.0}, {"read_iops{device=sda}", 30.0}})});

    const std::string table = study_table(study);

    EXPECT_THAT(table, AllOf(HasSubstr("157.0"), HasSubstr("9.000"), HasSubstr("30.00")));
}

// sar -d without -p names devices by their numbers: of SCSI every sixteenth is a disk, of others
// nobody knows what lies in what, and no sum is better than a wrong one.
TEST(StudyTable, DevicesByNumberAreAddedUpOnlyWhereDisksAreKnown) {
    const record::Study study = record::study_of(
        {record::run_of(1,
                        "full",
                        1,
                        {{"read_iops{device=dev8-0}", 150.0},
                         {"read_iops{device=dev8-1}", 150.0},
                         {"read_iops{device=dev8-16}", 7.0}}),
         record::run_of(2,
                        "full",
                        2,
                        {{"read_iops{device=dev8-0}", 11.0}, {"read_iops{device=dev253-0}", 22.0}}),
         record::run_of(
             3, "full", 4, {{"read_iops{device=dm-0}", 44.0}, {"read_iops{device=sda1}", 44.0}})});

    const std::string table = study_table(study);

    EXPECT_THAT(table,
                AllOf(HasSubstr("157.0"),
                      Not(HasSubstr("33.00")),
                      Not(HasSubstr("11.00")),
                      Not(HasSubstr("88.00"))));
}

TEST(StudyTable, ShowsStagesAndLeavesOutWhatDoesNotConcernThem) {
    record::Study study =
        record::study_of({record::run_of(1, "storage", 1, {{"images_per_second", 800.0}}),
                          record::run_of(2, "full", 1, {{"images_per_second", 90.0}}),
                          record::run_of(3, "full", 2, {{"images_per_second", 170.0}})});
    analysis::derive(study);
    study.verdict = record::Verdict{.sentence = "It is so.", .grade = record::Grade::Indicated};

    const std::string table = study_table(study);

    EXPECT_THAT(table, HasSubstr("run  stages   decode.threads"));
    EXPECT_THAT(table, HasSubstr("\n  1  storage                     800.0")) << table;
    EXPECT_THAT(table, HasSubstr("[2] the decode stage was not measured alone"));
    EXPECT_THAT(table, HasSubstr("It is so. [indicated]"));
}

TEST(StudyTable, TellsStatusAndWarnings) {
    record::Study study = thread_sweep();
    study.runs[1].status = record::RunStatus::Stopped;
    study.footer.reset();
    for (int i = 0; i < 3; ++i) {
        study.runs[0].notes.push_back(record::Note{.run = 1,
                                                   .code = "decode.corrupt",
                                                   .level = record::Level::Error,
                                                   .text = "cannot decode",
                                                   .item = "a.jpg"});
    }

    const std::string table = study_table(study);

    EXPECT_THAT(
        table,
        AllOf(HasSubstr("status\n"),
              HasSubstr("stopped\n"),
              HasSubstr("The study was interrupted."),
              HasSubstr("error: cannot decode (a.jpg), the first of 3 [decode.corrupt]\n")));
}

TEST(StudyTable, OfNothingSaysSo) {
    EXPECT_THAT(study_table(record::study_of({})), HasSubstr("no runs"));
    EXPECT_THAT(study_table(record::Study{}), HasSubstr("interrupted"));
}

TEST(StudyJson, HasPlainNumbersWithIntervalsBesideThem) {
    record::Study study = thread_sweep();
    study.verdict = record::Verdict{.sentence = "S.", .grade = record::Grade::Measured};

    const auto json = nlohmann::json::parse(study_json(study));

    EXPECT_EQ(json["study"], study.header.study);
    EXPECT_EQ(json["title"], "Threads");
    EXPECT_EQ(json["status"], "done");
    EXPECT_EQ(json["verdict"]["sentence"], "S.");
    EXPECT_EQ(json["verdict"]["grade"], "measured");
    EXPECT_TRUE(json["disturbance"].is_null());
    ASSERT_EQ(json["runs"].size(), 2U);
    EXPECT_EQ(json["runs"][1]["run"], 2);
    EXPECT_EQ(json["runs"][1]["status"], "done");
    EXPECT_EQ(json["runs"][1]["settings"]["decode.threads"], 16);
    EXPECT_EQ(json["runs"][1]["metrics"]["images_per_second"], 1234.5);
    EXPECT_EQ(json["runs"][1]["intervals"]["images_per_second"]["n"], 3);
    EXPECT_EQ(json["runs"][1]["intervals"]["images_per_second"]["low"], 1222.5);
    EXPECT_EQ(json["runs"][1]["absent"]["read_iops{device=vda}"], "no counters");
    EXPECT_TRUE(json["runs"][0]["intervals"].empty());
}

TEST(StudyDetails, ListsEverythingWithUnits) {
    record::Study study = thread_sweep();
    study.header.environment["cpu.model"] = std::string("Test CPU");
    study.header.metrics = {{"novel_metric", "s", ""}};
    study.runs[0].metrics["novel_metric"] = record::Summary{.value = 2.0};
    study.notes.push_back(
        record::Note{.code = "host.busy", .level = record::Level::Warning, .text = "load"});

    const std::string details = study_details(study);

    EXPECT_THAT(details,
                AllOf(HasSubstr("cpu.model = Test CPU"),
                      HasSubstr("decode.threads = 16"),
                      HasSubstr("read_bytes_per_second{device=vda} = 11.0 MB/s"),
                      HasSubstr("novel_metric = 2.00 s"),
                      HasSubstr("95 % interval"),
                      HasSubstr("read_iops{device=vda}: no counters"),
                      HasSubstr("warning [host.busy] load"),
                      HasSubstr("footer: 2 runs done")));
}

}  // namespace
}  // namespace throughline::app
