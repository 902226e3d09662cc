// SPDX-License-Identifier: Apache-2.0
#include "engine/network/batch_fit.h"

#include <algorithm>
#include <string>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/network/conv_descriptor.h"
#include "engine/network/memory_plan.h"
#include "engine/network/network_steps.h"

namespace throughline::network {
namespace {

constexpr std::uint32_t kMultiple = 8;
constexpr std::uint64_t kColours = 3;
constexpr std::uint64_t kUsablePercent = 85;

std::uint32_t rounded_down(std::uint32_t images) {
    return images > kMultiple ? images / kMultiple * kMultiple : images;
}

}  // namespace

std::uint64_t session_bytes(const DeviceProgram& program, std::uint32_t in_flight) noexcept {
    const std::uint64_t pixels =
        std::uint64_t{program.images} * program.width_px * program.height_px * kColours;
    return program.bytes() + workspace_bytes(program.view()) + in_flight * pixels;
}

std::uint64_t usable_bytes(std::uint64_t free_bytes) noexcept {
    return free_bytes / 100 * kUsablePercent;
}

std::uint64_t bytes_used_up(std::uint64_t free_bytes) noexcept {
    const std::uint64_t part = free_bytes / kUsablePercent;
    return part > UINT64_MAX / 100 ? UINT64_MAX : part * 100;
}

Result<void> check_fit(const DeviceProgram& program,
                       std::uint64_t free_bytes,
                       std::uint32_t in_flight) {
    for (const ConvDescriptor& conv : describe_convs(program)) {
        if (auto taken = check(conv); !taken) {
            return taken;
        }
    }
    const std::uint64_t needed = session_bytes(program, in_flight);
    if (needed > usable_bytes(free_bytes)) {
        const auto text = [](std::uint64_t bytes) {
            return format_quantity(static_cast<double>(bytes), "bytes");
        };
        return Error{.code = ErrorCode::Limit,
                     .what = say("%1 of the GPU are needed for batches of %2, and %3 are free",
                                 text(needed),
                                 std::to_string(program.images),
                                 text(free_bytes))};
    }
    return {};
}

Result<std::uint32_t> largest_batch(std::string_view id,
                                    std::uint64_t free_bytes,
                                    std::uint32_t in_flight,
                                    std::uint32_t most,
                                    Purpose purpose) {
    const auto graph = built_in_graph(id);
    if (!graph) {
        return graph.error();
    }
    const auto fits = [&](std::uint32_t images) -> Result<void> {
        const auto program = purpose == Purpose::Training ? training_program(*graph, images)
                                                          : device_program(*graph, images);
        return program ? check_fit(*program, free_bytes, in_flight) : program.error();
    };
    if (auto one = fits(1); !one) {
        return std::move(one).error();
    }
    std::uint32_t low = 1;
    std::uint32_t high = std::max(most, 1U) + 1;
    while (high - low > 1) {
        const std::uint32_t middle = low + (high - low) / 2;
        (fits(middle) ? low : high) = middle;
    }
    return rounded_down(low);
}

std::uint32_t smaller_batch(std::uint32_t images) noexcept {
    return images == 0 ? 0 : rounded_down(images - std::max(1U, images / 8));
}

std::uint32_t batch_between(std::uint32_t fits, std::uint32_t refused) noexcept {
    return std::max(fits, rounded_down(fits + (refused - fits) / 2));
}

}  // namespace throughline::network
