// SPDX-License-Identifier: Apache-2.0
// Goal: a result is found behind what launchers and progress bars put around it, and of a file that
// cannot be imported is said what it looks like and what to do.
#include <gtest/gtest.h>

#include <string>

#include "engine/base/file_descriptor.h"
#include "tests/engine/importers/imported.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::importers::tests {
namespace {

std::string with_prefix(const std::string& prefix, int rows) {
    std::string text = prefix + "Step\tImg/sec\ttotal_loss\n";
    for (int row = 1; row <= rows; ++row) {
        text += prefix + std::to_string(row) + "\timages/sec: 100.0 +/- 0.0 (jitter = 0.0)\t8.0\n";
    }
    return text + prefix + "total images/sec: 100.0\n";
}

TEST(Recognise, ARankBeforeTheLinesIsTakenOffAndKept) {
    for (const char* const prefix : {"[1,0]<stdout>:", "[1,0]<stderr>:", "0: "}) {
        const auto file = imported(with_prefix(prefix, 4), "x.log");
        EXPECT_EQ(file.format, "tf-cnn-benchmarks") << prefix;
        EXPECT_EQ(figure(file, "images_per_second"), 100.0) << prefix;
        EXPECT_TRUE(has_note(file, "import.prefix")) << prefix;
    }
}

// Both print the same: one of them counts.
TEST(Recognise, OfSeveralRanksOneIsRead) {
    const auto file =
        imported(with_prefix("[1,1]<stdout>:", 4) + with_prefix("[1,0]<stdout>:", 4), "x.log");
    ASSERT_EQ(file.study.runs.size(), 1U);
    EXPECT_EQ(file.study.runs[0].samples.size(), 4U);
}

TEST(Recognise, ATimeBeforeTheLinesIsTakenOff) {
    const auto file = imported(with_prefix("2026-11-22 10:00:00,123 - INFO - ", 4), "x.log");
    EXPECT_EQ(file.format, "tf-cnn-benchmarks");
    EXPECT_EQ(figure(file, "images_per_second"), 100.0);
}

std::string progress(std::size_t bytes) {
    std::string text;
    while (text.size() < bytes) {
        text += "downloading the data set: still at it\n";
    }
    return text;
}

TEST(Recognise, AMarkAtTheEndOfALongLogIsFound) {
    const std::string log = progress(200'000) + with_prefix("", 4);
    EXPECT_EQ(figure(imported(log, "x.log"), "images_per_second"), 100.0);
    const fixtures::TemporaryFolder folder;
    const std::string path = folder.file("x.log");
    ASSERT_TRUE(write_file_atomically(path, log));
    const auto file = import_file(path);
    ASSERT_TRUE(file) << file.error().what;
    EXPECT_EQ(figure(*file, "images_per_second"), 100.0);
}

TEST(Recognise, WhatAProgressBarDrewOverIsNotRead) {
    const auto file = imported(" 10%|#   |\r 90%|### |\rtotal images/sec: 50.0\n", "x.log");
    EXPECT_EQ(figure(file, "images_per_second"), 50.0);
}

TEST(Recognise, StepsAndEpochsAloneAreNoResult) {
    const auto file = imported("epoch,step\n0,10\n0,20\n1,30\n", "metrics.csv");
    EXPECT_FALSE(file.has_runs());
    EXPECT_TRUE(has_note(file, "import.nothing"));
    EXPECT_TRUE(imported("epoch,step,images_per_second\n0,10,5.0\n", "metrics.csv").has_runs());
}

TEST(Recognise, AnUnknownFileIsNamedByItsMark) {
    struct Case {
        std::string text;
        const char* says;
    };
    for (const Case& one :
         {Case{"[global]\nrw=read\n[a]\n", "a fio job file"},
          Case{"<!DOCTYPE html>\n<html></html>\n", "a web page"},
          Case{"version https://git-lfs.github.com/spec/v1\noid sha256:12\n", "Git LFS"},
          Case{std::string("SQLite format 3\0x", 17), "SQLite"},
          Case{std::string("PK\x03\x04\0\0", 6), "ZIP"},
          Case{"# gpu  pid  type  sm  mem  command\n# Idx  #  C/G  %  %  name\n0 1 C 9 1 x\n",
               "nvidia-smi pmon"},
          Case{"==== NVSMI LOG ====\nAttached GPUs : 1\n", "the state of GPUs at one moment"},
          Case{"=== ROCm System Management Interface ===\n", "the text of rocm-smi"},
          Case{"GPU  POWER   GPU_T   MEM_T\n  0  305 W   49 C   43 C\n", "the text of amd-smi"},
          Case{"# HELP a b\n# TYPE a gauge\na 1\n", "/api/v1/query_range"},
          Case{"Linux 6.1.0 (h) \t2026-11-22 \t_x86_64_\t(2 CPU)\n\n"
               "10:00:00 proc/s cswch/s\n10:00:10 1.00 2.00\n",
               "a report of sysstat"},
          Case{R"({"sysstat":{"hosts":[{"nodename":"h","statistics":[{"tasks":[]}]}]}})",
               "sysstat JSON"},
          Case{" 50%|###   | 5/10 [00:01<00:01,  5.00it/s]\n", "tqdm progress bars"},
          Case{R"({"base": {"threads": 4}, "scenarios": []})", "scenarios of What if"},
          Case{"hello\nworld\n", "unknown format"}}) {
        const auto file = import_bytes(one.text, "x");
        ASSERT_FALSE(file) << one.says;
        EXPECT_EQ(file.error().code, ErrorCode::Unsupported);
        EXPECT_NE(file.error().what.find(one.says), std::string::npos) << file.error().what;
    }
}

}  // namespace
}  // namespace throughline::importers::tests
