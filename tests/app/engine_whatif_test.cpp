// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "tests/app/engine_process.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::tests {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kDisks = THROUGHLINE_RESOURCES "/scenarios/attached-disks.json";
constexpr const char* kThreadsDemo = THROUGHLINE_RESOURCES "/demo/decode-threads.tlrun";
constexpr const char* kQueueDemo = THROUGHLINE_RESOURCES "/demo/queue-depth.tlrun";

TEST(EngineWhatIf, PrintsScenariosAsColumnsWithTheBindingLimitMarked) {
    const Outcome outcome = run_engine({"whatif", kDisks});

    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                AllOf(HasSubstr("io1, 8 V100"), HasSubstr("<- binds"), HasSubstr("grade")));
    // No price was given: nothing is said to cost nothing.
    EXPECT_THAT(outcome.out, testing::Not(HasSubstr("$0")));
}

TEST(EngineWhatIf, AnswersEverythingAsOneJsonDocument) {
    const Outcome outcome = run_engine({"whatif",
                                        kDisks,
                                        "--set",
                                        "node_usd_per_h=24.48",
                                        "--sweep",
                                        "gpus_per_node=1,2,4,8",
                                        "--cheapest",
                                        "10000",
                                        "--enough",
                                        "gpus_per_node=4000",
                                        "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json document = outcome.json();

    ASSERT_EQ(document.at("scenarios").size(), 6U);
    const json& io1 = document.at("scenarios").at(5);
    EXPECT_EQ(io1.at("output").at("bottleneck"), "gpu");
    EXPECT_NEAR(io1.at("output").at("images_per_s").get<double>(), 4199.0, 1.0);
    EXPECT_NEAR(io1.at("output").at("usd_per_hour").get<double>(), 24.48, 1e-9);
    EXPECT_EQ(document.at("sweep").at(0).at("points").size(), 4U);
    const json& cheapest = document.at("cheapest");
    EXPECT_TRUE(cheapest.at("from_catalog").get<bool>());
    double last = 0.0;
    for (const json& offer : cheapest.at("offers")) {
        EXPECT_GE(offer.at("output").at("images_per_s").get<double>(), 10000.0);
        const double usd = offer.at("output").at("usd_per_hour").get<double>() +
                           offer.at("output").at("reading_usd_per_hour").get<double>();
        EXPECT_GE(usd, last);
        last = usd;
    }
    EXPECT_EQ(document.at("enough").at(5).at("count"), 8.0);
    EXPECT_FALSE(document.at("enough").at(0).at("reaches_target").get<bool>());
}

bool same(const json& expected, const json& actual) {
    if (!expected.is_number() || !actual.is_number()) {
        return expected == actual;
    }
    const double a = expected;
    const double b = actual;
    return std::abs(a - b) <= 5e-4 * std::max(std::abs(a), std::abs(b));
}

// Goal: the specification's vectors to 4 significant digits, through the program. Method: the
// fixture without what it expects, so that nothing can be read off it.
TEST(EngineWhatIf, PlaysNodesThroughAndSaysWhatTheyWaitFor) {
    const std::vector<std::string> asked{"whatif",
                                         kDisks,
                                         "--set",
                                         "link_bps=25e9",
                                         "--set",
                                         "grad_bytes=102400000",
                                         "--scaling",
                                         "1,8,64",
                                         "--slow-node",
                                         "1.1"};
    const Outcome table = run_engine(asked);
    EXPECT_EQ(table.exit_code, 0) << table.err;
    EXPECT_THAT(table.out, AllOf(HasSubstr("of ideal"), HasSubstr("64 nodes deliver")));

    std::vector<std::string> as_json = asked;
    as_json.emplace_back("--json");
    const Outcome outcome = run_engine(as_json);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json scaling = outcome.json().at("scaling");
    ASSERT_EQ(scaling.size(), 6U);
    const json& at = scaling.at(0).at("at");
    ASSERT_EQ(at.size(), 3U);
    EXPECT_NEAR(at.at(0).at("efficiency").get<double>(), 1.0, 1e-9);
    EXPECT_EQ(at.at(2).at("last_node"), 63);
    EXPECT_LT(at.at(2).at("efficiency").get<double>(), 1.0);
    EXPECT_EQ(scaling.at(0).at("origin"), "simulated");

    const Outcome refused = run_engine({"whatif", kDisks, "--scaling", "1,100000"});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.err, HasSubstr("nodes"));
}

TEST(EngineWhatIf, TestsItselfOnPublishedCurves) {
    const Outcome table = run_engine({"whatif", "--test-published"});
    ASSERT_EQ(table.exit_code, 0) << table.err;
    EXPECT_THAT(table.out,
                AllOf(HasSubstr("tf-benchmarks-164"),
                      HasSubstr("Over nodes: 9 figures, median error"),
                      HasSubstr("Not predicted")));
    const Outcome as_json = run_engine({"whatif", "--test-published", "--json"});
    ASSERT_EQ(as_json.exit_code, 0) << as_json.err;
    EXPECT_EQ(as_json.json().at("over_nodes").at("figures"), 9);
    EXPECT_EQ(run_engine({"whatif", kDisks, "--test-published"}).exit_code, 2);
}

TEST(EngineWhatIf, AFileKeepsWhatIsAskedOfManyNodes) {
    const fixtures::TemporaryFolder folder;
    const std::string file = folder.path() + "/nodes.json";
    const Outcome saved = run_engine({"whatif",
                                      kDisks,
                                      "--set",
                                      "gpu_rate=700",
                                      "--scaling",
                                      "1,16",
                                      "--slow-node",
                                      "1.5",
                                      "--save",
                                      file});
    ASSERT_EQ(saved.exit_code, 0) << saved.err;
    const Outcome again = run_engine({"whatif", file, "--scaling", "1,16", "--json"});
    ASSERT_EQ(again.exit_code, 0) << again.err;
    const Outcome alike =
        run_engine({"whatif", file, "--scaling", "1,16", "--slow-node", "1", "--json"});
    const auto rate = [](const Outcome& outcome) {
        return outcome.json().at("scaling").at(0).at("at").at(1).at("images_per_s").get<double>();
    };
    EXPECT_LT(rate(again), 0.9 * rate(alike));
}

// Goal: a question that is refused leaves the file as it was, so that it can be read again.
TEST(EngineWhatIf, ARefusedQuestionOfManyNodesIsNotSaved) {
    const fixtures::TemporaryFolder folder;
    const std::string file = folder.path() + "/nodes.json";
    ASSERT_EQ(run_engine({"whatif", kDisks, "--save", file}).exit_code, 0);
    const auto before = read_whole_file(file, 1U << 24U);
    ASSERT_TRUE(before) << before.error().what;
    for (const std::vector<std::string>& asked :
         {std::vector<std::string>{"--scaling", "20000"},
          std::vector<std::string>{"--scaling", "2", "--slow-node", "0.5"}}) {
        std::vector<std::string> arguments{"whatif", file, "--save", file};
        arguments.insert(arguments.end(), asked.begin(), asked.end());
        const Outcome refused = run_engine(arguments);
        EXPECT_EQ(refused.exit_code, 2) << refused.err;
        const auto after = read_whole_file(file, 1U << 24U);
        ASSERT_TRUE(after) << after.error().what;
        EXPECT_EQ(*after, *before) << asked.back();
    }
    EXPECT_EQ(run_engine({"whatif", file}).exit_code, 0);
}

TEST(EngineWhatIf, EvaluatesVectorsWithoutKnowingWhatTheyExpect) {
    const auto text = read_whole_file(THROUGHLINE_WHATIF_VECTORS, 1U << 24U);
    ASSERT_TRUE(text) << text.error().what;
    const json file = json::parse(*text);
    json questions = file;
    std::vector<json> expected;
    for (json& vector : questions.at("vectors")) {
        if (vector.at("kind") == "predict") {
            expected.push_back({{"name", vector.at("name")}, {"output", vector.at("expect")}});
        }
        vector.erase("expect");
    }
    const fixtures::TemporaryFolder scratch;
    ASSERT_TRUE(write_file_atomically(scratch.file("vectors.json"), questions.dump()));

    const Outcome outcome = run_engine({"whatif", "--vectors", scratch.file("vectors.json")});

    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json answers = outcome.json();
    ASSERT_EQ(answers.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(answers.at(i).at("name"), expected[i].at("name"));
        for (const auto& [key, value] : expected[i].at("output").items()) {
            EXPECT_TRUE(same(value, answers.at(i).at("output").at(key)))
                << expected[i].at("name") << ": " << key;
        }
    }
}

TEST(EngineWhatIf, CalibratesOnARecordAndPredictsTheRunsItDidNotUse) {
    const Outcome outcome =
        run_engine({"whatif", "--base", kThreadsDemo, "--base", kQueueDemo, "--json"});

    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json document = outcome.json();
    const json& calibration = document.at("calibration");
    EXPECT_EQ(calibration.at("back_test").at("points").size(), 4U);
    EXPECT_LT(calibration.at("back_test").at("median_error_pct").get<double>(), 10.0);
    EXPECT_EQ(document.at("scenarios").at(0).at("grade"), "A");

    const Outcome table = run_engine({"whatif", "--base", kThreadsDemo});
    EXPECT_THAT(table.out, AllOf(HasSubstr("not measurable here"), HasSubstr("median error")));
}

// Goal: the terminal says of a burstable volume what the window says.
TEST(EngineWhatIf, SaysThatBurstCreditsAreLeftOut) {
    const fixtures::TemporaryFolder scratch;
    const std::string file = scratch.file("gp2.json");
    ASSERT_TRUE(write_file_atomically(file,
                                      R"({"base": {"image_bytes": 100000},
            "catalog": {"storage": "aws-gp2", "volume": {"gib": 1}}})"));
    const Outcome text = run_engine({"whatif", file});
    EXPECT_EQ(text.exit_code, 0) << text.err;
    EXPECT_THAT(text.out, HasSubstr("Burst credits are left out: a full balance would give"));
    EXPECT_THAT(text.out,
                HasSubstr("The storage is a volume of 1 GiB with 100 IOPS and 128 MiB/s."));
    const Outcome outcome = run_engine({"whatif", file, "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json document = outcome.json();
    const json& answer = document.at("scenarios").at(0);
    EXPECT_GT(answer.at("with_credits").at("images_per_s").get<double>(),
              answer.at("output").at("images_per_s").get<double>());
    EXPECT_NEAR(answer.at("with_credits").at("credits_last_s").get<double>(), 5844.0, 10.0);
}

TEST(EngineWhatIf, AFarGuessIsGradedAsOne) {
    const Outcome outcome =
        run_engine({"whatif", "--base", kThreadsDemo, "--set", "threads=64", "--set", "cores=64"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("grade D, Decode threads is"));
}

TEST(EngineWhatIf, RefusesWhatItDoesNotUnderstandAndSaysWhere) {
    const fixtures::TemporaryFolder scratch;
    ASSERT_TRUE(write_file_atomically(scratch.file("bad.json"), "{\"base\": {\n  \"threads\": }}"));
    ASSERT_TRUE(write_file_atomically(scratch.file("other.json"), R"({"base": {"treads": 4}})"));

    const Outcome not_json = run_engine({"whatif", scratch.file("bad.json")});
    EXPECT_EQ(not_json.exit_code, 1);
    EXPECT_THAT(not_json.err, HasSubstr("line 2, column 14"));
    const Outcome unknown = run_engine({"whatif", scratch.file("other.json")});
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("'treads' is not an input"));
    EXPECT_EQ(run_engine({"whatif"}).exit_code, 2);
    EXPECT_EQ(run_engine({"whatif", kDisks, "--set", "threads"}).exit_code, 2);
    EXPECT_EQ(run_engine({"whatif", kDisks, "--enough", "threads=many"}).exit_code, 2);
    const Outcome invalid = run_engine({"whatif", kDisks, "--set", "nodes=0"});
    EXPECT_EQ(invalid.exit_code, 2);
    EXPECT_THAT(invalid.err, HasSubstr("nodes = 0 is not allowed"));
    const Outcome huge =
        run_engine({"whatif", kDisks, "--set", "sto_bw=1e30", "--set", "image_bytes=1e30"});
    EXPECT_EQ(huge.exit_code, 2);
    EXPECT_THAT(huge.err,
                HasSubstr("image_bytes = 1e+30 is out of range; it must be from 1 to 1e+12 bytes"));
}

TEST(EngineCatalog, ListsShowsAndFindsEntries) {
    const Outcome list = run_engine({"catalog", "list", "io1", "--json"});
    ASSERT_EQ(list.exit_code, 0) << list.err;
    EXPECT_FALSE(list.json().at("entries").empty());

    const Outcome several = run_engine({"catalog", "list", "V100", "resnet-50", "AMP"});
    ASSERT_EQ(several.exit_code, 0) << several.err;
    EXPECT_THAT(several.out,
                AllOf(HasSubstr("v100-16-gb-resnet-50-v1.5-training-amp"),
                      HasSubstr("1200"),
                      testing::Not(HasSubstr("A100 80 GB"))));
    const Outcome rate = run_engine({"catalog", "show", "mlperf-storage-003", "--json"});
    ASSERT_EQ(rate.exit_code, 0) << rate.err;
    EXPECT_EQ(rate.json().at("kind"), "gpu_rate");

    const auto presets =
        run_engine({"catalog", "presets", "H100", "resnet50_v1.5", "--json"}).json().at("presets");
    ASSERT_GE(presets.size(), 3U);
    for (const auto& preset : presets) {
        EXPECT_NE(preset.at("source").get<std::string>(), "") << preset.at("id");
        if (preset.at("id") == "lambda-pt-005") {
            EXPECT_EQ(preset.at("system"), "H100 80GB PCIe Gen5");
        }
    }
    EXPECT_THAT(run_engine({"catalog", "presets", "H100"}).out,
                AllOf(HasSubstr("H100 80GB PCIe Gen5"), HasSubstr("1CC H100 80GB SXM5")));
    EXPECT_THAT(run_engine({"catalog", "show", "lambda-pt-006"}).out,
                HasSubstr("1CC H100 80GB SXM5"));
    const Outcome entry = run_engine({"catalog", "show", "study-gp2", "--json"});
    ASSERT_EQ(entry.exit_code, 0) << entry.err;
    EXPECT_EQ(entry.json().at("read_bytes_per_s"), 1.6e8);
    // A gap is a gap, with its reason.
    EXPECT_THAT(entry.json().at("latency_s").at("gap").get<std::string>(), HasSubstr("no figure"));
    EXPECT_EQ(run_engine({"catalog", "show", "no-such-disk"}).exit_code, 1);
}

/// A data folder of its own.
class OwnFolder : public testing::Test {
protected:
    OwnFolder() { setenv("THROUGHLINE_DATA_DIR", scratch_.path().c_str(), 1); }
    ~OwnFolder() override { unsetenv("THROUGHLINE_DATA_DIR"); }

    fixtures::TemporaryFolder scratch_;
};

class StoredStudies : public OwnFolder {};

TEST_F(StoredStudies, AreCalibratedOnByTheirNumber) {
    ASSERT_EQ(run_engine({"import", kThreadsDemo}).exit_code, 0);

    const Outcome outcome = run_engine({"whatif", "--base", "1", "--json"});

    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.json().at("calibration").at("back_test").at("points").size(), 4U);
    EXPECT_EQ(run_engine({"whatif", "--base", "7"}).exit_code, 1);
    EXPECT_EQ(run_engine({"whatif", "--base", "nowhere.tlrun"}).exit_code, 1);
}

std::string without_calibration(json document) {
    document.erase("calibration");
    return document.dump();
}

TEST_F(StoredStudies, ASavedBaseAnswersTheSameAndSaysWhenItsRunsAreGone) {
    ASSERT_EQ(run_engine({"import", kThreadsDemo}).exit_code, 0);
    ASSERT_TRUE(write_file_atomically(scratch_.file("in.json"), R"({"base": {}, "scenarios": [
        {"name": "gp3", "catalog": {"storage": "aws-gp3"}},
        {"name": "far", "changes": {"threads": 64}}]})"));
    const std::string saved = scratch_.file("saved.json");

    const Outcome first = run_engine({"whatif",
                                      scratch_.file("in.json"),
                                      "--base",
                                      "1",
                                      "--set",
                                      "batch_per_gpu=32",
                                      "--save",
                                      saved,
                                      "--json"});
    ASSERT_EQ(first.exit_code, 0) << first.err;
    const Outcome second = run_engine({"whatif", saved, "--json"});
    ASSERT_EQ(second.exit_code, 0) << second.err;
    EXPECT_EQ(without_calibration(second.json()), without_calibration(first.json()));
    EXPECT_EQ(second.json().at("calibration").at("back_test"),
              first.json().at("calibration").at("back_test"));
    EXPECT_EQ(second.err, "");

    ASSERT_EQ(run_engine({"library", "delete", "1"}).exit_code, 0);
    ASSERT_EQ(run_engine({"library", "purge", "--yes"}).exit_code, 0);
    const Outcome gone = run_engine({"whatif", saved, "--json"});
    EXPECT_EQ(gone.out, second.out);
    EXPECT_THAT(gone.err, HasSubstr("are not in the library"));
}

/// The recording as another one: of a uuid, of a machine called "vm", and of a rate.
void write_copy(const std::string& path, const std::string& uuid, const std::string& machine) {
    std::string text = *read_whole_file(kThreadsDemo, 1U << 24U);
    const auto replace = [&](const std::string& old, const std::string& with) {
        const std::size_t at = text.find(old);
        ASSERT_NE(at, std::string::npos) << old;
        text.replace(at, old.size(), with);
    };
    replace("64f91c34-2e4a-4b0f-8f9e-2595c66aefcb", uuid);
    replace(R"("demo":true,)", "");
    replace(R"("host.name":"vm",)", R"("host.name":"vm","machine.id":")" + machine + R"(",)");
    ASSERT_TRUE(write_file_atomically(path, text));
}

// Two machines called "vm" and the demo, which is of a third, in one library.
TEST_F(StoredStudies, OnlyTheOwnMachineTestsABase) {
    write_copy(scratch_.file("own.tlrun"), "00000000-0000-4000-8000-000000000001", "a1");
    write_copy(scratch_.file("other.tlrun"), "00000000-0000-4000-8000-000000000002", "b2");
    ASSERT_EQ(
        run_engine({"import", scratch_.file("own.tlrun"), scratch_.file("other.tlrun"), kQueueDemo})
            .exit_code,
        0);

    const Outcome outcome =
        run_engine({"whatif", "--base", "1", "--backtest", "2", "--backtest", "3", "--json"});

    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json test = outcome.json().at("calibration").at("back_test");
    EXPECT_EQ(test.at("points").size(), 4U);  // of the own study
    EXPECT_EQ(test.at("not_of_machine"),
              (json{{"measured on another computer", 1}, {"recorded for the demo", 1}}));
    const Outcome mixed = run_engine({"whatif", "--base", "1", "--base", "2"});
    EXPECT_EQ(mixed.exit_code, 2);
    EXPECT_THAT(mixed.err, HasSubstr("not measured on the same computer"));
    const Outcome list = run_engine({"library", "list", "--group-by", "host"});
    EXPECT_THAT(list.out, AllOf(HasSubstr("vm (2), AMD EPYC"), HasSubstr("vm, demo recording")));
    EXPECT_THAT(run_engine({"library", "list", "--group-by", "origin"}).out, HasSubstr("demo"));
}

class OwnEntries : public OwnFolder {
protected:
    void SetUp() override {
        std::filesystem::create_directories(scratch_.file("catalogue"));
        ASSERT_TRUE(write_file_atomically(scratch_.file("catalogue/mine.json"), R"({"storage": [
            {"id": "lab-nvme", "name": "Lab NVMe", "kind": "local",
             "model": {"sto_bw": 3.2e9, "sto_iops": 400000}},
            {"id": "odd", "name": "Odd", "kind": "local", "flops": 3}]})"));
    }
};

