// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "engine/store/library.h"
#include "tests/engine/store/study_fixture.h"

// Large libraries. Times are reported, not asserted: the machine is shared.
namespace throughline::store {
namespace {

template <class Work>
double seconds_of(Work work) {
    const auto begun = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

std::size_t number_from(const char* variable, std::size_t otherwise) {
    const char* text = std::getenv(variable);
    return text == nullptr ? otherwise : std::strtoul(text, nullptr, 10);
}

void report(const char* what, double value, const char* unit) {
    ::testing::Test::RecordProperty(what, std::to_string(value) + " " + unit);
    std::cout << "  " << what << ": " << value << " " << unit << '\n';
}

record::Study small_study(std::size_t number, int samples = 12) {
    record::Study study;
    study.header.study = "study-" + std::to_string(number);
    study.header.title = "Sweep " + std::to_string(number);
    study.header.started_at = "2026-11-21T10:00:" + std::to_string(10 + number % 50) + "Z";
    study.header.environment["host.name"] = std::string("bench-01");
    record::RunData& run = study.runs.emplace_back();
    run.started = {.run = 1, .settings = spec::default_settings(), .at = "2026-11-21T10:00:00Z"};
    run.status = record::RunStatus::Done;
    run.metrics["images_per_second"] = {.value = static_cast<double>(number)};
    for (int second = 1; second <= samples; ++second) {
        run.samples.push_back({.run = 1,
                               .repeat = 1,
                               .t_s = second * 1.0,
                               .dt_s = 1.0,
                               .phase = record::Phase::Measured,
                               .metrics = {{"images_per_second", 100.0 + second}}});
    }
    study.verdict = record::Verdict{.sentence = "Decode limits this machine.",
                                    .grade = record::Grade::Indicated};
    study.footer = record::Footer{.runs_done = 1};
    return study;
}

// THROUGHLINE_TEST_STUDIES and THROUGHLINE_TEST_SAMPLES set other numbers, such as 10,000 runs with
// 1,000 samples each.
TEST(Scale, ManyStudiesAreListed) {
    const TemporaryDirectory folder;
    const std::size_t count = number_from("THROUGHLINE_TEST_STUDIES", 500);
    const auto samples = static_cast<int>(number_from("THROUGHLINE_TEST_SAMPLES", 12));
    const auto library = open_library(folder.file("library.sqlite"));

    const double filling = seconds_of([&] {
        for (std::size_t i = 0; i < count; ++i) {
            ASSERT_TRUE(library->add(small_study(i, samples), "memory"));
        }
    });
    std::vector<StudyRow> studies;
    const double listing = seconds_of([&] { studies = *library->studies(); });
    const std::int64_t some = studies[studies.size() / 2].id;
    const double opening = seconds_of([&] { EXPECT_TRUE(library->runs(some)); });
    const double plotting = seconds_of([&] {
        EXPECT_EQ(library->series((*library->runs(some))[0].id, "images_per_second")->values.size(),
                  static_cast<std::size_t>(samples));
    });
    std::size_t found = 0;
    const double searching = seconds_of([&] { found = library->search("bench decode")->size(); });
    const double finding = seconds_of(
        [&] { EXPECT_FALSE(library->search("sweep " + std::to_string(count / 2))->empty()); });
    EXPECT_EQ(found, count);

    EXPECT_EQ(studies.size(), count);
    report("studies", static_cast<double>(count), "");
    report("studies_per_second_added", static_cast<double>(count) / filling, "1/s");
    report("studies_listed_in", listing * 1e3, "ms");
    report("runs_of_one_in", opening * 1e3, "ms");
    report("runs_and_samples_of_one_in", plotting * 1e3, "ms");
    report("search_that_finds_all_in", searching * 1e3, "ms");
    report("search_that_finds_few_in", finding * 1e3, "ms");
}

// Limit of issue 4's library growth: 20 bytes a sample.
TEST(Scale, SampleTakesAtMostTwentyBytes) {
    const TemporaryDirectory folder;
    const std::string path = folder.file("library.sqlite");
    constexpr std::size_t kSamples = 200'000;
    record::Study study = small_study(0);
    for (std::size_t i = 0; i < kSamples; ++i) {
        const auto line = static_cast<double>(i);
        study.runs.front().samples.push_back({.run = 1,
                                              .repeat = 1,
                                              .t_s = 100.0 + line * 1.000'1,
                                              .dt_s = 1.0,
                                              .phase = record::Phase::Measured,
                                              .metrics = {{"images_per_second", line * 0.37}}});
    }
    auto library = open_library(path);
    library.reset();
    const auto empty = std::filesystem::file_size(path);
    library = open_library(path);

    const double adding = seconds_of([&] { ASSERT_TRUE(library->add(study, "memory")); });
    library.reset();

    const double bytes = static_cast<double>(std::filesystem::file_size(path) - empty) / kSamples;
    report("bytes_per_sample", bytes, "bytes");
    report("samples_per_second_added", kSamples / adding, "1/s");
    EXPECT_LE(bytes, 20.0);
}

// What a real record has: many metrics a line, parsed from JSON.
TEST(Scale, RecordOfManyMetricsIsIngested) {
    const TemporaryDirectory folder;
    const std::string path = folder.file("library.sqlite");
    constexpr std::size_t kLines = 3600;  // an hour
    constexpr int kMetrics = 30;
    auto lines = long_lines(kLines);
    for (std::size_t i = 2; i < 2 + kLines; ++i) {
        auto& sample = std::get<record::Sample>(lines[i]);
        sample.dt_s = 1.0 + 1e-6 * static_cast<double>(i % 97);
        for (int m = 0; m < kMetrics - 1; ++m) {
            sample.metrics["network_receive_bytes_per_second{interface=eth" + std::to_string(m) +
                           "}"] = static_cast<double>(i) * 1.37 + m;
        }
        sample.metrics.erase("epoch");
    }
    auto library = open_library(path);
    library.reset();
    const auto empty = std::filesystem::file_size(path);
    write_text(folder.file("hour.tlrun"), record_of(lines));
    library = open_library(path);

    const double ingesting =
        seconds_of([&] { ASSERT_TRUE(library->ingest(folder.file("hour.tlrun"))); });
    library.reset();

    const double values = static_cast<double>(kLines) * kMetrics;
    const double grown = static_cast<double>(std::filesystem::file_size(path) - empty);
    report("ingested_values_per_second", values / ingesting, "1/s");
    report("ingested_lines_per_second", kLines / ingesting, "1/s");
    report("bytes_per_value", grown / values, "bytes");
    EXPECT_LE(grown / values, 20.0);
}

}  // namespace
}  // namespace throughline::store
