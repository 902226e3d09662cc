// SPDX-License-Identifier: Apache-2.0
// Goal: every figure that an expected.txt below tests/fixtures/importers gives comes out of the
// import of the file beside it. The README there describes the lines. $THROUGHLINE_GOLDEN names
// another folder of such files, which are then compared as well.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/spec/settings.h"
#include "tests/engine/importers/imported.h"

namespace throughline::importers::tests {
namespace {

struct Line {
    int number = 0;
    std::string verb;
    std::string rest;
};

/// One file and what its import must give.
struct Golden {
    std::filesystem::path folder;
    std::string file;
    std::vector<Line> lines;
};

std::vector<Golden> read_expected(const std::filesystem::path& path) {
    std::vector<Golden> found;
    std::ifstream in(path);
    std::string text;
    for (int number = 1; std::getline(in, text); ++number) {
        std::istringstream words(text);
        Line line{.number = number, .verb = {}, .rest = {}};
        if (!(words >> line.verb) || line.verb.starts_with('#')) {
            continue;
        }
        std::getline(words >> std::ws, line.rest);
        if (line.verb == "file") {
            found.push_back({path.parent_path(), line.rest, {}});
        } else if (!found.empty()) {
            found.back().lines.push_back(line);
        }
    }
    return found;
}

std::vector<Golden> all_golden() {
    std::vector<std::filesystem::path> tables;
    const char* const outside = std::getenv("THROUGHLINE_GOLDEN");
    for (const std::string& top : {fixture_path(""), std::string(outside ? outside : "")}) {
        if (top.empty()) {
            continue;
        }
        for (const auto& entry : std::filesystem::recursive_directory_iterator(top)) {
            if (entry.path().filename() == "expected.txt") {
                tables.push_back(entry.path());
            }
        }
    }
    std::sort(tables.begin(), tables.end());
    std::vector<Golden> all;
    for (const auto& table : tables) {
        for (auto& golden : read_expected(table)) {
            all.push_back(std::move(golden));
        }
    }
    return all;
}

/// "4.5KiB" is 4608; no value where the text is no number with a known unit.
std::optional<double> number_of(const std::string& text) {
    static const std::map<std::string, double> units = {{"", 1.0},
                                                        {"KiB", 1024.0},
                                                        {"MiB", 1024.0 * 1024.0},
                                                        {"GiB", 1024.0 * 1024.0 * 1024.0},
                                                        {"ms", 1e-3},
                                                        {"us", 1e-6},
                                                        {"ns", 1e-9}};
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    const auto unit = units.find(end);
    return end == text.c_str() || unit == units.end() ? std::nullopt
                                                      : std::optional(value * unit->second);
}

/// The words of a line: a number at the end may be followed by its relative tolerance, "~1e-4".
struct Expected {
    std::string key;
    std::string value;
    double tolerance = 2e-6;

    explicit Expected(const std::string& rest) {
        std::istringstream words(rest);
        std::vector<std::string> all;
        for (std::string word; words >> word;) {
            if (word.starts_with('~')) {
                tolerance = std::strtod(word.c_str() + 1, nullptr);
            } else {
                all.push_back(word);
            }
        }
        value = all.empty() ? "" : all.back();
        key = all.size() > 1 ? all.front() : "";
    }
};

template <typename Found>
std::optional<Found> found(const std::map<std::string, Found>& words, const std::string& verb) {
    const auto word = words.find(verb);
    return word == words.end() ? std::nullopt : std::optional(word->second);
}

using Values = std::vector<double>;

std::optional<double> mean_of(const Values& values) {
    return values.empty() ? std::nullopt
                          : std::optional(std::accumulate(values.begin(), values.end(), 0.0) /
                                          static_cast<double>(values.size()));
}

class Checker {
public:
    explicit Checker(ImportedFile file) : file_(std::move(file)) {}

