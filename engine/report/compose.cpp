// SPDX-License-Identifier: Apache-2.0
#include "engine/report/compose.h"

#include <algorithm>
#include <iterator>

#include "engine/analysis/emulation.h"
#include "engine/analysis/study_apart.h"
#include "engine/base/say.h"
#include "engine/metrics/registry.h"
#include "engine/report/blocks.h"
#include "engine/report/prose.h"
#include "engine/report/whatif_blocks.h"
#include "engine/spec/settings.h"

namespace throughline::report {
namespace {

/// "8 points; highest at …": what a chart shows, for those who do not see it.
std::string alt_text(const ChartData& chart) {
    std::string text = say("Chart of %1 by %2.", chart.y_title, chart.x_title);
    for (const ChartSeries& series : chart.series) {
        if (series.points.empty()) {
            continue;
        }
        const auto [low, high] = std::ranges::minmax_element(series.points, {}, &ChartPoint::y);
        text += " " + say("%1: from %2 to %3.",
                          series.name,
                          metrics::format_metric(chart.y_key, low->y),
                          metrics::format_metric(chart.y_key, high->y));
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
        case BlockKind::Reproduced:
        case BlockKind::Findings:
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

/// Composes block by block.
class Composer {
public:
    Composer(const Definition& definition, Studies studies, std::span<const ChartData> charts)
        : definition_(definition), studies_(studies), charts_(charts) {
        content_.title = definition.title;
        content_.question = definition.question;
        content_.language = definition.language;
    }

    Result<Content> content() {
        for (std::size_t i = 0; i < definition_.blocks.size(); ++i) {
            if (is_proof(definition_.blocks[i].kind) && !in_proof_) {
                begin_proof(i);
            }
            if (auto added = add(i); !added) {
                return std::move(added).error();
            }
        }
        return std::move(content_);
    }

private:
    struct Later {
        std::size_t block = 0;
        Items items{};
    };

    void begin_proof(std::size_t block) {
        if (!content_.items.empty()) {
            content_.items.emplace_back(PageBreak{});
        }
        in_proof_ = true;
        close(block, true);
        for (Later& later : later_) {
            std::ranges::move(later.items, std::back_inserter(content_.items));
            close(later.block, true);
        }
    }
    /// What was added is of this block.
    void close(std::size_t block, bool proves) {
        content_.blocks.resize(content_.items.size(), block);
        content_.proves.resize(content_.items.size(), proves);
    }
    Result<void> add(std::size_t index) {
        const Block& block = definition_.blocks[index];
        if (auto narrowed = narrow(block); !narrowed) {
            return narrowed;
        }
        if (!block.title.empty() && block.kind != BlockKind::Chart) {
            content_.items.emplace_back(Heading{heading_of(block)});
        }
        if (block.kind == BlockKind::Chart) {
            if (auto added = add_chart(block); !added) {
                return added;
            }
        } else if (block.kind == BlockKind::Reproduced) {
            add_reproduced(about_, charts_, content_.items);
        } else if (block.kind == BlockKind::Findings) {
            add_findings(block.choice, about_, content_.items);
        } else if (block.kind == BlockKind::Text) {
            add_prose(block.text, content_.items);
        } else if (block.kind == BlockKind::WhatIf) {
            if (auto added = add_scenarios(block, index); !added) {
                return added;
            }
        } else {
            adder_of(block.kind)(about_, content_.items);
        }
        close(index, is_proof(block.kind));
        return {};
    }
    /// Those that the block is about. Errors: Usage: none of them is in the report.
    Result<void> narrow(const Block& block) {
        about_ = studies_;
        some_.clear();
        if (block.studies.empty() || block.kind == BlockKind::Chart) {
            return {};
        }
        for (const record::Study& study : studies_) {
            if (std::ranges::find(block.studies, study.header.study) != block.studies.end()) {
                some_.push_back(study);
            }
        }
        about_ = some_;
        return some_.empty()
                   ? Result<void>(usage_error(
                         say("the block \"%1\" is about studies that the report does not have",
                             name_of(block.kind))))
                   : Result<void>();
    }
    /// A study's title is marked in a heading, too, and told apart from others.
    std::string heading_of(const Block& block) const {
        if (about_.size() != 1) {
            return block.title;
        }
        const record::Study& study = about_.front();
        const std::string& title = study.header.title;
        return title == block.title || title.starts_with(block.title + " (")
                   ? analysis::marked_title(study)
                   : block.title;
    }
    /// Whose figures a chart shows that were published.
    std::vector<std::string> citations_in(const ChartData& chart) const {
        std::vector<std::string> citations;
        for (const record::Study& study : studies_) {
            const bool shown = std::ranges::any_of(chart.series, [&](const ChartSeries& series) {
                return std::ranges::any_of(series.points, [&](const ChartPoint& point) {
                    return point.study == study.header.study;
                });
            });
            if (std::string citation = citation_of(study); shown && !citation.empty()) {
                citations.push_back(std::move(citation));
            }
        }
        return citations;
    }
    Result<void> add_chart(const Block& block) {
        if (next_chart_ == charts_.size()) {
            return usage_error(say("chart %1 was not drawn", std::to_string(next_chart_ + 1)));
        }
        const ChartData& data = charts_[next_chart_];
        std::vector<std::string> notes = data.notes;
        std::ranges::move(citations_in(data), std::back_inserter(notes));
        content_.items.emplace_back(
            ChartPlace{.chart = next_chart_,
                       .title = block.title.empty() ? data.title : block.title,
                       .alt = alt_text(data),
                       .notes = std::move(notes)});
        ++next_chart_;
        return {};
    }
    /// What the scenarios assume stands with the proof, if there is one behind them.
    Result<void> add_scenarios(const Block& block, std::size_t index) {
        Later assumed{.block = index};
        if (auto added = add_what_if(block, about_, content_.items, assumed.items); !added) {
            return added;
        }
        const bool later =
            !in_proof_ && std::ranges::any_of(std::span(definition_.blocks).subspan(index),
                                              [](const Block& one) { return is_proof(one.kind); });
        if (later) {
            later_.push_back(std::move(assumed));
            return {};
        }
        close(index, false);
        std::ranges::move(assumed.items, std::back_inserter(content_.items));
        close(index, true);
        return {};
    }

    const Definition& definition_;
    Studies studies_;
    Studies about_;                    ///< of the block that is added
    std::vector<record::Study> some_;  ///< about_, where that is not all of them
    std::span<const ChartData> charts_;
    Content content_;
    std::vector<Later> later_;
    std::size_t next_chart_ = 0;
    bool in_proof_ = false;
};

/// The studies, those of one title with what sets them apart behind it; none where all have titles
/// of their own.
std::vector<record::Study> told_apart(Studies studies) {
    std::vector<analysis::NamedStudy> names;
    for (const record::Study& study : studies) {
        const auto date = study.header.environment.find("source.date");
        const bool published = study.header.origin == record::Origin::Published &&
                               date != study.header.environment.end();
        names.push_back({.title = analysis::marked_title(study),
                         .date = published ? spec::setting_text(date->second) : std::string(),
                         .started_at = study.header.started_at,
                         .uuid = study.header.study});
    }
    const std::vector<std::string> apart = analysis::what_sets_apart(names);
    if (std::ranges::all_of(apart, &std::string::empty)) {
        return {};
    }
    std::vector<record::Study> told(studies.begin(), studies.end());
    for (std::size_t i = 0; i < told.size(); ++i) {
        if (!apart[i].empty()) {
            told[i].header.title += " (" + apart[i] + ")";
        }
    }
    return told;
}

}  // namespace

Result<Content> compose(const Definition& definition,
                        std::span<const record::Study> studies,
                        std::span<const ChartData> charts) {
    if (studies.empty()) {
        return usage_error(say("a report needs a study"));
    }
    const Speaking speaking(definition.language);
    const std::vector<record::Study> apart = told_apart(studies);
    return Composer(definition, apart.empty() ? studies : Studies(apart), charts).content();
}

Content deck_of(const Content& content) {
    Content deck{
        .title = content.title, .question = content.question, .language = content.language};
    for (std::size_t i = 0; i < content.items.size(); ++i) {
        if (!content.proves[i]) {
            deck.items.push_back(content.items[i]);
            deck.blocks.push_back(content.blocks[i]);
            deck.proves.push_back(false);
        }
    }
    return deck;
}

}  // namespace throughline::report
