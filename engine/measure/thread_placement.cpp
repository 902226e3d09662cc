// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/thread_placement.h"

#include <algorithm>
#include <utility>

#include "engine/base/say.h"
#include "engine/placement/binding.h"
#include "engine/placement/device_node.h"
#include "engine/placement/topology.h"
#include "engine/spec/choices.h"

namespace throughline::measure {
namespace {

std::vector<std::uint32_t> nodes_of_gpus(const consumer::ConsumerOptions& options) {
    std::vector<std::uint32_t> nodes;
    const auto& devices = options.gpu.access.report.devices;
    const bool is_gpu = options.kind == spec::ConsumerKind::Gpu;
    for (std::uint32_t index = 0; is_gpu && index < options.accelerators; ++index) {
        const std::uint32_t device = options.gpu.device + index;
        const auto node = device < devices.size()
                              ? placement::node_of_device(devices[device].pci_address)
                              : std::nullopt;
        if (node && std::find(nodes.begin(), nodes.end(), *node) == nodes.end()) {
            nodes.push_back(*node);
        }
    }
    return nodes;
}

}  // namespace

Result<std::unique_ptr<ThreadPlacement>> ThreadPlacement::make(placement::Policy policy,
                                                               pipeline::PipelineOptions& options) {
    std::unique_ptr<ThreadPlacement> placement(new ThreadPlacement);
    ThreadPlacement* const self = placement.get();
    if (policy != placement::Policy::None) {
        auto cpus = placement::read_topology();
        if (!cpus) {
            return std::move(cpus).error();
        }
        placement->plan_ = placement::make_plan(
            policy,
            *cpus,
            {.readers = options.reader_threads,
             .decoders = options.decode_threads,
             .decoders_later = std::max(options.decode_threads, options.decode_threads_max) -
                               options.decode_threads});
        placement->pinned_ = true;
        options.place = [self](std::span<std::byte> memory) { self->place_memory(memory); };
    }
    placement->gpu_nodes_ = nodes_of_gpus(options.consumer);
    if (!placement->gpu_nodes_.empty()) {
        options.place_batches = [self](std::span<std::byte> memory) {
            self->place_batches(memory);
        };
    }
    options.on_thread = [self](spec::Stages stage, std::uint32_t index) {
        self->begin_thread(stage, index);
    };
    return placement;
}

void ThreadPlacement::begin_thread(spec::Stages stage, std::uint32_t index) {
    if (auto pinned = placement::pin_this_thread(plan_.cpus_of(stage, index)); !pinned) {
        note_problem(pinned.error());
    }
    std::string cpus = placement::describe(placement::cpus_of_this_thread());
    const MutexLock lock(mutex_);
    ++threads_[stage][std::move(cpus)];
}

void ThreadPlacement::place_memory(std::span<std::byte> memory) {
    if (auto spread = placement::spread_memory(memory, plan_.nodes); !spread) {
        note_problem(spread.error());
    }
}

/// Each batch is copied to one GPU: near that it crosses no socket on its way.
void ThreadPlacement::place_batches(std::span<std::byte> memory) {
    const auto placed = gpu_nodes_.size() == 1 ? placement::prefer_node(memory, gpu_nodes_.front())
                                               : placement::spread_memory(memory, gpu_nodes_);
    if (!placed) {
        note_problem(placed.error());
    }
}

void ThreadPlacement::note_problem(const Error& error) {
    const MutexLock lock(mutex_);
    if (problem_.empty()) {
        problem_ = throughline::describe(error);
    }
}

std::string ThreadPlacement::describe() const {
    const MutexLock lock(mutex_);
    std::string text;
    const auto add = [&text](const std::string& clause) {
        text += (text.empty() ? "" : "; ") + clause;
    };
    for (const auto& [stage, processors] : threads_) {
        std::string all;
        for (const auto& [cpus, count] : processors) {
            all += (all.empty() ? "" : " | ") + cpus;
        }
        add(say_english("%1 on processors %2", spec::name_of(stage), all));
    }
    if (!text.empty() && !pinned_) {
        add(to_say("not pinned"));
    }
    for (const std::uint32_t node : gpu_nodes_) {
        add(say_english("batches near the GPU, on NUMA node %1", std::to_string(node)));
    }
    if (plan_.nodes.size() > 1) {
        add(say_english("memory spread over %1 NUMA nodes", std::to_string(plan_.nodes.size())));
    }
    return text;
}

std::string ThreadPlacement::problem() const {
    const MutexLock lock(mutex_);
    return problem_;
}

}  // namespace throughline::measure
