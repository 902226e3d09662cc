// SPDX-License-Identifier: Apache-2.0
#include "app/engine/study_findings.h"

#include <string>

#include "app/engine/json_output.h"
#include "app/engine/report.h"
#include "app/engine/terminal.h"
#include "app/engine/text_table.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/record/record_names.h"

namespace throughline::app {
namespace {

std::string emulated_in_panel(const panels::Panel& panel) {
    const panels::Experiment* const experiment = panels::experiment_of(panel);
    return experiment == nullptr ? std::string() : say(experiment->emulated);
}

Json finding_json(const record::Study& study, const panels::Panel& panel) {
    const panels::Finding finding = panel.claim.finding(study);
    return {{"panel", panel.id},
            {"claim", say(panel.claim.claim)},
            {"holds", panels::name_of(finding.holds)},
            {"grade", record::name_of(finding.grade)},
            {"sentence", finding.sentence},
            {"rule", say(panel.claim.rule)},
            {"emulated", emulated_in_panel(panel)}};
}

}  // namespace

void print_findings(const record::Study& study,
                    const std::vector<const panels::Panel*>& shown,
                    bool as_json) {
    if (as_json) {
        Json findings = Json::array();
        for (const panels::Panel* panel : shown) {
            findings.push_back(finding_json(study, *panel));
        }
        const panels::Experiment* const experiment = panels::experiment_of(study);
        print_json({{"study", json_text(study.header.study)},
                    {"experiment", experiment == nullptr ? Json(nullptr) : Json(experiment->id)},
                    {"findings", findings}});
        return;
    }
    std::string emulated;
    std::vector<std::vector<std::string>> rows;
    for (const panels::Panel* panel : shown) {
        const panels::Finding finding = panel->claim.finding(study);
        rows.push_back({panel->id, panels::finding_text(panel->claim, finding)});
        rows.push_back({"", say(panel->claim.rule)});
        if (const std::string grade = panels::grade_text(finding); !grade.empty()) {
            rows.push_back({"", grade});
        }
        emulated = emulated_in_panel(*panel);
    }
    print("Do the findings of the studies hold here?\n" +
          aligned(std::move(rows), {.columns = output_columns()}) +
          (emulated.empty() ? std::string() : emulated + "\n"));
}

}  // namespace throughline::app
