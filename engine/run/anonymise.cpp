// SPDX-License-Identifier: Apache-2.0
#include "engine/run/anonymise.h"

#include <map>
#include <string>
#include <string_view>

namespace throughline::run {
namespace {

bool names_host(std::string_view key) {
    return key == "host" || key == "hostname" || key.ends_with("host.name") ||
           key.ends_with(".hostname");
}

bool names_path(std::string_view key) {
    return key.ends_with("path") || key == "storage_target" || key.ends_with("source_file") ||
           key == "command" || key.ends_with(".command");
}

bool is_word_byte(char byte) {
    const auto letter = static_cast<unsigned char>(byte);
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '-' || letter == '_' || letter >= 0x80;
}

/// "/home/ann/data" -> "/home/user/data".
void hide_users(std::string& text) {
    for (const std::string_view homes : {"/home/", "/Users/"}) {
        for (std::size_t at = text.find(homes); at != std::string::npos;
             at = text.find(homes, at)) {
            at += homes.size();
            std::size_t end = at;
            while (end < text.size() && (is_word_byte(text[end]) || text[end] == '.')) {
                ++end;
            }
            text.replace(at, end - at, end > at ? "user" : "");
        }
    }
}

class Anonymiser {
public:
    void learn(const Settings& settings) {
        for (const auto& [key, value] : settings) {
            const auto* const text = std::get_if<std::string>(&value);
            if (text != nullptr && !text->empty() && names_host(key)) {
                const auto [place, fresh] =
                    numbers_.emplace(*text, "host-" + std::to_string(hosts_ + 1));
                hosts_ += fresh ? 1 : 0;
                // "node7.cluster.example" is also called "node7".
                if (const std::size_t dot = text->find('.'); dot != std::string::npos && dot > 0) {
                    numbers_.emplace(text->substr(0, dot), place->second);
                }
            }
        }
    }

    void clean(Settings& settings) const {
        for (auto& [key, value] : settings) {
            if (auto* const text = std::get_if<std::string>(&value)) {
                if (names_path(key) || text->starts_with('/')) {
                    *text = text->substr(text->find_last_of('/') + 1);
                }
                clean(*text);
            }
        }
    }

    /// Every host name that stands as a word of its own, and the users of home folders.
    void clean(std::string& text) const {
        hide_users(text);
        for (const auto& [name, number] : numbers_) {
            for (std::size_t at = text.find(name); at != std::string::npos;
                 at = text.find(name, at)) {
                const std::size_t end = at + name.size();
                const bool word = (at == 0 || !is_word_byte(text[at - 1])) &&
                                  (end == text.size() || !is_word_byte(text[end]));
                if (word) {
                    text.replace(at, name.size(), number);
                    at += number.size();
                } else {
                    at = end;
                }
            }
        }
    }

private:
    /// Longer names first, so that a name within another one does not break it.
    struct Longer {
        bool operator()(const std::string& a, const std::string& b) const {
            return a.size() != b.size() ? a.size() > b.size() : a < b;
        }
    };
    std::map<std::string, std::string, Longer> numbers_{};
    int hosts_ = 0;
};

void clean_notes(std::vector<Note>& notes, const Anonymiser& anonymiser) {
    for (Note& note : notes) {
        anonymiser.clean(note.text);
        note.item = note.item.substr(note.item.find_last_of('/') + 1);
        anonymiser.clean(note.item);
    }
}

void clean_remarks(Remarks& remarks, const Anonymiser& anonymiser) {
    for (std::string& tag : remarks.tags) {
        anonymiser.clean(tag);
    }
    anonymiser.clean(remarks.note);
    std::string target = remarks.target;
    anonymiser.clean(target);
    if (target != remarks.target) {
        remarks.target.clear();  // another id would name nothing
    }
}

}  // namespace

void anonymise(Study& study) {
    Anonymiser anonymiser;
    anonymiser.learn(study.header.environment);
    for (const RunData& run : study.runs) {
        anonymiser.learn(run.started.settings);
    }
    anonymiser.clean(study.header.environment);
    anonymiser.clean(study.header.title);
    anonymiser.clean(study.header.spec_json);
    clean_remarks(study.header.remarks, anonymiser);
    clean_notes(study.notes, anonymiser);
    for (RunData& run : study.runs) {
        anonymiser.clean(run.started.settings);
        clean_notes(run.notes, anonymiser);
        for (auto& [key, reason] : run.absent) {
            anonymiser.clean(reason);
        }
    }
    if (study.verdict) {
        anonymiser.clean(study.verdict->sentence);
    }
}

}  // namespace throughline::run
