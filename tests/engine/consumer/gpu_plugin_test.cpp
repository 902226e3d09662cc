// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/gpu_plugin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <string>

namespace throughline::consumer {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string fake(const std::string& way) {
    return std::string(THROUGHLINE_FAKE_GPU_PLUGINS) + "/fake_gpu_" + way + ".so";
}
TlGpuConfig config_of(std::uint32_t batch_images) {
    TlGpuConfig config{};
    config.batch_images = batch_images;
    return config;
}
TlGpuBatch batch_of(std::uint32_t images) {
    TlGpuBatch batch{};
    batch.images = images;
    return batch;
}
Error refusal(const std::string& path) {
    auto plugin = GpuPlugin::load(path);
    return plugin ? Error{.code = ErrorCode::Internal, .what = "it was loaded"}
                  : std::move(plugin).error();
}

TEST(GpuPlugin, MissingFileIsNotFound) {
    const Error error = refusal("/nowhere/throughline_cuda.so");
    EXPECT_EQ(error.code, ErrorCode::NotFound);
    EXPECT_THAT(error.what, HasSubstr("/nowhere/throughline_cuda.so"));
}

TEST(GpuPlugin, OtherLibraryIsRefusedWithTheSymbolItLacks) {
    const Error error = refusal(fake("no_symbol"));
    EXPECT_EQ(error.code, ErrorCode::Format);
    EXPECT_THAT(error.what, AllOf(HasSubstr("no_symbol.so"), HasSubstr("throughline_gpu_plugin")));
}

TEST(GpuPlugin, OtherMajorVersionIsRefusedWithBothNamed) {
    const Error error = refusal(fake("wrong_version"));
    EXPECT_EQ(error.code, ErrorCode::Version);
    EXPECT_THAT(error.what, AllOf(HasSubstr("version 3.1"), HasSubstr("this program has 2.1")));
}

TEST(GpuPlugin, ShorterTableIsAnOlderPlugin) {
    const Error error = refusal(fake("older"));
    EXPECT_EQ(error.code, ErrorCode::Version);
    EXPECT_THAT(error.what, HasSubstr("build it again"));
}

TEST(GpuPlugin, TableWithoutAFunctionNamesTheFunction) {
    const Error error = refusal(fake("no_function"));
    EXPECT_EQ(error.code, ErrorCode::Unsupported);
    EXPECT_THAT(error.what, HasSubstr("lacks the function stats"));
}

TEST(GpuPlugin, GoodOneTellsDevicesAndLibraries) {
    auto plugin = GpuPlugin::load(fake("good"));
    ASSERT_TRUE(plugin) << plugin.error().what;

    const auto report = (*plugin)->probe();

    ASSERT_TRUE(report) << report.error().what;
    EXPECT_EQ(report->build, "a fake without CUDA");
    EXPECT_EQ(report->driver, "999.1");
    ASSERT_EQ(report->devices.size(), 1U);
    EXPECT_EQ(report->devices[0].name, "Fake GPU");
    EXPECT_EQ(report->devices[0].uuid, "GPU-fake-0");
    ASSERT_EQ(report->libraries.size(), 3U);
    EXPECT_EQ(report->libraries[0].detail, "/somewhere/libfound.so.1");
    EXPECT_FALSE(report->libraries[1].found);
    EXPECT_THAT(report->libraries[1].detail, HasSubstr("not beside the plug-in"));
}

TEST(GpuPlugin, SessionTakesABatchAndTellsWhenItIsDone) {
    auto plugin = GpuPlugin::load(fake("good"));
    ASSERT_TRUE(plugin);
    auto session = (*plugin)->open(config_of(8));
    ASSERT_TRUE(session) << session.error().what;

    const auto ticket = (*session)->submit(batch_of(8));
    ASSERT_TRUE(ticket);
    const auto looked = (*session)->wait(*ticket, std::chrono::nanoseconds(0));
    const auto waited = (*session)->wait(*ticket, std::chrono::seconds(1));

    ASSERT_TRUE(looked) << "time that ran out is no error";
    EXPECT_EQ(looked->finished, 0U);
    ASSERT_TRUE(waited);
    EXPECT_EQ(waited->finished, 1U);
    EXPECT_TRUE(std::isnan((*session)->stats()->power_watts)) << "absent, not 0";
}

TEST(GpuPlugin, SessionThatDecodesSaysHowAndCountsWhichWayImagesWent) {
    auto plugin = GpuPlugin::load(fake("good"));
    ASSERT_TRUE(plugin);
    TlGpuConfig config = config_of(3);
    config.decode = kTlGpuDecodeBest;
    const auto without = (*plugin)->open(config);
    ::setenv("THROUGHLINE_FAKE_GPU_NVJPEG", "1", 1);
    auto session = (*plugin)->open(config);
    ::unsetenv("THROUGHLINE_FAKE_GPU_NVJPEG");
    ASSERT_TRUE(session) << session.error().what;
    const std::array<std::uint8_t, 4> jpeg{0xff, 0xd8, 0xff, 0xdb};
    const std::array<std::uint8_t, 4> other{};
    std::array<TlGpuEncoded, 3> images{};
    for (TlGpuEncoded& image : images) {
        image.bytes = jpeg.data();
        image.byte_count = jpeg.size();
        image.height_px = 8;
    }
    images[1].height_px = 9;
    images[2].bytes = other.data();
    TlGpuBatch batch = batch_of(3);
    batch.encoded = images.data();
    int signs_of_life = 0;
    batch.goes_on = [](void* count) { ++*static_cast<int*>(count); };
    batch.goes_on_context = &signs_of_life;

    const auto how = (*session)->decoding();
    const auto ticket = (*session)->submit(batch);
    ASSERT_TRUE(ticket) << ticket.error().what;
    const auto done = (*session)->wait(*ticket, std::chrono::seconds(1));

    ASSERT_FALSE(without);
    EXPECT_EQ(without.error().code, ErrorCode::Unsupported);
    ASSERT_TRUE(how) << how.error().what;
    EXPECT_EQ(how->way, static_cast<std::uint32_t>(kTlGpuDecodeKernels));
    EXPECT_THAT(how->reason, HasSubstr("the fake has none"));
    ASSERT_TRUE(done);
    EXPECT_EQ(done->decoded_together, 1U);
    EXPECT_EQ(done->decoded_singly, 1U);
    EXPECT_EQ(signs_of_life, 1);
    EXPECT_EQ(done->decode_failed, 1U);
    EXPECT_FALSE((*(*plugin)->open(config_of(3)))->decoding()) << "it takes pixels";
}

template <class T>
void expect_error(const Result<T>& result, ErrorCode code, const std::string& words) {
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, code);
    EXPECT_THAT(result.error().what, HasSubstr(words));
}

