// SPDX-License-Identifier: Apache-2.0
// Goal: whatever state a file is in, an import gives what is whole, or a clear error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstddef>
#include <set>
#include <string>

#include "engine/base/file_descriptor.h"
#include "engine/importers/importer.h"
#include "engine/spec/settings.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::importers {
namespace {

using testing::HasSubstr;

const std::string kLog = "1000, 100, 0, 4096\n2000, 300, 0, 4096\n3000, 200, 1, 4096\n";

std::string gzip(const std::string& text) {
    z_stream stream{};
    EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    std::string packed(text.size() + 1024, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

std::string utf16(const std::string& text, bool big_endian) {
    std::string wide = big_endian ? "\xfe\xff" : "\xff\xfe";
    for (const char byte : text) {
        wide += big_endian ? std::string{'\0', byte} : std::string{byte, '\0'};
    }
    return wide;
}

std::string with_crlf(const std::string& text) {
    std::string crlf;
    for (const char byte : text) {
        crlf += byte == '\n' ? std::string("\r\n") : std::string(1, byte);
    }
    return crlf;
}

void expect_log(const Result<ImportedFile>& file) {
    ASSERT_TRUE(file) << file.error().what;
    ASSERT_EQ(file->study.runs.size(), 1U);
    EXPECT_EQ(file->rows_taken, 3U);
    EXPECT_EQ(file->study.runs[0].metrics.at("requested_read_bytes_per_second").value,
              200.0 * 1024);
    EXPECT_EQ(file->study.runs[0].metrics.at("requested_write_bytes_per_second").value,
              200.0 * 1024);
}

TEST(Robust, PackingsEncodingsAndLineEndsDoNotMatter) {
    expect_log(import_bytes(kLog, "x_bw.1.log"));
    expect_log(import_bytes(with_crlf(kLog), "x_bw.1.log"));
    expect_log(import_bytes("\xef\xbb\xbf" + kLog, "x_bw.1.log"));
    expect_log(import_bytes(utf16(kLog, false), "x_bw.1.log"));
    expect_log(import_bytes(utf16(kLog, true), "x_bw.1.log"));
    expect_log(import_bytes(gzip(kLog), "x_bw.1.log.gz"));
    expect_log(import_bytes(gzip(kLog.substr(0, 19)) + gzip(kLog.substr(19)), "x_bw.1.log.gz"));
    expect_log(import_bytes(kLog.substr(0, kLog.size() - 1), "x_bw.1.log"));
}

TEST(Robust, AFileAndItsPackedCopyAreOneStudy) {
    std::string log = kLog;
    for (int i = 1; i <= 30'000; ++i) {
        log += std::to_string(10'000 + i * 10) + ", 100, 0, 0\n";  // more than one piece
    }
    for (const std::string& text : {kLog, log, std::string("\xef\xbb\xbf" + kLog)}) {
        const auto plain = import_bytes(text, "x_bw.1.log");
        const auto packed = import_bytes(gzip(text), "x_bw.1.log.gz");
        ASSERT_TRUE(plain && packed);
        EXPECT_EQ(plain->study.header.study, packed->study.header.study);
        EXPECT_NE(plain->sha256, packed->sha256);
    }
    EXPECT_NE(import_bytes(gzip(kLog), "x_bw.1.log")->study.header.study,
              import_bytes(gzip(log), "x_bw.1.log")->study.header.study);
}

TEST(Robust, ACutGzipGivesWhatCameBefore) {
    std::string log;
    for (int i = 1; i <= 20'000; ++i) {
        log += std::to_string(i * 10) + ", " + std::to_string(i * 7919 % 1000) + ", 0, 0\n";
    }
    const std::string packed = gzip(log);
    const auto file = import_bytes(packed.substr(0, packed.size() / 2), "x_bw.1.log");
    ASSERT_TRUE(file) << file.error().what;
    EXPECT_GT(file->rows_taken, 1000U);
    EXPECT_LT(file->rows_taken, 20'000U);
    bool said = false;
    for (const auto& note : file->study.notes) {
        said = said || note.code == "import.damaged";
    }
    EXPECT_TRUE(said);
    EXPECT_EQ(file->study.runs.back().status, record::RunStatus::Interrupted);
}

// Its checksum says that any byte may be wrong.
TEST(Robust, ABadChecksumOfGzipIsNamed) {
    std::string packed = gzip(kLog);
    packed[packed.size() - 6] = static_cast<char>(packed[packed.size() - 6] ^ 1);
    const auto file = import_bytes(packed, "x_bw.1.log.gz");
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code, ErrorCode::Io);
    EXPECT_NE(file.error().what.find("checksum"), std::string::npos) << file.error().what;
}

TEST(Robust, Utf16WithoutItsMarkIsKnownByItsZeroBytes) {
    std::string little;
    std::string big;
    for (const char byte : std::string(kLog)) {
        little += std::string{byte, '\0'};
        big += std::string{'\0', byte};
    }
    expect_log(import_bytes(little, "x_bw.1.log"));
    expect_log(import_bytes(big, "x_bw.1.log"));
}

TEST(Robust, WhatIsNoResultIsNamed) {
    struct Case {
        std::string bytes;
        const char* says;
    };
    for (const auto& [bytes, says] : {Case{"", "empty"},
                                      Case{" \n\n", "empty"},
                                      Case{std::string("\x7f"
                                                       "ELF\0\0",
                                                       6),
                                           "binary"},
                                      Case{std::string("\x00\x05\x16\x07zz", 6), "AppleDouble"},
                                      Case{"hello\nworld\n", "unknown format"},
                                      Case{gzip(""), "empty"}}) {
        const auto file = import_bytes(bytes, "some.file");
        ASSERT_FALSE(file) << says;
        EXPECT_EQ(file.error().code, ErrorCode::Unsupported) << says;
        EXPECT_THAT(file.error().what, HasSubstr(says));
        EXPECT_THAT(file.error().what, HasSubstr("some.file"));
    }
}

TEST(Robust, FoldersAndMissingFilesAreNamed) {
    const fixtures::TemporaryFolder folder;
    EXPECT_EQ(import_file(folder.path()).error().code, ErrorCode::Unsupported);
    EXPECT_EQ(import_file(folder.file("none")).error().code, ErrorCode::NotFound);
}

TEST(Robust, JsonThatIsNoneSaysLineAndByte) {
    const auto file = import_bytes("{\"fio version\": \"fio-3.1\",\n \"jobs\" 5\n}", "x.json");
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code, ErrorCode::Format);
    EXPECT_THAT(file.error().what, HasSubstr("line 2"));
    EXPECT_THAT(file.error().what, HasSubstr("byte"));
}

TEST(Robust, ThePlaceOfAnErrorIsThatInTheFile) {
    const std::string before = "fio: some text\nand more\n";
    const auto file = import_bytes(before + "{\"fio version\": \"fio-3.1\",\n \"jobs\" 5\n}", "x");
    ASSERT_FALSE(file);
    EXPECT_THAT(file.error().what, HasSubstr("line 4, byte " + std::to_string(before.size() + 36)));
}

TEST(Robust, OneByteOfLatin1OrOneHugeNumberLosesNoFile) {
    const auto file =
        import_bytes(R"({"fio version": "fio-3.1", "jobs": [{"jobname": "gr)"
                     "\xf6\xdf"
                     R"(e", "groupid": 0, "usr_cpu": 1e400, "sys_cpu": 2.5, "read": {"io_bytes": 5,
            "io_kbytes": 0, "bw_bytes": 1023000, "total_ios": 1}}]})",
                     "x.json");
    ASSERT_TRUE(file) << file.error().what;
    const auto& run = file->study.runs.at(0);
    EXPECT_EQ(spec::setting_text(run.started.settings.at("job")),
              "gr\xc3\xb6\xc3\x9f"
              "e");
    EXPECT_EQ(run.metrics.at("process_cpu_system").value, 2.5);
    EXPECT_FALSE(run.metrics.contains("process_cpu_user"));
}

