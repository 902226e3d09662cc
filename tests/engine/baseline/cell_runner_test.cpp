// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline/cell_runner.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <set>
#include <stop_token>
#include <string>

#include "engine/base/file_descriptor.h"
#include "engine/baseline/sizes.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::baseline {
namespace {

constexpr Timing kShort{
    .window_s = 0.05, .windows_before = 1, .windows_steady = 3, .windows_max = 6};

class CellRunner : public ::testing::Test {
protected:
    void SetUp() override {
        std::ofstream(path_, std::ios::binary) << std::string(kBytes, 'x');
        target_ = {.path = path_, .bytes = kBytes};
    }
    CellOutcome run(const Cell& cell, const CellOptions& options) const {
        return run_cell(cell, target_, options, {});
    }

    static constexpr std::uint64_t kBytes = 8 * kMi;
    fixtures::TemporaryFolder folder_;
    const std::string path_ = folder_.file("file");
    TargetFile target_{};
};

TEST_F(CellRunner, CountsWhatItsJobsRead) {
    const CellOutcome outcome =
        run({.block_bytes = 16 * kKi, .depth = 4, .jobs = 2}, {.timing = kShort});
    ASSERT_FALSE(outcome.failure) << describe(*outcome.failure);
    ASSERT_GE(outcome.windows.size(), 4U);
    EXPECT_EQ(outcome.failed, 0U);
    EXPECT_EQ(outcome.host.size(), outcome.windows.size() + 1);
    std::uint64_t requests = 0;
    for (const WindowFigures& window : outcome.windows) {
        EXPECT_EQ(window.bytes, window.requests * 16 * kKi);
        requests += window.requests;
    }
    EXPECT_GT(requests, 0U);
    EXPECT_GT(outcome.latency.count(), 0U);
    EXPECT_LE(outcome.latency.count(), requests);
}

TEST_F(CellRunner, FailsWithTheFileThatIsNotThere) {
    target_.path = folder_.file("missing");
    const CellOutcome outcome = run({}, {.timing = kShort});
    EXPECT_GT(outcome.failed, 0U);
    EXPECT_EQ(outcome.first_errno, ENOENT);
    EXPECT_EQ(outcome.latency.count(), 0U);
}

TEST_F(CellRunner, EndsWhenItIsStopped) {
    std::stop_source stop;
    stop.request_stop();
    const CellOutcome outcome = run_cell({}, target_, {.timing = kFullTiming}, stop.get_token());
    EXPECT_TRUE(outcome.stopped);
    EXPECT_TRUE(outcome.windows.empty());
}

TEST_F(CellRunner, WritesNoMoreThanItMay) {
    auto file = open_file(path_, O_RDWR);
    ASSERT_TRUE(file);
    target_.descriptor = file->get();
    constexpr std::uint64_t kMost = 3 * kMi;
    const CellOutcome outcome =
        run({.writes = true, .random = false, .direct = false, .block_bytes = 64 * kKi, .depth = 2},
            {.timing = kFullTiming, .write_bytes_max = kMost});
    EXPECT_TRUE(outcome.budget_spent);
    EXPECT_FALSE(outcome.stopped);
    std::ifstream written(path_, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(written), {}};
    ASSERT_EQ(text.size(), kBytes);
    const auto same = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), 'x'));
    EXPECT_LT(same, kBytes - 2 * kMi);  // it did write
    EXPECT_GE(same, kBytes - kMost);
    for (std::size_t at = kMost; at < kBytes; ++at) {
        ASSERT_EQ(text[at], 'x') << at;
    }
}

// What is written can be taken for nothing that is there: no two pages are equal.
TEST_F(CellRunner, WritesNoPageTwice) {
    auto file = open_file(path_, O_RDWR);
    ASSERT_TRUE(file);
    target_.descriptor = file->get();
    run({.writes = true, .random = false, .direct = false, .block_bytes = 64 * kKi},
        {.timing = kFullTiming, .write_bytes_max = kBytes});
    std::ifstream written(path_, std::ios::binary);
    std::set<std::string> pages;
    std::string page(kPageBytes, '\0');
    std::size_t count = 0;
    while (written.read(page.data(), kPageBytes)) {
        pages.insert(page);
        ++count;
    }
    EXPECT_EQ(count, kBytes / kPageBytes);
    EXPECT_EQ(pages.size(), count);
}

}  // namespace
}  // namespace throughline::baseline
