// SPDX-License-Identifier: Apache-2.0
// The title of a study that was given none.
#include <algorithm>
#include <array>
#include <cctype>

#include "engine/base/text.h"
#include "engine/spec/people.h"
#include "engine/spec/spec.h"

namespace throughline::spec {
namespace {

constexpr std::string_view kFolder = "dataset.path";
constexpr std::string_view kThreads = "decode.threads";
constexpr std::string_view kPreset = "consumer.preset";
constexpr std::string_view kVolume = "storage.volume";
constexpr std::string_view kEmulatedStore = "storage.store";
constexpr std::string_view kLoader = "loader.command";
constexpr std::size_t kValuesShown = 3;
constexpr std::size_t kPartsShown = 3;

/// How others call what the settings name by an id.
struct NamingWords {
    const ConsumerWords& consumer;
    const StorageWords& storage;
};

/// How long and how often something is measured, and where its store answers or how the nodes
/// divide the data, says nothing of what it is; the folder, the threads, the consumer and emulated
/// storage have words of their own.
bool tells(std::string_view key) {
    constexpr std::array<std::string_view, 17> kSilent{"warmup_seconds",
                                                       "duration_seconds",
                                                       "sample_seconds",
                                                       "repeats",
                                                       "repeat_order",
                                                       "epochs",
                                                       "dataset.seed",
                                                       "dataset.nodes",
                                                       "dataset.node",
                                                       "storage.endpoint",
                                                       "batch.images",
                                                       "batch.slots",
                                                       "loader.patience_seconds",
                                                       kFolder,
                                                       kThreads,
                                                       kVolume,
                                                       kEmulatedStore};
    return !key.starts_with("consumer.") && std::ranges::find(kSilent, key) == kSilent.end();
}

/// "queue depth", "PCA noise".
std::string inner_title(const SettingInfo& setting) {
    std::string title = setting.title;
    if (title.size() > 1 && std::islower(static_cast<unsigned char>(title[1])) != 0) {
        title[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(title[0])));
    }
    return title;
}

std::string folder_name(std::string_view path) {
    while (path.size() > 1 && path.back() == '/') {
        path.remove_suffix(1);
    }
    return std::string(path.substr(path.rfind('/') + 1));
}

std::string threads_words(const std::string& count) {
    return count + (count == "1" ? " thread" : " threads");
}

/// The setting with its value, in as few words as say it: the title of a choice says all.
std::string words_of(const SettingInfo& setting, const SettingValue& value) {
    const std::string text = people_text(setting, value);
    switch (setting.type) {
        case SettingType::Choice:
            return text;
        case SettingType::Boolean:
            return std::get<bool>(value) ? inner_title(setting) : "no " + inner_title(setting);
        case SettingType::Integer:
        case SettingType::Real:
        case SettingType::Text:
            break;
    }
    return inner_title(setting) + ' ' + text;
}

std::string value_text(const SettingInfo& setting,
                       const SettingValue& value,
                       const StudySpec& spec,
                       const NamingWords& words) {
    if (setting.key == kFolder) {
        return folder_name(setting_text(value));
    }
    if (setting.key == kPreset) {
        Settings point = spec.base;
        point[std::string(kPreset)] = value;
        return words.consumer(point);
    }
    if (setting.key == kVolume || setting.key == kEmulatedStore) {
        const std::string wish = setting_text(value);
        return wish.empty() ? people_text(setting, value) : words.storage(wish);
    }
    const std::string command = setting.key == kLoader ? setting_text(value) : "";
    return command.empty() ? people_text(setting, value) : command_words(command);
}

/// "1–4" where the values are numbers that rise, else the first few of them.
std::string values_text(const SweepAxis& axis,
                        const SettingInfo& setting,
                        const StudySpec& spec,
                        const NamingWords& words) {
    const bool numbers = setting.type == SettingType::Integer || setting.type == SettingType::Real;
    if (numbers && axis.values.size() > 1 && std::ranges::is_sorted(axis.values)) {
        return people_text(setting, axis.values.front()) + "\u2013" +
               people_text(setting, axis.values.back());
    }
    std::string text;
    for (std::size_t i = 0; i < axis.values.size(); ++i) {
        if (i >= kValuesShown) {
            return text + ", \u2026";
        }
        text += (i == 0 ? "" : ", ") + value_text(setting, axis.values[i], spec, words);
    }
    return text;
}

}  // namespace

std::string default_title(const StudySpec& spec,
                          const ConsumerWords& consumer,
                          const StorageWords& storage) {
    const NamingWords words{.consumer = consumer, .storage = storage};
    std::string folder = folder_name(text_or_empty(spec.base, kFolder));
    std::vector<std::string> parts;
    const auto swept = [&spec](std::string_view key) {
        return std::ranges::any_of(spec.sweep, [&](const auto& axis) { return axis.sets(key); });
    };
    for (const SweepAxis& axis : spec.sweep) {
        const SettingInfo* const setting = find_setting(axis.key);
        const std::string values = values_text(axis, *setting, spec, words);
        if (axis.key == kFolder) {
            folder = values;
        } else if (axis.key == kThreads) {
            parts.push_back(threads_words(values));
        } else {
            const bool plain = axis.key == kPreset || setting->type == SettingType::Choice;
            parts.push_back(plain ? values : inner_title(*setting) + ' ' + values);
        }
    }
    const std::string taker = swept(kPreset) ? std::string() : consumer(spec.base);
    if (!taker.empty()) {
        parts.push_back(taker);
    }
    for (const std::string_view key : {kVolume, kEmulatedStore}) {
        const std::string wish = text_or_empty(spec.base, key);
        if (!wish.empty() && !swept(key)) {
            parts.push_back(storage(wish));
        }
    }
    for (const auto& [key, value] : spec.base) {
        const SettingInfo* const setting = find_setting(key);
        if (setting != nullptr && tells(key) && !swept(key) && value != setting->default_value) {
            parts.push_back(words_of(*setting, value));
        }
    }
    if (parts.empty()) {
        parts.push_back(threads_words(text_or_empty(spec.base, kThreads)));
    }
    parts.resize(std::min(parts.size(), kPartsShown));
    std::string title = folder;
    for (const std::string& part : parts) {
        title += ", " + part;
    }
    return title;
}

}  // namespace throughline::spec
