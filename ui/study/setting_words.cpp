// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/setting_words.h"

#include "ui/style/said.h"

namespace throughline::ui {

QString settingTitle(std::string_view key) {
    return said(spec::setting_title(key).c_str());
}

QString settingMeaning(const spec::SettingInfo& info) {
    return said(info.meaning);
}

QString settingGroup(const spec::SettingGroup& group) {
    return said(group.title);
}

QString settingValue(std::string_view key, const spec::SettingValue& value) {
    return said(spec::people_text(key, value).c_str());
}

}  // namespace throughline::ui
