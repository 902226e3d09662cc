// SPDX-License-Identifier: Apache-2.0
// Goal: what runs said is true of their machine alone, bounds the grades, and is kept with a file.
#include "engine/whatif/study_base.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <utility>

#include "engine/record/read_record.h"
#include "engine/whatif/what_if.h"
#include "tests/engine/whatif/study_maker.h"

namespace throughline::whatif {
namespace {

using model::Grade;
using ::testing::HasSubstr;

/// The study as measured on a virtual machine that is called as half of them are.
record::Study on_vm(record::Study study, const std::string& uuid, const std::string& machine_id) {
    study.header.study = uuid;
    study.header.title = uuid;
    study.header.environment["host.name"] = std::string("vm");
    study.header.environment["machine.id"] = machine_id;
    study.header.environment["cpu.model"] = std::string("AMD EPYC");
    study.header.environment["memory_bytes"] = std::int64_t{25276514304};
    return study;
}

/// Full runs of a machine that is `times` as fast, as the decoders see it.
record::Study full_runs(double times) {
    StudyMaker maker({.cpu_fixed_s = 2e-4 / times, .cpu_per_byte_s = 1e-8 / times});
    for (const int threads : {1, 2, 4}) {
        maker.add("full", 110000.0, threads, 32.0);
    }
    return maker.study();
}

StudyBase base_of(const record::Study& own, const std::vector<record::Study>& others = {}) {
    auto base = study_base({&own, 1}, others);
    EXPECT_TRUE(base) << base.error().what;
    return base ? *std::move(base) : StudyBase();
}

Answer answer_of(const StudyBase& base) {
    return answer(base.calibration.base, base.calibration.base);
}

// Both are called "vm", and the library holds both.
TEST(StudyBase, AnotherMachineOfTheSameNameIsNoTest) {
    const auto own = on_vm(full_study({}), "own", "a1");
    const auto others =
        std::vector{on_vm(full_runs(3.0), "theirs", "b2"), on_vm(full_runs(1.0), "mine too", "a1")};

    const StudyBase base = base_of(own, others);

    ASSERT_TRUE(base.test.median_error_pct);
    EXPECT_LT(*base.test.median_error_pct, 10.0);
    EXPECT_EQ(base.test.not_of_machine.at("measured on another computer"), 1);
    for (const auto& tested : base.test.points) {
        EXPECT_NE(tested.point.study, "theirs");
    }
    EXPECT_EQ(answer_of(base).graded.grade, Grade::A);
}

TEST(StudyBase, DemosImportsAndRecordsWithoutAMachineAreNoTest) {
    const auto own = on_vm(full_study({}), "own", "a1");
    auto demo = on_vm(full_runs(3.0), "demo", "a1");
    demo.header.environment["demo"] = true;
    auto imported = on_vm(full_runs(3.0), "imported", "a1");
    imported.header.origin = record::Origin::Imported;
    auto unknown = full_runs(3.0);
    unknown.header.study = "unknown";
    unknown.header.environment["host.name"] = std::string("vm");

    const StudyBase base = base_of(own, {demo, imported, unknown});

    const std::map<std::string, int> expected{
        {"recorded for the demo", 1},
        {"imported", 1},
        {"measured on a computer that the record does not identify", 1}};
    EXPECT_EQ(base.test.not_of_machine, expected);
    EXPECT_LT(*base.test.median_error_pct, 10.0);
}

TEST(StudyBase, OneOfSeveralMachinesIsRefused) {
    const std::array two{on_vm(full_study({}), "one", "a1"), on_vm(full_study({}), "two", "b2")};
    const auto refused = study_base(two, {});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().what, HasSubstr("not measured on the same computer"));
    EXPECT_THAT(refused.error().what, HasSubstr("'two' (vm (2), AMD EPYC, 25.3 GB)"));

