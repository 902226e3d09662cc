// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/published/published_conditions.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/importers/read/scan.h"

namespace throughline::importers {
namespace {

struct Field {
    const char* name;
    const char* condition;
    bool number;
};
constexpr Field kFields[] = {
    {"gpu", "accelerator", false},
    {"gpus", "gpu_count", true},
    {"nodes", "node_count", true},
    {"storage", "storage_target", false},
    {"data", "data", false},
    {"operation", "operation", false},
    {"software", "tool", false},
    {"phase", "phase", false},
    {"batch", "batch_size", true},
    {"precision", "precision", false},
};

/// "4 private dataset threads", "7 loader workers": the number. 0 workers decode in the training
/// loop itself, which is not a number of threads.
std::optional<std::int64_t> loader_threads(std::string_view part) {
    constexpr std::array<std::string_view, 5> kWords{
        " private dataset threads", " loader workers", " loader worker", " workers", " worker"};
    for (const std::string_view words : kWords) {
        if (part.ends_with(words)) {
            const auto number = parse_number(part.substr(0, part.size() - words.size()));
            return number && *number >= 1.0 ? std::optional(static_cast<std::int64_t>(*number))
                                            : std::nullopt;
        }
    }
    return std::nullopt;
}

/// Moves the loader threads from the text of `tool`, whose parts stand between commas, to
/// `settings`.
void take_loader_threads(spec::SettingValue& tool, spec::Settings& settings) {
    const std::string text = spec::setting_text(tool);
    std::string rest;
    std::optional<std::int64_t> threads;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(", ", at), text.size());
        const std::string part = text.substr(at, end - at);
        at = end + 2;
        if (const auto number = loader_threads(part)) {
            threads = number;
            continue;
        }
        rest += (rest.empty() ? "" : ", ") + part;
    }
    if (threads) {
        tool = rest;
        settings["decode.threads"] = *threads;
    }
}

}  // namespace

spec::Settings published_conditions(const catalog::Published& entry) {
    spec::Settings settings;
    const auto set = [&](const char* key, const std::string& text, bool number) {
        const auto value = number ? parse_number(text) : std::nullopt;
        if (value && *value == static_cast<double>(static_cast<std::int64_t>(*value))) {
            settings[key] = static_cast<std::int64_t>(*value);
        } else if (!text.empty() && !number) {
            settings[key] = text;
        }
    };
    std::string label;
    for (const auto& [name, text] : entry.conditions) {
        const auto* const field =
            std::find_if(std::begin(kFields), std::end(kFields), [&](const Field& each) {
                // clang-analyzer takes the structured binding for uninitialised in the lambda.
                return name == each.name;  // NOLINT(clang-analyzer-core.CallAndMessage)
            });
        if (field != std::end(kFields)) {
            set(field->condition, text, field->number);
        } else {
            label += (label.empty() ? "" : ", ") + text;
        }
    }
    if (const auto tool = settings.find("tool"); tool != settings.end()) {
        take_loader_threads(tool->second, settings);
    }
    set("label", label, false);
    set("model", entry.model, false);
    return settings;
}

}  // namespace throughline::importers
