// SPDX-License-Identifier: Apache-2.0
// Goal: jobs of fio that ran together are described by what they share, and their rates are those
// of fio's own line of the group; the like of gdsio and of terse lines.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/engine/importers/imported.h"

namespace throughline::importers::tests {
namespace {

std::string direction(std::int64_t bytes, std::int64_t requests, std::int64_t runtime_ms) {
    return R"({"io_bytes": )" + std::to_string(bytes) + R"(, "io_kbytes": 1, "bw_bytes": )" +
           std::to_string(bytes * 1000 / runtime_ms) + R"(, "iops": )" +
           std::to_string(requests * 1000 / runtime_ms) + R"(, "total_ios": )" +
           std::to_string(requests) + R"(, "runtime": )" + std::to_string(runtime_ms) + "}";
}

std::string job(const std::string& name, const std::string& options, const std::string& what) {
    return R"({"jobname": ")" + name + R"(", "groupid": 0, "job options": {)" + options + "}, " +
           what + "}";
}

std::string output(const std::string& jobs) {
    return R"({"fio version": "fio-3.36", "timestamp_ms": 1, "jobs": [)" + jobs + "]}\n";
}

std::string reason(const ImportedFile& file, const std::string& key) {
    const auto& absent = file.study.runs.at(0).absent;
    const auto found = absent.find(key);
    return found == absent.end() ? "" : found->second;
}

TEST(FioJobs, AConditionIsThatOfAllJobsOrAbsent) {
    const std::string read = R"("read": )" + direction(1000, 10, 1000);
    const std::string write = R"("write": )" + direction(1000, 10, 1000);
    const auto file =
        imported(output(job("rd", R"("rw":"randread","bs":"4k","ioengine":"libaio")", read) + "," +
                        job("wr", R"("rw":"write","bs":"1m","ioengine":"libaio")", write)),
                 "x.json");
    EXPECT_EQ(condition(file, "io_engine"), "libaio");
    EXPECT_EQ(condition(file, "workers"), "2");
    EXPECT_EQ(condition(file, "decode.threads"), "") << "they read, and decode nothing";
    EXPECT_EQ(condition(file, "block_size"), "");
    EXPECT_EQ(reason(file, "block_size"), "the jobs differ: 4096, 1048576");
    EXPECT_EQ(condition(file, "pattern"), "");
    EXPECT_EQ(reason(file, "pattern"), "the jobs differ: randread, write");
}

// 100 MB in 10 s and 100 MB in 20 s are 200 MB in 20 s, not 10 MB/s + 5 MB/s.
TEST(FioJobs, RatesOfUnequalRuntimesAreOverTheLongest) {
    const std::string options = R"("rw":"read","bs":"4k")";
    const auto jobs = [&](int ms) {
        return output(job("a", options, R"("read": )" + direction(100'000'000, 20'000, 10'000)) +
                      "," + job("b", options, R"("read": )" + direction(100'000'000, 20'000, ms)));
    };
    const auto file = imported(jobs(20'000), "x.json");
    EXPECT_EQ(figure(file, "requested_read_bytes_per_second"), 10e6);
    EXPECT_EQ(figure(file, "read_requests_per_second"), 2000.0);
    ASSERT_TRUE(has_note(file, "fio.runtimes"));
    // Beside it stands what the jobs say of themselves.
    EXPECT_EQ(figure(file, "read_requests_per_second{job=a}"), 2000.0);
    EXPECT_EQ(figure(file, "requested_read_bytes_per_second{job=b}"), 5e6);
    std::string said;
    for (const auto& note : file.study.runs[0].notes) {
        said += note.code == "fio.runtimes" ? note.text : "";
    }
    EXPECT_NE(said.find("add up to 15.0 MB/s and 3.00 k"), std::string::npos) << said;
    const auto even = imported(jobs(10'100), "x.json");
    EXPECT_EQ(figure(even, "read_requests_per_second"), 2000.0 + 1980.0);
    EXPECT_FALSE(has_note(even, "fio.runtimes"));
}

TEST(FioJobs, SeveralSizesAreNoSizeThatTheFileDoesNotSay) {
    for (const char* const options :
         {R"("rw":"rw","bs":"4k,64k")", R"("bssplit":"4k/10:64k/90")"}) {
        const auto file = imported(
            output(job("a", options, R"("read": )" + direction(1000, 10, 1000))), "x.json");
        EXPECT_EQ(condition(file, "block_size"), "");
        EXPECT_EQ(reason(file, "block_size").substr(0, 15), "several sizes: ");
    }
    const std::string line =
        "IoType: READ XferType: GPUD Threads: 8 DataSetSize: 67814400/83886080(KiB) IOSize: "
        "16384-32768-4096(KiB) Throughput: 6.803043 GiB/sec, Avg_Latency: 1148.18 usecs ops: 66225 "
        "total_time 9.506460 secs\n";
    const auto swept = imported(line, "gds.txt");
    EXPECT_EQ(condition(swept, "block_size"), "");
    EXPECT_EQ(reason(swept, "block_size"),
              "several sizes: 16384-32768-4096 KiB (start, end, step)");
}

TEST(FioJobs, AJobThatOnlyTrimsDidNotFail) {
    const auto file = imported(
        output(job("t", R"("rw":"trim")", R"("trim": )" + direction(1000, 10, 1000))), "x.json");
    EXPECT_FALSE(file.has_runs());
    EXPECT_TRUE(has_note(file, "fio.trims"));
    EXPECT_FALSE(has_note(file, "fio.no_io"));
}

std::string terse(const std::vector<std::string>& fields) {
    std::string line;
    for (const std::string& field : fields) {
        line += (line.empty() ? "" : ";") + field;
    }
    return line + "\n";
}

TEST(FioTerse, DecimalsMayHaveAComma) {
    constexpr std::size_t kRead = 5;
    constexpr std::size_t kFields = kRead + 116;  // 41 of each direction, 34 behind them
    std::vector<std::string> fields(kFields, "0");
    fields[0] = "3";
    fields[1] = "fio-3.8";
    fields[kRead] = "1886832";     // KiB
    fields[kRead + 1] = "188645";  // KiB/s
    fields[kRead + 2] = "23580";   // IOPS
    fields[kRead + 3] = "10002";   // ms
    fields[kRead + 9] = "6575";    // completion: max, mean
    fields[kRead + 10] = "165,280554";
    fields[kRead + 12] = "50,000000%=51";
    fields[kRead + 13] = "99,900000%=2736";
    fields[kRead + 33] = "6577";  // total: max, mean
    fields[kRead + 34] = "167,875769";
    fields[kRead + 82] = "25,026987%";
    const auto file = imported(terse(fields), "x.txt");
    EXPECT_DOUBLE_EQ(*figure(file, "read_completion_latency_mean"), 165.280554e-6);
    // Nothing was submitted separately: all figures are of the latency that the percentiles are of.
    EXPECT_DOUBLE_EQ(*figure(file, "read_latency_mean"), 165.280554e-6);
    EXPECT_DOUBLE_EQ(*figure(file, "read_latency_max"), 6575e-6);
    EXPECT_DOUBLE_EQ(*figure(file, "read_latency_p50"), 51e-6);
    EXPECT_DOUBLE_EQ(*figure(file, "read_latency_p999"), 2736e-6);
    EXPECT_DOUBLE_EQ(*figure(file, "process_cpu_user"), 25.026987);
}

// Goal: figures of one name are of one latency. Method: of every result a median between the least
// and the largest, and a mean, too.
TEST(FioJson, FiguresOfOneNameAreOfOneLatency) {
    int compared = 0;
    for (const char* const name : {"merged-3.33.json",
                                   "groups-3.33.json",
                                   "mixed-3.33.json",
                                   "sequence-2.1.json",
                                   "key-twice-2.17.json",
                                   "stopped-3.33.txt",
                                   "terse-3-console.txt"}) {
        const auto file = imported_fixture(std::string("fio/") + name);
        for (const char* const latency : {"read_latency_",
                                          "write_latency_",
                                          "read_completion_latency_",
                                          "write_completion_latency_"}) {
            const auto least = figure(file, std::string(latency) + "min");
            const auto largest = figure(file, std::string(latency) + "max");
            for (const char* const inner : {"mean", "p50", "p99", "p999"}) {
                const auto value = figure(file, std::string(latency) + inner);
                if (least && largest && value) {
                    EXPECT_GE(*value, *least) << name << ' ' << latency << inner;
                    EXPECT_LE(*value, *largest) << name << ' ' << latency << inner;
                    ++compared;
                }
            }
        }
    }
    EXPECT_GT(compared, 25);
}

}  // namespace
}  // namespace throughline::importers::tests
