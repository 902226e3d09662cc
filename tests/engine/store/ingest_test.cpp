// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/record/read_record.h"
#include "engine/record/record_lines.h"
#include "engine/record/record_writer.h"
#include "engine/record/touched.h"
#include "engine/store/library.h"
#include "tests/engine/store/study_fixture.h"

namespace throughline::store {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Ingest : public ::testing::Test {
protected:
    IngestReport ingest(const std::string& text) {
        return ingest_text(*library_, folder_.file("study.tlrun"), text);
    }
    record::Study stored(std::int64_t study_id) {
        auto study = library_->load(study_id);
        EXPECT_TRUE(study) << (study ? "" : describe(study.error()));
        return study ? *std::move(study) : record::Study{};
    }
    std::vector<RunRow> runs(std::int64_t study_id) {
        auto rows = library_->runs(study_id);
        EXPECT_TRUE(rows) << (rows ? "" : describe(rows.error()));
        return rows ? *std::move(rows) : std::vector<RunRow>{};
    }

    const TemporaryDirectory folder_;
    const std::string path_ = folder_.file("library.sqlite");
    std::unique_ptr<Library> library_ = open_library(path_);
};

TEST_F(Ingest, StudyIsListedWithWhatAListShows) {
    const auto lines = example_lines();

    const auto report = ingest(record_of(lines));
    const auto studies = library_->studies();

    ASSERT_TRUE(studies);
    ASSERT_EQ(studies->size(), 1U);
    const StudyRow& row = studies->front();
    EXPECT_EQ(report.uuid, kExampleUuid);
    EXPECT_EQ(report.lines_new, static_cast<std::int64_t>(lines.size()));
    EXPECT_FALSE(report.damage);
    EXPECT_EQ(row.id, report.study_id);
    EXPECT_EQ(row.title, "Lesen über zwei Platten");
    EXPECT_EQ(row.host, "bench-01");
    EXPECT_EQ(row.started_at, "2026-11-21T10:00:00.000Z");
    EXPECT_FALSE(row.interrupted);
    EXPECT_EQ(row.run_count, 4);
    EXPECT_EQ(row.runs_done, 4);
    EXPECT_EQ(row.best_images_per_second, 900.0);  // of the full runs, not storage's 1600
    EXPECT_EQ(row.verdict, "Decode limits this machine.");
    EXPECT_EQ(row.grade, record::Grade::Measured);
    EXPECT_EQ(row.source_path, folder_.file("study.tlrun"));
}

// Goal: a list never shows as a result what failed or was changed while it was measured.
TEST_F(Ingest, ListShowsTheBestOfResultsAlone) {
    auto lines = example_lines();
    const auto change = [&](int number, auto&& with) {
        for (std::size_t i = 0; i < lines.size(); ++i) {
            auto* ended = std::get_if<record::RunEnded>(&lines[i]);
            if (ended != nullptr && ended->run == number) {
                with(*ended, i);
                return;
            }
        }
    };
    change(4,
           [](record::RunEnded& ended, std::size_t) { ended.status = record::RunStatus::Failed; });
    const auto row = *library_->study(ingest(record_of(lines)).study_id);
    EXPECT_EQ(row.best_images_per_second, 480.0);
    EXPECT_EQ(row.best_stages, "full");
    EXPECT_EQ(row.runs_done, 3);

    change(3, [&](record::RunEnded&, std::size_t at) {
        lines.insert(
            lines.begin() + static_cast<std::ptrdiff_t>(at),
            record::Note{.run = 3, .code = record::kTouchedCode, .level = record::Level::Warning});
    });
    std::get<record::Header>(lines.front()).study += "-touched";
    const auto touched = *library_->study(ingest(record_of(lines)).study_id);
    EXPECT_EQ(touched.best_images_per_second, 1600.0);
    EXPECT_EQ(touched.best_stages, "storage");
    EXPECT_EQ(touched.runs_done, 2);
}

TEST_F(Ingest, RunKeepsSettingsFiguresAndWhatIsAbsent) {
    const auto report = ingest(record_of(example_lines()));

    const RunRow run = runs(report.study_id).at(3);

    spec::Settings settings = spec::default_settings();
    settings["stages"] = std::string("full");
    settings["decode.threads"] = std::int64_t{2};
    EXPECT_EQ(run.number, 4);
    EXPECT_EQ(run.status, record::RunStatus::Done);
    EXPECT_EQ(run.settings, settings);
    const record::Summary& rate = run.metrics.at("images_per_second");
    EXPECT_EQ(rate.value, 900.0);
    EXPECT_EQ(rate.low, 896.0);
    EXPECT_EQ(rate.high, 904.0);
    EXPECT_EQ(rate.n, 2);
    EXPECT_EQ(run.metrics.at("cpu_utilisation").low, std::nullopt);
    EXPECT_EQ(run.absent.at("gpu_utilisation{gpu=0}"), "no GPU was found");
}

TEST_F(Ingest, WhatOnlyTheWholeStudyKnowsIsAnOrdinaryFigure) {
    const auto report = ingest(record_of(example_lines()));

    const RunRow full = runs(report.study_id).at(2);

    EXPECT_EQ(full.metrics.at("ceiling_images_per_second{stage=storage}").value, 1600.0);
    EXPECT_EQ(full.metrics.at("ceiling_images_per_second{stage=decode}").value, 500.0);
    EXPECT_DOUBLE_EQ(full.metrics.at("fed_share").value, 96.0);
    EXPECT_EQ(stored(report.study_id).runs.at(2).metrics.count("fed_share"), 0U);  // not recorded
}

TEST_F(Ingest, SecondTimeChangesNothing) {
    const std::string text = record_of(example_lines());
    const auto first = ingest(text);
    const std::string before = fingerprint(stored(first.study_id));

    const auto second = ingest(text);

    EXPECT_EQ(second.lines_new, 0);
    EXPECT_EQ(second.study_id, first.study_id);
    EXPECT_EQ(fingerprint(stored(first.study_id)), before);
    EXPECT_EQ(library_->studies()->size(), 1U);
}

// Goal: whatever a crash leaves of a record is in the library. Method: each prefix of the lines
// into a library of its own, compared with what the record reader makes of it.
TEST_F(Ingest, RecordTruncatedAtEveryLineKeepsWhatPrecedes) {
    const auto lines = example_lines();
    for (std::size_t count = 1; count <= lines.size(); ++count) {
        const std::string uuid = std::string(kExampleUuid) + "-" + std::to_string(count);
        const std::string text = record_of(example_lines(uuid), count) + R"({"type":"samp)";

        const auto report = ingest(text);

        const auto expected = record::read_record(folder_.file("study.tlrun"));
        ASSERT_TRUE(expected);
        EXPECT_EQ(fingerprint(stored(report.study_id)), fingerprint(expected->study)) << count;
        EXPECT_EQ(library_->study(report.study_id)->interrupted, count < lines.size()) << count;
    }
}

