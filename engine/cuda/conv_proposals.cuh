// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cudnn_graph.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/cuda/conv_engines.cuh"

namespace throughline::cuda {

/// What kind of engine runs a convolution.
struct EngineFacts {
    std::int64_t index = -1;    ///< cuDNN's number of it; -1 = not known
    std::string knobs;          ///< how it is set, as text
    bool compiled = false;      ///< at run time, by NVRTC
    bool tensor_cores = false;  ///< else it is slower by an order of magnitude
};

namespace proposals_detail {

/// The notes of one kind that an engine has.
template <class Note>
bool has_note(const CudnnApi& api,
              cudnnBackendDescriptor_t engine,
              cudnnBackendAttributeName_t name,
              cudnnBackendAttributeType_t type,
              Note wanted) {
    std::array<Note, 32> notes{};
    std::int64_t count = 0;
    const cudnnStatus_t status =
        api.get(engine, name, type, static_cast<std::int64_t>(notes.size()), &count, notes.data());
    const auto end = notes.begin() + std::clamp<std::int64_t>(count, 0, notes.size());
    return status == CUDNN_STATUS_SUCCESS && std::find(notes.begin(), end, wanted) != end;
}

/// Descriptors that cuDNN writes an engine's knobs into, one engine after the other: making them
/// for each of eighty would take longer than all else.
class KnobReader {
public:
    explicit KnobReader(const CudnnApi& api) : api_(api) {
        for (std::int64_t i = 0; i < kKnobsMax; ++i) {
            knobs_.emplace_back(api, CUDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR);
        }
    }
    /// As text; "" = cuDNN does not tell.
    std::string read(const CudnnDescriptor& config) const;

private:
    static constexpr std::int64_t kKnobsMax = 32;  // engines have about ten

