// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline/cell.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "engine/baseline/sizes.h"

namespace throughline::baseline {
namespace {

constexpr std::uint64_t kFile = 8 * kMi;

TEST(Cell, SequentialJobsGoThroughPartsOfTheirOwnAgainAndAgain) {
    const Cell cell{.random = false, .block_bytes = kMi, .jobs = 2};
    Requests second(cell, kFile, 1, 1);
    for (const std::uint64_t expected : {4U, 5U, 6U, 7U, 4U, 5U}) {
        const Request request = second.next();
        EXPECT_EQ(request.offset_bytes, expected * kMi);
        EXPECT_EQ(request.length_bytes, kMi);
    }
}

TEST(Cell, RandomRequestsReachAllOfTheFileAtMultiplesOfTheirSize) {
    Requests requests({.block_bytes = kMi}, kFile, 0, 7);
    std::set<std::uint64_t> seen;
    for (int i = 0; i < 200; ++i) {
        const Request request = requests.next();
        EXPECT_EQ(request.offset_bytes % kMi, 0U);
        EXPECT_LE(request.offset_bytes + request.length_bytes, kFile);
        seen.insert(request.offset_bytes);
    }
    EXPECT_EQ(seen.size(), 8U);
}

TEST(Cell, SizeMixHasTheSharesOfTheCatalogue) {
    const auto table = [] {
        std::map<std::uint64_t, unsigned> shares;
        for (const SizeShare& share : imagenet_sizes()) {
            shares[share.bytes] = share.percent;
        }
        return shares;
    }();
    EXPECT_EQ(table,
              (std::map<std::uint64_t, unsigned>{{2 * kKi, 1},
                                                 {4 * kKi, 2},
                                                 {8 * kKi, 4},
                                                 {16 * kKi, 8},
                                                 {32 * kKi, 13},
                                                 {64 * kKi, 38},
                                                 {128 * kKi, 33},
                                                 {256 * kKi, 1}}));
    Requests requests({.block_bytes = Cell::kSizeMix}, kFile, 0, 3);
    std::map<std::uint64_t, int> drawn;
    constexpr int kDraws = 20'000;
    for (int i = 0; i < kDraws; ++i) {
        const Request request = requests.next();
        EXPECT_EQ(request.offset_bytes % kPageBytes, 0U);
        EXPECT_LE(request.offset_bytes + request.length_bytes, kFile);
        ++drawn[request.length_bytes];
    }
    for (const auto& [bytes, percent] : table) {
        EXPECT_NEAR(100.0 * drawn[bytes] / kDraws, percent, 1.5) << bytes;
    }
}

TEST(Cell, IsRecordedInFiosWordsAndOurKeys) {
    const spec::Settings settings =
        settings_of({.writes = true, .block_bytes = 16 * kKi, .depth = 32, .jobs = 2});
    EXPECT_EQ(spec::text_of(settings, "pattern"), "randwrite");
    EXPECT_EQ(spec::integer_of(settings, "storage.block_bytes"), 16384);
    EXPECT_EQ(spec::integer_of(settings, "storage.queue_depth"), 32);
    EXPECT_EQ(spec::integer_of(settings, "storage.threads"), 2);
    const spec::Settings mix = settings_of({.block_bytes = Cell::kSizeMix});
    EXPECT_FALSE(mix.contains("storage.block_bytes"));
    EXPECT_EQ(spec::text_of(mix, "block_mix"), "2k/1:4k/2:8k/4:16k/8:32k/13:64k/38:128k/33:256k/1");
    EXPECT_EQ(text_of({.random = false, .direct = false, .block_bytes = kMi}),
              "1 MiB sequential reads through the page cache, depth 1");
}

}  // namespace
}  // namespace throughline::baseline
