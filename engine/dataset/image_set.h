// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"

namespace throughline::dataset {

/// How the images of a data set are stored.
enum class Format : std::uint8_t {
    Folder,     ///< one JPEG file an image
    TfRecord,   ///< tf.train.Example records in shards
    RecordIo,   ///< MXNet .rec
    Tar,        ///< WebDataset shards
    RawTensor,  ///< decoded pixels, all of one size
    Blocks,     ///< any files, cut into pieces of one size: storage alone, no pictures
};

/// Which images a data set has, and where in its files the encoded bytes of each lie. Files are in
/// the order of their paths and images in the order of the files, so that every machine sees the
/// same numbers. Memory: 16 bytes a file beside its relative path, 24 an image in a shard.
/// Thread: immutable once made (scan_folder(), …); any thread reads.
class ImageSet {
public:
    /// Where one image's encoded bytes lie.
    struct Place {
        std::uint32_t file = 0;
        std::uint64_t offset_bytes = 0;
        std::uint64_t bytes = 0;
    };
    /// The record around an image: what has to be read to verify it. Without records the image.
    struct Record {
        std::uint64_t offset_bytes = 0;
        std::uint64_t bytes = 0;
    };

    Format format() const noexcept { return format_; }
    const std::string& root() const noexcept { return root_; }

    std::size_t size() const noexcept { return whole_files_ ? files_.size() : items_.size(); }
    Place place(std::size_t image) const noexcept {
        if (whole_files_) {
            return {static_cast<std::uint32_t>(image), 0, files_[image].bytes};
        }
        const Item& item = items_[image];
        return {item.file, item.offset_bytes, item.bytes};
    }
    std::uint64_t bytes(std::size_t image) const noexcept { return place(image).bytes; }
    Record record(std::size_t image) const noexcept;
    /// For messages: the path, and in a shard which record of it.
    std::string name(std::size_t image) const;
    /// Every image is a file of its own.
    bool whole_files() const noexcept { return whole_files_; }

    std::size_t file_count() const noexcept { return files_.size(); }
    /// NUL-terminated, relative to directory_fd(). Valid as long as this object lives.
    const char* file_path(std::size_t file) const noexcept {
        return paths_.data() + files_[file].path_offset;
    }
    std::uint64_t file_bytes(std::size_t file) const noexcept { return files_[file].bytes; }
    /// The images of one file, [first, last), in the order of their places.
    struct Range {
        std::uint32_t first = 0;
        std::uint32_t last = 0;
    };
    Range images_of(std::size_t file) const noexcept;
    int directory_fd() const noexcept { return directory_.get(); }

    /// Of the encoded images; shards are a little larger.
    std::uint64_t bytes_total() const noexcept { return bytes_total_; }
    std::uint64_t bytes_max() const noexcept { return bytes_max_; }
    /// Entries that are not taken, by what they are ("PNG", ".txt", "broken link", …).
    const std::map<std::string, std::uint64_t>& other_files() const noexcept { return others_; }
    /// Sub-folders and shards that could not be read, or not to their end, with the reason.
    const std::vector<Error>& unreadable() const noexcept { return unreadable_; }

private:
    friend class ImageSetBuilder;
    struct File {
        std::uint64_t path_offset = 0;
        std::uint64_t bytes = 0;
    };
    struct Item {
        std::uint64_t offset_bytes = 0;
        std::uint32_t bytes = 0;
        std::uint32_t file = 0;
        std::uint32_t lead_bytes = 0;   ///< of the record before the image
        std::uint32_t trail_bytes = 0;  ///< of the record after it
    };
    ImageSet() = default;

    Format format_ = Format::Folder;
    bool whole_files_ = true;
    std::string root_;
    UniqueFd directory_;
    std::string paths_;  ///< relative paths, each with its NUL
    std::vector<File> files_;
    std::vector<Item> items_;  ///< empty with whole_files_
    std::uint64_t bytes_total_ = 0;
    std::uint64_t bytes_max_ = 0;
    std::map<std::string, std::uint64_t> others_;
    std::vector<Error> unreadable_;
};

/// Puts an ImageSet together: each file, and for a format with shards the images in it, in order.
/// Thread: one owner.
class ImageSetBuilder {
public:
    struct Image {
        std::uint64_t offset_bytes = 0;
        std::uint32_t bytes = 0;
        std::uint32_t lead_bytes = 0;   ///< of its record before it
        std::uint32_t trail_bytes = 0;  ///< of its record after it
    };
    /// `root` is a folder, or a single file, whose folder then is the root.
    /// Errors: NotFound, Permission, Io.
    static Result<ImageSetBuilder> open(Format format, const std::string& root);

    int directory_fd() const noexcept { return set_.directory_fd(); }
    std::size_t files() const noexcept { return set_.files_.size(); }
    const char* file_path(std::size_t file) const noexcept { return set_.file_path(file); }

    /// Returns its number. `path` is relative to directory_fd().
    std::size_t add_file(std::string_view path, std::uint64_t bytes = 0);
    void set_file_bytes(std::size_t file, std::uint64_t bytes) { set_.files_[file].bytes = bytes; }
    /// Takes files out again: keep[i] tells about file `first` + i.
    void keep_files(std::size_t first, const std::vector<bool>& keep);
    /// Images of the last file added; only for formats with shards.
    void add_images(std::span<const Image> images);
    void count_other(const std::string& kind);
    void add_unreadable(Error error) { set_.unreadable_.push_back(std::move(error)); }

    const std::map<std::string, std::uint64_t>& others() const noexcept { return set_.others_; }
    const std::vector<Error>& unreadable() const noexcept { return set_.unreadable_; }
    /// Errors: Limit above 2^32 - 1 images. An empty set is the caller's to refuse.
    Result<ImageSet> finish() &&;

private:
    explicit ImageSetBuilder(Format format);
    ImageSet set_;
};

}  // namespace throughline::dataset
