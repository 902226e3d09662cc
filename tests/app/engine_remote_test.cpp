// SPDX-License-Identifier: Apache-2.0
// `throughline-engine remote` against a real sshd on this computer: two real engines, a real record
// that comes home, a connection that is really cut.
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "engine/base/environment.h"
#include "engine/base/file_descriptor.h"
#include "engine/record/read_record.h"
#include "engine/record/study.h"
#include "tests/app/engine_process.h"
#include "tests/app/small_run.h"
#include "tests/app/ssh_server.h"

namespace throughline {
namespace {

using Json = nlohmann::json;

using tests::EngineProcess;
using tests::Outcome;
using tests::run_engine;

constexpr std::chrono::seconds kPatience{30};

bool says(const Outcome& outcome, const std::string& text) {
    return outcome.err.find(text) != std::string::npos;
}

/// Kills the processes whose command line has `text` in it: the two of a run there.
void kill_those_with(const std::string& text) {
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const std::string name = entry.path().filename().string();
        const auto command = name.find_first_not_of("0123456789") == std::string::npos
                                 ? read_whole_file(entry.path().string() + "/cmdline")
                                 : Result<std::string>(std::string());
        if (command && command->find(text) != std::string::npos) {
            ::kill(std::stoi(name), SIGKILL);
        }
    }
}

class RemoteCommand : public tests::SmallRun {
protected:
    void SetUp() override {
        SmallRun::SetUp();
        const std::string program = THROUGHLINE_ENGINE_PROGRAM;
        server_ = std::make_unique<tests::SshServer>(
            std::filesystem::path(program).parent_path().string() + ":/usr/bin:/bin",
            place_.file("there"));
        if (!server_->problem().empty()) {
            GTEST_SKIP() << server_->problem();
        }
    }

    /// `remote HOST run …` of the small run.
    std::vector<std::string> run_there(std::vector<std::string> more,
                                       const std::string& host = "lab") const {
        std::vector<std::string> words = run(std::move(more));
        words.insert(words.begin(), {"remote", host});
        return words;
    }
    std::vector<std::string> into_record(std::vector<std::string> more = {}) const {
        more.insert(more.end(), {"-o", record_});
        return run_there(std::move(more));
    }
    /// A run that lasts, in the middle of it.
    std::unique_ptr<EngineProcess> measuring(const std::string& seconds) const {
        auto process = std::make_unique<EngineProcess>(
            into_record({"--set", "duration_seconds=" + seconds, "--events"}));
        EXPECT_TRUE(process->wait_for_text(R"("type":"sample")", kPatience))
            << process->finish().err;
        return process;
    }
    static Json runs_there() {
        const Outcome list = run_engine({"remote", "lab", "list", "--json"});
        EXPECT_EQ(list.exit_code, 0) << list.err;
        return list.json()["runs"];
    }
    record::Study study() const {
        const auto read = record::read_record(record_);
        EXPECT_TRUE(read) << record_;
        return read ? read->study : record::Study{};
    }

