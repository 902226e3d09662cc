// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/library_access.h"
#include "app/engine/published_table.h"
#include "app/engine/report.h"
#include "app/engine/scaling_answer.h"
#include "app/engine/user_catalog.h"
#include "app/engine/ways_answer.h"
#include "app/engine/whatif_table.h"
#include "engine/base/file_descriptor.h"
#include "engine/record/study.h"
#include "engine/record/this_machine.h"
#include "engine/store/find_study.h"
#include "engine/whatif/published_back_test.h"
#include "engine/whatif/study_base.h"
#include "engine/whatif/what_if.h"

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
    std::string save;
    ScalingOptions scaling;
    WaysOptions ways;
    bool safe = false;
    bool published = false;
    bool json = false;
    bool csv = false;
};

ExitCode evaluate_vector_file(const std::string& path) {
    const auto text = read_whole_file(path, kScenarioBytesMax);
    if (!text) {
        return report(text.error());
    }
    const auto outputs = whatif::evaluate_vectors(*text, path);
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
        return usage_error("'" + text + "' is not images per second");
    }
    return std::get<double>(*rate);
}

/// "threads=10000": how many threads for 10,000 images/s; "10000": of whatever limits.
Result<std::pair<std::optional<model::Input>, double>> parse_enough(const std::string& text) {
    const std::size_t equals = text.find('=');
    const bool named = equals != std::string::npos;
    const auto input = named ? model::find_input(std::string_view(text).substr(0, equals))
                             : std::optional<model::Input>();
    const auto target = parse_rate(named ? text.substr(equals + 1) : text);
    if (target && named == input.has_value()) {
        return std::pair(input, *target);
    }
    return usage_error("--enough '" + text +
                       "' is neither IMAGES_PER_SECOND nor INPUT=IMAGES_PER_SECOND");
}

