// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/measure_session.h"
#include "app/engine/report.h"
#include "app/engine/terminal.h"
#include "app/engine/user_catalog.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/base/visible_text.h"
#include "engine/baseline/baseline_study.h"
#include "engine/baseline/own_folder.h"
#include "engine/measure/carry_out.h"
#include "engine/store/data_folder.h"

namespace throughline::app {
namespace {

struct StorageArguments {
    baseline::BaselineOptions what{};
    std::string volume{};
    std::string credits{};
    std::string instance{};
    bool buffered = false;
    bool json = false;
    MeasureOptions how{};
};

std::string journal_folder() {
    return store::data_folder() + "/storage-folders";
}

/// What a baseline that was killed has left goes before anything else.
void remove_left() {
    for (const baseline::LeftFolder& left : baseline::remove_left_folders(journal_folder())) {
        warn(left.problem.empty() ? "removed '" + visible_line(left.path) +
                                        "', which a storage baseline left that was killed"
                                  : visible_line(left.problem));
    }
}

/// The plan, and a line with how far it is.
class StorageDisplay {
public:
    StorageDisplay(const baseline::BaselinePlan& plan, bool quiet)
        : total_s_(plan.seconds_least), quiet_(quiet), line_(quiet) {
        for (const std::string& line : baseline::text_of(plan)) {
            print_line(line);
        }
        for (const std::string& warning : plan.target.warnings) {
            print_line("warning: " + say_recorded(warning));
        }
    }

    void progress(const measure::StudyProgress& progress) {
        std::string text =
            "run " + std::to_string(progress.run) + "/" + std::to_string(progress.runs);
        if (progress.settings != nullptr) {
            for (const char* const key : {"pattern",
                                          "storage.block_bytes",
                                          "block_mix",
                                          "storage.queue_depth",
                                          "storage.threads"}) {
                const auto found = progress.settings->find(key);
                text += found == progress.settings->end()
                            ? ""
                            : std::string("  ") + key + "=" + spec::setting_text(found->second);
            }
        } else {
            text = progress.phase;
        }
        const double share =
            total_s_ > 0.0 ? std::clamp(1.0 - progress.seconds_left / total_s_, 0.0, 1.0) : -1.0;
        line_.show(share, text + "  " + format_duration(progress.seconds_left) + " left");
    }
    void notice(const std::string& text) {
        line_.clear();
        warn(text);
    }
    void clear() { line_.clear(); }

private:
    void print_line(const std::string& line) const {
        if (!quiet_) {
            std::fprintf(stderr, "%s\n", visible_line(line).c_str());
        }
    }

