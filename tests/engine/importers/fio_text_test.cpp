// SPDX-License-Identifier: Apache-2.0
// Goal: what fio prints for people gives the study that its JSON gives, as far as the digits that
// are printed allow, and never a figure that it does not say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/engine/importers/imported.h"

namespace throughline::importers::tests {
namespace {

using ::testing::HasSubstr;

std::string data(const std::string& name) {
    std::ifstream file(fixture_path("fio/" + name));
    std::ostringstream text;
    text << file.rdbuf();
    EXPECT_FALSE(text.str().empty()) << name;
    return text.str();
}

/// fio prints latencies to the microsecond (percentiles rounded up), others with two decimals.
void expect_as_printed(const std::string& key, double in_json, double in_text) {
    const bool latency = key.find("_latency_") != std::string::npos;
    const bool bound = latency && key.find("_mean") == std::string::npos;
    // The JSON has whole bytes per second.
    const double rest = key.find("_bytes_per_second") != std::string::npos ? 2.0 : 0.005;
    const double slack = bound ? 1e-6 : latency ? std::max(1e-8, 1e-4 * in_json) : rest;
    EXPECT_NEAR(in_text, in_json, slack) << key;
}

TEST(FioText, GivesTheStudyOfTheJsonOfTheSameRun) {
    const auto json = imported(data("groups-3.33.json"), "a.json");
    const auto text = imported(data("groups-3.33.txt"), "a.txt");
    EXPECT_EQ(text.format, "fio-text");
    EXPECT_EQ(text.tool_version, "3.33");
    ASSERT_EQ(json.study.runs.size(), 2U);
    ASSERT_EQ(text.study.runs.size(), 2U);
    std::size_t compared = 0;
    for (std::size_t i = 0; i < 2; ++i) {
        const auto& expected = json.study.runs[i];
        const auto& run = text.study.runs[i];
        EXPECT_EQ(run.status, expected.status);
        for (const auto& [key, figure] : expected.metrics) {
            ASSERT_TRUE(run.metrics.contains(key)) << key;
            expect_as_printed(key, figure.value, run.metrics.at(key).value);
            ++compared;
        }
        EXPECT_EQ(run.metrics.size(), expected.metrics.size());
        for (const char* const key : {"pattern",
                                      "block_size",
                                      "io_depth",
                                      "workers",
                                      "io_engine",
                                      "io_outstanding",
                                      "storage.queue_depth",
                                      "duration",
                                      "job"}) {
            EXPECT_EQ(condition(text, key, i), condition(json, key, i)) << key;
        }
    }
    EXPECT_GT(compared, 70U);
}

TEST(FioText, BesideItsJsonTheJsonCounts) {
    const auto file = imported(data("groups-3.33.txt") + data("groups-3.33.json"), "a.txt");
    EXPECT_EQ(file.format, "fio-json");
    EXPECT_EQ(file.study.runs.size(), 2U);
}

std::string option_line(const std::string& name, int group, const std::string& more) {
    return name + ": (g=" + std::to_string(group) + "): " + more + "\n";
}

const std::string kRead4k =
    "rw=randread, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=libaio, "
    "iodepth=32";

std::string job_text(const std::string& name, int group, int jobs) {
    return name + ": (groupid=" + std::to_string(group) + ", jobs=" + std::to_string(jobs) +
           "): err= 0: pid=77: Thu Sep  5 03:52:31 2024\n"
           "  read: IOPS=2500, BW=9.77MiB/s (10.2MB/s)(97.7MiB/10000msec)\n"
           "    slat (nsec): min=1281, max=217756, avg=5237.12, stdev=1724.10\n"
           "    clat (usec): min=228, max=13557, avg=411.25, stdev=10.00\n"
           "     lat (usec): min=230, max=13.6k, avg=416.49, stdev=10.00\n"
           "    clat percentiles (msec):\n"
           "     | 50.00th=[    4], 99.00th=[   13], 99.90th=[   14]\n"
           "   bw (  KiB/s): min= 9000, max=11000, per=100.00%, avg=10000.00, stdev=1.00, "
           "samples=20\n"
           "  lat (usec)   : 250=0.01%, 500=99.83%\n"
           "  cpu          : usr=1.28%, sys=8.81%, ctx=14208393, majf=0, minf=256\n"
           "     issued rwts: total=25000,0,0,0 short=0,0,0,0 dropped=0,0,0,0\n"
           "     latency   : target=0, window=0, percentile=100.00%, depth=32\n";
}

const std::string kEnd =
    "\nRun status group 0 (all jobs):\n"
    "   READ: bw=9.77MiB/s (10.2MB/s), 9.77MiB/s-9.77MiB/s (10.2MB/s-10.2MB/s), io=97.7MiB "
    "(102MB), run=10000-10000msec\n"
    "\nDisk stats (read/write):\n"
    "    md0: ios=25000/0, sectors=200000/0, merge=0/0, ticks=0/0, in_queue=0, util=0.00%, "
    "aggrios=25000/0, aggrmerge=0/0, aggrticks=1/0, aggrin_queue=1, aggrutil=57.20%\n"
    "  sda: ios=25000/0, sectors=200000/0, merge=0/0, ticks=1/0, in_queue=1, util=57.20%\n";

TEST(FioText, UnitsAreThoseThatStandThere) {
    const auto file = imported(option_line("a", 0, kRead4k) + "fio-3.36\nStarting 1 process\n" +
                                   job_text("a", 0, 1) + kEnd,
                               "x.txt");
    EXPECT_EQ(figure(file, "read_requests_per_second"), 2500.0);
    EXPECT_EQ(figure(file, "read_bytes"), 25000.0 * 4096.0);
    EXPECT_EQ(figure(file, "requested_read_bytes_per_second"), 10'240'000.0);
    EXPECT_DOUBLE_EQ(*figure(file, "read_submission_latency_mean"), 5237.12e-9);
    EXPECT_DOUBLE_EQ(*figure(file, "read_latency_mean"), 416.49e-6);
    // The percentiles are of the completion alone: a part of a read's time has its own name.
    EXPECT_DOUBLE_EQ(*figure(file, "read_latency_min"), 230e-6);
    EXPECT_DOUBLE_EQ(*figure(file, "read_latency_max"), 13.6e-3);
    EXPECT_FALSE(figure(file, "read_latency_p50"));
    EXPECT_TRUE(is_absent(file, "read_latency_p50"));
    EXPECT_DOUBLE_EQ(*figure(file, "read_completion_latency_min"), 228e-6);
    EXPECT_DOUBLE_EQ(*figure(file, "read_completion_latency_max"), 13557e-6);
    EXPECT_DOUBLE_EQ(*figure(file, "read_completion_latency_p50"), 4e-3);
    EXPECT_DOUBLE_EQ(*figure(file, "read_completion_latency_p999"), 14e-3);
    EXPECT_FALSE(figure(file, "read_completion_latency_p90")) << "not printed";
    EXPECT_DOUBLE_EQ(*figure(file, "disk_utilisation{device=md0}"), 57.2);
    EXPECT_DOUBLE_EQ(*figure(file, "read_request_size{device=sda}"), 4096.0);
    EXPECT_EQ(file.study.runs.at(0).started.at, "2024-09-05T03:52:21.000Z");
    EXPECT_FALSE(has_note(file, "fio.rounded"));
}

// Versions up to 2.20 wrote KB for 1,024 bytes; where the counts are there they decide.
TEST(FioText, Version2) {
    const auto file = imported(
        "a: (g=0): rw=randread, bs=4K-4K/4K-4K/4K-4K, ioengine=libaio, iodepth=64\n"
        "fio-2.2.10\nStarting 1 process\n\n"
        "a: (groupid=0, jobs=1): err= 0: pid=5: Mon May 16 10:03:13 2016\n"
        "  read : io=1024.0MB, bw=105342KB/s, iops=26335, runt=  9954msec\n"
        "    slat (usec): min=1, max=100, avg= 3.00, stdev= 1.00\n"
        "    clat (msec): min=1, max=2K, avg= 4.50, stdev= 1.00\n"
        "    clat percentiles (usec):\n"
        "     |  1.00th=[  588], 50.00th=[ 4448], 99.99th=[17792]\n"
        "    bw (KB  /s): min=90000, max=110000, per=100.00%, avg=105000.00, stdev=1.00\n"
        "    lat (usec) : 2=99.96%, 4=0.01%\n"
        "  cpu          : usr=10.00%, sys=20.00%, ctx=1, majf=0, minf=1\n"
        "     issued    : total=r=262144/w=0/d=0, short=r=0/w=0/d=0, drop=r=0/w=0/d=0\n\n"
        "Run status group 0 (all jobs):\n"
        "   READ: io=1024.0MB, aggrb=105342KB/s, minb=105342KB/s, maxb=105342KB/s, "
        "mint=9954msec, maxt=9954msec\n",
        "x.txt");
    EXPECT_EQ(file.tool_version, "2.2.10");
    EXPECT_EQ(condition(file, "block_size"), "4096");
    EXPECT_EQ(figure(file, "read_bytes"), 1073741824.0);
    EXPECT_NEAR(*figure(file, "requested_read_bytes_per_second"), 105342.0 * 1024.0, 1024.0);
    EXPECT_NEAR(*figure(file, "read_requests_per_second"), 26335.5, 0.1);
    EXPECT_DOUBLE_EQ(*figure(file, "read_latency_mean"), 4.503e-3);
    EXPECT_FALSE(figure(file, "read_latency_max")) << "the longest with its submission is unknown";
    EXPECT_DOUBLE_EQ(figure(file, "read_completion_latency_max").value_or(0.0), 2.0);
    EXPECT_DOUBLE_EQ(figure(file, "read_completion_latency_p9999").value_or(0.0), 17792e-6);
}

TEST(FioText, ADamagedDepthIsNoDepth) {
    std::string text = option_line("a", 0, kRead4k) + job_text("a", 0, 1) + kEnd;
    text.replace(text.find("iodepth=32"), 10, "iodepth=3.2");
    const auto file = imported(text);
    EXPECT_EQ(condition(file, "storage.queue_depth"), "");
    EXPECT_EQ(figure(file, "read_requests_per_second"), 2500.0);
}

TEST(FioText, OldestWordingHasItsCountsToo) {
    const auto file = imported(
        "w: (groupid=0, jobs=5): err= 0: pid=2462\n"
        "  write: io=255624KB, bw=19933KB/s, iops=2491 , runt= 12824msec\n"
        "    clat (usec): min=7 , max=9411.7K, avg=1443.28, stdev=33091.95\n"
        "  cpu          : usr=0.05%, sys=0.89%, ctx=600, majf=0, minf=136\n"
        "     issued r/w/d: total=0/31953/0, short=0/0/0\n"
        "     lat (usec): 10=13.51%, 20=77.52%\n"
        "\nRun status group 0 (all jobs):\n"
        "  WRITE: io=255624KB, aggrb=19933KB/s, minb=20411KB/s, maxb=20411KB/s, mint=12824msec, "
        "maxt=12824msec\n",
        "x.txt");
    EXPECT_EQ(figure(file, "write_requests"), 31953.0);
    EXPECT_NEAR(*figure(file, "write_requests_per_second"), 2491.6, 0.1);
    EXPECT_EQ(figure(file, "requested_write_bytes_per_second"), 19933.0 * 1024.0);
    EXPECT_DOUBLE_EQ(*figure(file, "write_latency_max"), 9.4117);
    EXPECT_TRUE(has_note(file, "fio.rounded")) << "the block size is not there";
}

TEST(FioText, ACutFileIsInterruptedAndKeepsWhatIsCertain) {
    const std::string whole = option_line("a", 0, kRead4k) +
                              "...\nfio-3.36\nStarting 2 processes\n" + job_text("a", 0, 1) +
                              job_text("a", 0, 1) + kEnd;
    const auto one = imported(whole.substr(0, whole.rfind("a: (groupid")), "x.txt");
    ASSERT_EQ(one.study.runs.size(), 1U);
    EXPECT_EQ(one.study.runs[0].status, record::RunStatus::Interrupted);
    EXPECT_FALSE(figure(one, "read_requests_per_second")) << "of one of two jobs";
    EXPECT_TRUE(is_absent(one, "read_requests_per_second"));
    EXPECT_TRUE(figure(one, "read_latency_mean{job=a}"));
    const auto inside = imported(whole.substr(0, whole.rfind("clat percentiles")), "x.txt");
    EXPECT_EQ(inside.study.runs.at(0).status, record::RunStatus::Interrupted);
    EXPECT_FALSE(is_absent(inside, "read_requests_per_second")) << "both jobs are there";
    const auto before = import_bytes(whole.substr(0, whole.find("a: (groupid")), "x.txt");
    ASSERT_TRUE(before);
    EXPECT_FALSE(before->has_runs());
    EXPECT_TRUE(has_note(*before, "fio.cut"));
}

TEST(FioText, SeveralOutputsOfOneFileAreRunsEach) {
    const std::string one = option_line("a", 0, kRead4k) + "fio-3.36\nStarting 1 process\n" +
                            job_text("a", 0, 1) + kEnd;
    std::string other = one;
    other.replace(other.find("total=25000"), 11, "total=30000");
    other.replace(other.find("IOPS=2500"), 9, "IOPS=3000");
    const auto file = imported("$ ./run.sh\n" + one + "\ncooling down\n" + other, "x.txt");
    ASSERT_EQ(file.study.runs.size(), 2U);
    EXPECT_EQ(figure(file, "read_requests_per_second", 0), 2500.0);
    EXPECT_EQ(figure(file, "read_requests_per_second", 1), 3000.0);
}

TEST(FioText, StatusIntervalsAreASeriesOfOneRun) {
    const auto at = [](int second) {
        return "a: (groupid=0, jobs=1): err= 0: pid=77: Thu Sep  5 03:52:3" +
               std::to_string(second) + " 2024\n  read: IOPS=100, BW=400KiB/s (410kB/s)(" +
               std::to_string(400 * second) + "KiB/" + std::to_string(second) +
               "000msec)\n     issued rwts: total=" + std::to_string(100 * second) +
               ",0,0,0 short=0,0,0,0 dropped=0,0,0,0\n\nRun status group 0 (all jobs):\n"
               "   READ: bw=400KiB/s (410kB/s), 400KiB/s-400KiB/s (410kB/s-410kB/s), io=1KiB "
               "(1kB), run=1-1msec\n\n";
    };
    const auto file = imported(
        option_line("a", 0, kRead4k) + "fio-3.36\nStarting 1 process\n" + at(1) + at(2) + at(4),
        "x.txt");
    ASSERT_EQ(file.study.runs.size(), 1U);
    EXPECT_EQ(figure(file, "read_requests"), 400.0);
    EXPECT_EQ(file.study.runs[0].samples.size(), 3U);
}

TEST(FioText, OptionsOfOneRowOfSeveralJobsMustAgree) {
    const std::string write =
        "rw=randread, bs=(R) 64.0KiB-64.0KiB, (W) 64.0KiB-64.0KiB, (T) 64.0KiB-64.0KiB, "
        "ioengine=libaio, iodepth=8";
    const auto file = imported(option_line("a", 0, kRead4k) + option_line("b", 0, write) +
                                   "fio-3.36\nStarting 2 processes\n" + job_text("a", 0, 2) + kEnd,
                               "x.txt");
    EXPECT_EQ(condition(file, "block_size"), "");
    EXPECT_THAT(file.study.runs.at(0).absent.at("block_size"), HasSubstr("4096, 65536"));
    EXPECT_EQ(condition(file, "io_engine"), "libaio");
    EXPECT_EQ(condition(file, "workers"), "2");
    EXPECT_EQ(figure(file, "requested_read_bytes_per_second"), 9.77 * 1024.0 * 1024.0)
        << "as printed: sizes differ";
}

TEST(FioText, AFailedJobSaysWhy) {
    const auto file = imported(
        option_line("x", 0, kRead4k) +
            "fio-3.33\nStarting 1 process\n"
            "fio: pid=9, err=2/file:filesetup.c:174, func=open, error=No such file or directory\n"
            "\n\nRun status group 0 (all jobs):\n",
        "x.txt");
    ASSERT_EQ(file.study.runs.size(), 1U);
    EXPECT_EQ(file.study.runs[0].status, record::RunStatus::Failed);
    ASSERT_FALSE(file.study.runs[0].notes.empty());
    EXPECT_THAT(file.study.runs[0].notes[0].text, HasSubstr("No such file or directory"));
    const auto later =
        imported(option_line("x", 0, kRead4k) +
                     "x: (groupid=0, jobs=1): err= 5 (file:io_u.c:1747, func=io_u error, "
                     "error=Input/output error): pid=1: Thu Sep  5 03:52:31 2024\n" +
                     job_text("x", 0, 1).substr(job_text("x", 0, 1).find('\n') + 1) + kEnd,
                 "x.txt");
    EXPECT_EQ(later.study.runs.at(0).status, record::RunStatus::Failed);
    EXPECT_THAT(later.study.runs[0].notes.at(0).text, HasSubstr("5 (Input/output error)"));
}

TEST(FioText, PromptsQuotesAndProgressBeforeItDoNotHideIt) {
    std::string text = option_line("a", 0, kRead4k) + "fio-3.36\nStarting 1 process\n" +
                       "Jobs: 1 (f=1): [r(1)][50.0%][eta 00m:05s]\rJobs: 1 (f=1): [r(1)]\r" +
                       job_text("a", 0, 1) + kEnd;
    std::string quoted = "> ";
    for (const char byte : text) {
        quoted += byte;
        quoted += byte == '\n' ? "> " : "";
    }
    for (const std::string& one : {text, quoted, std::string(100'000, '\n') + text}) {
        const auto file = import_bytes_as("fio-text", one, "x.txt");
        ASSERT_TRUE(file);
        EXPECT_EQ(figure(*file, "read_requests_per_second"), 2500.0);
        EXPECT_EQ(condition(*file, "io_depth"), "32");
    }
}

TEST(FioText, MixedAndBitsAndTrims) {
    const auto file =
        imported(option_line("u",
                             0,
                             "rw=randrw, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, "
                             "ioengine=psync, iodepth=1") +
                     "u: (groupid=0, jobs=1): err= 0: pid=1: Thu Sep  5 03:52:31 2024\n"
                     "  mixed: IOPS=33.0k, BW=1032Mibit/s (1082Mbit/s)(4096KiB/31msec)\n"
                     "    clat (nsec): min=1033, max=6553.2k, avg=29175.34, stdev=1.0\n"
                     "     issued rwts: total=1024,0,0,0 short=0,0,0,0 dropped=0,0,0,0\n" +
                     kEnd,
                 "x.txt");
    EXPECT_NEAR(*figure(file, "mixed_bytes_per_second"), 4194304.0 / 0.031, 1.0);
    EXPECT_NEAR(*figure(file, "mixed_iops"), 1024.0 / 0.031, 1.0);
    EXPECT_FALSE(figure(file, "read_requests_per_second"));
    const auto trim = imported(
        "t: (groupid=0, jobs=1): err= 0: pid=1: Thu Sep  5 03:52:31 2024\n"
        "  trim: IOPS=33.0k, BW=129MiB/s (135MB/s)(4096KiB/31msec)\n"
        "     issued rwts: total=0,0,1024,0 short=0,0,0,0 dropped=0,0,0,0\n" +
            kEnd,
        "x.txt");
    EXPECT_TRUE(has_note(trim, "fio.trims"));
}

}  // namespace
}  // namespace throughline::importers::tests
