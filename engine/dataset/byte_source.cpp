// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"

namespace throughline::dataset {
namespace {

constexpr std::uint64_t kBlockBytes = 4096;
/// Gaps up to this are read rather than jumped over.
constexpr std::uint64_t kGapBytes = 32U << 10U;
constexpr std::size_t kPieceBytesMax = 256U << 10U;

/// A file with its descriptor.
class OwnFile final : public ByteSource {
public:
    OwnFile(UniqueFd fd, FileSource source) : fd_(std::move(fd)), source_(source) {}
    std::uint64_t bytes() const noexcept override { return source_.bytes(); }
    Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> out) override {
        return source_.read_at(offset, out);
    }

private:
    UniqueFd fd_;
    FileSource source_;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> open_local(int directory_fd, const char* path) {
    UniqueFd fd(::openat(directory_fd, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!fd) {
        return errno_error(say("open"), errno);
    }
    auto source = FileSource::over(fd.get());
    if (!source) {
        return std::move(source).error();
    }
    return std::unique_ptr<ByteSource>(std::make_unique<OwnFile>(std::move(fd), *source));
}

Result<std::size_t> SpanSource::read_at(std::uint64_t offset, std::span<std::byte> out) {
    if (offset >= bytes_.size()) {
        return std::size_t{0};
    }
    const std::size_t count = std::min<std::uint64_t>(out.size(), bytes_.size() - offset);
    std::memcpy(out.data(), bytes_.data() + offset, count);
    return count;
}

Result<FileSource> FileSource::over(int fd) {
    struct stat info{};
    if (::fstat(fd, &info) != 0) {
        return errno_error(say("inspect a shard"), errno);
    }
    ::posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM);
    return FileSource(fd, static_cast<std::uint64_t>(info.st_size));
}

Result<std::size_t> FileSource::read_at(std::uint64_t offset, std::span<std::byte> out) {
    std::size_t got = 0;
    while (got < out.size()) {
        const ssize_t count =
            ::pread(fd_, out.data() + got, out.size() - got, static_cast<off_t>(offset + got));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return errno_error(say("read at byte %1", std::to_string(offset + got)), errno);
        }
        if (count == 0) {
            break;
        }
        got += static_cast<std::size_t>(count);
    }
    return got;
}

std::span<const std::byte> ByteWindow::load(std::uint64_t offset, std::size_t length) {
    THROUGHLINE_CHECK(length <= kViewMax);
    if (offset >= bytes_ || failure_) {
        return {};
    }
    const std::uint64_t end = begin_ + buffer_.size();
    const bool near = offset >= begin_ && offset <= end + kGapBytes;
    const std::uint64_t from = offset / kBlockBytes * kBlockBytes;
    // Pieces grow as long as steps stay small: one small record among large ones costs little.
    piece_bytes_ = near ? std::min(piece_bytes_ * 2, kPieceBytesMax) : kLookBytes;
    const std::uint64_t wanted = offset + std::max(length, piece_bytes_);
    const std::uint64_t to =
        std::min(bytes_, (wanted + kBlockBytes - 1) / kBlockBytes * kBlockBytes);
    buffer_.resize(to - from);
    begin_ = from;
    auto got = source_.read_at(from, buffer_);
    if (!got) {
        failure_ = std::move(got).error();
        buffer_.clear();
        return {};
    }
    buffer_.resize(*got);
    const std::uint64_t there = begin_ + *got;
    if (there <= offset) {
        return {};
    }
    return std::span(buffer_).subspan(offset - from,
                                      std::min<std::uint64_t>(length, there - offset));
}

}  // namespace throughline::dataset
