// SPDX-License-Identifier: Apache-2.0
#include "engine/record/record_writer.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "engine/base/file_descriptor.h"
#include "engine/record/read_record.h"
#include "engine/record/record_json.h"
#include "engine/record/record_lines.h"
#include "engine/record/study.h"
#include "engine/record/touched.h"
#include "tests/engine/record/record_fixture.h"

namespace throughline::record {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::unique_ptr<RecordWriter> open_writer(const std::string& path, int events_fd = -1) {
    auto writer = RecordWriter::open({.path = path, .overwrite = false, .events_fd = events_fd});
    EXPECT_TRUE(writer) << (writer ? "" : writer.error().what);
    return writer ? *std::move(writer) : nullptr;
}

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

struct Pipe {
    UniqueFd read_end;
    UniqueFd write_end;

    Pipe() {
        std::array<int, 2> ends{};
        EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
        read_end.reset(ends[0]);
        write_end.reset(ends[1]);
    }
    std::string read_all() {
        write_end.reset();
        std::string text;
        std::array<char, 65536> chunk{};
        for (ssize_t got = 0; (got = ::read(read_end.get(), chunk.data(), chunk.size())) > 0;) {
            text.append(chunk.data(), static_cast<std::size_t>(got));
        }
        return text;
    }
};

TEST(RecordWriter, WritesARecordThatReadsBack) {
    TemporaryDirectory directory;
    const std::string path = directory.file("a.tlrun");
    {
        auto writer = open_writer(path);
        writer->write(small_header());
        writer->write(RunStarted{.run = 1});
        writer->write(sample_of(1, 1.0, {{"images_per_second", 5.0}}));
        writer->write(RunEnded{.run = 1, .status = RunStatus::Done});
        ASSERT_TRUE(writer->close(1));
    }

    const auto record = read_record(path);

    ASSERT_TRUE(record) << record.error().what;
    EXPECT_FALSE(record->damage);
    EXPECT_EQ(record->study.footer->runs_done, 1);
    EXPECT_EQ(record->study.footer->lines, 4);
    struct stat status{};
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0111U, 0U);
}

TEST(RecordWriter, HoldsTheLockAndRefusesASecondWriter) {
    TemporaryDirectory directory;
    const std::string path = directory.file("a.tlrun");
    auto writer = open_writer(path);
    EXPECT_TRUE(record_is_locked(path));

    const auto second = RecordWriter::open({.path = path, .overwrite = true});

    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::Busy);
    EXPECT_TRUE(writer->close(0));
    EXPECT_FALSE(record_is_locked(path));
}

TEST(RecordWriter, RefusesAFileThatHoldsSomethingUnlessTold) {
    TemporaryDirectory directory;
    const std::string path = directory.file("a.tlrun");
    ASSERT_TRUE(write_file_atomically(path, "precious"));

    const auto refused = RecordWriter::open({.path = path});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::Usage);
    EXPECT_EQ(*read_whole_file(path), "precious");

    auto allowed = RecordWriter::open({.path = path, .overwrite = true});
    ASSERT_TRUE(allowed);
    ASSERT_TRUE((*allowed)->close(0));
    EXPECT_THAT(*read_whole_file(path), StartsWith("{\"type\":\"footer\""));
}

TEST(RecordWriter, RefusesWhatIsNoRegularFile) {
    TemporaryDirectory directory;
    ASSERT_EQ(::mkfifo(directory.file("fifo").c_str(), 0600), 0);
    EXPECT_FALSE(RecordWriter::open({.path = directory.file("fifo")}));
    EXPECT_EQ(RecordWriter::open({.path = "/dev/null"}).error().code, ErrorCode::Usage);
    EXPECT_EQ(RecordWriter::open({.path = directory.file("no/such")}).error().code,
              ErrorCode::NotFound);
}

TEST(RecordWriter, CopiesEachLineToEventsAndNumbersEventOnlyLines) {
    TemporaryDirectory directory;
    Pipe pipe;
    auto writer = open_writer(directory.file("a.tlrun"), pipe.write_end.get());
    writer->write(small_header());
    writer->event(R"({"type":"progress","run":1})");
    writer->event("{\n}");
    ASSERT_TRUE(writer->close(0));

    const auto events = lines_of(pipe.read_all());

    ASSERT_EQ(events.size(), 4U);
    EXPECT_EQ(events[0] + "\n" + events[3] + "\n", *read_whole_file(directory.file("a.tlrun")));
    EXPECT_EQ(events[1], R"({"type":"progress","run":1,"seq":1})");
    EXPECT_EQ(events[2], R"({ "seq":1})");
    EXPECT_EQ(writer->missed_events(), 0U);
}

