// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/draft/csv_mapping.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "engine/base/file_descriptor.h"
#include "engine/importers/candidates.h"
#include "engine/importers/importer.h"
#include "engine/importers/read/csv_guess.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::importers {
namespace {

const std::string kSweep = "threads,imgs per sec,bw MiB\n1,100,11\n2,190.5,21\n";
const CsvMapping kMapping{{{"threads", "decode.threads"},
                           {"imgs per sec", "images_per_second"},
                           {"bw MiB", "read_bytes_per_second*1048576"}}};

TEST(CsvMapping, TextReadsAsTheSameMapping) {
    const auto read = parse_csv_mapping(csv_mapping_json(kMapping));

    ASSERT_TRUE(read) << read.error().what;
    EXPECT_EQ(read->columns, kMapping.columns);
}

TEST(CsvMapping, ForeignTextsAreRefused) {
    EXPECT_EQ(parse_csv_mapping("[]").error().code, ErrorCode::Format);
    EXPECT_EQ(parse_csv_mapping(R"({"format":"throughline-csv-mapping","version":2,"columns":[]})")
                  .error()
                  .code,
              ErrorCode::Version);
    EXPECT_EQ(
        parse_csv_mapping(
            R"({"format":"throughline-csv-mapping","version":1,"columns":[["a","nonsense"]]})")
            .error()
            .code,
        ErrorCode::Usage);
}

// A table of settings and figures without times is a sweep: each row is a run.
TEST(CsvMapping, RowsWithConditionsAreRuns) {
    const auto file = import_bytes(kSweep, "sweep.csv", {.mappings = {kMapping}});

    ASSERT_TRUE(file) << file.error().what;
    EXPECT_EQ(file->format, "csv");
    ASSERT_EQ(file->study.runs.size(), 2U);
    const record::RunData& second = file->study.runs[1];
    EXPECT_EQ(spec::setting_text(second.started.settings.at("decode.threads")), "2");
    EXPECT_EQ(second.metrics.at("images_per_second").value, 190.5);
    EXPECT_EQ(second.metrics.at("read_bytes_per_second").value, 21.0 * 1048576);
}

TEST(CsvMapping, AnotherMappingIsAnotherStudy) {
    const auto mapped = import_bytes(kSweep, "sweep.csv", {.mappings = {kMapping}});
    CsvMapping other = kMapping;
    other.columns[2].second = "read_bytes_per_second*1000000";

    const auto again = import_bytes(kSweep, "sweep.csv", {.mappings = {kMapping}});
    const auto changed = import_bytes(kSweep, "sweep.csv", {.mappings = {other}});

    EXPECT_EQ(again->study.header.study, mapped->study.header.study);
    EXPECT_NE(changed->study.header.study, mapped->study.header.study);
}

TEST(CsvMapping, CountsOnlyForItsOwnHeader) {
    const std::string other = "threads,speed\n1,2\n";

    const auto file = import_bytes(other, "x.csv", {.mappings = {kMapping}});

    ASSERT_TRUE(file) << file.error().what;
    EXPECT_FALSE(file->has_runs());
    ASSERT_EQ(file->questions.size(), 1U);
    EXPECT_EQ(file->questions[0].key, "columns");
}

// "bw MiB" is the head of a column, not a row of nvidia-smi without a header.
TEST(CsvMapping, HeaderWithUnitsIsNoBareRow) {
    const auto file = import_bytes(kSweep, "sweep.csv");

    ASSERT_TRUE(file) << file.error().what;
    EXPECT_EQ(file->format, "csv");
}

TEST(CsvMapping, PreviewHoldsHeaderAndFirstRows) {
    const fixtures::TemporaryFolder folder;
    const std::string path = folder.path() + "/sweep.csv";
    ASSERT_TRUE(write_file_atomically(path, kSweep));

    const auto preview = preview_csv(path, 1);

    ASSERT_TRUE(preview) << preview.error().what;
    EXPECT_EQ(preview->header, (std::vector<std::string>{"threads", "imgs per sec", "bw MiB"}));
    ASSERT_EQ(preview->rows.size(), 1U);
    EXPECT_EQ(preview->rows[0][1], "100");
}

std::string target(const std::string& column) {
    return guess_csv_column(column).target;
}

TEST(CsvGuess, NamesSuggestQuantityAndUnit) {
    EXPECT_EQ(target("bw MiB/s"), "read_bytes_per_second*1048576");
    EXPECT_EQ(target("lat_ms"), "read_latency_mean*0.001");
    EXPECT_EQ(target("IOPS"), "read_iops");
    EXPECT_EQ(target("num_workers"), "workers");
    EXPECT_EQ(target("colour"), "");
    EXPECT_EQ(target("throughput MB/s"), "read_bytes_per_second*1000000");
    EXPECT_EQ(target("throughput"), "samples_per_second");
    EXPECT_EQ(target("GPU %"), "gpu_utilisation");
    EXPECT_EQ(target("gpus"), "gpu_count");
    EXPECT_EQ(target("gpu pct"), "gpu_utilisation");
    EXPECT_EQ(target("stamp"), "time");
    EXPECT_EQ(target("read_lat_us"), "read_latency_mean*1e-06");
    EXPECT_EQ(target("lat (msec)"), "read_latency_mean*0.001");
    EXPECT_EQ(target("write_lat_us"), "write_latency_mean*1e-06");
    EXPECT_EQ(target("bw Mb/s"), "read_bytes_per_second*125000");
    EXPECT_EQ(target("bw MB/s"), "read_bytes_per_second*1000000");
    EXPECT_EQ(target("bw mb/s"), "read_bytes_per_second*1000000");
}

bool is_sure(const std::string& column) {
    return guess_csv_column(column).sure;
}

// An id says the quantity; of a time, a size or a share it does not say the unit.
TEST(CsvGuess, OnlyRatesCountsAndNamedUnitsAreSure) {
    for (const char* const sure : {"read_bytes_per_second",
                                   "read_iops",
                                   "images_per_second",
                                   "loss",
                                   "step_time_ms",
                                   "gpu_memory_mib",
                                   "cpu_utilisation_pct",
                                   "time_ms",
                                   "batch_size",
                                   "model",
                                   "Unnamed: 0",
                                   ""}) {
        EXPECT_TRUE(is_sure(sure)) << sure;
    }
    for (const char* const open : {"gpu_memory",
                                   "step_time",
                                   "gpu_utilisation",
                                   "gpu_memory_mb",
                                   "block_size",
                                   "throughput",
                                   "IOPS",
                                   "colour"}) {
        EXPECT_FALSE(is_sure(open)) << open;
    }
    EXPECT_EQ(target("step_time_ms"), "step_time*0.001");
    EXPECT_EQ(target("gpu_memory_mib"), "gpu_memory*1048576");
    EXPECT_EQ(target("time_ms"), "time*0.001");
}

Result<ImportedFile> table(const std::string& text, Assumptions assume = {}) {
    return import_bytes(text, "t.csv", {.assume = std::move(assume)});
}

// A memory column in MiB became bytes, step times in ms became seconds.
TEST(Csv, AColumnWithoutItsUnitIsAskedForOnceForTheTable) {
    const std::string text = "time,gpu_memory,note,step_time\n1,1000,a,250\n2,1000,b,250\n";
    const auto asked = table(text);
    ASSERT_TRUE(asked);
    EXPECT_FALSE(asked->has_runs());
    ASSERT_EQ(asked->questions.size(), 1U);
    EXPECT_NE(
        asked->questions[0].why.find("time=time,gpu_memory=gpu_memory,note=ignore,step_time="),
        std::string::npos)
        << asked->questions[0].why;
    const auto told = table(
        text, {{"columns", "time=time,gpu_memory=gpu_memory*1048576,step_time=step_time*0.001"}});
    ASSERT_TRUE(told) << told.error().what;
    ASSERT_EQ(told->study.runs.size(), 1U);
    EXPECT_EQ(told->study.runs[0].metrics.at("gpu_memory").value, 1000.0 * 1048576);
    EXPECT_EQ(told->study.runs[0].metrics.at("step_time").value, 0.25);
    ASSERT_FALSE(told->study.notes.empty());
    EXPECT_EQ(told->study.notes[0].text, "columns left out: note");
}

TEST(Csv, ATableOfSureNamesNeedsNoAnswer) {
    const auto file =
        table(",time_ms,images_per_second,step_time_ms\n0,1000,50,20\n1,2000,70,20\n");
    ASSERT_TRUE(file);
    ASSERT_EQ(file->study.runs.size(), 1U);
    EXPECT_EQ(file->study.runs[0].metrics.at("images_per_second").value, 60.0);
    EXPECT_EQ(file->study.runs[0].metrics.at("step_time").value, 0.02);
    EXPECT_EQ(file->study.runs[0].samples.at(1).t_s - file->study.runs[0].samples.at(0).t_s, 1.0);
}

TEST(Csv, OneUnknownColumnHoldsTheTableBack) {
    const auto file = table("images_per_second,brightness\n50,1\n");
    ASSERT_TRUE(file);
    EXPECT_FALSE(file->has_runs());
    const auto agreed = table("images_per_second,brightness\n50,1\n", {{"columns", "proposed"}});
    ASSERT_TRUE(agreed);
    EXPECT_EQ(agreed->study.runs.size(), 1U);
}

TEST(Csv, TwoColumnsOfOneQuantityAreRefused) {
    const auto file = table("a,b\n1,2\n", {{"columns", "a=read_iops,b=read_iops"}});
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code, ErrorCode::Usage);
    EXPECT_EQ(table("a,b\n1,2\n", {{"columns", "c=read_iops"}}).error().code, ErrorCode::Usage);
}

