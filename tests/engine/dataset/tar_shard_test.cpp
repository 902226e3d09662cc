// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/tar_shard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "tests/engine/dataset/shard_bytes.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::dataset {
namespace {

using testing::HasSubstr;

ShardIndex index_of(const std::vector<std::byte>& shard) {
    SpanSource source(shard);
    return index_tar(source, {.labels = true});
}

void add(std::vector<std::byte>& shard, std::string_view name, const std::vector<std::byte>& data) {
    const auto added = append_tar_member(name, data, shard);
    ASSERT_TRUE(added) << added.error().what;
}

std::vector<std::byte> two_samples() {
    std::vector<std::byte> shard;
    add(shard, "n1/0001.jpg", fake_jpeg(1'000));
    add(shard, "n1/0001.cls", bytes_of("17"));
    add(shard, "n1/0002.cls", bytes_of("4\n"));
    add(shard, "n1/0002.jpg", fake_jpeg(512 - 8));
    shard.resize(shard.size() + tar_end_bytes(shard.size()));
    return shard;
}

TEST(TarShard, WrittenImagesAreFoundWithTheClassBesideThem) {
    const auto shard = two_samples();

    const ShardIndex index = index_of(shard);

    ASSERT_FALSE(index.damage) << index.damage->what;
    ASSERT_EQ(index.images.size(), 2U);
    EXPECT_EQ(image_bytes(shard, index, 0), fake_jpeg(1'000));
    EXPECT_EQ(image_bytes(shard, index, 1), fake_jpeg(512 - 8));
    EXPECT_EQ(index.images[0].label, 17);
    EXPECT_EQ(index.images[1].label, 4);
    EXPECT_EQ(index.others.at(".cls"), 2U);
    EXPECT_EQ(shard.size() % 10'240, 0U);
    const auto& image = index.images[0];
    const auto record = std::span(shard).first(image.lead_bytes + image.bytes + image.trail_bytes);
    EXPECT_EQ(tar_fault(record), nullptr);
}

// Goal: archives of the tar of this system are read, in each of its formats. Method: names beyond
// the header's 100 bytes, a link, a folder and a hidden file.
TEST(TarShard, ReadsWhatGnuTarWrites) {
    const fixtures::TemporaryFolder scratch;
    const std::string folder = std::string(60, 'f');
    const std::string name = folder + "/" + std::string(120, 'n') + ".JPEG";
    const auto jpeg = fake_jpeg(3'000);
    std::string make = "cd '" + scratch.path() + "' && mkdir " + folder + " && cp a.bin " + name +
                       " && cp a.bin .hidden.jpg && ln -s a.bin link.jpg && mv a.bin z.jpg";
    std::ofstream(scratch.file("a.bin"), std::ios::binary)
        .write(reinterpret_cast<const char*>(jpeg.data()),
               static_cast<std::streamsize>(jpeg.size()));
    if (std::system(make.c_str()) != 0) {  // NOLINT(concurrency-mt-unsafe)
        GTEST_SKIP() << "no shell here";
    }
    for (const char* const format : {"gnu", "posix"}) {
        make = "cd '" + scratch.path() + "' && tar --format=" + format + " -cf out.tar " + folder +
               " link.jpg .hidden.jpg z.jpg 2>/dev/null";
        if (std::system(make.c_str()) != 0) {  // NOLINT(concurrency-mt-unsafe)
            GTEST_SKIP() << "no GNU tar here";
        }
        std::ifstream stream(scratch.file("out.tar"), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        const auto shard = bytes_of(text);

        const ShardIndex index = index_of(shard);

        ASSERT_FALSE(index.damage) << index.damage->what;
        ASSERT_EQ(index.images.size(), 2U) << format;
        EXPECT_EQ(image_bytes(shard, index, 0), jpeg);
        const auto& image = index.images[0];
        const auto record =
            std::span(shard).subspan(image.offset_bytes - image.lead_bytes,
                                     image.lead_bytes + image.bytes + image.trail_bytes);
        EXPECT_EQ(tar_fault(record), nullptr) << format;
    }
}

TEST(TarShard, DamageEndsTheShardAndSaysWhere) {
    const auto whole = two_samples();
    const std::size_t third = 1'536 + 1'024;  // the second sample

    auto changed = whole;
    changed[third + 3] ^= std::byte{1};
    const ShardIndex index = index_of(changed);
    EXPECT_EQ(index.images.size(), 1U);
    ASSERT_TRUE(index.damage);
    EXPECT_THAT(index.damage->what, HasSubstr("record 2 at byte " + std::to_string(third)));
    EXPECT_NE(tar_fault(std::span(changed).subspan(third, 1'024)), nullptr);

    const std::vector<std::byte> cut(whole.begin(), whole.begin() + 700);
    const ShardIndex short_index = index_of(cut);
    EXPECT_TRUE(short_index.images.empty());
    ASSERT_TRUE(short_index.damage);
    EXPECT_THAT(short_index.damage->what, HasSubstr("cut off"));
}

TEST(TarShard, MissingEndIsNoDamage) {
    auto shard = two_samples();
    shard.resize(1'536);

    const ShardIndex index = index_of(shard);

    EXPECT_EQ(index.images.size(), 1U);
    EXPECT_FALSE(index.damage);
}

TEST(TarShard, KeyEndsAtTheFirstDotOfTheName) {
    EXPECT_EQ(sample_key("a.b/0001.seg.jpg"), "a.b/0001");
    EXPECT_EQ(sample_key("0001"), "0001");
}

TEST(TarShard, LongNameIsRefusedWhenWriting) {
    std::vector<std::byte> shard;
    EXPECT_FALSE(append_tar_member(std::string(101, 'n'), {}, shard));
    EXPECT_TRUE(append_tar_member(std::string(100, 'n'), {}, shard));
}

}  // namespace
}  // namespace throughline::dataset
