// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>

#include "engine/cuda/conv_plans.cuh"
#include "engine/network/conv_descriptor.h"
#include "engine/network/device_program.h"
#include "engine/network/graph.h"
#include "tests/gpu/check_table.cuh"

namespace throughline::gpu_check {

/// A line about what runs a convolution, for whoever wants to know why a network is slow.
inline void print_engine(const std::string& layer,
                         const network::ConvDescriptor& conv,
                         const cuda::ConvPlan& plan) {
    const auto& w = conv.w.sizes;
    const auto& y = conv.y.sizes;
    const double products =
        static_cast<double>(w[1] * w[2] * w[3]) * static_cast<double>(y[0] * y[1] * y[2] * y[3]);
    constexpr std::array kResults{"y", "dx", "dw"};
    std::printf("  %-24s %-2s engine %2d%s%s, workspace %.1f MB, ",
                layer.c_str(),
                kResults.at(static_cast<std::size_t>(conv.pass)),
                static_cast<int>(plan.engine.index),
                plan.engine.compiled ? " compiled" : "",
                plan.engine.tensor_cores ? "" : " without tensor cores",
                static_cast<double>(plan.workspace_bytes) * 1e-6);
    if (plan.tried == 0) {
        std::printf("kept from before\n");
    } else {
        std::printf("%.1f us, %.1f TFLOP/s, the fastest of %zu\n",
                    plan.seconds * 1e6,
                    2e-12 * products / plan.seconds,
                    plan.tried);
    }
}

/// What runs the convolutions of a network, in counts.
inline void note_engines(Table& table,
                         const cuda::ConvPlans& convolutions,
                         const network::DeviceProgram& program,
                         const network::Graph& graph) {
    std::array<double, 3> seconds{};
    for (std::uint32_t index = 0; index < program.steps.size(); ++index) {
        const TlGpuStep& step = program.steps[index];
        if (network::is_conv(step)) {
            const network::ConvDescriptor conv = network::describe_conv(step, program.images);
            const cuda::ConvPlan& plan = convolutions.plan_of_step(index);
            print_engine(graph.layers[step.layer].name, conv, plan);
            seconds.at(static_cast<std::size_t>(conv.pass)) += plan.seconds;
        }
    }
    std::uint64_t workspace = 0;
    int kept = 0;
    int compiled = 0;
    int without_tensor_cores = 0;
    for (const auto& [shape, plan] : convolutions.plans()) {
        workspace = std::max(workspace, plan.workspace_bytes);
        kept += plan.tried == 0 ? 1 : 0;
        compiled += plan.engine.compiled ? 1 : 0;
        without_tensor_cores += plan.engine.tensor_cores ? 0 : 1;
    }
    const std::string name = graph.id + ", batch " + std::to_string(program.images) + ": ";
    constexpr std::array kPasses{"convolutions", "data gradients", "weight gradients"};
    for (std::size_t pass = 0; pass < seconds.size() && kept == 0; ++pass) {
        if (seconds.at(pass) > 0.0) {
            table.note(name + kPasses.at(pass) + ", alone", 1e3 * seconds.at(pass), "ms");
        }
    }
    table.note(name + "version of cuDNN", static_cast<double>(convolutions.library_version()), "");
    table.note(name + "shapes", static_cast<double>(convolutions.plans().size()), "");
    table.note(name + "of them kept from before", kept, "");
    table.note(name + "of them compiled at run time", compiled, "");
    table.note(name + "of them without tensor cores", without_tensor_cores, "");
    table.note(name + "largest workspace", static_cast<double>(workspace) * 1e-6, "MB");
}

}  // namespace throughline::gpu_check
