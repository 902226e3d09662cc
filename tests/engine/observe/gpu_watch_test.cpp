// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/gpu_watch.h"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "engine/base/pause.h"

namespace throughline::observe {
namespace {

/// What was told within ten seconds of `watch`; looks as often as `done` wants.
template <class Done>
void look_until(Done done) {
    for (int i = 0; i < 200 && !done(); ++i) {
        pause_for(std::chrono::milliseconds(50), {});
    }
}

TEST(GpuWatch, NothingIsLoadedWhereNoGpuIsWatched) {
    GpuWatch watch;
    watch.watch({});
    EXPECT_TRUE(watch.take().empty());
    EXPECT_EQ(watch.missing(), "");
}

TEST(GpuWatch, WithoutADriverItSaysSo) {
    if (void* library = ::dlopen("libnvidia-ml.so.1", RTLD_LAZY)) {
        ::dlclose(library);
        GTEST_SKIP() << "this machine has NVIDIA's driver";
    }
    GpuWatch watch;
    watch.watch({0});
    look_until([&] { return !watch.missing().empty(); });
    EXPECT_THAT(watch.missing(), testing::HasSubstr("libnvidia-ml.so.1 was not found"));
    EXPECT_TRUE(watch.take().empty());
}

TEST(GpuWatch, TellsTheLoadOfTheGpusThatAreWatchedAlone) {
    if (void* library = ::dlopen("libnvidia-ml.so.1", RTLD_LAZY)) {
        ::dlclose(library);
        GTEST_SKIP() << "this machine has NVIDIA's driver";
    }
    void* const fake = ::dlopen(THROUGHLINE_FAKE_NVML, RTLD_NOW);
    ASSERT_NE(fake, nullptr) << ::dlerror();
    std::map<int, GpuLoad> loads;
    {
        GpuWatch watch;
        watch.watch({1, 2});  // there is no 1
        look_until([&] {
            loads = watch.take();
            return !loads.empty();
        });
        EXPECT_EQ(watch.missing(), "");
    }
    ASSERT_EQ(loads.size(), 1U);
    const GpuLoad& load = loads.at(2);
    EXPECT_EQ(load.utilisation, 37.0);
    EXPECT_EQ(load.power_w, 251.5);
    EXPECT_EQ(load.clock_hz, 1410e6);
    ASSERT_TRUE(load.link_share);
    EXPECT_NEAR(*load.link_share, 100.0 * 12e9 / (16 * 1.969e9), 0.1);
}

TEST(PcieLane, CarriesWhatItsEncodingLeaves) {
    EXPECT_EQ(pcie_lane_bytes_per_second(1), 250e6);
    EXPECT_NEAR(*pcie_lane_bytes_per_second(3), 984.6e6, 0.1e6);
    EXPECT_NEAR(*pcie_lane_bytes_per_second(5), 3.938e9, 1e6);
    EXPECT_FALSE(pcie_lane_bytes_per_second(0));
    EXPECT_FALSE(pcie_lane_bytes_per_second(9));
}

}  // namespace
}  // namespace throughline::observe
