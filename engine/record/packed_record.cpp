// SPDX-License-Identifier: Apache-2.0
#include "engine/record/packed_record.h"

#include <zstd.h>

#include <memory>

#include "engine/base/say.h"

namespace throughline::record {
namespace {

/// zstd's quickest: a long record is made while the index is written, and is not to be waited for.
constexpr int kCompressionLevel = 1;

struct PackerFree {
    void operator()(ZSTD_CCtx* packer) const { ZSTD_freeCCtx(packer); }
};
struct UnpackerFree {
    void operator()(ZSTD_DCtx* unpacker) const { ZSTD_freeDCtx(unpacker); }
};

Error no_memory(const char* message) {
    return Error{.code = ErrorCode::Limit, .what = say(message)};
}

}  // namespace

Result<std::string> pack_record(std::string_view record) {
    const std::unique_ptr<ZSTD_CCtx, PackerFree> packer(ZSTD_createCCtx());
    if (!packer) {
        return no_memory(to_say("no memory to compress a record"));
    }
    ZSTD_CCtx_setParameter(packer.get(), ZSTD_c_compressionLevel, kCompressionLevel);
    ZSTD_CCtx_setParameter(packer.get(), ZSTD_c_checksumFlag, 1);
    std::string packed(ZSTD_compressBound(record.size()), '\0');
    const std::size_t size =
        ZSTD_compress2(packer.get(), packed.data(), packed.size(), record.data(), record.size());
    if (ZSTD_isError(size) != 0) {
        return Error{.code = ErrorCode::Limit,
                     .what = say("compress a record: %1", ZSTD_getErrorName(size))};
    }
    packed.resize(size);
    return packed;
}

Result<void> for_each_unpacked(std::string_view packed,
                               const std::function<Result<void>(std::string_view piece)>& sink) {
    const std::unique_ptr<ZSTD_DCtx, UnpackerFree> unpacker(ZSTD_createDCtx());
    if (!unpacker) {
        return no_memory(to_say("no memory to unpack a record"));
    }
    std::string text(ZSTD_DStreamOutSize(), '\0');
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    for (std::size_t left = 1; left != 0;) {
        ZSTD_outBuffer out{text.data(), text.size(), 0};
        left = ZSTD_decompressStream(unpacker.get(), &out, &in);
        if (auto taken = sink({text.data(), out.pos}); !taken) {
            return taken;
        }
        const bool cut = left != 0 && in.pos == in.size && out.pos < out.size;
        if (ZSTD_isError(left) != 0 || cut) {
            return Error{.code = ErrorCode::Format,
                         .what = cut ? say("it ends in the middle") : ZSTD_getErrorName(left)};
        }
    }
    return {};
}

Result<std::string> unpack_record(std::string_view packed, std::size_t bytes_max) {
    std::string record;
    auto unpacked = for_each_unpacked(packed, [&](std::string_view piece) -> Result<void> {
        if (piece.size() > bytes_max - record.size()) {
            return format_error(say("it is longer than %1 bytes", std::to_string(bytes_max)));
        }
        record += piece;
        return {};
    });
    if (!unpacked) {
        return std::move(unpacked).error();
    }
    return record;
}

}  // namespace throughline::record
