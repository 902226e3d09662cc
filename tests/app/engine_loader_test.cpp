// SPDX-License-Identifier: Apache-2.0
// `throughline-engine run --loader`: the example that is installed, in Python's standard library
// alone, and loaders that fail.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "tests/app/engine_process.h"
#include "tests/app/small_run.h"

namespace throughline::tests {
namespace {

using Json = nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kExample = "python3 " THROUGHLINE_RESOURCES "/loader/files_loader.py";

bool has_python() {
    return std::system("python3 -c 'import json' >/dev/null 2>&1") == 0;  // NOLINT
}

/// A loader of a few words of shell: it is ready, and goes on with `then`.
std::string shell_loader(const std::string& then) {
    return R"(read hello; echo '{"message":"ready","name":"shell"}'; )" + then;
}

std::string script(const std::string& path, const std::string& text) {
    std::ofstream(path) << text;
    return "python3 " + path;
}

class LoaderCommand : public SmallRun {
protected:
    /// Runs it into the record, which it overwrites. Returns what the run's failure says, too.
    Outcome measure(const std::string& loader, std::vector<std::string> more = {}) {
        more.insert(more.end(), {"--loader", loader, "--overwrite"});
        return run_engine(run_into_record(more));
    }
    Json first_run() const { return shown()["runs"][0]; }
    /// Notes are among the lines of the record.
    std::string lines() const {
        std::ifstream file(record_);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    /// Where other programs use the processors meanwhile no cause is named, and where they only
    /// slow the rest down a little it may be none that stands out: never another one.
    static void expect_limit(const Json& study, const std::string& limit) {
        const Json& verdict = study["verdict"];
        EXPECT_THAT(verdict["limit"].get<std::string>(), testing::AnyOf(limit, "unsure"))
            << verdict.dump(1);
    }
    /// What the only run failed with.
    std::string failure(const std::string& loader, const std::vector<std::string>& more = {}) {
        const Outcome outcome = measure(loader, more);
        EXPECT_EQ(outcome.exit_code, 1) << outcome.out << outcome.err;
        const Json run = first_run();
        EXPECT_EQ(run["status"], "failed");
        EXPECT_FALSE(run["metrics"].contains("images_per_second"));
        return lines();
    }
};

TEST_F(LoaderCommand, SweepsTheWorkersOfAnotherLoader) {
    if (!has_python()) {
        GTEST_SKIP() << "python3 is not installed";
    }
    const Outcome outcome = measure(kExample, {"--sweep", "loader.workers=0,1,2"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Json study = shown();
    ASSERT_EQ(study["runs"].size(), 3U);
    for (const Json& run : study["runs"]) {
        const Json& metrics = run["metrics"];
        EXPECT_GT(metrics.value("images_per_second", 0.0), 0.0) << run.dump(1);
        EXPECT_GT(metrics.value("requested_read_bytes_per_second", 0.0), 0.0) << "as it tells";
        EXPECT_GT(metrics.value("process_cpu_cores{stage=loader}", 0.0), 0.0);
        EXPECT_GT(metrics.value("loader_memory", 0.0), 1e6);
        EXPECT_FALSE(metrics.contains("stage_busy{stage=decode}"));
        EXPECT_THAT(run["absent"].value("stage_busy{stage=decode}", ""),
                    HasSubstr("another program"));
        EXPECT_EQ(run["settings"]["decode.threads"],
                  std::max(1, run["settings"]["loader.workers"].get<int>()));
    }
    EXPECT_THAT(lines(), HasSubstr("files_loader.py 3."));
    expect_limit(study, "loader");
}

TEST_F(LoaderCommand, StandsBesideOurEngineAndItsCeilings) {
    if (!has_python()) {
        GTEST_SKIP() << "python3 is not installed";
    }
    const Outcome outcome = measure(kExample,
                                    {"--loader",
                                     "none",
                                     "--sweep",
                                     "loader.workers=1,2",
                                     "--set",
                                     "ceilings=true",
                                     "--set",
                                     "repeat_order=rounds"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    int by_loader = 0;
    int ours = 0;
    const Json study = shown();
    for (const Json& run : study["runs"]) {
        if (run["settings"]["stages"] != "full") {
            continue;
        }
        const bool foreign = run["settings"]["loader.command"] != "";
        (foreign ? by_loader : ours) += 1;
        EXPECT_EQ(run["settings"]["decode.threads"], run["settings"]["loader.workers"]);
        for (const char* stage : {"storage", "decode"}) {
            const std::string key = std::string("ceiling_images_per_second{stage=") + stage + "}";
            EXPECT_GT(run["metrics"].value(key, 0.0), 0.0) << key << run.dump(1);
        }
        EXPECT_EQ(run["metrics"].contains("stage_busy{stage=decode}"), !foreign);
    }
    EXPECT_EQ(by_loader, 2);
    EXPECT_EQ(ours, 2);
}

TEST_F(LoaderCommand, APacedConsumerThatIsSlowerIsTheBottleneck) {
    if (!has_python()) {
        GTEST_SKIP() << "python3 is not installed";
    }
    const Outcome outcome = measure(kExample,
                                    {"--set",
                                     "consumer.kind=paced",
                                     "--set",
                                     "consumer.batch_seconds=0.05",
                                     "--set",
                                     "duration_seconds=1"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Json run = first_run();
    EXPECT_NEAR(run["metrics"].value("images_per_second", 0.0), 80.0, 8.0);
    EXPECT_GT(run["metrics"].value("accelerator_utilisation", 0.0), 90.0);
    expect_limit(shown(), "consumer");
}

TEST_F(LoaderCommand, WholeEpochsAreMeasuredToTheirLastImage) {
    if (!has_python()) {
        GTEST_SKIP() << "python3 is not installed";
    }
    const Outcome outcome = measure(
        kExample, {"--set", "duration_seconds=0", "--set", "epochs=2", "--set", "batch.images=5"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Json run = first_run();
    EXPECT_GT(run["metrics"].value("epoch_time", 0.0), 0.0) << run.dump(1);
    const double images =
        run["metrics"].value("images_per_second", 0.0) * run["metrics"].value("epoch_time", 0.0);
    EXPECT_NEAR(images, 32.0, 0.5) << "of a batch of two at the end as well";
}

TEST_F(LoaderCommand, WhatLoadersDoWrongIsToldInTheirWords) {
    EXPECT_THAT(failure("/no/such/loader"),
                AllOf(HasSubstr("exit code 127"), HasSubstr("/no/such/loader")));
    EXPECT_THAT(failure("echo 'out of shared memory' >&2; exit 3"),
                AllOf(HasSubstr("exit code 3"), HasSubstr("out of shared memory")));
    EXPECT_THAT(failure("echo Loading data"), HasSubstr("Loading data"));
    EXPECT_THAT(failure(shell_loader("exec sleep 100"), {"--set", "loader.patience_seconds=0.3"}),
                HasSubstr("gave no answer for 0.3 s when it was asked for batch 1 of epoch 1"));
    EXPECT_THAT(failure(shell_loader(
                    R"(read e; read n; echo '{"message":"batch","images":0}'; exec sleep 100)")),
                HasSubstr("a batch without an image"));
    EXPECT_THAT(failure(shell_loader(
                    R"(read e; read n; echo '{"message":"batch","images":9}'; exec sleep 100)")),
                HasSubstr("a batch of 9 images where at most 4 were asked for"));
    EXPECT_THAT(
        failure(shell_loader(R"(read e; read n; echo '{"message":"end"}'; exec sleep 100)")),
        HasSubstr("ended epoch 1 without a batch"));
}

TEST_F(LoaderCommand, AnExceptionInPythonIsToldWithItsPlace) {
    if (!has_python()) {
        GTEST_SKIP() << "python3 is not installed";
    }
    const std::string broken = script(place_.file("broken.py"),
                                      "from throughline_loader import serve\n"
                                      "print('to stdout, which is the protocol')\n"
                                      "def make_loader(point):\n"
                                      "    yield [0] * point.batch\n"
                                      "    raise ValueError('the index is broken')\n"
                                      "serve(make_loader)\n");
    EXPECT_THAT(failure(broken),
                AllOf(HasSubstr("ValueError: the index is broken"), HasSubstr("broken.py")));
}

TEST_F(LoaderCommand, SettingsThatNobodyReadsAreRefused) {
    const auto refused = [&](const std::vector<std::string>& more) {
        std::vector<std::string> all{"--loader", "true"};
        all.insert(all.end(), more.begin(), more.end());
        const Outcome outcome = run_engine(run(all));
        EXPECT_EQ(outcome.exit_code, 2) << outcome.out;
        return outcome.err;
    };
    EXPECT_THAT(refused({"--set", "storage.queue_depth=64"}),
                HasSubstr("storage.queue_depth=64 has no effect with loader.command"));
    EXPECT_THAT(refused({"--set", "decode.mode=eval"}), HasSubstr("decode.mode"));
    EXPECT_THAT(refused({"--set", "decode.threads=2"}), HasSubstr("loader.workers"));
    EXPECT_THAT(refused({"--sweep", "decode.threads=1,2"}), HasSubstr("loader.workers"));
    EXPECT_THAT(refused({"--set", "consumer.kind=gpu"}), HasSubstr("consumer.kind=null or paced"));
    EXPECT_THAT(run_engine(run({"--set", "loader.workers=2"})).err,
                HasSubstr("loader.workers=2 needs loader.command"));
}

TEST_F(LoaderCommand, NothingIsLeftWhenTheEngineIsKilled) {
    const std::string pid_file = place_.file("pid");
    EngineProcess engine(
        run({"--loader",
             "sh -c 'echo $$ > " + pid_file + "; exec sleep 1000' & while [ ! -s " + pid_file +
                 " ]; do :; done; " + shell_loader("exec sleep 1000")}));
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    pid_t worker = -1;
    while (worker <= 0 && std::chrono::steady_clock::now() < deadline) {
        std::ifstream(pid_file) >> worker;
    }
    ASSERT_GT(worker, 0);
    ASSERT_EQ(::kill(worker, 0), 0);
    engine.send_signal(SIGKILL);
    while (::kill(worker, 0) == 0 && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::yield();
    }
    EXPECT_NE(::kill(worker, 0), 0);
}

TEST_F(LoaderCommand, TheShimIsFoundWhereTheProgramSays) {
    const Outcome outcome = run_engine({"run", "--print-loader-shim"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::string folder = outcome.out.substr(0, outcome.out.find('\n'));
    for (const char* file : {"throughline_loader.py", "files_loader.py", "torch_loader.py"}) {
        EXPECT_TRUE(std::filesystem::exists(folder + "/" + file)) << folder;
    }
}

}  // namespace
}  // namespace throughline::tests
