// SPDX-License-Identifier: Apache-2.0
#include <zlib.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/read/byte_source.h"

namespace throughline::importers {
namespace {

constexpr std::size_t kPieceBytes = 256U << 10U;
/// windowBits 15 + 16: a gzip header and no other (zlib.h, inflateInit2).
constexpr int kGzipWindow = 15 + 16;

class GunzipSource final : public ByteSource {
public:
    GunzipSource(std::unique_ptr<ByteSource> from, std::string begun)
        : from_(resumed_source(std::move(from), std::move(begun))), packed_(kPieceBytes) {
        ready_ = inflateInit2(&stream_, kGzipWindow) == Z_OK;
    }
    GunzipSource(const GunzipSource&) = delete;
    GunzipSource& operator=(const GunzipSource&) = delete;
    ~GunzipSource() override {
        if (ready_) {
            inflateEnd(&stream_);
        }
    }

    Result<std::size_t> read(std::span<char> out) override {
        if (!ready_) {
            return Error{.code = ErrorCode::Limit, .what = say("no memory to unpack gzip")};
        }
        stream_.next_out = reinterpret_cast<Bytef*>(out.data());
        stream_.avail_out = static_cast<uInt>(std::min<std::size_t>(out.size(), 1U << 30U));
        const uInt wanted = stream_.avail_out;
        if (pending_) {
            return *std::exchange(pending_, std::nullopt);
        }
        while (stream_.avail_out == wanted && !done_) {
            if (stream_.avail_in == 0) {
                if (auto filled = fill(); !filled) {
                    return std::move(filled).error();
                }
                if (done_) {
                    break;
                }
            }
            if (auto stepped = step(); !stepped) {
                if (stream_.avail_out == wanted) {
                    return std::move(stepped).error();
                }
                pending_ = std::move(stepped).error();  // what was unpacked before it counts
            }
        }
        return static_cast<std::size_t>(wanted - stream_.avail_out);
    }

private:
    Result<void> fill() {
        const auto got = from_->read(packed_);
        if (!got) {
            return got.error();
        }
        taken_ += *got;
        stream_.next_in = reinterpret_cast<Bytef*>(packed_.data());
        stream_.avail_in = static_cast<uInt>(*got);
        if (*got == 0) {
            done_ = true;
            if (!between_members_) {
                return damaged(say("ends in the middle"));
            }
        }
        return {};
    }

    Result<void> step() {
        if (between_members_) {
            // Padding after the last member is common (tape blocks) and harmless.
            if (*stream_.next_in != 0x1f) {
                done_ = true;
                return {};
            }
            inflateReset(&stream_);
            between_members_ = false;
        }
        const int outcome = inflate(&stream_, Z_NO_FLUSH);
        if (outcome == Z_STREAM_END) {
            between_members_ = true;
        } else if (outcome != Z_OK && outcome != Z_BUF_ERROR) {
            done_ = true;
            const std::string_view message = stream_.msg == nullptr ? "" : stream_.msg;
            if (message == "incorrect data check" || message == "incorrect length check") {
                // Any byte of it may be wrong: nothing counts.
                return Error{.code = ErrorCode::Io,
                             .what = say("the gzip checksum does not match the data unpacked up to "
                                         "byte %1: the file is damaged; "
                                         "copy it again from its source",
                                         std::to_string(taken_ - stream_.avail_in))};
            }
            return damaged(message.empty() ? "is damaged" : std::string(message));
        }
        return {};
    }

    Error damaged(const std::string& how) const {
        return format_error(
            say("gzip data at byte %1: %2", std::to_string(taken_ - stream_.avail_in), how));
    }

    std::unique_ptr<ByteSource> from_;
    std::vector<char> packed_;
    z_stream stream_{};
    bool ready_ = false;
    bool done_ = false;
    bool between_members_ = false;
    std::uint64_t taken_ = 0;
    std::optional<Error> pending_;
};

}  // namespace

bool is_gzip(std::string_view bytes) noexcept {
    return bytes.size() >= 3 && bytes[0] == '\x1f' && bytes[1] == '\x8b' && bytes[2] == '\x08';
}

std::unique_ptr<ByteSource> gunzip_source(std::unique_ptr<ByteSource> from, std::string begun) {
    return std::make_unique<GunzipSource>(std::move(from), std::move(begun));
}

}  // namespace throughline::importers
