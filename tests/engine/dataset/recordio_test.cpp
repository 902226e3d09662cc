// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/recordio.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/dataset/shard_bytes.h"

namespace throughline::dataset {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ShardIndex index_of(const std::vector<std::byte>& shard) {
    SpanSource source(shard);
    return index_recordio(source, {});
}

/// A JPEG that holds the magic `times` times at a multiple of 4.
std::vector<std::byte> jpeg_with_magic(int times) {
    auto jpeg = fake_jpeg(10);  // two bytes short of a multiple of 4 with its head
    jpeg.resize(16);
    for (int i = 0; i < times; ++i) {
        append_number(jpeg, kRecordIoMagic);
    }
    append(jpeg, std::string(5, 'y'));
    append(jpeg, std::string_view("\xFF\xD9"));
    return jpeg;
}

TEST(RecordIo, WrittenImagesAreFoundWithTheirLabels) {
    std::vector<std::byte> shard;
    for (std::size_t i = 0; i < 6; ++i) {  // every length of padding
        append_recordio(fake_jpeg(100'000 + i), static_cast<float>(i), i, shard);
    }

    const ShardIndex index = index_of(shard);

    ASSERT_FALSE(index.damage) << index.damage->what;
    ASSERT_EQ(index.images.size(), 6U);
    for (std::size_t i = 0; i < 6; ++i) {
        const auto& image = index.images[i];
        EXPECT_EQ(image_bytes(shard, index, i), fake_jpeg(100'000 + i));
        EXPECT_EQ(image.label, static_cast<int>(i));
        const auto record =
            std::span(shard).subspan(image.offset_bytes - image.lead_bytes,
                                     image.lead_bytes + image.bytes + image.trail_bytes);
        EXPECT_EQ(recordio_fault(record), nullptr);
    }
}

TEST(RecordIo, ImageInPartsIsJoined) {
    for (const int times : {1, 2, 3}) {
        const auto jpeg = jpeg_with_magic(times);
        std::vector<std::byte> shard;
        append_recordio(jpeg, 7.0F, 1, shard);
        append_recordio(fake_jpeg(50), 8.0F, 2, shard);

        const ShardIndex index = index_of(shard);

        ASSERT_EQ(index.images.size(), 2U) << times;
        EXPECT_TRUE(index.images[0].in_parts);
        EXPECT_FALSE(index.images[1].in_parts);
        auto read = image_bytes(shard, index, 0);
        EXPECT_EQ(read.size(), jpeg.size() + 4U * static_cast<unsigned>(times));
        read.resize(join_parts(read));
        EXPECT_EQ(read, jpeg);
        EXPECT_EQ(
            recordio_fault(std::span(shard).first(
                index.images[0].lead_bytes + index.images[0].bytes + index.images[0].trail_bytes)),
            nullptr);
    }
}

TEST(RecordIo, FurtherLabelsAreSkippedAndTheFirstIsTaken) {
    std::vector<std::byte> data;
    append_number(data, std::uint32_t{3});
    append_number(data, 0.0F);
    append_number(data, std::uint64_t{1});
    append_number(data, std::uint64_t{0});
    for (const float label : {12.0F, 0.5F, 0.25F}) {
        append_number(data, label);
    }
    append(data, fake_jpeg(21));
    std::vector<std::byte> shard;
    append_number(shard, kRecordIoMagic);
    append_number(shard, static_cast<std::uint32_t>(data.size()));
    append(shard, data);

    const ShardIndex index = index_of(shard);  // the last record's padding may be missing

    ASSERT_EQ(index.images.size(), 1U);
    EXPECT_EQ(image_bytes(shard, index, 0), fake_jpeg(21));
    EXPECT_EQ(index.images[0].label, 12);
}

TEST(RecordIo, RecordsWithoutAJpegAreCounted) {
    std::vector<std::byte> shard;
    append_recordio(bytes_of("some text that is no picture"), 0.0F, 0, shard);
    append_number(shard, kRecordIoMagic);
    append_number(shard, std::uint32_t{4});
    append(shard, "tiny");
    append_recordio(fake_jpeg(9), 0.0F, 1, shard);

    const ShardIndex index = index_of(shard);

    EXPECT_EQ(index.images.size(), 1U);
    EXPECT_EQ(index.others.at("record without a JPEG"), 1U);
    EXPECT_EQ(index.others.at("record without an image"), 1U);
}

TEST(RecordIo, DamageEndsTheShardAndSaysWhere) {
    std::vector<std::byte> shard;
    append_recordio(fake_jpeg(100), 0.0F, 0, shard);
    const std::size_t second = shard.size();
    append_recordio(fake_jpeg(100), 0.0F, 1, shard);

    auto no_magic = shard;
    no_magic[second] ^= std::byte{1};
    const ShardIndex changed = index_of(no_magic);
    EXPECT_EQ(changed.images.size(), 1U);
    ASSERT_TRUE(changed.damage);
    EXPECT_THAT(changed.damage->what, HasSubstr("record 1 at byte " + std::to_string(second)));
    EXPECT_NE(recordio_fault(std::span(no_magic).subspan(second)), nullptr);

    for (const std::size_t kept : {second + 5, second + 50, shard.size() - 9}) {
        const std::vector<std::byte> cut(shard.begin(),
                                         shard.begin() + static_cast<std::ptrdiff_t>(kept));
        const ShardIndex index = index_of(cut);
        EXPECT_EQ(index.images.size(), 1U) << kept;
        ASSERT_TRUE(index.damage) << kept;
        EXPECT_THAT(index.damage->what, HasSubstr("cut off"));
        EXPECT_NE(recordio_fault(std::span(cut).subspan(second)), nullptr);
    }
}

TEST(RecordIo, IndexFileIsReadInAnyOrder) {
    EXPECT_THAT(parse_recordio_index("5\t400\n0\t0\n7\t88\r\n"), ElementsAre(0, 88, 400));
    EXPECT_TRUE(parse_recordio_index("0 400\n").empty());
    EXPECT_TRUE(parse_recordio_index("0\tx\n").empty());
    EXPECT_TRUE(parse_recordio_index("").empty());
}

TEST(RecordIo, PartOfAFileEndsWhereARecordBegins) {
    std::vector<std::byte> shard;
    std::vector<std::uint64_t> starts;
    for (std::uint64_t i = 0; i < 10; ++i) {
        starts.push_back(shard.size());
        append_recordio(fake_jpeg(500 + i), 0.0F, i, shard);
    }
    SpanSource source(shard);

    EXPECT_EQ(index_recordio(source, {}, starts[2], starts[7]).images.size(), 5U);
    EXPECT_TRUE(index_recordio(source, {}, starts[2], starts[7] + 4).damage);
}

}  // namespace
}  // namespace throughline::dataset
