// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record/study.h"

// Questions about runs that the rules and the tables share; nobody outside includes it. A record
// may come from elsewhere and lack any key, so nothing here takes one for granted.
namespace throughline::analysis {

std::optional<double> metric_of(const record::RunData& run, std::string_view key);

/// Sum, and largest, over the labels of a metric: all devices of "read_iops{device=…}". Where whole
/// disks are among the devices only they are added up: partitions and stacked devices repeat them.
/// No sum where the names do not tell which devices lie in others.
std::optional<double> metric_sum(const record::RunData& run, std::string_view id);
std::optional<double> metric_max(const record::RunData& run, std::string_view id);
/// The smallest.
std::optional<double> metric_min(const record::RunData& run, std::string_view id);

/// "" when the run has no such text.
std::string setting_or_empty(const record::RunData& run, std::string_view key);
std::optional<double> setting_number_of(const record::RunData& run, std::string_view key);

/// Keys whose values differ between runs in which they matter, in the order of the settings table;
/// `stages` is not among them.
std::vector<std::string> varied_keys(const std::vector<const record::RunData*>& runs);

}  // namespace throughline::analysis
