// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/read/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"

namespace throughline::importers {
namespace {

class FileSource final : public ByteSource {
public:
    FileSource(UniqueFd fd, std::string path, record::Sha256& hash, ReadProgress progress)
        : fd_(std::move(fd)), path_(std::move(path)), hash_(hash), progress_(std::move(progress)) {}

    Result<std::size_t> read(std::span<char> out) override {
        for (;;) {
            const ssize_t got = ::read(fd_.get(), out.data(), out.size());
            if (got >= 0) {
                const auto bytes = static_cast<std::size_t>(got);
                hash_.add({out.data(), bytes});
                read_ += bytes;
                if (progress_ && !progress_(read_)) {
                    return Error{.code = ErrorCode::Stopped, .what = say("stopped")};
                }
                return bytes;
            }
            if (errno != EINTR) {
                return errno_error(say("read '%1'", path_), errno);
            }
        }
    }

private:
    UniqueFd fd_;
    std::string path_;
    record::Sha256& hash_;
    ReadProgress progress_;
    std::uint64_t read_ = 0;
};

class MemorySource final : public ByteSource {
public:
    explicit MemorySource(std::string bytes) : bytes_(std::move(bytes)) {}

    Result<std::size_t> read(std::span<char> out) override {
        const std::size_t bytes = std::min(out.size(), bytes_.size() - at_);
        if (bytes > 0) {
            std::memcpy(out.data(), bytes_.data() + at_, bytes);
        }
        at_ += bytes;
        return bytes;
    }

private:
    std::string bytes_;
    std::size_t at_ = 0;
};

class ResumedSource final : public ByteSource {
public:
    ResumedSource(std::unique_ptr<ByteSource> from, std::string begun)
        : begun_(std::move(begun)), from_(std::move(from)) {}

    Result<std::size_t> read(std::span<char> out) override {
        auto got = begun_.read(out);
        return !got || *got > 0 || out.empty() ? std::move(got) : from_->read(out);
    }

private:
    MemorySource begun_;
    std::unique_ptr<ByteSource> from_;
};

class Utf16Source final : public ByteSource {
public:
    Utf16Source(std::unique_ptr<ByteSource> from, std::string begun, bool big_endian)
        : from_(std::move(from), std::move(begun)), big_endian_(big_endian) {}

    Result<std::size_t> read(std::span<char> out) override {
        while (!at_end_ && text_.empty()) {
            raw_ = held_;
            // A unit of two bytes becomes at most three.
            raw_.resize(held_.size() + std::max<std::size_t>(2, out.size() / 3));
            auto got = from_.read({raw_.data() + held_.size(), raw_.size() - held_.size()});
            if (!got) {
                return got;
            }
            at_end_ = *got == 0;
            raw_.resize(held_.size() + *got);
            decode();
        }
        const std::size_t bytes = std::min(out.size(), text_.size());
        std::memcpy(out.data(), text_.data(), bytes);
        text_.erase(0, bytes);
        return bytes;
    }

private:
    std::uint32_t unit(std::size_t at) const {
        const auto low = static_cast<unsigned char>(raw_[at + (big_endian_ ? 1 : 0)]);
        const auto high = static_cast<unsigned char>(raw_[at + (big_endian_ ? 0 : 1)]);
        return low | (static_cast<std::uint32_t>(high) << 8U);
    }

    void put(std::uint32_t code) {
        const auto tail = [&](unsigned shift) {
            text_ += static_cast<char>(0x80U | ((code >> shift) & 0x3FU));
        };
        if (code < 0x80) {
            text_ += static_cast<char>(code);
        } else if (code < 0x800) {
            text_ += static_cast<char>(0xC0U | (code >> 6U));
            tail(0);
        } else if (code < 0x10000) {
            text_ += static_cast<char>(0xE0U | (code >> 12U));
            tail(6);
            tail(0);
        } else {
            text_ += static_cast<char>(0xF0U | (code >> 18U));
            tail(12);
            tail(6);
            tail(0);
        }
    }

    void decode() {
        constexpr std::uint32_t kReplacement = 0xFFFD;
        std::size_t at = 0;
        while (at + 1 < raw_.size()) {
            const std::uint32_t first = unit(at);
            const bool high = (first & 0xFC00U) == 0xD800U;
            if (high && at + 3 >= raw_.size() && !at_end_) {
                break;  // its second half comes with the next piece
            }
            at += 2;
            if (high && at + 1 < raw_.size() && (unit(at) & 0xFC00U) == 0xDC00U) {
                put(0x10000U + ((first & 0x3FFU) << 10U) + (unit(at) & 0x3FFU));
                at += 2;
            } else {
                put((first & 0xF800U) == 0xD800U ? kReplacement : first);
            }
        }
        held_ = at_end_ ? std::string() : raw_.substr(at);
    }

    ResumedSource from_;
    bool big_endian_;
    bool at_end_ = false;
    std::string raw_;
    std::string held_;
    std::string text_;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> file_source(const std::string& path,
                                                record::Sha256& hash,
                                                ReadProgress progress) {
    // O_NONBLOCK: opening a pipe that nobody writes to must not hang; it is refused below.
    auto fd = open_file(path, O_RDONLY | O_NONBLOCK);
    if (!fd) {
        return std::move(fd).error();
    }
    struct stat status{};
    if (::fstat(fd->get(), &status) != 0) {
        return errno_error(say("stat '%1'", path), errno);
    }
    if (!S_ISREG(status.st_mode)) {
        return Error{.code = ErrorCode::Unsupported,
                     .what = S_ISDIR(status.st_mode) ? say("'%1' is a folder", path)
                                                     : say("'%1' is not a regular file", path)};
    }
    return std::unique_ptr<ByteSource>(
        std::make_unique<FileSource>(*std::move(fd), path, hash, std::move(progress)));
}

std::unique_ptr<ByteSource> memory_source(std::string bytes, record::Sha256& hash) {
    hash.add(bytes);
    return std::make_unique<MemorySource>(std::move(bytes));
}

std::unique_ptr<ByteSource> utf16_source(std::unique_ptr<ByteSource> from,
                                         std::string begun,
                                         bool big_endian) {
    return std::make_unique<Utf16Source>(std::move(from), std::move(begun), big_endian);
}

std::unique_ptr<ByteSource> resumed_source(std::unique_ptr<ByteSource> from, std::string begun) {
    return std::make_unique<ResumedSource>(std::move(from), std::move(begun));
}

}  // namespace throughline::importers
