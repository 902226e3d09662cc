// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset_tools/convert_source.h"

#include <algorithm>
#include <utility>

#include "engine/base/say.h"
#include "engine/dataset/recordio.h"

namespace throughline::dataset_tools {

Classes::Classes(const dataset::ImageSet& images) : images_(images) {
    if (images.format() != dataset::Format::Folder) {
        return;
    }
    for (std::size_t i = 0; i < images.size(); ++i) {
        const std::string_view folder = folder_of(i);
        if (!folder.empty() && !labels_.contains(folder)) {
            labels_.emplace(folder, 0);
        }
    }
    std::int32_t next = 0;
    for (auto& [folder, label] : labels_) {
        label = next++;
    }
}

/// The innermost folder of its path: "n01440764" of "train/n01440764/a.jpg".
std::string_view Classes::folder_of(std::size_t image) const {
    std::string_view path = images_.file_path(images_.place(image).file);
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos) {
        return {};
    }
    path = path.substr(0, slash);
    const std::size_t above = path.rfind('/');
    return above == std::string_view::npos ? path : path.substr(above + 1);
}

ImageClass Classes::of(std::size_t image) const {
    if (images_.format() != dataset::Format::Folder) {
        return {.label = images_.label(image)};
    }
    const std::string_view folder = folder_of(image);
    const auto found = labels_.find(folder);
    return found == labels_.end() ? ImageClass{}
                                  : ImageClass{.label = found->second, .name = found->first};
}

Result<std::span<std::byte>> ImageFetcher::read(std::size_t image,
                                                std::uint64_t offset,
                                                std::uint64_t bytes) {
    const dataset::ImageSet::Place place = images_.place(image);
    if (place.file != file_number_) {
        auto opened = images_.open_file(place.file);
        if (!opened) {
            file_number_ = UINT32_MAX;
            Error error = std::move(opened).error();
            error.what = std::string("open '") + images_.file_path(place.file) + "'";
            return error;
        }
        file_ = *std::move(opened);
        file_number_ = place.file;
    }
    buffer_.resize(std::max<std::size_t>(buffer_.size(), bytes));
    auto got = file_->read_at(offset, std::span(buffer_).first(bytes));
    if (!got) {
        Error error = std::move(got).error();
        error.what = say("read '%1': %2", images_.name(image), error.what);
        return error;
    }
    if (*got < bytes) {
        return format_error(say("read '%1': the file has become shorter", images_.name(image)));
    }
    return std::span(buffer_).first(bytes);
}

Result<std::span<const std::byte>> ImageFetcher::fetch(std::size_t image, std::uint64_t bytes_max) {
    const dataset::ImageSet::Place place = images_.place(image);
    auto bytes = read(image, place.offset_bytes, std::min(place.bytes, bytes_max));
    if (!bytes) {
        return std::move(bytes).error();
    }
    if (bytes->size() == place.bytes && images_.in_parts(image)) {
        return std::span<const std::byte>(bytes->first(dataset::join_parts(*bytes)));
    }
    return std::span<const std::byte>(*bytes);
}

Result<std::span<const std::byte>> ImageFetcher::fetch_record(std::size_t image) {
    const dataset::ImageSet::Record record = images_.record(image);
    auto bytes = read(image, record.offset_bytes, record.bytes);
    if (!bytes) {
        return std::move(bytes).error();
    }
    return std::span<const std::byte>(*bytes);
}

}  // namespace throughline::dataset_tools