    std::unique_ptr<tests::SshServer> server_;
};

TEST_F(RemoteCommand, RecordOfARunThereShowsHereAndIsTakenIntoTheLibrary) {
    const std::string library = place_.file("library.sqlite");
    const Outcome measured =
        run_engine(into_record({"--sweep", "decode.threads=1,2", "--library", library}));
    ASSERT_EQ(measured.exit_code, 0) << measured.err;

    const Json shown_study = shown();
    EXPECT_EQ(shown_study["runs"].size(), 2U);
    EXPECT_NE(measured.out.find("images/s"), std::string::npos) << "the table is printed";
    EXPECT_TRUE(says(measured, "measuring on lab")) << measured.err;
    EXPECT_TRUE(study().footer.has_value());
    EXPECT_TRUE(study().header.environment.contains("host.name"));
    const Outcome kept = run_engine({"library", "list", "--library", library, "--json"});
    EXPECT_NE(kept.out.find(study().header.study), std::string::npos) << kept.out << kept.err;
    EXPECT_TRUE(runs_there().empty()) << "what was fetched does not stay there";
}

/// This thread, and what it starts, on the first processor alone until it goes.
class OnOneProcessor {
public:
    OnOneProcessor() {
        EXPECT_EQ(::sched_getaffinity(0, sizeof before_, &before_), 0);
        cpu_set_t one{};
        for (std::size_t cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu) {
            if (CPU_ISSET(cpu, &before_)) {
                CPU_SET(cpu, &one);
            }
        }
        EXPECT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
    }
    ~OnOneProcessor() { ::sched_setaffinity(0, sizeof before_, &before_); }
    OnOneProcessor(const OnOneProcessor&) = delete;
    OnOneProcessor& operator=(const OnOneProcessor&) = delete;

private:
    cpu_set_t before_{};
};

// Goal: whatever start files this user has, the tests neither wait for them nor leave locks of
// theirs behind. Method: a shell there is asked for its home.
TEST_F(RemoteCommand, ShellsThereHaveAHomeOfTheTest) {
    const std::string said = place_.file("home.txt");
    const std::string configuration = environment_variable("THROUGHLINE_SSH");
    const std::string command =
        "ssh -T -F '" + configuration + "' lab 'printf %s \"$HOME\"' > '" + said + "'";
    ASSERT_EQ(std::system(command.c_str()), 0);
    const auto home = read_whole_file(said);
    ASSERT_TRUE(home);
    EXPECT_EQ(*home, server_->home());
}

// Goal: how many threads decode follows from the computer that measures. Method: the engine here
// sees one processor, the one there all of them.
TEST_F(RemoteCommand, ThreadsThatNobodyNamedAreThoseOfTheComputerThere) {
    const auto threads = [this](const std::vector<std::string>& more) {
        const OnOneProcessor here;
        const Outcome outcome = run_engine(into_record(more));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return spec::number_at(study().runs.at(0).started.settings, "decode.threads").value_or(0);
    };
    const double there = run_engine({"version", "--json"}).json()["cpu_cores"].get<double>();
    EXPECT_EQ(threads({}), there);
    EXPECT_EQ(threads({"--overwrite", "--set", "decode.threads=3"}), 3.0);
}

// Goal: a connection that breaks loses nothing. Method: sshd's process of the connection is killed
// while the run is measured; the events that arrived are counted against those of the record.
TEST_F(RemoteCommand, ConnectionThatIsCutLosesNeitherRecordNorEvents) {
    auto process = measuring("3");
    server_->cut();

    const Outcome outcome = process->finish();
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(says(outcome, "The connection to 'lab' broke")) << outcome.err;
    EXPECT_TRUE(says(outcome, "trying again in 1 s (1 of 10)")) << outcome.err;
    const record::Study measured = study();
    ASSERT_TRUE(measured.footer.has_value());
    std::istringstream lines(outcome.out);
    std::multiset<std::int64_t> arrived;
    for (std::string line; std::getline(lines, line);) {
        const Json event = Json::parse(line, nullptr, false);
        if (event.is_object() && event.value("type", "") == "sample") {
            arrived.insert(event["seq"].get<std::int64_t>());
        }
    }
    EXPECT_EQ(arrived.size(), measured.runs.front().samples.size());
    EXPECT_EQ(std::set<std::int64_t>(arrived.begin(), arrived.end()).size(), arrived.size());
    EXPECT_TRUE(runs_there().empty());
}

// Goal: programs know while a computer says nothing, and that it is back. Method: its connection is
// held, and let go when that was said.
TEST_F(RemoteCommand, WhatIsNotHeardIsSaidUntilItIsHeardAgain) {
    auto process = measuring("300");
    server_->hold();
    ASSERT_TRUE(process->wait_for_text(R"("heard_ago_s":)", kPatience));
    server_->let_go();
    process->send_signal(SIGINT);

    const Outcome outcome = process->finish();
    EXPECT_EQ(outcome.exit_code, 3) << outcome.err;
    std::istringstream lines(outcome.out);
    std::vector<Json> links;
    for (std::string line; std::getline(lines, line);) {
        Json event = Json::parse(line, nullptr, false);
        if (event.is_object() && event.value("type", "") == "connection") {
            links.push_back(std::move(event));
        }
    }
    const auto silent = [](const Json& event) { return event.contains("heard_ago_s"); };
    const auto first = std::ranges::find_if(links, silent);
    ASSERT_NE(first, links.end());
    EXPECT_GE((*first)["heard_ago_s"].get<int>(), 5);
    EXPECT_FALSE((*first)["waits"].get<bool>()) << "there is a connection";
    EXPECT_FALSE(silent(links.back()));
}

// Goal: the wait for the next try can be skipped, and after it what is said is that of a connection
// again. Method: sshd is gone until the wait is long, then it is there once more.
TEST_F(RemoteCommand, WaitForTheNextTryIsSkippedWhenThatIsWished) {
    auto process = std::make_unique<EngineProcess>(
        into_record({"--set", "duration_seconds=3", "--events", "--control"}));
    ASSERT_TRUE(process->wait_for_text(R"("type":"sample")", kPatience));
    server_->stop_listening();
    for (const char* wait : {"in 2 s (2 of 10)", "in 4 s (3 of 10)", "in 8 s (4 of 10)"}) {
        ASSERT_TRUE(process->wait_for_text(wait, kPatience)) << wait;
        process->say(R"({"command":"try_now"})");
    }
    ASSERT_TRUE(process->wait_for_text("in 15 s (5 of 10)", kPatience));
    ASSERT_EQ(server_->listen_again(), "");
    process->say(R"({"command":"try_now"})");

    const Outcome outcome = process->finish();
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.out.find("in 1 s (5 of 10)"), std::string::npos);
    EXPECT_TRUE(says(outcome, "the connection to 'lab' is back")) << outcome.err;
    EXPECT_TRUE(study().footer.has_value());
}

