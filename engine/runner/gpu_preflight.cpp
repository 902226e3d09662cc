// SPDX-License-Identifier: Apache-2.0
#include "engine/runner/gpu_preflight.h"

#include <string>
#include <utility>

namespace throughline::runner {
namespace {

Result<void> check_device(std::int64_t index, const consumer::GpuPluginReport& report) {
    const auto devices = static_cast<std::int64_t>(report.devices.size());
    if (index < devices && report.devices[static_cast<std::size_t>(index)].usable) {
        return {};
    }
    std::string usable;
    for (std::size_t i = 0; i < report.devices.size(); ++i) {
        if (report.devices[i].usable) {
            usable += (usable.empty() ? "" : ", ") + std::to_string(i) + " (" +
                      report.devices[i].name + ")";
        }
    }
    return Error{.code = ErrorCode::Usage,
                 .what = "consumer.device=" + std::to_string(index) +
                         (index < devices ? ": the plug-in has no code for this GPU"
                                          : ": there is no such GPU") +
                         "; usable: " + usable};
}

}  // namespace

bool needs_gpu(const run::Settings& point) {
    const std::string& stages = run::text_of(point, "stages");
    return run::text_of(point, "consumer.kind") == "gpu" &&
           (stages == "full" || stages == "consumer");
}

Result<std::optional<consumer::GpuAccess>> find_gpu(const std::vector<run::Settings>& points,
                                                    const GpuSource& source) {
    std::optional<consumer::GpuAccess> access;
    for (const run::Settings& point : points) {
        if (!needs_gpu(point)) {
            continue;
        }
        if (!access) {
            if (!source) {
                return Error{.code = ErrorCode::Unsupported,
                             .what = "consumer.kind=gpu: GPUs are not looked for here"};
            }
            auto found = source();
            if (!found) {
                return std::move(found).error();
            }
            access = *std::move(found);
        }
        if (auto fits = check_device(run::integer_of(point, "consumer.device"), access->report);
            !fits) {
            return std::move(fits).error();
        }
    }
    return access;
}

}  // namespace throughline::runner
