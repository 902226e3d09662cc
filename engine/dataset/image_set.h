// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"
#include "engine/dataset/far_files.h"

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

/// "folder", "tfrecord", "recordio", "tar", "raw", "blocks": as settings and JSON name them.
const char* format_name(Format format) noexcept;
/// Empty for a name that is none of them.
std::optional<Format> format_of(std::string_view name) noexcept;

/// Which images a data set has, and where in its files the encoded bytes of each lie. Files are in
/// the order of their paths and images in the order of the files, so that every machine sees the
/// same numbers. Memory: 24 bytes per file beside its path, 24 per image in a shard; pieces
/// of one size (RawTensor, Blocks) take none.
/// Thread: immutable once made (open_image_set(), scan_folder()); any thread reads.
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

    std::size_t size() const noexcept {
        return layout_ == Layout::Files ? files_.size() : static_cast<std::size_t>(images_);
    }
    Place place(std::size_t image) const noexcept {
        if (layout_ == Layout::Files) {
            return {static_cast<std::uint32_t>(image), 0, files_[image].bytes};
        }
        if (layout_ == Layout::Pieces) {
            return piece(image);
        }
        const Item& item = items_[image];
        return {item.file, item.offset_bytes, item.bytes};
    }
    std::uint64_t bytes(std::size_t image) const noexcept { return place(image).bytes; }
    Record record(std::size_t image) const noexcept;
    /// RecordIO cuts an image that holds its magic word in parts: what is read then has to go
    /// through join_parts() of recordio.h before it is decoded. Some ten images in a million.
    bool in_parts(std::size_t image) const noexcept {
        return !in_parts_.empty() && std::binary_search(in_parts_.begin(), in_parts_.end(), image);
    }
    /// Class of the image as its shard says; -1 when it says none or was not asked.
    std::int32_t label(std::size_t image) const noexcept {
        return labels_.empty() ? -1 : labels_[image];
    }
    /// RawTensor: of every image, three bytes per pixel. Else 0.
    std::uint32_t tensor_width_px() const noexcept { return tensor_width_px_; }
    std::uint32_t tensor_height_px() const noexcept { return tensor_height_px_; }
    /// For messages: the path, and in a shard which record of it.
    std::string name(std::size_t image) const;
    /// Every image is a file of its own.
    bool whole_files() const noexcept { return layout_ == Layout::Files; }

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
    /// -1 where the files lie far away, and paths are relative to their root.
    int directory_fd() const noexcept { return directory_.get(); }
    /// Where they do; null: they are files of this machine.
    const std::shared_ptr<const FarFiles>& far() const noexcept { return far_; }
    /// A file for reading, wherever it lies. Errors: NotFound, Permission, Io, as it is opened.
    Result<std::unique_ptr<ByteSource>> open_file(std::size_t file) const;

    /// Of the encoded images; shards are a little larger.
    std::uint64_t bytes_total() const noexcept { return bytes_total_; }
    std::uint64_t bytes_max() const noexcept { return bytes_max_; }
    /// Of whole records, with all that is in them beside the image; as above where there are none.
    std::uint64_t record_bytes_total() const noexcept {
        return layout_ == Layout::Records ? record_bytes_total_ : bytes_total_;
    }
    std::uint64_t record_bytes_max() const noexcept {
        return layout_ == Layout::Records ? record_bytes_max_ : bytes_max_;
    }
    /// Entries that are not taken, by what they are ("PNG", ".txt", "broken link", …).
    const std::map<std::string, std::uint64_t>& other_files() const noexcept { return others_; }
    /// What would have been images, or folders of them, by why it is not among the images: "cannot
    /// be inspected: Input/output error".
    struct LeftOut {
        std::uint64_t count = 0;
        std::string first{};  ///< its path, relative to root()
    };
    const std::map<std::string, LeftOut>& left_out() const noexcept { return left_out_; }
    /// Records of shards that hold no image, by what they are.
    const std::map<std::string, std::uint64_t>& other_records() const noexcept {
        return other_records_;
    }
    /// Sub-folders and shards that could not be read, or not to their end, with the reason.
    const std::vector<Error>& unreadable() const noexcept { return unreadable_; }

