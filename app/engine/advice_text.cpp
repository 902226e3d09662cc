// SPDX-License-Identifier: Apache-2.0
#include "app/engine/advice_text.h"

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/whatif/advice.h"

namespace throughline::app {

std::string advice_text(const record::Study& study) {
    const whatif::Advice advice = whatif::advice_on(study);
    std::string text;
    for (const analysis::Remedy& remedy : advice.remedies) {
        text += text.empty() ? "What helps:\n" : "";
        text += "- " + say(remedy.what) + "\n";
        const std::string snippet = remedy.snippet;
        text += snippet.empty() ? "" : "    " + snippet + "\n";
    }
    text += advice.gains.empty() ? "" : "\nWhat the model expects of one change:\n";
    for (const std::string& gain : advice.gains) {
        text += "- " + gain + "\n";
    }
    return text;
}

void add_advice_json(const record::Study& study, spec::OrderedJson& verdict) {
    const whatif::Advice advice = whatif::advice_on(study);
    verdict["remedies"] = spec::OrderedJson::array();
    for (const analysis::Remedy& remedy : advice.remedies) {
        verdict["remedies"].push_back({{"what", say(remedy.what)}, {"snippet", remedy.snippet}});
    }
    verdict["gains"] = spec::OrderedJson::array();
    for (const std::string& gain : advice.gains) {
        verdict["gains"].push_back(json_text(gain));
    }
}

}  // namespace throughline::app
