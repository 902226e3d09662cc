// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "engine/baseline/sizes.h"
#include "engine/catalog/catalog.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::baseline {
namespace {

using ::testing::HasSubstr;

class Plan : public ::testing::Test {
protected:
    void SetUp() override { std::ofstream(file_) << std::string(8 * kMi, 'x'); }
    static Result<BaselinePlan> plan(const BaselineOptions& options) {
        return plan_baseline(options, &catalog::Catalog::built_in);
    }
    static std::string message(const BaselineOptions& options) {
        const auto planned = plan(options);
        return planned ? std::string("accepted") : planned.error().what;
    }

    fixtures::TemporaryFolder place_;
    const std::string file_ = place_.file("big");
};

TEST_F(Plan, ReadsAFileAndWritesNothing) {
    const auto planned = plan({.path = file_, .quick = true});
    ASSERT_TRUE(planned) << describe(planned.error());
    EXPECT_FALSE(planned->makes_folder());
    EXPECT_EQ(planned->write_bytes_max, 0U);
    EXPECT_TRUE(std::ranges::none_of(planned->cells, &Cell::writes));
    EXPECT_FALSE(planned->metadata);
    const auto lines = text_of(*planned);
    EXPECT_THAT(lines.front(), HasSubstr("and does not change it"));
    EXPECT_THAT(lines.back(), HasSubstr("about "));
}

TEST_F(Plan, FolderNeedsConsent) {
    EXPECT_THAT(message({.path = place_.path()}), HasSubstr("--make-file"));
    const auto planned =
        plan({.path = place_.path(), .quick = true, .make_file = true, .file_bytes = 64 * kMi});
    ASSERT_TRUE(planned) << describe(planned.error());
    EXPECT_EQ(planned->write_bytes_max, 64 * kMi);
    EXPECT_EQ(planned->space_bytes, 64 * kMi);
    EXPECT_TRUE(std::ranges::none_of(planned->cells, &Cell::writes));
}

TEST_F(Plan, WritesNeedConsent) {
    EXPECT_THAT(message({.path = file_, .axes = {.patterns = {"write"}}}), HasSubstr("--writes"));
    const auto planned =
        plan({.path = file_, .quick = true, .writes = true, .file_bytes = 64 * kMi});
    ASSERT_TRUE(planned) << describe(planned.error());
    ASSERT_TRUE(planned->metadata);
    EXPECT_TRUE(std::ranges::any_of(planned->cells, &Cell::writes));
    EXPECT_EQ(planned->folder(), std::filesystem::canonical(place_.path()));
    EXPECT_EQ(planned->space_bytes, 64 * kMi + planned->metadata->bytes());
    const auto writing =
        static_cast<std::uint64_t>(std::ranges::count_if(planned->cells, &Cell::writes));
    EXPECT_EQ(planned->write_bytes_max,
              64 * kMi + 2 * planned->metadata->bytes() + writing * 16 * 64 * kMi);
}

TEST_F(Plan, WhatDoesNotFitIsRefused) {
    const auto planned =
        plan({.path = place_.path(), .make_file = true, .file_bytes = std::uint64_t{1} << 60U});
    ASSERT_FALSE(planned);
    EXPECT_EQ(planned.error().code, ErrorCode::Limit);
    EXPECT_THAT(planned.error().what, HasSubstr("are free there"));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(place_.path()), {}), 1);
}

TEST_F(Plan, DeviceIsRefused) {
    EXPECT_THAT(message({.path = "/dev/null"}), HasSubstr("is a character device"));
    EXPECT_THAT(message({.path = "/dev/null", .writes = true}), HasSubstr("is a character device"));
}

TEST_F(Plan, CellsThatTheFileIsTooSmallForAreLeftOutAndSaid) {
    const auto planned = plan({.path = file_, .axes = {.blocks = {"4k", "8M"}}});
    ASSERT_TRUE(planned);
    EXPECT_EQ(planned->cells.size(), 1U);
    ASSERT_EQ(planned->left_out.size(), 1U);
    EXPECT_THAT(planned->left_out.front(), HasSubstr("too large for the file"));
    EXPECT_THAT(message({.path = file_, .axes = {.blocks = {"8M"}}}), HasSubstr("nothing is left"));
}

TEST_F(Plan, EmulatedVolumeIsReadOnlyAndDirect) {
    const spec::Settings volume{{"storage.volume", std::string("aws-gp2:100GiB")}};
    const auto planned = plan({.path = file_, .quick = true, .volume = volume});
    ASSERT_TRUE(planned) << describe(planned.error());
    EXPECT_TRUE(std::ranges::all_of(planned->cells, &Cell::direct));
    EXPECT_EQ(planned->volumes.size(), 1U);
    EXPECT_THAT(message({.path = file_, .writes = true, .volume = volume}),
                HasSubstr("only reads are emulated"));
}

}  // namespace
}  // namespace throughline::baseline
