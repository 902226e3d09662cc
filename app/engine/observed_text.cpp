// SPDX-License-Identifier: Apache-2.0
#include "app/engine/observed_text.h"

#include "app/engine/advice_text.h"
#include "engine/analysis/answer.h"
#include "engine/analysis/observed.h"
#include "engine/analysis/verdict_words.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/base/visible_text.h"

namespace throughline::app {
std::string observed_text(const record::Study& study) {
    if (study.runs.empty() || !study.verdict) {
        return "Nothing was seen.\n";
    }
    const record::RunData& run = study.runs.front();
    const analysis::Answer answer = analysis::answer_of(study);
    std::string text = answer.headline + analysis::grade_mark(*study.verdict) + "\n";
    text += answer.doubt.empty() ? "" : visible_line(answer.doubt) + "\n";
    for (const std::string& evidence : analysis::observed_evidence(run)) {
        text += "- " + visible_line(evidence) + "\n";
    }
    for (const record::Note& note : run.notes) {
        // These stand above.
        if (note.code != record::kDisturbedCode && note.code != analysis::kEndedCode &&
            note.code != analysis::kFewProcessorsCode) {
            text += "- " + visible_line(say_recorded(note.text)) + "\n";
        }
    }
    const std::string advice = advice_text(study);
    return text + (advice.empty() ? "" : "\n" + advice);
}

void add_observed_json(const record::Study& study, spec::OrderedJson& verdict) {
    if (!analysis::is_observed(study) || study.runs.empty()) {
        return;
    }
    const record::RunData& run = study.runs.front();
    const auto* const rule = analysis::rule_for(analysis::observed_job_of(run));
    verdict["rule"] = rule == nullptr ? spec::OrderedJson(nullptr) : spec::OrderedJson(rule->id);
    verdict["evidence"] = spec::OrderedJson::array();
    for (const std::string& evidence : analysis::observed_evidence(run)) {
        verdict["evidence"].push_back(json_text(evidence));
    }
}

}  // namespace throughline::app
