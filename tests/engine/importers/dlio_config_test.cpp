// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/dlio_config.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "engine/base/file_descriptor.h"
#include "engine/importers/importer.h"
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

TEST(PlainYaml, GivesValuesByTheirPath) {
    const auto values = plain_yaml(kConfig);

    EXPECT_EQ(values.at("workload.model"), "unet3d");
    EXPECT_EQ(values.at("workload.dataset.format"), "npz");
    EXPECT_EQ(values.at("workload.reader.batch_size"), "4");
    EXPECT_EQ(values.count("workload.reader.read_threads"), 0U);
    EXPECT_EQ(values.count("workload.tags.a"), 0U);
}

TEST(DlioConfig, BesideTheSummaryAddsWhatThatDoesNotSay) {
    const fixtures::TemporaryFolder folder;
    std::filesystem::create_directory(folder.file(".hydra"));
    ASSERT_TRUE(write_file_atomically(folder.file(".hydra/config.yaml"), kConfig));
    ASSERT_TRUE(write_file_atomically(folder.file("summary.json"), kSummary));

    const auto file = import_file(folder.file("summary.json"));

    ASSERT_TRUE(file) << file.error().what;
    const run::Settings& settings = file->study.runs.at(0).started.settings;
    EXPECT_EQ(run::setting_text(settings.at("batch_size")), "4");
    EXPECT_EQ(run::setting_text(settings.at("model")), "unet3d");
    EXPECT_EQ(run::setting_text(settings.at("file_size")), "2000");
    EXPECT_EQ(settings.count("workers"), 0U);
    EXPECT_TRUE(file->questions.empty());
}

TEST(DlioConfig, WithoutOneTheModelIsAsked) {
    const auto file = import_bytes(kSummary, "summary.json");

    ASSERT_TRUE(file) << file.error().what;
    ASSERT_EQ(file->questions.size(), 1U);
    EXPECT_EQ(file->questions[0].key, "model");
}

}  // namespace
}  // namespace throughline::importers