TEST(Candidates, FoldersAreWalkedInOrderWithoutShadows) {
    const fixtures::TemporaryFolder folder;
    std::filesystem::create_directory(folder.path() + "/b");
    for (const char* const name : {"/b/z.csv", "/a.csv", "/._a.csv"}) {
        ASSERT_TRUE(write_file_atomically(folder.path() + name, kSweep));
    }

    const auto found = find_candidates({folder.path(), "missing.csv"});

    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].path, folder.path() + "/a.csv");
    EXPECT_EQ(found[0].bytes, kSweep.size());
    EXPECT_TRUE(found[0].from_folder());
    EXPECT_EQ(found[1].path, folder.path() + "/b/z.csv");
    EXPECT_FALSE(found[2].from_folder());
}

TEST(Import, IsStoppedByItsProgress) {
    const fixtures::TemporaryFolder folder;
    const std::string path = folder.path() + "/sweep.csv";
    ASSERT_TRUE(write_file_atomically(path, kSweep));
    std::uint64_t seen = 0;

    const auto file = import_file(path, {.progress = [&](std::uint64_t bytes) {
                                      seen = bytes;
                                      return false;
                                  }});

    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code, ErrorCode::Stopped);
    EXPECT_GT(seen, 0U);
}

}  // namespace
}  // namespace throughline::importers
