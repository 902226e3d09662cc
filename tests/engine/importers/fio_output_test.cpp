// SPDX-License-Identifier: Apache-2.0
// Goal: what fio, elbencho and gdsio print in less usual cases gives no figure that they did not
// measure, and loses none that they did.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/engine/importers/imported.h"

namespace throughline::importers::tests {
namespace {

using ::testing::HasSubstr;

std::string direction(int bytes, int runtime_ms, const std::string& latencies) {
    return R"({"io_bytes": )" + std::to_string(bytes) + R"(, "io_kbytes": 1, "bw_bytes": )" +
           std::to_string(bytes * 1000 / runtime_ms) + R"(, "iops": 10, "total_ios": )" +
           std::to_string(bytes / 10) + R"(, "runtime": )" + std::to_string(runtime_ms) +
           latencies + "}";
}

std::string job(const std::string& name,
                int group,
                const std::string& read,
                const std::string& more = "") {
    return R"({"jobname": ")" + name + R"(", "groupid": )" + std::to_string(group) + more +
           R"(, "job options": {"rw": "read", "bs": "4k"}, "read": )" + read + "}";
}

std::string output(long long at_ms, const std::string& jobs) {
    return "{\"fio version\": \"fio-3.36\", \"timestamp_ms\": " + std::to_string(at_ms) +
           ",\n\"jobs\": [" + jobs + "]}\n";
}

TEST(FioJson, WhatWasNotMeasuredIsAbsentNotZero) {
    const std::string zeros = R"(, "slat_ns": {"min": 0, "max": 0, "mean": 0.0, "N": 0},
        "clat_ns": {"min": 0, "max": 0, "mean": 0.0, "N": 0, "percentile": {"99.000000": 0}},
        "lat_ns": {"min": 0, "max": 0, "mean": 0.0, "N": 0})";
    const auto file = imported(output(1, job("a", 0, direction(1000, 1000, zeros))), "x.json");
    EXPECT_EQ(figure(file, "read_requests_per_second"), 10.0);
    for (const char* const key :
         {"read_latency_mean", "read_completion_latency_mean", "read_submission_latency_mean"}) {
        EXPECT_FALSE(figure(file, key)) << key;
        EXPECT_TRUE(is_absent(file, key)) << key;
    }
    EXPECT_FALSE(figure(file, "read_latency_p99"));
    EXPECT_FALSE(figure(file, "read_latency_max"));
}

TEST(FioJson, WhatTheFileGivesAsNoNumberIsAbsentForThatReason) {
    const std::string latencies = R"(, "clat_ns": {"min": 1, "max": 9, "mean": nan, "N": 5})";
    std::string text = output(1, job("a", 0, direction(1000, 1000, latencies)));
    text.replace(text.find(R"("iops": 10)"), 10, R"("iops": -Infinity)");
    const auto file = imported(text, "x.json");
    ASSERT_EQ(file.study.runs.size(), 1U);
    const auto& run = file.study.runs.front();
    EXPECT_EQ(figure(file, "read_bytes"), 1000.0);
    EXPECT_FALSE(figure(file, "read_requests_per_second"));
    ASSERT_TRUE(run.absent.contains("read_requests_per_second"));
    EXPECT_EQ(run.absent.find("read_requests_per_second")->second, "the file says -Infinity");
    ASSERT_TRUE(run.absent.contains("read_completion_latency_mean"));
    EXPECT_EQ(run.absent.find("read_completion_latency_mean")->second, "the file says NaN");
    EXPECT_TRUE(has_note(file, "import.mended"));
}

// Of several jobs one says NaN: their sum and their extremes are nobody's guess.
TEST(FioJson, NoNumberOfOneJobIsNoneOfAll) {
    const auto part = [](const std::string& min) {
        return direction(
            1000, 1000, R"(, "clat_ns": {"min": )" + min + R"(, "max": 9, "mean": 5, "N": 5})");
    };
    for (const bool first : {false, true}) {
        const auto file = imported(output(1,
                                          job("a", 0, part(first ? "NaN" : "2")) + "," +
                                              job("b", 0, part(first ? "2" : "NaN"))),
                                   "x.json");
        EXPECT_FALSE(figure(file, "read_latency_min"));
        EXPECT_TRUE(is_absent(file, "read_latency_min"));
        EXPECT_DOUBLE_EQ(figure(file, "read_latency_max").value_or(0.0), 9e-9);
    }
}

TEST(FioTerse, ZerosOfLatencyAndOfDurationAreNoFigures) {
    const auto line = [](const std::string& kib) {
        std::string text = "3;fio-3.36;job;0;0;" + kib + ";100;25;1000";
        for (int field = 9; field < 121; ++field) {
            text += ";0";
        }
        return text + "\n";
    };
    const auto file = imported(line("400"), "x.txt");
    EXPECT_EQ(figure(file, "read_requests_per_second"), 25.0);
    EXPECT_TRUE(is_absent(file, "read_latency_mean"));
    EXPECT_FALSE(figure(file, "read_latency_mean"));
    EXPECT_EQ(condition(imported(line("0"), "x.txt"), "duration"), "");
}

TEST(FioJson, RunsAppendedToOneFileAreRunsEach) {
    const auto first = output(1'700'000'000'000, job("a", 0, direction(1000, 10'000, "")));
    const auto second = output(1'700'000'012'000, job("a", 0, direction(1100, 10'000, "")));
    const auto file = imported(first + "$ fio again.fio --output-format=json\n" + second, "x.json");
    ASSERT_EQ(file.study.runs.size(), 2U);
    EXPECT_EQ(figure(file, "read_bytes", 0), 1000.0);
    EXPECT_EQ(figure(file, "read_bytes", 1), 1100.0);
    EXPECT_TRUE(file.study.runs[0].samples.empty());
}

TEST(FioJson, StatusOutputsAreASeriesOfEachGroup) {
    const auto at = [](int second, int first_bytes, int second_bytes) {
        return output(
            1'700'000'000'000 + second * 1000LL,
            job("a", 0, direction(first_bytes, std::min(second, 20) * 1000, "")) + "," +
                job("b", 1, direction(second_bytes, std::max(1, second - 20) * 1000, "")));
    };
    const auto file =
        imported(at(10, 100, 0) + at(20, 300, 0) + at(30, 300, 500) + at(40, 300, 600), "x.json");
    ASSERT_EQ(file.study.runs.size(), 2U);
    EXPECT_EQ(figure(file, "read_bytes", 0), 300.0);
    ASSERT_EQ(file.study.runs[0].samples.size(), 2U);
    EXPECT_EQ(file.study.runs[0].samples[1].metrics.at("requested_read_bytes_per_second"), 20.0);
    ASSERT_EQ(file.study.runs[1].samples.size(), 2U);
    EXPECT_EQ(file.study.runs[1].samples[0].metrics.at("requested_read_bytes_per_second"), 50.0);
}

TEST(FioJson, StatusOutputsOfClientsAreASeriesOfTheirSum) {
    const auto at = [](int second, int one, int other) {
        const auto row = [&](const std::string& name, const std::string& host, int bytes) {
            return job(name, 0, direction(bytes, second * 1000, ""), host);
        };
        return R"({"fio version": "fio-3.36", "timestamp_ms": )" +
               std::to_string(1'700'000'000'000 + second * 1000LL) + ",\n\"client_stats\": [" +
               row("a", R"(, "hostname": "h1")", one) + "," +
               row("a", R"(, "hostname": "h2")", other) + "," +
               row("All clients", "", one + other) + "]}\n";
    };
    const auto file = imported(at(10, 100, 200) + at(20, 300, 600), "x.json");
    ASSERT_EQ(file.study.runs.size(), 1U);
    ASSERT_EQ(file.study.runs[0].samples.size(), 2U);
    EXPECT_EQ(file.study.runs[0].samples[1].metrics.at("requested_read_bytes_per_second"), 60.0);
    EXPECT_EQ(figure(file, "read_bytes"), 900.0);
}

TEST(FioJson, AShellPromptBeforeItIsText) {
    const auto file = imported("[root@node1 ~]# fio --output-format=json a.fio\n" +
                                   output(1, job("a", 0, direction(1000, 1000, ""))),
                               "x.txt");
    EXPECT_EQ(file.format, "fio-json");
    EXPECT_EQ(figure(file, "read_bytes"), 1000.0);
}

TEST(FioJson, GroupsBeginWhenTheyBegan) {
    const std::string read = direction(1000, 10'000, "");
    const auto known = imported(output(1'700'000'020'000,
                                       job("a", 0, read, R"(, "job_start": 1700000000000)") + "," +
                                           job("b", 1, read, R"(, "job_start": 1700000010000)")),
                                "x.json");
    EXPECT_EQ(known.study.runs.at(0).started.at, "2023-11-14T22:13:20.000Z");
    EXPECT_EQ(known.study.runs.at(1).started.at, "2023-11-14T22:13:30.000Z");
    const auto unknown =
        imported(output(1'700'000'020'000, job("a", 0, read) + "," + job("b", 1, read)), "x.json");
    EXPECT_EQ(unknown.study.runs.at(0).started.at, "");
}

TEST(FioJson, DisksOfTwoClientsAreTwo) {
    const std::string read = direction(1000, 10'000, "");
    const auto file = imported(R"({"fio version": "fio-3.36", "client_stats": [)" +
                                   job("a", 0, read, R"(, "hostname": "h1")") + "," +
                                   job("a", 0, read, R"(, "hostname": "h2")") + R"(],
            "disk_util": [{"name": "sda", "util": 10, "hostname": "h1"},
                          {"name": "sda", "util": 90, "hostname": "h2"}]})",
                               "x.json");
    EXPECT_EQ(figure(file, "disk_utilisation{device=h1:sda}"), 10.0);
    EXPECT_EQ(figure(file, "disk_utilisation{device=h2:sda}"), 90.0);
    EXPECT_EQ(condition(file, "host"), "h1, h2");
    EXPECT_EQ(condition(file, "node_count"), "2");
}

// With log_window_value=both the second value of a row may look like a direction.
TEST(FioLog, TwoValuesARowAreToldByTheWholeFile) {
    const auto file = imported(
        "1000, 100, 150, 1, 0\n2000, 200, 250, 1, 0\n3000, 1, 0, 1, 0\n4000, 300, 350, 1, 0\n",
        "x_iops.1.log");
    EXPECT_EQ(file.rows_dropped, 0U);
    EXPECT_FALSE(figure(file, "read_requests_per_second"));
    EXPECT_DOUBLE_EQ(*figure(file, "write_requests_per_second"), 150.25);
}

TEST(FioLog, ValuesWithoutAUnitAreNoStudy) {
    const auto file = imported("1000, 5000, 0, 0\n2000, 7000, 0, 0\n", "x_clat.1.log");
    EXPECT_FALSE(file.has_runs());
    EXPECT_TRUE(asks(file, "latency_unit"));
}

TEST(Elbencho, AMixOfReadsAndWritesGivesBoth) {
    const auto file = imported(
        "ISO date,label,operation,time ms [last],IOPS [last],MiB/s [first],MiB/s [last],"
        "rwmix read IOPS [last],rwmix read MiB/s [last],errors total,version,command\n"
        "2026-01-01T00:00:00,x,RWMIX70,10000,300,3,3,700,7,500,3.0,\"elbencho\"\n",
        "x.csv");
    constexpr double kMiB = 1024.0 * 1024.0;
    EXPECT_EQ(figure(file, "requested_write_bytes_per_second"), 3 * kMiB);
    EXPECT_EQ(figure(file, "requested_read_bytes_per_second"), 7 * kMiB);
    EXPECT_EQ(figure(file, "read_requests_per_second"), 700.0);
    EXPECT_EQ(figure(file, "failed_requests"), 500.0);
    EXPECT_TRUE(has_note(file, "elbencho.errors"));
}

TEST(Elbencho, TheReadsOfAMixStandApartInItsJsonToo) {
    const auto file = imported(
        R"({"phase_type": "RWMIX70", "config": {"threads": "4", "version": "3.1"},
            "first_done": {"iops": "290", "rwmix_read": {"iops": "690"}},
            "last_done": {"elapsed_time_ms": "10000", "iops": "300", "bytes/s": "3000",
                          "rwmix_read": {"iops": "700", "bytes/s": "7000"}}})",
        "x.json");
    EXPECT_EQ(figure(file, "requested_write_bytes_per_second"), 3000.0);
    EXPECT_EQ(figure(file, "requested_read_bytes_per_second"), 7000.0);
    EXPECT_EQ(figure(file, "read_requests_per_second"), 700.0);
    EXPECT_EQ(figure(file, "first_done_read_iops"), 690.0);
}

TEST(Elbencho, PrintedTimesMayHaveUnitsAndAMixItsReads) {
    const auto file = imported(
        "OPERATION   RESULT TYPE         FIRST DONE   LAST DONE\n"
        "=========== ================    ==========   =========\n"
        "RWMIX70     Elapsed time     :     58.1s        1m2.5s\n"
        "            IOPS             :       290         300\n"
        "            IOPS read        :       690         700\n"
        "            Throughput MiB/s :         2           3\n"
        "            Total MiB        :       120         180\n",
        "x.txt");
    EXPECT_EQ(condition(file, "duration"), "62.5");
    EXPECT_EQ(figure(file, "write_requests_per_second"), 300.0);
    EXPECT_EQ(figure(file, "read_requests_per_second"), 700.0);
    EXPECT_EQ(figure(file, "requested_write_bytes_per_second"), 3 * 1024.0 * 1024.0);
    EXPECT_EQ(figure(file, "write_bytes"), 180 * 1024.0 * 1024.0);
}

TEST(Elbencho, LiveRowsOfAMixSayWhichDirection) {
    const auto file = imported(
        "Label,Phase,RuntimeMS,Rank,MixType,Done%,DoneBytes,MiB/s,IOPS,Entries,Entries/"
        "s,Active,CPU,"
        "Service,\n"
        ",MIX-T4,1000,Total,Write,1,1,3,30,0,0,8,5,,\n,MIX-T4,1000,Total,Read,1,1,7,70,0,0,8,5,,\n"
        ",MIX-T4,2000,Total,Write,1,1,3,30,0,0,8,5,,\n,MIX-T4,2000,Total,Read,1,1,7,70,0,0,8,5,,\n",
        "x.csv");
    ASSERT_EQ(file.study.runs.size(), 1U);
    EXPECT_EQ(figure(file, "write_requests_per_second"), 30.0);
    EXPECT_EQ(figure(file, "read_requests_per_second"), 70.0);
}

const std::string kCutFio = R"({"fio version": "fio-3.28", "timestamp_ms": 1700000060000, "jobs": [
{"jobname": "one", "groupid": 0, "error": 0, "job options": {"rw": "randrw"},
 "read": {"io_bytes": 4096000, "bw_bytes": 409600, "iops": 100.0, "runtime": 10000,
  "total_ios": 1000, "slat_ns": {"min": 1, "max": 3, "mean": 2.0},
  "clat_ns": {"min": 5, "max": 9, "mean": 7.0, "percentile": {"99.000000": 8}},
  "lat_ns": {"min": 6, "max": 12, "mean": 9.0}},
 "write": {"io_bytes": 2048000, "bw_bytes": 204800, "iops": 50.0, "runtime": 10000,
  "total_ios": 500, "slat_ns": {"min": 1, "max": 3, "mean": 2.0},
  "lat_ns": {"min": 6, "max": 12, "mean": 9.0}},
 "usr_cpu": 1.5, "sys_cpu": 2.5},
{"jobname": "two", "groupid": 0, "read": {"io_bytes": 4096000, "bw_bytes": 409600, "iops": 100.0,
  "runtime": 10000, "total_ios": 1000}}]})";

/// The same as fio prints it when it puts all jobs of the group into one row.
std::string with_group_reporting(std::string file) {
    const std::string option = R"("rw": "randrw")";
    file.replace(file.find(option), option.size(), option + R"(, "group_reporting": "1")");
    return file;
}

record::RunData cut_fio_before(const std::string& words, const std::string& whole = kCutFio) {
    const auto file = imported(whole.substr(0, whole.find(words)), "x.json");
    EXPECT_EQ(file.study.runs.size(), 1U);
    EXPECT_TRUE(has_note(file, "import.mended"));
    return file.study.runs.empty() ? record::RunData{} : file.study.runs.front();
}

TEST(CutFioJson, IsInterruptedAndSaysWhatTheFileEndsBefore) {
    const record::RunData in_read =
        cut_fio_before(R"("clat_ns": {"min": 5)", with_group_reporting(kCutFio));
    EXPECT_EQ(in_read.status, record::RunStatus::Interrupted);
    EXPECT_EQ(in_read.metrics.at("read_requests_per_second").value, 100.0);
    for (const char* const id : {"read_latency_mean",
                                 "read_completion_latency_mean",
                                 "read_latency_p99",
                                 "read_completion_latency_p99",
                                 "write_requests_per_second",
                                 "process_cpu_user"}) {
        ASSERT_EQ(in_read.absent.count(id), 1U) << id;
        EXPECT_EQ(in_read.absent.at(id), "the file is cut off before it") << id;
    }
    EXPECT_EQ(in_read.absent.count("read_submission_latency_mean"), 0U);

    const auto before_read =
        import_bytes(kCutFio.substr(0, kCutFio.find(R"("io_bytes")")), "x.json");
    ASSERT_FALSE(before_read);
    EXPECT_NE(before_read.error().what.find("cut off in line 3 (byte"), std::string::npos)
        << before_read.error().what;
}

// A sum without the jobs that are missing would pass for the rate of all.
TEST(CutFioJson, GivesNoSumOfAPartOfTheJobs) {
    const record::RunData cut = cut_fio_before(R"("total_ios": 1000}}])");
    EXPECT_EQ(cut.status, record::RunStatus::Interrupted);
    EXPECT_EQ(cut.metrics.count("read_requests_per_second"), 0U);
    EXPECT_THAT(cut.absent.at("read_requests_per_second"), HasSubstr("of all jobs of the group"));
    EXPECT_EQ(cut.metrics.count("read_latency_mean{job=one}"), 1U);
}

// Behind the cut there may be a second job, as there is here: 100 of 200 reads a second.
TEST(CutFioJson, TheBeginningOfAJobIsNoSumEither) {
    const record::RunData cut = cut_fio_before(R"("usr_cpu": 1.5)");
    EXPECT_EQ(cut.status, record::RunStatus::Interrupted);
    for (const char* const id : {"read_requests_per_second",
                                 "requested_read_bytes_per_second",
                                 "write_requests_per_second"}) {
        EXPECT_EQ(cut.metrics.count(id), 0U) << id;
        EXPECT_THAT(cut.absent.at(id), HasSubstr("of all jobs of the group")) << id;
    }
    EXPECT_EQ(cut.metrics.count("read_latency_mean{job=one}"), 1U);
    ASSERT_FALSE(cut.notes.empty());
    EXPECT_THAT(cut.notes.back().text, HasSubstr("cut off inside job 'one'"));
}

TEST(CutFioJson, ASingleWholeJobIsNoSumUnlessFioMadeOne) {
    const std::string between = R"("sys_cpu": 2.5})";
    const std::string file = kCutFio.substr(0, kCutFio.find(between) + between.size());
    const auto one = imported(file + ",", "x.json").study.runs.front();
    EXPECT_EQ(one.status, record::RunStatus::Interrupted);
    EXPECT_EQ(one.metrics.count("read_requests_per_second"), 0U);
    EXPECT_THAT(one.absent.at("read_requests_per_second"), HasSubstr("of all jobs of the group"));
    EXPECT_EQ(one.metrics.count("read_latency_mean{job=one}"), 1U);
    ASSERT_FALSE(one.notes.empty());
    EXPECT_NE(one.notes.back().text.find("after job 'one'"), std::string::npos)
        << one.notes.back().text;

    EXPECT_EQ(imported(with_group_reporting(file) + ",", "x.json")
                  .study.runs.front()
                  .metrics.at("read_requests_per_second")
                  .value,
              100.0);
}

// fio writes the fastest first.
TEST(CutFioJson, GivesNoPercentilesOfTheBinsThatAreLeft) {
    std::string file = kCutFio;
    const std::string percentile = R"("percentile": {"99.000000": 8})";
    file.replace(file.find(percentile),
                 percentile.size(),
                 R"("N": 1000, "bins": {"5": 900, "7": 50, "9": 50})");
    const auto whole = imported(file, "x.json").study.runs.front();
    EXPECT_NEAR(whole.metrics.at("read_completion_latency_p99{job=one}").value, 9e-9, 1e-15);
    file = with_group_reporting(file);
    const auto cut = imported(file.substr(0, file.find(R"(, "9": 50)")), "x.json");
    const auto run = cut.study.runs.front();
    EXPECT_EQ(run.metrics.count("read_completion_latency_p99"), 0U);
    EXPECT_EQ(run.absent.at("read_completion_latency_p99"), "the file is cut off before it");
}

const std::string kGdsio =
    "XferType: GPUD Threads: 8 DataSetSize: 1024/1024(KiB) IOSize: 1024(KiB) "
    "Throughput: 1.0 GiB/sec, Avg_Latency: 100.0 usecs ops: 1 total_time 1.0 secs\n";

TEST(Gdsio, TheDirectionComesFromTheCommandOrIsAsked) {
    const auto written =
        imported("$ gdsio -D /mnt -d 0 -w 8 -s 1G -i 1M -x 0 -I 1\n" + kGdsio, "x.txt");
    EXPECT_TRUE(figure(written, "requested_write_bytes_per_second"));
    EXPECT_FALSE(figure(written, "requested_read_bytes_per_second"));
    const auto unknown = imported(kGdsio, "x.txt");
    EXPECT_FALSE(figure(unknown, "requested_read_bytes_per_second"));
    EXPECT_TRUE(asks(unknown, "pattern"));
    EXPECT_TRUE(figure(imported(kGdsio, "x.txt", {{"pattern", "write"}}),
                       "requested_write_bytes_per_second"));
}

TEST(Answers, AUnitThatDoesNotFitIsRefusedBeforeAnythingIsRead) {
    const auto refusal = [](const std::string& text) {
        Assumptions assume;
        const auto added = add_assumption(assume, text);
        EXPECT_TRUE(added || assume.empty());
        return added ? std::string() : added.error().what;
    };
    EXPECT_EQ(refusal("batch_size=64kb"),
              "assumption batch_size=64kb: 'kb' after the number is not allowed, write "
              "batch_size=64");
    EXPECT_EQ(refusal("gpu_count=many"), "assumption gpu_count=many: a number is needed");
    EXPECT_EQ(
        refusal("block_size=4k"),
        "assumption block_size=4k: 'k' after the number is not allowed, write bytes or a unit "
        "of them: 4096, 4KiB, 4kB");
    EXPECT_EQ(refusal("batch_size=64"), "");
    EXPECT_EQ(refusal("model=resnet50 64kb"), "");
}

TEST(Answers, ASizeMayHaveItsUnitAndASwitchMayBeOff) {
    const auto text = output(1, job("a", 0, direction(1000, 1000, "")));
    EXPECT_EQ(condition(imported(text, "x.json", {{"block_size", "128 KiB"}}), "block_size"),
              "131072");
    EXPECT_EQ(condition(imported(text, "x.json", {{"file_size", "3GB"}}), "file_size"),
              "3000000000");
    EXPECT_EQ(condition(imported(text, "x.json", {{"direct_io", "0"}}), "direct_io"), "0");
}

TEST(Answers, ThatNothingReadsAreRefused) {
    const std::string log = "1000, 100, 0, 4096\n2000, 300, 0, 4096\n";
    for (const char* const key : {"steady_from", "no.such.key"}) {
        const auto file = import_bytes(log, "x_bw.1.log", {.assume = {{key, "1"}}});
        ASSERT_FALSE(file) << key;
        EXPECT_EQ(file.error().code, ErrorCode::Usage) << key;
    }
    EXPECT_EQ(condition(imported(log, "x_bw.1.log", {{"storage.threads", "4"}}), "storage.threads"),
              "4");
}

TEST(Answers, AnAnsweredQuestionIsNotAskedAgain) {
    const std::string log = "1000, 100, 0, 4096\n2000, 300, 0, 4096\n";
    EXPECT_TRUE(asks(imported(log, "x_clat.1.log"), "latency_unit"));
    EXPECT_FALSE(asks(imported(log, "x_clat.1.log", {{"latency_unit", "us"}}), "latency_unit"));
    EXPECT_TRUE(asks(imported(kGdsio, "x.txt"), "pattern"));
    EXPECT_FALSE(asks(imported(kGdsio, "x.txt", {{"pattern", "write"}}), "pattern"));
}

TEST(Answers, WhatNobodyAskedForIsSaid) {
    const std::string log = "1000, 100, 0, 4096\n2000, 300, 0, 4096\n";
    const auto file = imported(log, "x_bw.1.log", {{"period_seconds", "5"}, {"gpu_count", "8"}});
    EXPECT_EQ(file.unused, std::vector<std::string>{"period_seconds"});
}

TEST(Answers, OneThatContradictsTheFileWinsAndIsNoted) {
    const auto file = imported(kCutFio, "x.json", {{"pattern", "randread"}, {"gpu_count", "8"}});
    EXPECT_EQ(condition(file, "pattern"), "randread");
    ASSERT_TRUE(has_note(file, "import.overruled"));
    const auto& note = file.study.runs.front().notes.back();
    EXPECT_EQ(note.text, "pattern is randread, as given at the import; the file says randrw");
    EXPECT_FALSE(
        has_note(imported(kCutFio, "x.json", {{"pattern", "randrw"}}), "import.overruled"));
}

TEST(Answers, AMisspeltKeyNamesTheLikeliest) {
    Assumptions assume;
    const auto added = add_assumption(assume, "gpucount=8");
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().code, ErrorCode::Usage);
    EXPECT_NE(added.error().what.find("did you mean gpu_count?"), std::string::npos)
        << added.error().what;
    EXPECT_TRUE(add_assumption(assume, "column.my speed=images_per_second"));
    EXPECT_FALSE(add_assumption(assume, "column.=images_per_second"));
    EXPECT_NE(add_assumption(assume, "read_iops=8").error().what.find("measured"),
              std::string::npos);
}

TEST(FioLog, TheRowAtTimeZeroIsLeftOutAndSaidToBe) {
    const auto file = imported("0, 100, 0, 0\n1000, 300, 0, 0\n", "x_iops.1.log");
    EXPECT_EQ(figure(file, "read_requests_per_second"), 300.0);
    EXPECT_TRUE(has_note(file, "fio.first_row"));
}

TEST(Answers, TheStartOfAFileWithoutOneCanBeGiven) {
    const std::string log = "1000, 100, 0, 4096\n2000, 300, 0, 4096\n";
    const auto file = imported(log, "x_bw.1.log", {{"start_time", "2026-01-01T10:00:00Z"}});
    EXPECT_EQ(file.study.runs.at(0).started.at, "2026-01-01T10:00:00.000Z");
    EXPECT_FALSE(import_bytes(log, "x_bw.1.log", {.assume = {{"start_time", "soon"}}}));
}

// A block of version 5 has six more fields than one of version 4.
TEST(FioTerse, Version5IsRead) {
    const auto file = imported_fixture("fio/terse-5.txt");
    ASSERT_EQ(file.study.runs.size(), 1U);
    EXPECT_EQ(file.tool_version, "3.33");
    EXPECT_EQ(figure(file, "read_requests_per_second"), 511.0);
    EXPECT_EQ(figure(file, "write_requests_per_second"), 511.0);
    EXPECT_EQ(figure(file, "requested_write_bytes_per_second"), 8183.0 * 1024);
    EXPECT_NEAR(figure(file, "write_latency_p99").value_or(0.0), 34e-6, 1e-12);
    EXPECT_NEAR(figure(file, "process_cpu_system").value_or(0.0), 2.4, 1e-9);
    EXPECT_NEAR(figure(file, "disk_utilisation{device=vda}").value_or(0.0), 2.01, 1e-9);
}

// With batches gdsio writes the direction without its name.
TEST(Gdsio, ABatchIsRead) {
    const auto file = imported(
        "WRITE XferType: GPU_BATCH Threads: 1 IoDepth: 8 DataSetSize: 1024/1024(KiB) IOSize: "
        "64(KiB) Throughput: 2.000000 GiB/sec, Avg_Latency: 100.000000 usecs ops: 160 total_time "
        "0.500000 secs\n",
        "x.txt");
    EXPECT_EQ(figure(file, "requested_write_bytes_per_second"), 2.0 * 1024 * 1024 * 1024);
    EXPECT_EQ(figure(file, "write_requests_per_second"), 320.0);
    EXPECT_EQ(condition(file, "pattern"), "write GPU_BATCH");
    EXPECT_EQ(condition(file, "io_depth"), "8");
}

}  // namespace
}  // namespace throughline::importers::tests
