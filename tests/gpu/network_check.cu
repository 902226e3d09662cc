// SPDX-License-Identifier: Apache-2.0
// What only a GPU can show of the networks: each step of each network against the same step on the
// host, and the rates of their ceilings. Ends with 1 when a check was missed. tests/gpu/run.sh
// builds it; it needs cuDNN.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "engine/consumer/gpu_plugin.h"
#include "engine/cuda/device_memory.cuh"
#include "engine/cuda/launcher.cuh"
#include "engine/cuda/network_work.cuh"
#include "engine/cuda/proxy_work.cuh"
#include "engine/network/device_program.h"
#include "engine/network/noise.h"
#include "engine/network/proxy.h"
#include "tests/engine/network/host_launcher.h"
#include "tests/gpu/check_table.cuh"
#include "tests/gpu/checked_networks.cuh"
#include "tests/gpu/engine_notes.cuh"

namespace {

using namespace throughline;
using namespace throughline::gpu_check;
using network::Half;

Table table;

/// Images of the batches that are checked and measured: engines differ from size to size, and a
/// tool that watches each access cannot finish large ones.
std::uint32_t batch_images = 256;

/// One element of a tensor on the device.
struct Place {
    std::uint32_t n;
    std::uint32_t y;
    std::uint32_t x;
    std::uint32_t c;
};

std::vector<Half> fetch(const Half* from, std::uint64_t count) {
    std::vector<Half> values(count);
    must(cudaMemcpy(values.data(), from, count * sizeof(Half), cudaMemcpyDeviceToHost));
    return values;
}
std::uint64_t pixel_of(const TlGpuTensor& tensor,
                       std::uint32_t n,
                       std::uint32_t y,
                       std::uint32_t x) {
    return tensor.first +
           ((std::uint64_t{n} * tensor.height + y) * tensor.width + x) * tensor.pixel_pitch;
}

/// What a convolution should be at one place, and how far fp16 and the order of sums may be off.
struct Expected {
    double value = 0.0;
    double tolerance = 0.0;
};

Expected convolution_at(const network::NetworkMemory& memory,
                        const TlGpuStep& step,
                        const Place& at) {
    const std::uint32_t inputs = step.in.channels / step.groups;
    const std::uint32_t first = at.c / (step.out.channels / step.groups) * inputs;
    double sum = to_float(fetch(memory.weights + step.bias + at.c, 1)[0]);
    double squares = sum * sum;
    for (std::uint32_t row = 0; row < step.window_height; ++row) {
        for (std::uint32_t column = 0; column < step.window_width; ++column) {
            const std::int64_t y = std::int64_t{at.y} * step.stride_y + row - step.pad_top;
            const std::int64_t x = std::int64_t{at.x} * step.stride_x + column - step.pad_left;
            if (y < 0 || x < 0 || y >= step.in.height || x >= step.in.width) {
                continue;
            }
            const auto pixel = fetch(memory.results +
                                         pixel_of(step.in,
                                                  at.n,
                                                  static_cast<std::uint32_t>(y),
                                                  static_cast<std::uint32_t>(x)) +
                                         first,
                                     inputs);
            const auto weights =
                fetch(memory.weights + step.weights +
                          ((std::uint64_t{at.c} * step.window_height + row) * step.window_width +
                           column) *
                              inputs,
                      inputs);
            for (std::uint32_t c = 0; c < inputs; ++c) {
                const double term = double{to_float(pixel[c])} * to_float(weights[c]);
                sum += term;
                squares += term * term;
            }
        }
    }
    if (step.residual.channels > 0) {
        sum += to_float(
            fetch(memory.results + pixel_of(step.residual, at.n, at.y, at.x) + at.c, 1)[0]);
    }
    const double value = step.relu != 0 && sum < 0.0 ? 0.0 : sum;
    return {value, std::fabs(value) / 1024.0 + 2e-3 * std::sqrt(squares) + 1e-6};
}

/// The same of the product that stands for it in a proxy.
Expected proxy_at(const network::NetworkMemory& memory,
                  const TlGpuStep& step,
                  std::uint32_t images,
                  const Place& at) {
    const network::ProxyProduct by = network::proxy_product(step, images, memory);
    const std::uint64_t row =
        (std::uint64_t{at.n} * step.out.height + at.y) * step.out.width + at.x;
    const auto left = fetch(network::proxy_row(by, row), by.depth);
    const auto right = fetch(by.b + std::uint64_t{at.c} * by.depth, by.depth);
    double sum = to_float(fetch(by.bias + at.c, 1)[0]);
    double squares = sum * sum;
    for (std::uint32_t k = 0; k < by.depth; ++k) {
        const double term = double{to_float(left[k])} * to_float(right[k]);
        sum += term;
        squares += term * term;
    }
    if (by.residual != nullptr) {
        sum += to_float(fetch(by.residual + row * by.residual_row + at.c, 1)[0]);
    }
    const double value = by.relu && sum < 0.0 ? 0.0 : sum;
    return {value, std::fabs(value) / 1024.0 + 2e-3 * std::sqrt(squares) + 1e-6};
}

/// One convolution that has been run, at places drawn at random. Returns: the worst error in units
/// of what is tolerated.
template <class ExpectedAt>
double worst_place(cuda::ProgramWork& work,
                   const network::DeviceProgram& program,
                   const TlGpuStep& step,
                   std::mt19937& random,
                   ExpectedAt expected_at) {
    constexpr int kPlaces = 24;
    double worst = 0.0;
    for (int i = 0; i < kPlaces; ++i) {
        const Place at{static_cast<std::uint32_t>(random() % program.images),
                       static_cast<std::uint32_t>(random() % step.out.height),
                       static_cast<std::uint32_t>(random() % step.out.width),
                       static_cast<std::uint32_t>(random() % step.out.channels)};
        const Expected expected = expected_at(step, at);
        const double got = to_float(
            fetch(work.memory().results + pixel_of(step.out, at.n, at.y, at.x) + at.c, 1)[0]);
        const double error = std::fabs(got - expected.value) / expected.tolerance;
        worst = std::isnan(error) ? INFINITY : std::max(worst, error);
    }
    return worst;
}

/// A step that a kernel of ours carries out, on the host, for the first images of a batch: made
/// before the device runs it, which may write over what it reads.
class HostStep {
public:
    HostStep(const TlGpuStep& step, const network::NetworkMemory& device)
        : step_(step), on_device_(step) {
        take(device.results, step_.in, results_);
        if (step_.residual.channels > 0) {
            take(device.results, step_.residual, results_);
        }
        if (step_.weight_count > 0) {
            weights_ = fetch(device.weights + step_.weights, step_.weight_count);
            const auto bias = fetch(device.weights + step_.bias, step_.out.channels);
            weights_.insert(weights_.end(), bias.begin(), bias.end());
            step_.bias = step_.weight_count;
            step_.weights = 0;
        }
    }

