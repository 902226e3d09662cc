// SPDX-License-Identifier: Apache-2.0
#include "engine/nbd/served_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "engine/nbd/listener.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::nbd {
namespace {

using testing::HasSubstr;

class ServedFileTest : public testing::Test {
protected:
    std::string refusal(const std::string& path, const Opening& opening = {}) {
        const auto file = open_served_file(path, opening);
        return file ? "" : describe(file.error());
    }

    fixtures::TemporaryFolder folder_;
};

TEST_F(ServedFileTest, DevicesFoldersAndPipesAreNeverServed) {
    ASSERT_EQ(::mkfifo(folder_.file("pipe").c_str(), 0600), 0);
    for (const bool writable : {false, true}) {
        for (const std::string& path : {std::string("/dev/null"),
                                        std::string("/dev/zero"),
                                        folder_.path(),
                                        folder_.file("pipe")}) {
            EXPECT_THAT(refusal(path, {.writable = writable}), HasSubstr("is no regular file"));
        }
    }
    std::ofstream(folder_.file("empty")).flush();
    EXPECT_THAT(refusal(folder_.file("empty")), HasSubstr("is empty"));
    EXPECT_THAT(refusal(folder_.file("none")), HasSubstr("No such file"));
}

TEST_F(ServedFileTest, IsMadeOnlyWhereNothingIs) {
    const std::string path = folder_.file("new");
    {
        const auto made = open_served_file(path, {.create_bytes = 4096});
        ASSERT_TRUE(made);
        EXPECT_EQ(made->bytes, 4096U);
        EXPECT_TRUE(made->writable);
    }
    EXPECT_THAT(refusal(path, {.create_bytes = 8192}), HasSubstr("there already"));
    EXPECT_EQ(open_served_file(path, {})->bytes, 4096U);
}

TEST_F(ServedFileTest, IsWrittenByOneAloneAndReadByMany) {
    const std::string path = folder_.file("disk");
    std::ofstream(path) << "content";
    {
        const auto one = open_served_file(path, {});
        EXPECT_EQ(refusal(path), "");
        EXPECT_THAT(refusal(path, {.writable = true}), HasSubstr("served by another process"));
    }
    const auto writer = open_served_file(path, {.writable = true});
    EXPECT_THAT(refusal(path), HasSubstr("served by another process"));
}

TEST_F(ServedFileTest, ASocketThatIsLeftBehindIsReplacedAndOneInUseIsNot) {
    const std::string path = folder_.file("a socket");
    const std::string left = folder_.file("left");
    {
        const auto first = Listener::at_socket(path);
        ASSERT_TRUE(first);
        EXPECT_EQ(first->uri(), "nbd+unix:///?socket=" + folder_.path() + "/a%20socket");
        struct stat facts{};
        ASSERT_EQ(::stat(path.c_str(), &facts), 0);
        EXPECT_EQ(facts.st_mode & 0777U, 0600U) << "its owner's alone";
        EXPECT_EQ(Listener::at_socket(path).error().code, ErrorCode::Busy);
        // As a killed server leaves it: the file without a listener.
        ASSERT_EQ(::link(path.c_str(), left.c_str()), 0);
    }
    EXPECT_TRUE(Listener::at_socket(left));
    std::ofstream(folder_.file("file")) << "mine";
    EXPECT_THAT(describe(Listener::at_socket(folder_.file("file")).error()),
                HasSubstr("is no socket"));
    EXPECT_EQ(*read_whole_file(folder_.file("file")), "mine");
    EXPECT_FALSE(Listener::at_socket(std::string(200, 'x')));
}

TEST_F(ServedFileTest, APortIsOfThisMachineAlone) {
    const auto listener = Listener::at_port(0);
    ASSERT_TRUE(listener);
    EXPECT_THAT(listener->uri(), testing::MatchesRegex("nbd://127\\.0\\.0\\.1:[0-9]+"));
}

}  // namespace
}  // namespace throughline::nbd
