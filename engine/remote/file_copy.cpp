// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/file_copy.h"

#include <fcntl.h>
#include <nettle/md5.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
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
constexpr int kOpenTries = 10;

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

Result<FileCopy> FileCopy::begin(Options options) {
    const std::filesystem::path place(options.path);
    FileCopy copy;
    const std::string hidden = (place.parent_path() / ("." + place.filename().string())).string();
    copy.part_ = hidden + ".part";
    copy.object_ = hidden + ".object";
    copy.path_ = std::move(options.path);
    copy.bytes_ = options.bytes;
    copy.resumes_ = options.resumes;
    copy.is_new_ = options.is_new;
    md5_init(copy.md5_.get());
    auto opened = copy.open_part();
    if (!opened && opened.error().errno_value == ENOENT) {  // the first file in its folder
        std::error_code failed;
        std::filesystem::create_directories(place.parent_path(), failed);
        if (failed) {
            return errno_error(say("make the folder '%1'", place.parent_path().string()),
                               failed.value());
        }
        opened = copy.open_part();
    }
    if (!opened) {
        return std::move(opened).error();
    }
    if (auto taken = copy.take_up(options.stop); !taken) {
        return std::move(taken).error();
    }
    return copy;
}

/// With the lock of it. Whoever had the lock before may have moved the file away meanwhile.
Result<void> FileCopy::open_part() {
    for (int tries = 0; tries < kOpenTries; ++tries) {
        auto file = open_file(part_, O_RDWR | O_CREAT | O_NOFOLLOW, 0666);
        if (!file) {
            return std::move(file).error();
        }
        if (::flock(file->get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
            break;
        }
        struct stat opened{};
        struct stat there{};
        if (::fstat(file->get(), &opened) == 0 && ::lstat(part_.c_str(), &there) == 0 &&
            opened.st_dev == there.st_dev && opened.st_ino == there.st_ino) {
            file_ = *std::move(file);
            return {};
        }
    }
    return Error{.code = ErrorCode::Busy,
                 .what = say("another copy is writing '%1', or the file system takes two names "
                             "for the same",
                             path_)};
}

/// Goes on from a part that is there, if it is known of which object it is.
Result<void> FileCopy::take_up(const std::stop_token& stop) {
    const auto object =
        resumes_ ? read_regular_file(object_, kEtagBytesMax) : Result<std::string>(std::string());
    struct stat status{};
    const bool told = ::fstat(file_.get(), &status) == 0;
    if (told && status.st_size == 0 && !resumes_) {
        return {};  // new, as most files are
    }
    if (!told || !object || object->empty() || status.st_size == 0 ||
        static_cast<std::uint64_t>(status.st_size) > bytes_) {
        return restart();
    }
    const std::uint64_t kept = std::min(static_cast<std::uint64_t>(status.st_size), bytes_ - 1);
    std::vector<std::byte> room(kReadAgainBytes);
    for (std::uint64_t at = 0; at < kept;) {
        if (stop.stop_requested()) {
            return Error{.code = ErrorCode::Stopped, .what = say("read '%1' again", part_)};
        }
        const std::uint64_t wanted = std::min<std::uint64_t>(room.size(), kept - at);
        const ssize_t count = ::pread(file_.get(), room.data(), wanted, static_cast<off_t>(at));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return restart();
        }
        add_to_md5(*md5_, std::span(room).first(static_cast<std::size_t>(count)));
        at += static_cast<std::uint64_t>(count);
    }
    written_ = kept;
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

Result<bool> FileCopy::check(bool etag_is_md5) {
    const std::string stated = etag_is_md5 ? md5_of_etag(etag_) : std::string();
    if (const std::string came = hex_of(*md5_); !stated.empty() && came != stated) {
        drop();
        return format_error(
            say("'%1': the MD5 of what came is %2, the store says %3", path_, came, stated));
    }
    // A file system of the network may say only here that it could not write; the lock stays.
    const int other = ::dup(file_.get());
    if (other < 0 || ::close(other) != 0) {
        Error error = errno_error(say("write '%1'", part_), errno);
        drop();
        return error;
    }
    return !stated.empty();
}

Result<void> FileCopy::publish() {
    int moved = ::renameat2(
        AT_FDCWD, part_.c_str(), AT_FDCWD, path_.c_str(), is_new_ ? RENAME_NOREPLACE : 0U);
    if (moved != 0 && is_new_ && (errno == EINVAL || errno == ENOSYS)) {
        // The file system cannot promise it: look, then move.
        struct stat there{};
        errno = EEXIST;
        moved =
            ::lstat(path_.c_str(), &there) == 0 ? -1 : std::rename(part_.c_str(), path_.c_str());
    }
    if (moved != 0) {
        const int cause = errno;
        drop();
        return cause == EEXIST
                   ? errno_error(say("'%1' was not there when the copy began and is there now: "
                                     "another program wrote it, or the file system takes two "
                                     "names for the same",
                                     path_),
                                 cause)
                   : errno_error(say("move '%1' into its place", path_), cause);
    }
    if (resumes_) {
        ::unlink(object_.c_str());
    }
    file_.reset();
    return {};
}

void FileCopy::leave() {
    if (written_ == 0 || etag_.empty() || !resumes_) {
        drop();
    }
    file_.reset();
}

void FileCopy::drop() {
    if (file_) {  // else the names are another's by now
        ::unlink(part_.c_str());
        ::unlink(object_.c_str());
    }
    file_.reset();
}

}  // namespace throughline::remote
