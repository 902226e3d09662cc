// SPDX-License-Identifier: Apache-2.0
// What only a GPU can show of the network Trivial: that the device computes what the host computes,
// that its loss falls, and its rates. Ends with 1 when a check was missed. tests/gpu/run.sh builds
// it.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "engine/consumer/gpu_plugin.h"
#include "engine/cuda/device_memory.cuh"
#include "engine/cuda/launcher.cuh"
#include "tests/engine/network/host_launcher.h"
#include "tests/engine/network/trivial_memory.h"
#include "tests/gpu/check_table.cuh"

namespace {

using namespace throughline;
using namespace throughline::gpu_check;

Table table;

/// The host's memory on the device, pointer for pointer.
struct OnDevice {
    explicit OnDevice(const network::TrivialMemory& host) : net(host.net) {
        must(cuda::allocate(pixels, host.pixels.size()));
        must(cuda::allocate(values, host.values.size()));
        must(cudaMemcpy(pixels.get(),
                        host.pixels.data(),
                        host.pixels.size() * sizeof(network::Half),
                        cudaMemcpyHostToDevice));
        net.pixels = pixels.get();
        const float* const from = host.values.data();
        for (float** pointer : {&net.weights0,
                                &net.bias0,
                                &net.weights1,
                                &net.bias1,
                                &net.weights2,
                                &net.bias2,
                                &net.layer0,
                                &net.layer1,
                                &net.scores,
                                &net.largest,
                                &net.sums,
                                &net.loss,
                                &net.gradient0,
                                &net.gradient1}) {
            *pointer = values.get() + (*pointer - from);
        }
    }

    network::Trivial net;
    cuda::DeviceMemory<network::Half> pixels;
    cuda::DeviceMemory<float> values;
};

double largest_difference(const float* host, const float* device, std::uint64_t count) {
    std::vector<float> got(count);
    must(cudaMemcpy(got.data(), device, count * sizeof(float), cudaMemcpyDeviceToHost));
    double largest = 0.0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const double difference = std::fabs(double{got[i]} - host[i]);
        largest = std::isnan(difference) ? INFINITY : std::max(largest, difference);
    }
    return largest;
}

/// Sizes that divide by no tile and no warp, several steps of training.
void check_against_host() {
    network::TrivialMemory host(
        {.images = 13, .inputs = 20 * 20 * 8, .hidden = 333, .classes = 77});
    OnDevice device(host);
    network::HostLauncher on_host;
    cuda::Launcher on_device(nullptr);
    trivial_initialise(host.net, on_host);
    trivial_initialise(device.net, on_device);
    for (int step = 0; step < 3; ++step) {
        trivial_forward(host.net, on_host);
        trivial_forward(device.net, on_device);
        trivial_backward(host.net, on_host);
        trivial_backward(device.net, on_device);
    }
    must(on_device.failure());
    must(cudaDeviceSynchronize());
    const network::Trivial& net = host.net;
    const auto compare = [&](const char* what, const float* a, const float* b, std::uint64_t n) {
        const double difference = largest_difference(a, b, n);
        table.check(std::string("trivial, device against host: ") + what,
                    difference,
                    "",
                    "<= 2e-5",
                    difference <= 2e-5);
    };
    compare("loss", net.loss, device.net.loss, net.images);
    compare("first weights", net.weights0, device.net.weights0, net.inputs);
    compare("hidden weights", net.weights1, device.net.weights1, net.hidden);
    compare(
        "last weights", net.weights2, device.net.weights2, std::uint64_t{net.hidden} * net.classes);
    compare("last bias", net.bias2, device.net.bias2, net.classes);
}

TlGpuConfig config_of(TlGpuPhase phase, std::uint32_t batch) {
    TlGpuConfig config{};
    config.work = kTlGpuTrivial;
    config.phase = phase;
    config.batch_images = batch;
    config.width_px = 227;
    config.height_px = 227;
    config.in_flight_max = 3;
    std::fill(std::begin(config.mean), std::end(config.mean), 118.0F);
    std::fill(std::begin(config.deviation), std::end(config.deviation), 58.0F);
    return config;
}

