// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/preload.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <new>
#include <numeric>
#include <string>

#include "engine/base/file_descriptor.h"
#include "engine/base/random.h"
#include "engine/base/say.h"

namespace throughline::pipeline {
namespace {

constexpr std::uint64_t kSampleSeed = 0x7468'726F'7567'6821;  // any; fixed so that runs compare

/// Bytes read, or -1 with errno.
ssize_t read_image(const dataset::ImageSet& images, std::uint32_t item, std::span<std::byte> out) {
    const auto place = images.place(item);
    const UniqueFd fd(::openat(
        images.directory_fd(), images.file_path(place.file), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!fd) {
        return -1;
    }
    std::size_t total = 0;
    while (total < out.size()) {
        const ssize_t got = ::pread(fd.get(),
                                    out.data() + total,
                                    out.size() - total,
                                    static_cast<off_t>(place.offset_bytes + total));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return -1;
        }
        if (got == 0) {
            break;
        }
        total += static_cast<std::size_t>(got);
    }
    return static_cast<ssize_t>(total);
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
    int last_errno = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (stop.stop_requested()) {
            return Error{.code = ErrorCode::Stopped, .what = say("load images into memory")};
        }
        const std::uint32_t item = order[i];
        const auto place = room.first(std::min<std::size_t>(images.bytes(item), room.size()));
        const ssize_t got = read_image(images, item, place);
        if (got < 0) {
            last_errno = errno;
            if (log.wants(item, true, "read.open")) {
                log.report(
                    {.failed = true,
                     .code = "read.open",
                     .text = describe(errno_error(say("read '%1'", images.name(item)), last_errno)),
                     .item = item});
            }
            continue;
        }
        loaded.images.push_back(
            {.bytes = place.first(static_cast<std::size_t>(got)), .item = item});
        room = room.subspan(static_cast<std::size_t>(got));
    }
    if (loaded.images.empty()) {
        return errno_error(say("load images of '%1' into memory", images.root()), last_errno);
    }
    return loaded;
}

}  // namespace throughline::pipeline
