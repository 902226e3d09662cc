// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset_tools/convert_dataset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/dataset/open_image_set.h"
#include "engine/dataset_tools/convert_source.h"
#include "engine/dataset_tools/inspect_dataset.h"
#include "engine/decode/image_decoder.h"
#include "tests/fixtures/jpeg_files.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::dataset_tools {
namespace {

namespace fs = std::filesystem;
using dataset::Format;
using testing::HasSubstr;
using Bytes = std::vector<std::byte>;

std::string content(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Label and bytes of every image, as a set: shards are in another order.
std::multiset<std::pair<std::int32_t, Bytes>> images_of(const std::string& path) {
    std::multiset<std::pair<std::int32_t, Bytes>> all;
    const auto set = dataset::open_image_set(path, {.labels = true});
    EXPECT_TRUE(set) << describe(set.error());
    if (!set) {
        return all;
    }
    const Classes classes(*set);
    ImageFetcher fetcher(*set);
    for (std::size_t i = 0; i < set->size(); ++i) {
        const auto bytes = fetcher.fetch(i);
        EXPECT_TRUE(bytes);
        all.emplace(classes.of(i).label, Bytes(bytes->begin(), bytes->end()));
    }
    return all;
}

class Convert : public testing::Test {
protected:
    static constexpr int kClasses = 3;
    static constexpr int kImages = 30;
    void SetUp() override {
        for (int i = 0; i < kImages; ++i) {
            const std::string folder = scratch_.file("source/n0" + std::to_string(i % kClasses));
            fs::create_directories(folder);
            fixtures::write_bytes(
                folder + "/i" + std::to_string(i) + ".JPEG",
                fixtures::make_jpeg(
                    {.width_px = 90 + i, .height_px = 64, .seed = static_cast<std::uint32_t>(i)}));
        }
    }
    Result<ConvertReport> convert(ConvertOptions options, const std::string& to) {
        options.source = options.source.empty() ? scratch_.file("source") : options.source;
        options.destination = scratch_.file(to);
        options.threads = options.threads == 0 ? 3 : options.threads;
        return convert_dataset(options, [&](const ConvertPlan& plan) { plan_ = plan; }, {}, {});
    }
    fixtures::TemporaryFolder scratch_;
    ConvertPlan plan_;
};

TEST_F(Convert, EveryFormatGivesTheSameImagesBackWithTheirClasses) {
    const auto source = images_of(scratch_.file("source"));
    ASSERT_EQ(source.size(), static_cast<std::size_t>(kImages));
    for (const Format format : {Format::TfRecord, Format::RecordIo, Format::Tar}) {
        const std::string name = dataset::format_name(format);
        const auto report = convert({.format = format, .shards = 4}, name);

        ASSERT_TRUE(report) << describe(report.error());
        EXPECT_EQ(report->images, static_cast<std::uint64_t>(kImages));
        EXPECT_EQ(report->files, 4U);
        EXPECT_EQ(report->left_out, 0U);
        EXPECT_EQ(images_of(scratch_.file(name)), source) << name;
        const auto facts = inspect_dataset({.path = scratch_.file(name), .verify = true}, {}, {});
        ASSERT_TRUE(facts) << describe(facts.error());
        EXPECT_TRUE(facts->sound());
        EXPECT_EQ(facts->format, format);
        EXPECT_EQ(facts->files, 4U);
        EXPECT_EQ(facts->headers_read, static_cast<std::uint64_t>(kImages));
    }
    // And from one to the next, back to a folder.
    ASSERT_TRUE(convert({.source = scratch_.file("tfrecord"), .format = Format::RecordIo}, "rec2"));
    ASSERT_TRUE(convert({.source = scratch_.file("rec2"), .format = Format::Tar}, "tar2"));
    const auto last =
        convert({.source = scratch_.file("tar2"), .format = Format::Folder}, "folder2");
    ASSERT_TRUE(last) << describe(last.error());
    EXPECT_EQ(images_of(scratch_.file("folder2")), source);
}

TEST_F(Convert, FolderKeepsItsNamesAndCopiesGetTheirOwn) {
    const auto report = convert({.format = Format::Folder, .replicate = 2}, "twice");

    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_EQ(report->images, 2U * kImages);
    EXPECT_EQ(content(scratch_.file("twice/n01/i1.JPEG")),
              content(scratch_.file("source/n01/i1.JPEG")));
    EXPECT_EQ(content(scratch_.file("twice/n01/i1_copy2.JPEG")),
              content(scratch_.file("source/n01/i1.JPEG")));
}

TEST_F(Convert, TwoImagesThatWouldGetOneNameAreRefusedByName) {
    std::filesystem::copy_file(scratch_.file("source/n01/i1.JPEG"),
                               scratch_.file("source/n01/i1_copy2.JPEG"));

    const auto report = convert({.format = Format::Folder, .replicate = 2}, "clash");

    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Usage);
    EXPECT_NE(report.error().what.find("i1_copy2.JPEG"), std::string::npos) << report.error().what;
}

TEST_F(Convert, ThreadsDoNotChangeTheBytesAndTheSeedDoes) {
    ASSERT_TRUE(convert({.format = Format::TfRecord, .shards = 2, .threads = 1}, "one"));
    ASSERT_TRUE(convert({.format = Format::TfRecord, .shards = 2, .threads = 7}, "seven"));
    ASSERT_TRUE(convert({.format = Format::TfRecord, .shards = 2, .seed = 9}, "other"));

    const std::string shard = "/shard-00001-of-00002.tfrecord";
    EXPECT_EQ(content(scratch_.file("one") + shard), content(scratch_.file("seven") + shard));
    EXPECT_NE(content(scratch_.file("one") + shard), content(scratch_.file("other") + shard));
}

// Goal: what a kill leaves is gone on from. Method: as after one, a shard is missing, another one
// is half-written under its temporary name, and a third is marked to see that it is kept.
TEST_F(Convert, GoesOnAfterAKillAndKeepsWholeShards) {
    ASSERT_TRUE(convert({.format = Format::TfRecord, .shards = 5}, "set"));
    const std::string folder = scratch_.file("set") + "/shard-0000";
    const std::string second = content(folder + "1-of-00005.tfrecord");
    const std::string fourth = content(folder + "3-of-00005.tfrecord");
    fs::remove(folder + "1-of-00005.tfrecord");
    fs::remove(folder + "3-of-00005.tfrecord");
    std::ofstream(scratch_.file("set/.shard-00003-of-00005.tfrecord.part")) << "half";
    const auto kept_at = fs::last_write_time(folder + "0-of-00005.tfrecord");

    const auto report = convert({.format = Format::TfRecord, .shards = 5}, "set");

    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_EQ(report->images, static_cast<std::uint64_t>(kImages));
    EXPECT_EQ(content(folder + "1-of-00005.tfrecord"), second);
    EXPECT_EQ(content(folder + "3-of-00005.tfrecord"), fourth);
    EXPECT_EQ(fs::last_write_time(folder + "0-of-00005.tfrecord"), kept_at);
    EXPECT_FALSE(fs::exists(scratch_.file("set/.shard-00003-of-00005.tfrecord.part")));
}

TEST_F(Convert, StopKeepsNothingHalfWritten) {
    std::stop_source stop;
    const auto report = convert_dataset(
        {.source = scratch_.file("source"),
         .destination = scratch_.file("set"),
         .format = Format::Tar,
         .shards = 3,
         .threads = 2},
        [&](const ConvertPlan&) { stop.request_stop(); },
        {},
        stop.get_token());

    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Stopped);
    for (const auto& entry : fs::directory_iterator(scratch_.file("set"))) {
        EXPECT_EQ(entry.path().filename().string().find(".part"), std::string::npos);
    }
    ASSERT_TRUE(convert({.format = Format::Tar, .shards = 3}, "set"));
    EXPECT_EQ(images_of(scratch_.file("set")).size(), static_cast<std::size_t>(kImages));
}

