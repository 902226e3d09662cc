// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/read/table.h"

#include <algorithm>

namespace throughline::importers {

Columns::Columns(const std::vector<std::string_view>& header) : size_(header.size()) {
    for (std::size_t i = 0; i < header.size(); ++i) {
        places_.emplace(header[i], i);
    }
}

Columns::Columns(const std::vector<std::string>& header) : size_(header.size()) {
    for (std::size_t i = 0; i < header.size(); ++i) {
        places_.emplace(header[i], i);
    }
}

std::optional<std::size_t> Columns::at(std::string_view name) const {
    const auto found = places_.find(name);
    return found == places_.end() ? std::nullopt : std::optional(found->second);
}

void take_cpu(const CpuShares& shares, metrics::MetricValues& into) {
    if (shares.user) {
        into["cpu_user"] = *shares.user + shares.nice.value_or(0.0);
    }
    if (shares.system) {
        into["cpu_system"] = *shares.system;
    }
    if (shares.steal) {
        into["cpu_steal"] = *shares.steal;
    }
    if (shares.iowait) {
        into["cpu_iowait"] = *shares.iowait;
    }
    if (shares.idle) {
        // Waiting for I/O is idle time that is kept apart; rounding may go a little below 0.
        into["cpu_utilisation"] = std::max(0.0, 100.0 - *shares.idle - shares.iowait.value_or(0.0));
    }
}

}  // namespace throughline::importers
