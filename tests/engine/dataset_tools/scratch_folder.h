// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>  // mkdtemp() is POSIX, not in <cstdlib>

#include <filesystem>
#include <string>
#include <system_error>

namespace throughline::dataset_tools {

/// An empty folder below the temporary one, gone with this object.
class ScratchFolder {
public:
    ScratchFolder() : path_(std::filesystem::temp_directory_path() / "throughline-XXXXXX") {
        EXPECT_NE(::mkdtemp(path_.data()), nullptr);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

}  // namespace throughline::dataset_tools
