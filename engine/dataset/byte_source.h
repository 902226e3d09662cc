// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/result.h"

namespace throughline::dataset {

/// Bytes that can be read at any place: what the parsers of shards work on, so that they need no
/// file and can be fuzzed.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    virtual std::uint64_t bytes() const noexcept = 0;
    /// Fills `out` from `offset`; fewer bytes come only at the end. Errors: Io.
    virtual Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> out) = 0;
};

/// Bytes in memory, borrowed.
class SpanSource final : public ByteSource {
public:
    explicit SpanSource(std::span<const std::byte> bytes) : bytes_(bytes) {}
    std::uint64_t bytes() const noexcept override { return bytes_.size(); }
    Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> out) override;

private:
    std::span<const std::byte> bytes_;
};

/// An open file, borrowed. Its read-ahead is switched off: an index reads far less than the file.
class FileSource final : public ByteSource {
public:
    /// Errors: Io when it cannot be looked at.
    static Result<FileSource> over(int fd);
    std::uint64_t bytes() const noexcept override { return bytes_; }
    Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> out) override;

private:
    FileSource(int fd, std::uint64_t bytes) : fd_(fd), bytes_(bytes) {}
    int fd_;
    std::uint64_t bytes_;
};

/// A file below an open folder, opened for it; a pipe that took its place does not block.
/// Errors: NotFound, Permission, Io.
Result<std::unique_ptr<ByteSource>> open_local(int directory_fd, const char* path);

/// The part of a source that a parser is looking at. Parsers go forward: a small step is read
/// through in large pieces, a long one is jumped over with a small read at its far end.
/// Thread: one owner. Memory: one piece.
class ByteWindow {
public:
    explicit ByteWindow(ByteSource& source) : source_(source), bytes_(source.bytes()) {}

    std::uint64_t bytes() const noexcept { return bytes_; }
    /// `length` bytes from `offset`, fewer at the end or after a failure. Valid until the next
    /// call. `length` is at most kViewMax.
    std::span<const std::byte> at(std::uint64_t offset, std::size_t length) {
        if (offset >= begin_ && offset - begin_ <= buffer_.size() &&
            length <= buffer_.size() - (offset - begin_)) [[likely]] {
            return std::span(buffer_).subspan(offset - begin_, length);
        }
        return load(offset, length);
    }
    /// The first read that failed; everything after it looks like the end of the source.
    const std::optional<Error>& failure() const noexcept { return failure_; }

    static constexpr std::size_t kViewMax = 1U << 20U;

private:
    /// A record's frame and the start of what is in it, as a rule.
    static constexpr std::size_t kLookBytes = 1024;
    std::span<const std::byte> load(std::uint64_t offset, std::size_t length);

    ByteSource& source_;
    std::uint64_t bytes_;
    std::uint64_t begin_ = 0;
    std::size_t piece_bytes_ = kLookBytes;
    std::vector<std::byte> buffer_;
    std::optional<Error> failure_;
};

/// A little-endian number of the machine's width; the bytes are there (programmer error if not).
template <class Number>
Number little_endian(std::span<const std::byte> bytes) {
    static_assert(std::endian::native == std::endian::little);
    Number number;
    THROUGHLINE_CHECK(bytes.size() >= sizeof number);
    std::memcpy(&number, bytes.data(), sizeof number);
    return number;
}

}  // namespace throughline::dataset
