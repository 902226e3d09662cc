// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/image_set.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

namespace throughline::dataset {
namespace {

// Endings such as ".00017" must not fill the memory.
constexpr std::size_t kOtherKindsMax = 64;

bool is_folder(const std::string& path) {
    struct stat info{};
    return ::stat(path.c_str(), &info) != 0 || S_ISDIR(info.st_mode);
}

}  // namespace

ImageSet::Record ImageSet::record(std::size_t image) const noexcept {
    if (whole_files_) {
        return {0, files_[image].bytes};
    }
    const Item& item = items_[image];
    return {item.offset_bytes - item.lead_bytes,
            std::uint64_t{item.lead_bytes} + item.bytes + item.trail_bytes};
}

std::string ImageSet::name(std::size_t image) const {
    const Place at = place(image);
    std::string text = file_path(at.file);
    if (!whole_files_) {
        text += ", record " + std::to_string(image - images_of(at.file).first) + " at byte " +
                std::to_string(record(image).offset_bytes);
    }
    return text;
}

ImageSet::Range ImageSet::images_of(std::size_t file) const noexcept {
    const auto number = static_cast<std::uint32_t>(file);
    if (whole_files_) {
        return {number, number + 1};
    }
    const auto [first, last] = std::equal_range(
        items_.begin(), items_.end(), Item{.file = number}, [](const Item& a, const Item& b) {
            return a.file < b.file;
        });
    return {static_cast<std::uint32_t>(first - items_.begin()),
            static_cast<std::uint32_t>(last - items_.begin())};
}

ImageSetBuilder::ImageSetBuilder(Format format) {
    set_.format_ = format;
    set_.whole_files_ = format == Format::Folder;
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

std::size_t ImageSetBuilder::add_file(std::string_view path, std::uint64_t bytes) {
    set_.files_.push_back({.path_offset = set_.paths_.size(), .bytes = bytes});
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
    const auto file = static_cast<std::uint32_t>(set_.files_.size() - 1);
    for (const Image& image : images) {
        set_.items_.push_back({.offset_bytes = image.offset_bytes,
                               .bytes = image.bytes,
                               .file = file,
                               .lead_bytes = image.lead_bytes,
                               .trail_bytes = image.trail_bytes});
    }
}

void ImageSetBuilder::count_other(const std::string& kind) {
    auto& others = set_.others_;
    const bool room = others.size() < kOtherKindsMax || others.contains(kind);
    ++others[room ? kind : "other endings"];
}

Result<ImageSet> ImageSetBuilder::finish() && {
    if (set_.size() > std::numeric_limits<std::uint32_t>::max()) {
        return Error{.code = ErrorCode::Limit,
                     .what = "scan '" + set_.root_ + "': more than 2^32 - 1 images"};
    }
    set_.paths_.shrink_to_fit();
    set_.files_.shrink_to_fit();
    set_.items_.shrink_to_fit();
    for (std::size_t i = 0; i < set_.size(); ++i) {
        set_.bytes_total_ += set_.bytes(i);
        set_.bytes_max_ = std::max(set_.bytes_max_, set_.bytes(i));
    }
    return std::move(set_);
}

}  // namespace throughline::dataset
