// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/verify_record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "engine/dataset/npy_file.h"
#include "engine/dataset/open_image_set.h"
#include "engine/dataset/recordio.h"
#include "engine/dataset/tfrecord.h"
#include "tests/engine/dataset/shard_bytes.h"
#include "tests/fixtures/jpeg_files.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::dataset {
namespace {

using testing::HasSubstr;
using testing::IsNull;

TEST(VerifyRecord, JpegIsFollowedFromItsStartToItsEnd) {
    EXPECT_THAT(jpeg_fault(fixtures::make_jpeg({})), IsNull());
    EXPECT_THAT(jpeg_fault(fixtures::make_jpeg({.progressive = true})), IsNull());
    EXPECT_STREQ(jpeg_fault({}), "empty");
    EXPECT_STREQ(jpeg_fault(bytes_of("PNG")), "does not begin like a JPEG");
    auto cut = fixtures::make_jpeg({});
    cut.resize(cut.size() / 2);
    EXPECT_THAT(jpeg_fault(cut), HasSubstr("cut off"));
    cut.resize(40);
    EXPECT_THAT(jpeg_fault(cut), HasSubstr("before its first scan"));
    auto padded = fixtures::make_jpeg({});
    padded.resize(padded.size() + 100);
    EXPECT_THAT(jpeg_fault(padded), IsNull());
}

// The end marker of a preview in an APP segment is not the image's.
TEST(VerifyRecord, EndOfAnEmbeddedPreviewDoesNotCount) {
    auto jpeg = bytes_of(std::string_view("\xFF\xD8\xFF\xE1\x00\x06\xFF\xD9\x00\x00", 10));
    append(jpeg, std::string_view("\xFF\xDA\x00\x02 entropy-coded", 19));

    EXPECT_THAT(jpeg_fault(jpeg), HasSubstr("cut off"));
}

TEST(VerifyRecord, RecordOfAShardIsVerifiedWithTheImageInIt) {
    const fixtures::TemporaryFolder scratch;
    std::vector<std::byte> shard;
    append_tfrecord({.encoded = fake_jpeg(100), .file_name = "x"}, shard);
    append_tfrecord({.encoded = bytes_of("not a JPEG"), .file_name = "x"}, shard);
    fixtures::write_bytes(scratch.file("a.tfrecord"), shard);
    const auto set = open_image_set(scratch.path());
    ASSERT_TRUE(set);
    ASSERT_EQ(set->size(), 2U);
    const auto record = [&](std::size_t image) {
        const ImageSet::Record at = set->record(image);
        return std::span(shard).subspan(at.offset_bytes, at.bytes);
    };

    EXPECT_THAT(record_fault(*set, 0, record(0)), IsNull());
    EXPECT_STREQ(record_fault(*set, 1, record(1)), "does not begin like a JPEG");
    EXPECT_STREQ(record_fault(*set, 0, record(0).first(20)), "cut off");
    shard[50] ^= std::byte{4};
    EXPECT_THAT(record_fault(*set, 0, record(0)), HasSubstr("checksum"));
}

TEST(VerifyRecord, ImageInPartsIsVerifiedAsTheWholeItIs) {
    const fixtures::TemporaryFolder scratch;
    // A comment segment with the magic word at a multiple of 4 from the record's start.
    auto jpeg = bytes_of(std::string_view("\xFF\xD8\xFF\xFE\x00\x0C\x00\x00", 8));
    append_number(jpeg, kRecordIoMagic);
    append(jpeg, "abcd");
    append(jpeg, std::string_view("\xFF\xDA\x00\x02 scan \xFF\xD9", 12));
    ASSERT_THAT(jpeg_fault(jpeg), IsNull());
    std::vector<std::byte> shard;
    append_recordio(jpeg, 1.0F, 0, shard);
    fixtures::write_bytes(scratch.file("a.rec"), shard);

    const auto set = open_image_set(scratch.path());

    ASSERT_TRUE(set) << describe(set.error());
    ASSERT_TRUE(set->in_parts(0));
    EXPECT_THAT(record_fault(*set, 0, shard), IsNull());
}

TEST(NpyFile, OtherArraysAreRefusedWithWhatTheyAre) {
    const auto shape_of = [](std::string dictionary) {
        auto file = npy_header(2, 3, 4);
        dictionary.resize(file.size() - 10, ' ');
        file.resize(10);
        append(file, dictionary);
        SpanSource source(file);
        return read_npy_shape(source);
    };
    const auto good =
        shape_of("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3, 4, 3), }\n");
    ASSERT_TRUE(good);
    EXPECT_EQ(good->images, 2U);
    EXPECT_EQ(good->height_px, 3U);
    EXPECT_EQ(good->width_px, 4U);
    EXPECT_EQ(good->data_offset, 128U);
    EXPECT_THAT(
        shape_of("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, 4, 3), }").error().what,
        HasSubstr("its type is '<f4'"));
    EXPECT_FALSE(shape_of("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3, 4, 3), }"));
    EXPECT_FALSE(shape_of("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3, 4), }"));
    EXPECT_FALSE(shape_of("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3, 0, 3), }"));
    EXPECT_FALSE(shape_of("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3, 99999, 3)}"));
    EXPECT_FALSE(shape_of("{"));
}

}  // namespace
}  // namespace throughline::dataset
