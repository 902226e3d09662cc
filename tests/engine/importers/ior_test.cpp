// SPDX-License-Identifier: Apache-2.0
// Goal: IOR, mdtest and IO500 in all their spellings give a run for each operation, in the units
// that they print.
#include <gtest/gtest.h>

#include <string>

#include "tests/engine/importers/imported.h"

namespace throughline::importers::tests {
namespace {

constexpr double kMiB = 1024.0 * 1024.0;
constexpr double kGiB = 1024.0 * kMiB;

const std::string kHead =
    "IOR-3.3.0: MPI Coordinated Test of Parallel I/O\n"
    "Began               : Wed Jan 19 10:45:40 2022\n"
    "Command line        : ior -i 2 -t 4k -b 1024k -F\n"
    "Machine             : Linux node1\n"
    "TestID              : 0\n\n"
    "Options: \n"
    "api                 : POSIX\n"
    "test filename       : /scratch/file\n"
    "access              : file-per-process\n"
    "ordering in a file  : sequential\n"
    "nodes               : 2\n"
    "tasks               : 16\n"
    "repetitions         : 3\n"
    "xfersize            : 4096 bytes\n"
    "blocksize           : 1 MiB\n\n"
    "Results: \n\n"
    "access    bw(MiB/s)  IOPS       Latency(s)  block(KiB) xfer(KiB)  open(s)    wr/rd(s)   "
    "close(s)   total(s)   iter\n"
    "------    ---------  ----       ----------  ---------- ---------  --------   --------   "
    "--------   --------   ----\n"
    "write     4000       1024000    0.012566    1024.00    4.00       0.005457   3.90       "
    "0.837799   4.00       0   \n"
    "read      5000       1280000    0.010682    1024.00    4.00       0.000098   3.25       "
    "0.557566   3.20       0   \n"
    "remove    -          -          -           -          -          -          -          "
    "-          0.004206   0   \n"
    "write     4400       1126400    0.012566    1024.00    4.00       0.005457   3.90       "
    "0.837799   3.60       1   \n";

const std::string kSummary =
    "Max Write: 4400.00 MiB/sec (4613.73 MB/sec)\nMax Read:  5000.00 MiB/sec (5242.88 MB/sec)\n\n"
    "Summary of all tests:\n"
    "Operation   Max(MiB)   Min(MiB)  Mean(MiB)     StdDev   Max(OPs)   Min(OPs)  Mean(OPs)     "
    "StdDev    Mean(s) Stonewall(s) Stonewall(MiB) Test# #Tasks tPN reps fPP reord reordoff "
    "reordrand seed segcnt   blksiz    xsize aggs(MiB)   API RefNum\n"
    "write        4400.00    4000.00    4200.00     200.00 1126400.00 1024000.00 1075200.00   "
    "51200.00    3.80000         NA            NA     0     16   8    2   1     1        1         "
    "0    0   1024  1048576     4096   16384.0 POSIX      0\n"
    "read         5000.00    5000.00    5000.00       0.00 1280000.00 1280000.00 1280000.00       "
    "0.00    3.20000         NA            NA     0     16   8    1   1     1        1         0   "
    " "
    "0   1024  1048576     4096   16384.0 POSIX      0\n"
    "Finished            : Wed Jan 19 10:45:48 2022\n";

TEST(Ior, EachOperationIsARunInItsUnits) {
    const auto file = imported(kHead + kSummary);
    EXPECT_EQ(file.format, "ior-text");
    EXPECT_EQ(file.tool_version, "3.3.0");
    ASSERT_EQ(file.study.runs.size(), 2U);
    EXPECT_EQ(figure(file, "requested_write_bytes_per_second", 0), 4200.0 * kMiB);
    EXPECT_EQ(figure(file, "write_requests_per_second", 0), 1075200.0);
    EXPECT_EQ(figure(file, "write_bytes", 0), 16384.0 * kMiB);
    EXPECT_EQ(figure(file, "requested_read_bytes_per_second", 1), 5000.0 * kMiB);
    EXPECT_FALSE(figure(file, "read_requests_per_second", 0))
        << "writes and reads ran one after another";
    EXPECT_EQ(condition(file, "workers"), "16");
    EXPECT_EQ(condition(file, "node_count"), "2");
    EXPECT_EQ(condition(file, "block_size"), "4096");
    EXPECT_EQ(condition(file, "io_engine"), "POSIX");
    EXPECT_EQ(condition(file, "duration", 0), "3.8");
    EXPECT_TRUE(has_note(file, "ior.repetitions"));
}

TEST(Ior, ACutOutputGivesTheMeanOfTheRepetitionsThatAreThere) {
    const auto file = imported(kHead);
    ASSERT_EQ(file.study.runs.size(), 2U);
    EXPECT_EQ(figure(file, "requested_write_bytes_per_second", 0), 4200.0 * kMiB);
    EXPECT_EQ(file.study.runs[0].metrics.at("requested_write_bytes_per_second").n, 2);
    EXPECT_EQ(file.study.runs[0].status, record::RunStatus::Interrupted);
    EXPECT_EQ(condition(file, "workers"), "16");
}

TEST(Ior, SeveralCallsOfOneFileAreRunsEach) {
    const auto file = imported(kHead + kSummary + "$ ior again\n" + kHead + kSummary);
    EXPECT_EQ(file.study.runs.size(), 4U);
}

TEST(Ior, OldHeadersHaveBlanksInTheirNames) {
    const auto file = imported(
        "IOR-2.10.3: MPI Coordinated Test of Parallel I/O\n"
        "Operation  Max (MiB)  Min (MiB)  Mean (MiB)   Std Dev  Max (OPs)  Min (OPs)  Mean (OPs)   "
        "Std Dev  Mean (s)  \n"
        "---------  ---------  ---------  ----------   -------  ---------  ---------  ----------   "
        "-------  --------\n"
        "write         100.00      90.00       95.00      5.00     400.00     360.00      380.00   "
        "  "
        "20.00   2.00000   EXCEL\n");
    EXPECT_EQ(figure(file, "requested_write_bytes_per_second"), 95.0 * kMiB);
    EXPECT_EQ(figure(file, "write_requests_per_second"), 380.0);
    EXPECT_EQ(condition(file, "duration"), "2");
}

TEST(Ior, JsonAndCsvSayTheSame) {
    const auto json = imported(
        R"({"Version": "4.0.0", "Began": "Wed Jan 19 10:45:40 2022", "Command line": "ior",
            "Machine": "Linux node1", "tests": [{"TestID": 0, "Options": {"api": "POSIX",
            "test filename": "/scratch/file", "ordering in a file": "random", "nodes": 2,
            "tasks": 16},
            "Results": [[{"access": "write", "bwMiB": 4200.0, "xferKiB": 4.0, "iops": 1075200.0,
            "totalTime": 3.8}]]}], "summary": [{"operation": "write", "API": "POSIX", "TestID": 0,
            "transferSize": 4096, "numTasks": 16, "tasksPerNode": 8, "repetitions": 1,
            "bwMaxMIB": 4200.0, "bwMeanMIB": 4200.0, "OPsMean": 1075200.0, "MeanTime": 3.8,
            "xsizeMiB": 16384.0}], "Finished": "later"})",
        "x.json");
    EXPECT_EQ(json.format, "ior-json");
    ASSERT_EQ(json.study.runs.size(), 1U);
    EXPECT_EQ(figure(json, "requested_write_bytes_per_second"), 4200.0 * kMiB);
    EXPECT_EQ(condition(json, "pattern"), "random write");
    const auto csv = imported(
        "access,bw(MiB/s),IOPS,Latency,block(KiB),xfer(KiB),open(s),wr/rd(s),close(s),total(s),"
        "numTasks,iter\nwrite,4200.0,1075200.0,0.0125,1024.0,4.0,0.005,3.9,0.8,3.8,16,0\n",
        "x.csv");
    EXPECT_EQ(csv.format, "ior-csv");
    EXPECT_EQ(figure(csv, "requested_write_bytes_per_second"), 4200.0 * kMiB);
    EXPECT_EQ(figure(csv, "write_requests_per_second"), 1075200.0);
    EXPECT_EQ(condition(csv, "block_size"), "4096");
}

