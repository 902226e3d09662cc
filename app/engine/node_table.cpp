// SPDX-License-Identifier: Apache-2.0
#include "app/engine/node_table.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "app/engine/text_table.h"
#include "engine/analysis/member_spread.h"
#include "engine/analysis/node_scaling.h"
#include "engine/base/format.h"
#include "engine/base/visible_text.h"
#include "engine/metrics/registry.h"
#include "engine/record/touched.h"
#include "engine/spec/spec.h"

namespace throughline::app {
namespace {

/// Of more the least, the median and the most stand before the slowest.
constexpr std::size_t kNodesListed = 16;
constexpr std::size_t kSlowestShown = 8;

using NodeRates = std::vector<analysis::NodeRate>;

double sum_of(const NodeRates& rates) {
    double sum = 0.0;
    for (const analysis::NodeRate& rate : rates) {
        sum += rate.images_per_second;
    }
    return sum;
}

/// A run of several nodes.
struct NodesRun {
    const record::RunData* run = nullptr;  ///< borrowed
    NodeRates rates{};
};
using RunsByCount = std::map<std::size_t, NodesRun>;

/// By how many nodes measured together the fastest run of them.
RunsByCount runs_by_count(const record::Study& study) {
    RunsByCount by_count;
    for (const record::RunData& run : study.runs) {
        NodeRates rates = analysis::node_rates(run);
        if (!spec::is_full(run.started.settings) || !record::is_result(run) || rates.empty()) {
            continue;
        }
        NodesRun& kept = by_count[rates.size()];
        if (kept.run == nullptr || sum_of(rates) > sum_of(kept.rates)) {
            kept = {.run = &run, .rates = std::move(rates)};
        }
    }
    return by_count;
}

std::optional<double> wait_of(const record::RunData& run, const std::string& node) {
    const auto found = run.metrics.find(metrics::labelled("step_wait", "node", node));
    return found == run.metrics.end() ? std::nullopt : std::optional(found->second.value);
}

std::string held_back_text(const NodesRun& nodes, const std::string& node) {
    const std::string text = "holds the others back: ";
    if (const auto waits = analysis::others_wait_percent(*nodes.run, node)) {
        return text + "they wait for it " + format_significant(*waits, 2) + " % of the time";
    }
    const double behind = analysis::behind_percent(nodes.rates, node).value_or(0.0);
    constexpr double kTold = 2.0;  // nodes that meet at each step are all as fast
    return text + (behind < kTold ? std::string("they wait for it after each step")
                                  : format_significant(behind, 2) + " % behind their median");
}

/// `waits`: the last column before the remark is how long it waited for others.
std::vector<std::string> row_of(const RunsByCount& by_count, const std::string& node, bool waits) {
    std::vector<std::string> row{visible_line(node)};
    std::string remark;
    for (const auto& [count, nodes] : by_count) {
        const auto own = std::ranges::find(nodes.rates, node, &analysis::NodeRate::node);
        const bool there = own != nodes.rates.end();
        row.push_back(there ? format_significant(own->images_per_second, 4) : kNone);
        if (there && own->holds_back) {
            remark = held_back_text(nodes, node);
        }
    }
    if (waits) {
        const auto share = wait_of(*by_count.rbegin()->second.run, node);
        row.push_back(share ? format_significant(*share, 2) + " %" : kNone);
    }
    row.push_back(remark);
    return row;
}

/// Which of many nodes are shown: those that hold the others back, then the slowest, or of nodes
/// that meet at each step (`meet`: how long each waits is known) those that wait least.
NodeRates slowest_of(const NodesRun& nodes, std::size_t count, bool meet) {
    NodeRates shown = nodes.rates;
    const auto before = [&](const analysis::NodeRate& a, const analysis::NodeRate& b) {
        const auto rank = [&](const analysis::NodeRate& one) {
            return std::pair(
                !one.holds_back,
                meet ? wait_of(*nodes.run, one.node).value_or(0.0) : one.images_per_second);
        };
        return rank(a) < rank(b);
    };
    std::ranges::stable_sort(shown, before);
    shown.resize(std::min(shown.size(), count));
    return shown;
}

std::vector<analysis::MemberFigure> rates_of(const NodesRun& nodes) {
    std::vector<analysis::MemberFigure> rates;
    for (const analysis::NodeRate& rate : nodes.rates) {
        rates.push_back({rate.node, rate.images_per_second});
    }
    return rates;
}

/// The least, the median and the most of each count, in the columns of row_of().
std::vector<std::vector<std::string>> spread_rows(const RunsByCount& by_count, bool waits) {
    std::vector<std::vector<std::string>> rows{{"least"}, {"median"}, {"most"}};
    const auto add =
        [&](const std::optional<analysis::MemberSpread>& spread, int digits, const char* unit) {
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const double value = !spread  ? 0.0
                                     : i == 0 ? spread->least.value
                                     : i == 1 ? spread->median
                                              : spread->most.value;
                rows[i].push_back(spread ? format_significant(value, digits) + unit : kNone);
            }
        };
    for (const auto& [count, nodes] : by_count) {
        add(analysis::spread_of(rates_of(nodes)), 4, "");
    }
    if (waits) {
        const record::RunData& run = *by_count.rbegin()->second.run;
        add(analysis::spread_of(analysis::members_in(run.metrics, "step_wait", "node")), 2, " %");
    }
    for (std::vector<std::string>& row : rows) {
        row.emplace_back();
    }
    return rows;
}

}  // namespace

std::string node_table(const record::Study& study, std::size_t columns) {
    const RunsByCount by_count = runs_by_count(study);
    if (by_count.empty() || by_count.rbegin()->first < 2) {
        return {};
    }
    const NodesRun& most = by_count.rbegin()->second;  // the fewer are among the most
    const std::size_t all = most.rates.size();
    const auto waits_for_others = [&](const analysis::NodeRate& rate) {
        return wait_of(*most.run, rate.node).has_value();
    };
    const bool waits = std::ranges::any_of(most.rates, waits_for_others);
    const bool meet = std::ranges::all_of(most.rates, waits_for_others);
    const bool many = all > kNodesListed;
    const NodeRates shown = many ? slowest_of(most, kSlowestShown, meet) : most.rates;
    std::vector<std::vector<std::string>> rows{{"node"}};
    for (const auto& [count, nodes] : by_count) {
        rows.front().push_back(std::to_string(count) + (count == 1 ? " node" : " nodes"));
    }
    if (waits) {
        rows.front().emplace_back("waits for others");
    }
    rows.front().emplace_back();
    if (many) {
        std::ranges::move(spread_rows(by_count, waits), std::back_inserter(rows));
    }
    for (const analysis::NodeRate& rate : shown) {
        rows.push_back(row_of(by_count, rate.node, waits));
    }
    std::string text = "images/s of each node\n";
    text += aligned(std::move(rows), {.heading = true, .columns = columns});
    if (many) {
        text += (meet ? "By name the " + std::to_string(kSlowestShown) + " that wait least, of "
                      : "By name the slowest " + std::to_string(kSlowestShown) + " of ") +
                std::to_string(all) + " nodes; --all lists the figures of all.\n";
    }
    return text;
}

}  // namespace throughline::app
