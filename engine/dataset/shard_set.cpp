// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/shard_set.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "engine/dataset/npy_file.h"
#include "engine/dataset/recordio.h"
#include "engine/dataset/shard_index.h"
#include "engine/dataset/tar_shard.h"
#include "engine/dataset/tfrecord.h"

namespace throughline::dataset {
namespace {

// Small reads that wait for the disk, one after another in a shard: more threads than cores pay.
constexpr std::size_t kThreads = 8;
constexpr auto kProgressEvery = std::chrono::milliseconds(100);

Error in_file(const std::string& path, Error error) {
    error.what = "'" + path + "': " + error.what;
    return error;
}

ShardIndex index_shard(int directory_fd,
                       const std::string& path,
                       Format format,
                       const IndexOptions& options) {
    ShardIndex failed;
    auto fd = open_shard(directory_fd, path);
    if (!fd) {
        failed.damage = std::move(fd).error();
        return failed;
    }
    auto source = FileSource::over(fd->get());
    if (!source) {
        failed.damage = std::move(source).error();
        return failed;
    }
    switch (format) {
        case Format::TfRecord:
            return index_tfrecord(*source, options);
        case Format::RecordIo:
            return index_recordio(*source, options);
        case Format::Tar:
            return index_tar(*source, options);
        case Format::Folder:
        case Format::RawTensor:
        case Format::Blocks:
            break;
    }
    THROUGHLINE_CHECK(false);
}

}  // namespace

Result<UniqueFd> open_shard(int directory_fd, const std::string& path) {
    UniqueFd fd(::openat(directory_fd, path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!fd) {
        return errno_error("open", errno);
    }
    return fd;
}

FoundFile look_at_file(int directory_fd, std::string path) {
    FoundFile found{.path = std::move(path)};
    auto fd = open_shard(directory_fd, found.path);
    struct stat info{};
    if (!fd || ::fstat(fd->get(), &info) != 0) {
        found.failure = fd ? errno_error("look at it", errno) : std::move(fd).error();
        return found;
    }
    found.regular = S_ISREG(info.st_mode);
    found.bytes = static_cast<std::uint64_t>(info.st_size);
    if (!found.regular) {
        return found;
    }
    std::array<std::byte, kContentHeadBytes> head{};
    const ssize_t got = ::pread(fd->get(), head.data(), head.size(), 0);
    if (got < 0) {
        found.failure = errno_error("read at byte 0", errno);
        return found;
    }
    found.kind = content_kind(std::span(head).first(static_cast<std::size_t>(got)));
    return found;
}

Result<void> index_shards(ImageSetBuilder& builder,
                          Format format,
                          const std::vector<FoundFile>& files,
                          const OpenOptions& options) {
    std::vector<ShardIndex> indexes(files.size());
    std::atomic<std::size_t> next{0};
    std::atomic<std::uint64_t> images_seen{0};
    std::mutex mutex;
    std::condition_variable finished;
    std::size_t working = std::min(kThreads, files.size());
    const IndexOptions index_options{.feature = options.feature,
                                     .labels = options.labels,
                                     .stop = options.stop,
                                     .images_seen = &images_seen};
    const auto work = [&] {
        for (std::size_t i = next++; i < files.size(); i = next++) {
            if (!options.stop.stop_requested()) {
                indexes[i] =
                    index_shard(builder.directory_fd(), files[i].path, format, index_options);
            }
        }
        const std::lock_guard lock(mutex);
        --working;
        finished.notify_one();
    };
    {
        std::vector<std::jthread> threads;
        threads.reserve(working);
        for (std::size_t i = working; i > 0; --i) {
            threads.emplace_back(work);
        }
        std::unique_lock lock(mutex);
        while (!finished.wait_for(lock, kProgressEvery, [&] { return working == 0; })) {
            lock.unlock();
            if (options.on_progress) {
                options.on_progress(images_seen.load(std::memory_order_relaxed));
            }
            lock.lock();
        }
    }
    if (options.stop.stop_requested()) {
        return Error{.code = ErrorCode::Stopped, .what = "index shards"};
    }
    for (std::size_t i = 0; i < files.size(); ++i) {
        ShardIndex& index = indexes[i];
        if (!index.images.empty()) {
            builder.add_file(files[i].path, files[i].bytes);
            builder.add_images(index.images);
        } else if (!index.damage) {
            builder.count_other(index.records == 0 ? "empty shard" : "shard without an image");
        }
        for (const auto& [kind, count] : index.others) {
            builder.count_other_record(kind, count);
        }
        if (index.damage) {
            builder.add_unreadable(in_file(files[i].path, *std::move(index.damage)));
        }
        index = {};
    }
    return {};
}

void add_tensors(ImageSetBuilder& builder, const std::vector<FoundFile>& files) {
    std::optional<NpyShape> common;
    for (const FoundFile& file : files) {
        auto fd = open_shard(builder.directory_fd(), file.path);
        if (!fd) {
            builder.add_unreadable(in_file(file.path, std::move(fd).error()));
            continue;
        }
        auto source = FileSource::over(fd->get());
        auto shape = source ? read_npy_shape(*source) : Result<NpyShape>(source.error());
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
            builder.add_unreadable(
                in_file(file.path,
                        Error{.code = ErrorCode::Format, .what = "its images have another size"}));
            continue;
        }
        const std::uint64_t data =
            source->bytes() - std::min<std::uint64_t>(source->bytes(), shape->data_offset);
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
