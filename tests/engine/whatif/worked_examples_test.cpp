// SPDX-License-Identifier: Apache-2.0
// The five studies' cases that ship with the program, against what the studies state.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "engine/whatif/what_if.h"

namespace throughline::whatif {
namespace {

std::string text_of(const std::filesystem::path& path) {
    std::ifstream stream(path);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Images/s by scenario of a worked example.
std::map<std::string, double> rates_of_example(const std::string& name,
                                               const Questions& questions = {}) {
    const auto path = std::filesystem::path(THROUGHLINE_RESOURCES) / "scenarios" / name;
    const auto file = parse_scenario_file(text_of(path), name);
    EXPECT_TRUE(file) << (file ? "" : file.error().what);
    const auto what_if = evaluate(*file, defaults(), catalog::Catalog::built_in(), questions);
    EXPECT_TRUE(what_if) << (what_if ? "" : what_if.error().what);
    std::map<std::string, double> rates;
    for (const auto& answer : what_if->answers) {
        rates[answer.name] = answer.prediction.images_per_s();
    }
    rates["base"] = what_if->answers.front().prediction.images_per_s();  // whatever it is called
    return rates;
}

TEST(WorkedExamples, AllEvaluate) {
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(
             std::filesystem::path(THROUGHLINE_RESOURCES) / "scenarios")) {
        ++files;
        for (const auto& [name, rate] : rates_of_example(entry.path().filename().string())) {
            EXPECT_GT(rate, 0.0) << entry.path() << " " << name;
            EXPECT_LT(rate, 1e6) << entry.path() << " " << name;
        }
    }
    EXPECT_EQ(files, 7);
}

TEST(WorkedExamples, AttachedDisksComeOutAsStated) {
    const auto rates = rates_of_example("attached-disks.json");
    EXPECT_NEAR(rates.at("base"), 1600.0, 16.0);  // 160 MB/s of 100 kB, with 4 and with 8 GPUs
    EXPECT_NEAR(rates.at("gp2, 8 V100"), 1600.0, 16.0);
    EXPECT_NEAR(rates.at("st1, 4 V100"), 500.0, 5.0);  // an I/O each, as the emulated volume counts
    EXPECT_NEAR(rates.at("st1, 8 V100"), 500.0, 5.0);
    EXPECT_NEAR(rates.at("io1, 8 V100"), 4200.0, 42.0);
    EXPECT_NEAR(rates.at("io1, 8 V100") / rates.at("io1, 4 V100"), 1.75, 0.02);
}

TEST(WorkedExamples, CreditsCarryASmallVolumeForAnHour) {
    const auto rates = rates_of_example("burst-credits.json");
    // Two I/Os an image: 3,000 IOPS for the first hour, then 1,500.
    EXPECT_NEAR(rates.at("base"), 1500.0, 5.0);
    EXPECT_NEAR(rates.at("500 GiB, a day"), 1500.0 * (1.0 + 23.0 * 0.5) / 24.0, 5.0);
    EXPECT_NEAR(rates.at("1 TiB, a day"), 1536.0, 5.0);
}

TEST(WorkedExamples, DataNodesComeOutAsStated) {
    const auto rates = rates_of_example("hdfs-datanodes.json");
    EXPECT_NEAR(rates.at("base"), 27000.0, 600.0);
    EXPECT_NEAR(rates.at("2 data nodes, 91 % payload"), 25000.0, 100.0);
    EXPECT_NEAR(rates.at("4 data nodes"), 48000.0, 500.0);
}

TEST(WorkedExamples, LoaderWorkersComeOutAsStated) {
    const auto rates = rates_of_example("loader-workers.json");
    EXPECT_NEAR(30600.0 / rates.at("base"), 260.0, 3.0);
    EXPECT_NEAR(30600.0 / rates.at("7 decode threads"), 96.0, 6.0);
}

TEST(WorkedExamples, EightNodesScaleAsStated) {
    const auto rates = rates_of_example("eight-nodes.json");
    EXPECT_NEAR(rates.at("8 nodes, all-reduce"), 41000.0, 1500.0);
    EXPECT_NEAR(rates.at("8 nodes, 16 servers"), 44000.0, 2000.0);
    EXPECT_NEAR(rates.at("8 nodes, all-reduce") / rates.at("base") / 8.0, 0.92, 0.01);
}

TEST(WorkedExamples, LoaderThreadsFollowTheMeasuredCurve) {
    const std::map<double, double> local{{8, 3679}, {16, 6598}, {20, 7706}, {28, 8754}};
    for (const auto& [threads, measured] : local) {
        const auto rates = rates_of_example("loader-threads.json",
                                            {.set = {set_to(model::Input::Threads, threads)}});
        EXPECT_NEAR(rates.at("base"), measured, measured * 0.02) << threads;
    }
}

}  // namespace
}  // namespace throughline::whatif
