// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_panels.h"

#include <algorithm>
#include <utility>

#include "engine/base/say.h"
#include "engine/report/measured_panels.h"
#include "ui/report/report_charts.h"

namespace throughline::ui {

namespace {

/// A chart and the finding of it; of a panel whose chart is empty its title stands above.
std::vector<report::Block> blocksOf(const report::MeasuredPanel& measured,
                                    const ReportSources& sources) {
    const std::string title = say(measured.panel->title);
    report::Block chart{.kind = report::BlockKind::Chart,
                        .title = title,
                        .choice = std::string("panel:") + measured.panel->id};
    report::Block finding{.kind = report::BlockKind::Findings,
                          .choice = measured.panel->id,
                          .studies = {measured.study->header.study}};
    for (const record::Study& study : sources.studies) {
        if (&study == measured.study || study.header.origin == record::Origin::Published) {
            chart.studies.push_back(study.header.study);
        }
    }
    if (reportChart(chart, sources)) {
        return {std::move(chart), std::move(finding)};
    }
    finding.title = title;
    return {std::move(finding)};
}

}  // namespace

UnfoldedDefinition unfolded(const report::Definition& definition, const ReportSources& sources) {
    const Speaking speaking(definition.language);
    UnfoldedDefinition result{.definition = definition};
    result.definition.blocks.clear();
    const auto measured = report::measured_panels(sources.studies);
    for (std::size_t i = 0; i < definition.blocks.size(); ++i) {
        const report::Block& block = definition.blocks[i];
        std::vector<report::Block> blocks;
        if (block.kind == report::BlockKind::Findings && block.choice.empty()) {
            for (const report::MeasuredPanel& one : measured) {
                std::ranges::move(blocksOf(one, sources), std::back_inserter(blocks));
            }
        }
        if (blocks.empty()) {
            blocks.push_back(block);
        }
        result.of.resize(result.of.size() + blocks.size(), i);
        std::ranges::move(blocks, std::back_inserter(result.definition.blocks));
    }
    return result;
}

}  // namespace throughline::ui