TEST_F(Convert, OtherThingsInTheDestinationAreLeftAlone) {
    fs::create_directories(scratch_.file("photos"));
    std::ofstream(scratch_.file("photos/mine.txt")) << "mine";
    EXPECT_EQ(convert({.format = Format::Tar}, "photos").error().code, ErrorCode::Usage);

    ASSERT_TRUE(convert({.format = Format::Tar}, "set"));
    const auto other = convert({.format = Format::TfRecord}, "set");
    ASSERT_FALSE(other);
    EXPECT_THAT(other.error().what, HasSubstr("another conversion"));
}

TEST_F(Convert, ShortSideIsMetAndSmallerImagesStayAsTheyAre) {
    const auto small = fixtures::make_jpeg({.width_px = 20, .height_px = 30});
    fixtures::write_bytes(scratch_.file("source/n00/small.jpg"), small);

    const auto report =
        convert({.format = Format::TfRecord, .short_side_px = 32, .quality = 90}, "set");

    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_TRUE(plan_.bytes_estimated);
    std::size_t untouched = 0;
    for (const auto& [label, bytes] : images_of(scratch_.file("set"))) {
        const auto facts = decode::read_image_facts(bytes).facts;
        untouched += bytes == small ? 1 : 0;
        EXPECT_EQ(std::min(facts.width_px, facts.height_px), bytes == small ? 20U : 32U);
        EXPECT_STREQ(facts.subsampling, "4:2:0");
    }
    EXPECT_EQ(untouched, 1U);
}