// Goal: whatever call fails, the user reads which, why, and in the plug-in's words. The texts of
// this plug-in have no end, as a careless one's may have.
TEST(GpuPlugin, ErrorOfEveryCallNamesTheActAndTheCause) {
    auto plugin = GpuPlugin::load(fake("failing"));
    ASSERT_TRUE(plugin) << plugin.error().what;
    std::array<std::byte, 16> memory{};

    expect_error((*plugin)->probe(), ErrorCode::Unsupported, "look for GPUs: no NVIDIA driver");
    expect_error((*plugin)->pin(memory), ErrorCode::Limit, "pin memory: out of memory: xxx");
    expect_error((*plugin)->unpin(memory), ErrorCode::Internal, "unpin memory: ");
    expect_error(
        (*plugin)->open(config_of(0)), ErrorCode::Limit, "open a session: out of memory: a batch");
    auto session = (*plugin)->open(config_of(8));
    ASSERT_TRUE(session);
    expect_error((*session)->ceiling(0.1), ErrorCode::Unsupported, "ceiling: a library");
    expect_error(
        (*session)->submit(batch_of(8)), ErrorCode::Internal, "submit a batch: unknown error 4711");
    expect_error((*session)->wait(1, {}), ErrorCode::Io, "wait for a batch: the GPU reported");
    expect_error((*session)->stats(), ErrorCode::Unsupported, "the plug-in cannot do this");
}

}  // namespace
}  // namespace throughline::consumer
