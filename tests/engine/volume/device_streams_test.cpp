// SPDX-License-Identifier: Apache-2.0
#include "engine/volume/device_streams.h"

#include <gtest/gtest.h>

#include "engine/base/random.h"
#include "engine/volume/io_counter.h"

namespace throughline::volume {
namespace {

constexpr IoRule kMerging{.counted_max_bytes = 256U << 10U, .merges = true};

std::uint64_t counted(IoCounter& counter,
                      DeviceStreams& streams,
                      std::uint64_t offset_bytes,
                      std::uint64_t bytes) {
    return counter.count({.file = streams.stream_of(offset_bytes, bytes),
                          .offset_bytes = offset_bytes,
                          .bytes = bytes});
}

// 20 programs that each read 1 MiB in pieces of 16 KiB, piece by piece in turns.
TEST(DeviceStreams, ProgramsThatReadSideBySideAreMergedEach) {
    DeviceStreams streams;
    IoCounter counter(kMerging);
    std::uint64_t ios = 0;
    for (std::uint64_t piece = 0; piece < 64; ++piece) {
        for (std::uint64_t program = 0; program < 20; ++program) {
            ios += counted(counter, streams, (program << 30U) + (piece << 14U), 1U << 14U);
        }
    }
    EXPECT_EQ(ios, 20U * (2U + 4U)) << "two before it is known, 16 in each after that";
}

TEST(DeviceStreams, RequestsAtRandomPlacesCountOneByOne) {
    DeviceStreams streams;
    Random random(1);
    for (const std::uint64_t places : {256U, 1024U, 65536U}) {
        IoCounter counter(kMerging);
        std::uint64_t ios = 0;
        for (int i = 0; i < 100'000; ++i) {
            ios += counted(counter, streams, random.next() % places * 4096, 4096);
        }
        EXPECT_GT(ios, 99'500U) << places;
    }
}

}  // namespace
}  // namespace throughline::volume
