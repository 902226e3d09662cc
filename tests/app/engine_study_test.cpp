// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "engine/base/uuid.h"
#include "engine/panels/panels.h"
#include "engine/record/record_writer.h"
#include "tests/app/engine_process.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::tests {
namespace {

using testing::HasSubstr;

/// A record of st1 by read order in which random order is this fast.
void write_shuffle_record(const std::string& path, double random_images) {
    auto writer = record::RecordWriter::open({.path = path, .overwrite = true});
    ASSERT_TRUE(writer) << writer.error().what;
    const spec::StudySpec study =
        panels::spec_of(*panels::find_experiment("shuffle"), "/data", true);
    (*writer)->write(record::Header{.study = make_uuid(),
                                    .title = "st1",
                                    .started_at = "2026-11-27T02:00:00Z",
                                    .spec_json = spec::spec_to_json(study)});
    int run = 0;
    for (const spec::Settings& point : spec::expand(study)) {
        const bool streamed = spec::text_of(point, "dataset.access") == "sequential";
        const double images = streamed ? 4700.0 : random_images;
        ++run;
        (*writer)->write(
            record::RunStarted{.run = run, .settings = point, .at = "2026-11-27T02:00:01Z"});
        (*writer)->write(record::RunEnded{
            .run = run,
            .metrics = {{"images_per_second",
                         {.value = images, .low = images - 3.0, .high = images + 3.0, .n = 3}}}});
    }
    ASSERT_TRUE((*writer)->close(run));
}

TEST(EngineStudy, ListsEveryPanelWithItsExperimentOrWhyThereIsNone) {
    const auto json = run_engine({"study", "--list", "--json"}).json();
    std::set<std::string> experiments;
    std::size_t measured = 0;
    for (const auto& panel : json.at("panels")) {
        const bool is_measured = panel.at("measured_here").get<bool>();
        EXPECT_NE(is_measured, panel.at("not_measured").is_string()) << panel;
        EXPECT_EQ(is_measured, panel.at("rule").is_string()) << panel;
        if (is_measured) {
            ++measured;
            experiments.insert(panel.at("experiment").get<std::string>());
            EXPECT_GT(panel.at("quick_seconds").get<double>(), 0.0) << panel;
        }
    }
    EXPECT_EQ(json.at("panels").size(), panels::all_panels().size());
    EXPECT_EQ(experiments.size(), panels::all_experiments().size());
    EXPECT_GE(measured, 20U);

    const std::string text = run_engine({"study", "--list"}).out;
    EXPECT_THAT(text, HasSubstr("volumes-resnet152"));
    EXPECT_THAT(text, HasSubstr("about GPUs, which cannot be replaced"));
}

TEST(EngineStudy, SaysOfARecordWhetherTheFindingHolds) {
    const fixtures::TemporaryFolder folder;
    const std::string path = folder.path() + "/st1.tlrun";
    write_shuffle_record(path, 498.0);

    const Outcome holds = run_engine({"study", "--check", path});
    EXPECT_EQ(holds.exit_code, 0) << holds.err;
    EXPECT_THAT(holds.out, HasSubstr("The shuffle makes st1 slow: yes."));
    EXPECT_THAT(holds.out, HasSubstr("It holds where random order"));
    EXPECT_THAT(holds.out, HasSubstr("The volume is emulated."));
    const auto json = run_engine({"study", "--check", path, "--json"}).json();
    EXPECT_EQ(json.at("experiment"), "shuffle");
    ASSERT_EQ(json.at("findings").size(), 1U);
    EXPECT_EQ(json.at("findings")[0].at("panel"), "shuffle");
    EXPECT_EQ(json.at("findings")[0].at("holds"), "yes");
    EXPECT_EQ(json.at("findings")[0].at("grade"), "measured");

    write_shuffle_record(path, 4600.0);
    EXPECT_THAT(run_engine({"study", "--check", path}).out, HasSubstr("st1 slow: no."));
    const Outcome other = run_engine({"study", "volumes", "--check", path});
    EXPECT_THAT(other.out, HasSubstr("unknown. The record does not have"));
}

TEST(EngineStudy, RefusesWhatIsNotMeasuredHereWithTheReason) {
    const Outcome gpus = run_engine({"study", "synthetic-xla", "--quick"});
    EXPECT_EQ(gpus.exit_code, 2);
    EXPECT_THAT(gpus.err, HasSubstr("about GPUs"));
    const Outcome none = run_engine({"study", "poem"});
    EXPECT_EQ(none.exit_code, 2);
    EXPECT_THAT(none.err, HasSubstr("no such panel"));
    EXPECT_NE(run_engine({"study", "--check", "/nowhere.tlrun"}).exit_code, 0);
}

}  // namespace
}  // namespace throughline::tests
