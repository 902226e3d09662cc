// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"

namespace throughline::dataset {

/// The JPEG files below a folder, sorted by path so that every machine sees the same order.
/// A file is taken when its name ends in .jpg, .jpeg, .jpe or .jfif (any case) or has no ending and
/// starts with the JPEG magic bytes; whether the content is sound shows when it is decoded.
/// Symbolic links to files are followed, links to folders are not; hidden entries are left out.
/// Memory: 16 bytes an image beside its relative path.
/// Thread: immutable after scan(); any thread reads.
class ImageFolder {
public:
    struct ScanOptions {
        std::stop_token stop;
        /// Called now and then with the files seen so far; may be empty.
        std::function<void(std::uint64_t files_seen)> on_progress;
    };
    /// Errors: NotFound, Permission, Io; Stopped; Format when no image is found, with what is there
    /// instead ("0 of 812 files are JPEG; 812 PNG"); Limit above 2^32 - 1 images.
    static Result<ImageFolder> scan(const std::string& root, const ScanOptions& options);

    std::size_t size() const noexcept { return items_.size(); }
    /// NUL-terminated, relative to directory_fd(). Valid as long as this object lives.
    const char* path(std::size_t index) const noexcept {
        return paths_.data() + items_[index].path_offset;
    }
    std::uint64_t bytes(std::size_t index) const noexcept { return items_[index].bytes; }
    int directory_fd() const noexcept { return directory_.get(); }
    const std::string& root() const noexcept { return root_; }

    std::uint64_t bytes_total() const noexcept { return bytes_total_; }
    std::uint64_t bytes_max() const noexcept { return bytes_max_; }
    /// Entries that are not taken, by what they are ("PNG", ".txt", "broken link", …).
    const std::map<std::string, std::uint64_t>& other_files() const noexcept { return others_; }
    /// Sub-folders that could not be read, with the reason.
    const std::vector<Error>& unreadable() const noexcept { return unreadable_; }

private:
    class Scanner;
    struct Item {
        std::uint64_t path_offset;
        std::uint64_t bytes;
    };
    ImageFolder() = default;

    std::string root_;
    UniqueFd directory_;
    std::string paths_;  ///< relative paths, each with its NUL
    std::vector<Item> items_;
    std::uint64_t bytes_total_ = 0;
    std::uint64_t bytes_max_ = 0;
    std::map<std::string, std::uint64_t> others_;
    std::vector<Error> unreadable_;
};

}  // namespace throughline::dataset
