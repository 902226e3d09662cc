// SPDX-License-Identifier: Apache-2.0
// `rerun` measures what a report tells of again: a real data set, a real record in a real report.
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "engine/base/file_descriptor.h"
#include "engine/record/read_record.h"
#include "engine/report/html.h"
#include "tests/app/small_run.h"
#include "tests/engine/report/report_fixtures.h"

namespace throughline {
namespace {

using tests::Outcome;
using tests::run_engine;

class RerunCommand : public tests::SmallRun {
protected:
    /// A report on the record of a run that was just measured, after `edit`.
    void make_report(const std::function<void(record::Study&)>& edit, bool is_private = false) {
        const Outcome measured = run_engine(run_into_record({"--set", "repeats=2", "--overwrite"}));
        ASSERT_EQ(measured.exit_code, 0) << measured.err;
        auto read = record::read_record(record_);
        ASSERT_TRUE(read) << read.error().what;
        edit(read->study);
        const std::vector<record::Study> studies{std::move(read->study)};
        report::Definition definition = report::definition_of("disk", studies);
        definition.is_private = is_private;
        const report::MadeOfFixtures made = report::made_of(definition, studies);
        ASSERT_TRUE(write_file_atomically(report_,
                                          report::html_of(made.content, made.drawings, made.seal)));
    }
    /// The rate of the report, and half the width of its interval.
    static std::function<void(record::Study&)> with_rate(double times, double width) {
        return [times, width](record::Study& study) {
            for (record::RunData& run : study.runs) {
                record::Summary& rate = run.metrics.at("images_per_second");
                rate.value *= times;
                rate.low = rate.value * (1.0 - width);
                rate.high = rate.value * (1.0 + width);
            }
        };
    }

    std::string report_ = place_.file("report.html");
    std::string again_ = place_.file("again.tlrun");
};

TEST_F(RerunCommand, SaysWhetherItIsTheSameWithTheInterval) {
    make_report(with_rate(1.0, 20.0));
    const Outcome same = run_engine({"rerun", report_, "-o", again_, "--json"});
    EXPECT_EQ(same.exit_code, 0) << same.err << same.out;
    const nlohmann::json said = same.json();
    EXPECT_EQ(said["result"], "same") << same.out;
    EXPECT_LT(said["low"].get<double>(), 0.0);
    EXPECT_GT(said["high"].get<double>(), 0.0);
    const auto record = record::read_record(again_);
    ASSERT_TRUE(record);
    EXPECT_NEAR(record->study.runs.at(0).metrics.at("images_per_second").value,
                said["measured"].get<double>(),
                1e-6);

    make_report(with_rate(1000.0, 0.01));
    const Outcome different = run_engine({"rerun", report_});
    EXPECT_EQ(different.exit_code, 1) << different.err;
    EXPECT_NE(different.out.find("\ndifferent: \u2212"), std::string::npos) << different.out;
    EXPECT_NE(different.out.find("95 % interval"), std::string::npos) << different.out;
}

TEST_F(RerunCommand, WhatWasNotRepeatedCannotBeTold) {
    make_report([](record::Study& study) {
        for (record::RunData& run : study.runs) {
            run.metrics.at("images_per_second").low.reset();
            run.metrics.at("images_per_second").high.reset();
        }
    });
    const Outcome outcome = run_engine({"rerun", report_});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.out.find("cannot be told: not repeated"), std::string::npos) << outcome.out;
}

TEST_F(RerunCommand, RefusesWhatCannotBeMeasuredHereAndSaysWhy) {
    make_report([](record::Study& study) { study.header.origin = record::Origin::Imported; });
    const Outcome imported = run_engine({"rerun", report_});
    EXPECT_EQ(imported.exit_code, 1);
    EXPECT_NE(imported.err.find("none of its records was measured"), std::string::npos)
        << imported.err;

    make_report([](record::Study&) {}, true);
    const Outcome cut = run_engine({"rerun", report_});
    EXPECT_EQ(cut.exit_code, 2);
    EXPECT_NE(cut.err.find("without names and paths"), std::string::npos) << cut.err;

    make_report([](record::Study&) {});
    const std::string moved = place_.file("moved");
    std::filesystem::copy(images_.path(), moved);
    for (const auto& file : std::filesystem::directory_iterator(images_.path())) {
        std::filesystem::remove_all(file);
    }
    std::filesystem::remove(images_.path());
    const Outcome gone = run_engine({"rerun", report_});
    EXPECT_EQ(gone.exit_code, 1);
    EXPECT_NE(gone.err.find("'" + images_.path() + "' is not here"), std::string::npos) << gone.err;
    EXPECT_NE(gone.err.find("--dataset"), std::string::npos);
    const Outcome given = run_engine({"rerun", report_, "--dataset", moved, "--json"});
    EXPECT_TRUE(given.json().contains("measured")) << given.err << given.out;
    std::filesystem::create_directory(images_.path());

    EXPECT_EQ(run_engine({"rerun", record_}).exit_code, 4);
    auto page = read_whole_file(report_);
    ASSERT_TRUE(page);
    page->replace(page->find("</data>") - 1, 1, "9");
    ASSERT_TRUE(write_file_atomically(report_, *page));
    const Outcome forged = run_engine({"rerun", report_});
    EXPECT_EQ(forged.exit_code, 1);
    EXPECT_NE(forged.err.find("nothing was measured"), std::string::npos) << forged.err;
}

}  // namespace
}  // namespace throughline
