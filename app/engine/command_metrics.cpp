// SPDX-License-Identifier: Apache-2.0
// The vocabulary: the ids that records, charts, tables and mappings name quantities by.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/report.h"
#include "app/engine/terminal.h"
#include "app/engine/text_table.h"
#include "engine/base/text.h"
#include "engine/importers/draft/assumptions.h"
#include "engine/metrics/registry.h"

namespace throughline::app {
namespace {

struct MetricsOptions {
    std::vector<std::string> words;
    bool assume = false;
    bool json = false;
};

/// What is listed, whether it is a metric or a key that only `import --assume` knows.
struct Entry {
    std::string id;
    std::string unit;
    std::string title;
    std::string meaning;
    const char* kind;
    const char* formula = "";
    const char* source = "";
};

/// Each word stands somewhere in it.
bool fits(const Entry& entry, const std::vector<std::string>& words) {
    const std::string all = lower(entry.id + '\n' + entry.title + '\n' + entry.meaning);
    return std::ranges::all_of(
        words, [&](const std::string& word) { return all.find(lower(word)) != std::string::npos; });
}

std::vector<Entry> entries_for(const MetricsOptions& options) {
    std::vector<Entry> entries;
    if (options.assume) {
        for (const importers::ReadingHelp& help : importers::reading_helps()) {
            entries.push_back({help.key, "", "", help.meaning, "reading"});
        }
    }
    for (const metrics::MetricInfo& info : metrics::all_metrics()) {
        const bool condition = info.kind == metrics::Kind::Condition;
        if (condition || !options.assume) {
            const std::string label =
                *info.dimension == '\0' ? "" : "{" + std::string(info.dimension) + "=…}";
            entries.push_back({info.id + label,
                               info.unit,
                               info.title,
                               info.meaning,
                               condition ? "condition" : "measured",
                               info.formula,
                               info.source});
        }
    }
    std::erase_if(entries, [&](const Entry& entry) { return !fits(entry, options.words); });
    return entries;
}

/// The meaning stands below its id, since a sentence beside it fits no terminal.
void print_entries(const std::vector<Entry>& entries) {
    const std::size_t columns = std::min<std::size_t>(output_columns(), 100);
    constexpr std::string_view kIndent = "    ";
    std::string text;
    for (const Entry& entry : entries) {
        text +=
            entry.id + "  (" + entry.kind + (entry.unit.empty() ? "" : ", " + entry.unit) + ")\n";
        const auto add = [&](const std::string& words) {
            for (const std::string& line :
                 wrapped(words, columns - std::min(columns, kIndent.size()))) {
                text.append(kIndent).append(line).append("\n");
            }
        };
        add(entry.meaning);
        if (*entry.formula != '\0') {
            add(std::string("Formula: ") + entry.formula);
        }
        if (*entry.source != '\0') {
            add(std::string("Source: ") + entry.source);
        }
    }
    print(text);
}

ExitCode list_metrics(const MetricsOptions& options) {
    const std::vector<Entry> entries = entries_for(options);
    if (options.json) {
        Json list = Json::array();
        for (const Entry& entry : entries) {
            list.push_back({{"id", entry.id},
                            {"kind", entry.kind},
                            {"unit", entry.unit},
                            {"title", entry.title},
                            {"meaning", entry.meaning},
                            {"formula", entry.formula},
                            {"source", entry.source}});
        }
        print_json({{"metrics", std::move(list)}});
    } else if (!entries.empty()) {
        print_entries(entries);
    }
    if (entries.empty()) {
        return report(
            Error{.code = ErrorCode::NotFound,
                  .what = "no metric contains all of these words: " + joined(options.words)},
            "'throughline-engine metrics' lists all.");
    }
    return kDone;
}

}  // namespace

void add_metrics_command(CLI::App& app, int& exit_code) {
    CLI::App* const command = app.add_subcommand(
        "metrics", "List all quantities, by the id that mappings and filters use");
    const auto options = std::make_shared<MetricsOptions>();
    command->add_option(
        "WORDS", options->words, "List only quantities that contain all of these words");
    command->add_flag("--assume",
                      options->assume,
                      "List the keys of 'import --assume': conditions, and how to read files");
    command->add_flag("--json", options->json, "Print JSON");
    command->callback([options, &exit_code] { exit_code = list_metrics(*options); });
}

}  // namespace throughline::app
