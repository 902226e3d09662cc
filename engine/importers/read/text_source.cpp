// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/read/text_source.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "engine/base/say.h"

namespace throughline::importers {
namespace {

constexpr std::size_t kReadBytes = 256U << 10U;
constexpr std::size_t kMarkBytes = 4;

/// The first bytes of a source, as many as there are up to `bytes`.
Result<std::string> begin_of(ByteSource& source, std::size_t bytes) {
    std::string begun(bytes, '\0');
    std::size_t have = 0;
    while (have < bytes) {
        const auto got = source.read({begun.data() + have, bytes - have});
        if (!got) {
            return got.error();
        }
        if (*got == 0) {
            break;
        }
        have += *got;
    }
    begun.resize(have);
    return begun;
}

enum class Utf16 : std::uint8_t { No, Marked, BigEndian, LittleEndian };

/// By its mark, or by the zero bytes of two plain letters.
Utf16 utf16_of(std::string_view begun) {
    if (begun.starts_with("\xff\xfe") || begun.starts_with("\xfe\xff")) {
        return Utf16::Marked;
    }
    const auto letters = [&](std::size_t at) {
        const auto plain = [](char byte) { return byte == '\t' || (byte >= ' ' && byte <= '~'); };
        return begun.size() == kMarkBytes && plain(begun[at]) && plain(begun[at + 2]) &&
               begun[1 - at] == '\0' && begun[3 - at] == '\0';
    };
    return letters(1) ? Utf16::BigEndian : letters(0) ? Utf16::LittleEndian : Utf16::No;
}

}  // namespace

Result<std::unique_ptr<TextSource>> TextSource::open(const std::string& path,
                                                     ReadProgress progress) {
    std::unique_ptr<TextSource> source(new TextSource);
    auto bytes = file_source(path, *source->hash_, std::move(progress));
    if (!bytes) {
        return std::move(bytes).error();
    }
    source->bytes_ = *std::move(bytes);
    source->file_ = source->bytes_.get();
    source->path_ = path;
    std::error_code none;
    const auto size = std::filesystem::file_size(path, none);
    source->file_bytes_ = none ? 0 : static_cast<std::size_t>(size);
    source->detect();
    if (source->failure_) {
        return *std::move(source->failure_);
    }
    return source;
}

std::unique_ptr<TextSource> TextSource::of_bytes(std::string bytes) {
    std::unique_ptr<TextSource> source(new TextSource);
    source->bytes_ = memory_source(std::move(bytes), *source->hash_);
    source->file_ = source->bytes_.get();
    source->detect();
    return source;
}

void TextSource::detect() {
    auto begun = begin_of(*bytes_, kMarkBytes);
    if (begun && is_gzip(*begun)) {
        packing_ = "gzip";
        bytes_ = gunzip_source(std::move(bytes_), *std::move(begun));
        begun = begin_of(*bytes_, kMarkBytes);
    } else if (begun && is_zstd(*begun)) {
        packing_ = "zstd";
        bytes_ = unzstd_source(std::move(bytes_), *std::move(begun));
        begun = begin_of(*bytes_, kMarkBytes);
    }
    if (!begun) {
        if (begun.error().code == ErrorCode::Format) {
            damage_ = begun.error().what;
        } else {
            failure_ = std::move(begun).error();
        }
        at_end_ = true;
        return;
    }
    const std::string_view mark = *begun;
    if (const Utf16 kind = utf16_of(mark); kind != Utf16::No) {
        utf16_ = true;
        const bool marked = kind == Utf16::Marked;
        const bool big_endian = marked ? mark[0] == '\xfe' : kind == Utf16::BigEndian;
        bytes_ = utf16_source(std::move(bytes_), begun->substr(marked ? 2 : 0), big_endian);
    } else {
        if (!packing_.empty()) {
            content_hash_ = std::make_unique<record::Sha256>();
            content_hash_->add(mark);
        }
        buffer_ = mark.starts_with("\xef\xbb\xbf") ? begun->substr(3) : *std::move(begun);
    }
}

bool TextSource::fill() {
    if (at_end_) {
        return false;
    }
    if (begin_ > 0) {
        buffer_.erase(0, begin_);
        begin_ = 0;
    }
    const std::size_t had = buffer_.size();
    buffer_.resize(had + kReadBytes);
    const auto got = bytes_->read({buffer_.data() + had, kReadBytes});
    buffer_.resize(had + (got ? *got : 0));
    if (content_hash_) {
        content_hash_->add(std::string_view(buffer_).substr(had));
    }
    if (!got && got.error().code == ErrorCode::Format) {
        damage_ = got.error().what;
    } else if (!got) {
        failure_ = got.error();
    }
    at_end_ = !got || *got == 0;
    return !at_end_;
}

std::string_view TextSource::head() {
    while (buffer_.size() - begin_ < kHeadBytes && fill()) {
    }
    return std::string_view(buffer_).substr(begin_, kHeadBytes);
}

namespace {

/// What a terminal shows of a line that a progress bar was drawn over and over in.
std::string_view drawn_last(std::string_view line) {
    while (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    const std::size_t drawn = line.rfind('\r');
    return drawn == std::string_view::npos ? line : line.substr(drawn + 1);
}

}  // namespace

const TextLine* TextSource::next() {
    while (const TextLine* const line = next_as_it_stands()) {
        if (!prefixes_) {
            return line;
        }
        if (const auto text = prefixes_->read(line->text)) {
            line_.text = *text;
            return line;
        }
    }
    return nullptr;
}

std::string TextSource::tail() {
    std::string tail;
    if (!path_.empty() && packing_.empty() && !utf16_) {
        std::ifstream file(path_, std::ios::binary | std::ios::ate);
        const auto size = file ? static_cast<std::size_t>(file.tellg()) : 0;
        tail.resize(std::min(size, kHeadBytes));
        file.seekg(static_cast<std::streamoff>(size - tail.size()));
        file.read(tail.data(), static_cast<std::streamsize>(tail.size()));
        tail.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
    } else if (const auto whole = rest()) {
        tail = whole->substr(whole->size() - std::min(whole->size(), kHeadBytes));
    }
    const std::size_t first = tail.find('\n');
    return first == std::string::npos ? std::string() : tail.substr(first + 1);
}

const TextLine* TextSource::next_as_it_stands() {
    for (;;) {
        const char* const from = buffer_.data() + begin_;
        const std::size_t bytes = buffer_.size() - begin_;
        const void* const found =
            bytes == scanned_ ? nullptr : std::memchr(from + scanned_, '\n', bytes - scanned_);
        if (found == nullptr && !failure_) {
            scanned_ = bytes;
            if (bytes > kLineBytesMax) {
                failure_ = format_error(say("line %1 at byte %2 is longer than 16 MiB",
                                            std::to_string(line_.number + 1),
                                            std::to_string(begin_offset_)));
                return nullptr;
            }
            if (fill()) {
                continue;
            }
        }
        if (failure_ || (found == nullptr && buffer_.size() == begin_)) {
            return nullptr;
        }
        const std::size_t length = found == nullptr
                                       ? buffer_.size() - begin_
                                       : static_cast<std::size_t>(static_cast<const char*>(found) -
                                                                  (buffer_.data() + begin_));
        line_.text = std::string_view(buffer_).substr(begin_, length);
        line_.complete = found != nullptr;
        ++line_.number;
        line_.offset = begin_offset_;
        const std::size_t taken = length + (found == nullptr ? 0 : 1);
        begin_ += taken;
        begin_offset_ += taken;
        scanned_ = 0;
        line_.text = drawn_last(line_.text);
        return &line_;
    }
}

std::string_view TextSource::piece() {
    if (begin_ == buffer_.size() && !fill()) {
        return {};
    }
    const std::string_view piece = std::string_view(buffer_).substr(begin_);
    begin_ = buffer_.size();
    begin_offset_ += piece.size();
    scanned_ = 0;
    return piece;
}

Result<std::string_view> TextSource::rest() {
    // A long document would otherwise be copied each time that it outgrows its buffer.
    buffer_.reserve(std::min(file_bytes_, kDocumentBytesMax) + 2 * kReadBytes);
    while (fill()) {
        if (buffer_.size() > kDocumentBytesMax) {
            return Error{.code = ErrorCode::Limit,
                         .what = say("a document of more than 512 MiB cannot be imported")};
        }
    }
    return std::string_view(buffer_).substr(begin_);
}

std::optional<std::string> TextSource::finish_content_hash() {
    if (!content_hash_) {
        return std::nullopt;
    }
    do {
        begin_ = buffer_.size();
    } while (fill());
    return failure_ || damage_ ? std::nullopt : std::optional(content_hash_->finish());
}

std::string TextSource::finish_hash() {
    // Not through a reader in front, which may have stopped at damage: the file's own bytes count.
    std::string piece(kReadBytes, '\0');
    for (;;) {
        const auto got = file_->read(piece);
        if (!got && got.error().code == ErrorCode::Stopped) {
            failure_ = got.error();
        }
        if (!got || *got == 0) {
            break;
        }
    }
    return hash_->finish();
}

}  // namespace throughline::importers
