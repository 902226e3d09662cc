// SPDX-License-Identifier: Apache-2.0
#include "engine/base/environment.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace throughline {
namespace {

/// A folder that goes with the test, and the PATH as it was.
class ProgramInPath : public testing::Test {
protected:
    void SetUp() override {
        std::string name = testing::TempDir() + "throughline-path-XXXXXX";
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override {
        set_path(before_);
        std::filesystem::remove_all(folder_);
    }
    std::string program(const std::string& folder, mode_t mode) {
        std::filesystem::create_directories(folder_ + "/" + folder);
        const std::string file = folder_ + "/" + folder + "/tool-of-a-test";
        std::ofstream(file) << "#!/bin/sh\n";
        ::chmod(file.c_str(), mode);
        return file;
    }
    static void set_path(const std::string& path) { ::setenv("PATH", path.c_str(), 1); }

    std::string before_ = environment_variable("PATH");
    std::string folder_;
};

TEST_F(ProgramInPath, TheFirstThatMayBeRunIsTaken) {
    program("data", 0644);
    std::filesystem::create_directories(folder_ + "/none/tool-of-a-test");  // a folder may be "run"
    const std::string second = program("second", 0755);
    program("third", 0755);
    set_path(folder_ + "/none:" + folder_ + "/data::" + folder_ + "/second:" + folder_ + "/third");
    EXPECT_EQ(program_in_path("tool-of-a-test"), second);
    EXPECT_EQ(program_in_path("no-tool-of-a-test"), std::nullopt);
}

// Goal: a folder that someone happens to stand in is never searched.
TEST_F(ProgramInPath, FoldersNotNamedFromTheRootArePassedOver) {
    program("here", 0755);
    const auto stood_in = std::filesystem::current_path();
    std::filesystem::current_path(folder_ + "/here");
    set_path(".::../here");
    EXPECT_EQ(program_in_path("tool-of-a-test"), std::nullopt);
    std::filesystem::current_path(stood_in);
}

TEST_F(ProgramInPath, WithoutAPathTheSystemsFoldersAreSearched) {
    set_path("");
    EXPECT_TRUE(program_in_path("env"));
}

TEST(EnvironmentVariable, IsEmptyWhereThereIsNone) {
    ::unsetenv("THROUGHLINE_NOT_SET");
    EXPECT_EQ(environment_variable("THROUGHLINE_NOT_SET"), "");
    ::setenv("THROUGHLINE_NOT_SET", "now it is", 1);
    EXPECT_EQ(environment_variable("THROUGHLINE_NOT_SET"), "now it is");
    ::unsetenv("THROUGHLINE_NOT_SET");
}

}  // namespace
}  // namespace throughline