    const CudnnApi& api_;
    std::vector<CudnnDescriptor> knobs_;
};

inline std::string KnobReader::read(const CudnnDescriptor& config) const {
    std::vector<cudnnBackendDescriptor_t> raw;
    for (const CudnnDescriptor& knob : knobs_) {
        raw.push_back(knob.raw());
    }
    std::int64_t count = 0;
    if (api_.get(config.raw(),
                 CUDNN_ATTR_ENGINECFG_KNOB_CHOICES,
                 CUDNN_TYPE_BACKEND_DESCRIPTOR,
                 kKnobsMax,
                 &count,
                 raw.data()) != CUDNN_STATUS_SUCCESS) {
        return {};
    }
    std::string text;
    for (std::int64_t i = 0; i < std::min(count, kKnobsMax); ++i) {
        cudnnBackendKnobType_t type{};
        std::int64_t value = 0;
        std::int64_t one = 0;
        api_.get(raw[i], CUDNN_ATTR_KNOB_CHOICE_KNOB_TYPE, CUDNN_TYPE_KNOB_TYPE, 1, &one, &type);
        api_.get(raw[i], CUDNN_ATTR_KNOB_CHOICE_KNOB_VALUE, CUDNN_TYPE_INT64, 1, &one, &value);
        text += " " + std::to_string(static_cast<int>(type)) + "=" + std::to_string(value);
    }
    return text;
}

}  // namespace proposals_detail

/// Of an engine's configuration.
inline EngineFacts engine_facts(const CudnnApi& api,
                                const proposals_detail::KnobReader& knobs,
                                const CudnnDescriptor& config) {
    using namespace proposals_detail;
    const CudnnDescriptor engine(api, CUDNN_BACKEND_ENGINE_DESCRIPTOR);
    cudnnBackendDescriptor_t raw = engine.raw();
    std::int64_t count = 0;
    EngineFacts facts;
    if (api.get(config.raw(),
                CUDNN_ATTR_ENGINECFG_ENGINE,
                CUDNN_TYPE_BACKEND_DESCRIPTOR,
                1,
                &count,
                &raw) != CUDNN_STATUS_SUCCESS) {
        return facts;
    }
    api.get(raw, CUDNN_ATTR_ENGINE_GLOBAL_INDEX, CUDNN_TYPE_INT64, 1, &count, &facts.index);
    facts.knobs = knobs.read(config);
    facts.compiled = has_note(api,
                              raw,
                              CUDNN_ATTR_ENGINE_BEHAVIOR_NOTE,
                              CUDNN_TYPE_BEHAVIOR_NOTE,
                              CUDNN_BEHAVIOR_NOTE_RUNTIME_COMPILATION);
    facts.tensor_cores = has_note(api,
                                  raw,
                                  CUDNN_ATTR_ENGINE_NUMERICAL_NOTE,
                                  CUDNN_TYPE_NUMERICAL_NOTE,
                                  CUDNN_NUMERICAL_NOTE_TENSOR_CORE);
    return facts;
}
inline EngineFacts engine_facts(const CudnnApi& api, const CudnnDescriptor& config) {
    return engine_facts(api, proposals_detail::KnobReader(api), config);
}

/// An engine that may run a convolution, and up to how many it is worth to be tried.
struct Proposal {
    CudnnDescriptor config;
    EngineFacts engine;
    std::size_t tried_up_to = 0;  ///< not tried where as many have run before it
};

constexpr std::size_t kTriedMax = 12;
constexpr std::size_t kTriedOfEngine = 3;
/// Where the heuristics propose less on tensor cores, the fallback list is asked as well.
constexpr std::ptrdiff_t kFewProposals = 4;

/// What cuDNN proposes for a finalised graph, in the order in which it is to be tried: of each
/// engine on tensor cores three settings, then their further ones; the others only where these do
/// not run. Its two heuristics take turns, since they differ where it matters (stems, gradients),
/// and the first proposals of each are often a dozen settings of one engine. `copies`: a tensor has
/// gaps between its pixels. Then the engines of the heuristics work by way of a copy, and those of
/// the fallback list, which may not, are tried beside them.
inline std::vector<Proposal> proposals_for(const CudnnApi& api,
                                           cudnnBackendDescriptor_t graph,
                                           const PlanTarget& target,
                                           bool copies) {
    std::vector<std::pair<int, Proposal>> ranked;  // by how promising they are, 0 first
    std::set<std::string> known;
    std::map<std::int64_t, std::size_t> of_engine;
    const proposals_detail::KnobReader knobs(api);
    const auto add = [&](CudnnDescriptor& config, bool fallback) {
        Proposal proposal{.config = std::move(config), .engine = {}};
        proposal.engine = engine_facts(api, knobs, proposal.config);
        const EngineFacts& engine = proposal.engine;
        if (!known.insert(std::to_string(engine.index) + engine.knobs).second) {
            return;
        }
        const bool further = of_engine[engine.index]++ >= kTriedOfEngine;
        const int rank = !engine.tensor_cores ? 3 : fallback && !copies ? 2 : further ? 1 : 0;
        constexpr std::array<std::size_t, 4> kUpTo{kTriedMax, kTriedMax, 4, 1};
        proposal.tried_up_to = kUpTo.at(static_cast<std::size_t>(rank));
        ranked.emplace_back(rank, std::move(proposal));
    };
    auto a = engine_configs(api, graph, target, CUDNN_HEUR_MODE_A);
    auto b = engine_configs(api, graph, target, CUDNN_HEUR_MODE_B);
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
        for (auto* list : {&a, &b}) {
            if (i < list->size()) {
                add((*list)[i], false);
            }
        }
    }
    // Asking for these takes twice as long as for all others.
    const auto fast = std::count_if(ranked.begin(), ranked.end(), [](const auto& proposal) {
        return proposal.second.engine.tensor_cores;
    });
    if (copies || fast < kFewProposals) {
        for (CudnnDescriptor& config :
             engine_configs(api, graph, target, CUDNN_HEUR_MODE_FALLBACK)) {
            add(config, true);
        }
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& x, const auto& y) {
        return x.first < y.first;
    });
    std::vector<Proposal> proposals;
    for (auto& [rank, proposal] : ranked) {
        proposals.push_back(std::move(proposal));
    }
    return proposals;
}

}  // namespace throughline::cuda
