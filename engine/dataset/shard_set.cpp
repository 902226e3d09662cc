// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/shard_set.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <functional>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"
#include "engine/base/worker_threads.h"
#include "engine/dataset/npy_file.h"
#include "engine/dataset/recordio.h"
#include "engine/dataset/shard_index.h"
#include "engine/dataset/tar_shard.h"
#include "engine/dataset/tfrecord.h"

namespace throughline::dataset {
namespace {

// Small reads that wait for the disk, one after another in a shard: more threads than cores pay.
constexpr std::size_t kThreads = 8;

Error in_file(const std::string& path, Error error) {
    error.what = "'" + path + "': " + error.what;
    return error;
}

/// A shard, or a piece of one that another thread can index beside the rest.
struct ShardPart {
    std::size_t file = 0;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;  ///< 0 = the end of the file
    ShardIndex index = {};
};

/// Opens one of the files that a builder is over, wherever they lie.
Result<std::unique_ptr<ByteSource>> open_source(const ImageSetBuilder& builder,
                                                const std::string& path,
                                                std::uint64_t bytes) {
    return builder.far() != nullptr ? builder.far()->open(path, bytes)
                                    : open_local(builder.directory_fd(), path.c_str());
}

ShardIndex index_part(const ImageSetBuilder& builder,
                      const FoundFile& file,
                      Format format,
                      const ShardPart& part,
                      const IndexOptions& options) {
    auto source = open_source(builder, file.path, file.bytes);
    if (!source) {
        ShardIndex failed;
        failed.damage = std::move(source).error();
        return failed;
    }
    switch (format) {
        case Format::TfRecord:
            return index_tfrecord(**source, options);
        case Format::RecordIo:
            return index_recordio(**source, options, part.begin, part.end);
        case Format::Tar:
            return index_tar(**source, options);
        case Format::Folder:
        case Format::RawTensor:
        case Format::Blocks:
            break;
    }
    THROUGHLINE_CHECK(false);
}

/// Of a far away file as its listing says; 0 where it is none, and on this machine.
std::uint64_t listed_bytes(const ImageSetBuilder& builder, const std::string& path) {
    if (builder.far() == nullptr) {
        return 0;
    }
    const auto& files = builder.far()->files();
    const auto found = std::lower_bound(
        files.begin(), files.end(), path, [](const FarFiles::File& file, const std::string& name) {
            return file.path < name;
        });
    return found != files.end() && found->path == path ? found->bytes : 0;
}

/// Places where records of a large .rec begin, by the .idx beside it: the whole of ImageNet often
/// is one file, which one thread would hop through record by record, a wait for the disk at each.
std::vector<std::uint64_t> split_places(const ImageSetBuilder& builder, const FoundFile& file) {
    constexpr std::uint64_t kPieceBytes = 64U << 20U;
    constexpr std::size_t kPiecesMax = 64;
    constexpr std::size_t kIndexBytesMax = 1U << 30U;
    const std::size_t pieces = std::min<std::uint64_t>(kPiecesMax, file.bytes / kPieceBytes);
    const std::size_t dot = file.path.rfind('.');
    if (pieces < 2 || dot == std::string::npos) {
        return {};
    }
    const std::string index = file.path.substr(0, dot) + ".idx";
    auto source = open_source(builder, index, listed_bytes(builder, index));
    if (!source || (*source)->bytes() > kIndexBytesMax) {
        return {};
    }
    std::vector<std::byte> text((*source)->bytes());
    const auto got = (*source)->read_at(0, text);
    if (!got || *got != text.size()) {
        return {};
    }
    const auto starts =
        parse_recordio_index({reinterpret_cast<const char*>(text.data()), text.size()});
    std::vector<std::uint64_t> places;
    for (std::size_t i = 1; i < pieces && starts.size() >= pieces; ++i) {
        const std::uint64_t place = starts[starts.size() * i / pieces];
        const std::uint64_t before = places.empty() ? 0 : places.back();
        if (place > before && place < file.bytes) {
            places.push_back(place);
        }
    }
    return places;
}

std::vector<ShardPart> parts_of(const ImageSetBuilder& builder,
                                Format format,
                                const std::vector<FoundFile>& files) {
    std::vector<ShardPart> parts;
    for (std::size_t file = 0; file < files.size(); ++file) {
        parts.push_back({.file = file});
        if (format != Format::RecordIo) {
            continue;
        }
        for (const std::uint64_t place : split_places(builder, files[file])) {
            parts.back().end = place;
            parts.push_back({.file = file, .begin = place});
        }
    }
    return parts;
}

void add_shard(ImageSetBuilder& builder, const FoundFile& file, ShardIndex index) {
    if (!index.images.empty()) {
        builder.add_file(file.path, file.bytes);
        builder.add_images(index.images);
    } else if (!index.damage) {
        builder.count_other(index.records == 0 ? to_say("empty shard")
                                               : to_say("shard without an image"));
    }
    for (const auto& [kind, count] : index.others) {
        builder.count_other_record(kind, count);
    }
    if (index.damage) {
        builder.add_unreadable(in_file(file.path, *std::move(index.damage)));
    }
}

/// The parts of one shard, [first, last), as one. Damage, or an index that belongs to another file:
/// it is gone through again from its start, which tells what is right and what is wrong with it.
ShardIndex joined(std::vector<ShardPart>& parts,
                  std::size_t first,
                  std::size_t last,
                  const std::function<ShardIndex()>& index_whole) {
    ShardIndex whole = std::move(parts[first].index);
    bool sound = last - first == 1 || !whole.damage;
    for (std::size_t i = first + 1; i < last && sound; ++i) {
        ShardIndex next = std::move(parts[i].index);
        sound = !next.damage;
        whole.records += next.records;
        whole.images.insert(whole.images.end(), next.images.begin(), next.images.end());
        for (const auto& [kind, count] : next.others) {
            whole.others[kind] += count;
        }
    }
    return sound ? whole : index_whole();
}

}  // namespace

FoundFile look_at_file(int directory_fd, std::string path) {
    FoundFile found{.path = std::move(path)};
    // Not blocking: a pipe may have taken its place.
    const UniqueFd fd(
        ::openat(directory_fd, found.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat info{};
    if (!fd || ::fstat(fd.get(), &info) != 0) {
        found.failure = errno_error(fd ? say("inspect it") : say("open"), errno);
        return found;
    }
    found.regular = S_ISREG(info.st_mode);
    found.bytes = static_cast<std::uint64_t>(info.st_size);
    if (!found.regular) {
        return found;
    }
    std::array<std::byte, kContentHeadBytes> head{};
    const ssize_t got = ::pread(fd.get(), head.data(), head.size(), 0);
    if (got < 0) {
        found.failure = errno_error(say("read at byte 0"), errno);
        return found;
    }
    found.kind = content_kind(std::span(head).first(static_cast<std::size_t>(got)));
    return found;
}

FoundFile measure_file(int directory_fd, std::string path) {
    FoundFile found{.path = std::move(path)};
    struct stat info{};
    if (::fstatat(directory_fd, found.path.c_str(), &info, 0) != 0) {
        found.failure = errno_error(say("inspect it"), errno);
        return found;
    }
    found.regular = S_ISREG(info.st_mode);
    found.bytes = static_cast<std::uint64_t>(info.st_size);
    found.kind = found.bytes == 0 ? ContentKind::Empty : ContentKind::Other;
    return found;
}

Result<void> index_shards(ImageSetBuilder& builder,
                          Format format,
                          const std::vector<FoundFile>& files,
                          const OpenOptions& options) {
    std::atomic<std::uint64_t> images_seen{0};
    const IndexOptions index_options{.feature = options.feature,
                                     .labels = options.labels,
                                     .stop = options.stop,
                                     .images_seen = &images_seen};
    std::vector<ShardPart> parts = parts_of(builder, format, files);
    const auto index = [&](const ShardPart& part) {
        return index_part(builder, files[part.file], format, part, index_options);
    };
    std::atomic<std::size_t> next{0};
    const auto work = [&]() -> Result<void> {
        for (std::size_t i = next++; i < parts.size(); i = next++) {
            parts[i].index = index(parts[i]);
        }
        return {};
    };
    const auto show = [&] {
        if (options.on_progress) {
            options.on_progress(images_seen.load(std::memory_order_relaxed));
        }
    };
    if (auto done = run_on_threads("index shards", std::min(kThreads, parts.size()), work, show);
        !done) {
        return done;
    }
    for (std::size_t first = 0; first < parts.size();) {
        const std::size_t file = parts[first].file;
        std::size_t last = first + 1;
        while (last < parts.size() && parts[last].file == file) {
            ++last;
        }
        add_shard(builder, files[file], joined(parts, first, last, [&] {
                      return index({.file = file});
                  }));
        first = last;
    }
    if (options.stop.stop_requested()) {
        return Error{.code = ErrorCode::Stopped, .what = say("index shards")};
    }
    return {};
}

void add_tensors(ImageSetBuilder& builder, const std::vector<FoundFile>& files) {
    std::optional<NpyShape> common;
    for (const FoundFile& file : files) {
        auto source = open_source(builder, file.path, file.bytes);
        auto shape = source ? read_npy_shape(**source) : Result<NpyShape>(source.error());
        if (!shape) {
            builder.add_unreadable(in_file(file.path, std::move(shape).error()));
            continue;
        }
        if (!common) {
            common = *shape;
            builder.cut_into_pieces(common->image_bytes());
            builder.set_tensor_shape(common->width_px, common->height_px);
        }
        if (shape->width_px != common->width_px || shape->height_px != common->height_px) {
            builder.add_unreadable(in_file(
                file.path,
                format_error(say("its images differ in size from those of the other shards"))));
            continue;
        }
        const std::uint64_t bytes = (*source)->bytes();
        const std::uint64_t data = bytes - std::min<std::uint64_t>(bytes, shape->data_offset);
        const std::uint64_t there = data / shape->image_bytes();
        if (there < shape->images) {
            builder.add_unreadable(
                in_file(file.path,
                        record_cut_off(there,
                                       shape->data_offset + there * shape->image_bytes(),
                                       shape->image_bytes(),
                                       data % shape->image_bytes())));
        }
        if (std::min(there, shape->images) > 0) {
            builder.add_file(
                file.path,
                shape->data_offset + std::min(there, shape->images) * shape->image_bytes());
            builder.add_pieces(shape->data_offset, std::min(there, shape->images));
        }
    }
}

}  // namespace throughline::dataset