    /// Every value, in units of what is tolerated. The device has run the step.
    double worst(const network::DeviceProgram& of, const network::NetworkMemory& device) {
        TlGpuProgram program = of.view();
        program.steps = &step_;
        program.step_count = 1;
        program.images = kImages;
        std::vector<float> probabilities(network::probability_values(program));
        const bool is_softmax = step_.kind == kTlGpuStepSoftmax;  // which has a place of its own
        const std::uint64_t span = is_softmax ? 0 : span_of(on_device_.out);
        step_.out.first = results_.size();
        results_.resize(results_.size() + span);
        network::HostLauncher run;
        run_network(
            program, {results_.data(), weights_.data(), probabilities.data()}, kImages, run);
        if (is_softmax) {
            return worst_probability(probabilities, program, device);
        }
        const std::vector<Half> host(results_.end() - static_cast<std::ptrdiff_t>(span),
                                     results_.end());
        const auto got = fetch(device.results + on_device_.out.first, host.size());
        double worst = 0.0;
        for (std::uint64_t i = 0; i < host.size(); ++i) {
            if (i % on_device_.out.pixel_pitch < on_device_.out.channels) {
                worst = worse(worst, to_float(got[i]), to_float(host[i]));
            }
        }
        return worst;
    }

private:
    static constexpr std::uint32_t kImages = 2;