// Goal: a reader that never reads costs nothing but the lines it misses; what it finds in its pipe
// later are whole lines. Method: a pipe that nobody reads, 20,000 lines of about 150 bytes.
void expect_stuck_reader_harmless(int events_fd, const std::function<std::string()>& read_all) {
    TemporaryDirectory directory;
    constexpr int kSamples = 20'000;
    auto writer = open_writer(directory.file("a.tlrun"), events_fd);
    writer->write(small_header());
    writer->write(RunStarted{.run = 1});
    const int flags = ::fcntl(events_fd, F_GETFL);
    for (int i = 0; i < kSamples; ++i) {
        writer->write(sample_of(1, i, {{"images_per_second", i}}));
    }
    const auto start = std::chrono::steady_clock::now();
    ASSERT_TRUE(writer->close(1));
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));

    EXPECT_EQ(::fcntl(events_fd, F_GETFL), flags) << "the shared descriptor was changed";
    const auto record = read_record(directory.file("a.tlrun"));
    ASSERT_TRUE(record) << record.error().what;
    EXPECT_EQ(record->study.runs[0].samples.size(), static_cast<std::size_t>(kSamples));
    const std::uint64_t missed = writer->missed_events();
    EXPECT_GT(missed, 0U);
    writer.reset();
    const std::string text = read_all();
    auto events = lines_of(text);
    if (!text.ends_with('\n')) {
        events.pop_back();  // cut by the end of the writer
    }
    EXPECT_GT(events.size(), 10U);
    EXPECT_EQ(events.size() + missed, static_cast<std::size_t>(kSamples + 3));
    std::uint64_t seq = 0;
    for (const auto& event : events) {
        const auto parsed = parse_line(event);
        ASSERT_TRUE(parsed) << event;
        EXPECT_GT(parsed->seq, seq);
        seq = parsed->seq;
    }
}

TEST(RecordWriter, NeverWaitsForAPipeThatNobodyReads) {
    Pipe pipe;
    expect_stuck_reader_harmless(pipe.write_end.get(), [&] { return pipe.read_all(); });
}

TEST(RecordWriter, NeverWaitsForASocketThatNobodyReads) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
    Pipe sockets;
    sockets.read_end.reset(ends[0]);
    sockets.write_end.reset(ends[1]);
    expect_stuck_reader_harmless(sockets.write_end.get(), [&] { return sockets.read_all(); });
}

// Goal: a line of which a part went out is completed before the next. Method: fill the pipe, read
// a little, go on.
TEST(RecordWriter, CompletesALineThatWasHalfTaken) {
    Pipe pipe;
    ASSERT_GT(::fcntl(pipe.write_end.get(), F_SETPIPE_SZ, 4096), 0);
    auto writer = open_writer("", pipe.write_end.get());
    const std::string filling(3000, 'x');
    for (int i = 0; i < 20; ++i) {
        writer->event(R"({"type":"reply","text":")" + filling + "\"}");
    }
    writer->flush();
    std::string text(1000, '\0');
    ASSERT_EQ(::read(pipe.read_end.get(), text.data(), text.size()), 1000);
    pipe.write_end.reset();
    std::jthread reader([&] { text += pipe.read_all(); });

    ASSERT_TRUE(writer->close(0));
    const auto missed = writer->missed_events();
    writer.reset();
    reader.join();

    EXPECT_EQ(missed, 0U);
    const auto events = lines_of(text);
    ASSERT_EQ(events.size(), 21U);
    for (const auto& event : events) {
        EXPECT_TRUE(parse_line(event)) << event;
    }
}

TEST(RecordWriter, AGoneReaderIsAFailureOnlyWithoutAFile) {
    TemporaryDirectory directory;
    for (const bool with_file : {true, false}) {
        Pipe pipe;
        auto writer = open_writer(with_file ? directory.file("a.tlrun") : "", pipe.write_end.get());
        pipe.read_end.reset();
        writer->write(small_header());
        writer->write(RunStarted{.run = 1});
        writer->flush();
        EXPECT_EQ(static_cast<bool>(writer->failure()), with_file);
        EXPECT_EQ(static_cast<bool>(writer->close(0)), with_file);
    }
    EXPECT_EQ(read_record(directory.file("a.tlrun"))->study.lines, 3U);
}

// Goal: a run that must be left out is never taken for a result since others were noted before it.
TEST(RecordWriter, KeepsWhatDecidesOverARunHoweverManyNotesThereAre) {
    TemporaryDirectory directory;
    auto writer = open_writer(directory.file("a.tlrun"));
    writer->write(small_header());
    for (int run = 1; run <= 2; ++run) {
        writer->write(RunStarted{.run = run});
        for (int i = 0; i < 150; ++i) {
            writer->write(Note{.run = run, .code = kTouchedCode, .level = Level::Warning});
        }
        writer->write(RunEnded{.run = run, .status = RunStatus::Done});
    }
    ASSERT_TRUE(writer->close(2));

    const auto record = read_record(directory.file("a.tlrun"));
    ASSERT_TRUE(record) << record.error().what;
    EXPECT_EQ(record->study.runs[0].notes.size(), 100U);
    EXPECT_TRUE(is_touched(record->study.runs[1]));
    EXPECT_EQ(record->study.footer->notes_by_code.at(kTouchedCode), 300);
}

