// SPDX-License-Identifier: Apache-2.0
// `throughline-engine run` as a user, a window or a failing machine meets it: the real program as a
// child process, real files, a real record.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/run/study.h"
#include "tests/fixtures/jpeg_files.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline {
namespace {

using Json = nlohmann::json;

/// A running child with pipes on all three standard streams.
class Child {
public:
    explicit Child(std::vector<std::string> arguments, bool ordinary_user = false) {
        arguments.insert(arguments.begin(), THROUGHLINE_ENGINE_PATH);
        if (ordinary_user && ::geteuid() == 0) {
            const std::vector<std::string> drop{
                "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"};
            arguments.insert(arguments.begin(), drop.begin(), drop.end());
        }
        std::array<int, 2> in{};
        std::array<int, 2> out{};
        std::array<int, 2> err{};
        THROUGHLINE_CHECK(::pipe2(in.data(), O_CLOEXEC) == 0);
        THROUGHLINE_CHECK(::pipe2(out.data(), O_CLOEXEC) == 0);
        THROUGHLINE_CHECK(::pipe2(err.data(), O_CLOEXEC) == 0);
        pid_ = ::fork();
        if (pid_ == 0) {
            ::dup2(in[0], 0);
            ::dup2(out[1], 1);
            ::dup2(err[1], 2);
            std::vector<char*> argv;
            for (auto& argument : arguments) {
                argv.push_back(argument.data());
            }
            argv.push_back(nullptr);
            ::execvp(argv[0], argv.data());
            ::_exit(127);
        }
        in_ = UniqueFd(in[1]);
        out_ = UniqueFd(out[0]);
        err_ = UniqueFd(err[0]);
        ::close(in[0]);
        ::close(out[1]);
        ::close(err[1]);
    }
    ~Child() {
        if (pid_ > 0) {
            ::kill(pid_, SIGKILL);
            ::waitpid(pid_, nullptr, 0);
        }
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    void signal(int number) const { ::kill(pid_, number); }
    void say(const std::string& line) const { EXPECT_TRUE(write_all(in_.get(), line + "\n")); }
    void end_input() { in_.reset(); }
    void close_output() { out_.reset(); }

    /// Reads stdout until `text` has appeared or 30 s are over.
    bool read_until(const std::string& text) {
        const std::int64_t deadline = steady_now_ns() + 30'000'000'000;
        while (output.find(text) == std::string::npos && steady_now_ns() < deadline) {
            if (!pump(1000)) {
                return output.find(text) != std::string::npos;
            }
        }
        return output.find(text) != std::string::npos;
    }

    /// Reads to the end and returns the exit status; -signal when killed.
    int wait() {
        while (pump(60'000)) {
        }
        int status = 0;
        ::waitpid(pid_, &status, 0);
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }

    std::string output;
    std::string errors;

private:
    /// False when both streams have ended, or nothing came for `patience_ms`.
    bool pump(int patience_ms) {
        std::array<pollfd, 2> waiting{pollfd{out_ ? out_.get() : -1, POLLIN, 0},
                                      pollfd{err_ ? err_.get() : -1, POLLIN, 0}};
        if ((!out_ && !err_) || ::poll(waiting.data(), 2, patience_ms) <= 0) {
            return false;
        }
        take(out_, waiting[0].revents, output);
        take(err_, waiting[1].revents, errors);
        return out_ || err_;
    }
    static void take(UniqueFd& fd, short events, std::string& into) {
        if (!fd || (events & (POLLIN | POLLHUP)) == 0) {
            return;
        }
        std::array<char, 4096> chunk{};
        const ssize_t got = ::read(fd.get(), chunk.data(), chunk.size());
        if (got <= 0) {
            fd.reset();
        } else {
            into.append(chunk.data(), static_cast<std::size_t>(got));
        }
    }

    pid_t pid_ = -1;
    UniqueFd in_;
    UniqueFd out_;
    UniqueFd err_;
};

class RunCommand : public ::testing::Test {
protected:
    void SetUp() override {
        ::setenv("XDG_RUNTIME_DIR", place_.path().c_str(), 1);
        fixtures::write_jpegs(images_.path(), 32);
    }

    std::vector<std::string> run(std::vector<std::string> more) const {
        std::vector<std::string> arguments{"run",
                                           "--set",
                                           "dataset.path=" + images_.path(),
                                           "--set",
                                           "warmup_seconds=0.1",
                                           "--set",
                                           "duration_seconds=0.3",
                                           "--set",
                                           "batch.images=4"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return arguments;
    }
    std::vector<std::string> run_into_record(std::vector<std::string> more = {}) const {
        more.insert(more.end(), {"-o", record_});
        return run(std::move(more));
    }
    Json shown() const {
        Child show({"show", record_, "--json"});
        EXPECT_EQ(show.wait(), 0) << show.errors;
        return Json::parse(show.output, nullptr, false);
    }

    fixtures::TemporaryFolder images_;
    fixtures::TemporaryFolder place_;
    std::string record_ = place_.file("study.tlrun");
};

TEST_F(RunCommand, SweepIsMeasuredInCartesianOrderAndShown) {
    Child engine(run_into_record(
        {"--sweep", "decode.threads=1,2", "--sweep", "storage.reader=io_uring,pread"}));
    ASSERT_EQ(engine.wait(), 0) << engine.errors;

    const Json study = shown();
    ASSERT_EQ(study["runs"].size(), 4U);
    std::vector<std::string> order;
    for (const auto& one : study["runs"]) {
        order.push_back(std::to_string(one["settings"]["decode.threads"].get<int>()) +
                        one["settings"]["storage.reader"].get<std::string>());
        EXPECT_GT(one["metrics"]["images_per_second"].get<double>(), 0.0);
    }
    EXPECT_EQ(order, (std::vector<std::string>{"1io_uring", "1pread", "2io_uring", "2pread"}));
    EXPECT_NE(engine.output.find("images/s"), std::string::npos) << "the table is printed";
}

TEST_F(RunCommand, SpecFileFromStdinIsTaken) {
    Child engine({"run", "-", "-o", record_});
    engine.say(R"({"dataset":{"path":")" + images_.path() +
               R"("},"duration_seconds":0.2,"warmup_seconds":0,"batch":{"images":4}})");
    engine.end_input();
    ASSERT_EQ(engine.wait(), 0) << engine.errors;
    EXPECT_EQ(shown()["runs"][0]["settings"]["batch.images"], 4);
}

TEST_F(RunCommand, UnknownKeyIsAUsageErrorThatNamesIt) {
    Child engine(run({"--set", "decode.thread=2"}));
    EXPECT_EQ(engine.wait(), 2);
    EXPECT_NE(engine.errors.find("decode.thread"), std::string::npos);
    EXPECT_NE(engine.errors.find("decode.threads"), std::string::npos) << engine.errors;
}

TEST_F(RunCommand, FolderWithoutJpegSaysWhatIsThere) {
    const fixtures::TemporaryFolder other;
    fixtures::write_bytes(other.file("a.txt"), std::vector<std::byte>(5));
    Child engine({"run", "--set", "dataset.path=" + other.path()});
    EXPECT_EQ(engine.wait(), 1);
    EXPECT_NE(engine.errors.find("0 of 1 file"), std::string::npos) << engine.errors;
}

TEST_F(RunCommand, ExistingRecordIsNotOverwrittenUnasked) {
    ASSERT_EQ(Child(run_into_record()).wait(), 0);
    Child again(run_into_record());
    EXPECT_NE(again.wait(), 0);
    EXPECT_NE(again.errors.find(record_), std::string::npos);
    EXPECT_EQ(Child(run_into_record({"--overwrite"})).wait(), 0);
}

TEST_F(RunCommand, InterruptKeepsTheRecordAndExitsWithThree) {
    Child engine(run_into_record({"--set", "duration_seconds=600", "--events"}));
    ASSERT_TRUE(engine.read_until("\"phase\":\"measured\""));
    ASSERT_TRUE(engine.read_until("\"type\":\"sample\""));
    const std::int64_t asked = steady_now_ns();
    engine.signal(SIGINT);
    EXPECT_EQ(engine.wait(), 3);
    EXPECT_LT(steady_now_ns() - asked, 1'000'000'000);

    const Json study = shown();
    EXPECT_EQ(study["runs"][0]["status"], "stopped");
    auto read = run::read_record(record_);
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->study.footer);
}

TEST_F(RunCommand, KilledEngineLosesNoCompleteLine) {
    std::string events;
    {
        Child engine(run_into_record({"--set", "duration_seconds=600", "--events"}));
        ASSERT_TRUE(engine.read_until("\"type\":\"sample\""));
        engine.signal(SIGKILL);
        EXPECT_EQ(engine.wait(), -SIGKILL);
        events = engine.output;
    }
    auto read = run::read_record(record_);
    ASSERT_TRUE(read) << read.error().what;
    EXPECT_FALSE(read->study.footer) << "interrupted";
    ASSERT_EQ(read->study.runs.size(), 1U);
    EXPECT_EQ(read->study.runs[0].status, run::RunStatus::Interrupted);
    EXPECT_GE(read->study.runs[0].samples.size(), 1U);
    EXPECT_FALSE(run::record_is_locked(record_));
}

TEST_F(RunCommand, EventsAreTheLinesOfTheRecord) {
    Child engine(run_into_record({"--events"}));
    ASSERT_EQ(engine.wait(), 0) << engine.errors;
    std::string recorded;
    std::size_t at = 0;
    while (at < engine.output.size()) {
        const std::size_t end = engine.output.find('\n', at);
        ASSERT_NE(end, std::string::npos) << "every event is a whole line";
        const std::string line = engine.output.substr(at, end - at);
        const Json event = Json::parse(line, nullptr, false);
        ASSERT_TRUE(event.is_object() && event.contains("type") && event.contains("seq")) << line;
        if (event["type"] != "progress") {
            recorded += line + "\n";
        }
        at = end + 1;
    }
    EXPECT_EQ(recorded, *read_whole_file(record_));
}

TEST_F(RunCommand, ControlCommandsAreAnsweredAndStopStops) {
    Child engine(run_into_record({"--set", "duration_seconds=600", "--events", "--control"}));
    ASSERT_TRUE(engine.read_until("\"type\":\"sample\""));
    engine.say(R"({"id":41,"command":"pause"})");
    engine.say(R"({"id":42,"command":"resume"})");
    engine.say(R"({"id":43,"command":"set","key":"decode.threads","value":2})");
    ASSERT_TRUE(engine.read_until("\"id\":43"));
    EXPECT_NE(engine.output.find("\"id\":41"), std::string::npos);
    engine.say(R"({"id":44,"command":"stop"})");
    EXPECT_EQ(engine.wait(), 3);
    EXPECT_NE(engine.output.find("\"id\":44"), std::string::npos);
}

TEST_F(RunCommand, SecondMeasurementIsRefusedUnlessForced) {
    Child first(run({"--set", "duration_seconds=600", "--events"}));
    ASSERT_TRUE(first.read_until("\"type\":\"sample\""));
    Child second(run({}));
    EXPECT_EQ(second.wait(), 1);
    EXPECT_NE(second.errors.find("--force"), std::string::npos) << second.errors;
    Child forced(run_into_record({"--force"}));
    EXPECT_EQ(forced.wait(), 0) << forced.errors;
    EXPECT_NE(read_whole_file(record_)->find("disturbed"), std::string::npos);
}

TEST_F(RunCommand, LosingStdoutEndsARunOnlyWithoutARecord) {
    Child recorded(run_into_record({"--events", "--set", "duration_seconds=1.5"}));
    ASSERT_TRUE(recorded.read_until("\"type\":\"header\""));
    recorded.close_output();
    EXPECT_EQ(recorded.wait(), 0) << recorded.errors;
    EXPECT_TRUE(run::read_record(record_)->study.footer);

    Child unrecorded(
        run({"--events", "--set", "duration_seconds=2", "--sweep", "decode.threads=1,2,3,4,5,6"}));
    ASSERT_TRUE(unrecorded.read_until("\"type\":\"header\""));
    unrecorded.close_output();
    EXPECT_EQ(unrecorded.wait(), 1);
}

TEST_F(RunCommand, OrdinaryUserMeasuresAndUnreadableFilesAreNamed) {
    ::chmod(place_.path().c_str(), 0777);
    ::chmod(images_.path().c_str(), 0755);
    const std::string secret = images_.file("img_0003.jpg");
    ::chmod(secret.c_str(), 0);
    Child engine(run_into_record(), true);
    ASSERT_EQ(engine.wait(), 0) << engine.errors;

    auto read = run::read_record(record_);
    ASSERT_TRUE(read);
    bool named = false;
    for (const auto& note : read->study.runs[0].notes) {
        named = named || (note.code == "read.open" && note.item == "img_0003.jpg");
    }
    EXPECT_TRUE(named);
}

TEST_F(RunCommand, FullDiskIsSaidAndTheCompleteLinesStay) {
    if (::access("/dev/full", W_OK) != 0) {
        GTEST_SKIP() << "no /dev/full here";
    }
    Child engine(run({"-o", "/dev/full", "--overwrite"}));
    EXPECT_EQ(engine.wait(), 1);
    EXPECT_NE(engine.errors.find("No space left"), std::string::npos) << engine.errors;
}

}  // namespace
}  // namespace throughline