// Goal: a study that was stopped and then finished is one study with each run once, also where its
// record, made again from the library, is shorter than the first one was.
TEST_F(Ingest, TakenUpStudyTakesThePlaceOfWhatWasCutOff) {
    auto stopped = example_lines();
    for (record::Line& line : stopped) {
        auto* ended = std::get_if<record::RunEnded>(&line);
        if (ended != nullptr && ended->run == 4) {
            ended->status = record::RunStatus::Stopped;
        }
    }
    const auto first = ingest(record_of(stopped));
    ASSERT_EQ(record::missing_runs(stored(first.study_id)), (std::vector<int>{4}));

    std::vector<record::Line> finished;
    for (const record::Line& line : stopped) {
        const auto* started = std::get_if<record::RunStarted>(&line);
        if (started != nullptr && started->run == 4) {
            break;
        }
        finished.push_back(line);
    }
    const auto add = [&](const record::Line& line) { finished.push_back(line); };
    add(record::Note{.code = record::kTakenUpCode});
    const std::size_t reopened = finished.size();
    add(record::RunStarted{.run = 4, .settings = spec::default_settings(), .at = "2026-11-22"});
    add(record::sample_of(4, 1.0, {{"images_per_second", 950.0}}));
    add(record::RunEnded{.run = 4, .metrics = {{"images_per_second", {.value = 950.0}}}});
    add(record::Verdict{.sentence = "Finished."});
    add(record::Footer{.runs_done = 4});
    ASSERT_LT(finished.size(), stopped.size());

    const auto opened = ingest(record_of(finished, reopened));
    EXPECT_EQ(opened.study_id, first.study_id);
    EXPECT_TRUE(library_->study(first.study_id)->interrupted) << "its end is not there yet";
    EXPECT_EQ(library_->study(first.study_id)->verdict, "");

    EXPECT_GT(ingest(record_of(finished)).lines_new, 0);
    const record::Study study = stored(first.study_id);
    ASSERT_EQ(study.runs.size(), 4U);
    EXPECT_EQ(study.runs[3].samples.size(), 1U);
    EXPECT_TRUE(study.runs[3].notes.empty());
    EXPECT_EQ(study.runs[2].samples.size(), 10U);
    EXPECT_EQ(record::status_of(study), record::RunStatus::Done);
    const auto row = *library_->study(first.study_id);
    EXPECT_EQ(row.verdict, "Finished.");
    EXPECT_EQ(row.runs_done, 4);
    EXPECT_EQ(row.best_images_per_second, 950.0);

    const std::string before = fingerprint(study);
    EXPECT_EQ(ingest(record_of(stopped)).lines_new, 0) << "a copy of before";
    EXPECT_EQ(ingest(record_of(finished)).lines_new, 0);
    EXPECT_EQ(fingerprint(stored(first.study_id)), before);
    EXPECT_EQ(library_->studies()->size(), 1U);
    EXPECT_EQ(integrity_of(path_), "ok");
}

