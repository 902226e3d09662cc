// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "engine/record/record.h"
#include "tests/app/engine_process.h"

namespace throughline::tests {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::MatchesRegex;

TEST(EngineVersion, JsonHasWhatTheWindowAsksFor) {
    const Outcome outcome = run_engine({"version", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto json = outcome.json();
    ASSERT_TRUE(json.is_object()) << outcome.out;
    EXPECT_EQ(json.at("name"), "throughline-engine");
    EXPECT_TRUE(json.at("version").is_string());
    EXPECT_EQ(json.at("record_major"), record::kRecordMajor);
    EXPECT_EQ(json.at("record_minor"), record::kRecordMinor);
    ASSERT_TRUE(json.at("io_uring").at("available").is_boolean());
    EXPECT_NE(json["io_uring"]["available"].get<bool>(),
              !json["io_uring"].at("reason").get<std::string>().empty());
    for (const char* library : {"libjpeg_turbo", "liburing", "sqlite", "kernel"}) {
        EXPECT_NE(json.at(library).get<std::string>(), "") << library;
    }
    EXPECT_TRUE(json.at("memory_lock_bytes").is_number() || json.at("memory_lock_unlimited"));
    EXPECT_GE(json.at("cpu_cores").get<int>(), 1);
}

TEST(EngineVersion, NamesTheCommitAndTheBuild) {
    const Outcome line = run_engine({"--version"});
    ASSERT_EQ(line.exit_code, 0) << line.err;
    const auto json = run_engine({"version", "--json"}).json();
    const auto& commit = json.at("commit");  // null: built of no git checkout
    const std::string named = commit.is_null() ? "" : "commit " + commit.get<std::string>() + "; ";
    EXPECT_EQ(line.out,
              "throughline-engine " + json.at("version").get<std::string>() + " (" + named +
                  json.at("build").get<std::string>() + ")\n");
    EXPECT_THAT(json.at("build").get<std::string>(), ContainsRegex("^[A-Za-z]+, [A-Za-z]+ [0-9]+"));
    if (!commit.is_null()) {
        EXPECT_THAT(commit.get<std::string>(), MatchesRegex("[0-9a-f]+(-dirty)?"));
    }
}

TEST(EngineVersion, TextNamesVersionAndIoUring) {
    const Outcome outcome = run_engine({"version"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.out, HasSubstr("throughline-engine"));
    EXPECT_THAT(outcome.out, HasSubstr("io_uring"));
}

TEST(EngineInspect, JsonHasADeviceOrSaysWhyNot) {
    const Outcome outcome = run_engine({"inspect", ".", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto json = outcome.json();
    ASSERT_TRUE(json.is_object()) << outcome.out;
    EXPECT_TRUE(json.at("path").get<std::string>().starts_with("/"));
    EXPECT_NE(json.at("file_system").get<std::string>(), "");
    EXPECT_GT(json.at("bytes_total").get<std::uint64_t>(), 0U);
    EXPECT_GT(json.at("memory_bytes").get<std::uint64_t>(), 0U);
    EXPECT_NE(json.at("devices").empty(), json.at("no_device_reason").get<std::string>().empty());
    for (const auto& device : json["devices"]) {
        EXPECT_NE(device.at("name").get<std::string>(), "");
    }
    EXPECT_GE(json.at("counters").size(), json.at("devices").size());
    for (const auto& counter : json["counters"]) {
        EXPECT_NE(counter.at("file").get<std::string>(), "");
        EXPECT_FALSE(counter.at("metrics").empty());
    }
}

// Goal: of files in memory nothing is called a disk's, and why is said.
TEST(EngineInspect, MemoryHasNoCounterAndSaysWhy) {
    const Outcome outcome = run_engine({"inspect", "/dev/shm", "--json"});
    if (outcome.exit_code != 0 || outcome.json().at("file_system") != "tmpfs") {
        GTEST_SKIP() << "/dev/shm is no tmpfs here";
    }
    EXPECT_TRUE(outcome.json().at("counters").empty());
    EXPECT_THAT(outcome.json().at("uncounted_reason").get<std::string>(), HasSubstr("in memory"));
}

TEST(EngineInspect, ProcHasNoDeviceAndSaysWhy) {
    const Outcome outcome = run_engine({"inspect", "/proc"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, ContainsRegex("device +none: "));
    EXPECT_THAT(outcome.out, ContainsRegex("disk utilisation +none: "));
}

// Goal: "no GPU" is never a bare no. It has one cause and one thing to do.
TEST(EngineGpu, SaysWhatIsThereOrWhatStandsInTheWay) {
    const Outcome outcome = run_engine({"gpu", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto json = outcome.json();
    ASSERT_TRUE(json.is_object()) << outcome.out;
    EXPECT_EQ(json.at("checks").size(), 5U);
    const bool usable = json.at("usable").get<bool>();
    EXPECT_EQ(json.at("reason").get<std::string>().empty(), usable);
    EXPECT_EQ(json.at("advice").get<std::string>().empty(), usable);
    const Outcome text = run_engine({"gpu"});
    EXPECT_EQ(text.exit_code, 0);
    for (const auto& check : json.at("checks")) {
        if (!json.at("usable").get<bool>() && !check.at("found").get<bool>()) {
            EXPECT_THAT(text.out, testing::HasSubstr(check.value("advice", "")));
        }
    }
    if (!json.at("checks").front().at("found").get<bool>()) {
        EXPECT_THAT(text.out, testing::Not(testing::HasSubstr("nvidia-modprobe")))
            << "no driver makes a GPU";
    }
}

/// `gpu --json` with one of the fake plug-ins.
nlohmann::json gpu_with(const std::string& way) {
    const std::string path = std::string(THROUGHLINE_FAKE_GPU_PLUGINS) + "/fake_gpu_" + way + ".so";
    ::setenv("THROUGHLINE_GPU_PLUGIN", path.c_str(), 1);
    const Outcome outcome = run_engine({"gpu", "--json"});
    ::unsetenv("THROUGHLINE_GPU_PLUGIN");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome.json();
}
// What is there and cannot be used is not called missing; a GPU has the number that selects it.
TEST(EngineGpu, RowsSayWhatIsThereAndUnderWhichNumber) {
    const auto text_with = [](const char* way) {
        const std::string path =
            std::string(THROUGHLINE_FAKE_GPU_PLUGINS) + "/fake_gpu_" + way + ".so";
        ::setenv("THROUGHLINE_GPU_PLUGIN", path.c_str(), 1);
        const Outcome outcome = run_engine({"gpu"});
        ::unsetenv("THROUGHLINE_GPU_PLUGIN");
        return outcome.out;
    };
    EXPECT_THAT(text_with("no_symbol"),
                testing::ContainsRegex("Plug-in throughline_cuda.so +not usable"));
    EXPECT_THAT(text_with("not_there"),
                testing::ContainsRegex("Plug-in throughline_cuda.so +not found"));
    EXPECT_THAT(text_with("good"), testing::HasSubstr("GPU with consumer.device=0"));
}

std::string plugin_detail(const nlohmann::json& gpu) {
    return gpu.at("checks").back().at("detail").get<std::string>();
}

TEST(EngineGpu, PluginsDevicesAndLibrariesAreListedWithWhereTheyAre) {
    const auto gpu = gpu_with("good");
    EXPECT_TRUE(gpu.at("checks").back().at("found").get<bool>());
    const auto& plugin = gpu.at("plugin");
    EXPECT_EQ(plugin.at("driver"), "999.1");
    EXPECT_EQ(plugin.at("devices").at(0).at("name"), "Fake GPU");
    EXPECT_EQ(plugin.at("libraries").at(0).at("detail"), "/somewhere/libfound.so.1");
    EXPECT_FALSE(plugin.at("libraries").at(1).at("found").get<bool>());
}

// Goal: whatever a plug-in does, the program goes on and says what it was.
TEST(EngineGpu, BadPluginIsAReasonAndNotTheEnd) {
    EXPECT_THAT(plugin_detail(gpu_with("crashing")), HasSubstr("signal 11"));
    EXPECT_THAT(plugin_detail(gpu_with("wrong_version")), HasSubstr("version 3.1"));
    EXPECT_THAT(plugin_detail(gpu_with("no_symbol")), HasSubstr("not a GPU plug-in"));
    EXPECT_THAT(plugin_detail(gpu_with("no_function")), HasSubstr("lacks the function stats"));
    EXPECT_THAT(plugin_detail(gpu_with("failing")), HasSubstr("no NVIDIA driver"));
    EXPECT_THAT(plugin_detail(gpu_with("not_there")), HasSubstr("there is no GPU plug-in"));
}

TEST(EngineGpu, HangingPluginIsEndedWhenItsTimeIsOver) {
    ::setenv("THROUGHLINE_GPU_PATIENCE_MS", "200", 1);
    const auto gpu = gpu_with("hanging");
    ::unsetenv("THROUGHLINE_GPU_PATIENCE_MS");
    EXPECT_THAT(plugin_detail(gpu), HasSubstr("did not answer for"));
}

/// Where a driver is found by its name as the real one is, whose cuInit does what `way` says.
class FakeDriver {
public:
    explicit FakeDriver(const char* way) {
        ::setenv("LD_LIBRARY_PATH", THROUGHLINE_FAKE_DRIVER_FOLDER, 1);
        ::setenv("THROUGHLINE_FAKE_DRIVER", way, 1);
    }
    FakeDriver(const FakeDriver&) = delete;
    FakeDriver& operator=(const FakeDriver&) = delete;
    ~FakeDriver() {
        ::unsetenv("THROUGHLINE_FAKE_DRIVER");
        ::unsetenv("LD_LIBRARY_PATH");
    }
    static std::string detail(const nlohmann::json& gpu) {
        return gpu.at("checks").at(3).at("detail").get<std::string>();
    }
    /// What the process says that asks it.
    static nlohmann::json asked() {
        return run_engine({"gpu", "--driver-report", "libcuda.so.1"}).json();
    }
};

// Goal: a driver that crashes or hangs takes a child process along, and never the program.
TEST(EngineGpu, DriverIsAskedInAProcessOfItsOwn) {
    {
        const FakeDriver good("0");
        const auto gpu = gpu_with("good");
        EXPECT_EQ(gpu.at("gpus").at(0), "Card of the fake driver");
        EXPECT_EQ(FakeDriver::detail(gpu), "loaded, 1 device");
    }
    {
        const FakeDriver crashing("crash");
        EXPECT_THAT(FakeDriver::detail(gpu_with("good")), HasSubstr("signal 11"));
    }
    const FakeDriver hanging("hang");
    ::setenv("THROUGHLINE_GPU_PATIENCE_MS", "300", 1);
    const auto gpu = gpu_with("good");
    ::unsetenv("THROUGHLINE_GPU_PATIENCE_MS");
    EXPECT_THAT(FakeDriver::detail(gpu), HasSubstr("did not answer for"));
    EXPECT_THAT(plugin_detail(gpu), HasSubstr("not asked")) << "it would hang there too";
}

// Eight GPUs on one board are of no use without their switch, and no newer driver would help.
TEST(EngineGpu, BoardsWithoutTheirFabricManagerAreToldWhatToStart) {
    {
        const FakeDriver not_ready("802");
        EXPECT_THAT(FakeDriver::asked().at("problem").get<std::string>(),
                    HasSubstr("CUDA_ERROR_SYSTEM_NOT_READY"));
        EXPECT_THAT(FakeDriver::asked().at("advice").get<std::string>(),
                    HasSubstr("nvidia-fabricmanager"));
    }
    const FakeDriver mismatched("803");
    EXPECT_THAT(FakeDriver::asked().at("advice").get<std::string>(),
                HasSubstr("different versions"));
}

}  // namespace
}  // namespace throughline::tests
