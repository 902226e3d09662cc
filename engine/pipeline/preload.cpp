// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/preload.h"

#include <new>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "engine/base/random.h"
#include "engine/base/say.h"

namespace throughline::pipeline {
namespace {

constexpr std::uint64_t kSampleSeed = 0x7468'726F'7567'6821;  // any; fixed so that runs compare

Result<std::size_t> read_image(const dataset::ImageSet& images,
                               std::uint32_t item,
                               std::span<std::byte> out) {
    const auto place = images.place(item);
    auto file = images.open_file(place.file);
    return file ? (*file)->read_at(place.offset_bytes, out)
                : Result<std::size_t>(std::move(file).error());
}

}  // namespace

Result<Preloaded> preload_sample(const dataset::ImageSet& images,
                                 std::uint64_t bytes_max,
                                 ItemLog& log,
                                 std::stop_token stop) {
    std::vector<std::uint32_t> order(images.size());
    std::iota(order.begin(), order.end(), 0U);
    Random(kSampleSeed).shuffle(std::span(order));

    std::uint64_t bytes = 0;
    std::size_t count = 0;
    while (count < order.size() &&
           (count == 0 || bytes + images.bytes(order[count]) <= bytes_max)) {
        bytes += images.bytes(order[count++]);
    }
    Preloaded loaded;
    try {
        loaded.bytes.resize(bytes);
    } catch (const std::bad_alloc&) {
        return Error{.code = ErrorCode::Limit,
                     .what = say("hold %1 bytes of images in memory", std::to_string(bytes))};
    }
    loaded.images.reserve(count);
    std::span<std::byte> room(loaded.bytes);
    std::optional<Error> last;
    for (std::size_t i = 0; i < count; ++i) {
        if (stop.stop_requested()) {
            return Error{.code = ErrorCode::Stopped, .what = say("load images into memory")};
        }
        const std::uint32_t item = order[i];
        const auto place = room.first(std::min<std::size_t>(images.bytes(item), room.size()));
        auto got = read_image(images, item, place);
        if (!got) {
            last = std::move(got).error();
            if (log.wants(item, true, "read.open")) {
                log.report({.failed = true,
                            .code = "read.open",
                            .text = say("read '%1': %2", images.name(item), describe(*last)),
                            .item = item});
            }
            continue;
        }
        loaded.images.push_back({.bytes = place.first(*got), .item = item});
        room = room.subspan(*got);
    }
    if (loaded.images.empty()) {
        Error failure = last.value_or(Error{.code = ErrorCode::Io, .what = say("there are none")});
        failure.what = say("load images of '%1' into memory: %2", images.root(), failure.what);
        return failure;
    }
    return loaded;
}

}  // namespace throughline::pipeline