TEST_F(Ingest, GrowingRecordGivesTheSameAsTheWholeAtEveryStep) {
    const auto lines = example_lines();
    std::int64_t study_id = 0;
    std::vector<std::int64_t> first_ids;
    for (std::size_t count = 1; count <= lines.size(); ++count) {
        const auto report = ingest(record_of(lines, count));
        const auto expected = record::read_record(folder_.file("study.tlrun"));

        EXPECT_EQ(report.lines_new, 1) << count;
        EXPECT_TRUE(study_id == 0 || study_id == report.study_id) << count;
        study_id = report.study_id;
        ASSERT_TRUE(expected);
        EXPECT_EQ(fingerprint(stored(study_id)), fingerprint(expected->study)) << count;
        if (!runs(study_id).empty()) {
            first_ids.push_back(runs(study_id).front().id);
        }
    }
    EXPECT_THAT(first_ids, ::testing::Each(first_ids.front()));  // the window holds run ids
    EXPECT_EQ(integrity_of(path_), "ok");
}

TEST_F(Ingest, OlderShorterCopyChangesNothing) {
    const auto lines = example_lines();
    const auto whole = ingest(record_of(lines));
    const std::string before = fingerprint(stored(whole.study_id));

    const auto older = ingest(record_of(lines, lines.size() / 2));

    EXPECT_EQ(older.lines_new, 0);
    EXPECT_EQ(fingerprint(stored(whole.study_id)), before);
    EXPECT_FALSE(library_->study(whole.study_id)->interrupted);
}

TEST_F(Ingest, InterruptedRunGetsItsEndAndFiguresLater) {
    const auto lines = example_lines();
    const auto begun = ingest(record_of(lines, 8));  // in the middle of run 1
    const RunRow before = runs(begun.study_id).at(0);

    ingest(record_of(lines));
    const RunRow after = runs(begun.study_id).at(0);

    EXPECT_EQ(before.status, record::RunStatus::Interrupted);
    EXPECT_FALSE(before.metrics.contains("cpu_utilisation"));
    EXPECT_TRUE(before.metrics.contains("images_per_second"));  // from its measured samples
    EXPECT_EQ(after.id, before.id);
    EXPECT_EQ(after.status, record::RunStatus::Done);
    EXPECT_EQ(after.metrics.at("images_per_second").value, 1600.0);
}

TEST_F(Ingest, InterruptedRecordHasNoVerdict) {
    const auto report = ingest(record_of(example_lines(), 20));

    const auto verdict = library_->verdict(report.study_id);

    ASSERT_TRUE(verdict);
    EXPECT_FALSE(*verdict);
    EXPECT_EQ(library_->study(report.study_id)->verdict, "");
    EXPECT_EQ(library_->study(report.study_id)->grade, record::Grade::None);
}

TEST_F(Ingest, GarbageInTheMiddleKeepsWhatPrecedesAndSaysWhere) {
    const auto lines = example_lines();
    const std::string head = record_of(lines, 10);
    const std::string tail = record_of(lines).substr(record_of(lines, 11).size());

    const auto report = ingest(head + "\x01\xFF garbage\n" + tail);

    ASSERT_TRUE(report.damage);
    EXPECT_EQ(report.damage->line, 11U);
    EXPECT_EQ(report.damage->byte_offset, head.size());
    EXPECT_EQ(report.lines_new, 10);
    EXPECT_EQ(stored(report.study_id).lines, 10U);
    EXPECT_TRUE(library_->study(report.study_id)->interrupted);
}

