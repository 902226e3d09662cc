// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "tests/app/engine_process.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::tests {
namespace {

using testing::HasSubstr;

const char* const kFio =
    R"({"fio version": "fio-3.30", "timestamp": 1700000000, "jobs": [{"jobname": "seq",
    "groupid": 0, "error": 0, "job options": {"rw": "read", "bs": "1m", "iodepth": "8",
    "ioengine": "libaio"}, "read": {"io_bytes": 1000000, "io_kbytes": 976, "bw_bytes": 500000,
    "iops": 10.5, "runtime": 2000, "total_ios": 21}}]})";
const char* const kLog = "1000, 100, 0, 0\n2000, 300, 0, 0\n";

class EngineImport : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(write_file_atomically(scratch_.file("seq.json"), kFio));
        ASSERT_TRUE(write_file_atomically(scratch_.file("seq_bw.1.log"), kLog));
    }
    Outcome import(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "import");
        return run_engine(arguments);
    }

    fixtures::TemporaryFolder scratch_;
    std::string database_ = scratch_.file("library.sqlite");
};

TEST_F(EngineImport, SaysFormatVersionConditionsFiguresAndSamplesAsJson) {
    const Outcome outcome = import({scratch_.file("seq.json"), "--library", database_, "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto document = outcome.json();
    const auto& file = document.at("files").at(0);
    EXPECT_EQ(file.at("format"), "fio-json");
    EXPECT_EQ(file.at("tool_version"), "3.30");
    EXPECT_EQ(file.at("already_there"), false);
    const auto& run = file.at("runs").at(0);
    EXPECT_EQ(run.at("conditions").at("block_size"), 1048576);
    EXPECT_EQ(run.at("metrics").at("read_requests_per_second").at("value"), 10.5);
    EXPECT_EQ(run.at("metrics").at("read_requests_per_second").at("unit"), "1/s");
    EXPECT_EQ(run.at("samples"), 0);
}

// Goal: a folder is known by its name, whatever was typed for it. Method: the current folder, named
// as ".", and as a part of it.
TEST_F(EngineImport, AFolderNamedByADotIsKeptByItsOwnName) {
    namespace fs = std::filesystem;
    const std::string folder = scratch_.file("nvme");
    fs::create_directories(folder + "/part");
    fs::copy(scratch_.file("seq.json"), folder + "/seq.json");
    for (const char* typed : {".", "./seq.json", "part/../seq.json", ".."}) {
        const std::string library = scratch_.file("other.sqlite");
        fs::remove(library);
        EngineProcess engine({"import", typed, "--library", library},
                             EngineProcess::User::Same,
                             {"env", "-C", std::string(typed) == ".." ? folder + "/part" : folder});
        const Outcome outcome = engine.finish();
        ASSERT_EQ(outcome.exit_code, 0) << typed << ": " << outcome.err;
        const auto list = run_engine({"library", "list", "--json", "--library", library}).json();
        EXPECT_EQ(list.at("studies").at(0).at("source_path"),
                  fs::canonical(folder).string() + "/seq.json")
            << typed;
    }
}

TEST_F(EngineImport, TheSameFileTwiceIsRecognised) {
    ASSERT_EQ(import({scratch_.file("seq.json"), "--library", database_}).exit_code, 0);
    const Outcome again = import({scratch_.file("seq.json"), "--library", database_, "--json"});
    EXPECT_EQ(again.exit_code, 0);
    EXPECT_EQ(again.json().at("files").at(0).at("already_there"), true);
}

TEST_F(EngineImport, ABatchGoesOnAfterABadFileAndFails) {
    ASSERT_TRUE(write_file_atomically(scratch_.file("bad.json"), "{\"fio version\": \"3\", x"));
    const Outcome outcome = import(
        {scratch_.file("bad.json"), scratch_.file("seq.json"), "--library", database_, "--json"});
    EXPECT_EQ(outcome.exit_code, 1);
    const auto files = outcome.json().at("files");
    EXPECT_EQ(files.at(0).at("ok"), false);
    EXPECT_THAT(files.at(0).at("error").get<std::string>(), HasSubstr("line 1"));
    EXPECT_EQ(files.at(1).at("ok"), true);
}

TEST_F(EngineImport, AFolderSkipsWhatIsNoResult) {
    ASSERT_TRUE(write_file_atomically(scratch_.file("notes.txt"), "nothing here\n"));
    ASSERT_TRUE(write_file_atomically(scratch_.file("._seq.json"), "shadow"));
    ASSERT_TRUE(write_file_atomically(scratch_.file("empty"), ""));
    const Outcome outcome = import({scratch_.path(), "-o", scratch_.file("all.tlrun"), "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    int skipped = 0;
    int taken = 0;
    const auto document = outcome.json();
    for (const auto& file : document.at("files")) {
        skipped += file.contains("skipped") ? 1 : 0;
        taken += file.contains("runs") ? 1 : 0;
    }
    EXPECT_EQ(skipped, 2);
    EXPECT_EQ(taken, 2);
    const auto shown = run_engine({"show", scratch_.file("all.tlrun"), "--json"});
    ASSERT_EQ(shown.exit_code, 0) << shown.err;
    EXPECT_EQ(shown.json().at("runs").size(), 2U);
}

TEST_F(EngineImport, ARecordThatIsThereIsNotOverwrittenUnasked) {
    const std::string record = scratch_.file("out.tlrun");
    ASSERT_EQ(import({scratch_.file("seq.json"), "-o", record}).exit_code, 0);
    EXPECT_EQ(import({scratch_.file("seq.json"), "-o", record}).exit_code, 2);
    EXPECT_EQ(import({scratch_.file("seq.json"), "-o", record, "--overwrite"}).exit_code, 0);
}

TEST_F(EngineImport, AssumptionsAreConditionsAndNonsenseIsRefused) {
    const Outcome outcome = import({scratch_.file("seq.json"),
                                    "--assume",
                                    "gpu_count=8",
                                    "--assume",
                                    "storage_target=nas",
                                    "--library",
                                    database_,
                                    "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto document = outcome.json();
    const auto& conditions = document.at("files").at(0).at("runs").at(0).at("conditions");
    EXPECT_EQ(conditions.at("gpu_count"), 8);
    EXPECT_EQ(conditions.at("storage_target"), "nas");
    EXPECT_EQ(import({scratch_.file("seq.json"), "--assume", "gpu_count"}).exit_code, 2);
    const Outcome unit = import({scratch_.file("seq.json"), "--assume", "batch_size=64kb"});
    EXPECT_EQ(unit.exit_code, 2);
    EXPECT_THAT(unit.err, HasSubstr("'kb' after the number is not allowed, write batch_size=64"));
}

TEST_F(EngineImport, NothingToImportIsSaidAndNoFailure) {
    ASSERT_TRUE(write_file_atomically(scratch_.file("fio.json"),
                                      R"({"fio version":"fio-3.33","timestamp":1,"jobs":[]})"));
    const Outcome outcome = import({scratch_.file("fio.json"), "--library", database_});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("nothing to import"));
}

TEST_F(EngineImport, MappingFileSaysWhatColumnsAre) {
    ASSERT_TRUE(write_file_atomically(scratch_.file("sweep.csv"), "t,speed\n1,100\n2,190\n"));
    ASSERT_TRUE(write_file_atomically(scratch_.file("map.json"),
                                      R"({"format":"throughline-csv-mapping","version":1,
            "columns":[["t","decode.threads"],["speed","images_per_second"]]})"));

    const Outcome outcome = import({scratch_.file("sweep.csv"),
                                    "--mapping",
                                    scratch_.file("map.json"),
                                    "--library",
                                    database_,
                                    "--json"});

    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto runs = outcome.json().at("files").at(0).at("runs");
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs.at(1).at("conditions").at("decode.threads"), 2);
    EXPECT_EQ(runs.at(1).at("metrics").at("images_per_second").at("value"), 190.0);
    EXPECT_EQ(
        import({scratch_.file("sweep.csv"), "--mapping", scratch_.file("seq.json")}).exit_code, 1);
}

TEST_F(EngineImport, SeveralFilesEndWithTheirNumber) {
    ASSERT_TRUE(write_file_atomically(scratch_.file("notes.txt"), "nothing here\n"));
    const Outcome outcome = import({scratch_.path(), "--library", database_});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("2 imported"));
    EXPECT_THAT(outcome.out, HasSubstr("skipped\n"));
}

TEST_F(EngineImport, AFolderWithNothingToImportFails) {
    const std::string folder = scratch_.file("empty-folder");
    std::filesystem::create_directory(folder);
    const Outcome outcome = import({folder, "--library", database_});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("nothing that could be imported"));
}

TEST_F(EngineImport, AFolderOfFilesThatNobodyKnowsFailsAndListsThem) {
    const std::string folder = scratch_.file("unknown");
    std::filesystem::create_directory(folder);
    ASSERT_TRUE(write_file_atomically(folder + "/empty.json", ""));
    ASSERT_TRUE(write_file_atomically(folder + "/other.json", R"({"x": 1})"));

    const Outcome alone = import({folder, "--library", database_, "--json"});
    EXPECT_EQ(alone.exit_code, 1);
    EXPECT_THAT(alone.err, HasSubstr("'" + folder + "'"));
    const auto document = alone.json();
    for (const auto& file : document.at("files")) {
        EXPECT_EQ(file.at("ok"), false);
        EXPECT_THAT(file.at("skipped").get<std::string>(), testing::Not(HasSubstr(folder)));
    }
    EXPECT_EQ(document.at("files").size(), 2U);
    // Another file does not make up for it.
    EXPECT_EQ(import({folder, scratch_.file("seq.json"), "--library", database_}).exit_code, 1);
    ASSERT_TRUE(write_file_atomically(folder + "/seq.json", kFio));
    EXPECT_EQ(import({folder, "--library", database_}).exit_code, 0);
}

TEST_F(EngineImport, AFailedMergeFailsForEachOfItsFiles) {
    // Two groups of jobs are two runs: which of them is meant is not for the program to say.
    std::string two = kFio;
    const std::string job =
        two.substr(two.find("{\"jobname\""), two.rfind(']') - two.find("{\"jobname\""));
    std::string other = job;
    other.replace(other.find("\"groupid\": 0"), 12, "\"groupid\": 1");
    two.insert(two.rfind(']'), ", " + other);
    ASSERT_TRUE(write_file_atomically(scratch_.file("again.json"), two));
    const std::vector<std::string> files{
        scratch_.file("seq.json"), scratch_.file("again.json"), "--merge", "--library", database_};
    const Outcome text = import(files);
    EXPECT_EQ(text.exit_code, 1);
    EXPECT_THAT(text.out, HasSubstr("2 files: 0 imported, 2 failed"));

    auto json = files;
    json.emplace_back("--json");
    const auto document = import(json).json();
    ASSERT_EQ(document.at("files").size(), 2U);
    EXPECT_EQ(document.at("files").at(1).at("ok"), false);
}

TEST_F(EngineImport, AnswersThatNobodyKnowsOrNeedsAreSaid) {
    const Outcome unknown =
        import({scratch_.file("seq.json"), "--assume", "gpucount=8", "--library", database_});
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("did you mean gpu_count?"));
    const Outcome unneeded =
        import({scratch_.file("seq.json"), "--assume", "period_seconds=5", "--library", database_});
    EXPECT_EQ(unneeded.exit_code, 0);
    EXPECT_THAT(unneeded.err, HasSubstr("no file used it"));
}

TEST_F(EngineImport, MetricsAndAnswersAreListed) {
    const Outcome metrics = run_engine({"metrics", "disk", "utilisation"});
    EXPECT_EQ(metrics.exit_code, 0);
    EXPECT_THAT(metrics.out, HasSubstr("disk_utilisation{device="));
    EXPECT_THAT(metrics.out, HasSubstr("Formula: min(100, 100 * io_ticks / elapsed)"));
    EXPECT_THAT(metrics.out, HasSubstr("Source: /proc/diskstats"));
    std::istringstream all(run_engine({"metrics"}).out);
    for (std::string line; std::getline(all, line);) {
        EXPECT_LE(line.size(), 102U) << line;  // 100 columns; "…" has three bytes
    }
    const auto answers = run_engine({"metrics", "--assume", "--json"}).json().at("metrics");
    bool condition = false;
    bool reading = false;
    for (const auto& entry : answers) {
        EXPECT_NE(entry.at("kind"), "measured");
        condition = condition || entry.at("id") == "gpu_count";
        reading = reading || entry.at("id") == "period_seconds";
    }
    EXPECT_TRUE(condition && reading);
    EXPECT_EQ(run_engine({"metrics", "no-such-word"}).exit_code, 1);
    EXPECT_THAT(run_engine({"import", "--help"}).out, HasSubstr("fio terse"));
}

TEST_F(EngineImport, TheImportantFiguresComeFirst) {
    const Outcome outcome = import({scratch_.file("seq.json"), "--library", database_});
    const auto rate = outcome.out.find("Requested read rate");
    const auto bytes = outcome.out.find("Bytes read");
    ASSERT_NE(rate, std::string::npos);
    EXPECT_LT(rate, bytes);
}

TEST_F(EngineImport, ErrorsNameTheFileThatWasAskedFor) {
    const Outcome outcome = import({scratch_.file("seq.json"), "-o", "/no/such/folder/out.tlrun"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("'/no/such/folder/out.tlrun'"));
}

TEST_F(EngineImport, AClockThatIsNoNumberOrOfNoFileIsRefused) {
    for (const char* const clock :
         {"seq.json=abc", "seq.json=", "other.json=3", "=3", "seq.json=3x"}) {
        const Outcome outcome = import({scratch_.file("seq.json"),
                                        scratch_.file("seq_bw.1.log"),
                                        "--merge",
                                        "--clock-ahead",
                                        clock,
                                        "--library",
                                        database_});
        EXPECT_EQ(outcome.exit_code, 2) << clock;
    }
}

TEST_F(EngineImport, AStudyInTheBinIsSaidToLieThere) {
    ASSERT_EQ(import({scratch_.file("seq.json"), "--library", database_}).exit_code, 0);
    ASSERT_EQ(run_engine({"library", "delete", "1", "--library", database_}).exit_code, 0);
    EXPECT_THAT(import({scratch_.file("seq.json"), "--library", database_}).out,
                HasSubstr("already there in the bin"));
    EXPECT_THAT(run_engine({"library", "restore", "1", "--library", database_}).out,
                HasSubstr("restored"));
    EXPECT_THAT(run_engine({"library", "restore", "1", "--library", database_}).out,
                HasSubstr("is not in the bin"));
}

}  // namespace
TEST_F(EngineImport, ReasonsReachTheTerminal) {
    const std::string job =
        R"("groupid": 0, "error": 0, "job options": {"rw": "read"}, "read": {"io_bytes": 1000000,
           "bw_bytes": 500000, "iops": 10.5, "runtime": 2000, "total_ios": 21,
           "clat_ns": {"max": 9, "mean": 5, "N": 21, "percentile": {"99.000000": 8}}}})";
    ASSERT_TRUE(write_file_atomically(scratch_.file("two.json"),
                                      R"({"fio version": "fio-3.30", "jobs": [{"jobname": "a", )" +
                                          job + R"(, {"jobname": "b", )" + job + "]}"));
    const Outcome two = import({scratch_.file("two.json"), "--library", database_});
    EXPECT_THAT(two.out, HasSubstr("percentiles of several jobs cannot be combined"));
    ASSERT_TRUE(
        write_file_atomically(scratch_.file("failed.log"),
                              "TensorFlow:  1.13\nModel:       resnet50\nSingleSess:  False\n"
                              "ResourceExhaustedError: OOM when allocating tensor\n"));
    const Outcome failed = import({scratch_.file("failed.log"), "--library", database_});
    EXPECT_THAT(failed.out, HasSubstr("failed: no figures"));
    EXPECT_THAT(failed.out, HasSubstr("out of memory"));
}