    /// From the first value of the first image to the last one of the last.
    static std::uint64_t span_of(const TlGpuTensor& tensor) {
        const std::uint64_t pixels = std::uint64_t{kImages} * tensor.height * tensor.width;
        return (pixels - 1) * tensor.pixel_pitch + tensor.channels;
    }
    static void take(const Half* from, TlGpuTensor& tensor, std::vector<Half>& into) {
        const auto values = fetch(from + tensor.first, span_of(tensor));
        tensor.first = into.size();
        into.insert(into.end(), values.begin(), values.end());
    }
    /// Two steps of fp16: sums may be made in another order.
    static double worse(double worst, double got, double expected) {
        const double error = std::fabs(got - expected) / (std::fabs(expected) / 512.0 + 1e-6);
        return std::isnan(error) ? INFINITY : std::max(worst, error);
    }
    static double worst_probability(const std::vector<float>& host,
                                    const TlGpuProgram& program,
                                    const network::NetworkMemory& device) {
        std::vector<float> got(std::uint64_t{kImages} * program.classes);
        must(cudaMemcpy(
            got.data(), device.probabilities, got.size() * sizeof(float), cudaMemcpyDeviceToHost));
        double worst = 0.0;
        for (std::uint64_t i = 0; i < got.size(); ++i) {
            worst = worse(worst, got[i], host[i]);
        }
        return worst;
    }

