// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/make_reader.h"

#include <string>
#include <utility>

#include "engine/base/say.h"
#include "engine/storage/blocking_reader.h"
#include "engine/storage/delayed_reader.h"
#include "engine/storage/read_plan.h"
#include "engine/storage/uring_reader.h"

namespace throughline::storage {
namespace {

constexpr std::uint32_t kQueueDepthMax = 4096;

}  // namespace

Result<std::unique_ptr<Reader>> make_reader(const ReaderOptions& options, const BufferPool& pool) {
    if (options.queue_depth == 0 || options.queue_depth > kQueueDepthMax) {
        return usage_error(say("queue depth %1: must be from 1 to %2",
                               std::to_string(options.queue_depth),
                               std::to_string(kQueueDepthMax)));
    }
    if (options.direct_io && options.block_bytes % kDirectAlignBytes != 0) {
        return usage_error(say("block size %1: with O_DIRECT it must be a multiple of %2",
                               std::to_string(options.block_bytes),
                               std::to_string(kDirectAlignBytes)));
    }
    if (options.emulated != nullptr) {
        if (options.kind == ReaderKind::Mapped) {
            return usage_error(
                say("storage cannot be emulated under mmap: there is no read to delay"));
        }
        ReaderOptions real = options;
        real.emulated = nullptr;
        auto reader = make_reader(real, pool);
        if (!reader) {
            return reader;
        }
        return make_delayed_reader(options, *std::move(reader));
    }
    switch (options.kind) {
        case ReaderKind::Uring:
            return make_uring_reader(options, pool);
        case ReaderKind::Blocking:
        case ReaderKind::Mapped:
            return make_blocking_reader(options, pool);
    }
    return Error{.code = ErrorCode::Internal, .what = "make_reader: unknown kind"};
}

}  // namespace throughline::storage
