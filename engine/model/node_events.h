// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/model/inputs.h"

namespace throughline::model {

/// What one node of a training in which all nodes meet at each step does for a step, alone;
/// seconds.
struct NodeStep {
    double images = 0.0;          ///< of one node
    double read_s = 0.0;          ///< its own way to the storage: link, client, latency, own disks
    double served_s = 0.0;        ///< of the storage that all nodes share; 0: each has its own
    double prepare_s = 0.0;       ///< on its processors
    double device_s = 0.0;        ///< hand-over and GPUs; 0 without any
    double exchange_s = 0.0;      ///< of gradients, what does not overlap with computing
    double variability_c2 = 0.0;  ///< of reading and preparing: squared coefficient of variation
    std::uint64_t places = 1;     ///< steps read ahead, and as many prepared; 0: nothing overlaps
};
/// Formula: images of a step over the limits of rates_of(), each by the node; with shared storage
///          its bandwidth and IOPS are one server, else a node's own storage is joined as there.
/// Assumes: valid inputs (first_invalid() finds none).
NodeStep node_step(const Inputs& inputs) noexcept;

/// Reads that take much longer than most, as a histogram of latency has them.
struct ReadTail {
    double share = 0.0;            ///< of the reads of images, in [0, 1)
    std::vector<double> excess_s;  ///< beyond the median, sorted, equally likely
};

struct NodeEventsQuestion {
    std::uint64_t nodes = 1;  ///< at least 1
    std::uint64_t steps = 200;
    std::uint64_t seed = 1;
    double slow_node = 1.0;  ///< the last node takes so many times as long; at least 1
    ReadTail tail{};
};

/// Shares of the time between two meetings, the mean of all nodes; the first four add up to 1.
struct NodeEvents {
    double images_per_s = 0.0;    ///< of all nodes together; kUnlimited: nothing takes time
    double step_s = 0.0;          ///< mean time from one meeting to the next
    double data_share = 0.0;      ///< a node waits for its own data
    double device_share = 0.0;    ///< it computes
    double peers_share = 0.0;     ///< it waits for nodes that are slower
    double exchange_share = 0.0;  ///< gradients are exchanged
    /// The node that came last in a step waited for its own data: with all waiting for it.
    double last_data_share = 0.0;
    double served_share = 0.0;    ///< the shared storage is busy; beside the others
    std::uint64_t last_node = 0;  ///< that came last most often, from 0
    double last_share = 0.0;      ///< of the steps in which it did
};

/// Plays nodes through that read, prepare and compute step by step: read and prepared ahead as far
/// as `places` go; storage that is shared serves one node's step after the other, in the order of
/// asking; the next step begins when the slowest node is done and the gradients are exchanged. The
/// first quarter of the steps, in which buffers fill, is not counted. The same question gives the
/// same answer. Cost: nodes x steps, about 0.2 us each. Allocates: about 100 bytes x nodes x
/// (places + 1). Assumes: times of reading and preparing are gamma distributed; a step of a node is
/// complete with
///          the slowest of its reads; steps, at least 20.
/// Source:  discrete events; checked against the order statistics of exponential times, and the
///          analytic model where nothing varies.
NodeEvents play_nodes(const NodeStep& step, const NodeEventsQuestion& question);

}  // namespace throughline::model
