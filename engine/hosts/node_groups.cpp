// SPDX-License-Identifier: Apache-2.0
#include "engine/hosts/node_groups.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>
#include <utility>

namespace throughline::hosts {

const char* name_of(DataUse use) noexcept {
    return kDataUses[static_cast<std::size_t>(use)];
}

Result<std::vector<int>> parse_node_counts(std::string_view text, int nodes) {
    if (text.empty()) {
        return std::vector<int>{nodes};
    }
    std::vector<int> counts;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string_view word = text.substr(at, end - at);
        int count = 0;
        const auto [stopped, error] =
            std::from_chars(word.data(), word.data() + word.size(), count);
        if (error != std::errc() || stopped != word.data() + word.size() || count < 1) {
            return usage_error("nodes: '" + std::string(word) +
                               "' is not a whole number of at least 1");
        }
        if (count > nodes) {
            return usage_error("nodes: " + std::to_string(count) +
                               " are asked for, and there are " + std::to_string(nodes) + " ranks");
        }
        if (std::ranges::find(counts, count) != counts.end()) {
            return usage_error("nodes: " + std::to_string(count) + " is asked for twice");
        }
        counts.push_back(count);
        at = end + 1;
    }
    std::ranges::sort(counts);
    return counts;
}

Result<spec::StudySpec> spec_of_node(const spec::StudySpec& spec,
                                     DataUse use,
                                     int count,
                                     int node) {
    const bool swept = std::ranges::any_of(spec.sweep, [](const spec::SweepAxis& axis) {
        return axis.sets("dataset.nodes") || axis.sets("dataset.node");
    });
    if (swept || spec::integer_of(spec.base, "dataset.nodes") != 1) {
        return usage_error(
            "dataset.nodes and dataset.node cannot be set: the ranks share the data, unless "
            "--data same says that each reads all of it");
    }
    spec::StudySpec own = spec;
    if (use == DataUse::Share) {
        own.base["dataset.nodes"] = std::int64_t{count};
        own.base["dataset.node"] = std::int64_t{node};
    }
    return own;
}

std::vector<std::string> node_names(std::span<const std::string> hosts) {
    std::map<std::string, int> on_host;
    for (const std::string& host : hosts) {
        ++on_host[host];
    }
    std::map<std::string, int> next;
    std::vector<std::string> names;
    names.reserve(hosts.size());
    for (const std::string& host : hosts) {
        names.push_back(on_host[host] == 1 ? host : host + ":" + std::to_string(next[host]++));
    }
    return names;
}

}  // namespace throughline::hosts
