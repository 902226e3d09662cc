// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/spec/settings.h"

// Settings as people read, type and look for them.
namespace throughline::spec {

/// "128 KiB", "1 GiB", "250 µs", "2 min", "1 024"; the title of a choice; what 0 stands for where
/// it is no amount. Exact: parse_setting() reads the same value back.
std::string people_text(const SettingInfo& setting, const SettingValue& value);
/// Of a command what tells it from others: without folders, and without the interpreter of a script
/// of Python. "/opt/venv/bin/python3 /home/me/torch_loader.py --amp" is "torch_loader.py --amp".
std::string command_words(std::string_view command);
/// By the setting's key; of another tool's, which is in no table, as setting_text() has it.
std::string people_text(std::string_view key, const SettingValue& value);
/// "Queue depth"; a key of another tool's is its own title.
std::string setting_title(std::string_view key);

/// Settings that belong together stand under one title.
struct SettingGroup {
    const char* title;                           ///< "Reading"
    std::span<const std::string_view> sections;  ///< first parts of the keys; "" = keys without
};
/// In the order of the images' way, what concerns the whole measurement first.
std::span<const SettingGroup> setting_groups() noexcept;
const SettingGroup& group_of(std::string_view key) noexcept;

/// All that a search looks through: title, group, key, meaning, choices.
std::string search_text(const SettingInfo& setting);

}  // namespace throughline::spec
