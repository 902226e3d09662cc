// SPDX-License-Identifier: Apache-2.0
// The process that a plug-in works in: what it sees, and how it ends.
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>

#include "engine/base/file_descriptor.h"
#include "tests/app/gpu_run.h"

namespace throughline::tests {
namespace {

/// The child of `engine` that serves a plug-in; 0 = there is none.
pid_t serving_process(pid_t engine) {
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const std::string name = entry.path().filename();
        pid_t pid = 0;
        std::from_chars(name.data(), name.data() + name.size(), pid);
        constexpr std::size_t kBytes = 4096;
        const auto words = read_whole_file(entry.path() / "cmdline", kBytes);
        const auto facts = read_whole_file(entry.path() / "status", kBytes);
        if (pid > 0 && words && facts && words->find("--serve") != std::string::npos &&
            facts->find("PPid:\t" + std::to_string(engine) + "\n") != std::string::npos) {
            return pid;
        }
    }
    return 0;
}

/// Whether a process that is no child of ours ends within seconds.
bool ends(pid_t process) {
    const UniqueFd handle(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
    constexpr int kMs = 10'000;
    pollfd end{.fd = handle.get(), .events = POLLIN, .revents = 0};
    return !handle || ::poll(&end, 1, kMs) == 1;
}

// Goal: an end that takes its time is an end, with what a profiler then writes. Method: one that
// takes longer than half a second, which once was too long.
TEST_F(GpuRun, ProcessHasTheTimeToEndByItself) {
    const std::string closed = place_.file("closed");
    ::setenv("THROUGHLINE_FAKE_GPU_CLOSED", closed.c_str(), 1);
    ::setenv("THROUGHLINE_FAKE_GPU_CLOSE_US", "900000", 1);
    EXPECT_EQ(measure().exit_code, 0);
    EXPECT_TRUE(std::filesystem::exists(closed));
}

// Goal: a process that hangs in a driver does not outlive the program, however that ends. Method:
// its id is what the program has for a child while a batch is under way.
TEST_F(GpuRun, ProcessThatHangsEndsWithTheProgram) {
    fault("wait:hang");
    auto words = arguments({"duration_seconds=60"});
    words.emplace_back("--events");
    EngineProcess engine(words);
    ASSERT_TRUE(engine.wait_for_text("\"phase\":\"warmup\"", std::chrono::seconds(30)));
    const pid_t serving = serving_process(engine.pid());
    ASSERT_GT(serving, 0);
    engine.send_signal(SIGKILL);
    static_cast<void>(engine.finish());
    EXPECT_TRUE(ends(serving)) << "it hangs for ever";
}

// Goal: of several GPUs only the chosen one is in sight of the process, which then takes no memory
// of the others. Method: the fake's side figure has the number of the one that it sees.
TEST_F(GpuRun, ChosenGpuIsTheOnlyOneInSight) {
    ::setenv("THROUGHLINE_FAKE_GPU_DEVICES", "3", 1);
    ASSERT_EQ(measure({"consumer.device=2", "duration_seconds=1.5"}).exit_code, 0);
    EXPECT_EQ(metric(study().runs.at(0), "gpu_utilisation{gpu=2}"), 52.0);
}

}  // namespace
}  // namespace throughline::tests
