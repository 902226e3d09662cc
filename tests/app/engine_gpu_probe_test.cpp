// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>

#include "app/engine/driver_report.h"
#include "app/engine/gpu_probe.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/uuid.h"

namespace throughline::app {
namespace {

namespace fs = std::filesystem;

/// A machine made of files.
class GpuProbe : public testing::Test {
protected:
    GpuProbe() {
        for (const char* folder :
             {"dev", "proc/driver/nvidia", "sys/bus/pci/devices/0000:01:00.0"}) {
            fs::create_directories(root_ / folder);
        }
        places_.dev = root_ / "dev";
        places_.proc = root_ / "proc";
        places_.sys = root_ / "sys";
        places_.driver_child.command = {
            "/bin/sh", "-c", R"(echo '{"problem":"no driver","advice":"","names":[]}')"};
        places_.plugin_folders = {root_ / "bin", root_ / "lib/throughline/gpu"};
    }
    ~GpuProbe() override {
        std::error_code ignored;
        fs::remove_all(root_, ignored);
    }
    void put(const std::string& path, const std::string& text) {
        fs::create_directories((root_ / path).parent_path());
        ASSERT_TRUE(write_file_atomically(root_ / path, text));
    }
    void put_card(const std::string& vendor, const std::string& device_class) {
        put("sys/bus/pci/devices/0000:01:00.0/vendor", vendor + "\n");
        put("sys/bus/pci/devices/0000:01:00.0/class", device_class + "\n");
    }
    GpuCheck check(const std::string& name) {
        const GpuReport report = probe_gpu(places_);
        const auto found = std::find_if(report.checks.begin(),
                                        report.checks.end(),
                                        [&](const GpuCheck& c) { return c.name == name; });
        return found == report.checks.end() ? GpuCheck{} : *found;
    }

