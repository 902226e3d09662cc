// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/csv_mapping.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "engine/base/file_descriptor.h"
#include "engine/importers/candidates.h"
#include "engine/importers/importer.h"
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
    const run::RunData& second = file->study.runs[1];
    EXPECT_EQ(run::setting_text(second.started.settings.at("decode.threads")), "2");
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
    EXPECT_EQ(file->questions.size(), 2U);
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
