// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/encoded_hand_over.h"

#include <gtest/gtest.h>

#include <cstring>
#include <span>
#include <vector>

#include "engine/consumer/encoded_room.h"
#include "tests/fixtures/jpeg_files.h"

namespace throughline::pipeline {
namespace {

using decode::DecodeStatus;

constexpr decode::DecodeOptions kOptions{
    .width_px = 32, .height_px = 48, .mode = decode::Mode::Train};

decode::DecodeOutcome hand_over(std::span<const std::byte> encoded,
                                std::span<std::byte> room,
                                const decode::ImageKey& key = {}) {
    auto made = make_encoded_hand_over(kOptions);
    EXPECT_TRUE(made) << made.error().what;
    return (*made)->decode({.encoded = encoded, .out = room, .key = key, .stopping = nullptr});
}

TEST(EncodedHandOver, PutsTheBytesAndTheViewOfTheProcessorsDecoder) {
    const auto jpeg = fixtures::make_jpeg({.width_px = 90, .height_px = 70});
    std::vector<std::byte> room(consumer::encoded_room_bytes(jpeg.size()));
    const decode::ImageKey key{.image = 5, .epoch = 2};

    const auto outcome = hand_over(jpeg, room, key);
    const TlGpuEncoded image = consumer::encoded_in(room);

    ASSERT_EQ(outcome.status, DecodeStatus::Ok) << outcome.message;
    ASSERT_EQ(image.byte_count, jpeg.size());
    EXPECT_EQ(std::memcmp(image.bytes, jpeg.data(), jpeg.size()), 0);
    EXPECT_EQ(image.width_px, 90U);
    EXPECT_EQ(image.height_px, 70U);
    const decode::View view = decode::choose_view(kOptions, 90, 70, 1, key);
    EXPECT_EQ(image.across.begin_px, view.across.begin);
    EXPECT_EQ(image.across.size_px, view.across.size);
    EXPECT_EQ(image.across.mirrored != 0, view.across.mirrored);
    EXPECT_EQ(image.down.limit_begin_px, view.down.limit_begin);
    EXPECT_EQ(image.down.limit_end_px, view.down.limit_end);
}

TEST(EncodedHandOver, WhatIsNoImageIsAnOutcome) {
    const auto jpeg = fixtures::make_jpeg({});
    std::vector<std::byte> room(consumer::encoded_room_bytes(jpeg.size()));
    const std::vector<std::byte> zeros(100);
    EXPECT_EQ(hand_over({}, room).status, DecodeStatus::Empty);
    EXPECT_EQ(hand_over(zeros, room).status, DecodeStatus::NotJpeg);
    EXPECT_EQ(hand_over(std::span(jpeg).first(100), room).status, DecodeStatus::Truncated);
    std::vector<std::byte> small(consumer::encoded_room_bytes(64));
    EXPECT_EQ(hand_over(jpeg, small).status, DecodeStatus::TooLarge);
}

// Goal: one huge image does not make all places as large as itself. Method: a place that is too
// small for the file, and holds what the processor's decoder makes of it.
TEST(EncodedHandOver, WhatDoesNotFitItsPlaceComesAsPixels) {
    const auto jpeg = fixtures::make_jpeg({.width_px = 900, .height_px = 700});
    const std::uint64_t result_bytes = decode::bytes_per_image(kOptions);
    ASSERT_GT(jpeg.size(), consumer::encoded_room_bytes(result_bytes));
    std::vector<std::byte> room(consumer::encoded_room_bytes(result_bytes));
    const decode::ImageKey key{.image = 5, .epoch = 2};

    const auto outcome = hand_over(jpeg, room, key);
    const TlGpuEncoded image = consumer::encoded_in(room);

    ASSERT_EQ(outcome.status, DecodeStatus::Ok) << outcome.message;
    EXPECT_EQ(outcome.facts.width_px, 900U);
    EXPECT_EQ(image.is_pixels, 1U);
    ASSERT_EQ(image.byte_count, result_bytes);
    std::vector<std::byte> expected(result_bytes);
    auto decoder = decode::ImageDecoder::make(kOptions);
    ASSERT_TRUE(decoder);
    ASSERT_EQ((*decoder)
                  ->decode({.encoded = jpeg, .out = expected, .key = key, .stopping = nullptr})
                  .status,
              DecodeStatus::Ok);
    EXPECT_EQ(std::memcmp(image.bytes, expected.data(), result_bytes), 0);
    EXPECT_EQ(hand_over(std::span(jpeg).first(jpeg.size() / 2), room, key).status,
              DecodeStatus::Truncated)
        << "of the pixels, damage is noticed here";
}

TEST(EncodedHandOver, PlacesAreForTheUsualImage) {
    using consumer::usual_image_bytes;
    constexpr std::uint64_t kMi = 1ULL << 20U;
    EXPECT_EQ(usual_image_bytes(700'000, 110'000, 150'528), 700'000U) << "all of them fit";
    EXPECT_EQ(usual_image_bytes(15 * kMi, 110'000, 150'528), kMi);
    EXPECT_EQ(usual_image_bytes(900 * kMi, kMi, 150'528), 8 * kMi);
    EXPECT_EQ(usual_image_bytes(60 * kMi, 110'000, 50 * kMi), 50 * kMi) << "pixels have to fit";
}

}  // namespace
}  // namespace throughline::pipeline
