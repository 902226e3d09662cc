// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/library_access.h"
#include "app/engine/report.h"
#include "app/engine/user_catalog.h"
#include "app/engine/whatif_table.h"
#include "engine/base/file_descriptor.h"
#include "engine/run/study.h"
#include "engine/scenario/calibration.h"
#include "engine/scenario/what_if.h"

namespace throughline::app {
namespace {

constexpr std::size_t kScenarioBytesMax = 256U << 20U;

struct WhatIfOptions {
    std::string path;
    std::vector<std::string> set;
    std::vector<std::string> sweep;
    std::vector<std::string> enough;
    std::vector<std::string> base;
    std::vector<std::string> back_test;
    std::string cheapest;
    std::string vectors;
    bool safe = false;
    bool json = false;
    bool csv = false;
};

ExitCode evaluate_vector_file(const std::string& path) {
    const auto text = read_whole_file(path, kScenarioBytesMax);
    if (!text) {
        return report(text.error());
    }
    const auto outputs = scenario::evaluate_vectors(*text, path);
    if (!outputs) {
        return report(outputs.error());
    }
    print_data(*outputs);
    return kDone;
}

/// "10k": a rate is written as that of a GPU is.
Result<double> parse_rate(const std::string& text) {
    auto rate = model::parse_value(model::Input::GpuRate, text);
    if (!rate || !std::isfinite(std::get<double>(*rate)) || std::get<double>(*rate) < 0.0) {
        return Error{.code = ErrorCode::Usage, .what = "'" + text + "' is not images per second"};
    }
    return std::get<double>(*rate);
}

/// "threads=10000": how many threads for 10,000 images/s.
Result<std::pair<model::Input, double>> parse_enough(const std::string& text) {
    const std::size_t equals = text.find('=');
    const auto input = model::find_input(std::string_view(text).substr(0, equals));
    if (equals != std::string::npos && input) {
        if (const auto target = parse_rate(text.substr(equals + 1)); target) {
            return std::pair(*input, *target);
        }
    }
    return Error{.code = ErrorCode::Usage,
                 .what = "--enough '" + text + "' is not INPUT=IMAGES_PER_SECOND"};
}

Result<scenario::Questions> questions_of(const WhatIfOptions& options) {
    scenario::Questions questions{.safe = options.safe};
    if (!options.cheapest.empty()) {
        const auto target = parse_rate(options.cheapest);
        if (!target) {
            return Error{.code = ErrorCode::Usage, .what = "--cheapest " + target.error().what};
        }
        questions.cheapest = *target;
    }
    for (const auto& text : options.set) {
        auto change = scenario::parse_change(text);
        if (!change) {
            return std::move(change).error();
        }
        questions.set.push_back(*std::move(change));
    }
    for (const auto& text : options.sweep) {
        auto axis = scenario::parse_axis(text);
        if (!axis) {
            return std::move(axis).error();
        }
        questions.sweep.push_back(*std::move(axis));
    }
    for (const auto& text : options.enough) {
        auto question = parse_enough(text);
        if (!question) {
            return std::move(question).error();
        }
        questions.enough.push_back(*question);
    }
    return questions;
}

Result<scenario::ScenarioFile> read_scenarios(const std::string& path) {
    const auto text = read_whole_file(path, kScenarioBytesMax);
    if (!text) {
        return text.error();
    }
    return scenario::parse_scenario_file(*text, path);
}

Result<std::vector<run::Study>> read_studies(const std::vector<std::string>& paths) {
    std::vector<run::Study> studies;
    for (const auto& path : paths) {
        auto study = read_study(path);
        if (!study) {
            return std::move(study).error();
        }
        studies.push_back(*std::move(study));
    }
    return studies;
}

/// What runs say, and how well they are predicted that were not used.
struct FromRuns {
    scenario::Calibration calibration;
    scenario::BackTest test;
};
Result<FromRuns> calibrate(const WhatIfOptions& options) {
    auto studies = read_studies(options.base);
    auto others = read_studies(options.back_test);
    if (!studies || !others) {
        return studies ? std::move(others).error() : std::move(studies).error();
    }
    auto calibration = scenario::calibrate(*studies);
    if (!calibration) {
        return std::move(calibration).error();
    }
    for (auto& other : *others) {
        studies->push_back(std::move(other));
    }
    auto test = scenario::back_test(*calibration, *studies);
    return FromRuns{*std::move(calibration), std::move(test)};
}

ExitCode answer(const WhatIfOptions& options) {
    const auto questions = questions_of(options);
    if (!questions) {
        return report(questions.error());
    }
    scenario::Resolved start = scenario::defaults();
    std::string from_runs;
    if (!options.base.empty()) {
        const auto runs = calibrate(options);
        if (!runs) {
            return report(runs.error());
        }
        start = runs->calibration.base;
        from_runs = options.json ? scenario::calibration_json(runs->calibration, runs->test)
                                 : calibration_table(runs->calibration, runs->test);
    }
    scenario::ScenarioFile file{.base = {.name = "base"}};
    if (!options.path.empty()) {
        auto read = read_scenarios(options.path);
        if (!read) {
            return report(read.error());
        }
        file = *std::move(read);
    }
    const auto what_if = scenario::evaluate(file, start, user_catalog(), *questions);
    if (!what_if) {
        return report(what_if.error());
    }
    if (options.csv) {
        print_data(scenario::what_if_csv(*what_if));
        return kDone;
    }
    if (!options.json) {
        print(from_runs + (from_runs.empty() ? "" : "\n") + what_if_table(*what_if));
        return kDone;
    }
    Json document = Json::parse(scenario::what_if_json(*what_if), nullptr, false);
    if (!from_runs.empty()) {
        document["calibration"] = Json::parse(from_runs, nullptr, false);
    }
    print_json(document);
    return kDone;
}

constexpr const char* kForm = R"(A scenario file; all but "base" may be missing:
  {"title": "…", "catalog": {…}, "base": {INPUT: VALUE, …},
   "scenarios": [{"name": "…", "catalog": {…}, "changes": {INPUT: VALUE, …}}, … up to 6],
   "candidates": [the same, for --cheapest]}
  "catalog" takes figures from entries of 'throughline-engine catalog':
  {"storage": ID, "instance": ID, "link": ID, "network": ID, "gpu_rate": ID,
   "volume": {"gib": 500, "iops": 6000, "mib_per_s": 500, "hours": 24}}
  (a volume that is bought by size or IOPS, without "storage" one of the base's; its burst credits
  count as their mean over the hours)
  "cpu_cost": {"fixed_s": S, "per_byte_s": S}, of the base, gives cpu_s_per_image for every size
INPUTs are listed where one is misspelt; worked examples are in resources/scenarios.)";

}  // namespace