TEST(Robust, ATableRowWithABadTimeIsCountedAsLeftOut) {
    const auto file = import_bytes("time,read_iops\n1,10\nsoon,20\n3,30\n", "x.csv");
    ASSERT_TRUE(file) << file.error().what;
    EXPECT_EQ(file->rows_taken, 2U);
    EXPECT_EQ(file->rows_dropped, 1U);
}

TEST(Robust, ALineWithoutEndIsRefused) {
    const auto file = import_bytes("1, 2, 0, 4\n" + std::string(20U << 20U, '1'), "x_bw.log");
    ASSERT_FALSE(file);
    EXPECT_THAT(file.error().what, HasSubstr("line 2 at byte 11"));
}

TEST(Robust, RowsThatDoNotFitAreCountedAndNamed) {
    const auto file = import_bytes(kLog + "ssh: connection lost\n5000, 1", "x_bw.log");
    ASSERT_TRUE(file) << file.error().what;
    EXPECT_EQ(file->rows_dropped, 2U);
    EXPECT_THAT(file->study.notes.at(0).text, HasSubstr("line 4"));
}

TEST(Provenance, TheSameBytesAndAssumptionsAreTheSameStudy) {
    const auto one = import_bytes(kLog, "a_bw.log");
    const auto two = import_bytes(kLog, "a_bw.log");
    const auto other = import_bytes(kLog + "4000, 1, 0, 4096\n", "a_bw.log");
    const auto assumed = import_bytes(kLog, "a_bw.log", {.assume = {{"gpu_count", "8"}}});
    ASSERT_TRUE(one && two && other && assumed);
    EXPECT_EQ(one->study.header.study, two->study.header.study);
    EXPECT_NE(one->study.header.study, other->study.header.study);
    EXPECT_NE(one->study.header.study, assumed->study.header.study);
    EXPECT_EQ(spec::setting_text(assumed->study.runs[0].started.settings.at("gpu_count")), "8");
    // sha256sum of the same bytes.
    EXPECT_EQ(spec::setting_text(one->study.header.environment.at("import.sha256")).size(), 64U);
}