Result<whatif::Questions> questions_of(const WhatIfOptions& options) {
    whatif::Questions questions{.safe = options.safe};
    if (!options.cheapest.empty()) {
        const auto target = parse_rate(options.cheapest);
        if (!target) {
            return usage_error("--cheapest " + target.error().what);
        }
        questions.cheapest = *target;
    }
    for (const auto& text : options.set) {
        auto change = whatif::parse_change(text);
        if (!change) {
            return std::move(change).error();
        }
        questions.set.push_back(*std::move(change));
    }
    for (const auto& text : options.sweep) {
        auto axis = whatif::parse_axis(text);
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

Result<whatif::ScenarioFile> read_scenarios(const std::string& path) {
    const auto text = read_whole_file(path, kScenarioBytesMax);
    if (!text) {
        return text.error();
    }
    return whatif::parse_scenario_file(*text, path);
}

Result<std::vector<record::Study>> read_studies(const std::vector<std::string>& paths) {
    std::vector<record::Study> studies;
    for (const auto& path : paths) {
        auto study = read_study(path);
        if (!study) {
            return std::move(study).error();
        }
        studies.push_back(*std::move(study));
    }
    return studies;
}

Result<std::shared_ptr<const whatif::StudyBase>> calibrate(const WhatIfOptions& options) {
    const auto studies = read_studies(options.base);
    const auto others = read_studies(options.back_test);
    if (!studies || !others) {
        return studies ? others.error() : studies.error();
    }
    auto base = whatif::study_base(*studies, *others);
    if (!base) {
        return std::move(base).error();
    }
    return std::shared_ptr<const whatif::StudyBase>(
        std::make_shared<const whatif::StudyBase>(*std::move(base)));
}

/// The file with what is asked of its base.
Result<whatif::ScenarioFile> file_of(const WhatIfOptions& options) {
    whatif::ScenarioFile file{.base = {.name = "base"}};
    if (!options.path.empty()) {
        auto read = read_scenarios(options.path);
        if (!read) {
            return read;
        }
        file = *std::move(read);
    }
    if (!options.base.empty()) {
        auto base = calibrate(options);
        if (!base) {
            return std::move(base).error();
        }
        file.study_base = *std::move(base);
        file.lost_base.clear();
    }
    return file;
}

/// What there is to say of a base that came with a file; "" = nothing.
std::string remark_on_kept(const whatif::ScenarioFile& file) {
    if (!file.lost_base.empty()) {
        return "the figures were calibrated on " + file.lost_base +
               ", but its runs are not in the file: they are graded D until --base names the runs "
               "again";
    }
    if (!file.study_base) {
        return {};
    }
    std::string gone;
    const auto library = store::Library::open_existing({});
    for (const auto& study : file.study_base->studies) {
        if (!library || !store::find_study(**library, study.uuid)) {
            gone += (gone.empty() ? "" : ", ") + study.title;
        }
    }
    return gone.empty() ? ""
                        : "the runs of " + gone +
                              " are not in the library: figures and grades are as saved and cannot "
                              "be recalibrated";
}

/// Writes what was asked, with the base and what it rests on: read again it answers the same.
/// Nothing, where no file is named.
Result<void> save(const WhatIfOptions& options,
                  whatif::ScenarioFile file,
                  const std::vector<whatif::Change>& set) {
    if (options.save.empty()) {
        return {};
    }
    for (const auto& change : set) {
        auto& changes = file.base.changes;
        std::erase_if(changes, [&](const auto& one) { return one.input == change.input; });
        changes.push_back(change);
    }
    file.nodes = kept_question(options.scaling, file.nodes);
    return write_file_atomically(options.save, whatif::scenario_file_json(file));
}

/// How the scenarios scale over nodes, instead of their columns. A question that is refused is not
/// saved: the file could not be read again.
ExitCode answer_scaling(const WhatIfOptions& options,
                        const whatif::WhatIf& what_if,
                        const whatif::ScenarioFile& file,
                        const std::vector<whatif::Change>& set) {
    const auto answers = answers_about_scaling(options.scaling, what_if, file);
    if (!answers) {
        return report(answers.error());
    }
    if (const auto saved = save(options, file, set); !saved) {
        return report(saved.error());
    }
    if (options.json) {
        print_data(whatif::scaling_json(*answers));
    } else {
        print(scaling_table(*answers));
    }
    return kDone;
}

/// Nothing but the three ways: a base of which nobody says anything has no rate to tell.
bool asks_ways_alone(const whatif::ScenarioFile& file) {
    return file.ways_study != nullptr && file.study_base == nullptr && file.scenarios.empty() &&
           file.candidates.empty() && file.base == whatif::Scenario{.name = file.base.name};
}

ExitCode answer(const WhatIfOptions& options) {
    const auto questions = questions_of(options);
    if (!questions) {
        return report(questions.error());
    }
    const auto file = file_of(options);
    if (!file) {
        return report(file.error());
    }
    std::string from_runs;
    if (const auto& base = file->study_base) {
        const record::Machine& here = record::this_machine();
        from_runs =
            options.json ? whatif::calibration_json(*base, here) : calibration_table(*base, here);
    }
    if (const std::string remark = options.base.empty() ? remark_on_kept(*file) : "";
        !remark.empty()) {
        warn(remark);
    }
    const catalog::Catalog catalog = user_catalog();
    const auto what_if = whatif::evaluate(*file, whatif::start_of(*file), catalog, *questions);
    if (!what_if) {
        return report(what_if.error());
    }
    if (!options.scaling.nodes.empty()) {
        return answer_scaling(options, *what_if, *file, questions->set);
    }
    if (const auto saved = save(options, *file, questions->set); !saved) {
        return report(saved.error());
    }
    if (options.set.empty() && options.sweep.empty() && asks_ways_alone(*file)) {
        if (options.csv) {
            return report(
                usage_error("--csv: there is no such table of the three ways; --json has "
                            "all figures"));
        }
        if (options.json) {
            print_data(ways_json(*file, catalog));
        } else {
            print(ways_text(*file, catalog));
        }
        return kDone;
    }
    if (options.csv) {
        print_data(whatif::what_if_csv(*what_if));
        return kDone;
    }
    if (!options.json) {
        print(from_runs + (from_runs.empty() ? "" : "\n") + what_if_table(*what_if) +
              (file->ways_study ? "\n" + ways_text(*file, catalog) : ""));
        return kDone;
    }
    Json document = Json::parse(whatif::what_if_json(*what_if), nullptr, false);
    if (!from_runs.empty()) {
        document["calibration"] = Json::parse(from_runs, nullptr, false);
    }
    if (file->ways_study) {
        document["ways"] = Json::parse(ways_json(*file, catalog), nullptr, false);
    }
    print_json(document);
    return kDone;
}

/// How well published curves are predicted from their first points.
ExitCode test_on_published(bool json) {
    const whatif::PublishedTest test = whatif::test_on_published(user_catalog());
    if (json) {
        print_data(whatif::published_test_json(test));
    } else {
        print(published_table(test));
    }
    return kDone;
}

/// How the answer is given, and the questions that have answers of their own.
void add_answer_options(CLI::App& command,
                        WhatIfOptions& options,
                        CLI::Option& path,
                        CLI::Option& base) {
    CLI::Option* const vectors = command.add_option(
        "--vectors", options.vectors, "Evaluate a file of test vectors and print their outputs");
    vectors->excludes(&path);
    CLI::Option* const json = command.add_flag("--json", options.json, "Print JSON");
    CLI::Option* const csv =
        command.add_flag("--csv", options.csv, "Print the scenarios as a table for a spreadsheet");
    csv->excludes(json)->excludes(vectors);
    CLI::Option* const ways = add_ways_options(command, options.ways);
    ways->excludes(&path)->excludes(&base)->excludes(vectors);
    CLI::Option* const scaling = add_scaling_options(command, options.scaling);
    scaling->excludes(vectors)->excludes(csv)->excludes(ways);
    command
        .add_flag("--test-published",
                  options.published,
                  "Predict the published curves of training on more and more GPUs from their first "
                  "points, and print how far off that is")
        ->excludes(&path)
        ->excludes(&base)
        ->excludes(vectors)
        ->excludes(csv)
        ->excludes(ways)
        ->excludes(scaling);
}

constexpr const char* kForm = R"(A scenario file; all but "base" may be missing:
  {"title": "…", "catalog": {…}, "base": {INPUT: VALUE, …},
   "scenarios": [{"name": "…", "catalog": {…}, "changes": {INPUT: VALUE, …}}, … up to 6],
   "candidates": [the same, for --cheapest]}
  "catalog" takes figures from entries of 'throughline-engine catalog':
  {"storage": ID, "instance": ID, "link": ID, "network": ID, "gpu_rate": ID,
   "volume": {"gib": 500, "iops": 6000, "mib_per_s": 500, "hours": 24}}
  (a volume bought by size or IOPS; without "storage", one of the base's; its burst credits
  count as their mean over the hours)
  "base_name": what the base is, in a few words, for the sentences that compare with it
  "cpu_cost": {"fixed_s": S, "per_byte_s": S}, of the base, gives cpu_s_per_image for every size
  "calibration" is what --save writes for a base of runs, "ways" what it writes with --ways.
Grades: A calibrated on runs, inside what they measured; B at most twice outside; C stated figures,
or up to eight times outside; D beyond that. They are bounded by the back-test, which predicts the
runs of the same computer that were not used: a median error above 10 % is B at best, above 20 % C,
above 50 % D. B at best is a base of which more runs lie outside their 90 % intervals than chance
explains (3 of 10). Runs that other programs disturbed are D with a wide interval. Demo recordings,
imports and runs of other computers do not test predictions.
INPUTs are listed where one is misspelt; worked examples are in resources/scenarios.)";

}  // namespace

