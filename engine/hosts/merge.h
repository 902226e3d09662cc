// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/hosts/node_part.h"
#include "engine/record/study.h"

// Of the runs of several nodes, measured together, one. Pure functions.
namespace throughline::hosts {

/// The run of all of them, under `number`: each figure of the whole, and of each node under
/// {node=NAME}; samples of the same second as one; histograms added up.
/// Formula: rates, amounts of memory and counts are added; shares and what is per image are means;
///          of times the longest counts, of latencies the histogram of all reads. What says of its
///          device stays apart by device. first_done and last_done: see finish_rates().
/// Figures that not every node has are of no whole, but for the answers of a store: a kind of
/// answer that a node lacks it had no time. What says of a GPU is of its node. A run that failed on
/// a node failed.
record::RunData merge_runs(std::span<const NodePart> parts, int number);

/// How fast all were until the first, and until the last had finished. None without a measured
/// sample of each.
/// Formula: images of all nodes until then / (then - first begin of the measured time); the images
///          of a sample are spread evenly over its time.
struct FinishRates {
    double first_done = 0.0;  ///< images/s
    double last_done = 0.0;
};
std::optional<FinishRates> finish_rates(std::span<const NodePart> parts, int repeat);

/// The longest time from the first begin of a repeat to its last. None where one never began.
std::optional<double> start_skew_s(std::span<const NodePart> parts);

/// The node that holds the others back: 5 % slower than the median of them, or more.
struct Straggler {
    std::string node{};
    double behind_percent = 0.0;
};
/// `rates`: images/s by node. None among fewer than two, or where all are about as fast.
/// straggler_of() asks that of a merged run: the node has to be behind in three seconds of four
/// too, so that the hiccup of a moment names nobody.
std::optional<Straggler> find_straggler(std::span<const std::pair<std::string, double>> rates);

std::optional<Straggler> straggler_of(const record::RunData& merged,
                                      std::span<const std::string> nodes);
/// Of nodes that meet after each step, which makes their rates equal: the one that waits least for
/// the others, where these wait 5 % of their time more. `behind_percent`: that difference.
std::optional<Straggler> waited_for_in(const record::RunData& merged,
                                       std::span<const std::string> nodes);

/// Why a node failed, to stand behind its name and a colon: "it has ended or been cut off".
/// Any thread, no errors.
std::string with_subject(const std::string& failure);

}  // namespace throughline::hosts
