// SPDX-License-Identifier: Apache-2.0
#include <zstd.h>

#include <string>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/read/byte_source.h"

namespace throughline::importers {
namespace {

/// Frees what ZSTD_createDStream made.
struct ZstdStreamFree {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
};

/// Unpacks zstd, several frames behind each other too. Memory is bounded by the library's limit on
/// windows (128 MiB); a frame that wants more is refused by it.
class UnzstdSource final : public ByteSource {
public:
    UnzstdSource(std::unique_ptr<ByteSource> from, std::string begun)
        : from_(resumed_source(std::move(from), std::move(begun))),
          packed_(ZSTD_DStreamInSize()),
          stream_(ZSTD_createDStream()) {}

    Result<std::size_t> read(std::span<char> out) override {
        if (!stream_) {
            return Error{.code = ErrorCode::Limit, .what = say("no memory to unpack zstd")};
        }
        ZSTD_outBuffer to{out.data(), out.size(), 0};
        while (to.pos == 0 && !done_) {
            if (input_.pos == input_.size) {
                if (auto filled = fill(); !filled) {
                    return std::move(filled).error();
                }
                if (done_) {
                    break;
                }
            }
            const std::size_t before = input_.pos;
            const std::size_t left = ZSTD_decompressStream(stream_.get(), &to, &input_);
            if (ZSTD_isError(left) != 0) {
                done_ = true;
                return damaged(ZSTD_getErrorName(left));
            }
            // 0: a frame is whole; another one or the end may follow.
            inside_ = left != 0;
            if (to.pos == 0 && input_.pos == before && input_.pos < input_.size) {
                done_ = true;
                return damaged(say("makes no progress"));
            }
        }
        return to.pos;
    }

private:
    Result<void> fill() {
        const auto got = from_->read(packed_);
        if (!got) {
            return got.error();
        }
        taken_ += *got;
        input_ = {packed_.data(), *got, 0};
        if (*got == 0) {
            done_ = true;
            if (inside_) {
                return damaged(say("ends in the middle"));
            }
        }
        return {};
    }

    Error damaged(const std::string& how) const {
        return format_error(say(
            "zstd data at byte %1: %2", std::to_string(taken_ - (input_.size - input_.pos)), how));
    }

    std::unique_ptr<ByteSource> from_;
    std::vector<char> packed_;
    std::unique_ptr<ZSTD_DStream, ZstdStreamFree> stream_;
    ZSTD_inBuffer input_{nullptr, 0, 0};
    std::uint64_t taken_ = 0;
    bool inside_ = false;  ///< a frame has begun and is not whole
    bool done_ = false;
};

}  // namespace

bool is_zstd(std::string_view bytes) noexcept {
    return bytes.starts_with("\x28\xb5\x2f\xfd");
}

std::unique_ptr<ByteSource> unzstd_source(std::unique_ptr<ByteSource> from, std::string begun) {
    return std::make_unique<UnzstdSource>(std::move(from), std::move(begun));
}

}  // namespace throughline::importers
