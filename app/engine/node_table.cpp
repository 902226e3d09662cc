// SPDX-License-Identifier: Apache-2.0
#include "app/engine/node_table.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "app/engine/text_table.h"
#include "engine/analysis/node_scaling.h"
#include "engine/base/format.h"
#include "engine/base/visible_text.h"
#include "engine/record/touched.h"
#include "engine/spec/spec.h"

namespace throughline::app {
namespace {

constexpr std::size_t kNodesShown = 32;

using NodeRates = std::vector<analysis::NodeRate>;

double sum_of(const NodeRates& rates) {
    double sum = 0.0;
    for (const analysis::NodeRate& rate : rates) {
        sum += rate.images_per_second;
    }
    return sum;
}

/// By how many nodes measured together the fastest run of them.
std::map<std::size_t, NodeRates> rates_by_count(const record::Study& study) {
    std::map<std::size_t, NodeRates> by_count;
    for (const record::RunData& run : study.runs) {
        NodeRates rates = analysis::node_rates(run);
        if (!spec::is_full(run.started.settings) || !record::is_result(run) || rates.empty()) {
            continue;
        }
        NodeRates& kept = by_count[rates.size()];
        if (kept.empty() || sum_of(rates) > sum_of(kept)) {
            kept = std::move(rates);
        }
    }
    return by_count;
}

std::vector<std::string> row_of(const std::map<std::size_t, NodeRates>& by_count,
                                const std::string& node) {
    std::vector<std::string> row{visible_line(node)};
    std::string remark;
    for (const auto& [count, rates] : by_count) {
        const auto own = std::ranges::find(rates, node, &analysis::NodeRate::node);
        row.push_back(own == rates.end() ? kNone : format_significant(own->images_per_second, 4));
        if (own != rates.end() && own->holds_back) {
            const double behind = analysis::behind_percent(rates, node).value_or(0.0);
            constexpr double kTold = 2.0;  // nodes that meet at each step are all as fast
            remark = "holds the others back: " +
                     (behind < kTold ? std::string("they wait for it after each step")
                                     : format_significant(behind, 2) + " % behind their median");
        }
    }
    row.push_back(remark);
    return row;
}

}  // namespace

std::string node_table(const record::Study& study, std::size_t columns) {
    const auto by_count = rates_by_count(study);
    if (by_count.empty() || by_count.rbegin()->first < 2) {
        return {};
    }
    NodeRates shown = by_count.rbegin()->second;  // the fewer are among the most
    const std::size_t all = shown.size();
    if (all > kNodesShown) {
        std::ranges::stable_sort(shown, {}, &analysis::NodeRate::images_per_second);
        shown.resize(kNodesShown);
    }
    std::vector<std::vector<std::string>> rows{{"node"}};
    for (const auto& [count, rates] : by_count) {
        rows.front().push_back(std::to_string(count) + (count == 1 ? " node" : " nodes"));
    }
    rows.front().emplace_back();
    for (const analysis::NodeRate& rate : shown) {
        rows.push_back(row_of(by_count, rate.node));
    }
    std::string text = "images/s of each node\n";
    text += aligned(std::move(rows), {.heading = true, .columns = columns});
    if (all > kNodesShown) {
        text += "The slowest " + std::to_string(kNodesShown) + " of " + std::to_string(all) +
                " nodes; --all lists the figures of all.\n";
    }
    return text;
}

}  // namespace throughline::app