TEST(Assumptions, WhatMakesNoSenseIsAUsageError) {
    EXPECT_EQ(import_bytes(kLog, "a_bw.log", {.assume = {{"gpu_count", "many"}}}).error().code,
              ErrorCode::Usage);
    EXPECT_EQ(import_bytes(kLog, "a_bw.log", {.assume = {{"no_such_key", "1"}}}).error().code,
              ErrorCode::Usage);
    EXPECT_EQ(import_bytes(kLog, "a.log", {.assume = {{"log_type", "speed"}}}).error().code,
              ErrorCode::Usage);
    Assumptions assumptions;
    EXPECT_FALSE(add_assumption(assumptions, "gpu_count"));
    EXPECT_TRUE(add_assumption(assumptions, "gpu_count=8"));
}

TEST(LongSeries, AreKeptInBoundedMemoryWithTheirMean) {
    std::string log;
    for (int i = 1; i <= 300'000; ++i) {
        log += std::to_string(i) + ", " + std::to_string(i % 100) + ", 0, 4096\n";
    }
    const auto file = import_bytes(log, "x_clat.log", {.assume = {{"latency_unit", "us"}}});
    ASSERT_TRUE(file) << file.error().what;
    const auto& run = file->study.runs.at(0);
    EXPECT_EQ(file->rows_taken, 300'000U);
    EXPECT_LE(run.samples.size(), 70'000U);
    EXPECT_NEAR(run.metrics.at("read_completion_latency_mean").value, 49.5e-6, 1e-9);
    EXPECT_NEAR(run.metrics.at("read_completion_latency_p99").value, 98e-6, 1e-6);
}

TEST(FioLog, TheUnitOfLatenciesComesFromTheJsonBeside) {
    const fixtures::TemporaryFolder folder;
    const std::string log = folder.file("x_clat.1.log");
    ASSERT_TRUE(write_file_atomically(log, "1000, 5000, 0, 0\n2000, 7000, 0, 0\n"));
    EXPECT_EQ(import_file(log)->questions.at(0).key, "latency_unit");
    ASSERT_TRUE(write_file_atomically(folder.file("x.json"),
                                      R"({"fio version": "fio-3.1",
            "jobs": [{"job options": {"bs": "4k"}, "read": {"clat_ns": {}}}]})"));
    const auto file = import_file(log);
    ASSERT_TRUE(file);
    EXPECT_TRUE(file->questions.empty());
    EXPECT_EQ(file->study.runs.at(0).metrics.at("read_completion_latency_window_mean").value, 6e-6);
}

// fio's "bw" is in KiB/s and truncated; only "bw_bytes" is exact.
TEST(FioJson, TakesBandwidthFromBwBytes) {
    const auto file = import_bytes(
        R"({"fio version": "fio-3.30", "jobs": [{"jobname": "a", "groupid": 0,
            "read": {"io_bytes": 5, "io_kbytes": 0, 
            "bw": 999, "bw_bytes": 1023000, "total_ios": 1}}]})",
        "x.json");
    ASSERT_TRUE(file) << file.error().what;
    EXPECT_EQ(file->study.runs.at(0).metrics.at("requested_read_bytes_per_second").value,
              1'023'000.0);
}

TEST(FioJson, PercentilesReachAsFarAsFioReportsThem) {
    const auto file = import_bytes(
        R"({"fio version": "fio-3.30", "jobs": [{"jobname": "a", "groupid": 0, "read": {
            "io_bytes": 5, "total_ios": 100000, "clat_ns": {"mean": 100, "percentile": {
            "99.900000": 900, "99.990000": 1900}}}}]})",
        "x.json");
    ASSERT_TRUE(file) << file.error().what;
    const auto& metrics = file->study.runs.at(0).metrics;
    EXPECT_NEAR(metrics.at("read_latency_p999").value, 900e-9, 1e-15);
    EXPECT_NEAR(metrics.at("read_latency_p9999").value, 1900e-9, 1e-15);
    EXPECT_EQ(metrics.count("read_latency_p50"), 0U);
}

