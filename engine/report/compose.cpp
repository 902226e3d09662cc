// SPDX-License-Identifier: Apache-2.0
#include "engine/report/compose.h"

#include <algorithm>

#include "engine/metrics/registry.h"
#include "engine/report/blocks.h"
#include "engine/report/prose.h"
#include "engine/report/whatif_blocks.h"
#include "engine/spec/settings.h"

namespace throughline::report {
namespace {

/// "8 points; highest at …": what a chart shows, for those who do not see it.
std::string alt_text(const ChartData& chart) {
    std::string text = "Chart of " + chart.y_title + " by " + chart.x_title + ".";
    for (const ChartSeries& series : chart.series) {
        if (series.points.empty()) {
            continue;
        }
        const auto [low, high] = std::ranges::minmax_element(series.points, {}, &ChartPoint::y);
        text += " " + series.name + ": from " + metrics::format_metric(chart.y_key, low->y) +
                " to " + metrics::format_metric(chart.y_key, high->y) + ".";
    }
    return text;
}

using Adder = void (*)(Studies studies, Items& items);

Adder adder_of(BlockKind kind) {
    switch (kind) {
        case BlockKind::Verdict:
            return add_verdict;
        case BlockKind::Numbers:
            return add_numbers;
        case BlockKind::Differences:
            return add_differences;
        case BlockKind::Changes:
            return add_changes;
        case BlockKind::Runs:
            return add_runs;
        case BlockKind::Method:
            return add_method;
        case BlockKind::Environment:
            return add_environment;
        case BlockKind::Provenance:
            return add_provenance;
        case BlockKind::Chart:
        case BlockKind::WhatIf:
        case BlockKind::Text:
            break;
    }
    return nullptr;
}

/// What answers the question stands on the first page, what proves it on the next ones.
bool is_proof(BlockKind kind) {
    return kind == BlockKind::Changes || kind == BlockKind::Runs || kind == BlockKind::Method ||
           kind == BlockKind::Environment || kind == BlockKind::Provenance;
}

}  // namespace

Result<Content> compose(const Definition& definition,
                        std::span<const record::Study> studies,
                        std::span<const ChartData> charts) {
    if (studies.empty()) {
        return usage_error("a report needs a study");
    }
    Content content{.title = definition.title, .question = definition.question, .items = {}};
    std::size_t chart = 0;
    bool in_proof = false;
    for (const Block& block : definition.blocks) {
        if (is_proof(block.kind) && !in_proof && !content.items.empty()) {
            content.items.emplace_back(PageBreak{});
        }
        in_proof = in_proof || is_proof(block.kind);
        if (!block.title.empty() && block.kind != BlockKind::Chart) {
            content.items.emplace_back(Heading{block.title});
        }
        if (block.kind == BlockKind::Chart) {
            if (chart == charts.size()) {
                return usage_error("chart " + std::to_string(chart + 1) + " was not drawn");
            }
            const ChartData& data = charts[chart];
            content.items.emplace_back(
                ChartPlace{.chart = chart,
                           .title = block.title.empty() ? data.title : block.title,
                           .alt = alt_text(data),
                           .notes = data.notes});
            ++chart;
        } else if (block.kind == BlockKind::Text) {
            add_prose(block.text, content.items);
        } else if (block.kind == BlockKind::WhatIf) {
            if (auto added = add_what_if(block, studies, content.items); !added) {
                return std::move(added).error();
            }
        } else {
            adder_of(block.kind)(studies, content.items);
        }
    }
    return content;
}

}  // namespace throughline::report
