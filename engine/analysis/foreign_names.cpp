// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/foreign_names.h"

#include <string>
#include <string_view>
#include <utility>

namespace throughline::analysis {

namespace {

std::string text_at(const spec::Settings& settings, std::string_view key) {
    const auto found = settings.find(key);
    return found == settings.end() ? std::string() : spec::setting_text(found->second);
}

/// Of storage alone or decode alone nothing reaches an accelerator.
bool feeds(std::string_view stages) {
    return stages == "full" || stages == "consumer";
}

}  // namespace

spec::Settings foreign_names(const spec::Settings& settings) {
    spec::Settings names;
    const auto name = [&](const char* key, spec::SettingValue value) {
        if (settings.find(key) == settings.end()) {
            names.emplace(key, std::move(value));
        }
    };
    const std::string stages = text_at(settings, "stages");
    const std::string consumer = text_at(settings, "consumer.kind");
    if (!feeds(stages)) {
        return names;
    }
    if (consumer == "gpu") {
        name("gpu_count", std::int64_t{1});  // consumer.device is one GPU
    } else if (const auto count = settings.find("consumer.accelerators");
               consumer == "paced" && count != settings.end()) {
        name("gpu_count", count->second);
    }
    if (const auto nodes = settings.find("dataset.nodes");
        stages == "full" && nodes != settings.end()) {
        name("node_count", nodes->second);
    }
    name("data", std::string(stages == "full" ? "real" : "synthetic"));
    return names;
}

bool foreign_name_needs_more(std::string_view key, std::string_view stages) {
    if (stages.empty()) {
        return false;  // a foreign run, which may say anything
    }
    return key == "node_count" ? stages != "full"
                               : (key == "gpu_count" || key == "data") && !feeds(stages);
}

}  // namespace throughline::analysis