    void check(const Line& line) {
        if (line.verb == "run") {
            run_ = std::stoul(line.rest) - 1;
            EXPECT_LT(run_, file_.study.runs.size());
        } else if (const auto text = found(texts(), line.verb)) {
            EXPECT_EQ((*text)(), line.rest);
        } else if (const auto keyed = found(keyed_texts(), line.verb)) {
            const auto space = std::min(line.rest.find(' '), line.rest.size() - 1);
            EXPECT_EQ((*keyed)(line.rest.substr(0, space)), line.rest.substr(space + 1));
        } else if (const auto fact = found(facts(), line.verb)) {
            EXPECT_TRUE((*fact)(line.rest)) << line.verb << " " << line.rest;
        } else if (const auto one = found(numbers(), line.verb)) {
            const Expected expected(line.rest);
            number(expected, (*one)(expected.key));
        } else {
            ADD_FAILURE() << "no such word: " << line.verb;
        }
    }

private:
    void number(const Expected& expected, std::optional<double> got) const {
        const auto value = number_of(expected.value);
        ASSERT_TRUE(value) << expected.value << " is no number";
        ASSERT_TRUE(got) << expected.key << " is absent";
        EXPECT_NEAR(*got, *value, expected.tolerance * std::abs(*value) + 1e-12) << expected.key;
    }

    bool has_run() const { return run_ < file_.study.runs.size(); }
    const record::RunData& run() const { return file_.study.runs.at(run_); }

    /// The values of the samples that carry the metric, those of the warm-up too.
    Values values(const std::string& key) const {
        Values found;
        for (const auto& sample : has_run() ? run().samples : std::vector<record::Sample>()) {
            const auto value = sample.metrics.find(key);
            if (value != sample.metrics.end()) {
                found.push_back(value->second);
            }
        }
        return found;
    }

    /// The mean of a column as it is printed, over the measured samples: 0 where there was no
    /// request, of which the import makes no value.
    double printed_mean(const std::string& key) const {
        double sum = 0.0;
        double rows = 0.0;
        for (const auto& sample : run().samples) {
            if (sample.phase == record::Phase::Measured) {
                const auto value = sample.metrics.find(key);
                sum += value == sample.metrics.end() ? 0.0 : value->second;
                rows += 1.0;
            }
        }
        return sum / std::max(rows, 1.0);
    }

    std::optional<double> at(const std::string& key, std::size_t index) const {
        const Values all = values(key);
        return index < all.size() ? std::optional(all[index]) : std::nullopt;
    }

    using Text = std::function<std::string()>;
    std::map<std::string, Text> texts() const {
        return {
            {"format", [this] { return file_.format; }},
            {"version", [this] { return file_.tool_version; }},
            {"started", [this] { return file_.study.header.started_at; }},
            {"status", [this] { return std::string(record::name_of(run().status)); }},
        };
    }

    using KeyedText = std::function<std::string(const std::string&)>;
    std::map<std::string, KeyedText> keyed_texts() const {
        return {
            {"condition", [this](const std::string& key) { return condition(file_, key, run_); }},
            {"environment",
             [this](const std::string& key) {
                 const auto& all = file_.study.header.environment;
                 const auto found = all.find(key);
                 return found == all.end() ? std::string() : spec::setting_text(found->second);
             }},
        };
    }

    using Fact = std::function<bool(const std::string&)>;
    std::map<std::string, Fact> facts() const {
        return {
            {"note", [this](const std::string& code) { return has_note(file_, code); }},
            {"asks", [this](const std::string& key) { return asks(file_, key); }},
            {"no_figure",
             [this](const std::string& key) { return !figure(file_, key, run_).has_value(); }},
            {"no_condition",
             [this](const std::string& key) { return condition(file_, key, run_).empty(); }},
            {"also",
             [this](const std::string& format) {
                 return std::count(file_.also_holds.begin(), file_.also_holds.end(), format) == 1;
             }},
            {"says",
             [this](const std::string& text) {
                 const auto& notes = file_.study.notes;
                 return std::any_of(notes.begin(), notes.end(), [&](const auto& note) {
                     return note.text.find(text) != std::string::npos;
                 });
             }},
        };
    }