    double total_s_;
    bool quiet_;
    ProgressLine line_;
};

/// What the record says was asked for.
std::string asked_json(const StorageArguments& arguments) {
    const baseline::BaselineOptions& what = arguments.what;
    nlohmann::json asked{{"path", json_text(what.path)},
                         {"quick", what.quick},
                         {"writes", what.writes},
                         {"direct", what.axes.direct}};
    const auto add = [&](const char* name, const auto& values) {
        if (!values.empty()) {
            asked[name] = values;
        }
    };
    add("pattern", what.axes.patterns);
    add("block", what.axes.blocks);
    add("depth", what.axes.depths);
    add("jobs", what.axes.jobs);
    add("volume", arguments.volume);
    if (what.seconds > 0.0) {
        asked["seconds"] = what.seconds;
    }
    return nlohmann::json{{"storage_baseline", asked}}.dump();
}

/// What `--dry-run --json` prints.
Json json_of(const baseline::BaselinePlan& plan) {
    std::vector<std::string> warnings;
    warnings.reserve(plan.target.warnings.size());
    for (const std::string& warning : plan.target.warnings) {
        warnings.push_back(say_recorded(warning));
    }
    Json json{{"text", json_texts(baseline::text_of(plan))},
              {"warnings", json_texts(warnings)},
              {"cells", plan.cells.size()},
              {"seconds_least", plan.seconds_least},
              {"seconds_most", plan.seconds_most},
              {"write_bytes_max", plan.write_bytes_max},
              {"space_bytes", plan.space_bytes}};
    if (plan.makes_folder()) {
        json["folder"] = json_text(plan.folder());
        json["bytes_free_after"] = plan.bytes_free_after;
    }
    if (plan.file) {
        json["file"] = {{"path", json_text(plan.file->path)}, {"bytes", plan.file->bytes}};
    }
    return json;
}

/// Needs no lock: nothing is measured.
int show_plan(const StorageArguments& arguments) {
    const auto plan = baseline::plan_baseline(arguments.what, &user_catalog);
    if (!plan) {
        return report(plan.error());
    }
    if (arguments.json) {
        print_json(json_of(*plan));
    } else {
        const StorageDisplay shown(*plan, false);
    }
    return kDone;
}

int measure_planned(const StorageArguments& arguments,
                    const baseline::BaselinePlan& plan,
                    MeasureSession& session) {
    StorageDisplay display(plan, arguments.how.events);
    const measure::StudyOptions options{
        .disturbed = [&session] { return session.lock.disturbed(); },
        .unlocked = session.lock.problem(),
        .on_progress =
            [&](const measure::StudyProgress& progress) {
                display.progress(progress);
                session.events.event(progress_event(progress));
            },
        .on_sample = {},
        .on_notice = [&](const std::string& text) { display.notice(text); }};
    return measure_into_record(
        arguments.how,
        nullptr,
        session,
        [&](record::RecordWriter& writer) {
            return baseline::run_baseline(plan, options, journal_folder(), session.control, writer);
        },
        [&display] { display.clear(); });
}

int measure_storage(StorageArguments arguments) {
    arguments.what.axes.direct = !arguments.buffered;
    arguments.what.spec_json = asked_json(arguments);
    const auto set = [&](const char* key, const std::string& text) {
        if (!text.empty()) {
            arguments.what.volume[key] = text;
        }
    };
    set("storage.volume", arguments.volume);
    set("storage.volume_credits", arguments.credits);
    set("storage.volume_instance", arguments.instance);
    if (arguments.how.dry_run) {
        remove_left();
        return show_plan(arguments);
    }
    return run_session(arguments.how, false, [&](MeasureSession& session) {
        remove_left();
        const auto plan = baseline::plan_baseline(arguments.what, &user_catalog);
        return plan ? measure_planned(arguments, *plan, session) : int{report(plan.error())};
    });
}

void add_what(CLI::App& command, const std::shared_ptr<StorageArguments>& arguments) {
    baseline::BaselineOptions& what = arguments->what;
    command.add_option("PATH", what.path, "File to read, or folder to make one in")->required();
    command.add_flag("--quick", what.quick, "Measure a small grid, in about a minute");
    command.add_flag("--writes",
                     what.writes,
                     "Measure writes and small files too: into new files in a new folder, which "
                     "is removed at the end");
    command.add_flag("--make-file",
                     what.make_file,
                     "Where PATH is a folder: write the file that is read, and remove it at the "
                     "end");
    command
        .add_option("--file-bytes",
                    what.file_bytes,
                    "Size of the file that is written (default: 4 GiB, quick 1 GiB)")
        ->transform(CLI::AsSizeValue(false));
    command.add_option("--title", what.title, "Title of the study");
}

void add_grid(CLI::App& command, const std::shared_ptr<StorageArguments>& arguments) {
    baseline::BaselineOptions& what = arguments->what;
    const auto list = [&](const char* name, auto& values, const char* meaning) {
        command.add_option(name, values, meaning)->delimiter(',')->expected(1)->take_all();
    };
    list("--pattern",
         what.axes.patterns,
         "Measure these instead of the grid: randread, read, randwrite, write");
    list("--block", what.axes.blocks, "Request sizes, as 4k,128k,1M; mix: ImageNet's file sizes");
    list("--depth", what.axes.depths, "Requests that each job keeps in flight");
    list("--jobs", what.axes.jobs, "Numbers of threads");
    command.add_flag("--buffered", arguments->buffered, "Read through the page cache");
    command
        .add_option("--seconds",
                    what.seconds,
                    "Measured time of each combination; twice that where its rate does not become "
                    "steady")
        ->check(CLI::Range(0.1, 3600.0));
    command.add_option(
        "--small-files", what.metadata.files, "Number of small files for the metadata baseline");
    command.add_option("--small-file-bytes", what.metadata.file_bytes, "Size of each of them")
        ->transform(CLI::AsSizeValue(false));
    command.add_option("--volume",
                       arguments->volume,
                       "Delay the reads as this block volume of the catalogue would, as "
                       "aws-gp2:100GiB");
    command.add_option(
        "--volume-credits", arguments->credits, "Its burst credits: full, empty, 25 %");
    command.add_option(
        "--volume-instance", arguments->instance, "Instance whose limits hold for it");
}

}  // namespace

void add_storage_command(CLI::App& app, int& exit_code) {
    auto arguments = std::make_shared<StorageArguments>();
    auto* command = app.add_subcommand(
        "storage", "Measure what storage alone delivers: a grid of sizes, depths and jobs");
    add_what(*command, arguments);
    add_grid(*command, arguments);
    command->add_option("-o,--output", arguments->how.output, "Write the record (.tlrun) here");
    command->add_flag("--overwrite", arguments->how.overwrite, "Replace an existing record");
    command->add_flag("--events",
                      arguments->how.events,
                      "Print the record's lines to stdout as they are written");
    command->add_flag("--control", arguments->how.control, "Read JSON commands from stdin");
    command->add_flag(
        "--force",
        arguments->how.force,
        "Measure even if another of your measurements is running; both are marked disturbed");
    command->add_flag(
        "--dry-run", arguments->how.dry_run, "Print what would be read and written, and exit");
    command->add_flag("--json", arguments->json, "With --dry-run: print it as JSON")
        ->needs("--dry-run");
    command->callback([arguments, &exit_code] { exit_code = measure_storage(*arguments); });
}

}  // namespace throughline::app