TEST_F(EngineImport, FilesOfOneRunAreProposedForAMerge) {
    ASSERT_TRUE(write_file_atomically(scratch_.file("seq_bw.2.log"), kLog));
    const std::vector<std::string> files{
        scratch_.file("seq.json"), scratch_.file("seq_bw.1.log"), scratch_.file("seq_bw.2.log")};
    const Outcome apart = import({files[0], files[1], files[2], "--library", database_});
    EXPECT_EQ(apart.exit_code, 0);
    EXPECT_THAT(apart.out, HasSubstr("3 of them look like files of one run of fio"));
    EXPECT_THAT(apart.out, HasSubstr("import --merge " + files[0]));
    const Outcome merged =
        import({files[0], files[1], files[2], "--merge", "--library", database_});
    EXPECT_EQ(merged.exit_code, 0) << merged.err;
}

TEST_F(EngineImport, OneAnswerFollowsAFlag) {
    const std::string help = run_engine({"import", "--help"}).out;
    EXPECT_THAT(help, HasSubstr("--assume KEY=VALUE"));
    EXPECT_THAT(help, testing::Not(HasSubstr("--assume TEXT")));
}

TEST_F(EngineImport, AFileOfNoKnownFormatNamesTheListOfThem) {
    ASSERT_TRUE(write_file_atomically(scratch_.file("notes.txt"), "nothing of any tool\n"));
    const Outcome outcome = import({scratch_.file("notes.txt"), "--library", database_});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("import --help"));
    EXPECT_THAT(outcome.err, testing::Not(HasSubstr("throughline-engine gpu")));
}

}  // namespace throughline::tests