TEST_F(Convert, RawTensorsAreThePixelsOfTheDecoder) {
    const auto report = convert({.format = Format::RawTensor,
                                 .shards = 2,
                                 .width_px = 24,
                                 .height_px = 16,
                                 .shuffle = false},
                                "raw");

    ASSERT_TRUE(report) << describe(report.error());
    const auto source = dataset::open_image_set(scratch_.file("source"));
    const auto raw = dataset::open_image_set(scratch_.file("raw"));
    ASSERT_TRUE(raw) << describe(raw.error());
    ASSERT_EQ(raw->size(), source->size());
    EXPECT_EQ(raw->tensor_width_px(), 24U);
    EXPECT_EQ(raw->tensor_height_px(), 16U);
    const auto decoder = decode::ImageDecoder::make({.width_px = 24, .height_px = 16});
    ImageFetcher encoded(*source);
    ImageFetcher pixels(*raw);
    for (const std::size_t image : {0U, 17U, 29U}) {
        Bytes wanted(std::size_t{24} * 16 * 3);
        ASSERT_EQ((*decoder)->decode(*encoded.fetch(image), wanted).status,
                  decode::DecodeStatus::Ok);
        EXPECT_TRUE(std::ranges::equal(*pixels.fetch(image), wanted)) << image;
    }
}

TEST_F(Convert, ImagesThatCannotBeDecodedAreLeftOutAndNamed) {
    std::ofstream(scratch_.file("source/n00/broken.jpg")) << "no picture";

    const auto raw = convert({.format = Format::RawTensor, .shards = 1}, "raw");
    const auto copied = convert({.format = Format::Tar}, "tar");

    ASSERT_TRUE(raw) << describe(raw.error());
    EXPECT_EQ(raw->images, static_cast<std::uint64_t>(kImages));
    EXPECT_EQ(raw->left_out, 1U);
    EXPECT_THAT(raw->first_left_out, HasSubstr("broken.jpg"));
    EXPECT_EQ(dataset::open_image_set(scratch_.file("raw"))->size(),
              static_cast<std::size_t>(kImages));
    ASSERT_TRUE(copied);
    EXPECT_EQ(copied->images, kImages + 1U);  // bytes are not judged when they are only moved
}

TEST_F(Convert, VerificationNamesADamagedRecord) {
    ASSERT_TRUE(convert({.format = Format::TfRecord, .shards = 2}, "set"));
    const std::string path = scratch_.file("set/shard-00001-of-00002.tfrecord");
    std::string shard = content(path);
    shard[shard.size() / 2] = static_cast<char>(shard[shard.size() / 2] ^ 1);
    std::ofstream(path, std::ios::binary) << shard;

    const auto facts = inspect_dataset({.path = scratch_.file("set"), .verify = true}, {}, {});

    ASSERT_TRUE(facts) << describe(facts.error());
    EXPECT_FALSE(facts->sound());
    ASSERT_EQ(facts->faults.size(), 1U);
    EXPECT_THAT(facts->faults[0], HasSubstr("shard-00001-of-00002.tfrecord, record "));
    EXPECT_THAT(facts->faults[0], HasSubstr("checksum"));
    EXPECT_THAT(facts_text(*facts), HasSubstr("Faulty"));
}

TEST_F(Convert, IndexOfAnotherFileIsAFault) {
    ASSERT_TRUE(convert({.format = Format::RecordIo, .shards = 1}, "set"));
    const std::string index = scratch_.file("set/shard-00000-of-00001.idx");
    const auto before = inspect_dataset({.path = scratch_.file("set"), .verify = true}, {}, {});
    ASSERT_TRUE(before && before->sound());
    std::ofstream(index) << "0\t0\n1\t8\n";

    const auto facts = inspect_dataset({.path = scratch_.file("set"), .verify = true}, {}, {});

    ASSERT_TRUE(facts);
    EXPECT_EQ(facts->faulty, 1U);
    EXPECT_THAT(facts->faults.at(0), HasSubstr(".idx' does not name"));
}

}  // namespace
}  // namespace throughline::dataset_tools
