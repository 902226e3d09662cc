// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/format.h"
#include "engine/metrics/metric_info.h"

namespace throughline::metrics {

/// Values by metric key.
using MetricValues = std::map<std::string, double, std::less<>>;

/// All entries, in the order in which pickers show them.
std::span<const MetricInfo> all_metrics() noexcept;

/// The entry of a key; labels are ignored ("stage_busy{stage=decode}" finds stage_busy).
/// Returns null for an unknown id.
const MetricInfo* find_metric(std::string_view key) noexcept;

/// A metric with its label: "disk_utilisation{device=vda}". Without a label: the whole run.
struct MetricKey {
    std::string id;
    std::string label;  ///< label name, "" for none
    std::string value;  ///< label value

    std::string text() const;
};
MetricKey parse_metric_key(std::string_view key);
std::string labelled(std::string_view id, std::string_view label, std::string_view value);

/// What a label's value means, an English message: "waits to hand over" of doing=no_room; the value
/// itself where it is a name.
const char* words_of_label(std::string_view label, const char* value);

/// "Disk utilisation (vda)"; an unknown id is shown as it is.
std::string metric_title(std::string_view key);

/// A number with its unit, 3 significant digits: "1.42 k images/s".
std::string format_metric(std::string_view key, double value, ByteUnits units = ByteUnits::Decimal);

}  // namespace throughline::metrics