/// One batch of noise again and again: its loss must fall. As in a run, the ceiling comes first,
/// whose steps train as well.
void check_that_it_trains(const consumer::GpuPlugin& plugin) {
    constexpr std::uint32_t kBatch = 64;
    constexpr int kSteps = 60;
    const TlGpuConfig config = config_of(kTlGpuTraining, kBatch);
    auto session = must(plugin.open(config));
    static_cast<void>(must(session->ceiling(0.5)));
    std::vector<std::uint8_t> pixels(std::uint64_t{kBatch} * 227 * 227 * 3);
    std::mt19937 random(3);
    for (std::uint32_t n = 0; n < kBatch; ++n) {
        const unsigned brightness = random() % 128;
        const auto image = pixels.begin() + n * 227 * 227 * 3;
        std::generate(image, image + 227 * 227 * 3, [&] {
            return static_cast<std::uint8_t>(brightness + random() % 128);
        });
    }
    TlGpuBatch batch{};
    batch.images = kBatch;
    batch.pixels = pixels.data();
    double first = 0.0;
    double last = 0.0;
    for (int step = 0; step < kSteps; ++step) {
        const auto ticket = must(session->submit(batch));
        const TlGpuDone done = must(session->wait(ticket, std::chrono::seconds(10)));
        first = step == 0 ? done.loss : first;
        last = done.loss;
    }
    table.check("trivial, loss of the first step (log 1001 = 6.909)",
                first,
                "",
                "5.9..7.9",
                first > 5.9 && first < 7.9);
    table.check("trivial, loss of step 60 / loss of the first",
                last / first,
                "",
                "< 0.9",
                last / first < 0.9);
}

/// The losses of steps over one batch.
std::vector<double> losses_of(consumer::GpuSession& session, bool together) {
    constexpr std::uint32_t kBatch = 8;
    constexpr int kSteps = 12;
    std::vector<std::uint8_t> pixels(std::uint64_t{kBatch} * 227 * 227 * 3);
    std::mt19937 random(11);
    std::generate(
        pixels.begin(), pixels.end(), [&] { return static_cast<std::uint8_t>(random() % 256); });
    TlGpuBatch batch{};
    batch.images = kBatch;
    batch.pixels = pixels.data();
    batch.together = together ? 1 : 0;
    std::vector<double> losses;
    for (int step = 0; step < kSteps; ++step) {
        const auto ticket = must(session.submit(batch));
        losses.push_back(must(session.wait(ticket, std::chrono::seconds(10))).loss);
    }
    return losses;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
    double largest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double difference = std::fabs(a[i] - b[i]);
        largest = std::isnan(difference) ? INFINITY : std::max(largest, difference);
    }
    return largest;
}

/// A step that is replayed from a graph does what its launches one by one do, bit by bit, and so
/// does one that exchanges its gradients with nobody else.
void check_ways_of_launching(const consumer::GpuPlugin& plugin) {
    TlGpuConfig config = config_of(kTlGpuTraining, 8);
    auto replayed = must(plugin.open(config));
    const auto by_graph = losses_of(*replayed, false);
    const std::string remarks = must(replayed->remarks());
    config.one_by_one = 1;
    const auto one_by_one = losses_of(*must(plugin.open(config)), false);
    const double apart = largest_difference(by_graph, one_by_one);
    table.check("trivial, steps replayed as graphs", remarks.empty(), "", "1", remarks.empty());
    if (!remarks.empty()) {
        std::fprintf(stderr, "%s\n", remarks.c_str());
    }
    table.check("trivial, losses by graph - one by one", apart, "", "0", apart == 0.0);
    const auto exchange = plugin.make_exchange();
    if (!exchange) {
        table.note("gradient exchange left out", NAN, "");
        std::fprintf(stderr, "%s\n", describe(exchange.error()).c_str());
        return;
    }
    config.ranks = 1;
    config.exchange = *exchange;
    const auto together = losses_of(*must(plugin.open(config)), true);
    const double moved = largest_difference(together, one_by_one);
    table.check("trivial, losses with one rank - alone", moved, "", "0", moved == 0.0);
}

void note_ceilings(const consumer::GpuPlugin& plugin, std::uint32_t largest) {
    for (const auto& [phase, name] :
         {std::pair{kTlGpuInference, "inference"}, std::pair{kTlGpuTraining, "training"}}) {
        for (const std::uint32_t batch : {8U, 64U, 256U}) {
            if (batch > largest) {
                continue;
            }
            const std::string what =
                std::string("trivial, ") + name + ", batch " + std::to_string(batch);
            TlGpuConfig config = config_of(phase, batch);
            const double by_graph = check_ceiling(table, *must(plugin.open(config)), what);
            config.one_by_one = 1;
            const auto session = must(plugin.open(config));
            static_cast<void>(must(session->ceiling(0.3)));  // clocks and kernels
            const double one_by_one = must(session->ceiling(0.3)).images_per_second;
            table.note(what + ": by graph / one by one", by_graph / one_by_one, "");
        }
    }
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3 && count != 4) {
        std::fprintf(stderr, "usage: trivial_check PLUGIN OUT.jsonl [MOST_IMAGES]\n");
        return 2;
    }
    table.open(arguments[2]);
    const auto plugin = must(consumer::GpuPlugin::load(arguments[1]));
    const auto report = must(plugin->probe());
    if (!report.reason.empty() || report.devices.empty()) {
        std::fprintf(stderr, "no GPU to test with: %s\n", report.reason.c_str());
        return 3;
    }
    check_against_host();
    check_ways_of_launching(*plugin);
    check_that_it_trains(*plugin);
    note_ceilings(*plugin, batch_of(count, arguments, 3, 256));
    return table.close();
}
