// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/model/compare.h"
#include "engine/model/predict.h"
#include "engine/model/search.h"
#include "engine/whatif/scenario.h"

namespace throughline::whatif {

/// What is left when a volume has used up its credits.
struct AfterCredits {
    double images_per_s = 0.0;
    std::optional<model::Limit> bottleneck{};
    double credits_last_s = 0.0;  ///< a full balance, at the rate that it gives
};

/// What a full balance of credits would give at first, where they are left out.
struct WithCredits {
    double images_per_s = 0.0;
    double credits_last_s = 0.0;  ///< at that rate
};

/// What decides the number and nobody measured.
struct Assumed {
    Volume volume{};               ///< that the storage is; empty: it is none
    bool smallest_volume = false;  ///< that is sold and holds the data
    std::string gpu{};             ///< as Resolved::gpu
    std::string gpu_source{};      ///< as Resolved::gpu_source
    bool gpu_of_eight = false;     ///< as Resolved::gpu_of_eight
    /// Of the catalogue, where the storage is no volume and none of its limits was typed in; else
    /// "".
    std::string storage{};
    /// What the volume gives as it is sold, without burst credits; of `storage` all of it together.
    double sto_iops = model::kUnlimited;
    double sto_bw = model::kUnlimited;  ///< bytes/s
    double vcpus = 0.0;                 ///< that the cores are taken from; 0: of no machine
};

/// What the model says of one scenario: all that a column of the window shows.
struct Answer {
    std::string name{};
    model::Inputs inputs{};
    model::Prediction prediction{};
    std::optional<model::Interval> interval{};  ///< of a finite rate above 0
    model::Graded graded{};
    std::string grade_reason{};                   ///< one phrase, English
    bool throttled = false;                       ///< asks an object store for more than it gives
    bool has_price = false;                       ///< one was given; else costs mean nothing
    std::optional<model::Feedable> feedable{};    ///< GPUs of this kind that storage would feed
    std::optional<AfterCredits> after_credits{};  ///< of storage whose credits are counted in
    /// Of storage whose credits are left out; absent where they would change nothing.
    std::optional<WithCredits> with_credits{};
    Assumed assumed{};
    std::vector<std::string> gaps{};
};

/// How much of each resource the rate uses, where it is known how much there is: the model counts 0
/// of a resource without a stated limit, which says nothing.
struct KnownUse {
    std::optional<double> disk_pct{};
    std::optional<double> net_pct{};
    std::optional<double> cores_busy_per_node{};
    std::optional<double> gpu_pct{};
};
KnownUse known_use(const Answer& answer);

/// What GPUs cost while they wait, $ per hour; nothing without a price of the nodes they are in.
std::optional<double> idle_gpu_usd_per_hour(const Answer& answer);

/// `start` is what grades are measured against: what was calibrated, else the defaults.
Answer answer(const Resolved& scenario, const Resolved& start);

/// "outside what was measured: threads is 4 times beyond", …
std::string grade_reason(const model::Graded& graded);

/// The accelerator utilisation that counts as fed, as MLPerf Storage asks for.
inline constexpr double kFedUtilisation = 0.9;

}  // namespace throughline::whatif
