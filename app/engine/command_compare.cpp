// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/library_access.h"
#include "app/engine/report.h"
#include "app/engine/terminal.h"
#include "app/engine/text_table.h"
#include "engine/analysis/compare.h"
#include "engine/analysis/derive.h"
#include "engine/analysis/emulation.h"
#include "engine/base/format.h"
#include "engine/base/text.h"
#include "engine/metrics/registry.h"
#include "engine/record/machine.h"

namespace throughline::app {
namespace {

struct CompareOptions {
    std::string baseline;
    std::vector<std::string> others;
    std::string library;
    bool all = false;
    bool json = false;
};

struct Picked {
    std::string name;
    record::RunData run;
    record::Machine machine;
};

/// "STUDY" and, behind the last slash, the number of one of its runs.
struct RunName {
    std::string study;
    std::optional<int> number;
};

RunName run_name(const std::string& text) {
    std::error_code none;
    const std::size_t slash = text.rfind('/');
    if (slash == std::string::npos || std::filesystem::exists(text, none)) {
        return {text, std::nullopt};
    }
    const auto number = number_in<int>(std::string_view(text).substr(slash + 1));
    return {number ? text.substr(0, slash) : text, number};
}

using Studies = std::map<std::string, record::Study>;

/// `studies`: those that were read before, by their name.
Result<Picked> pick(const std::string& text, const std::string& library, Studies& studies) {
    const RunName name = run_name(text);
    if (!studies.contains(name.study)) {
        auto read = read_study(name.study, library, Parts::Figures);
        if (!read) {
            return std::move(read).error();
        }
        analysis::derive(*read);
        studies.emplace(name.study, *std::move(read));
    }
    const record::Study* const study = &studies.at(name.study);
    const record::RunData* run = nullptr;
    if (name.number) {
        const auto found = std::ranges::find_if(study->runs, [&](const record::RunData& each) {
            return each.started.run == *name.number;
        });
        run = found == study->runs.end() ? nullptr : &*found;
    } else {
        run = analysis::fastest_run(*study);
    }
    if (run == nullptr) {
        return Error{.code = ErrorCode::NotFound,
                     .what = name.number ? "study '" + name.study + "' has no run " +
                                               std::to_string(*name.number)
                                         : "study '" + name.study + "' has no runs"};
    }
    return Picked{.name = analysis::marked_title(
                      study->header.title + ", run " + std::to_string(run->started.run),
                      analysis::emulated_in(run->started.settings)),
                  .run = *run,
                  .machine = record::machine_of(study->header)};
}

/// "150 IOPS", or where runs have it of different devices "150 IOPS of nvme0n1". Run 0: the base.
std::string value_of(const analysis::ComparedMetric& metric, std::size_t run, double value) {
    const std::string member = analysis::member_beside(metric, run);
    return metrics::format_metric(metric.key, value) + (member.empty() ? "" : " of " + member);
}

std::string cell_of(const analysis::ComparedMetric& metric, std::size_t run) {
    const analysis::Difference& difference = metric.others[run - 1];
    if (!difference.value) {
        return "\u2013";
    }
    std::string text = value_of(metric, run, *difference.value);
    if (difference.absolute) {
        text += " (" + analysis::absolute_text(metric.key, *difference.absolute);
        text +=
            difference.percent ? ", " + analysis::change_text(*difference.percent) : std::string();
        const std::string_view word = analysis::name_of(analysis::kind_of(metric.key, difference));
        text += (word.empty() ? "" : ", ") + std::string(word) + ")";
    }
    return text;
}

std::string column_name(std::size_t i) {
    return i == 0 ? "base" : std::string(1, static_cast<char>('A' + i - 1));
}

/// "A, C: measured on another computer than base", or "".
std::string other_computers(const std::vector<Picked>& picked) {
    std::string columns;
    for (std::size_t i = 1; i < picked.size(); ++i) {
        if (record::same_machine(picked[0].machine, picked[i].machine) == record::SameMachine::No) {
            columns += (columns.empty() ? "" : ", ") + column_name(i);
        }
    }
    return columns.empty() ? "" : columns + ": measured on a different computer than the base\n";
}

void print_tables(const analysis::Comparison& comparison,
                  const std::vector<Picked>& picked,
                  bool all) {
    std::string names;
    std::vector<std::string> heading{""};
    for (std::size_t i = 0; i < picked.size(); ++i) {
        const std::string column = column_name(i);
        heading.push_back(column);
        names += column + ": " + picked[i].name + "\n";
    }
    print(names + other_computers(picked) + "\n");
    std::vector<std::vector<std::string>> settings{heading};
    for (const analysis::ComparedSetting& setting : comparison.settings) {
        if (!setting.differs && !all) {
            continue;
        }
        std::vector<std::string> row{setting.key};
        for (const std::string& text : setting.texts) {
            row.push_back(text.empty() ? "\u2013" : text);
        }
        settings.push_back(std::move(row));
    }
    print(settings.size() == 1 ? "All settings are the same.\n"
                               : aligned(settings, {.heading = true, .columns = output_columns()}));
    std::vector<std::vector<std::string>> figures{heading};
    for (const analysis::ComparedMetric& metric : comparison.metrics) {
        if (!all && !metric.differs()) {
            continue;
        }
        std::vector<std::string> row{analysis::compared_title(metric)};
        row.push_back(metric.baseline ? value_of(metric, 0, metric.baseline->value) : "\u2013");
        for (std::size_t i = 0; i < metric.others.size(); ++i) {
            row.push_back(cell_of(metric, i + 1));
        }
        figures.push_back(std::move(row));
    }
    print("\n" + (figures.size() == 1
                      ? "No figure differs beyond noise.\n"
                      : aligned(figures, {.heading = true, .columns = output_columns()})));
}

void put(Json& to, const char* key, const std::optional<double>& value) {
    if (value) {
        to[key] = *value;
    }
}

Json comparison_json(const analysis::Comparison& comparison, const std::vector<Picked>& picked) {
    Json document;
    for (const Picked& each : picked) {
        document["runs"].push_back(json_text(each.name));
        document["same_computer"].push_back(
            record::name_of(record::same_machine(picked[0].machine, each.machine)));
    }
    document["settings"] = Json::array();
    for (const analysis::ComparedSetting& setting : comparison.settings) {
        document["settings"].push_back({{"key", setting.key},
                                        {"differs", setting.differs},
                                        {"values", json_texts(setting.texts)}});
    }
    document["metrics"] = Json::array();
    for (const analysis::ComparedMetric& metric : comparison.metrics) {
        Json row{{"key", metric.key}};
        if (!metric.members.empty()) {
            row["members"] = json_texts(metric.members);
        }
        if (metric.baseline) {
            row["baseline"] = metric.baseline->value;
        }
        for (const analysis::Difference& difference : metric.others) {
            Json one = Json::object();
            put(one, "value", difference.value);
            put(one, "absolute", difference.absolute);
            put(one, "percent", difference.percent);
            put(one, "half_width", difference.half_width);
            if (const auto sure = difference.excludes_zero()) {
                one["excludes_zero"] = *sure;
            }
            if (const std::string_view word =
                    analysis::name_of(analysis::kind_of(metric.key, difference));
                !word.empty()) {
                one["judgement"] = word;
            }
            row["others"].push_back(std::move(one));
        }
        document["metrics"].push_back(std::move(row));
    }
    return document;
}

ExitCode compare(const CompareOptions& options) {
    std::vector<std::string> names{options.baseline};
    names.insert(names.end(), options.others.begin(), options.others.end());
    std::vector<Picked> picked;
    Studies studies;
    for (const std::string& name : names) {
        auto one = pick(name, options.library, studies);
        if (!one) {
            return report(one.error());
        }
        picked.push_back(*std::move(one));
    }
    std::vector<analysis::ComparedRun> others;
    for (std::size_t i = 1; i < picked.size(); ++i) {
        others.push_back({picked[i].run.started.settings, picked[i].run.metrics});
    }
    const analysis::Comparison comparison =
        analysis::compare({picked[0].run.started.settings, picked[0].run.metrics}, others);
    if (options.json) {
        print_json(comparison_json(comparison, picked));
    } else {
        print_tables(comparison, picked, options.all);
    }
    return kDone;
}

}  // namespace

void add_compare_command(CLI::App& app, int& exit_code) {
    CLI::App* const command = app.add_subcommand(
        "compare", "Compare runs with a baseline: settings and figures that differ");
    const auto options = std::make_shared<CompareOptions>();
    const std::string meaning =
        "a record (.tlrun), or a study of the library by number or uuid; append /RUN to take that "
        "run instead of the fastest";
    command->add_option("BASELINE", options->baseline, "Baseline to compare with: " + meaning)
        ->required();
    command->add_option("RUN", options->others, "What to compare: " + meaning)
        ->required()
        ->expected(1, static_cast<int>(analysis::kComparedMax));
    command->add_option("--library", options->library, "Library file instead of the user's own");
    CLI::Option* const json = command->add_flag("--json", options->json, "Print JSON");
    command
        ->add_flag("--all",
                   options->all,
                   "Also list settings and figures that are the same, or differ within noise")
        ->excludes(json);
    command->callback([options, &exit_code] { exit_code = compare(*options); });
}

}  // namespace throughline::app