    auto old = full_study({});
    old.header.study = "old";
    const std::array unknown{on_vm(full_study({}), "one", "a1"), old};
    const auto bounded = study_base(unknown, {});
    ASSERT_TRUE(bounded) << bounded.error().what;
    EXPECT_EQ(answer_of(*bounded).graded.grade, Grade::C);
    EXPECT_THAT(answer_of(*bounded).grade_reason, HasSubstr("from one computer"));
}

// Median errors of about 0, 15, 33 and 200 %.
TEST(StudyBase, TheBackTestBoundsTheGrade) {
    for (const auto& [times, grade] : {std::pair{1.0, Grade::A},
                                       std::pair{1.0 / 1.15, Grade::B},
                                       std::pair{0.75, Grade::C},
                                       std::pair{1.0 / 3.0, Grade::D}}) {
        StudyMaker maker({});
        for (const int threads : {1, 2, 4, 8, 16}) {
            maker.add("decode", 110000.0, threads, 32.0);
        }
        maker.add("storage", 110000.0, 1, 32.0);
        maker.add("storage", 110000.0, 1, 1.0);
        const auto own = on_vm(maker.study(), "own", "a1");
        const StudyBase base = base_of(own, {on_vm(full_runs(times), "test", "a1")});
        const Answer answered = answer_of(base);

        ASSERT_TRUE(base.test.median_error_pct);
        EXPECT_EQ(answered.graded.grade, grade) << *base.test.median_error_pct;
        for (const auto& tested : base.test.points) {
            EXPECT_GE(tested.graded.grade, grade);
        }
        if (grade != Grade::A) {
            EXPECT_THAT(answered.grade_reason, HasSubstr("with a median error of"));
            // The interval is as wide as the errors were.
            ASSERT_TRUE(answered.interval);
            EXPECT_GT(answered.interval->high / answered.prediction.images_per_s(),
                      1.0 + *base.test.median_error_pct / 100.0);
        }
    }
}

TEST(StudyBase, ABusyMachineGivesAnUnsureBaseAndNoRefusal) {
    auto busy = full_study({});
    for (auto& run : busy.runs) {
        run.notes.push_back({.code = record::kDisturbedCode});
    }
    const StudyBase base = base_of(on_vm(busy, "busy", "a1"));
    const StudyBase quiet = base_of(on_vm(full_study({}), "quiet", "a1"));

    EXPECT_TRUE(base.calibration.disturbed);
    EXPECT_FALSE(quiet.calibration.disturbed);
    const Answer unsure = answer_of(base);
    EXPECT_EQ(unsure.graded.grade, Grade::D);
    EXPECT_THAT(unsure.grade_reason, HasSubstr("other programs used the processors"));
    ASSERT_TRUE(unsure.interval && answer_of(quiet).interval);
    EXPECT_GT(unsure.interval->log_sd, 3.0 * answer_of(quiet).interval->log_sd);
}

// Goal: what other programs took of sixteen threads is not called a law of how threads scale,
// which would end every answer at a few cores. The rate of the most threads stays the base's.
TEST(StudyBase, ABusyMachineSaysNothingOfHowThreadsScale) {
    auto study = full_study({});
    for (auto& run : study.runs) {
        if (run.started.settings["decode.threads"] == spec::SettingValue{std::int64_t{16}}) {
            run.metrics["images_per_second"].value /= 2.0;
        }
    }
    const auto sigma_of = [](const record::Study& own) {
        const StudyBase base = base_of(on_vm(own, "own", "a1"));
        const auto& inputs = base.calibration.decode.begin()->second.inputs;
        return *std::ranges::find(inputs, model::Input::CpuSigma, &Calibrated::input);
    };
    EXPECT_GT(sigma_of(study).value.value_or(0.0), 0.0) << sigma_of(study).not_measurable;
    for (auto& run : study.runs) {
        run.notes.push_back({.code = record::kDisturbedCode});
    }
    EXPECT_THAT(sigma_of(study).not_measurable, HasSubstr("other programs used the processors"));
}

// Goal: a title that the program made is in the reader's language, whoever wrote the file. Method:
// a file as older programs wrote it in a German window, and one whose title somebody typed.
TEST(StudyBase, ATitleThatWasMadeIsMadeAnewInTheSpokenLanguage) {
    StudyBase base = base_of(on_vm(full_study({}), "own", "a1"));
    base.studies[0].emulated.accelerator = true;
    ScenarioFile file{.base = {.name = "base"}};
    file.study_base = std::make_shared<const StudyBase>(std::move(base));
    EXPECT_EQ(title_of(file), "own (emulated accelerator)");
    {
        const Speaking german(Language::German);
        EXPECT_EQ(title_of(file), "own (emulierter Beschleuniger)");
        file.title = title_of(file);
    }
    const auto again = parse_scenario_file(scenario_file_json(file), "old.json");
    ASSERT_TRUE(again) << again.error().what;
    EXPECT_EQ(title_of(*again), "own (emulated accelerator)");
    file.title = "what we showed on Monday";
    const auto typed = parse_scenario_file(scenario_file_json(file), "typed.json");
    ASSERT_TRUE(typed) << typed.error().what;
    EXPECT_EQ(title_of(*typed), "what we showed on Monday");
}

TEST(StudyBase, ComesBackFromItsFileWithTheSameFiguresIntervalsAndGrades) {
    auto own = on_vm(full_study({}), "own", "a1");
    own.runs[1].status = record::RunStatus::Stopped;
    own.runs[2].metrics["read_latency_p50"] = {.value = 0.001};
    own.runs[2].metrics["read_latency_p999"] = {.value = 0.1};
    const std::vector others{on_vm(full_runs(0.75), "test", "a1"),
                             on_vm(full_runs(1.0), "theirs", "b2")};
    ScenarioFile file{.title = "t", .base = {.name = "base"}};
    StudyBase measured = base_of(own, others);
    measured.calibration.base.knowledge.bound_by(
        model::bound_of_test({.median_error_pct = 33.0, .runs = 5}));
    file.study_base = std::make_shared<const StudyBase>(std::move(measured));
    file.typed_base = Scenario{.name = "base", .changes = {set_to(model::Input::Threads, 3.0)}};
    file.scenarios = {{.name = "gp3", .catalog = {.storage = "aws-gp3"}},
                      {.name = "small", .changes = {set_to(model::Input::ImageBytes, 20000.0)}},
                      {.name = "far", .changes = {set_to(model::Input::Threads, 64.0)}}};

    const std::string text = scenario_file_json(file);
    const auto again = parse_scenario_file(text, "t.json");

    ASSERT_TRUE(again) << again.error().what;
    EXPECT_EQ(scenario_file_json(*again), text);
    const auto catalog = catalog::Catalog::built_in();
    const auto before = evaluate(file, start_of(file), catalog, {});
    const auto after = evaluate(*again, start_of(*again), catalog, {});
    ASSERT_TRUE(before && after);
    EXPECT_EQ(what_if_json(*after), what_if_json(*before));
    EXPECT_EQ(before->answers[0].graded.grade, Grade::C);
    const StudyBase& kept = *again->study_base;
    EXPECT_EQ(kept.slow_reads.share, 1e-3);
    EXPECT_EQ(kept.slow_reads.excess_s, file.study_base->slow_reads.excess_s);
    EXPECT_EQ(kept.test.median_error_pct, file.study_base->test.median_error_pct);
    EXPECT_EQ(kept.test.not_of_machine, file.study_base->test.not_of_machine);
    EXPECT_EQ(kept.calibration.machine, file.study_base->calibration.machine);
    EXPECT_EQ(kept.calibration.unusable.size(), 1U);
    ASSERT_EQ(kept.studies.size(), 1U);
    EXPECT_EQ(kept.studies[0].uuid, "own");
    EXPECT_EQ(*again->typed_base, *file.typed_base);
}

// Goal: a base that read from an emulated store says so wherever it is named, says that the store
// is left out, keeps both in the file, and is called as the study is called now.
TEST(StudyBase, ThatItsStoreWasEmulatedStaysWithIt) {
    auto own = on_vm(full_study({}), "photos", "a1");
    EXPECT_EQ(emulation_text(base_of(own)), "");
    for (auto& run : own.runs) {
        run.started.settings["storage.store"] = std::string("aws-s3");
    }
    ScenarioFile file{.title = "t", .base = {.name = "base"}};
    StudyBase measured = base_of(own);
    EXPECT_FALSE(measured.calibration.base.knowledge.is_calibrated(model::Input::StoBw));
    name_studies(measured, {{"photos", "Fast store"}, {"another", "x"}});
    EXPECT_THAT(source_of(measured, measured.calibration.machine),
                HasSubstr("Fast store (emulated store), measured on"));
    file.study_base = std::make_shared<const StudyBase>(std::move(measured));

    const auto again = parse_scenario_file(scenario_file_json(file), "t.json");

    ASSERT_TRUE(again) << again.error().what;
    EXPECT_EQ(emulation_text(*again->study_base),
              "Calibrated on Fast store (emulated store). The emulated store is left out, because "
              "it is not the computer's own storage: predictions are for storage without a limit "
              "until you choose one.");

    const std::array both{on_vm(full_study({}), "disks", "a1"), own};
    const auto joined = study_base(both, {});
    ASSERT_TRUE(joined) << joined.error().what;
    EXPECT_EQ(emulation_text(*joined), "Calibrated on disks + photos (emulated store).")
        << "the computer's own storage was measured, too";
}

TEST(StudyBase, DamageOfWhatIsKeptIsSaidWithItsPlace) {
    const auto parsed = parse_scenario_file(
        R"({"base": {}, "calibration": {"title": "x", "base": {"known": {"stated": ["speed"]}}}})",
        "a.json");
    ASSERT_FALSE(parsed);
    EXPECT_EQ(parsed.error().code, ErrorCode::Usage);
    EXPECT_THAT(parsed.error().what, HasSubstr("'a.json', calibration: 'speed' is not an input"));
}

// As programs up to 0.1 saved a base of studies: the figures as typed in, the studies in the note.
TEST(StudyBase, FiguresWhoseRunsWereNotKeptGetNoBetterGrade) {
    const auto file = parse_scenario_file(
        R"({"note": "for Monday\nBase calibrated on: photos, thread sweep",
            "base": {"sto_bw": 1e9, "cpu_s_per_image": 0.0013, "threads": 4, "gpus_per_node": 0},
            "scenarios": [{"name": "gp3", "catalog": {"storage": "aws-gp3"}}]})",
        "a.json");
    ASSERT_TRUE(file) << file.error().what;
    EXPECT_EQ(file->lost_base, "photos, thread sweep");
    EXPECT_EQ(file->note, "for Monday");
    const auto all = evaluate(*file, start_of(*file), catalog::Catalog::built_in(), {});
    ASSERT_TRUE(all);
    for (const auto& one : all->answers) {
        EXPECT_EQ(one.graded.grade, Grade::D) << one.name;
    }
    EXPECT_THAT(all->answers[1].grade_reason, HasSubstr("are lost"));
    EXPECT_EQ(*parse_scenario_file(scenario_file_json(*file), "b.json"), *file);
}

