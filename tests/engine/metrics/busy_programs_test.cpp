// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/busy_programs.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace throughline::metrics {
namespace {

std::string stat_line(const std::string& name, int parent, int user, int system, int start) {
    return "77 (" + name + ") S " + std::to_string(parent) + " 77 77 0 -1 4194560 1 2 3 4 " +
           std::to_string(user) + " " + std::to_string(system) + " 900 900 20 0 1 0 " +
           std::to_string(start) + " 4096 100\n";
}

TEST(ParsePidStat, ReadsNameParentAndProcessorTime) {
    const auto process = parse_pid_stat(stat_line("cc1plus", 12, 30, 4, 5000));
    ASSERT_TRUE(process);
    EXPECT_EQ(process->name, "cc1plus");
    EXPECT_EQ(process->parent, 12);
    EXPECT_EQ(process->ticks, 34U) << "without what its ended children used";
    EXPECT_EQ(process->reaped_ticks, 1800U);
    EXPECT_EQ(process->resident_pages, 100U);
    EXPECT_EQ(process->start_tick, 5000U);
}

TEST(ParsePidStat, NamesMayHoldAnythingAndAreMadeFitToShow) {
    EXPECT_EQ(parse_pid_stat(stat_line("a) R 1 (b", 1, 0, 0, 1))->name, "a) R 1 (b");
    EXPECT_EQ(parse_pid_stat(stat_line("\033[31m", 1, 0, 0, 1))->name, "?[31m");
    const auto kernel = parse_pid_stat(
        "9 (kworker/0:1-events) I 2 0 0 0 -1 69238880 0 0 0 0 0 7 0 0 20 0 1 0 33 0");
    ASSERT_TRUE(kernel);
    EXPECT_EQ(kernel->name, "[kworker]");
}

TEST(ParsePidStat, RefusesWhatIsCutOff) {
    EXPECT_FALSE(parse_pid_stat(""));
    EXPECT_FALSE(parse_pid_stat("12 (sh"));
    EXPECT_FALSE(parse_pid_stat("12 (sh) S 1 2 3"));
    EXPECT_FALSE(parse_pid_stat("12 )sh( S 1 2 3"));
}

/// A folder that looks like /proc.
class FakeProc : public ::testing::Test {
protected:
    FakeProc() {
        std::string pattern = (std::filesystem::temp_directory_path() / "tl-proc-XXXXXX").string();
        path_ = ::mkdtemp(pattern.data());
    }
    ~FakeProc() override {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    void process(int pid, const std::string& stat) const {
        const auto folder = path_ / std::to_string(pid);
        std::filesystem::create_directories(folder);
        std::ofstream(folder / "stat") << stat;
    }
    std::filesystem::path path_;
};

TEST_F(FakeProc, TheWindowThatStartedUsIsCalledSo) {
    const auto hertz = static_cast<int>(::sysconf(_SC_CLK_TCK));
    process(::getppid(), stat_line("throughline", 1, 0, 0, 1));
    process(18, stat_line("throughline", 1, 0, 0, 2));  // another's
    BusyPrograms programs({}, path_.string(), 0);
    programs.look(false);
    process(::getppid(), stat_line("throughline", 1, 2 * hertz, 0, 1));
    process(18, stat_line("throughline", 1, hertz, 0, 2));
    programs.look(true);

    const auto busiest = programs.busiest(2);
    ASSERT_EQ(busiest.size(), 2U);
    EXPECT_EQ(busiest[0].name, "Throughline's window");
    EXPECT_EQ(busiest[1].name, "throughline");
}

TEST_F(FakeProc, GrowthIsAddedByNameLargestFirst) {
    const auto hertz = static_cast<int>(::sysconf(_SC_CLK_TCK));
    process(10, stat_line("old", 1, 500, 0, 1));
    process(11, stat_line("make", 1, 0, 0, 2));
    process(15, stat_line("rclone", 1, 0, 0, 3));
    BusyPrograms programs({15}, path_.string(), 0);
    programs.look(false);
    process(15, stat_line("rclone", 1, 9 * hertz, 0, 3));
    process(16, stat_line("rclone-child", 15, 9 * hertz, 0, 903));
    process(9, stat_line("grandchild", 16, 9 * hertz, 0, 904));
    process(10, stat_line("old", 1, 500 + hertz, 0, 1));
    process(11, stat_line("make", 1, 1, 1, 2));
    process(12, stat_line("cc1plus", 11, hertz, hertz, 900));  // began since
    process(13, stat_line("cc1plus", 11, hertz, 0, 901));
    process(14, stat_line("mine", ::getpid(), 9 * hertz, 0, 902));
    programs.look(true);

    const auto busiest = programs.busiest(2);
    ASSERT_EQ(busiest.size(), 2U);
    EXPECT_EQ(busiest[0].name, "cc1plus");
    EXPECT_DOUBLE_EQ(busiest[0].cpu_seconds, 3.0);
    EXPECT_EQ(busiest[1].name, "old");
    EXPECT_DOUBLE_EQ(busiest[1].cpu_seconds, 1.0);
}

// Goal: a job that is ending is not taken for another program. Method: its first process ends, and
// its workers, which have worked for long, become children of the system's first one.
TEST_F(FakeProc, WhatWasOursStaysOursWhereItsParentHasEnded) {
    const auto hertz = static_cast<int>(::sysconf(_SC_CLK_TCK));
    process(20, stat_line("job", 1, 0, 0, 1));
    process(21, stat_line("worker", 20, 500, 0, 2));
    BusyPrograms programs({20}, path_.string(), 0);
    programs.look(false);
    std::filesystem::remove_all(path_ / "20");
    process(21, stat_line("worker", 1, 500 + hertz, 0, 2));
    process(22, stat_line("worker-child", 21, hertz, 0, 3));
    programs.look(true);
    EXPECT_TRUE(programs.busiest(3).empty());
    process(21, stat_line("another", 1, hertz, 0, 900));  // its number, used again
    programs.look(true);
    ASSERT_EQ(programs.busiest(3).size(), 1U);
    EXPECT_EQ(programs.busiest(3)[0].name, "another");
}

TEST_F(FakeProc, WhatIsNotMeasuredDoesNotCountAndAReusedNumberIsAnotherProcess) {
    const auto hertz = static_cast<int>(::sysconf(_SC_CLK_TCK));
    process(10, stat_line("warm", 1, 0, 0, 1));
    BusyPrograms programs({}, path_.string(), 0);
    programs.look(false);
    process(10, stat_line("warm", 1, 3 * hertz, 0, 1));
    programs.look(false);
    EXPECT_TRUE(programs.busiest(3).empty());
    process(10, stat_line("next", 1, hertz, 0, 77));
    programs.look(true);
    ASSERT_EQ(programs.busiest(3).size(), 1U);
    EXPECT_DOUBLE_EQ(programs.busiest(3)[0].cpu_seconds, 1.0);
}

}  // namespace
}  // namespace throughline::metrics