    fs::path root_ = fs::temp_directory_path() / make_uuid();
    GpuProbePlaces places_;
};

TEST_F(GpuProbe, MachineWithoutAGpuNamesTheHardwareFirst) {
    const GpuReport report = probe_gpu(places_);
    EXPECT_FALSE(report.usable());
    ASSERT_NE(report.obstacle(), nullptr);
    EXPECT_STREQ(report.obstacle()->name, "hardware");
    EXPECT_NE(report.obstacle()->advice, "");
    for (const GpuCheck& other : report.checks) {
        EXPECT_TRUE(other.name == report.obstacle()->name || other.advice.empty())
            << other.name << ": no driver makes a GPU";
    }
}

TEST_F(GpuProbe, CardWithoutADriverNamesTheDriver) {
    put_card("0x10de", "0x030200");
    const GpuReport report = probe_gpu(places_);
    EXPECT_EQ(report.checks.front().detail, "1 device");
    EXPECT_STREQ(report.obstacle()->name, "kernel_driver");
}

TEST_F(GpuProbe, OtherCardsAndOtherFunctionsAreNoGpu) {
    put_card("0x8086", "0x030000");
    EXPECT_FALSE(check("hardware").found);
    put_card("0x10de", "0x040300");  // the sound function of a card
    EXPECT_FALSE(check("hardware").found);
}

TEST_F(GpuProbe, ReadsTheDriversVersion) {
    put("proc/driver/nvidia/version", "NVRM version: 550.54  Release\nGCC version: 12\n");
    EXPECT_TRUE(check("kernel_driver").found);
    EXPECT_EQ(check("kernel_driver").detail, "NVRM version: 550.54  Release");
}

TEST_F(GpuProbe, CountsNumberedNodesOnly) {
    put("dev/nvidiactl", "");
    put("dev/nvidia-uvm", "");
    EXPECT_FALSE(check("device_nodes").found);
    put("dev/nvidia0", "");
    put("dev/nvidia11", "");
    EXPECT_EQ(check("device_nodes").detail, "2 nodes");
}

TEST(GpuDriver, LibraryThatIsNotThereSaysWhatTheLoaderSaid) {
    const Json answer = driver_report_json("libno-such-driver.so.1");
    const DriverReport report = driver_report_from(answer.dump());
    EXPECT_THAT(report.problem, testing::HasSubstr("libno-such-driver.so.1"));
    EXPECT_THAT(report.advice, testing::HasSubstr("Install the driver"));
    EXPECT_TRUE(report.names.empty());
}

// Goal: a library of that name that is no driver is not taken for one. Method: the C library.
TEST(GpuDriver, LibraryThatIsNoDriverIsNotFound) {
    const DriverReport report = driver_report_from(driver_report_json("libc.so.6").dump());
    EXPECT_THAT(report.problem, testing::HasSubstr("cuInit"));
}

// Goal: nothing of the driver runs in this process, and whatever comes of it is said.
TEST_F(GpuProbe, DriverIsAskedByAChild) {
    const auto check_with = [this](const std::string& script) {
        places_.driver_child.command = {"/bin/sh", "-c", script};
        return check("driver_library");
    };
    const GpuCheck good = check_with(R"(echo '{"problem":"","advice":"","names":["H200"]}')");
    EXPECT_TRUE(good.found);
    EXPECT_EQ(good.detail, "loaded, 1 device");
    EXPECT_FALSE(check_with(R"(echo '{"problem":"","advice":"","names":[]}')").found);
    EXPECT_THAT(check_with("echo $0").detail, testing::HasSubstr("no answer"));
    EXPECT_THAT(check_with("kill -SEGV $$").detail, testing::HasSubstr("signal 11"));
    put_card("0x10de", "0x030200");
    EXPECT_THAT(check_with("kill -SEGV $$").advice, testing::HasSubstr("fell off the bus"));
    EXPECT_EQ(check_with(R"(echo '{"problem":"p","advice":"Start it.","names":[]}')").advice,
              "Start it.");
    places_.driver_child.patience = std::chrono::milliseconds(50);
    EXPECT_THAT(check_with("read forever < /dev/zero").detail,
                testing::HasSubstr("did not answer for"));
}

/// Puts a plug-in in place that a shell script asks: `script` is what the child process does.
/// Returns: the check of the plug-in.
class GpuPluginCheck : public GpuProbe {
protected:
    GpuCheck check_with(const std::string& script) {
        put("lib/throughline/gpu/throughline_cuda.so", "asked by the script only");
        places_.plugin_child = {.command = {"/bin/sh", "-c", script},
                                .patience = std::chrono::milliseconds(patience_ms_)};
        return check("plugin");
    }
    int patience_ms_ = 60'000;
};

TEST_F(GpuPluginCheck, NoPluginSaysHowToGetOne) {
    put_card("0x10de", "0x030200");
    EXPECT_EQ(check("plugin").detail, "this build has none");
    EXPECT_THAT(check("plugin").advice, testing::HasSubstr("CUDA toolkit"));
}

// The way out when a plug-in or a driver takes the program down: nothing foreign is loaded.
TEST_F(GpuPluginCheck, NoneLoadsNothingAndSaysSo) {
    put_card("0x10de", "0x030200");
    put("lib/throughline/gpu/throughline_cuda.so", "");
    places_.plugin_off = true;
    places_.plugin_child.command = {"/bin/false"};
    const GpuReport report = probe_gpu(places_);
    EXPECT_EQ(report.plugin_path, "");
    EXPECT_FALSE(report.usable());
    ASSERT_NE(report.obstacle(), nullptr);
    EXPECT_THAT(reason_text(*report.obstacle()), testing::HasSubstr("THROUGHLINE_GPU_PLUGIN"));
    ::setenv("THROUGHLINE_GPU_PLUGIN", "none", 1);
    EXPECT_TRUE(default_gpu_places().plugin_off);
    EXPECT_EQ(default_gpu_places().plugin_file, "");
    ::unsetenv("THROUGHLINE_GPU_PLUGIN");
}

TEST_F(GpuPluginCheck, NamedFileComesBeforeTheFolders) {
    put("lib/throughline/gpu/throughline_cuda.so", "");
    places_.plugin_file = root_ / "elsewhere.so";
    places_.plugin_child.command = {"/bin/echo"};
    EXPECT_EQ(probe_gpu(places_).plugin_path, root_ / "elsewhere.so");
}

TEST_F(GpuPluginCheck, CrashIsNamedWithItsSignal) {
    put_card("0x10de", "0x030200");
    const GpuCheck crashed = check_with("kill -SEGV $$");
    EXPECT_FALSE(crashed.found);
    EXPECT_THAT(crashed.detail, testing::HasSubstr("signal 11 (Segmentation fault)"));
    EXPECT_THAT(crashed.advice, testing::HasSubstr("other consumers are not affected"));
}

TEST_F(GpuPluginCheck, HangIsEndedAndNamed) {
    patience_ms_ = 50;
    EXPECT_THAT(check_with("read forever < /dev/zero").detail,
                testing::HasSubstr("did not answer for"));
}

// One that says no more and does not end either was waited for without an end.
TEST_F(GpuPluginCheck, SilentProcessIsEndedToo) {
    patience_ms_ = 50;
    EXPECT_THAT(check_with("exec >&- 2>&-; exec sleep 60").detail,
                testing::HasSubstr("did not answer for"));
}

TEST_F(GpuPluginCheck, AdviceFitsTheCase) {
    put_card("0x10de", "0x030200");
    const auto advice = [&](const char* answer) {
        const GpuCheck asked = check_with(std::string("echo '") + answer + "'");
        EXPECT_TRUE(asked.is_there) << answer;
        return asked.advice;
    };
    EXPECT_THAT(advice(R"({"build":"CUDA 13.0","reason":"none","driver":"580","libraries":[],)"
                       R"("devices":[{"name":"V100","compute_major":7,"compute_minor":0}]})"),
                testing::AllOf(testing::HasSubstr("build the plug-in with CUDA 12"),
                               testing::HasSubstr("cuDNN")));
    EXPECT_THAT(advice(R"({"build":"b","reason":"none","driver":"580","libraries":[],)"
                       R"("devices":[{"name":"H100","compute_major":9}]})"),
                testing::HasSubstr("nvidia-smi"));
    EXPECT_THAT(advice(R"({"build":"b","reason":"r","devices":[],"libraries":[]})"),
                testing::HasSubstr("Install the NVIDIA driver"));
    EXPECT_THAT(advice(R"({"build":"b","reason":"r","driver":"1","devices":[],"libraries":[]})"),
                testing::HasSubstr("Update the driver"));
    EXPECT_THAT(advice(R"({"error":{"code":"format","text":"is not a GPU plug-in"}})"),
                testing::HasSubstr("The file is another library"));
}

TEST_F(GpuPluginCheck, AdviceOfThePluginComesFirst) {
    put_card("0x10de", "0x030200");
    EXPECT_EQ(check_with(R"(echo '{"build":"b","reason":"r","advice":"Start it.","driver":"1",)"
                         R"("devices":[],"libraries":[]}')")
                  .advice,
              "Start it.");
}

TEST_F(GpuPluginCheck, NoAnswerIsNoReport) {
    EXPECT_THAT(check_with("echo driver says hello").detail, testing::HasSubstr("no report"));
    EXPECT_THAT(check_with("exit 3").detail, testing::HasSubstr("exit code 3"));
    EXPECT_THAT(check_with("echo '{\"build\":1}'").detail, testing::HasSubstr("not complete"));
}

TEST_F(GpuPluginCheck, PluginWithoutAUsableDeviceIsNoGpu) {
    const GpuCheck no_driver = check_with(
        R"(echo '{"build":"CUDA 13","reason":"no driver","devices":[],"libraries":[]}')");
    EXPECT_FALSE(no_driver.found);
    EXPECT_THAT(no_driver.detail, testing::HasSubstr("CUDA 13: no driver"));
}

TEST_F(GpuPluginCheck, ReportSurvivesTheWayThroughTheChild) {
    const consumer::GpuPluginReport report{
        .build = "b",
        .driver = "580",
        .reason = "",
        .devices = {{.name = "H200", .memory_bytes = 7, .compute_major = 9, .usable = true}},
        .libraries = {{.name = "libnccl.so.2", .needed_for = "several", .detail = "why not"}}};
    const auto back = plugin_report_from(to_json(report).dump());
    ASSERT_TRUE(back) << back.error().what;
    EXPECT_EQ(to_json(*back), to_json(report));
}

}  // namespace
}  // namespace throughline::app
