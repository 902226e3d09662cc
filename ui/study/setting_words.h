// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/spec/people.h"

// Settings of the engine in the words of the window's language.
namespace throughline::ui {

/// Of the settings' table; a key of another tool's is its own title.
QString settingTitle(std::string_view key);
QString settingMeaning(const spec::SettingInfo& info);
QString settingGroup(const spec::SettingGroup& group);
/// A value as people read it: "64 KiB", "blocking reads (pread)".
QString settingValue(std::string_view key, const spec::SettingValue& value);

}  // namespace throughline::ui
