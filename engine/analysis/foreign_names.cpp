// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/foreign_names.h"

#include <string>
#include <string_view>
#include <utility>

namespace throughline::analysis {

namespace {

/// Of storage alone or decode alone nothing reaches an accelerator.
bool feeds(std::optional<spec::Stages> stages) {
    return stages == spec::Stages::Full || stages == spec::Stages::Consumer;
}

}  // namespace

spec::Settings foreign_names(const spec::Settings& settings) {
    spec::Settings names;
    const auto name = [&](const char* key, spec::SettingValue value) {
        if (settings.find(key) == settings.end()) {
            names.emplace(key, std::move(value));
        }
    };
    const auto stages = spec::stages_of(settings);
    const auto consumer = spec::consumer_kind_of(settings);
    if (!feeds(stages)) {
        return names;
    }
    const auto count = settings.find("consumer.accelerators");
    if (consumer == spec::ConsumerKind::Gpu || consumer == spec::ConsumerKind::Paced) {
        // Records of GPUs before several were possible do not have the key.
        const bool has_one = consumer == spec::ConsumerKind::Gpu && count == settings.end();
        if (has_one || count != settings.end()) {
            name("gpu_count", has_one ? spec::SettingValue(std::int64_t{1}) : count->second);
        }
    }
    if (const auto nodes = settings.find("dataset.nodes");
        stages == spec::Stages::Full && nodes != settings.end()) {
        name("node_count", nodes->second);
    }
    name("data", std::string(stages == spec::Stages::Full ? "real" : "synthetic"));
    return names;
}

bool foreign_name_needs_more(std::string_view key, std::optional<spec::Stages> stages) {
    if (!stages) {
        return false;  // a foreign run, which may say anything
    }
    return key == "node_count" ? stages != spec::Stages::Full
                               : (key == "gpu_count" || key == "data") && !feeds(stages);
}

}  // namespace throughline::analysis
