// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/image_set.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/say.h"

namespace throughline::dataset {
namespace {

// Endings such as ".00017" must not fill the memory.
constexpr std::size_t kOtherKindsMax = 64;

bool is_folder(const std::string& path) {
    struct stat info{};
    return ::stat(path.c_str(), &info) != 0 || S_ISDIR(info.st_mode);
}

constexpr std::array<const char*, 6> kFormatNames{
    "folder", "tfrecord", "recordio", "tar", "raw", "blocks"};

}  // namespace

const char* format_name(Format format) noexcept {
    return kFormatNames[static_cast<std::size_t>(format)];
}

std::optional<Format> format_of(std::string_view name) noexcept {
    const auto* const found = std::find(kFormatNames.begin(), kFormatNames.end(), name);
    if (found == kFormatNames.end()) {
        return std::nullopt;
    }
    return static_cast<Format>(found - kFormatNames.begin());
}

ImageSet::Place ImageSet::piece(std::size_t image) const noexcept {
    const auto after = std::upper_bound(
        files_.begin(), files_.end(), image, [](std::size_t number, const File& file) {
            return number < file.first_image;
        });
    const auto file = static_cast<std::size_t>(after - files_.begin()) - 1;
    const std::uint64_t offset =
        files_[file].data_offset + (image - files_[file].first_image) * piece_bytes_;
    return {static_cast<std::uint32_t>(file),
            offset,
            std::min(piece_bytes_, files_[file].bytes - offset)};
}

ImageSet::Record ImageSet::record(std::size_t image) const noexcept {
    if (layout_ != Layout::Records) {
        const Place at = place(image);
        return {at.offset_bytes, at.bytes};
    }
    const Item& item = items_[image];
    return {item.offset_bytes - item.lead_bytes,
            std::uint64_t{item.lead_bytes} + item.bytes + item.trail_bytes};
}

std::string ImageSet::name(std::size_t image) const {
    const Place at = place(image);
    std::string text = file_path(at.file);
    if (layout_ != Layout::Files) {
        text += (layout_ == Layout::Records ? ", record " : ", piece ") +
                std::to_string(image - images_of(at.file).first) + " at byte " +
                std::to_string(record(image).offset_bytes);
    }
    return text;
}

ImageSet::Range ImageSet::images_of(std::size_t file) const noexcept {
    if (layout_ == Layout::Files) {
        const auto number = static_cast<std::uint32_t>(file);
        return {number, number + 1};
    }
    const bool last = file + 1 == files_.size();
    return {files_[file].first_image,
            last ? static_cast<std::uint32_t>(images_) : files_[file + 1].first_image};
}

Result<std::unique_ptr<ByteSource>> ImageSet::open_file(std::size_t file) const {
    return far_ != nullptr ? far_->open(file_path(file), file_bytes(file))
                           : open_local(directory_fd(), file_path(file));
}

ImageSetBuilder::ImageSetBuilder(Format format) {
    set_.format_ = format;
    set_.layout_ = format == Format::Folder ? ImageSet::Layout::Files : ImageSet::Layout::Records;
}

Result<ImageSetBuilder> ImageSetBuilder::open(Format format, const std::string& root) {
    namespace fs = std::filesystem;
    const bool folder = is_folder(root);
    const std::string parent = fs::path(root).parent_path().string();
    auto directory =
        open_file(folder ? root : (parent.empty() ? "." : parent), O_RDONLY | O_DIRECTORY);
    if (!directory) {
        return std::move(directory).error();
    }
    ImageSetBuilder builder(format);
    builder.set_.root_ = root;
    builder.set_.directory_ = *std::move(directory);
    return builder;
}

ImageSetBuilder ImageSetBuilder::over(Format format,
                                      const std::string& root,
                                      std::shared_ptr<const FarFiles> far) {
    ImageSetBuilder builder(format);
    builder.set_.root_ = root;
    builder.set_.far_ = std::move(far);
    return builder;
}

std::size_t ImageSetBuilder::add_file(std::string_view path, std::uint64_t bytes) {
    set_.files_.push_back({.path_offset = set_.paths_.size(),
                           .bytes = bytes,
                           .first_image = static_cast<std::uint32_t>(set_.images_)});
    set_.paths_.append(path).push_back('\0');
    return set_.files_.size() - 1;
}

void ImageSetBuilder::keep_files(std::size_t first, const std::vector<bool>& keep) {
    std::size_t kept = first;
    for (std::size_t i = 0; i < keep.size(); ++i) {
        if (keep[i]) {
            set_.files_[kept++] = set_.files_[first + i];
        }
    }
    set_.files_.erase(set_.files_.begin() + static_cast<std::ptrdiff_t>(kept),
                      set_.files_.begin() + static_cast<std::ptrdiff_t>(first + keep.size()));
}

void ImageSetBuilder::add_images(std::span<const Image> images) {
    THROUGHLINE_CHECK(set_.layout_ == ImageSet::Layout::Records);
    const auto file = static_cast<std::uint32_t>(set_.files_.size() - 1);
    for (const Image& image : images) {
        if (image.in_parts) {
            set_.in_parts_.push_back(static_cast<std::uint32_t>(set_.items_.size()));
        }
        set_.items_.push_back({.offset_bytes = image.offset_bytes,
                               .bytes = image.bytes,
                               .file = file,
                               .lead_bytes = image.lead_bytes,
                               .trail_bytes = image.trail_bytes});
        if (labels_) {
            set_.labels_.push_back(image.label);
        }
    }
    set_.images_ = set_.items_.size();
}

void ImageSetBuilder::cut_into_pieces(std::uint64_t piece_bytes) {
    set_.piece_bytes_ = piece_bytes;
    set_.layout_ = piece_bytes == 0 ? ImageSet::Layout::Files : ImageSet::Layout::Pieces;
}

void ImageSetBuilder::add_pieces(std::uint32_t data_offset, std::uint64_t count) {
    set_.files_.back().data_offset = data_offset;
    set_.images_ += count;
}

void ImageSetBuilder::set_tensor_shape(std::uint32_t width_px, std::uint32_t height_px) {
    set_.tensor_width_px_ = width_px;
    set_.tensor_height_px_ = height_px;
}

void ImageSetBuilder::count_other(const std::string& kind, std::uint64_t count) {
    auto& others = set_.others_;
    const bool room = others.size() < kOtherKindsMax || others.contains(kind);
    others[room ? kind : to_say("other endings")] += count;
}

void ImageSetBuilder::count_other_record(const std::string& kind, std::uint64_t count) {
    auto& others = set_.other_records_;
    const bool room = others.size() < kOtherKindsMax || others.contains(kind);
    others[room ? kind : to_say("others")] += count;
}

void ImageSetBuilder::leave_out(const std::string& reason,
                                const std::string& path,
                                std::uint64_t count) {
    auto& left_out = set_.left_out_[reason];
    if (left_out.count == 0) {
        left_out.first = path;
    }
    left_out.count += count;
}

void ImageSetBuilder::drop_too_large() {
    const std::string reason =
        say_english("larger than can be read at once, which is %1",
                    format_quantity(static_cast<double>(image_bytes_max_), "bytes"));
    std::vector<bool> keep(set_.layout_ == ImageSet::Layout::Pieces ? 0 : set_.size());
    for (std::size_t i = 0; i < keep.size(); ++i) {
        keep[i] = set_.bytes(i) <= image_bytes_max_;
        if (!keep[i]) {
            leave_out(reason, set_.name(i));
        }
    }
    if (std::find(keep.begin(), keep.end(), false) == keep.end()) {
        return;
    }
    if (set_.layout_ == ImageSet::Layout::Files) {
        keep_files(0, keep);
    } else {
        keep_records(keep);
    }
}

void ImageSetBuilder::keep_records(const std::vector<bool>& keep) {
    std::vector<std::uint32_t> in_parts;
    std::vector<std::uint32_t> of_file(set_.files_.size());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < keep.size(); ++i) {
        if (!keep[i]) {
            continue;
        }
        if (set_.in_parts(i)) {
            in_parts.push_back(static_cast<std::uint32_t>(kept));
        }
        if (!set_.labels_.empty()) {
            set_.labels_[kept] = set_.labels_[i];
        }
        ++of_file[set_.items_[i].file];
        set_.items_[kept++] = set_.items_[i];
    }
    set_.items_.resize(kept);
    set_.labels_.resize(set_.labels_.empty() ? 0 : kept);
    set_.in_parts_ = std::move(in_parts);
    set_.images_ = kept;
    std::uint32_t first = 0;
    for (std::size_t file = 0; file < of_file.size(); ++file) {
        set_.files_[file].first_image = first;
        first += of_file[file];
    }
}