    TlGpuStep step_;       ///< its tensors lie in results_
    TlGpuStep on_device_;  ///< as it was
    std::vector<Half> results_;
    std::vector<Half> weights_;
};

/// What a step is called in the table; "" = there is nothing to compare.
const char* kind_text(const TlGpuStep& step) {
    switch (step.kind) {
        case kTlGpuStepConvolution:
            return "convolutions";
        case kTlGpuStepScaleShift:
            return "scales and shifts";
        case kTlGpuStepMaxPool:
            return "maximum pools";
        case kTlGpuStepAveragePool:
            return "average pools";
        case kTlGpuStepLrn:
            return "local responses";
        case kTlGpuStepAdd:
            return "additions";
        case kTlGpuStepRelu:
            return "ReLUs";
        case kTlGpuStepSoftmax:
            return "probabilities";
        default:
            return "";
    }
}

/// Noise where the normalised pixels of a batch are read from, in the three channels that have any:
/// the others are 0, as the weights' sums expect them.
struct FillPixels {
    Half* pixels;
    std::uint32_t pitch;
    THROUGHLINE_HOST_DEVICE void operator()(std::uint64_t i) const {
        constexpr float kRange = 1.7320508F;  // of a deviation of 1, as normalised pixels have
        const float value = i % pitch < 3 ? kRange * network::noise(3, i) : 0.0F;
        pixels[i] = network::to_half(value);
    }
};
void put_noise(cuda::ProgramWork& work, const network::DeviceProgram& program) {
    const TlGpuTensor& input = program.steps.front().out;
    cuda::Launcher fill(nullptr);
    fill.each(std::uint64_t{program.images} * input.height * input.width * input.pixel_pitch,
              FillPixels{work.memory().results + input.first, input.pixel_pitch});
    must(fill.failure());
    must(cudaDeviceSynchronize());
}

void check_proxy(const network::Graph& graph) {
    const auto program = must(network::device_program(graph, batch_images));
    cuda::ProxyWork work;
    if (work.make(program.view(), nullptr) != cudaSuccess) {
        table.check("proxy of " + graph.id + ": can be made", 0, "", "1", false);
        return;
    }
    put_noise(work, program);
    std::mt19937 random(9);
    const auto expected = [&](const TlGpuStep& step, const Place& at) {
        return proxy_at(work.memory(), step, batch_images, at);
    };
    double worst = 0.0;
    for (std::uint32_t index = 0; index < program.steps.size(); ++index) {
        const TlGpuStep& step = program.steps[index];
        must(work.run(program.images, {index, index + 1}, nullptr));
        must(cudaDeviceSynchronize());
        if (step.kind == kTlGpuStepConvolution) {
            worst = std::max(worst, worst_place(work, program, step, random, expected));
        }
    }
    table.check("proxy of " + graph.id + ": products, worst error / tolerated",
                worst,
                "",
                "<= 1",
                worst <= 1.0);
}

/// Every step as it comes, against the same one on the host: convolutions at some places of the
/// whole batch, since the host would need minutes for all of them, the others value by value.
void compare_steps(cuda::NetworkWork& work,
                   const network::DeviceProgram& program,
                   const std::string& name) {
    std::mt19937 random(5);
    const auto expected = [&](const TlGpuStep& step, const Place& at) {
        return convolution_at(work.memory(), step, at);
    };
    std::map<std::string, double> worst;
    for (std::uint32_t index = 0; index < program.steps.size(); ++index) {
        const TlGpuStep& step = program.steps[index];
        const std::string kind = kind_text(step);
        const bool is_convolution = step.kind == kTlGpuStepConvolution;
        std::optional<HostStep> host;
        if (!kind.empty() && !is_convolution) {
            host.emplace(step, work.memory());
        }
        must(work.run(program.images, {index, index + 1}, nullptr));
        must(cudaDeviceSynchronize());
        if (!kind.empty()) {
            double& of_kind = worst[kind];
            of_kind = std::max(of_kind,
                               is_convolution ? worst_place(work, program, step, random, expected)
                                              : host->worst(program, work.memory()));
        }
    }
    for (const auto& [kind, error] : worst) {
        table.check(
            name + ": " + kind + ", worst error / tolerated", error, "", "<= 1", error <= 1.0);
    }
}

void check_steps(const network::Graph& graph) {
    const auto program = must(network::device_program(graph, batch_images));
    cuda::NetworkWork work;
    TlGpuError error{};
    if (work.make(program.view(), false, nullptr, &error) != kTlGpuOk) {
        std::fprintf(stderr, "%s: %s\n", graph.id.c_str(), error.text);
        table.check(graph.id + ": can be made", 0, "", "1", false);
        return;
    }
    note_engines(table, *work.convolutions(), program, graph);
    put_noise(work, program);
    compare_steps(work, program, graph.id);
    std::vector<float> probabilities(std::uint64_t{batch_images} * program.classes);
    must(cudaMemcpy(probabilities.data(),
                    work.memory().probabilities,
                    probabilities.size() * sizeof(float),
                    cudaMemcpyDeviceToHost));
    double off = 0.0;
    for (std::uint32_t n = 0; n < batch_images; ++n) {
        double sum = 0.0;
        for (std::uint32_t c = 0; c < program.classes; ++c) {
            sum += probabilities[std::uint64_t{n} * program.classes + c];
        }
        off = std::isnan(sum) ? INFINITY : std::max(off, std::fabs(sum - 1.0));
    }
    table.check(graph.id + ": probabilities add up to 1, off by", off, "", "<= 1e-4", off <= 1e-4);
}

void measure_ceiling(const consumer::GpuPlugin& plugin,
                     const network::Graph& graph,
                     TlGpuWork kind) {
    const auto program = must(network::device_program(graph, batch_images));
    const TlGpuProgram view = program.view();
    TlGpuConfig config{};
    config.work = kind;
    config.phase = kTlGpuInference;
    config.batch_images = batch_images;
    config.width_px = program.width_px;
    config.height_px = program.height_px;
    config.in_flight_max = 2;
    config.program = &view;
    std::fill(std::begin(config.mean), std::end(config.mean), 118.0F);
    std::fill(std::begin(config.deviation), std::end(config.deviation), 58.0F);
    const std::string what = (kind == kTlGpuProxy ? "proxy of " : "") + graph.id +
                             ", inference, batch " + std::to_string(batch_images);
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
    if (count != 6 && count != 7) {
        std::fprintf(stderr, "usage: network_check PLUGIN OUT.jsonl SECONDS FIRST END [BATCH]\n");
        return 2;
    }
    batch_images = count == 7 ? static_cast<std::uint32_t>(std::stoul(arguments[6])) : batch_images;
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
        check_steps(graphs[i]);
        measure_ceiling(*plugin, graphs[i], kTlGpuNetwork);
        check_proxy(graphs[i]);
        measure_ceiling(*plugin, graphs[i], kTlGpuProxy);
    }
    table.note("networks left out for want of time", left_out, "");
    return table.close();
}
