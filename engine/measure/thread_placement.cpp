// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/thread_placement.h"

#include <algorithm>
#include <utility>

#include "engine/placement/binding.h"
#include "engine/placement/topology.h"
#include "engine/spec/choices.h"

namespace throughline::measure {

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

void ThreadPlacement::note_problem(const Error& error) {
    const MutexLock lock(mutex_);
    if (problem_.empty()) {
        problem_ = throughline::describe(error);
    }
}

std::string ThreadPlacement::describe() const {
    const MutexLock lock(mutex_);
    std::string text;
    for (const auto& [stage, processors] : threads_) {
        text += (text.empty() ? "" : "; ") + std::string(spec::name_of(stage)) + " on processors ";
        bool first = true;
        for (const auto& [cpus, count] : processors) {
            text += (first ? "" : " | ") + cpus;
            first = false;
        }
    }
    if (!text.empty() && !pinned_) {
        text += "; not pinned";
    }
    if (plan_.nodes.size() > 1) {
        text += "; memory spread over " + std::to_string(plan_.nodes.size()) + " NUMA nodes";
    }
    return text;
}

std::string ThreadPlacement::problem() const {
    const MutexLock lock(mutex_);
    return problem_;
}

}  // namespace throughline::measure