TEST_F(RemoteCommand, InterruptEndsTheRunThereInOrderAndFetchesWhatThereIs) {
    auto process = measuring("60");
    process->send_signal(SIGINT);

    const Outcome outcome = process->finish();
    EXPECT_EQ(outcome.exit_code, 3) << outcome.err;
    EXPECT_TRUE(says(outcome, "asked lab to end the run")) << outcome.err;
    const record::Study measured = study();
    ASSERT_TRUE(measured.footer.has_value());
    EXPECT_EQ(record::status_of(measured), record::RunStatus::Stopped);
    EXPECT_TRUE(runs_there().empty());
}

TEST_F(RemoteCommand, SecondInterruptLeavesTheRunThereToBeFetchedLater) {
    auto process = measuring("60");
    process->send_signal(SIGINT);
    ASSERT_TRUE(process->wait_for_text("asked lab", kPatience));
    process->send_signal(SIGINT);
    const Outcome left = process->finish();
    // The first one may have been obeyed before the second came.
    if (left.exit_code == 3) {
        GTEST_SKIP() << "the run ended before the second signal";
    }
    EXPECT_EQ(left.exit_code, 128 + SIGINT);
    EXPECT_TRUE(says(left, "throughline-engine remote lab fetch ")) << left.err;

    const Json runs = runs_there();
    ASSERT_EQ(runs.size(), 1U);
    const auto id = runs[0]["id"].get<std::string>();
    const Outcome fetched = run_engine({"remote", "lab", "fetch", id.substr(0, 8), "-o", record_});
    EXPECT_EQ(fetched.exit_code, 3) << fetched.err;
    EXPECT_TRUE(study().footer.has_value());
    EXPECT_TRUE(runs_there().empty());
}

TEST_F(RemoteCommand, CommandsFromStdinReachTheRunThere) {
    EngineProcess process(into_record({"--set", "duration_seconds=60", "--events", "--control"}));
    ASSERT_TRUE(process.wait_for_text(R"("type":"sample")", kPatience));
    process.say(R"({"id":7,"command":"stop"})");
    ASSERT_TRUE(process.wait_for_text(R"("id":7,"ok":true)", kPatience));
    const Outcome outcome = process.finish();
    EXPECT_EQ(outcome.exit_code, 3) << outcome.err;
    EXPECT_TRUE(study().footer.has_value());
}

// Goal: a run that is killed there loses nothing that was recorded. Method: all of its processes
// are killed, as a computer that restarts does.
TEST_F(RemoteCommand, WhatAKilledRunHadRecordedComesHome) {
    auto process = measuring("60");
    const Json runs = runs_there();
    ASSERT_EQ(runs.size(), 1U);
    kill_those_with(runs[0]["id"].get<std::string>());

    const Outcome outcome = process->finish();
    EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
    EXPECT_TRUE(says(outcome, "ended there before its record was complete")) << outcome.err;
    EXPECT_FALSE(study().footer.has_value());
    EXPECT_EQ(study().runs.size(), 1U);
}

TEST_F(RemoteCommand, WhatTheEngineThereRefusesIsSaidHere) {
    const Outcome refused = run_engine({"remote",
                                        "lab",
                                        "run",
                                        "--set",
                                        "dataset.path=" + place_.file("no-such-folder"),
                                        "-o",
                                        record_});
    EXPECT_NE(refused.exit_code, 0);
    EXPECT_TRUE(says(refused, "no-such-folder")) << refused.err;
    EXPECT_FALSE(std::filesystem::exists(record_));
    EXPECT_TRUE(runs_there().empty());
}

