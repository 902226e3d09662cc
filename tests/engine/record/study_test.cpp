// SPDX-License-Identifier: Apache-2.0
#include "engine/record/study.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>

#include "engine/base/file_descriptor.h"
#include "engine/record/read_record.h"
#include "engine/record/record_json.h"
#include "engine/record/record_lines.h"
#include "engine/record/study_builder.h"
#include "engine/record/touched.h"
#include "tests/engine/record/record_fixture.h"

namespace throughline::record {
namespace {

using ::testing::HasSubstr;

std::vector<Line> small_record() {
    return {small_header(),
            Note{.code = "host.busy", .level = Level::Warning, .text = "load 3.1"},
            RunStarted{.run = 1, .settings = {{"stages", std::string("full")}}},
            sample_of(1, 1.0, {{"images_per_second", 50.0}}),
            sample_of(1, 2.0, {{"images_per_second", 70.0}}),
            HistogramLine{.run = 1, .metric = "read_latency", .scheme = "s", .counts = {{1, 2}}},
            Note{.run = 1, .code = "decode.corrupt", .level = Level::Error, .text = "bad"},
            RunEnded{.run = 1,
                     .status = RunStatus::Done,
                     .metrics = {{"images_per_second", Summary{.value = 60.0}}}},
            Verdict{.sentence = "Fine.", .grade = Grade::Measured},
            Footer{.runs_done = 1, .lines = 9}};
}

std::string text_of_record(const std::vector<Line>& lines) {
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        text += line_to_json(lines[i], i + 1) + "\n";
    }
    return text;
}

void write_text(const std::string& path, std::string_view text) {
    ASSERT_TRUE(write_file_atomically(path, text));
}

TEST(ReadRecord, ReadsAWholeRecord) {
    TemporaryDirectory directory;
    write_text(directory.file("a.tlrun"), text_of_record(small_record()));

    const auto record = read_record(directory.file("a.tlrun"));

    ASSERT_TRUE(record) << record.error().what;
    EXPECT_FALSE(record->damage);
    const Study& study = record->study;
    EXPECT_EQ(study.lines, 10U);
    ASSERT_EQ(study.runs.size(), 1U);
    EXPECT_EQ(study.runs[0].samples.size(), 2U);
    EXPECT_EQ(study.runs[0].histograms.size(), 1U);
    EXPECT_EQ(study.runs[0].notes.size(), 1U);
    EXPECT_EQ(study.runs[0].status, RunStatus::Done);
    EXPECT_EQ(study.notes.size(), 1U);
    EXPECT_EQ(study.verdict->sentence, "Fine.");
    EXPECT_EQ(status_of(study), RunStatus::Done);
}

// Goal: a record cut anywhere gives all complete lines before the cut, and no damage.
TEST(ReadRecord, TruncatedAtEveryByteGivesTheCompleteLinesBefore) {
    TemporaryDirectory directory;
    const std::string path = directory.file("cut.tlrun");
    const std::string whole = text_of_record(small_record());
    const std::size_t header_end = whole.find('\n') + 1;

    for (std::size_t bytes = 0; bytes <= whole.size(); ++bytes) {
        const std::string text = whole.substr(0, bytes);
        const auto complete =
            static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
        auto fd = open_file(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
        ASSERT_TRUE(fd && write_all(fd->get(), text));

        const auto record = read_record(path);

        if (bytes < header_end) {
            ASSERT_FALSE(record) << bytes;
            EXPECT_EQ(record.error().code, ErrorCode::Format);
            continue;
        }
        ASSERT_TRUE(record) << bytes << record.error().what;
        EXPECT_EQ(record->study.lines, complete) << bytes;
        EXPECT_FALSE(record->damage) << bytes;
        EXPECT_EQ(record->study.footer.has_value(), bytes == whole.size());
        if (complete >= 5 && complete < 8) {  // both samples are in, the run's end is not
            EXPECT_EQ(record->study.runs[0].status, RunStatus::Interrupted);
            EXPECT_DOUBLE_EQ(record->study.runs[0].metrics.at("images_per_second").value, 60.0);
        }
    }
}

TEST(ReadRecord, DamageInTheMiddleKeepsWhatPrecedesAndSaysWhere) {
    TemporaryDirectory directory;
    std::string text = text_of_record(small_record());
    std::size_t offset = 0;
    for (int line = 1; line < 5; ++line) {
        offset = text.find('\n', offset) + 1;
    }
    text[offset + 1] = '\0';
    write_text(directory.file("a"), text);

    const auto record = read_record(directory.file("a"));

    ASSERT_TRUE(record) << record.error().what;
    ASSERT_TRUE(record->damage);
    EXPECT_EQ(record->damage->line, 5U);
    EXPECT_EQ(record->damage->byte_offset, offset);
    EXPECT_THAT(record->damage->text, HasSubstr("line 5 at byte " + std::to_string(offset)));
    EXPECT_EQ(record->study.lines, 4U);
    EXPECT_EQ(record->study.runs[0].samples.size(), 1U);
}

TEST(ReadRecord, AMissingLineIsDamage) {
    TemporaryDirectory directory;
    auto text = text_of_record(small_record());
    const std::size_t first_end = text.find('\n') + 1;
    text.erase(first_end, text.find('\n', first_end) + 1 - first_end);
    write_text(directory.file("a"), text);

    const auto record = read_record(directory.file("a"));

    ASSERT_TRUE(record);
    ASSERT_TRUE(record->damage);
    EXPECT_THAT(record->damage->text, HasSubstr("its seq is 3"));
}

TEST(ReadRecord, UnknownLineTypesAreCountedAndSkipped) {
    TemporaryDirectory directory;
    write_text(directory.file("a"),
               line_to_json(small_header(), 1) + "\n" + R"({"type":"novel","seq":2})" + "\n" +
                   line_to_json(RunStarted{.run = 1}, 3) + "\n");

    const auto record = read_record(directory.file("a"));

    ASSERT_TRUE(record);
    EXPECT_FALSE(record->damage);
    EXPECT_EQ(record->study.unknown_lines, 1U);
    EXPECT_EQ(record->study.runs.size(), 1U);
}

TEST(ReadRecord, RefusesWhatIsNoRecord) {
    TemporaryDirectory directory;
    const auto code = [&](const char* text) {
        write_text(directory.file("a"), text);
        const auto record = read_record(directory.file("a"));
        return record ? "accepted" : error_code_name(record.error().code);
    };
    EXPECT_STREQ(code(""), "format");
    EXPECT_STREQ(code("hello\n"), "format");
    EXPECT_STREQ(code("{\"type\":\"sample\",\"seq\":1}\n"), "format");
    EXPECT_STREQ(code("{\"type\":\"novel\",\"seq\":1}\n"), "format");
    EXPECT_STREQ(
        code("{\"type\":\"header\",\"seq\":1,\"format\":\"throughline-run\",\"version\":[9,0]}\n"),
        "version");
    EXPECT_EQ(read_record(directory.file("none")).error().code, ErrorCode::NotFound);
}

TEST(StudyBuilder, RefusesLinesThatDoNotFit) {
    StudyBuilder builder;
    EXPECT_FALSE(builder.add(Footer{}));
    ASSERT_TRUE(builder.add(small_header()));
    EXPECT_FALSE(builder.add(small_header()));
    EXPECT_THAT(builder.add(sample_of(1, 1.0, {})).error().what, HasSubstr("run 1"));
    EXPECT_FALSE(builder.add(RunEnded{.run = 1}));
    ASSERT_TRUE(builder.add(RunStarted{.run = 1}));
    EXPECT_FALSE(builder.add(RunStarted{.run = 1}));
    EXPECT_TRUE(builder.add(Note{.run = 7, .code = "cache.not_cold", .text = "t"}));
    ASSERT_TRUE(builder.add(Footer{}));
    EXPECT_FALSE(builder.add(Verdict{}));
    EXPECT_EQ(builder.so_far().runs.size(), 1U);
}

// Goal: a study that was taken up reads as one: what was measured again replaces what was cut off.
TEST(StudyBuilder, TakenUpStudyHasEachRunOnce) {
    StudyBuilder builder;
    Header header = small_header();
    header.plan.runs = 3;
    const auto add = [&](const Line& line) { return builder.add(line).has_value(); };
    const auto run = [&](int number, RunStatus status, double rate) {
        return add(RunStarted{.run = number}) &&
               add(sample_of(number, 1.0, {{"images_per_second", rate}})) &&
               add(RunEnded{.run = number,
                            .status = status,
                            .metrics = {{"images_per_second", {.value = rate}}}});
    };
    ASSERT_TRUE(add(header) && run(1, RunStatus::Done, 10) && run(2, RunStatus::Stopped, 20));
    ASSERT_TRUE(add(Verdict{.sentence = "early"}) && add(Footer{.runs_done = 1}));
    EXPECT_EQ(missing_runs(builder.so_far()), (std::vector<int>{2, 3}));
    EXPECT_FALSE(add(RunStarted{.run = 2})) << "not taken up yet";

    ASSERT_TRUE(add(Note{.code = kTakenUpCode}));
    EXPECT_FALSE(builder.so_far().footer || builder.so_far().verdict);
    EXPECT_FALSE(add(RunStarted{.run = 1})) << "is a result";
    ASSERT_TRUE(run(2, RunStatus::Done, 21) && run(3, RunStatus::Done, 30));
    ASSERT_TRUE(add(Verdict{.sentence = "late"}) && add(Footer{.runs_done = 3}));

    const Study study = std::move(builder).finish();
    EXPECT_EQ(status_of(study), RunStatus::Done);
    EXPECT_TRUE(missing_runs(study).empty());
    ASSERT_EQ(study.runs.size(), 3U);
    EXPECT_EQ(study.runs[1].metrics.at("images_per_second").value, 21.0);
    EXPECT_EQ(study.runs[1].samples.size(), 1U);
}

TEST(MissingRuns, AreThoseWithoutAResultOfOwnStudies) {
    Study study = study_of({run_of(1, "storage", 2, {}), run_of(2, "full", 2, {})});
    EXPECT_TRUE(missing_runs(study).empty());
    study.runs[1].notes.push_back({.run = 2, .code = kTouchedCode});
    EXPECT_EQ(missing_runs(study), (std::vector<int>{2}));
    study.header.origin = Origin::Imported;
    EXPECT_TRUE(missing_runs(study).empty());
}

// Goal: what a run did until it failed is nowhere taken for its result. Method: a record of before
// that holds it all the same; a foreign record keeps what its tool says.
TEST(StudyBuilder, AFailedRunOfOursHasNoFigures) {
    const auto run_of_origin = [](Origin origin) {
        StudyBuilder builder;
        Header header = small_header();
        header.origin = origin;
        EXPECT_TRUE(builder.add(header));
        EXPECT_TRUE(builder.add(RunStarted{.run = 1}));
        EXPECT_TRUE(builder.add(RunEnded{.run = 1,
                                         .status = RunStatus::Failed,
                                         .metrics = {{"images_per_second", {.value = 60.0}},
                                                     {"read_iops{device=vda}", {.value = 7.0}},
                                                     {"failed_images", {.value = 40.0}}}}));
        return std::move(builder).finish().runs.at(0);
    };
    const RunData ours = run_of_origin(Origin::Measured);
    EXPECT_EQ(ours.metrics.size(), 1U);
    EXPECT_TRUE(ours.metrics.contains("failed_images"));
    EXPECT_THAT(ours.absent.at("images_per_second"), HasSubstr("the run failed"));
    EXPECT_THAT(ours.absent.at("read_iops"), HasSubstr("the run failed"));
    EXPECT_EQ(run_of_origin(Origin::Imported).metrics.size(), 3U);
}

TEST(StatusOf, IsTheWorstOfItsRuns) {
    Study study = study_of({run_of(1, "full", 1, {}), run_of(2, "full", 2, {})});
    EXPECT_EQ(status_of(study), RunStatus::Done);
    study.header.plan.runs = 3;
    EXPECT_EQ(status_of(study), RunStatus::Stopped);
    study.runs[0].status = RunStatus::Failed;
    EXPECT_EQ(status_of(study), RunStatus::Failed);
    study.footer.reset();
    EXPECT_EQ(status_of(study), RunStatus::Interrupted);
}

TEST(ReadCompleteLines, FollowsAFileThatGrows) {
    TemporaryDirectory directory;
    const std::string path = directory.file("a");
    auto fd = open_file(path, O_WRONLY | O_CREAT | O_APPEND, 0644);
    ASSERT_TRUE(fd);
    std::vector<std::string> lines;
    const auto sink = [&](std::string_view line) { lines.emplace_back(line); };

    ASSERT_TRUE(write_all(fd->get(), "one\ntw"));
    auto offset = read_complete_lines(path, 0, sink);
    ASSERT_TRUE(offset);
    EXPECT_EQ(*offset, 4U);
    ASSERT_TRUE(write_all(fd->get(), "o\n\nthree\n"));
    offset = read_complete_lines(path, *offset, sink);
    ASSERT_TRUE(offset);

    EXPECT_EQ(*offset, 15U);
    EXPECT_EQ(lines, (std::vector<std::string>{"one", "two", "", "three"}));
    EXPECT_EQ(*read_complete_lines(path, 15, sink), 15U);
    EXPECT_EQ(*read_complete_lines(path, 100, sink), 100U);
}

TEST(ReadCompleteLines, GivesALineLongerThanItsBufferWhole) {
    TemporaryDirectory directory;
    const std::string longest(1'000'000, 'x');
    write_text(directory.file("a"), longest + "\nb\n");
    std::vector<std::size_t> sizes;
    ASSERT_TRUE(read_complete_lines(
        directory.file("a"), 0, [&](std::string_view line) { sizes.push_back(line.size()); }));
    EXPECT_EQ(sizes, (std::vector<std::size_t>{1'000'000, 1}));
}

TEST(RecordIsLocked, WhileAnExclusiveLockIsHeld) {
    TemporaryDirectory directory;
    const std::string path = directory.file("a");
    EXPECT_FALSE(record_is_locked(path));
    auto fd = open_file(path, O_WRONLY | O_CREAT, 0644);
    ASSERT_TRUE(fd);
    EXPECT_FALSE(record_is_locked(path));
    ASSERT_EQ(::flock(fd->get(), LOCK_EX), 0);
    EXPECT_TRUE(record_is_locked(path));
    fd->reset();
    EXPECT_FALSE(record_is_locked(path));
}

}  // namespace
}  // namespace throughline::record
