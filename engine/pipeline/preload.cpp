// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/preload.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "engine/base/random.h"
#include "engine/base/say.h"
#include "engine/base/worker_threads.h"

namespace throughline::pipeline {
namespace {

// Of images that are far away each waits a round trip.
constexpr std::size_t kFarReaders = 16;
constexpr std::uint64_t kSampleSeed = 0x7468'726F'7567'6821;  // any; fixed so that runs compare

Result<std::size_t> read_image(const dataset::ImageSet& images,
                               std::uint32_t item,
                               std::span<std::byte> out) {
    const auto place = images.place(item);
    auto file = images.open_file(place.file);
    return file ? (*file)->read_at(place.offset_bytes, out)
                : Result<std::size_t>(std::move(file).error());
}

/// Reads each of the items into its place: bytes read, or why it was not.
/// Errors: Stopped.
Result<std::vector<Result<std::size_t>>> read_images(
    const dataset::ImageSet& images,
    std::span<const std::uint32_t> items,
    const std::vector<std::span<std::byte>>& places,
    const std::stop_token& stop) {
    std::vector<Result<std::size_t>> got(items.size(), Result<std::size_t>(std::size_t{0}));
    std::atomic<std::size_t> next{0};
    const auto work = [&]() -> Result<void> {
        for (std::size_t i = next++; i < items.size(); i = next++) {
            if (stop.stop_requested()) {
                return Error{.code = ErrorCode::Stopped, .what = say("load images into memory")};
            }
            got[i] = read_image(images, items[i], places[i]);
        }
        return {};
    };
    const bool far_away = images.far() != nullptr;
    const std::size_t readers = far_away ? std::min(kFarReaders, items.size()) : 1;
    if (auto done = run_on_threads("load images into memory", readers, work); !done) {
        return std::move(done).error();
    }
    return got;
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
    order.resize(count);
    std::vector<std::span<std::byte>> places;
    std::size_t at = 0;
    for (const std::uint32_t item : order) {
        places.push_back(std::span(loaded.bytes).subspan(at, images.bytes(item)));
        at += images.bytes(item);
    }
    auto read = read_images(images, order, places, stop);
    if (!read) {
        return std::move(read).error();
    }
    std::optional<Error> last;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t item = order[i];
        auto& got = (*read)[i];
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
        loaded.images.push_back({.bytes = places[i].first(*got), .item = item});
    }
    if (loaded.images.empty()) {
        Error failure = last.value_or(Error{.code = ErrorCode::Io, .what = say("there are none")});
        failure.what = say("load images of '%1' into memory: %2", images.root(), failure.what);
        return failure;
    }
    return loaded;
}

}  // namespace throughline::pipeline
