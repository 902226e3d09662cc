// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "engine/consumer/gpu_plugin.h"

// The real plug-in. Where there is a GPU, tests/gpu/run.sh tests more.
/// NVIDIA's libraries bring a C++ runtime of their own, whose pool for exceptions is never freed:
/// LeakSanitizer asks this function whether it is to look.
/// Source: compiler-rt, sanitizer/lsan_interface.h.
extern "C" int __lsan_is_turned_off() {  // NOLINT(bugprone-reserved-identifier)
    return 1;
}

namespace throughline::consumer {
namespace {

using testing::HasSubstr;

Result<std::unique_ptr<GpuPlugin>> plugin() {
    return GpuPlugin::load(THROUGHLINE_CUDA_PLUGIN);
}

TEST(CudaPlugin, LoadsWithoutADriver) {
    const auto loaded = plugin();
    EXPECT_TRUE(loaded) << loaded.error().what;
}

TEST(CudaPlugin, ExportsItsEntryOnly) {
    const SharedLibrary library(::dlopen(THROUGHLINE_CUDA_PLUGIN, RTLD_NOW | RTLD_LOCAL));
    ASSERT_TRUE(library);
    EXPECT_NE(::dlsym(library.get(), TL_GPU_ENTRY_NAME), nullptr);
    EXPECT_EQ(::dlsym(library.get(), "cudaMalloc"), nullptr) << "its runtime is its own";
}

TEST(CudaPlugin, ProbeNamesWhatIsThereAndWhyNot) {
    const auto loaded = plugin();
    ASSERT_TRUE(loaded);
    const auto report = (*loaded)->probe();
    ASSERT_TRUE(report) << report.error().what;
    EXPECT_THAT(report->build, HasSubstr("CUDA"));
    EXPECT_GE(report->libraries.size(), 2U);
    for (const auto& library : report->libraries) {
        EXPECT_NE(library.detail, "") << library.name;
        EXPECT_NE(library.needed_for, "") << library.name;
    }
    const bool usable = std::any_of(report->devices.begin(),
                                    report->devices.end(),
                                    [](const auto& device) { return device.usable; });
    EXPECT_EQ(report->reason.empty(), usable) << report->reason;
    EXPECT_TRUE(report->driver != "" ||
                report->reason.find("no NVIDIA driver") != std::string::npos)
        << report->reason;
}

TEST(CudaPlugin, ExchangeIsBegunOrSaidToNeedItsLibrary) {
    const auto loaded = plugin();
    ASSERT_TRUE(loaded);
    const auto exchange = (*loaded)->make_exchange();
    if (exchange) {
        EXPECT_NE(std::count(std::begin(exchange->bytes), std::end(exchange->bytes), '\0'),
                  static_cast<std::ptrdiff_t>(sizeof exchange->bytes));
    } else {
        EXPECT_THAT(exchange.error().what,
                    testing::AnyOf(HasSubstr("libnccl.so.2"), HasSubstr("NCCL: ")));
    }
}

TEST(CudaPlugin, CallsWithoutADeviceFailWithTheReason) {
    const auto loaded = plugin();
    ASSERT_TRUE(loaded);
    if (const auto report = (*loaded)->probe(); report && report->reason.empty()) {
        GTEST_SKIP() << "a GPU is there: tests/gpu/run.sh tests what works";
    }
    std::array<std::byte, 4096> memory{};
    const auto pinned = (*loaded)->pin(memory);
    ASSERT_FALSE(pinned);
    EXPECT_THAT(pinned.error().what, HasSubstr("pin memory: "));
    TlGpuConfig config{};
    EXPECT_THAT((*loaded)->open(config).error().what, HasSubstr("the batch, its width"));
    config = {.struct_bytes = 0,
              .device = 0,
              .work = kTlGpuTransfer,
              .phase = kTlGpuInference,
              .batch_images = 8,
              .width_px = 224,
              .height_px = 224,
              .in_flight_max = 2,
              .mean = {0.0F, 0.0F, 0.0F},
              .deviation = {1.0F, 1.0F, 1.0F},
              .program = nullptr,
              .trial = 0,
              .one_by_one = 0,
              .ranks = 0,
              .rank = 0,
              .exchange = {},
              .decode = kTlGpuDecodeNone,
              .smooth_chroma = 0};
    EXPECT_THAT((*loaded)->open(config).error().what, HasSubstr("use device 0: "));
    config.phase = kTlGpuTraining;
    EXPECT_THAT((*loaded)->open(config).error().what, HasSubstr("have nothing to learn"));
    config.work = kTlGpuTrivial;
    EXPECT_THAT((*loaded)->open(config).error().what, HasSubstr("use device 0: "));
    config.phase = kTlGpuInference;
    config.work = kTlGpuNetwork;
    EXPECT_THAT((*loaded)->open(config).error().what, HasSubstr("the network's program"));
    config.work = kTlGpuProxy;
    EXPECT_THAT((*loaded)->open(config).error().what, HasSubstr("the network's program"));
    config.batch_images = 1U << 16U;
    EXPECT_THAT((*loaded)->open(config).error().what,
                HasSubstr("65536 pictures of 224 x 224 px has more than 2^31 pixels"));
    config.batch_images = 8;
    config.work = kTlGpuTransfer;
    config.ranks = 2;
    EXPECT_THAT((*loaded)->open(config).error().what, HasSubstr("only training exchanges"));
    config.ranks = 0;
    config.work = 4711;
    EXPECT_EQ((*loaded)->open(config).error().code, ErrorCode::Unsupported);
}

}  // namespace
}  // namespace throughline::consumer
