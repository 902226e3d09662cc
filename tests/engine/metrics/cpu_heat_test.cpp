// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/cpu_heat.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/fixtures/temporary_folder.h"

namespace throughline::metrics {
namespace {

class CpuHeat : public testing::Test {
protected:
    /// A file as sysfs has it.
    void put(int cpu, const std::string& name, int value) {
        const std::filesystem::path path = folder_.file("cpu" + std::to_string(cpu)) + "/" + name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << value << "\n";
    }
    void put_core(int cpu, int core, int core_count, int package_count) {
        put(cpu, "topology/physical_package_id", 0);
        put(cpu, "topology/core_id", core);
        put(cpu, "thermal_throttle/core_throttle_count", core_count);
        put(cpu, "thermal_throttle/package_throttle_count", package_count);
    }

    fixtures::TemporaryFolder folder_;
};

TEST_F(CpuHeat, CountsEachCoreAndEachPackageOnce) {
    put_core(0, 0, 3, 10);
    put_core(1, 1, 4, 10);
    put_core(2, 0, 3, 10);  // the other thread of the first core
    EXPECT_EQ(heat_slowdowns(folder_.file("")), 17U);
}

TEST_F(CpuHeat, PassesProcessorsOverThatAreOffline) {
    put_core(0, 0, 3, 0);
    std::filesystem::create_directories(folder_.file("cpu1"));
    put_core(2, 1, 5, 0);
    EXPECT_EQ(heat_slowdowns(folder_.file("")), 8U);
}

TEST_F(CpuHeat, IsUnknownWhereItIsNotCounted) {
    put(0, "topology/physical_package_id", 0);
    put(0, "topology/core_id", 0);
    EXPECT_FALSE(heat_slowdowns(folder_.file("")));
    EXPECT_FALSE(heat_slowdowns("/nowhere"));
}

}  // namespace
}  // namespace throughline::metrics