    using Number = std::function<std::optional<double>(const std::string&)>;
    std::map<std::string, Number> numbers() const {
        using Key = std::string;
        return {
            {"runs", [this](const Key&) { return double(file_.study.runs.size()); }},
            {"taken", [this](const Key&) { return double(file_.rows_taken); }},
            {"dropped", [this](const Key&) { return double(file_.rows_dropped); }},
            {"samples",
             [this](const Key&) { return double(has_run() ? run().samples.size() : 0); }},
            {"figure", [this](const Key& key) { return figure(file_, key, run_); }},
            {"high", [this](const Key& key) { return run().metrics.at(key).high; }},
            {"rows", [this](const Key& key) { return double(values(key).size()); }},
            {"mean", [this](const Key& key) { return mean_of(values(key)); }},
            {"printed_mean", [this](const Key& key) { return printed_mean(key); }},
            {"first", [this](const Key& key) { return at(key, 0); }},
            {"second", [this](const Key& key) { return at(key, 1); }},
            {"third", [this](const Key& key) { return at(key, 2); }},
            {"last", [this](const Key& key) { return at(key, values(key).size() - 1); }},
            {"largest",
             [this](const Key& key) {
                 const Values all = values(key);
                 return all.empty() ? std::optional<double>() : *std::ranges::max_element(all);
             }},
            {"smallest",
             [this](const Key& key) {
                 const Values all = values(key);
                 return all.empty() ? std::optional<double>() : *std::ranges::min_element(all);
             }},
            {"first_t", [this](const Key&) { return run().samples.at(0).t_s; }},
            {"last_t", [this](const Key&) { return run().samples.back().t_s; }},
            {"last_dt", [this](const Key&) { return run().samples.back().dt_s; }},
        };
    }

    ImportedFile file_;
    std::size_t run_ = 0;
};

void check(const Golden& golden) {
    const std::string path = golden.folder / golden.file;
    SCOPED_TRACE(path);
    Options options;
    std::string format;
    for (const Line& line : golden.lines) {
        if (line.verb == "assume") {
            const auto equals = line.rest.find('=');
            options.assume[line.rest.substr(0, equals)] = line.rest.substr(equals + 1);
        } else if (line.verb == "as") {
            format = line.rest;
        }
    }
    auto bytes = read_whole_file(path);
    ASSERT_TRUE(bytes) << describe(bytes.error());
    auto file = format.empty() ? import_file(path, options)
                               : import_bytes_as(format, *std::move(bytes), path);
    ASSERT_TRUE(file) << describe(file.error());
    Checker checker(*std::move(file));
    for (const Line& line : golden.lines) {
        SCOPED_TRACE("expected.txt:" + std::to_string(line.number));
        if (line.verb != "assume" && line.verb != "as") {
            checker.check(line);
        }
    }
}

TEST(ImportedFixtures, GiveTheExpectedFigures) {
    const std::vector<Golden> all = all_golden();
    EXPECT_GT(all.size(), 70U);
    for (const Golden& golden : all) {
        check(golden);
    }
}

TEST(ImportedFixtures, EachFileHasALineInTheReadme) {
    std::ifstream in(fixture_path("README.md"));
    const std::string readme(std::istreambuf_iterator<char>(in), {});
    for (const auto& entry : std::filesystem::recursive_directory_iterator(fixture_path(""))) {
        const std::string name =
            std::filesystem::relative(entry.path(), fixture_path("")).generic_string();
        if (entry.is_regular_file() && name != "README.md" && !name.ends_with("/expected.txt")) {
            EXPECT_NE(readme.find("`" + name + "`"), std::string::npos) << name;
        }
    }
}

}  // namespace
}  // namespace throughline::importers::tests
