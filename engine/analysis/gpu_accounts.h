// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/analysis/judgement.h"

namespace throughline::analysis {

/// Share of the time in %, from which on what works all the time is what holds the rest back.
inline constexpr double kBusyConsumer = 90.0;

/// What a GPU does beside or within its network's work, where that holds the pipeline back. No
/// ceiling has it in it.
struct GpuHold {
    Limit limit = Limit::None;  ///< None: nothing of that kind does
    /// "The time accounts indicate that the copy to the GPU is the bottleneck: it takes 99 % of the
    /// time, and the GPU computes 12 %"
    std::string indicated{};
    std::string no_ceiling{};  ///< "no ceiling includes the copy"
};

/// Copying and decoding run beside the work, and limit where they take the time and more of it than
/// the work. An exchange of gradients is part of the work: it is named where the GPUs work all the
/// time, as what limits where it takes more of it than the rest.
GpuHold gpu_hold(const record::RunData& run, Judgement& judgement);

/// Where decoding and the network's work both take all of the time: "the GPU decodes 95 % and …";
/// "" elsewhere.
std::string gpu_competition_text(const record::RunData& run, Judgement& judgement);

}  // namespace throughline::analysis
