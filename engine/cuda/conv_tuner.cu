// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "engine/cuda/conv_tuner.cuh"

namespace throughline::cuda {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRounds = 2;
constexpr int kTimedRuns = 3;
constexpr std::chrono::milliseconds kWarmUp{300};
/// Loading a kernel takes milliseconds, compiling one a second. After so long a search only the
/// most promising few of each shape are tried, or a large network would take minutes to open.
constexpr std::chrono::seconds kThorough{30};
constexpr std::size_t kTriedLate = 3;

}  // namespace

std::string ConvTuner::find(const network::ConvDescriptor& conv,
                            const CudnnDescriptor& pointers,
                            ConvPlan& plan) {
    const std::string shape = network::shape_key(conv);
    if (take_kept(shape, pointers, plan)) {
        return {};
    }
    const auto began = Clock::now();
    const auto graph = std::make_shared<ConvGraph>(*on_.api, conv);
    if (std::string fault = graph->finalise(on_.handle); !fault.empty()) {
        return fault;
    }
    const bool copies = network::has_gaps(conv.x) || network::has_gaps(conv.y);
    std::vector<ConvPlan> tried = candidates(graph, copies, pointers);
    if (tried.empty() && !copies) {
        tried = candidates(graph, true, pointers);  // with the fallback list in any case
    }
    if (tried.empty()) {
        return "cuDNN has no engine for the convolution of layer " + std::to_string(conv.layer);
    }
    warm_up(tried.front(), pointers);
    for (int round = 0; round < kRounds; ++round) {
        for (ConvPlan& candidate : tried) {
            const double seconds = timed(candidate, pointers);
            double& best = candidate.seconds;
            best = round == 0 ? seconds : std::min(best, seconds);
        }
    }
    const auto best =
        std::min_element(tried.begin(), tried.end(), [](const auto& a, const auto& b) {
            return a.seconds < b.seconds;
        });
    if (!std::isfinite(best->seconds)) {
        return "no engine of cuDNN ran the convolution of layer " + std::to_string(conv.layer);
    }
    plan = std::move(*best);
    plan.tried = tried.size();
    // What was chosen of few would be taken for the best for ever.
    const bool thorough = spent_ < kThorough;
    if (std::string json = json_of(*on_.api, plan.plan); thorough && !json.empty()) {
        kept_.put(shape, std::move(json));
    }
    spent_ += Clock::now() - began;
    return {};
}

bool ConvTuner::take_kept(const std::string& shape,
                          const CudnnDescriptor& pointers,
                          ConvPlan& plan) const {
    const std::string* const json = kept_.find(shape);
    if (json == nullptr) {
        return false;
    }
    ExecutionPlan made = plan_of(*on_.api, *json, {.handle = on_.handle});
    if (made.plan.raw() == nullptr || made.workspace_bytes > on_.workspace_bytes) {
        return false;
    }
    plan = {.plan = std::move(made.plan), .workspace_bytes = made.workspace_bytes};
    plan.config = config_of(*on_.api, plan.plan);
    if (plan.config.raw() != nullptr) {
        plan.engine = engine_facts(*on_.api, plan.config);
    }
    return run_once(plan, pointers);
}

/// Those that run and keep within the room, in the order of their promise.
std::vector<ConvPlan> ConvTuner::candidates(const std::shared_ptr<const ConvGraph>& graph,
                                            bool copies,
                                            const CudnnDescriptor& pointers) const {
    const std::size_t most = spent_ < kThorough ? kTriedMax : kTriedLate;
    const PlanTarget target{.handle = on_.handle};
    std::vector<ConvPlan> tried;
    for (Proposal& proposal : proposals_for(*on_.api, graph->graph(), target, copies)) {
        if (tried.size() >= std::min(most, proposal.tried_up_to)) {
            continue;
        }
        ExecutionPlan made = execution_plan(*on_.api, proposal.config, target);
        if (made.plan.raw() == nullptr || made.workspace_bytes > on_.workspace_bytes) {
            continue;
        }
        ConvPlan candidate{.graph = graph,
                           .config = std::move(proposal.config),
                           .plan = std::move(made.plan),
                           .engine = std::move(proposal.engine),
                           .workspace_bytes = made.workspace_bytes};
        if (run_once(candidate, pointers)) {
            tried.push_back(std::move(candidate));
        }
    }
    return tried;
}

/// False: it does not run. It loads the kernel, too.
bool ConvTuner::run_once(const ConvPlan& plan, const CudnnDescriptor& pointers) const {
    const bool good =
        plan.run(on_, pointers).empty() && cudaStreamSynchronize(on_.stream) == cudaSuccess;
    // An engine that did not run may leave an error behind, which the next launch would report.
    static_cast<void>(cudaGetLastError());
    return good;
}

/// Seconds of a run; infinite where it does not run.
double ConvTuner::timed(const ConvPlan& plan, const CudnnDescriptor& pointers) const {
    Event begin;
    Event end;
    bool good = make_event(begin) == cudaSuccess && make_event(end) == cudaSuccess &&
                plan.run(on_, pointers).empty() &&
                cudaEventRecord(begin.get(), on_.stream) == cudaSuccess;
    for (int run = 0; good && run < kTimedRuns; ++run) {
        good = plan.run(on_, pointers).empty();
    }
    double seconds = 0.0;
    good = good && cudaEventRecord(end.get(), on_.stream) == cudaSuccess &&
           cudaEventSynchronize(end.get()) == cudaSuccess &&
           seconds_between(begin, end, seconds) == cudaSuccess;
    static_cast<void>(cudaGetLastError());
    return good ? seconds / kTimedRuns : INFINITY;
}

void ConvTuner::warm_up(const ConvPlan& plan, const CudnnDescriptor& pointers) {
    const auto end = Clock::now() + kWarmUp;
    while (!warm_ && Clock::now() < end && std::isfinite(timed(plan, pointers))) {
    }
    warm_ = true;
}

}  // namespace throughline::cuda
