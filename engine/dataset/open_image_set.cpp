// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/open_image_set.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/dataset/far_set.h"
#include "engine/dataset/file_kind.h"
#include "engine/dataset/file_walk.h"
#include "engine/dataset/folder_scan.h"
#include "engine/dataset/shard_kind.h"
#include "engine/dataset/shard_set.h"

namespace throughline::dataset {
namespace {

constexpr std::size_t kDetectFiles = 64;
constexpr std::uint64_t kProgressFiles = 1024;

bool is_file(const std::string& path) {
    struct stat info{};
    return ::stat(path.c_str(), &info) == 0 && !S_ISDIR(info.st_mode);
}

Error stopped(const std::string& path) {
    return Error{.code = ErrorCode::Stopped, .what = say("open the data set '%1'", path)};
}

/// A message.
const char* shard_name(Format format) {
    constexpr std::array<const char*, 6> kNames{"JPEG",
                                                to_say("a TFRecord shard"),
                                                to_say("a RecordIO file"),
                                                to_say("a tar shard"),
                                                to_say("a .npy file with images"),
                                                to_say("a non-empty file")};
    return kNames[static_cast<std::size_t>(format)];
}

std::string kind_name(const FoundFile& file) {
    switch (file.kind) {
        case ContentKind::Empty:
            return to_say("empty file");
        case ContentKind::Jpeg:
            return "JPEG";
        case ContentKind::Gzip:
            return to_say("gzip-compressed file");
        case ContentKind::Zstd:
            return to_say("zstd-compressed file");
        case ContentKind::TfRecord:
        case ContentKind::RecordIo:
        case ContentKind::Tar:
        case ContentKind::Npy:
            return shard_name(*format_of(file.kind));
        case ContentKind::Other:
            break;
    }
    const std::size_t slash = file.path.rfind('/');
    return other_kind(slash == std::string::npos ? file.path : file.path.substr(slash + 1));
}

/// Every file below the root, or the root itself when it is one, until `take` says no.
Result<void> for_each_file(const std::string& path,
                           ImageSetBuilder& builder,
                           const std::stop_token& stop,
                           const std::function<bool(std::string file)>& take) {
    if (is_file(path)) {
        take(std::filesystem::path(path).filename().string());
        return {};
    }
    std::uint64_t seen = 0;
    return walk_files(
        builder.directory_fd(),
        {.on_file = [&](const std::string& prefix, std::string_view name) -> Result<bool> {
             if (++seen % kDetectFiles == 0 && stop.stop_requested()) {
                 return stopped(path);
             }
             return take(prefix + std::string(name));
         },
         .on_unreadable = [&](Error error) { builder.add_unreadable(std::move(error)); },
         .on_loop =
             [&](const std::string& folder) {
                 builder.leave_out(to_say("links to a folder that they lie in"), folder);
             },
         .stop = stop});
}

/// Takes a file of the wanted format; what else is there is counted, what claims to be one is
/// damaged.
void sort_in(FoundFile file,
             Format format,
             ImageSetBuilder& builder,
             std::vector<FoundFile>& shards) {
    if (file.failure) {
        file.failure->what = "'" + file.path + "': " + file.failure->what;
        builder.add_unreadable(*std::move(file.failure));
    } else if (!file.regular) {
        builder.count_other(to_say("not a file"));
    } else if (format == Format::Blocks ? file.bytes > 0 : format_of(file.kind) == format) {
        shards.push_back(std::move(file));
    } else if (names_shard(format, file.path) && file.kind == ContentKind::Other) {
        builder.add_unreadable(
            format_error(say("'%1': record 0 at byte 0: it does not begin like %2",
                             file.path,
                             say(shard_name(format)))));
    } else {
        builder.count_other(kind_name(file));
    }
}

Result<std::vector<FoundFile>> find_far_shards(Format format,
                                               ImageSetBuilder& builder,
                                               const OpenOptions& options) {
    std::vector<FoundFile> shards;
    const auto& listed = options.far->files();
    // Any content will do for blocks, whose sizes the listing says.
    auto found =
        look_at_far(*options.far, listed, options, format == Format::Blocks ? 0 : listed.size());
    if (!found) {
        return found;
    }
    for (FoundFile& file : *found) {
        sort_in(std::move(file), format, builder, shards);
    }
    for (std::size_t i = found->size(); i < listed.size(); ++i) {
        sort_in({.path = listed[i].path,
                 .bytes = listed[i].bytes,
                 .kind = listed[i].bytes == 0 ? ContentKind::Empty : ContentKind::Other,
                 .regular = true},
                format,
                builder,
                shards);
    }
    return shards;
}

Result<std::vector<FoundFile>> find_shards(const std::string& path,
                                           Format format,
                                           ImageSetBuilder& builder,
                                           const OpenOptions& options) {
    if (options.far != nullptr) {
        return find_far_shards(format, builder, options);
    }
    std::vector<FoundFile> shards;
    std::uint64_t seen = 0;
    const auto take = [&](std::string name) {
        const auto look = format == Format::Blocks ? measure_file : look_at_file;
        FoundFile file = look(builder.directory_fd(), std::move(name));
        if (options.on_progress && ++seen % kProgressFiles == 0) {
            options.on_progress(seen);
        }
        sort_in(std::move(file), format, builder, shards);
        return true;
    };
    if (auto walked = for_each_file(path, builder, options.stop, take); !walked) {
        return std::move(walked).error();
    }
    return shards;
}

Error nothing_found(const std::string& path, Format format, const ImageSetBuilder& builder) {
    std::string text = say("'%1': no images; no file is %2", path, say(shard_name(format))) +
                       kinds_text(builder.others());
    if (!builder.unreadable().empty()) {
        text += "; " + say("%1 could not be read, the first: %2",
                           std::to_string(builder.unreadable().size()),
                           describe(builder.unreadable().front()));
    }
    return format_error(text);
}

/// What the listing of far away files had to leave out.
void add_left_out(ImageSetBuilder& builder) {
    for (const Error& error : builder.far()->left_out()) {
        builder.add_unreadable(error);
    }
}

/// Every nodes-th of them, from node on.
Result<void> keep_share(std::vector<FoundFile>& files, const OpenOptions& options) {
    if (options.nodes <= 1) {
        return {};
    }
    const std::size_t all = files.size();
    std::size_t kept = 0;
    for (std::size_t i = options.node; i < all; i += options.nodes) {
        std::swap(files[kept++], files[i]);
    }
    files.resize(kept);
    if (kept == 0) {
        return usage_error(say("node %1 of %2 has no share: there are %3 files",
                               std::to_string(options.node),
                               std::to_string(options.nodes),
                               std::to_string(all)));
    }
    return {};
}

Result<ImageSet> open_far_folder(const std::string& path, const OpenOptions& options) {
    auto builder = ImageSetBuilder::over(Format::Folder, path, options.far);
    builder.limit_image_bytes(options.image_bytes_max);
    add_left_out(builder);
    auto files = far_images(builder, options);
    if (!files) {
        return std::move(files).error();
    }
    if (files->empty()) {
        return nothing_found(path, Format::Folder, builder);
    }
    if (auto kept = keep_share(*files, options); !kept) {
        return std::move(kept).error();
    }
    for (const FoundFile& file : *files) {
        builder.add_file(file.path, file.bytes);
    }
    auto finished = std::move(builder).finish();
    if (finished && finished->size() == 0) {
        return format_error(say("'%1': no image is small enough to be read at once", path));
    }
    return finished;
}

Result<ImageSet> open_folder(const std::string& path, const OpenOptions& options) {
    if (options.far != nullptr) {
        return open_far_folder(path, options);
    }
    auto all = scan_folder(path,
                           {.stop = options.stop,
                            .on_progress = options.on_progress,
                            .image_bytes_max = options.image_bytes_max});
    if (!all || options.nodes <= 1) {
        return all;
    }
    auto builder = ImageSetBuilder::open(Format::Folder, path);
    if (!builder) {
        return std::move(builder).error();
    }
    for (std::size_t i = options.node; i < all->size(); i += options.nodes) {
        builder->add_file(all->file_path(i), all->file_bytes(i));
    }
    for (const auto& [kind, count] : all->other_files()) {
        builder->count_other(kind, count);
    }
    for (const auto& [reason, left_out] : all->left_out()) {
        builder->leave_out(reason, left_out.first, left_out.count);
    }
    for (const Error& error : all->unreadable()) {
        builder->add_unreadable(error);
    }
    if (builder->files() == 0) {
        return usage_error(say("node %1 of %2 has no share: there are %3 files",
                               std::to_string(options.node),
                               std::to_string(options.nodes),
                               std::to_string(all->size())));
    }
    return (*std::move(builder)).finish();
}

void add_blocks(ImageSetBuilder& builder,
                const std::vector<FoundFile>& files,
                std::uint64_t block_bytes) {
    builder.cut_into_pieces(block_bytes);
    for (const FoundFile& file : files) {
        builder.add_file(file.path, file.bytes);
        if (block_bytes != 0) {
            builder.add_pieces(0, (file.bytes + block_bytes - 1) / block_bytes);
        }
    }
}

/// By how many of the files are of each. Errors: Format for a draw.
Result<Format> most_found(const std::string& path, const std::map<Format, std::uint64_t>& found) {
    const auto most =
        std::max_element(found.begin(), found.end(), [](const auto& a, const auto& b) {
            return a.second < b.second;
        });
    if (most == found.end()) {
        return Format::Folder;  // whose scan says what is there instead
    }
    for (const auto& [format, count] : found) {
        if (format != most->first && count == most->second) {
            return format_error(say("'%1' holds both %2 and %3; set the format to one of them",
                                    path,
                                    format_name(format),
                                    format_name(most->first)));
        }
    }
    return most->first;
}

Result<Format> detect_far_format(const std::string& path, const OpenOptions& options) {
    auto looked = look_at_far(*options.far, options.far->files(), options, kDetectFiles);
    if (!looked) {
        return std::move(looked).error();
    }
    std::map<Format, std::uint64_t> found;
    std::optional<Error> failure;
    for (FoundFile& file : *looked) {
        if (const auto format = format_of(file.kind)) {
            ++found[*format];
        }
        if (file.failure && !failure) {
            failure = std::move(file.failure);
        }
    }
    if (found.empty() && failure) {
        return *std::move(failure);  // of a store that lists and does not give, this is the reason
    }
    return most_found(path, found);
}

}  // namespace

Result<Format> detect_format(const std::string& path, const std::stop_token& stop) {
    auto builder = ImageSetBuilder::open(Format::Folder, path);
    if (!builder) {
        return std::move(builder).error();
    }
    std::map<Format, std::uint64_t> found;
    std::size_t seen = 0;
    const auto take = [&](std::string name) {
        const FoundFile file = look_at_file(builder->directory_fd(), std::move(name));
        if (const auto format = format_of(file.kind)) {
            ++found[*format];
        }
        return ++seen < kDetectFiles;
    };
    if (auto walked = for_each_file(path, *builder, stop, take); !walked) {
        return std::move(walked).error();
    }
    return most_found(path, found);
}

Result<ImageSet> open_image_set(const std::string& path, const OpenOptions& options) {
    THROUGHLINE_CHECK(options.nodes == 0 || options.node < options.nodes);
    THROUGHLINE_CHECK(options.block_bytes <= std::numeric_limits<std::uint32_t>::max());
    const bool far = options.far != nullptr;
    Result<Format> format = options.format ? Result<Format>(*options.format)
                            : far          ? detect_far_format(path, options)
                                           : detect_format(path, options.stop);
    if (!format) {
        return std::move(format).error();
    }
    if (*format == Format::Folder) {
        return open_folder(path, options);
    }
    auto builder = far ? Result(ImageSetBuilder::over(*format, path, options.far))
                       : ImageSetBuilder::open(*format, path);
    if (!builder) {
        return std::move(builder).error();
    }
    if (far) {
        add_left_out(*builder);
    }
    builder->limit_image_bytes(options.image_bytes_max);
    auto files = find_shards(path, *format, *builder, options);
    if (!files) {
        return std::move(files).error();
    }
    if (files->empty()) {
        return nothing_found(path, *format, *builder);
    }
    if (auto kept = keep_share(*files, options); !kept) {
        return std::move(kept).error();
    }
    if (*format == Format::Blocks) {
        add_blocks(*builder, *files, options.block_bytes);
    } else if (*format == Format::RawTensor) {
        add_tensors(*builder, *files);
    } else {
        if (options.labels) {
            builder->keep_labels();
        }
        if (auto indexed = index_shards(*builder, *format, *files, options); !indexed) {
            return indexed.error().code == ErrorCode::Stopped ? stopped(path)
                                                              : std::move(indexed).error();
        }
    }
    if (builder->files() == 0) {
        return nothing_found(path, *format, *builder);
    }
    return (*std::move(builder)).finish();
}

}  // namespace throughline::dataset
