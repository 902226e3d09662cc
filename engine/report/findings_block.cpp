// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/analysis/emulation.h"
#include "engine/base/say.h"
#include "engine/report/blocks.h"
#include "engine/report/measured_panels.h"

namespace throughline::report {
namespace {

void add_finding(const MeasuredPanel& measured, Items& items) {
    const panels::Claim& claim = measured.panel->claim;
    const panels::Finding finding = claim.finding(*measured.study);
    items.emplace_back(
        Paragraph{panels::finding_text(claim, finding),
                  finding.holds == panels::Holds::Yes ? Tone::Plain : Tone::Caution});
    const std::string grade = panels::grade_text(finding);
    const panels::Experiment* const experiment = panels::experiment_of(*measured.panel);
    std::string grounds = say(claim.rule) + (grade.empty() ? "" : " ") + grade;
    if (experiment->emulated[0] != '\0') {
        grounds += " " + say(experiment->emulated);
    }
    items.emplace_back(Paragraph{std::move(grounds), Tone::Small});
}

}  // namespace

std::vector<MeasuredPanel> measured_panels(Studies studies) {
    std::vector<MeasuredPanel> all;
    for (const record::Study& study : studies) {
        if (const panels::Experiment* const experiment = panels::experiment_of(study)) {
            for (const panels::Panel* panel : panels::panels_of(experiment->id)) {
                all.push_back({.panel = panel, .study = &study});
            }
        }
    }
    return all;
}

void add_findings(const std::string& panel, Studies studies, Items& items) {
    const std::vector<MeasuredPanel> measured = measured_panels(studies);
    bool any = false;
    for (const MeasuredPanel& one : measured) {
        if (panel.empty()) {
            items.emplace_back(Heading{say(one.panel->title)});
        }
        if (panel.empty() || panel == one.panel->id) {
            add_finding(one, items);
            any = true;
        }
    }
    if (!any) {
        items.emplace_back(Paragraph{
            say("None of these studies repeats an experiment of a published study, so whether its "
                "findings hold here is not known."),
            Tone::Plain});
    }
}

}  // namespace throughline::report
