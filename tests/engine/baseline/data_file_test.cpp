// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline/data_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "engine/baseline/sizes.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::baseline {
namespace {

using ::testing::HasSubstr;

class DataFile : public ::testing::Test {
protected:
    fixtures::TemporaryFolder place_;
    fixtures::TemporaryFolder data_;
};

TEST_F(DataFile, IsWrittenWholeWithoutHoles) {
    auto folder = OwnFolder::make(place_.path(), data_.file("journal"));
    ASSERT_TRUE(folder);
    double last = 0.0;
    constexpr std::uint64_t kBytes = 9 * kMi;
    const auto written =
        write_data_file(*folder, kBytes, {}, [&last](double share) { last = share; });
    ASSERT_TRUE(written) << describe(written.error());
    EXPECT_DOUBLE_EQ(last, 1.0);
    const auto facts = look_at_file(folder->path() + "/data");
    ASSERT_TRUE(facts);
    EXPECT_EQ(facts->bytes, kBytes);
    EXPECT_EQ(facts->hole_bytes, 0U);
}

TEST_F(DataFile, IsNeverWrittenTwice) {
    auto folder = OwnFolder::make(place_.path(), data_.file("journal"));
    ASSERT_TRUE(folder);
    ASSERT_TRUE(folder->create("data"));
    const auto written = write_data_file(*folder, kMi, {}, [](double) {});
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().errno_value, EEXIST);
}

TEST_F(DataFile, WritingStopsWhenItIsAskedTo) {
    auto folder = OwnFolder::make(place_.path(), data_.file("journal"));
    ASSERT_TRUE(folder);
    std::stop_source stop;
    const auto written = write_data_file(
        *folder, 64 * kMi, stop.get_token(), [&stop](double) { stop.request_stop(); });
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::Stopped);
}

TEST_F(DataFile, HolesAndWhatWasOnlyReservedAreFound) {
    const std::string path = place_.file("sparse");
    {
        std::ofstream(path) << std::string(kMi, 'x');
    }
    ASSERT_EQ(::truncate(path.c_str(), 4 * kMi), 0);
    const auto sparse = look_at_file(path);
    ASSERT_TRUE(sparse);
    EXPECT_EQ(sparse->hole_bytes, 3 * kMi);
    const std::string reserved = place_.file("reserved");
    const UniqueFd file(::open(reserved.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (::fallocate(file.get(), 0, 0, 2 * kMi) != 0) {
        GTEST_SKIP() << "the file system cannot reserve space";
    }
    EXPECT_EQ(look_at_file(reserved)->hole_bytes, 2 * kMi);
}

TEST_F(DataFile, DevicesFoldersAndFifosAreRefusedUnopened) {
    const auto message = [](const std::string& path) {
        const auto facts = look_at_file(path);
        return facts ? std::string("accepted") : facts.error().what;
    };
    EXPECT_THAT(message("/dev/null"), HasSubstr("is a character device"));
    EXPECT_THAT(message(place_.path()), HasSubstr("is a folder"));
    const std::string fifo = place_.file("fifo");
    ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    EXPECT_THAT(message(fifo), HasSubstr("is a FIFO"));
    const std::string link = place_.file("link");
    std::filesystem::create_symlink("/dev/zero", link);
    EXPECT_THAT(message(link), HasSubstr("is a character device"));
    EXPECT_EQ(look_at_file(place_.file("missing")).error().code, ErrorCode::NotFound);
}

TEST_F(DataFile, BlockDeviceIsRefused) {
    for (const char* const device : {"/dev/loop0", "/dev/vda", "/dev/sda", "/dev/nvme0n1"}) {
        struct stat info{};
        if (::stat(device, &info) == 0 && S_ISBLK(info.st_mode)) {
            const auto facts = look_at_file(device);
            ASSERT_FALSE(facts);
            EXPECT_THAT(facts.error().what, HasSubstr("is a block device"));
            return;
        }
    }
    GTEST_SKIP() << "no block device here";
}

}  // namespace
}  // namespace throughline::baseline
