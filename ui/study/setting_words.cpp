// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/setting_words.h"

#include <QCoreApplication>

namespace throughline::ui {

namespace {

QString settingWords(const char* text) {
    return QCoreApplication::translate("throughline::settings", text);
}

}  // namespace

QString settingTitle(std::string_view key) {
    return settingWords(spec::setting_title(key).c_str());
}

QString settingMeaning(const spec::SettingInfo& info) {
    return settingWords(info.meaning);
}

QString settingGroup(const spec::SettingGroup& group) {
    return settingWords(group.title);
}

QString settingValue(std::string_view key, const spec::SettingValue& value) {
    return settingWords(spec::people_text(key, value).c_str());
}

}  // namespace throughline::ui
