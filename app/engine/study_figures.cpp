// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/engine/study_table.h"
#include "engine/analysis/absent_figures.h"
#include "engine/analysis/member_spread.h"
#include "engine/analysis/note_kinds.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/base/visible_text.h"
#include "engine/metrics/key_order.h"
#include "engine/metrics/registry.h"

namespace throughline::app {
namespace {

bool has_words(const std::string& key, std::string_view words) {
    const metrics::MetricInfo* const info = metrics::find_metric(key);
    return matches(
        key + " " + metrics::metric_title(key) + " " + (info == nullptr ? "" : say(info->meaning)),
        words);
}

/// Of a registry that ends with what it does not know.
std::size_t place_in_registry(const std::string& key) {
    const auto all = metrics::all_metrics();
    const metrics::MetricInfo* const info = metrics::find_metric(key);
    return info == nullptr ? all.size() : static_cast<std::size_t>(info - all.data());
}

/// Those of any run, and all others that the program knows.
std::vector<std::string> keys_with(const record::Study& study, std::string_view words) {
    std::map<std::string, bool> found;  ///< key -> a run has it
    std::map<std::string, bool> ids;
    for (const record::RunData& run : study.runs) {
        for (const auto& [key, summary] : run.metrics) {
            found[key] = true;
            ids[metrics::parse_metric_key(key).id] = true;
        }
    }
    for (const metrics::MetricInfo& info : metrics::all_metrics()) {
        if (info.kind == metrics::Kind::Measured && !ids.contains(info.id)) {
            found.try_emplace(info.id, false);
        }
    }
    std::erase_if(found, [&](const auto& entry) { return !has_words(entry.first, words); });
    std::vector<std::string> keys;
    keys.reserve(found.size());
    for (const auto& [key, had] : found) {
        keys.push_back(key);
    }
    std::ranges::sort(keys, [&](const std::string& a, const std::string& b) {
        const std::size_t place_a = place_in_registry(a);
        const std::size_t place_b = place_in_registry(b);
        return found[a] != found[b] ? found[a]
               : place_a != place_b ? place_a < place_b
                                    : metrics::is_read_before(a, b);
    });
    return keys;
}

std::string figure_of(const record::Study& study,
                      const record::RunData& run,
                      const std::string& key) {
    const auto summary = run.metrics.find(key);
    if (summary != run.metrics.end()) {
        return metrics::find_metric(key) != nullptr
                   ? metrics::format_metric(key, summary->second.value)
                   : format_quantity(summary->second.value, "");
    }
    const analysis::Absence absence =
        analysis::why_absent({study.header, run.started.settings, run.metrics, run.absent}, key);
    return "\u2013 " + absence.why + "." + (absence.remedy.empty() ? "" : " ") + absence.remedy;
}

/// A heading, and what `figure_in` says of each run; runs that say the same stand in one line.
std::string block_of(const record::Study& study,
                     const std::string& heading,
                     const std::function<std::string(const record::RunData&)>& figure_in) {
    std::string text = visible_line(heading) + "\n";
    std::vector<std::pair<std::string, std::vector<int>>> alike;
    for (const record::RunData& run : study.runs) {
        std::string figure = figure_in(run);
        const auto same =
            std::ranges::find(alike, figure, &std::pair<std::string, std::vector<int>>::first);
        auto& runs = same != alike.end()
                         ? same->second
                         : alike.emplace_back(std::move(figure), std::vector<int>()).second;
        runs.push_back(run.started.run);
    }
    for (const auto& [figure, runs] : alike) {
        text += (runs.size() == 1 ? "  run " : "  runs ") + analysis::numbers_text(runs) + ": " +
                visible_line(figure) + "\n";
    }
    return text;
}

/// Of many nodes, devices … of a quantity the least, the median and the most of each run.
std::string spread_block(const record::Study& study, std::span<const std::string> keys) {
    const metrics::MetricKey first = metrics::parse_metric_key(keys.front());
    const std::string heading = metrics::metric_title(first.id) +
                                ": least \u2013 median \u2013 most  (" + first.id + "{" +
                                first.label + "})";
    return block_of(study, heading, [&](const record::RunData& run) {
        std::vector<analysis::MemberFigure> members;
        for (const std::string& key : keys) {
            if (const auto at = run.metrics.find(key); at != run.metrics.end()) {
                members.push_back({metrics::parse_metric_key(key).value, at->second.value});
            }
        }
        const auto spread = analysis::spread_of(members);
        return spread ? analysis::spread_text(first.id, *spread) + ", of " +
                            std::to_string(spread->count)
                      : std::string("\u2013");
    });
}

/// How many from the first on are of its quantity and label.
std::size_t count_alike(std::span<const std::string> keys) {
    const metrics::MetricKey first = metrics::parse_metric_key(keys.front());
    const auto other = std::ranges::find_if(keys, [&](const std::string& key) {
        const metrics::MetricKey parsed = metrics::parse_metric_key(key);
        return parsed.id != first.id || parsed.label != first.label;
    });
    return static_cast<std::size_t>(other - keys.begin());
}

}  // namespace

std::string study_figures(const record::Study& study, std::string_view words, bool each) {
    std::string text;
    std::string folded;
    const std::vector<std::string> keys = keys_with(study, words);
    for (std::span<const std::string> left = keys; !left.empty();) {
        const std::size_t count = count_alike(left);
        const metrics::MetricKey first = metrics::parse_metric_key(left.front());
        if (!each && count > analysis::kMembersListed && analysis::are_alike(first.label)) {
            text += (text.empty() ? "" : "\n") + spread_block(study, left.first(count));
            folded = "\nWith --all each of those that stand in one line has its own.\n";
        } else {
            for (const std::string& key : left.first(count)) {
                text += (text.empty() ? "" : "\n") +
                        block_of(
                            study,
                            metrics::metric_title(key) + "  (" + key + ")",
                            [&](const record::RunData& run) { return figure_of(study, run, key); });
            }
        }
        left = left.subspan(count);
    }
    return text + folded;
}

}  // namespace throughline::app
