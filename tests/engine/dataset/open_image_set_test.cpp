// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/open_image_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "engine/dataset/npy_file.h"
#include "engine/dataset/recordio.h"
#include "engine/dataset/tar_shard.h"
#include "engine/dataset/tfrecord.h"
#include "tests/engine/dataset/shard_bytes.h"
#include "tests/fixtures/jpeg_files.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::dataset {
namespace {

using testing::HasSubstr;

class OpenImageSet : public testing::Test {
protected:
    void put(const std::string& name, const std::vector<std::byte>& bytes) {
        std::filesystem::create_directories(
            std::filesystem::path(scratch_.file(name)).parent_path());
        fixtures::write_bytes(scratch_.file(name), bytes);
    }
    static std::vector<std::byte> tfrecord(int images, std::size_t length = 900) {
        std::vector<std::byte> shard;
        for (int i = 0; i < images; ++i) {
            append_tfrecord({.encoded = fake_jpeg(length), .label = i, .file_name = "x"}, shard);
        }
        return shard;
    }
    static std::vector<std::byte> recordio(std::uint64_t images) {
        std::vector<std::byte> shard;
        for (std::uint64_t i = 0; i < images; ++i) {
            append_recordio(fake_jpeg(700), 1.0F, i, shard);
        }
        return shard;
    }
    static std::vector<std::byte> tar(int images) {
        std::vector<std::byte> shard;
        for (int i = 0; i < images; ++i) {
            EXPECT_TRUE(append_tar_member(std::to_string(i) + ".jpg", fake_jpeg(600), shard));
        }
        shard.resize(shard.size() + tar_end_bytes(shard.size()));
        return shard;
    }
    static std::vector<std::byte> npy(std::uint64_t images,
                                      std::uint64_t there,
                                      std::uint32_t side) {
        auto file = npy_header(images, side, side);
        file.resize(file.size() + there * side * side * 3);
        return file;
    }
    Result<ImageSet> open(const OpenOptions& options = {}) const {
        return open_image_set(scratch_.path(), options);
    }
    fixtures::TemporaryFolder scratch_;
};

TEST_F(OpenImageSet, TellsEachFormatByItsContentWhateverTheName) {
    struct Case {
        Format format;
        std::vector<std::byte> bytes;
    };
    const std::vector<Case> cases{{Format::TfRecord, tfrecord(3)},
                                  {Format::RecordIo, recordio(3)},
                                  {Format::Tar, tar(3)},
                                  {Format::RawTensor, npy(3, 3, 4)},
                                  {Format::Folder, fake_jpeg(30)}};
    for (const Case& one : cases) {
        const std::string name = std::string("set_") + format_name(one.format);
        put(name + "/file", one.bytes);
        put(name + "/readme.txt", bytes_of("hello"));

        const auto set = open_image_set(scratch_.file(name));

        ASSERT_TRUE(set) << describe(set.error());
        EXPECT_EQ(set->format(), one.format);
        EXPECT_EQ(set->size(), one.format == Format::Folder ? 1U : 3U);
        EXPECT_EQ(set->other_files().at(".txt"), 1U);
        EXPECT_EQ(format_of(format_name(one.format)), one.format);
    }
}

TEST_F(OpenImageSet, SingleShardIsASet) {
    put("a.tfrecord", tfrecord(4));
    put("b.tfrecord", tfrecord(5));

    const auto set = open_image_set(scratch_.file("b.tfrecord"));

    ASSERT_TRUE(set) << describe(set.error());
    EXPECT_EQ(set->size(), 5U);
    EXPECT_EQ(set->file_count(), 1U);
}

TEST_F(OpenImageSet, ShardsAreInTheOrderOfTheirPathsWithTheirImages) {
    for (int shard = 0; shard < 20; ++shard) {  // more than threads
        put("train-000" + std::to_string(10 + shard) + "-of-00020", tfrecord(shard + 1));
    }

    const auto set = open();

    ASSERT_TRUE(set) << describe(set.error());
    ASSERT_EQ(set->file_count(), 20U);
    EXPECT_EQ(set->size(), 210U);
    for (std::uint32_t shard = 0; shard < 20; ++shard) {
        const ImageSet::Range range = set->images_of(shard);
        EXPECT_EQ(range.last - range.first, shard + 1);
        EXPECT_EQ(set->place(range.first).file, shard);
        EXPECT_EQ(set->file_bytes(shard), tfrecord(static_cast<int>(shard) + 1).size());
    }
    EXPECT_THAT(set->name(2), HasSubstr("train-00011-of-00020, record 1 at byte "));
}

TEST_F(OpenImageSet, DamagedShardGivesWhatIsBeforeItAndIsNamed) {
    auto cut = tfrecord(5);
    cut.resize(cut.size() - 10);
    put("a-of-3.tfrecord", cut);
    put("b-of-3.tfrecord", bytes_of("this was a shard once"));
    put("c-of-3.tfrecord", {});
    put("d.tfrecord", tfrecord(2));

    const auto set = open();

    ASSERT_TRUE(set) << describe(set.error());
    EXPECT_EQ(set->size(), 6U);
    ASSERT_EQ(set->unreadable().size(), 2U);
    EXPECT_THAT(set->unreadable()[0].what, HasSubstr("'b-of-3.tfrecord': record 0 at byte 0"));
    EXPECT_THAT(set->unreadable()[1].what, HasSubstr("'a-of-3.tfrecord': record 4 at byte "));
    EXPECT_EQ(set->other_files().at("empty file"), 1U);
}

TEST_F(OpenImageSet, NothingOfTheWantedFormatSaysWhatIsThere) {
    put("a.jpg", fake_jpeg(10));
    put("b.jpg", fake_jpeg(10));
    put("c.gz", bytes_of("\x1F\x8B and more"));

    const auto set = open({.format = Format::TfRecord});

    ASSERT_FALSE(set);
    EXPECT_EQ(set.error().code, ErrorCode::Format);
    EXPECT_THAT(set.error().what,
                HasSubstr("no file is a TFRecord shard; 2 JPEG, 1 gzip-compressed file"));
}

TEST_F(OpenImageSet, TwoFormatsSideBySideHaveToBeChosenFrom) {
    put("a.tfrecord", tfrecord(1));
    put("b.tar", tar(1));

    EXPECT_FALSE(open());
    const auto chosen = open({.format = Format::Tar});

    ASSERT_TRUE(chosen);
    EXPECT_EQ(chosen->size(), 1U);
    EXPECT_EQ(chosen->other_files().at("a TFRecord shard"), 1U);
}

TEST_F(OpenImageSet, EachNodeTakesItsShareAndTheSharesAreTheWhole) {
    for (int shard = 0; shard < 7; ++shard) {
        put("s" + std::to_string(shard) + ".rec", recordio(static_cast<std::uint64_t>(shard) + 1));
        put("s" + std::to_string(shard) + ".idx", bytes_of("0\t0\n"));
    }
    std::size_t images = 0;
    std::size_t files = 0;
    for (std::uint32_t node = 0; node < 3; ++node) {
        const auto set = open({.node = node, .nodes = 3});
        ASSERT_TRUE(set) << describe(set.error());
        images += set->size();
        files += set->file_count();
    }
    EXPECT_EQ(images, 28U);
    EXPECT_EQ(files, 7U);
    const auto none = open({.node = 8, .nodes = 9});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::Usage);
}

