// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>

// How many samples a trial of an MLPerf training log trained, which few logs say plainly.
namespace throughline::importers {

/// What a trial says that its rate could follow from.
struct MllogCounts {
    std::string model{};
    std::optional<double> seconds{};          ///< from run_start to run_stop
    std::optional<double> train_samples{};    ///< mostly the size of the data set
    std::optional<double> global_batch{};     ///< samples
    std::optional<double> sequence_length{};  ///< tokens in a sample
    /// What run_stop itself says; blocks may go on behind it.
    std::optional<double> stop_samples{};
    std::optional<double> stop_steps{};
    std::optional<double> stop_epoch{};
    std::set<double> epochs_begun{};
    std::set<double> epochs_ended{};
    std::optional<double> last_quality_epoch{};  ///< epoch_num of the last eval_accuracy
    bool early_version = false;  ///< v0.5 and v0.6: epochs only begin; a judged one has ended
};

/// Samples that were trained, and by what they are known.
struct MllogTrained {
    double samples = 0.0;
    std::string by{};
};

/// Nothing where the log does not say it: train_samples times epochs is only taken of whole epochs.
/// Source: mlcommons/logging, mlperf_logging/mllog/constants.py; results of rounds v0.5 to v5.0.
std::optional<MllogTrained> mllog_trained(const MllogCounts& counts);

/// Whether the log counts tokens where others count samples: its last count is a whole number of
/// steps of whole sequences.
bool mllog_counts_tokens(const MllogCounts& counts);

/// The rate of a trial as it was found.
struct MllogRate {
    std::optional<double> derived{};  ///< samples/s, start-up and evaluations included
    std::string by{};                 ///< of `derived`
    std::string refused{};            ///< why there is no `derived`
    std::string tracked_refused{};    ///< why what the log itself tracked is not a rate of samples
};

/// `tracked`: mean of the rates that the log itself gives.
MllogRate mllog_rate(const MllogCounts& counts, std::optional<double> tracked);

}  // namespace throughline::importers
