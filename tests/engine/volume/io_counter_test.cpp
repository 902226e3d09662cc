// SPDX-License-Identifier: Apache-2.0
#include "engine/volume/io_counter.h"

#include <gtest/gtest.h>

namespace throughline::volume {
namespace {

constexpr std::uint64_t kKib = 1024;

/// `count` requests of `bytes` in a row, or `gap_bytes` apart.
std::uint64_t count_row(IoCounter& counter,
                        int count,
                        std::uint64_t bytes,
                        std::uint64_t gap_bytes = 0) {
    std::uint64_t counted = 0;
    for (int i = 0; i < count; ++i) {
        counted +=
            counter.count({.file = 1,
                           .offset_bytes = static_cast<std::uint64_t>(i) * (bytes + gap_bytes),
                           .bytes = bytes});
    }
    return counted;
}

// Source: Amazon EC2 user guide, I/O characteristics: "8 contiguous I/O operations at 32 KiB
// each count as a single operation", "8 random (non-contiguous) … as 8", "a single 1,024 KiB I/O …
// 4 operations"; HDD: 8 sequential of 128 KiB as one, 8 random as 8, 1,024 KiB as one.
TEST(IoCounter, CountsAsTheExamplesOfTheProvidersGuide) {
    IoCounter ssd(kind_of("aws-gp3")->io);
    EXPECT_EQ(count_row(ssd, 8, 32 * kKib), 1U);
    IoCounter random(kind_of("aws-gp3")->io);
    EXPECT_EQ(count_row(random, 8, 32 * kKib, 4 * kKib), 8U);
    IoCounter large(kind_of("aws-gp3")->io);
    EXPECT_EQ(count_row(large, 1, 1024 * kKib), 4U);

    IoCounter hdd(kind_of("aws-st1")->io);
    EXPECT_EQ(count_row(hdd, 8, 128 * kKib), 1U);
    IoCounter random_hdd(kind_of("aws-st1")->io);
    EXPECT_EQ(count_row(random_hdd, 8, 128 * kKib, 4 * kKib), 8U);
    IoCounter large_hdd(kind_of("aws-st1")->io);
    EXPECT_EQ(count_row(large_hdd, 1, 1024 * kKib), 1U);
}

// Source: AWS, "Why isn't my SC1 or ST1 EBS volume achieving the rated throughput performance?":
// 3 MiB/s in 16 KiB are 192 IOPS; from 32 KiB on, what is sequential is merged to 1,024 KiB.
TEST(IoCounter, HddVolumesMergeNothingBelow32Kib) {
    IoCounter small(kind_of("aws-sc1")->io);
    EXPECT_EQ(count_row(small, 192, 16 * kKib), 192U);
    IoCounter merged(kind_of("aws-sc1")->io);
    EXPECT_EQ(count_row(merged, 96, 32 * kKib), 3U);
}

TEST(IoCounter, GoesOnInTheIoThatWasCountedUntilItIsFull) {
    IoCounter counter(kind_of("aws-gp2")->io);
    EXPECT_EQ(counter.count({.file = 1, .offset_bytes = 0, .bytes = 200 * kKib}), 1U);
    EXPECT_EQ(counter.count({.file = 1, .offset_bytes = 200 * kKib, .bytes = 56 * kKib}), 0U);
    EXPECT_EQ(counter.count({.file = 1, .offset_bytes = 256 * kKib, .bytes = 4 * kKib}), 1U);
    EXPECT_EQ(counter.count({.file = 2, .offset_bytes = 260 * kKib, .bytes = 4 * kKib}), 1U)
        << "another file lies elsewhere";
    EXPECT_EQ(counter.count({.file = 1, .offset_bytes = 260 * kKib, .bytes = 500 * kKib}), 1U)
        << "252 KiB go into the I/O that is open, 248 KiB into one more";
    EXPECT_EQ(counter.count({.file = 1, .offset_bytes = 0, .bytes = 4 * kKib}), 1U);
}

TEST(IoCounter, WithoutMergingEachPieceOfARequestCounts) {
    IoCounter azure(kind_of("azure-premium")->io);
    EXPECT_EQ(azure.count({.bytes = 1024 * kKib}), 4U);
    EXPECT_EQ(azure.count({.bytes = 100 * kKib, .block_bytes = 16 * kKib}), 7U);
    EXPECT_EQ(count_row(azure, 4, 16 * kKib), 4U);
    IoCounter any_size(kind_of("gcp-hd-extreme")->io);
    EXPECT_EQ(any_size.count({.bytes = 4096 * kKib}), 1U);
    IoCounter merging(kind_of("aws-gp2")->io);
    EXPECT_EQ(merging.count({.bytes = 100 * kKib, .block_bytes = 16 * kKib}), 1U);
}

TEST(IoCounter, KnowsMoreFilesThanAreReadAtOnce) {
    IoCounter counter(kind_of("aws-gp2")->io);
    for (std::uint64_t file = 0; file < 1000; ++file) {
        EXPECT_EQ(counter.count({.file = file, .bytes = 4 * kKib}), 1U);
    }
    EXPECT_EQ(counter.count({.file = 999, .offset_bytes = 4 * kKib, .bytes = 4 * kKib}), 0U);
}

}  // namespace
}  // namespace throughline::volume
