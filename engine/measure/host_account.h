// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/metrics/proc_samplers.h"

namespace throughline::measure {

/// Sums the host's counters over several measured stretches of one run, so that a rate over the run
/// is the sum of counts over the sum of times even where the account was held in between.
/// Thread: one owner.
class HostAccount {
public:
    void add(const metrics::HostSnapshot& from, const metrics::HostSnapshot& to);
    /// Rates over everything added; see metrics::host_rates().
    metrics::MetricValues rates() const;

private:
    metrics::HostSnapshot zero_;
    metrics::HostSnapshot sum_;
};

}  // namespace throughline::measure
