// SPDX-License-Identifier: Apache-2.0
// Counts calls of malloc() in this program and in libjpeg, by standing in for it. A program of its
// own, since sanitizers and the other tests want the real one.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <vector>

#include "engine/decode/image_decoder.h"
#include "tests/engine/decode/jpeg_fixture.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define THROUGHLINE_COUNTS 0
#else
#define THROUGHLINE_COUNTS 1
#endif

namespace {
std::atomic<long> allocations{0};
}

#if THROUGHLINE_COUNTS
extern "C" {
void* __libc_malloc(std::size_t bytes);                // NOLINT: glibc's own name
void* __libc_calloc(std::size_t n, std::size_t each);  // NOLINT
void* __libc_realloc(void* old, std::size_t bytes);    // NOLINT
void* malloc(std::size_t bytes) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    return __libc_malloc(bytes);
}
void* calloc(std::size_t n, std::size_t each) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    return __libc_calloc(n, each);
}
void* realloc(void* old, std::size_t bytes) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    return __libc_realloc(old, bytes);
}
}
#endif

namespace throughline::decode {
namespace {

// Goal: no heap allocation per image once the largest was seen, in any mode and for any kind of
// file. Method: every image once, then 20 epochs of other crops.
TEST(Allocation, NoneInSteadyState) {
    if (!THROUGHLINE_COUNTS) {
        GTEST_SKIP() << "a sanitizer has its own malloc";
    }
    std::vector<std::vector<std::byte>> files;
    for (const bool progressive : {false, true}) {
        for (const auto& [width, height] :
             {std::pair{500, 375}, {375, 500}, {640, 480}, {64, 48}}) {
            files.push_back(
                fixture::encode(fixture::painted(width, height, 3), {.progressive = progressive}));
        }
    }
    files.push_back(
        fixture::encode(fixture::painted(400, 300, 3), {.colour = fixture::Colour::Ycck}));
    files.push_back(fixture::encode(fixture::painted(400, 300, 3), {.horizontal = 1}));
    for (const Mode mode : {Mode::Train, Mode::Validation, Mode::Resize}) {
        const DecodeOptions options{.mode = mode, .jitter = {.brightness = 0.2}};
        const auto decoder = *ImageDecoder::make(options);
        std::vector<std::byte> out(bytes_per_image(options));
        const auto epoch = [&](std::uint64_t number) {
            for (std::size_t i = 0; i < files.size(); ++i) {
                const auto outcome = decoder->decode({.encoded = files[i],
                                                      .out = out,
                                                      .key = {.image = i, .epoch = number},
                                                      .stopping = nullptr});
                ASSERT_EQ(outcome.status, DecodeStatus::Ok);
            }
        };
        epoch(0);
        epoch(1);  // blocks that were too small are replaced by one
        const long before = allocations.load();
        ASSERT_GT(before, 0);  // the counter is in place
        for (std::uint64_t number = 2; number < 22; ++number) {
            epoch(number);
        }
        EXPECT_EQ(allocations.load() - before, 0);
    }
}

}  // namespace
}  // namespace throughline::decode