TEST(FioJson, PercentilesOfSeveralJobsComeFromBins) {
    const auto job = [](const char* bins) {
        return std::string(R"({"jobname": "a", "groupid": 0, "read": {"io_bytes": 5, "io_kbytes": 0,
            "total_ios": 10, "clat_ns": {"mean": 100, "bins": )") +
               bins + "}}}";
    };
    const auto file = import_bytes(R"({"fio version": "fio-3.30", "jobs": [)" +
                                       job(R"({"100": 90, "1000": 10})") + "," +
                                       job(R"({"100": 80, "2000": 20})") + "]}",
                                   "x.json");
    ASSERT_TRUE(file) << file.error().what;
    const auto& metrics = file->study.runs.at(0).metrics;
    EXPECT_NEAR(metrics.at("read_latency_p50").value, 100e-9, 1e-15);
    EXPECT_NEAR(metrics.at("read_latency_p90").value, 1000e-9, 1e-15);
    EXPECT_NEAR(metrics.at("read_latency_p99").value, 2000e-9, 1e-15);
}

TEST(PlainCsv, IsMappedByAssumptions) {
    const std::string csv = "time;speed;other\n1,5;10,5;a\n2,5;20,5;b\n";
    const auto asked = import_bytes(csv, "x.csv");
    ASSERT_TRUE(asked);
    EXPECT_FALSE(asked->has_runs());
    EXPECT_EQ(asked->questions.size(), 1U);
    const auto file =
        import_bytes(csv, "x.csv", {.assume = {{"column.speed", "read_bytes_per_second*1e6"}}});
    ASSERT_TRUE(file) << file.error().what;
    EXPECT_NEAR(file->study.runs.at(0).metrics.at("read_bytes_per_second").value, 15.5e6, 1e-3);
}

TEST(Cloudwatch, ErrorsAreASeriesOfRates) {
    const auto file = import_bytes(
        R"({"Label": "4xxErrors", "Datapoints": [
            {"Timestamp": "2024-01-01T00:01:00Z", "Sum": 120.0, "Unit": "Count"},
            {"Timestamp": "2024-01-01T00:00:00Z", "Sum": 60.0, "Unit": "Count"}]})",
        "x.json");
    ASSERT_TRUE(file) << file.error().what;
    const auto& run = file->study.runs.at(0);
    ASSERT_EQ(run.samples.size(), 2U);
    EXPECT_EQ(run.samples[0].metrics.at("http_client_errors_per_second"), 1.0);
    EXPECT_EQ(run.samples[1].metrics.at("http_client_errors_per_second"), 2.0);
}

TEST(Formats, AreManyAndEachHasItsOwnId) {
    std::set<std::string_view> ids;
    for (const auto& format : known_formats()) {
        EXPECT_TRUE(ids.insert(format.id).second) << format.id;
    }
    EXPECT_GE(ids.size(), 40U);
}

TEST(Robust, FigureThatCannotBeIsAbsentWithWhatTheFileSays) {
    const auto file = import_bytes(
        R"({"fio version":"fio-3.30","jobs":[{"jobname":"a","read":{"io_bytes":40960,
           "bw_bytes":40960,"iops":-5.0,"runtime":1000,"total_ios":10}}]})",
        "odd.json");
    ASSERT_TRUE(file) << file.error().what;
    const auto& run = file->study.runs.at(0);
    EXPECT_EQ(run.metrics.count("read_requests_per_second"), 0U);
    EXPECT_THAT(run.absent.at("read_requests_per_second"), HasSubstr("-5"));
    EXPECT_EQ(run.metrics.at("requested_read_bytes_per_second").value, 40960.0);
}

TEST(Gaps, WhatAComparisonNeedsAndTheFileDoesNotSayIsAbsentWithTheReason) {
    const auto file = import_bytes(
        R"({"fio version":"fio-2.1.4","jobs":[{"jobname":"a","read":{"io_bytes":40,"bw":40,
           "iops":5.0,"runtime":1000}}]})",
        "old.json");
    ASSERT_TRUE(file) << file.error().what;
    const auto& run = file->study.runs.at(0);
    EXPECT_EQ(run.absent.at("block_size"), "the file does not state it");
    EXPECT_EQ(run.absent.count("read_requests_per_second"), 0U);
}

}  // namespace
}  // namespace throughline::importers
