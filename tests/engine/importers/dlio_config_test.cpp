// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "engine/base/file_descriptor.h"
#include "engine/importers/importer.h"
#include "engine/spec/settings.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::importers {
namespace {

const std::string kConfig =
    "workload:\n  model: unet3d   # as in MLPerf\n  workflow:\n    train: true\n"
    "  dataset:\n    format: 'npz'\n    num_files_train: 168\n    num_samples_per_file: 2\n"
    "    record_length: 1000\n  reader:\n    batch_size: 4\n    read_threads: null\n  tags:\n"
    "  - a: 1\n  - b\n";
const std::string kSummary =
    R"({"num_accelerators": 2, "num_hosts": 1, "hostname": "h", "epochs": 1,
        "metric": {"train_au_percentage": [90.0],
                   "train_throughput_samples_per_second": [10.0],
                   "train_throughput_mean_samples_per_second": 10.0}})";

TEST(DlioConfig, BesideTheSummaryAddsWhatThatDoesNotSay) {
    const fixtures::TemporaryFolder folder;
    std::filesystem::create_directory(folder.file(".hydra"));
    ASSERT_TRUE(write_file_atomically(folder.file(".hydra/config.yaml"), kConfig));
    ASSERT_TRUE(write_file_atomically(folder.file("summary.json"), kSummary));

    const auto file = import_file(folder.file("summary.json"));

    ASSERT_TRUE(file) << file.error().what;
    const spec::Settings& settings = file->study.runs.at(0).started.settings;
    EXPECT_EQ(spec::setting_text(settings.at("batch_size")), "4");
    EXPECT_EQ(spec::setting_text(settings.at("model")), "unet3d");
    EXPECT_EQ(spec::setting_text(settings.at("file_size")), "2000");
    EXPECT_EQ(spec::setting_text(settings.at("format")), "npz");
    EXPECT_EQ(settings.count("workers"), 0U);
    EXPECT_TRUE(file->questions.empty());
}

// Written by hand instead of by Hydra, it has all of YAML, and mistakes.
TEST(DlioConfig, InFlowStyleIsReadAndABrokenOneIsNoReasonToFail) {
    const fixtures::TemporaryFolder folder;
    std::filesystem::create_directory(folder.file("configs"));
    ASSERT_TRUE(write_file_atomically(folder.file("summary.json"), kSummary));
    const auto settings = [&](const std::string& config) {
        EXPECT_TRUE(write_file_atomically(folder.file("configs/config.yaml"), config));
        const auto file = import_file(folder.file("summary.json"));
        EXPECT_TRUE(file) << file.error().what;
        return file->study.runs.at(0).started.settings;
    };
    EXPECT_EQ(
        spec::setting_text(
            settings("workload: {model: unet3d, reader: {batch_size: 4}}\n").at("batch_size")),
        "4");
    for (const char* const config : {"workload: [1, 2]\n",
                                     "workload: {model: \n",
                                     "a: *b\n",
                                     "- x\n",
                                     "\t",
                                     "",
                                     "a: &a [*a]\n"}) {
        EXPECT_EQ(settings(config).count("batch_size"), 0U) << config;
    }
}

TEST(DlioConfig, WithoutOneTheModelIsAsked) {
    const auto file = import_bytes(kSummary, "summary.json");

    ASSERT_TRUE(file) << file.error().what;
    ASSERT_EQ(file->questions.size(), 1U);
    EXPECT_EQ(file->questions[0].key, "model");
}

const char* const kCheckpoints = R"({"num_accelerators": 8, "metric": {
    "save_checkpoint_io_mean_GB_per_second": 2.0, "save_checkpoint_duration_mean_seconds": 5.0,
    "load_checkpoint_io_mean_GB_per_second": 4.0, "load_checkpoint_duration_mean_seconds": 2.5}})";

TEST(DlioSummary, CheckpointsAreWrittenAndReadNotTrained) {
    const auto file = import_bytes(kCheckpoints, "summary.json");
    ASSERT_TRUE(file) << file.error().what;
    ASSERT_EQ(file->study.runs.size(), 2U);
    const auto& saved = file->study.runs[0];
    const auto& loaded = file->study.runs[1];
    EXPECT_EQ(spec::setting_text(saved.started.settings.at("phase")), "writing checkpoints");
    EXPECT_EQ(saved.metrics.at("checkpoint_time").value, 5.0);
    EXPECT_EQ(spec::setting_text(loaded.started.settings.at("phase")), "reading checkpoints");
    EXPECT_EQ(loaded.metrics.at("checkpoint_bytes_per_second").value, 4.0 * 1024 * 1024 * 1024);
}

TEST(DlioSummary, MetadataOfMlpstorageBesideItNamesTheModel) {
    const fixtures::TemporaryFolder folder;
    const std::string summary = folder.file("summary.json");
    ASSERT_TRUE(write_file_atomically(
        summary,
        R"({"num_accelerators": 2, "metric": {"train_throughput_mean_samples_per_second": 5,
            "train_throughput_samples_per_second": [5]}})"));
    ASSERT_TRUE(write_file_atomically(
        folder.file("training_20250115_metadata.json"),
        R"({"benchmark_type": "training", "model": "unet3d", "accelerator": "h100",
            "parameters": {"reader": {"batch_size": "4", "read_threads": 8}},
            "override_parameters": {"reader.batch_size": "7"}})"));
    const auto file = import_file(summary);
    ASSERT_TRUE(file) << file.error().what;
    const auto& settings = file->study.runs.at(0).started.settings;
    EXPECT_EQ(spec::setting_text(settings.at("model")), "unet3d");
    EXPECT_EQ(spec::setting_text(settings.at("accelerator")), "h100");
    EXPECT_EQ(spec::setting_text(settings.at("batch_size")), "7");
    EXPECT_EQ(spec::setting_text(settings.at("workers")), "8");
    EXPECT_TRUE(file->questions.empty());
}

// DLIO has iostat leave the report since boot out; of any other iostat nobody knows.
TEST(DlioConfig, BesideAnIostatFileTellsThatItsFirstReportCounts) {
    const fixtures::TemporaryFolder folder;
    const auto report = [](const std::string& at, int reads) {
        return R"({"timestamp": "04/04/23 16:33:)" + at +
               R"(", "disk": [{"disk_device": "vda", "r/s": )" + std::to_string(reads) + "}]}";
    };
    const std::string path = folder.file("iostat.json");
    ASSERT_TRUE(
        write_file_atomically(path,
                              R"({"sysstat": {"hosts": [{"nodename": "h", "statistics": [)" +
                                  report("43", 100) + ", " + report("44", 300) + "]}]}}"));
    const auto rate = [&] {
        const auto file = import_file(path);
        EXPECT_TRUE(file) << file.error().what;
        return file->study.runs.at(0).metrics.at("read_iops{device=vda}").value;
    };
    EXPECT_EQ(rate(), 300.0);

    std::filesystem::create_directory(folder.file("hydra"));
    ASSERT_TRUE(write_file_atomically(folder.file("hydra/config.yaml"), kConfig));
    EXPECT_EQ(rate(), 200.0);
    ASSERT_TRUE(write_file_atomically(folder.file("hydra/config.yaml"), "other: 1\n"));
    EXPECT_EQ(rate(), 300.0);
}

}  // namespace
}  // namespace throughline::importers
