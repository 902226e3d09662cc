// SPDX-License-Identifier: Apache-2.0
#include "engine/spec/setting_titles.h"

#include <cctype>
#include <string_view>

#include "engine/base/say.h"
#include "engine/spec/settings.h"

namespace throughline::spec {

std::string with_setting_titles(std::string text) {
    const auto in_word = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '/';
    };
    for (const SettingInfo& setting : all_settings()) {
        const std::string_view key = setting.key;
        if (key.find('.') == std::string_view::npos) {
            continue;  // a word like any other
        }
        const std::string title = say("“%1”", say(setting.title));
        for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at)) {
            const std::size_t end = at + key.size();
            const bool begins = at == 0 || (!in_word(text[at - 1]) && text[at - 1] != '.');
            const bool goes_on =
                end < text.size() &&
                (in_word(text[end]) ||
                 (text[end] == '.' && end + 1 < text.size() && in_word(text[end + 1])));
            if (!begins || goes_on) {
                at = end;
                continue;
            }
            const bool value = end + 1 < text.size() && text[end] == '=' && text[end + 1] != ' ';
            const std::string words = value ? title + " = " : title;
            text.replace(at, value ? key.size() + 1 : key.size(), words);
            at += words.size();
        }
    }
    return text;
}

}  // namespace throughline::spec