TEST(Mdtest, OperationsThatRanAreRunsAndZerosAreNone) {
    const auto file = imported(
        "-- started at 07/11/2022 12:11:32 --\n\n"
        "mdtest-3.3.0 was launched with 64 total task(s) on 4 node(s)\n"
        "Command line used: mdtest '-n' '2048'\nPath: /mnt/fs\n64 tasks, 131072 files\n\n"
        "SUMMARY rate: (of 3 iterations)\n"
        "   Operation                      Max            Min           Mean        Std Dev\n"
        "   ---------                      ---            ---           ----        -------\n"
        "   File creation             :       6342.026       3364.939       5258.577       1343.5\n"
        "   File stat                 :      14300.892      13962.028      14165.403        145.7\n"
        "   File read                 :          0.000          0.000          0.000          0.0\n"
        "   File create (stonewall)   :             NA             NA        297.092             "
        "NA\n"
        "   Tree creation             :        985.125        695.314        819.873        "
        "121.8\n\n"
        "SUMMARY time: (of 3 iterations)\n"
        "   File creation             :        305.971        305.971        305.971          0.0\n"
        "-- finished at 07/11/2022 12:20:00 --\n");
    EXPECT_EQ(file.format, "mdtest");
    ASSERT_EQ(file.study.runs.size(), 3U);
    EXPECT_EQ(figure(file, "entries_per_second", 0), 5258.577);
    EXPECT_EQ(figure(file, "stat_per_second", 1), 14165.403);
    EXPECT_EQ(condition(file, "job", 2), "Tree creation");
    EXPECT_EQ(condition(file, "workers"), "64");
    EXPECT_EQ(condition(file, "node_count"), "4");
    EXPECT_TRUE(has_note(file, "mdtest.times"));
}

