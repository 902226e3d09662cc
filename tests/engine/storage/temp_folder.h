// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/magic.h>
#include <sys/vfs.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/file_descriptor.h"

namespace throughline::storage {

/// A folder that goes away with the test. By default below TMPDIR, which is on a disk on most
/// machines; `parent` puts it elsewhere.
class TempFolder {
public:
    explicit TempFolder(const std::string& parent = {}) {
        const char* const variable = std::getenv("TMPDIR");
        const std::string base = !parent.empty() ? parent : variable != nullptr ? variable : "/tmp";
        path_ = base + "/throughline-storage-XXXXXX";
        if (::mkdtemp(path_.data()) == nullptr) {
            std::perror(path_.c_str());
            std::abort();
        }
        fd_ = UniqueFd(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    }
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;
    ~TempFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    const std::string& path() const { return path_; }
    std::string path(std::string_view name) const { return path_ + "/" + std::string(name); }
    int fd() const { return fd_.get(); }

    void write(std::string_view name, std::string_view content) const {
        auto file = open_file(path(name), O_WRONLY | O_CREAT | O_TRUNC, 0644);
        ASSERT_TRUE(file) << describe(file.error());
        ASSERT_TRUE(write_all(file->get(), content));
    }

private:
    std::string path_;
    UniqueFd fd_;
};

/// Where temporary folders lie on a disk: TMPDIR, or where that is in memory /var/tmp.
inline std::string disk_for_tests() {
    const char* const variable = std::getenv("TMPDIR");
    const std::string usual = variable != nullptr ? variable : "/tmp";
    struct statfs info{};
    const bool in_memory = ::statfs(usual.c_str(), &info) == 0 && info.f_type == TMPFS_MAGIC;
    return in_memory ? "/var/tmp" : usual;
}

/// Bytes that differ from place to place and from file to file, so that a misplaced block shows.
inline std::string pattern(std::size_t bytes, unsigned seed) {
    std::string content(bytes, '\0');
    unsigned state = seed * 2654435761U + 1U;
    for (char& c : content) {
        state = state * 1664525U + 1013904223U;
        c = static_cast<char>(state >> 24U);
    }
    return content;
}

}  // namespace throughline::storage