void add_whatif_command(CLI::App& app, int& exit_code) {
    CLI::App* const command = app.add_subcommand(
        "whatif", "Predict images/s, what limits them and what they cost, from a scenario file");
    const auto options = std::make_shared<WhatIfOptions>();
    CLI::Option* const path = command->add_option(
        "SCENARIO", options->path, R"(File: {"base": {inputs}, "scenarios": [{name, changes}]})");
    command->add_option("--set", options->set, "KEY=VALUE: an input of the base")
        ->allow_extra_args(false);
    command->add_option("--sweep", options->sweep, "KEY=V1,V2,…: each scenario over these values")
        ->allow_extra_args(false);
    command->add_option(
        "--cheapest", options->cheapest, "Images/s (10k): what reaches it, the cheapest first");
    command->add_flag(
        "--safe", options->safe, "With --cheapest: the interval's lower end must reach it");
    command
        ->add_option("--enough",
                     options->enough,
                     "KEY=IMAGES_PER_SECOND: how many of it (threads, sto_units, …) it takes")
        ->allow_extra_args(false);
    CLI::Option* const base = command
                                  ->add_option("--base",
                                               options->base,
                                               "STUDY (a .tlrun file, or a number or uuid of the "
                                               "library): calibrate on its runs of "
                                               "a stage alone and use them as base")
                                  ->allow_extra_args(false);
    command
        ->add_option("--backtest",
                     options->back_test,
                     "STUDY: predict its runs too, as those of --base that were not used")
        ->needs(base)
        ->allow_extra_args(false);
    CLI::Option* const vectors = command->add_option(
        "--vectors", options->vectors, "Evaluate a file of test vectors and print their outputs");
    vectors->excludes(path);
    CLI::Option* const json = command->add_flag("--json", options->json, "Print JSON");
    command->add_flag("--csv", options->csv, "Print the scenarios as a table for a spreadsheet")
        ->excludes(json)
        ->excludes(vectors);
    command->footer(kForm);
    command->callback([options, &exit_code] {
        if (!options->vectors.empty()) {
            exit_code = evaluate_vector_file(options->vectors);
        } else if (options->path.empty() && options->base.empty()) {
            exit_code = report(Error{.code = ErrorCode::Usage,
                                     .what = "whatif needs a scenario file, --base or --vectors"},
                               "'throughline-engine whatif --help' shows the form.");
        } else {
            exit_code = answer(*options);
        }
    });
}

}  // namespace throughline::app