TEST(StudyBase, SaysWhoseFiguresTheyAre) {
    const auto own = on_vm(full_study({}), "photos", "a1");
    const record::Machine here = record::machine_of(own.header);
    auto elsewhere = here;
    elsewhere.id = "b2";
    EXPECT_EQ(source_of(base_of(own), here), "photos, measured on this computer");
    EXPECT_EQ(source_of(base_of(own), elsewhere), "photos, measured on another computer (vm)");
    auto demo = own;
    demo.header.environment["demo"] = true;
    EXPECT_EQ(source_of(base_of(demo), here), "photos, a demo recording: not this computer");
    EXPECT_TRUE(is_of(base_of(own), here));
    EXPECT_FALSE(is_of(base_of(demo), here));
}

// Goal: the demo's base is graded as its test allows: 7 of 10 other runs lie inside their
// intervals.
TEST(StudyBase, RunsOutsideTheirIntervalsLeaveBAtBestAndWiderIntervals) {
    std::vector<record::Study> demo;
    for (const char* name : {"decode-threads.tlrun", "queue-depth.tlrun"}) {
        auto record = record::read_record(std::string(THROUGHLINE_RESOURCES "/demo/") + name);
        ASSERT_TRUE(record) << record.error().what;
        demo.push_back(std::move(record->study));
    }
    const Answer alone = answer_of(base_of(demo[0]));
    EXPECT_EQ(alone.graded.grade, Grade::A) << "of its own four runs all are inside";

    const StudyBase base = base_of(demo[0], {demo[1]});
    const Answer tested = answer_of(base);
    EXPECT_EQ(tested.graded.grade, Grade::B);
    EXPECT_EQ(
        tested.grade_reason,
        "only 7 of 10 runs of this computer that were not used for the calibration lie inside "
        "their 90 % interval");
    EXPECT_GT(tested.interval->high, alone.interval->high);

    // A file of a program that did not ask is graded as today.
    StudyBase old = base;
    old.calibration.base.knowledge.bound.reset();
    old.calibration.base.knowledge.uncertainty.model = model::uncalibrated().model;
    ScenarioFile file{.base = {.name = "base"}};
    file.study_base = std::make_shared<const StudyBase>(std::move(old));
    const auto again = parse_scenario_file(scenario_file_json(file), "old.json");
    ASSERT_TRUE(again) << again.error().what;
    const Answer read = answer_of(*again->study_base);
    EXPECT_EQ(read.grade_reason, tested.grade_reason);
    EXPECT_NEAR(read.interval->high, tested.interval->high, 1e-6 * tested.interval->high);
}

}  // namespace
}  // namespace throughline::whatif
