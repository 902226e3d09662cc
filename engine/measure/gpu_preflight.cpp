// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/gpu_preflight.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/base/say.h"
#include "engine/consumer/gpu_config.h"
#include "engine/measure/gpu_batch.h"
#include "engine/network/batch_fit.h"
#include "engine/network/device_program.h"
#include "engine/spec/choices.h"
#include "engine/spec/gpu_network.h"

namespace throughline::measure {
namespace {

Result<void> check_devices(const spec::Settings& point, const consumer::GpuPluginReport& report) {
    const std::int64_t first = spec::integer_of(point, "consumer.device");
    const std::int64_t count = spec::integer_of(point, "consumer.accelerators");
    const auto devices = static_cast<std::int64_t>(report.devices.size());
    const auto is_usable = [&](std::int64_t index) {
        return index < devices && report.devices[static_cast<std::size_t>(index)].usable;
    };
    std::int64_t index = first;
    while (index < first + count && is_usable(index)) {
        ++index;
    }
    if (index == first + count) {
        return {};
    }
    std::string usable;
    for (std::int64_t i = 0; i < devices; ++i) {
        if (is_usable(i)) {
            usable += (usable.empty() ? "" : ", ") + std::to_string(i) + " (" +
                      report.devices[static_cast<std::size_t>(i)].name + ")";
        }
    }
    std::string chosen = "consumer.device=" + std::to_string(first);
    if (count > 1) {
        chosen = say("%1 and consumer.accelerators=%2", chosen, std::to_string(count));
    }
    const std::string number = std::to_string(index);
    return usage_error(
        index < devices
            ? say("%1: the plug-in has no code for GPU %2; usable: %3", chosen, number, usable)
            : say("%1: there is no such GPU as number %2; usable: %3", chosen, number, usable));
}

network::Purpose purpose_of(const spec::Settings& point) {
    return spec::text_of(point, "consumer.phase") == "training" ? network::Purpose::Training
                                                                : network::Purpose::Inference;
}

/// Whether a batch that was chosen fits; one that is to be the largest is looked for afterwards.
Result<void> check_memory_of(const network::DeviceProgram& program,
                             const spec::Settings& point,
                             const consumer::GpuPluginReport& report) {
    const auto index = static_cast<std::size_t>(spec::integer_of(point, "consumer.device"));
    const std::uint64_t free = report.devices[index].memory_free_bytes;
    if (free == 0 || wants_largest_batch(point)) {
        return {};
    }
    const auto fits = network::check_fit(program, free, consumer::kGpuInFlight);
    if (fits) {
        return {};
    }
    const std::string& id = spec::text_of(point, "consumer.network");
    const auto largest = network::largest_batch(
        spec::catalogue_id(id), free, consumer::kGpuInFlight, program.images, purpose_of(point));
    return Error{
        .code = fits.error().code,
        .what =
            largest
                ? say("consumer.network=%1: %2: set batch.images to %3 or less, or to 0 for the "
                      "largest that fits",
                      id,
                      fits.error().what,
                      std::to_string(*largest))
                : "consumer.network=" + id + ": " + fits.error().what};
}

/// Whether a network of the catalogue can run with these pictures and batches on this device.
Result<void> check_network(const spec::Settings& point, const consumer::GpuPluginReport& report) {
    const std::string& id = spec::text_of(point, "consumer.network");
    if (!spec::runs_program(id)) {
        return {};
    }
    const auto images = static_cast<std::uint32_t>(
        std::max<std::int64_t>(1, spec::integer_of(point, "batch.images")));
    const auto program =
        network::built_in_program(spec::catalogue_id(id), images, purpose_of(point));
    if (!program) {
        return program.error();
    }
    const std::int64_t width = program->width_px;
    const std::int64_t height = program->height_px;
    if (spec::integer_of(point, "decode.width_px") != width ||
        spec::integer_of(point, "decode.height_px") != height) {
        return usage_error(
            say("consumer.network=%1 takes images of %2 x %3 px: set decode.width_px and "
                "decode.height_px to that",
                id,
                std::to_string(width),
                std::to_string(height)));
    }
    for (const auto& library : report.libraries) {
        if (library.needed_for == "networks" && !library.found && spec::needs_cudnn(id)) {
            return Error{.code = ErrorCode::Unsupported,
                         .what = say("consumer.network=%1 needs %2, which was not found (%3). "
                                     "Install cuDNN 9, or name its "
                                     "folder in THROUGHLINE_GPU_LIBRARIES; consumer.network=%4 is "
                                     "a stand-in that does "
                                     "without, like transfer and trivial",
                                     id,
                                     library.name,
                                     library.detail,
                                     std::string(spec::kProxyPrefix) + id)};
        }
    }
    return check_memory_of(*program, point, report);
}

Result<void> check_decoder(const spec::Settings& point, const consumer::GpuPluginReport& report) {
    const auto stages = spec::stages_of(point);
    if (!spec::decodes_on_gpu(point) || stages == spec::Stages::Storage ||
        stages == spec::Stages::Consumer) {
        return {};
    }
    for (const auto& library : report.libraries) {
        if (library.needed_for == TL_GPU_DECODER_NEEDED_FOR && !library.found) {
            return Error{
                .code = ErrorCode::Unsupported,
                .what = say(
                    "decode.device=gpu needs %1, which was not found (%2). Install nvJPEG, a part "
                    "of the "
                    "CUDA toolkit and of the Python package nvidia-nvjpeg, or name its folder in "
                    "THROUGHLINE_GPU_LIBRARIES; decode.device=cpu does without",
                    library.name,
                    library.detail)};
        }
    }
    return {};
}

}  // namespace

bool needs_gpu(const spec::Settings& point) {
    const auto stages = spec::stages_of(point);
    return spec::consumer_kind_of(point) == spec::ConsumerKind::Gpu &&
           (stages == spec::Stages::Full || stages == spec::Stages::Consumer ||
            (stages == spec::Stages::Decode && spec::decodes_on_gpu(point)));
}

Result<std::optional<consumer::GpuAccess>> find_gpu(const std::vector<spec::Settings>& points,
                                                    const GpuSource& source) {
    std::optional<consumer::GpuAccess> access;
    for (const spec::Settings& point : points) {
        if (!needs_gpu(point) && !wants_largest_batch(point)) {
            continue;
        }
        if (!access) {
            if (!source) {
                return Error{.code = ErrorCode::Unsupported,
                             .what = say("consumer.kind=gpu: GPUs are not looked for here")};
            }
            auto found = source();
            if (!found) {
                return std::move(found).error();
            }
            access = *std::move(found);
        }
        if (auto fits = check_devices(point, access->report); !fits) {
            return std::move(fits).error();
        }
        if (auto fits = check_network(point, access->report); !fits) {
            return std::move(fits).error();
        }
        if (auto fits = check_decoder(point, access->report); !fits) {
            return std::move(fits).error();
        }
    }
    return access;
}

}  // namespace throughline::measure