private:
    friend class ImageSetBuilder;
    enum class Layout : std::uint8_t {
        Files,    ///< an image is a file
        Records,  ///< items_ says where each lies
        Pieces,   ///< all of piece_bytes_, one behind the other; the last of a file may be shorter
    };
    struct File {
        std::uint64_t path_offset = 0;
        std::uint64_t bytes = 0;
        std::uint32_t first_image = 0;
        std::uint32_t data_offset = 0;  ///< of the first piece
    };
    struct Item {
        std::uint64_t offset_bytes = 0;
        std::uint32_t bytes = 0;
        std::uint32_t file = 0;
        std::uint32_t lead_bytes = 0;   ///< of the record before the image
        std::uint32_t trail_bytes = 0;  ///< of the record after it
    };
    ImageSet() = default;
    Place piece(std::size_t image) const noexcept;

    Format format_ = Format::Folder;
    Layout layout_ = Layout::Files;
    std::string root_;
    UniqueFd directory_;
    std::shared_ptr<const FarFiles> far_;
    std::string paths_;  ///< relative paths, each with its NUL
    std::vector<File> files_;
    std::vector<Item> items_;              ///< Records only
    std::uint64_t images_ = 0;             ///< Records and Pieces
    std::uint64_t piece_bytes_ = 0;        ///< Pieces only
    std::vector<std::uint32_t> in_parts_;  ///< image numbers, ascending
    std::vector<std::int32_t> labels_;     ///< one an image, or empty
    std::uint32_t tensor_width_px_ = 0;
    std::uint32_t tensor_height_px_ = 0;
    std::uint64_t bytes_total_ = 0;
    std::uint64_t bytes_max_ = 0;
    std::uint64_t record_bytes_total_ = 0;  ///< Records only
    std::uint64_t record_bytes_max_ = 0;
    std::map<std::string, std::uint64_t> others_;
    std::map<std::string, std::uint64_t> other_records_;
    std::map<std::string, LeftOut> left_out_;
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
        std::int32_t label = -1;
        bool in_parts = false;
    };
    /// `root` is a folder, or a single file, whose folder then is the root.
    /// Errors: NotFound, Permission, Io.
    static Result<ImageSetBuilder> open(Format format, const std::string& root);
    /// Of files that lie far away.
    static ImageSetBuilder over(Format format,
                                const std::string& root,
                                std::shared_ptr<const FarFiles> far);

    int directory_fd() const noexcept { return set_.directory_fd(); }
    const std::shared_ptr<const FarFiles>& far() const noexcept { return set_.far(); }
    std::size_t files() const noexcept { return set_.files_.size(); }
    const char* file_path(std::size_t file) const noexcept { return set_.file_path(file); }

    /// Returns its number. `path` is relative to directory_fd().
    std::size_t add_file(std::string_view path, std::uint64_t bytes = 0);
    void set_file_bytes(std::size_t file, std::uint64_t bytes) { set_.files_[file].bytes = bytes; }
    /// Takes files out again: keep[i] tells about file `first` + i.
    void keep_files(std::size_t first, const std::vector<bool>& keep);
    /// Images of the last file added; only for formats with records.
    void add_images(std::span<const Image> images);
    /// Keep the labels of the images that are added from now on.
    void keep_labels() { labels_ = true; }
    /// The images are pieces of this size; 0 = whole files.
    void cut_into_pieces(std::uint64_t piece_bytes);
    /// Pieces of the last file added.
    void add_pieces(std::uint32_t data_offset, std::uint64_t count);
    void set_tensor_shape(std::uint32_t width_px, std::uint32_t height_px);
    void count_other(const std::string& kind, std::uint64_t count = 1);
    void count_other_record(const std::string& kind, std::uint64_t count);
    /// See ImageSet::left_out().
    void leave_out(const std::string& reason, const std::string& path, std::uint64_t count = 1);
    /// Images larger than this are left out when the set is finished; unset: none are.
    void limit_image_bytes(std::uint64_t bytes_max) { image_bytes_max_ = bytes_max; }
    void add_unreadable(Error error) { set_.unreadable_.push_back(std::move(error)); }

    const std::map<std::string, std::uint64_t>& others() const noexcept { return set_.others_; }
    const std::vector<Error>& unreadable() const noexcept { return set_.unreadable_; }
    /// Errors: Limit above 2^32 - 1 images. An empty set is the caller's to refuse.
    Result<ImageSet> finish() &&;

private:
    explicit ImageSetBuilder(Format format);
    void drop_too_large();
    void keep_records(const std::vector<bool>& keep);

    ImageSet set_;
    bool labels_ = false;
    std::uint64_t image_bytes_max_ = UINT64_MAX;
};

}  // namespace throughline::dataset