TEST(RecordWriter, KeepsAHundredNotesOfACodeAndCountsTheRest) {
    TemporaryDirectory directory;
    auto writer = open_writer(directory.file("a.tlrun"));
    writer->write(small_header());
    for (int i = 0; i < 250; ++i) {
        writer->write(Note{.code = "decode.corrupt", .level = Level::Error, .text = "bad"});
    }
    writer->write(Note{.code = "host.busy", .text = "once"});
    ASSERT_TRUE(writer->close(0));

    const auto record = read_record(directory.file("a.tlrun"));

    ASSERT_TRUE(record);
    ASSERT_EQ(record->study.notes.size(), 102U);
    EXPECT_EQ(record->study.notes.back().count, 250U);
    EXPECT_EQ(record->study.notes.back().level, Level::Error);
    EXPECT_EQ(record->study.footer->notes_by_code.at("decode.corrupt"), 250);
    EXPECT_EQ(record->study.footer->notes_by_code.at("host.busy"), 1);
}

/// A child with a file size limit; SIGXFSZ is left at its default on purpose.
int write_until_full(const std::string& path) {
    const rlimit limit{.rlim_cur = 10'000, .rlim_max = 10'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    auto writer = RecordWriter::open({.path = path});
    if (!writer) {
        return 1;
    }
    (*writer)->write(small_header());
    (*writer)->write(RunStarted{.run = 1});
    for (int i = 0; i < 500; ++i) {
        (*writer)->write(sample_of(1, i, {{"images_per_second", 1.0}}));
    }
    (*writer)->flush();
    const auto failure = (*writer)->failure();
    const auto closed = (*writer)->close(1);
    return !failure && failure.error().code == ErrorCode::Limit && !closed ? 0 : 2;
}

TEST(RecordWriter, CutsBackToTheLastCompleteLineWhenThereIsNoSpace) {
    TemporaryDirectory directory;
    const std::string path = directory.file("a.tlrun");
    const pid_t child = ::fork();
    if (child == 0) {
        ::_exit(write_until_full(path));
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
    EXPECT_EQ(WEXITSTATUS(status), 0);

    EXPECT_TRUE(read_whole_file(path)->ends_with('\n'));
    const auto record = read_record(path);
    ASSERT_TRUE(record);
    EXPECT_FALSE(record->damage);
    EXPECT_FALSE(record->study.footer);
    EXPECT_GT(record->study.lines, 10U);
}

// Goal: kill -9 loses no line that was flushed. Method: the child reports flushed lines by a pipe
// and is killed while it goes on writing.
TEST(RecordWriter, KilledInTheMiddleLosesNoCompleteLine) {
    TemporaryDirectory directory;
    const std::string path = directory.file("a.tlrun");
    Pipe flushed;
    const pid_t child = ::fork();
    if (child == 0) {
        auto writer = RecordWriter::open({.path = path});
        (*writer)->write(small_header());
        (*writer)->write(RunStarted{.run = 1});
        for (int i = 0;; ++i) {
            (*writer)->write(sample_of(1, i, {{"images_per_second", 1.0}}));
            if (i % 100 == 99) {
                (*writer)->flush();
                static_cast<void>(::write(flushed.write_end.get(), "x", 1) == 1);
            }
        }
    }
    flushed.write_end.reset();
    std::array<char, 20> reports{};
    std::size_t got = 0;
    while (got < reports.size()) {
        const ssize_t more = ::read(flushed.read_end.get(), reports.data() + got, 20 - got);
        ASSERT_GT(more, 0);
        got += static_cast<std::size_t>(more);
    }
    EXPECT_TRUE(record_is_locked(path));
    ::kill(child, SIGKILL);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);

    const auto record = read_record(path);

    ASSERT_TRUE(record) << record.error().what;
    EXPECT_FALSE(record->damage);
    EXPECT_GE(record->study.runs[0].samples.size(), 2000U);
    EXPECT_FALSE(record_is_locked(path));
    EXPECT_EQ(status_of(record->study), RunStatus::Interrupted);
}

TEST(RecordWriter, WithoutCloseTheRecordIsInterruptedButWhole) {
    TemporaryDirectory directory;
    {
        auto writer = open_writer(directory.file("a.tlrun"));
        writer->write(small_header());
    }
    const auto record = read_record(directory.file("a.tlrun"));
    ASSERT_TRUE(record);
    EXPECT_FALSE(record->study.footer);
    EXPECT_EQ(record->study.lines, 1U);
}

}  // namespace
}  // namespace throughline::record
