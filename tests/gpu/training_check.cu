// SPDX-License-Identifier: Apache-2.0
// What only a GPU can show of training: each step of a network against the same step on the host,
// that the loss falls, the rates of the ceilings, and where the time of a step goes. Ends with 1
// when a check was missed. tests/gpu/run.sh builds it; it needs cuDNN.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "engine/consumer/gpu_plugin.h"
#include "engine/cuda/device_memory.cuh"
#include "engine/cuda/events.cuh"
#include "engine/cuda/network_work.cuh"
#include "engine/network/device_program.h"
#include "tests/gpu/check_table.cuh"
#include "tests/gpu/checked_networks.cuh"
#include "tests/gpu/engine_notes.cuh"
#include "tests/gpu/training_mirror.cuh"

namespace {

using namespace throughline;
using namespace throughline::gpu_check;

Table table;

constexpr std::uint32_t kChecked = 4;     ///< images of the batch that the host computes too
constexpr std::uint32_t kLearned = 64;    ///< of the one that is learned by heart
constexpr std::uint32_t kMeasured = 256;  ///< of those that are timed

const char* kind_text(std::uint32_t kind) {
    switch (kind) {
        case kTlGpuStepConvolution:
            return "convolutions, forward";
        case kTlGpuStepConvDataGradient:
            return "convolutions, data gradient";
        case kTlGpuStepConvWeightGradient:
            return "convolutions, weight gradient";
        case kTlGpuStepNormStatistics:
            return "norms, statistics";
        case kTlGpuStepNormApply:
            return "norms, apply";
        case kTlGpuStepNormGradientSums:
            return "norms, gradient sums";
        case kTlGpuStepNormGradient:
            return "norms, gradient";
        case kTlGpuStepReluGradient:
            return "ReLUs and biases, gradient";
        case kTlGpuStepMaxPool:
            return "maximum pools";
        case kTlGpuStepMaxPoolGradient:
            return "maximum pools, gradient";
        case kTlGpuStepAveragePool:
            return "average pools";
        case kTlGpuStepAveragePoolGradient:
            return "average pools, gradient";
        case kTlGpuStepLrn:
            return "local responses";
        case kTlGpuStepLrnGradient:
            return "local responses, gradient";
        case kTlGpuStepAdd:
            return "additions";
        case kTlGpuStepRelu:
            return "ReLUs";
        case kTlGpuStepDropout:
            return "dropouts";
        case kTlGpuStepSoftmax:
            return "softmax";
        case kTlGpuStepLoss:
            return "loss";
        case kTlGpuStepUpdate:
            return "update";
        default:
            return "";
    }
}

bool make(cuda::NetworkWork& work, const network::DeviceProgram& program, const std::string& what) {
    TlGpuError error{};
    if (work.make(program.view(), false, nullptr, &error) == kTlGpuOk) {
        return true;
    }
    std::fprintf(stderr, "%s: %s\n", what.c_str(), error.text);
    table.check(what + ": can be made", 0, "", "1", false);
    return false;
}

/// Noise where the normalised pixels of a batch are read from.
void put_noise(const cuda::NetworkWork& work, const network::DeviceProgram& program) {
    const TlGpuTensor& input = program.steps.front().out;
    std::vector<Half> pixels(std::uint64_t{program.images} * input.height * input.width *
                             input.pixel_pitch);
    for (std::uint64_t i = 0; i < pixels.size(); ++i) {
        pixels[i] =
            network::to_half(i % input.pixel_pitch < 3 ? 1.7F * network::noise(3, i) : 0.0F);
    }
    must(cudaMemcpy(work.memory().results + input.first,
                    pixels.data(),
                    pixels.size() * sizeof(Half),
                    cudaMemcpyHostToDevice));
}

void check_steps(const network::Graph& graph) {
    const auto program = must(network::training_program(graph, kChecked));
    cuda::NetworkWork work;
    const std::string what = graph.id + ", training, batch " + std::to_string(kChecked);
    if (!make(work, program, what)) {
        return;
    }
    put_noise(work, program);
    Mirror mirror(program, work);
    std::map<std::string, double> worst;
    for (std::uint32_t index = 0; index < program.steps.size(); ++index) {
        const std::string kind = kind_text(program.steps[index].kind);
        if (!kind.empty()) {
            worst[kind] = worse(worst[kind], mirror.compare(index));
        }
    }
    for (const auto& [kind, error] : worst) {
        table.check(
            what + ": " + kind + ", worst error / tolerated", error, "", "<= 1", error <= 1.0);
    }
}

void check_loss(const network::Graph& graph) {
    constexpr int kSteps = 30;
    const auto program = must(network::training_program(graph, kLearned));
    cuda::NetworkWork work;
    const std::string what = graph.id + ", one batch of " + std::to_string(kLearned);
    if (!make(work, program, what)) {
        return;
    }
    put_noise(work, program);
    std::vector<double> losses;
    std::vector<float> of_images(program.images);
    for (int step = 0; step < kSteps; ++step) {
        must(work.step({.images = program.images}, nullptr));
        must(cudaDeviceSynchronize());
        fetch(of_images, work.memory().loss, 0, of_images.size());
        double sum = 0.0;
        for (const float one : of_images) {
            sum += one;
        }
        losses.push_back(sum / program.images);
    }
    network::LossScale scale;
    must(cudaMemcpy(&scale, work.memory().scale, sizeof scale, cudaMemcpyDeviceToHost));
    const double last = (losses[kSteps - 1] + losses[kSteps - 2] + losses[kSteps - 3]) / 3.0;
    table.note(what + ": first loss", losses.front(), "");
    table.check(what + ": loss after 30 steps / first",
                last / losses.front(),
                "",
                "< 0.9",
                last < 0.9 * losses.front());
    table.note(what + ": loss scale at the end", scale.scale, "");
    table.note(what + ": steps left out for an overflow", scale.skipped, "");
}

/// What a step reads and writes of the results and the weights, at least.
double bytes_of(const TlGpuStep& step, const network::DeviceProgram& program) {
    if (step.kind == kTlGpuStepUpdate) {
        // Gradients twice, masters and momentum there and back, copies.
        return static_cast<double>(program.weight_elements) * (2 + 2 + 8 + 8 + 2);
    }
    double values = 0.0;
    for (const TlGpuTensor* tensor : {&step.in,
                                      &step.residual,
                                      &step.out,
                                      &step.kept,
                                      &step.mask,
                                      &step.more[0],
                                      &step.more[1],
                                      &step.more[2]}) {
        const bool of_bytes = tensor == &step.mask && (step.kind == kTlGpuStepMaxPool ||
                                                       step.kind == kTlGpuStepMaxPoolGradient);
        values += (of_bytes ? 0.5 : 1.0) * program.images * tensor->height * tensor->width *
                  tensor->channels;
    }
    return sizeof(Half) * values;
}

/// Where the time of a step goes: each of its steps between two events.
void time_kinds(const network::Graph& graph) {
    constexpr int kRounds = 6;
    const auto program = must(network::training_program(graph, kMeasured));
    cuda::NetworkWork work;
    const std::string what = graph.id + ", training, batch " + std::to_string(kMeasured);
    if (!make(work, program, what)) {
        return;
    }
    note_engines(table, *work.convolutions(), program, graph);
    put_noise(work, program);
    const auto count = static_cast<std::uint32_t>(program.steps.size());
    std::vector<cuda::Event> events(count + 1);
    for (cuda::Event& event : events) {
        must(cuda::make_event(event));
    }
    struct Kind {
        double seconds = 0.0;
        double bytes = 0.0;
    };
    std::map<std::string, Kind> kinds;
    double all = 0.0;
    for (int round = 0; round < kRounds; ++round) {
        must(cudaEventRecord(events[0].get(), nullptr));
        for (std::uint32_t index = 0; index < count; ++index) {
            must(work.run(program.images, {index, index + 1}, nullptr));
            must(cudaEventRecord(events[index + 1].get(), nullptr));
        }
        must(cudaDeviceSynchronize());
        for (std::uint32_t index = 0; round > 0 && index < count; ++index) {
            double seconds = 0.0;
            must(cuda::seconds_between(events[index], events[index + 1], seconds));
            Kind& kind = kinds[kind_text(program.steps[index].kind)];
            kind.seconds += seconds / (kRounds - 1);
            kind.bytes += bytes_of(program.steps[index], program) / (kRounds - 1);
            all += seconds / (kRounds - 1);
        }
    }
    for (const auto& [name, kind] : kinds) {
        if (!name.empty()) {
            table.note(what + ": " + name, 1e3 * kind.seconds, "ms");
            table.note(
                what + ": " + name + ", bytes moved", 1e-9 * kind.bytes / kind.seconds, "GB/s");
        }
    }
    table.note(what + ": all steps, one by one", 1e3 * all, "ms");
}

void measure_ceiling(const consumer::GpuPlugin& plugin, const network::Graph& graph) {
    const auto program = must(network::training_program(graph, kMeasured));
    const TlGpuProgram view = program.view();
    TlGpuConfig config{};
    config.work = kTlGpuNetwork;
    config.phase = kTlGpuTraining;
    config.batch_images = kMeasured;
    config.width_px = program.width_px;
    config.height_px = program.height_px;
    config.in_flight_max = 2;
    config.program = &view;
    std::fill(std::begin(config.mean), std::end(config.mean), 118.0F);
    std::fill(std::begin(config.deviation), std::end(config.deviation), 58.0F);
    const std::string what = graph.id + ", training, batch " + std::to_string(kMeasured);
    const auto began = Clock::now();
    auto session = plugin.open(config);
    if (!session) {
        std::fprintf(stderr, "%s: %s\n", what.c_str(), session.error().what.c_str());
        table.check(what + ": can be opened", 0, "", "1", false);
        return;
    }
    table.note(what + ": time to open", seconds_since(began), "s");
    check_ceiling(table, **session, what);
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 6) {
        std::fprintf(stderr, "usage: training_check PLUGIN OUT.jsonl SECONDS FIRST END\n");
        return 2;
    }
    table.open(arguments[2]);
    const auto began = Clock::now();
    const double seconds = std::stod(arguments[3]);
    const auto plugin = must(consumer::GpuPlugin::load(arguments[1]));
    const auto report = must(plugin->probe());
    if (!report.reason.empty() || report.devices.empty()) {
        std::fprintf(stderr, "no GPU to test with: %s\n", report.reason.c_str());
        return 3;
    }
    const std::vector<network::Graph> graphs = networks();
    const std::size_t end = std::min<std::size_t>(std::stoul(arguments[5]), graphs.size());
    int left_out = 0;
    for (std::size_t i = std::stoul(arguments[4]); i < end; ++i) {
        if (seconds_since(began) > seconds) {
            ++left_out;
            continue;
        }
        measure_ceiling(*plugin, graphs[i]);
        if (i == 0) {
            time_kinds(graphs[i]);
        }
        check_steps(graphs[i]);
        check_loss(graphs[i]);
    }
    table.note("networks whose training was left out for want of time", left_out, "");
    return table.close();
}
