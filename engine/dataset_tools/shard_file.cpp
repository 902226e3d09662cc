// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset_tools/shard_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>

#include "engine/base/say.h"
#include "engine/dataset/npy_file.h"
#include "engine/dataset/recordio.h"
#include "engine/dataset/tar_shard.h"
#include "engine/dataset/tfrecord.h"

namespace throughline::dataset_tools {
namespace {

using dataset::Format;

const char* ending_of(Format format) {
    switch (format) {
        case Format::TfRecord:
            return ".tfrecord";
        case Format::RecordIo:
            return ".rec";
        case Format::Tar:
            return ".tar";
        case Format::RawTensor:
            return ".npy";
        case Format::Folder:
        case Format::Blocks:
            break;
    }
    return "";
}

std::string_view text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The key that joins the files of a sample; no dots in it.
std::string key_of(std::uint64_t number) {
    std::array<char, 24> text{};
    std::snprintf(text.data(), text.size(), "%09llu", static_cast<unsigned long long>(number));
    return text.data();
}

Result<void> write_index(int directory_fd, const std::string& name, const std::string& text) {
    const std::string temporary = "." + name + ".part";
    const UniqueFd file(::openat(directory_fd,
                                 temporary.c_str(),
                                 O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
                                 0644));
    if (!file) {
        return errno_error(say("create '%1'", temporary), errno);
    }
    if (auto written = write_all(file.get(), text); !written) {
        return written;
    }
    if (::fsync(file.get()) != 0 ||
        ::renameat(directory_fd, temporary.c_str(), directory_fd, name.c_str()) != 0) {
        return errno_error(say("sync and rename '%1'", temporary), errno);
    }
    return {};
}

}  // namespace

std::string shard_name(Format format, std::uint32_t shard, std::uint32_t shards) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "shard-%05u-of-%05u", shard, shards);
    return std::string(text.data()) + ending_of(format);
}

Result<void> append_record(Format format, const ShardImage& image, std::vector<std::byte>& out) {
    constexpr std::uint64_t kRecordIoBytesMax = (1U << 29U) - 64;  // the length has 29 bits
    const std::string key = key_of(image.number);
    switch (format) {
        case Format::TfRecord:
            dataset::append_tfrecord({.encoded = image.bytes,
                                      .label = image.label,
                                      .class_name = image.class_name,
                                      .file_name = key + ".jpg",
                                      .width_px = image.width_px,
                                      .height_px = image.height_px},
                                     out);
            return {};
        case Format::RecordIo:
            if (image.bytes.size() > kRecordIoBytesMax) {
                return Error{.code = ErrorCode::Limit,
                             .what = say("RecordIO cannot hold an image above 512 MiB")};
            }
            dataset::append_recordio(
                image.bytes, static_cast<float>(image.label), image.number, out);
            return {};
        case Format::Tar: {
            auto added = dataset::append_tar_member(key + ".jpg", image.bytes, out);
            if (!added || image.label < 0) {
                return added;
            }
            const std::string label = std::to_string(image.label);
            return dataset::append_tar_member(key + ".cls", std::as_bytes(std::span(label)), out);
        }
        case Format::RawTensor:
        case Format::Folder:
        case Format::Blocks:
            break;
    }
    out.insert(out.end(), image.bytes.begin(), image.bytes.end());
    return {};
}

Result<ShardFile> ShardFile::begin(Options options) {
    ShardFile shard(std::move(options));
    const std::string name = shard.temporary();
    shard.file_ = UniqueFd(::openat(shard.options_.directory_fd,
                                    name.c_str(),
                                    O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
                                    0644));
    if (!shard.file_) {
        return errno_error(say("create '%1'", name), errno);
    }
    if (shard.options_.format == Format::RawTensor) {
        const auto header =
            dataset::npy_header(0, shard.options_.height_px, shard.options_.width_px);
        if (auto written = shard.write(header); !written) {
            return std::move(written).error();
        }
    }
    return shard;
}

ShardFile::~ShardFile() {
    if (file_) {
        ::unlinkat(options_.directory_fd, temporary().c_str(), 0);
    }
}

Result<void> ShardFile::write(std::span<const std::byte> bytes) {
    auto written = write_all(file_.get(), text_of(bytes));
    if (!written) {
        Error error = std::move(written).error();
        error.what = "write '" + temporary() + "'";
        return error;
    }
    bytes_ += bytes.size();
    return {};
}

Result<void> ShardFile::append(std::span<const std::byte> record, std::uint64_t number) {
    if (options_.format == Format::RecordIo) {
        index_ += std::to_string(number) + "\t" + std::to_string(bytes_) + "\n";
    }
    ++images_;
    return write(record);
}

Result<void> ShardFile::end_format() {
    if (options_.format == Format::Tar) {
        return write(std::vector<std::byte>(dataset::tar_end_bytes(bytes_)));
    }
    if (options_.format == Format::RawTensor) {
        const auto header = dataset::npy_header(images_, options_.height_px, options_.width_px);
        if (::pwrite(file_.get(), header.data(), header.size(), 0) !=
            static_cast<ssize_t>(header.size())) {
            return errno_error(say("write '%1'", temporary()), errno);
        }
    }
    return {};
}

Result<void> ShardFile::publish_index() {
    if (options_.format != Format::RecordIo) {
        return {};
    }
    const std::string stem = options_.name.substr(0, options_.name.rfind('.'));
    return write_index(options_.directory_fd, stem + ".idx", index_);
}

Result<std::uint64_t> ShardFile::finish() {
    if (auto ended = end_format(); !ended) {
        return std::move(ended).error();
    }
    if (::fsync(file_.get()) != 0) {
        return errno_error(say("sync '%1'", temporary()), errno);
    }
    if (auto published = publish_index(); !published) {
        return std::move(published).error();
    }
    if (::renameat(options_.directory_fd,
                   temporary().c_str(),
                   options_.directory_fd,
                   options_.name.c_str()) != 0) {
        return errno_error(say("rename '%1'", temporary()), errno);
    }
    file_.reset();
    return bytes_;
}

}  // namespace throughline::dataset_tools
