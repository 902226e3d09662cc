// SPDX-License-Identifier: Apache-2.0
#include "engine/record/per_request.h"

#include <algorithm>
#include <array>
#include <string>

namespace throughline::record {
namespace {

struct PerRequest {
    std::string_view id;
    std::string_view requests;
    std::string_view more_requests;  ///< added to them; "" = none
};

constexpr std::array kPerRequest{
    PerRequest{"read_await", "read_iops", ""},
    PerRequest{"read_request_size", "read_iops", ""},
    PerRequest{"write_await", "write_iops", ""},
    PerRequest{"write_request_size", "write_iops", ""},
    // sar counts both directions as one, iostat of old apart.
    PerRequest{"disk_await", "mixed_iops", ""},
    PerRequest{"disk_request_size", "mixed_iops", ""},
    PerRequest{"disk_await", "read_iops", "write_iops"},
    PerRequest{"disk_request_size", "read_iops", "write_iops"},
};

std::string_view id_in(std::string_view key) {
    return key.substr(0, key.find('{'));
}

}  // namespace

bool is_per_request(std::string_view key) {
    const std::string_view id = id_in(key);
    return std::any_of(kPerRequest.begin(), kPerRequest.end(), [&](const PerRequest& entry) {
        return entry.id == id;
    });
}

bool counts_requests(std::string_view key) {
    const std::string_view id = id_in(key);
    return std::any_of(kPerRequest.begin(), kPerRequest.end(), [&](const PerRequest& entry) {
        return entry.requests == id || entry.more_requests == id;
    });
}

std::optional<double> requests_behind(std::string_view key, const metrics::MetricValues& values) {
    const std::string_view id = id_in(key);
    const auto count = [&](std::string_view of) {
        const auto found = values.find(std::string(of).append(key.substr(id.size())));
        return found == values.end() ? std::nullopt : std::optional(found->second);
    };
    for (const PerRequest& entry : kPerRequest) {
        if (entry.id != id) {
            continue;
        }
        const auto some = count(entry.requests);
        const auto more =
            entry.more_requests.empty() ? std::optional(0.0) : count(entry.more_requests);
        if (some && more) {
            return *some + *more;
        }
    }
    return std::nullopt;
}

}  // namespace throughline::record