Result<ImageSet> ImageSetBuilder::finish() && {
    drop_too_large();
    if (set_.files_.size() > std::numeric_limits<std::uint32_t>::max() ||
        set_.size() > std::numeric_limits<std::uint32_t>::max()) {
        return Error{.code = ErrorCode::Limit,
                     .what = say("scan '%1': more than 2^32 - 1 images", set_.root_)};
    }
    set_.paths_.shrink_to_fit();
    set_.files_.shrink_to_fit();
    set_.items_.shrink_to_fit();
    set_.labels_.shrink_to_fit();
    if (set_.layout_ == ImageSet::Layout::Pieces) {
        for (std::size_t file = 0; file < set_.files_.size(); ++file) {
            const ImageSet::Range pieces = set_.images_of(file);
            if (pieces.first < pieces.last) {
                const std::uint64_t last = set_.bytes(pieces.last - 1);
                const std::uint64_t whole = pieces.last - pieces.first - 1;
                set_.bytes_total_ += whole * set_.piece_bytes_ + last;
                set_.bytes_max_ = std::max(set_.bytes_max_, whole > 0 ? set_.piece_bytes_ : last);
            }
        }
        return std::move(set_);
    }
    for (std::size_t i = 0; i < set_.size(); ++i) {
        set_.bytes_total_ += set_.bytes(i);
        set_.bytes_max_ = std::max(set_.bytes_max_, set_.bytes(i));
        if (set_.layout_ == ImageSet::Layout::Records) {
            const std::uint64_t record = set_.record(i).bytes;
            set_.record_bytes_total_ += record;
            set_.record_bytes_max_ = std::max(set_.record_bytes_max_, record);
        }
    }
    return std::move(set_);
}

}  // namespace throughline::dataset