// A program that reads the events offers to fetch what they name a run of.
TEST_F(RemoteCommand, EventsNameARunOnlyWhileThereIsSomethingToFetch) {
    const auto runs_named = [](const Outcome& outcome) {
        std::vector<std::string> named;
        std::istringstream lines(outcome.out);
        for (std::string line; std::getline(lines, line);) {
            const Json event = Json::parse(line, nullptr, false);
            if (event.is_object() && event.value("type", "") == "connection") {
                named.push_back(event["run"].get<std::string>());
            }
        }
        return named;
    };
    const std::vector<std::string> measured =
        runs_named(run_engine(into_record({"--events", "--overwrite"})));
    ASSERT_EQ(measured.size(), 3U);
    EXPECT_EQ(measured[0], "") << "nothing has begun";
    EXPECT_NE(measured[1], "");
    EXPECT_EQ(measured[2], "") << "it is here";
    const std::vector<std::string> refused = runs_named(run_engine(into_record(
        {"--events", "--overwrite", "--set", "dataset.path=" + place_.file("no-such-folder")})));
    ASSERT_FALSE(refused.empty());
    EXPECT_EQ(refused.back(), "");
}

TEST_F(RemoteCommand, NoEngineThereIsSaidAndACopyIsOffered) {
    const std::string nowhere = place_.file("nowhere/throughline-engine");
    auto words = into_record();
    words.insert(words.begin() + 2, {"--engine", nowhere});
    const Outcome outcome = run_engine(words);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_TRUE(says(outcome, "there is no program '" + nowhere + "' on 'lab'")) << outcome.err;
    EXPECT_TRUE(says(outcome, "remote lab install")) << outcome.err;
    EXPECT_TRUE(says(outcome, "MB: this program and")) << outcome.err;
}

TEST_F(RemoteCommand, EngineThatIsCopiedThereIsFoundByItself) {
    server_ = nullptr;
    server_ = std::make_unique<tests::SshServer>("/usr/bin:/bin", place_.file("there"));
    ASSERT_EQ(server_->problem(), "");
    const Outcome none = run_engine({"remote", "lab", "list"});
    EXPECT_TRUE(says(none, "there is no throughline-engine on 'lab'")) << none.err;

    const Outcome copied = run_engine({"remote", "lab", "install", "--yes"});
    ASSERT_EQ(copied.exit_code, 0) << copied.err;
    EXPECT_EQ(runs_there(), Json::array());
}

TEST_F(RemoteCommand, WhatSshRefusesIsSaidWithWhatToDo) {
    struct Case {
        const char* host;
        const char* says;
        const char* advises;
    };
    for (const Case& one : {Case{"stranger", "Permission denied", "ssh-copy-id stranger"},
                            Case{"unknown", "Host key verification failed", "fingerprint"},
                            Case{"closed", "Connection refused", "no ssh server listens"}}) {
        const Outcome outcome = run_engine(run_there({"-o", record_}, one.host));
        EXPECT_EQ(outcome.exit_code, 1) << one.host;
        EXPECT_TRUE(says(outcome, one.says)) << outcome.err;
        EXPECT_TRUE(says(outcome, one.advises)) << outcome.err;
    }
}

TEST_F(RemoteCommand, EngineOfAnotherProtocolIsRefusedWithBothVersions) {
    const std::string other = place_.file("other engine's");
    ASSERT_TRUE(write_file_atomically(
        other,
        "#!/bin/sh\necho 'good morning'\nread line\n"
        R"(echo '{"remote":"hello","protocol":99,"version":"7.1.0","facts":{}}')"
        "\n"));
    ::chmod(other.c_str(), 0755);
    const Outcome outcome = run_engine({"remote", "lab", "--engine", other, "list"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_TRUE(says(outcome, "version 7.1.0 (protocol 99)")) << outcome.err;
    EXPECT_TRUE(says(outcome, "(protocol 1)")) << outcome.err;
}

TEST(RemoteCommandLine, HostThatLooksLikeAnOptionIsRefused) {
    const Outcome outcome =
        run_engine({"remote", "run", "-o", "x.tlrun", "--", "-oProxyCommand=touch pwned"});
    EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
}

TEST(RemoteCommandLine, RunNeedsAPlaceForItsRecord) {
    const Outcome outcome = run_engine({"remote", "lab", "run"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(says(outcome, "-o FILE.tlrun")) << outcome.err;
}

}  // namespace
}  // namespace throughline
