// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/whole_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "tests/engine/storage/temp_folder.h"

namespace throughline::remote {
namespace {

WholeFiles::File whole_file(const std::string& path) {
    auto copy = FileCopy::begin({.path = path, .bytes = 3, .is_new = true});
    EXPECT_TRUE(copy);
    EXPECT_TRUE(copy->append(std::as_bytes(std::span("abc", 3))));
    return {.copy = *std::move(copy)};
}

TEST(WholeFiles, AllOfSeveralWritersGetTheirNames) {
    const storage::TempFolder folder;
    constexpr int kEach = 10;
    WholeFiles files(4, 2);
    int named = 0;
    Result<void> published;
    std::jthread publisher([&] {
        published = files.publish(folder.path(), [&](const auto& file, const auto& result) {
            EXPECT_TRUE(result);
            named += std::filesystem::exists(file.copy.path()) ? 1 : 0;
            return Result<void>();
        });
    });
    {
        std::vector<std::jthread> writers;
        for (const std::string name : {"a", "b"}) {
            writers.emplace_back([&files, &folder, name] {
                for (int i = 0; i < kEach; ++i) {
                    files.put(whole_file(folder.path(name + std::to_string(i))));
                }
                files.leave();
            });
        }
    }
    publisher.join();
    EXPECT_TRUE(published);
    EXPECT_EQ(named, 2 * kEach);
}

// Goal: when nobody gives names any more, who copies does not wait, and no half-named file stays.
TEST(WholeFiles, AfterAFailureNobodyWaits) {
    const storage::TempFolder folder;
    WholeFiles files(1, 1);
    Result<void> published;
    std::jthread publisher([&] {
        published = files.publish(folder.path(), [](const auto& /*file*/, const auto& /*result*/) {
            return Result<void>(Error{.code = ErrorCode::Io, .what = "the disk is gone"});
        });
    });
    for (int i = 0; i < 20; ++i) {
        files.put(whole_file(folder.path(std::to_string(i))));
    }
    files.leave();
    publisher.join();
    ASSERT_FALSE(published);
    EXPECT_EQ(published.error().what, "the disk is gone");
    EXPECT_TRUE(std::filesystem::exists(folder.path("0")));
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        EXPECT_FALSE(entry.path().filename().string().starts_with(".")) << entry.path();
    }
}

TEST(WholeFiles, AFolderThatIsGoneIsSaidAndEndsIt) {
    WholeFiles files(1, 1);
    const auto published =
        files.publish("/no/such/folder", [](const auto&, const auto&) { return Result<void>(); });
    ASSERT_FALSE(published);
    EXPECT_EQ(published.error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace throughline::remote
