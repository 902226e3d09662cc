// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/setting_words.h"

#include "engine/record/condition_words.h"
#include "ui/style/said.h"

namespace throughline::ui {

QString settingTitle(std::string_view key) {
    return QString::fromStdString(record::condition_title(key));
}

QString settingMeaning(const spec::SettingInfo& info) {
    return said(info.meaning);
}

QString settingGroup(const spec::SettingGroup& group) {
    return said(group.title);
}

QString settingValue(std::string_view key, const spec::SettingValue& value) {
    return QString::fromStdString(record::condition_text(key, value));
}

}  // namespace throughline::ui
