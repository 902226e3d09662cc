// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/importers/imported.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "engine/spec/settings.h"

namespace throughline::importers::tests {

ImportedFile imported(const std::string& text, const std::string& name, Assumptions assume) {
    auto file = import_bytes(text, name, {.assume = std::move(assume)});
    EXPECT_TRUE(file) << file.error().what;
    return file ? *std::move(file) : ImportedFile();
}

std::string fixture_path(const std::string& name) {
    return std::string(THROUGHLINE_IMPORT_FIXTURES) + "/" + name;
}

ImportedFile imported_fixture(const std::string& name, Assumptions assume) {
    auto file = import_file(fixture_path(name), {.assume = std::move(assume)});
    EXPECT_TRUE(file) << file.error().what;
    return file ? *std::move(file) : ImportedFile();
}

std::optional<double> figure(const ImportedFile& file, const std::string& key, std::size_t run) {
    if (run >= file.study.runs.size()) {
        return std::nullopt;
    }
    const auto& figures = file.study.runs[run].metrics;
    const auto found = figures.find(key);
    return found == figures.end() ? std::nullopt : std::optional(found->second.value);
}

std::string condition(const ImportedFile& file, const std::string& key, std::size_t run) {
    if (run >= file.study.runs.size()) {
        return {};
    }
    const auto& settings = file.study.runs[run].started.settings;
    const auto found = settings.find(key);
    return found == settings.end() ? std::string() : spec::setting_text(found->second);
}

bool is_absent(const ImportedFile& file, const std::string& key, std::size_t run) {
    return run < file.study.runs.size() && file.study.runs[run].absent.contains(key);
}

bool has_note(const ImportedFile& file, const std::string& code) {
    const auto in = [&](const std::vector<record::Note>& notes) {
        return std::any_of(
            notes.begin(), notes.end(), [&](const auto& note) { return note.code == code; });
    };
    return in(file.study.notes) || std::any_of(file.study.runs.begin(),
                                               file.study.runs.end(),
                                               [&](const auto& run) { return in(run.notes); });
}

bool asks(const ImportedFile& file, const std::string& key) {
    return std::any_of(file.questions.begin(), file.questions.end(), [&](const auto& question) {
        return question.key == key;
    });
}

}  // namespace throughline::importers::tests