TEST_F(OpenImageSet, NodesShareTheFilesOfAFolder) {
    for (int i = 0; i < 5; ++i) {
        put("c/" + std::to_string(i) + ".jpg", fake_jpeg(10));
    }

    const auto set = open({.node = 1, .nodes = 2});

    ASSERT_TRUE(set);
    ASSERT_EQ(set->size(), 2U);
    EXPECT_STREQ(set->file_path(0), "c/1.jpg");
    EXPECT_STREQ(set->file_path(1), "c/3.jpg");
}

TEST_F(OpenImageSet, BlocksCutAnyFileAndTheLastIsShorter) {
    put("a", std::vector<std::byte>(10'000));
    put("b", std::vector<std::byte>(4'096));
    put("c", {});
    put("d", std::vector<std::byte>(1));

    const auto set = open({.format = Format::Blocks, .block_bytes = 4'096});

    ASSERT_TRUE(set) << describe(set.error());
    ASSERT_EQ(set->size(), 5U);
    EXPECT_EQ(set->bytes_total(), 14'097U);
    EXPECT_EQ(set->bytes_max(), 4'096U);
    EXPECT_FALSE(set->whole_files());
    EXPECT_EQ(set->place(2).offset_bytes, 8'192U);
    EXPECT_EQ(set->place(2).bytes, 10'000U - 8'192U);
    EXPECT_EQ(set->place(3).file, 1U);
    EXPECT_EQ(set->place(4).file, 2U);
    EXPECT_EQ(set->place(4).bytes, 1U);
    EXPECT_EQ(set->images_of(1).first, 3U);
    EXPECT_THAT(set->name(2), HasSubstr("a, piece 2 at byte 8192"));
}

TEST_F(OpenImageSet, BlocksOfSizeZeroAreWholeFiles) {
    put("a", std::vector<std::byte>(10'000));
    put("b", std::vector<std::byte>(1));

    const auto set = open({.format = Format::Blocks});

    ASSERT_TRUE(set);
    EXPECT_TRUE(set->whole_files());
    EXPECT_EQ(set->size(), 2U);
    EXPECT_EQ(set->bytes(0), 10'000U);
}

TEST_F(OpenImageSet, RawTensorsSayTheirShapeAndCutOnesWhatIsThere) {
    put("a.npy", npy(10, 10, 8));
    put("b.npy", npy(10, 4, 8));
    put("c.npy", npy(10, 10, 9));

    const auto set = open();

    ASSERT_TRUE(set) << describe(set.error());
    EXPECT_EQ(set->size(), 14U);
    EXPECT_EQ(set->tensor_width_px(), 8U);
    EXPECT_EQ(set->tensor_height_px(), 8U);
    EXPECT_EQ(set->place(1).offset_bytes, 128U + 192U);
    EXPECT_EQ(set->bytes(13), 192U);
    EXPECT_EQ(set->unreadable().size(), 2U);
}

// Goal: a large .rec is indexed by several threads with the help of its .idx, and without harm when
// that is another file's. Method: 130 MiB in a file, most of it in holes.
TEST_F(OpenImageSet, LargeRecordFileIsTheSameWithAnyIndex) {
    constexpr std::uint64_t kRecordBytes = 1U << 20U;
    constexpr std::uint64_t kRecords = 130;
    std::vector<std::byte> head;
    append_number(head, kRecordIoMagic);
    append_number(head, static_cast<std::uint32_t>(kRecordBytes - kRecordIoHeadBytes));
    append(head, std::string(24, '\0'));
    append(head, std::string_view("\xFF\xD8\xFF\xDA"));
    std::string index;
    std::string wrong;
    {
        std::ofstream stream(scratch_.file("a.rec"), std::ios::binary);
        for (std::uint64_t i = 0; i < kRecords; ++i) {
            stream.seekp(static_cast<std::streamoff>(i * kRecordBytes));
            stream.write(reinterpret_cast<const char*>(head.data()),
                         static_cast<std::streamsize>(head.size()));
            index += std::to_string(i) + "\t" + std::to_string(i * kRecordBytes) + "\n";
            wrong += std::to_string(i) + "\t" + std::to_string(i * kRecordBytes + 4) + "\n";
        }
    }
    std::filesystem::resize_file(scratch_.file("a.rec"), kRecords * kRecordBytes);
    for (const std::string& text : {std::string(), index, wrong}) {
        put("a.idx", bytes_of(text));

        const auto set = open();

        ASSERT_TRUE(set) << describe(set.error());
        ASSERT_EQ(set->size(), kRecords);
        EXPECT_TRUE(set->unreadable().empty());
        for (std::size_t i = 0; i < kRecords; ++i) {
            ASSERT_EQ(set->record(i).offset_bytes, i * kRecordBytes);
        }
    }
}

TEST_F(OpenImageSet, LabelsAreKeptWhenAsked) {
    put("a.tfrecord", tfrecord(3));
    put("b.tfrecord", tfrecord(2));

    const auto set = open({.labels = true});
    const auto plain = open();

    ASSERT_TRUE(set);
    EXPECT_EQ(set->label(2), 2);
    EXPECT_EQ(set->label(4), 1);
    EXPECT_EQ(plain->label(2), -1);
}

TEST_F(OpenImageSet, ImagesTooLargeToReadAreLeftOutOfTheirShards) {
    auto mixed = tfrecord(2, 900);
    for (const std::byte byte : tfrecord(1, 9000)) {
        mixed.push_back(byte);
    }
    for (const std::byte byte : tfrecord(2, 900)) {
        mixed.push_back(byte);
    }
    put("a.tfrecord", mixed);
    put("b.tfrecord", tfrecord(2));

    const auto set = open({.labels = true, .image_bytes_max = 2000});

    ASSERT_TRUE(set);
    ASSERT_EQ(set->size(), 6U);
    EXPECT_EQ(set->bytes_max(), 908U);
    EXPECT_EQ(set->images_of(0).last, 4U);
    EXPECT_EQ(set->images_of(1).first, 4U);
    EXPECT_EQ(set->place(4).file, 1U);
    EXPECT_EQ(set->label(3), 1);
    ASSERT_EQ(set->left_out().size(), 1U);
    EXPECT_THAT(set->left_out().begin()->second.first, HasSubstr("a.tfrecord, record 2 at byte "));
}

TEST_F(OpenImageSet, StopEndsIt) {
    put("a.tfrecord", tfrecord(3));
    std::stop_source stop;
    stop.request_stop();

    const auto set = open({.format = Format::TfRecord, .stop = stop.get_token()});

    ASSERT_FALSE(set);
    EXPECT_EQ(set.error().code, ErrorCode::Stopped);
}

TEST_F(OpenImageSet, MissingPathIsNotFound) {
    EXPECT_EQ(open_image_set(scratch_.file("nowhere")).error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace throughline::dataset
