// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/tfrecord.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/dataset/crc32c.h"
#include "tests/engine/dataset/shard_bytes.h"

namespace throughline::dataset {
namespace {

using testing::HasSubstr;

/// One field of a protobuf message: bytes below 128.
std::string field(int number, const std::string& content) {
    return std::string(1, static_cast<char>(number << 3 | 2)) + static_cast<char>(content.size()) +
           content;
}

std::string bytes_feature(const std::string& key, const std::string& value) {
    return field(1, field(1, key) + field(2, field(1, field(1, value))));
}

std::vector<std::byte> record_of(std::string_view data) {
    std::vector<std::byte> record;
    append_number(record, std::uint64_t{data.size()});
    append_number(record, masked_crc(crc32c(record)));
    append(record, data);
    append_number(record, masked_crc(crc32c(std::span(record).subspan(kTfRecordHeadBytes))));
    return record;
}

std::vector<std::byte> shard_of(int images, std::size_t length) {
    std::vector<std::byte> shard;
    for (int i = 0; i < images; ++i) {
        const auto jpeg = fake_jpeg(length + static_cast<std::size_t>(i));
        append_tfrecord({.encoded = jpeg,
                         .label = i,
                         .class_name = "n01440764",
                         .file_name = "a.jpg",
                         .width_px = 5,
                         .height_px = 4},
                        shard);
    }
    return shard;
}

ShardIndex index_of(const std::vector<std::byte>& shard, const IndexOptions& options = {}) {
    SpanSource source(shard);
    return index_tfrecord(source, options);
}

const std::string kJpeg("\xFF\xD8\xFF\xDA and so on");

TEST(TfRecord, WrittenImagesAreFoundWithTheirLabels) {
    const auto shard = shard_of(3, 200'000);

    const ShardIndex index = index_of(shard, {.labels = true});

    ASSERT_FALSE(index.damage) << index.damage->what;
    ASSERT_EQ(index.images.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(image_bytes(shard, index, i), fake_jpeg(200'000 + i));
        EXPECT_EQ(index.images[i].label, static_cast<int>(i));
    }
}

TEST(TfRecord, LeadImageAndTrailAreTheWholeRecord) {
    const auto shard = shard_of(2, 1'000);

    const ShardIndex index = index_of(shard);

    ASSERT_EQ(index.images.size(), 2U);
    const auto& second = index.images[1];
    const std::uint64_t begin = second.offset_bytes - second.lead_bytes;
    EXPECT_EQ(begin + second.lead_bytes + second.bytes + second.trail_bytes, shard.size());
    EXPECT_EQ(tfrecord_fault(std::span(shard).subspan(begin)), nullptr);
    EXPECT_EQ(tfrecord_fault(std::span(shard).first(begin)), nullptr);
}

TEST(TfRecord, ImageIsFoundByNameBeforeContent) {
    const auto shard = record_of(field(1,
                                       bytes_feature("thumbnail", kJpeg) +
                                           bytes_feature("image/encoded", "PNG here") +
                                           bytes_feature("image_raw", kJpeg)));

    const ShardIndex by_rule = index_of(shard);
    const ShardIndex by_option = index_of(shard, {.feature = "thumbnail"});

    ASSERT_EQ(by_rule.images.size(), 1U);
    EXPECT_EQ(image_bytes(shard, by_rule, 0), bytes_of("PNG here"));
    ASSERT_EQ(by_option.images.size(), 1U);
    EXPECT_EQ(image_bytes(shard, by_option, 0), bytes_of(kJpeg));
}

TEST(TfRecord, WithoutAKnownNameTheFirstJpegIsTaken) {
    const auto shard =
        record_of(field(1, bytes_feature("caption", "a dog") + bytes_feature("photo", kJpeg)));

    const ShardIndex index = index_of(shard);

    ASSERT_EQ(index.images.size(), 1U);
    EXPECT_EQ(image_bytes(shard, index, 0), bytes_of(kJpeg));
}

TEST(TfRecord, RecordsWithoutAnImageAreCounted) {
    auto shard = record_of(field(1, bytes_feature("caption", "a dog")));
    append(shard, record_of("neither protobuf nor picture"));
    append(shard, record_of(kJpeg));

    const ShardIndex index = index_of(shard);

    EXPECT_FALSE(index.damage);
    EXPECT_EQ(index.records, 3U);
    EXPECT_EQ(index.images.size(), 1U);  // a record may be the JPEG itself
    EXPECT_EQ(index.others.at("example without an image"), 1U);
    EXPECT_EQ(index.others.at("not a tf.train.Example"), 1U);
}

TEST(TfRecord, CutOffShardGivesTheImagesBefore) {
    const auto whole = shard_of(3, 5'000);
    const std::size_t third = index_of(whole).images[2].offset_bytes;
    for (const std::size_t kept : {whole.size() - 1, third + 10, third - 3}) {
        const std::vector<std::byte> shard(whole.begin(),
                                           whole.begin() + static_cast<std::ptrdiff_t>(kept));

        const ShardIndex index = index_of(shard);

        EXPECT_EQ(index.images.size(), 2U) << kept;
        ASSERT_TRUE(index.damage) << kept;
        EXPECT_THAT(index.damage->what, HasSubstr("record 2 at byte "));
        EXPECT_THAT(index.damage->what, HasSubstr("cut off"));
    }
}

TEST(TfRecord, ChangedLengthIsDamageAndChangedDataIsAFault) {
    auto shard = shard_of(2, 5'000);
    const std::size_t second = index_of(shard).images[1].offset_bytes;
    shard[second + 100] ^= std::byte{1};
    EXPECT_EQ(index_of(shard).images.size(), 2U);  // data are not read
    const std::size_t begin = second - index_of(shard).images[1].lead_bytes;
    EXPECT_STREQ(tfrecord_fault(std::span(shard).subspan(begin)),
                 "the checksum of the record's data does not match");

    shard[begin + 1] ^= std::byte{1};
    const ShardIndex index = index_of(shard);

    EXPECT_EQ(index.images.size(), 1U);
    ASSERT_TRUE(index.damage);
    EXPECT_THAT(index.damage->what, HasSubstr("record 1 at byte " + std::to_string(begin)));
    EXPECT_NE(tfrecord_fault(std::span(shard).subspan(begin)), nullptr);
    EXPECT_NE(tfrecord_fault(std::span(shard).first(5)), nullptr);
}

TEST(TfRecord, AbsurdLengthWithASoundChecksumIsDamage) {
    std::vector<std::byte> shard;
    append_number(shard, ~std::uint64_t{3});
    append_number(shard, masked_crc(crc32c(shard)));
    append(shard, std::string(100, 'x'));

    const ShardIndex index = index_of(shard);

    EXPECT_TRUE(index.images.empty());
    EXPECT_TRUE(index.damage);
}

}  // namespace
}  // namespace throughline::dataset