TEST(Io500, PhasesAreRunsAndInvalidOnesSaySo) {
    const auto file = imported(
        "IO500 version io500-isc22_v1 (standard)\n"
        "[RESULT]       ior-easy-write        2.500000 GiB/s : time 303.523 seconds\n"
        "[RESULT]    mdtest-easy-write        5.847000 kIOPS : time 302.666 seconds [INVALID]\n"
        "[      ]            timestamp        0.000000 kIOPS : time 0.001 seconds\n"
        "[RESULT]        ior-easy-read        0.000000 GiB/s : time 0.000 seconds [INVALID]\n"
        "[RESULT]     mdtest-easy-stat        6.040000 kIOPS : time 292.609 seconds\n"
        "[SCORE ] Bandwidth 0.000931 GiB/s : IOPS 0.003778 kiops : TOTAL 0.001875 [INVALID]\n");
    EXPECT_EQ(file.format, "io500");
    ASSERT_EQ(file.study.runs.size(), 3U);
    EXPECT_EQ(figure(file, "requested_write_bytes_per_second", 0), 2.5 * kGiB);
    EXPECT_EQ(figure(file, "entries_per_second", 1), 5847.0);
    EXPECT_EQ(figure(file, "stat_per_second", 2), 6040.0);
    EXPECT_TRUE(has_note(file, "io500.invalid"));
    EXPECT_TRUE(has_note(file, "io500.score"));
}

TEST(Io500, OldScriptsWroteGbForGib) {
    const auto file = imported(
        "[RESULT] BW   phase 1            ior_easy_write                8.000 GB/s : time  58.27 "
        "seconds\n[RESULT] IOPS phase 1         mdtest_easy_write               20.608 kiops : "
        "time "
        "333.32 seconds\n");
    EXPECT_EQ(figure(file, "requested_write_bytes_per_second", 0), 8.0 * kGiB);
    EXPECT_EQ(figure(file, "entries_per_second", 1), 20608.0);
    EXPECT_TRUE(has_note(file, "io500.gib"));
}

TEST(Io500, ResultTxtHasASectionForEachPhase) {
    const auto file = imported(
        "version         = io500-isc22_v1\n\n[ior-easy-write]\nt_start         = 2022-05-11 "
        "02:14:34\n"
        "exe             = ./ior -C\nthroughput-stonewall = 2.9\nscore           = 2.500000\n"
        "t_delta         = 303.5230\n\n[timestamp]\nscore = 0\n\n[mdtest-hard-stat]\n"
        "t_start = 2022-05-11 03:14:34\nscore           = 4.0 [INVALID]\nt_delta = "
        "20.0\n\n[SCORE]\n"
        "SCORE = 1.5\n");
    EXPECT_EQ(file.format, "io500");
    ASSERT_EQ(file.study.runs.size(), 2U);
    EXPECT_EQ(figure(file, "requested_write_bytes_per_second", 0), 2.5 * kGiB);
    EXPECT_EQ(file.study.runs[0].started.at, "2022-05-11T02:14:34.000Z");
    EXPECT_EQ(figure(file, "stat_per_second", 1), 4000.0);
}

}  // namespace
}  // namespace throughline::importers::tests