TEST_F(Ingest, MendedRecordAddsWhatTheDamagedOneLacked) {
    const auto lines = example_lines();
    ingest(record_of(lines, 10) + "garbage\n");

    const auto mended = ingest(record_of(lines));

    EXPECT_FALSE(mended.damage);
    EXPECT_EQ(mended.lines_new, static_cast<std::int64_t>(lines.size()) - 10);
    EXPECT_FALSE(library_->study(mended.study_id)->interrupted);
}

TEST_F(Ingest, RecordOfNewerMajorVersionIsRefused) {
    auto lines = example_lines();
    std::get<record::Header>(lines.front()).major = record::kRecordMajor + 1;
    write_text(folder_.file("newer.tlrun"), record_of(lines));

    const auto report = library_->ingest(folder_.file("newer.tlrun"));

    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Version);
    EXPECT_TRUE(library_->studies()->empty());
}

TEST_F(Ingest, FileThatIsNoRecordIsRefusedWithItsName) {
    write_text(folder_.file("holiday.jpg"), "\xFF\xD8\xFF\n");

    const auto report = library_->ingest(folder_.file("holiday.jpg"));
    const auto missing = library_->ingest(folder_.file("missing.tlrun"));

    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Format);
    EXPECT_THAT(report.error().what, HasSubstr("holiday.jpg"));
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::NotFound);
}

// Goal: a measurement that is still being written may be taken in again and again. Method: the
// real writer, which holds its lock; ingested between its lines.
TEST_F(Ingest, RecordStillBeingWrittenIsTakenInAsFarAsItIs) {
    const std::string live = folder_.file("live.tlrun");
    auto writer = record::RecordWriter::open({.path = live, .overwrite = false, .events_fd = -1});
    ASSERT_TRUE(writer);
    auto lines = example_lines();
    lines.pop_back();  // the writer makes the footer
    std::int64_t ingested = 0;

    for (std::size_t i = 0; i < lines.size(); ++i) {
        (*writer)->write(lines[i]);
        if (i % 7 == 0) {
            (*writer)->flush();
            ASSERT_TRUE(record::record_is_locked(live));
            const auto report = library_->ingest(live);
            ASSERT_TRUE(report) << describe(report.error());
            ingested += report->lines_new;
            EXPECT_EQ(ingested, static_cast<std::int64_t>(i) + 1);
            EXPECT_TRUE(library_->study(report->study_id)->interrupted);
        }
    }
    ASSERT_TRUE((*writer)->close(4));
    const auto last = library_->ingest(live);

    ASSERT_TRUE(last);
    EXPECT_FALSE(library_->study(last->study_id)->interrupted);
    EXPECT_EQ(stored(last->study_id).runs.size(), 4U);
}

TEST_F(Ingest, NotesAndHistogramsComeBackAsRecorded) {
    const auto report = ingest(record_of(example_lines()));

    const auto notes = library_->notes(report.study_id);
    const auto histograms = library_->histograms(runs(report.study_id).at(1).id);

    ASSERT_TRUE(notes);
    ASSERT_EQ(notes->size(), 5U);
    EXPECT_EQ(notes->front().code, "host.busy");
    EXPECT_EQ(notes->front().run, std::nullopt);
    EXPECT_EQ(notes->at(2).run, 2);
    EXPECT_EQ(notes->at(2).level, record::Level::Warning);
    EXPECT_EQ(notes->at(2).item, "n%FF01.jpg");
    EXPECT_EQ(notes->at(2).count, 3U);
    EXPECT_EQ(runs(report.study_id).at(1).started_at, "2026-11-21T10:00:01.000Z");
    ASSERT_TRUE(histograms);
    ASSERT_EQ(histograms->size(), 1U);
    EXPECT_EQ(histograms->front().run, 2);
    EXPECT_EQ(histograms->front().metric, "read_latency");
    EXPECT_EQ(histograms->front().scheme, "log-linear-128");
    EXPECT_THAT(histograms->front().counts,
                ElementsAre(std::pair(40U, 7U), std::pair(41U, 7U), std::pair(900U, 1U)));
}

TEST_F(Ingest, StudyInMemoryNeedsAUuid) {
    const auto report = library_->add(record::Study{}, "numbers.csv");

    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Usage);
}

TEST_F(Ingest, StudyWithATimeThatIsNoNumberLeavesNothingBehind) {
    record::Study study;
    study.header.study = kExampleUuid;
    study.runs.emplace_back().started.run = 1;
    study.runs.back().samples.push_back({.run = 1, .t_s = std::nan("")});

    const auto report = library_->add(study, "numbers.csv");

    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Usage);
    EXPECT_TRUE(library_->studies()->empty());
}

}  // namespace
}  // namespace throughline::store
