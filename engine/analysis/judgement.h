// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/analysis/node_scaling.h"
#include "engine/record/study.h"

namespace throughline::analysis {

/// Which part of the pipeline holds the rest back.
enum class Limit : std::uint8_t {
    None,       ///< not judged: the pipeline was not measured, or not long enough
    Storage,    ///< reading
    Decode,     ///< the decode threads
    Consumer,   ///< the accelerator, emulated or not
    Copy,       ///< from host memory to the GPU
    GpuDecode,  ///< decoding by the GPU itself, beside its network
    Exchange,   ///< of gradients, between GPUs that train together
    Cpu,        ///< the processors, by counters alone
    Network,    ///< the way to the servers that hold the data, or these
    Throttled,  ///< storage or a server, which a limit holds back
    Workers,    ///< too few of them load the data
    Queue,      ///< what the workers made is not taken over fast enough
    Loader,     ///< a data loader that is not ours, whatever holds it back
    Unsure      ///< judged, and no part stands out
};
/// "storage", as JSON has it.
const char* name_of(Limit limit) noexcept;

/// What the rules of the verdict make of a study.
struct Judgement {
    const record::RunData* run = nullptr;  ///< the fastest full run, borrowed; null for none
    /// Nothing else had a hand in it. Otherwise figures are told and no cause is named.
    bool clean = true;
    Limit limit = Limit::None;
    record::Grade grade = record::Grade::None;
    std::string sentence{};  ///< all of it in one
    std::string
        objection{};        ///< why there is no verdict, for the middle of a sentence; "": there is
    std::string counter{};  ///< of the host, that gave the limit away; "": none did
    record::MetricValues evidence{};
    std::optional<NodeScaling> scaling{};  ///< of several nodes; it borrows from the study

    /// Takes a figure as evidence; absent: nothing.
    std::optional<double> use(const record::RunData& of, const std::string& key);
    /// The largest over all labels, see metric_max().
    std::optional<double> use_max(const record::RunData& of, const std::string& id);
    /// The smallest.
    std::optional<double> use_min(const record::RunData& of, const std::string& id);

private:
    std::optional<double> keep(const std::string& key, std::optional<double> value);
};

/// `study` lives longer. Call derive() first.
Judgement judgement_of(const record::Study& study);

}  // namespace throughline::analysis