TEST_F(OwnEntries, StandBesideTheBuiltInOnesAndScenariosNameThem) {
    ASSERT_TRUE(write_file_atomically(scratch_.file("lab.json"), R"({"base": {},
        "scenarios": [{"name": "lab", "catalog": {"storage": "lab-nvme"}}]})"));

    const Outcome outcome = run_engine({"whatif", scratch_.file("lab.json"), "--json"});

    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NEAR(
        outcome.json().at("scenarios").at(1).at("limits").at("storage-bandwidth").get<double>(),
        3.2e9 / 114660.0,
        1.0);
    // The faulty entry is left out, and the message leads to it.
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("entry 2 ('odd')"), HasSubstr("'flops'")));
}

TEST(EngineWhatIf, SaysInOneSentenceWhatAScenarioGivesAndWhatARateTakes) {
    const Outcome outcome =
        run_engine({"whatif", kDisks, "--enough", "threads=4000", "--enough", "4k"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                AllOf(HasSubstr("limited by the storage bandwidth. As fast as “gp2, 4 V100”. The "
                                "GPUs wait 62 % of the time. No price is given."),
                      HasSubstr("gp2, 8 V100: Not by decode threads: the storage bandwidth ends "
                                "at"),
                      HasSubstr("gp2, 8 V100: 3 storage units reach 4")));
}

TEST(EngineWhatIf, TakesRatesAsPeopleWriteThemAndRefusesToCountBandwidth) {
    const Outcome thousands = run_engine({"whatif", kDisks, "--cheapest", "4k", "--json"});
    ASSERT_EQ(thousands.exit_code, 0) << thousands.err;
    EXPECT_EQ(thousands.json().at("cheapest").at("target_images_per_s"), 4000.0);

    EXPECT_EQ(run_engine({"whatif", kDisks, "--cheapest", "many"}).exit_code, 2);
    const Outcome counted = run_engine({"whatif", kDisks, "--enough", "sto_bw=9000"});
    EXPECT_EQ(counted.exit_code, 2);
    EXPECT_THAT(counted.err, HasSubstr("sto_bw is not counted"));
}

TEST(EngineCatalog, ListsAndShowsLinks) {
    const Outcome list = run_engine({"catalog", "list", "--json"});
    ASSERT_EQ(list.exit_code, 0) << list.err;
    const json document = list.json();
    std::string id;
    for (const json& entry : document.at("entries")) {
        id = entry.at("kind") == "link" ? entry.at("id").get<std::string>() : id;
    }
    ASSERT_NE(id, "");
    const Outcome one = run_engine({"catalog", "show", id});
    EXPECT_EQ(one.exit_code, 0) << one.err;
    EXPECT_THAT(one.out, HasSubstr("line_bits_per_s"));
}

}  // namespace
}  // namespace throughline::tests
