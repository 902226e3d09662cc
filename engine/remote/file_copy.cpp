// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/file_copy.h"

#include <fcntl.h>
#include <nettle/md5.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/regular_file.h"
#include "engine/base/say.h"
#include "engine/base/text.h"

namespace throughline::remote {
namespace {

constexpr std::size_t kEtagBytesMax = 1024;
constexpr std::size_t kReadAgainBytes = 1U << 20U;

void add_to_md5(md5_ctx& md5, std::span<const std::byte> bytes) {
    md5_update(&md5, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
}

std::string hex_of(const md5_ctx& md5) {
    md5_ctx last = md5;
    std::array<std::uint8_t, MD5_DIGEST_SIZE> bytes{};
    md5_digest(&last, bytes.size(), bytes.data());
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : bytes) {
        text += kDigits[byte >> 4U];
        text += kDigits[byte & 15U];
    }
    return text;
}

}  // namespace

std::string md5_of_etag(const std::string& etag) {
    std::string_view text = etag;
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
        text = text.substr(1, text.size() - 2);
    }
    const std::string digits = lower(text);
    const bool fits = digits.size() == 2 * std::size_t{MD5_DIGEST_SIZE} &&
                      digits.find_first_not_of("0123456789abcdef") == std::string::npos;
    return fits ? digits : std::string();
}

FileCopy::FileCopy() : md5_(std::make_unique<md5_ctx>()) {}
FileCopy::FileCopy(FileCopy&&) noexcept = default;
FileCopy& FileCopy::operator=(FileCopy&&) noexcept = default;
FileCopy::~FileCopy() = default;

Result<FileCopy> FileCopy::begin(std::string path, std::uint64_t bytes, bool resumes) {
    const std::filesystem::path place(path);
    std::error_code failed;
    std::filesystem::create_directories(place.parent_path(), failed);
    if (failed) {
        return errno_error(say("make the folder '%1'", place.parent_path().string()),
                           failed.value());
    }
    FileCopy copy;
    const std::string hidden = (place.parent_path() / ("." + place.filename().string())).string();
    copy.part_ = hidden + ".part";
    copy.object_ = hidden + ".object";
    copy.path_ = std::move(path);
    copy.bytes_ = bytes;
    copy.resumes_ = resumes;
    md5_init(copy.md5_.get());
    auto file = open_file(copy.part_, O_RDWR | O_CREAT | O_NOFOLLOW, 0666);
    if (!file) {
        return std::move(file).error();
    }
    copy.file_ = *std::move(file);
    if (auto taken = copy.take_up(); !taken) {
        return std::move(taken).error();
    }
    return copy;
}

/// Goes on from a part that is there, if it is known of which object it is.
Result<void> FileCopy::take_up() {
    const auto object =
        resumes_ ? read_regular_file(object_, kEtagBytesMax) : Result<std::string>(std::string());
    struct stat status{};
    if (!object || object->empty() || ::fstat(file_.get(), &status) != 0 ||
        static_cast<std::uint64_t>(status.st_size) > bytes_) {
        return restart();
    }
    std::vector<std::byte> room(kReadAgainBytes);
    for (std::uint64_t at = 0; at < static_cast<std::uint64_t>(status.st_size);) {
        const ssize_t count =
            ::pread(file_.get(), room.data(), room.size(), static_cast<off_t>(at));
        if (count <= 0) {
            return restart();
        }
        add_to_md5(*md5_, std::span(room).first(static_cast<std::size_t>(count)));
        at += static_cast<std::uint64_t>(count);
    }
    written_ = static_cast<std::uint64_t>(status.st_size);
    etag_ = *object;
    return {};
}

Result<void> FileCopy::restart() {
    if (::ftruncate(file_.get(), 0) != 0) {
        return errno_error(say("empty '%1'", part_), errno);
    }
    ::unlink(object_.c_str());
    md5_init(md5_.get());
    written_ = 0;
    etag_.clear();
    return {};
}

Result<void> FileCopy::begin_object(const std::string& etag) {
    etag_ = etag.substr(0, kEtagBytesMax);
    if (!resumes_ || etag_.empty()) {
        return {};
    }
    return write_file_atomically(object_, etag_);
}

Result<void> FileCopy::append(std::span<const std::byte> bytes) {
    std::span<const std::byte> left = bytes;
    while (!left.empty()) {
        const ssize_t count =
            ::pwrite(file_.get(), left.data(), left.size(), static_cast<off_t>(written_));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return errno_error(say("write '%1'", part_), count < 0 ? errno : ENOSPC);
        }
        add_to_md5(*md5_, left.first(static_cast<std::size_t>(count)));
        left = left.subspan(static_cast<std::size_t>(count));
        written_ += static_cast<std::uint64_t>(count);
    }
    return {};
}

Result<bool> FileCopy::finish(bool etag_is_md5) {
    const std::string stated = etag_is_md5 ? md5_of_etag(etag_) : std::string();
    if (const std::string came = hex_of(*md5_); !stated.empty() && came != stated) {
        drop();
        return format_error(
            say("'%1': the MD5 of what came is %2, the store says %3", path_, came, stated));
    }
    file_.reset();
    if (std::rename(part_.c_str(), path_.c_str()) != 0) {
        return errno_error(say("move '%1' into its place", path_), errno);
    }
    ::unlink(object_.c_str());
    return !stated.empty();
}

void FileCopy::leave() {
    file_.reset();
    if (written_ == 0 || etag_.empty() || !resumes_) {
        drop();
    }
}

void FileCopy::drop() {
    file_.reset();
    ::unlink(part_.c_str());
    ::unlink(object_.c_str());
}

}  // namespace throughline::remote