void add_whatif_command(CLI::App& app, int& exit_code) {
    CLI::App* const command = app.add_subcommand(
        "whatif", "Predict images/s, their limit and their cost from a scenario file");
    const auto options = std::make_shared<WhatIfOptions>();
    CLI::Option* const path = command->add_option(
        "SCENARIO", options->path, R"(File: {"base": {inputs}, "scenarios": [{name, changes}]})");
    command->add_option("--set", options->set, "Set an input of the base; repeatable")
        ->allow_extra_args(false)
        ->option_text("KEY=VALUE");
    command
        ->add_option(
            "--sweep", options->sweep, "Evaluate each scenario over these values; repeatable")
        ->allow_extra_args(false)
        ->option_text("KEY=V1,V2,…");
    command->add_option("--cheapest",
                        options->cheapest,
                        "Images/s, such as 10k: list the candidates that reach it, cheapest first");
    command->add_flag(
        "--safe", options->safe, "With --cheapest: the interval's lower end must reach it");
    command
        ->add_option(
            "--enough",
            options->enough,
            "Print how many of an input (threads, sto_units, …) this rate takes, and of what else; "
            "without a KEY, of whatever limits; repeatable")
        ->allow_extra_args(false)
        ->option_text("[KEY=]IMAGES_PER_SECOND");
    CLI::Option* const base =
        command
            ->add_option("--base",
                         options->base,
                         "Calibrate on this study's runs of single stages (a .tlrun file, or a "
                         "number or uuid of the library), and use them as the base; repeatable")
            ->allow_extra_args(false)
            ->option_text("STUDY");
    command
        ->add_option("--backtest",
                     options->back_test,
                     "With --base: test the predictions on this study's runs too; repeatable")
        ->needs(base)
        ->allow_extra_args(false)
        ->option_text("STUDY");
    command->add_option("--save",
                        options->save,
                        "Write the scenarios to this file, with the base, its --set and its "
                        "calibration; read again, it gives the same figures, intervals and grades");
    add_answer_options(*command, *options, *path, *base);
    command->footer(kForm);
    command->callback([options, &exit_code] {
        options->ways.json = options->json;
        if (!options->vectors.empty()) {
            exit_code = evaluate_vector_file(options->vectors);
        } else if (!options->ways.study.empty()) {
            exit_code = answer_about_ways(options->ways, options->save);
        } else if (options->published) {
            exit_code = test_on_published(options->json);
        } else if (options->path.empty() && options->base.empty()) {
            exit_code =
                report(usage_error("whatif needs a scenario file, --base, --ways, --vectors or "
                                   "--test-published"),
                       "'throughline-engine whatif --help' shows the form.");
        } else {
            exit_code = answer(*options);
        }
    });
}

}  // namespace throughline::app
