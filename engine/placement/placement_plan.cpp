// SPDX-License-Identifier: Apache-2.0
#include "engine/placement/placement_plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

#include "engine/base/check.h"

namespace throughline::placement {
namespace {

CpuSet sorted(CpuSet cpus) {
    std::sort(cpus.begin(), cpus.end());
    return cpus;
}

/// The order in which workers far apart from each other take processors: nodes in turns, each
/// core's first thread before any second one.
std::vector<Cpu> spread_order(std::span<const Cpu> cpus) {
    struct Place {
        std::size_t thread = 0;  ///< of its core
        std::size_t core = 0;    ///< of its node
        std::uint32_t node = 0;
        Cpu cpu;
    };
    std::map<std::uint32_t, std::map<std::uint32_t, std::size_t>> cores_of;  // by node: rank
    std::map<std::uint32_t, std::size_t> threads_of;                         // by core
    std::vector<Place> places;
    places.reserve(cpus.size());
    for (const Cpu& cpu : cpus) {
        auto& cores = cores_of[cpu.node];
        const std::size_t rank = cores.try_emplace(cpu.core, cores.size()).first->second;
        places.push_back({threads_of[cpu.core]++, rank, cpu.node, cpu});
    }
    std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
        return std::tie(a.thread, a.core, a.node) < std::tie(b.thread, b.core, b.node);
    });
    std::vector<Cpu> order;
    order.reserve(places.size());
    for (const Place& place : places) {
        order.push_back(place.cpu);
    }
    return order;
}

/// A processor each: decoders first, then readers, then the consumer, round and round.
void place_one_by_one(std::span<const Cpu> order, const Workers& workers, Plan& plan) {
    std::size_t next = 0;
    const auto take = [&] { return CpuSet{order[next++ % order.size()].number}; };
    for (std::uint32_t i = 0; i < workers.decoders; ++i) {
        plan.decoders.push_back(take());
    }
    for (std::uint32_t i = 0; i < workers.readers; ++i) {
        plan.readers.push_back(take());
    }
    plan.consumer = take();
    for (std::uint32_t i = 0; i < workers.decoders_later; ++i) {
        plan.decoders.push_back(take());
    }
}

/// Whole cores for readers and consumer, a quarter of all at most, where the others remain.
void place_apart(std::span<const Cpu> cpus, const Workers& workers, Plan& plan) {
    std::vector<std::uint32_t> cores;
    for (const Cpu& cpu : cpus) {
        if (std::find(cores.begin(), cores.end(), cpu.core) == cores.end()) {
            cores.push_back(cpu.core);
        }
    }
    const std::size_t wanted =
        std::clamp<std::size_t>(workers.readers, 1, std::max<std::size_t>(cores.size() / 4, 1));
    CpuSet apart;
    CpuSet rest;
    for (std::size_t i = 0; i < cpus.size(); ++i) {
        const auto rank = static_cast<std::size_t>(
            std::find(cores.begin(), cores.end(), cpus[i].core) - cores.begin());
        const bool own = cores.size() > 1 ? rank < wanted : i == 0;
        (own ? apart : rest).push_back(cpus[i].number);
    }
    if (rest.empty()) {
        rest = apart;  // one processor
    }
    plan.readers.assign(std::max(workers.readers, 1U), sorted(apart));
    plan.consumer = sorted(apart);
    plan.decoders.assign(std::max(workers.decoders, 1U), sorted(rest));
}

}  // namespace

std::string describe(const CpuSet& cpus) {
    std::string text;
    for (std::size_t i = 0; i < cpus.size(); ++i) {
        std::size_t last = i;
        while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1) {
            ++last;
        }
        text += (text.empty() ? "" : ", ") + std::to_string(cpus[i]);
        if (last > i) {
            text += (last == i + 1 ? ", " : "-") + std::to_string(cpus[last]);
        }
        i = last;
    }
    return text;
}

const CpuSet& Plan::cpus_of(spec::Stages stage, std::uint32_t index) const {
    static const CpuSet kAnywhere;
    const std::vector<CpuSet>* sets = stage == spec::Stages::Storage  ? &readers
                                      : stage == spec::Stages::Decode ? &decoders
                                                                      : nullptr;
    if (sets == nullptr) {
        return consumer;
    }
    return sets->empty() ? kAnywhere : (*sets)[index % sets->size()];
}

Plan make_plan(Policy policy, std::span<const Cpu> cpus, const Workers& workers) {
    THROUGHLINE_CHECK(!cpus.empty());
    Plan plan;
    switch (policy) {
        case Policy::None:
            return plan;
        case Policy::Compact:
            place_one_by_one(cpus, workers, plan);
            break;
        case Policy::Spread:
            place_one_by_one(spread_order(cpus), workers, plan);
            break;
        case Policy::Apart:
            place_apart(cpus, workers, plan);
            break;
    }
    std::set<std::uint32_t> nodes;
    const auto add = [&](const CpuSet& set) {
        for (const Cpu& cpu : cpus) {
            if (std::find(set.begin(), set.end(), cpu.number) != set.end()) {
                nodes.insert(cpu.node);
            }
        }
    };
    std::for_each(plan.readers.begin(), plan.readers.end(), add);
    std::for_each(plan.decoders.begin(), plan.decoders.end(), add);
    add(plan.consumer);
    plan.nodes.assign(nodes.begin(), nodes.end());
    return plan;
}

}  // namespace throughline::placement
