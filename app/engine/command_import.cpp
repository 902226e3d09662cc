// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/import_report.h"
#include "app/engine/import_target.h"
#include "app/engine/json_output.h"
#include "app/engine/report.h"
#include "engine/base/counted.h"
#include "engine/base/format.h"
#include "engine/base/text.h"
#include "engine/base/visible_text.h"
#include "engine/importers/belongs.h"
#include "engine/importers/candidates.h"
#include "engine/importers/draft/csv_mapping.h"
#include "engine/importers/draft/merge.h"
#include "engine/importers/importer.h"

namespace throughline::app {
namespace {

constexpr const char* kKnownHint = "'throughline-engine import --help' lists what is known.";

using importers::Candidate;

struct ImportOptions {
    std::vector<std::string> files;
    std::vector<std::string> assume;
    std::vector<std::string> mappings;
    std::string library;
    std::string record;
    bool merge = false;
    std::vector<std::string> clock_ahead;
    bool overwrite = false;
    bool json = false;
};

struct ClockAhead {
    std::string_view file;
    double seconds = 0.0;
};

std::optional<ClockAhead> parse_clock_ahead(std::string_view text) {
    const std::size_t equals = text.rfind('=');
    if (equals == 0 || equals == std::string_view::npos) {
        return std::nullopt;
    }
    const auto seconds = number_in<double>(text.substr(equals + 1));
    return seconds && std::isfinite(*seconds)
               ? std::optional(ClockAhead{.file = text.substr(0, equals), .seconds = *seconds})
               : std::nullopt;
}

/// What became of the files of an import.
struct Tally {
    std::size_t imported = 0;
    std::size_t there = 0;
    std::size_t nothing = 0;
    std::size_t skipped = 0;
    std::size_t failed = 0;

    std::size_t files() const { return imported + there + nothing + skipped + failed; }
    std::string words() const {
        std::string text = counted(files(), "file") + ": " + std::to_string(imported) + " imported";
        const auto add = [&](std::size_t count, const char* what) {
            text += count == 0 ? std::string() : ", " + std::to_string(count) + " " + what;
        };
        add(there, "already there");
        add(nothing, "with nothing to import");
        add(skipped, "skipped");
        add(failed, "failed");
        return text;
    }
};

class Batch {
public:
    Batch(const ImportOptions& options, importers::Options how, ImportTarget target)
        : options_(options), how_(std::move(how)), target_(std::move(target)) {}

    ExitCode run() {
        const auto candidates = importers::find_candidates(options_.files);
        if (auto checked = check_clocks(candidates); !checked) {
            return report(checked.error());
        }
        for (const Candidate& candidate : candidates) {
            if (importers::is_record(candidate.path)) {
                take_record(candidate.path);
            } else {
                take_foreign(candidate);
            }
        }
        if (options_.merge) {
            take_merged();
        }
        if (auto finished = target_.finish(); !finished) {
            report(finished.error());
            exit_code_ = kFailed;
        }
        const auto belonging = importers::files_that_belong(taken_);
        if (options_.json) {
            print_json({{"files", std::move(files_)}, {"belong_together", json_of(belonging)}});
        } else if (tally_.files() > 1) {
            print(tally_.words() + "\n");
            propose_merges(belonging);
        }
        report_empty_folders(candidates);
        report_unused_answers();
        return exit_code_;
    }

private:
    void fail(const std::string& path, const Error& error) {
        report(error,
               error.code == ErrorCode::Unsupported ? kKnownHint
               : error.code == ErrorCode::Usage     ? "Nothing from this file was imported."
                                                    : "");
        exit_code_ = kFailed;
        add_failure(path, error);
    }

    static Json json_of(const std::vector<importers::Belonging>& belonging) {
        Json groups = Json::array();
        for (const auto& each : belonging) {
            groups.push_back({{"what", each.what}, {"paths", json_texts(each.paths)}});
        }
        return groups;
    }

    void propose_merges(const std::vector<importers::Belonging>& belonging) const {
        constexpr std::size_t kNamedMax = 4;
        for (const auto& each : belonging) {
            std::string text =
                std::to_string(each.paths.size()) + " of them look like " + each.what +
                "; to import them as one study:\n    throughline-engine import --merge";
            for (std::size_t i = 0; i < std::min(each.paths.size(), kNamedMax); ++i) {
                text += " " + visible_line(each.paths[i]);
            }
            print(text + (each.paths.size() > kNamedMax ? " …" : "") + "\n");
        }
    }

    void add_failure(const std::string& path, const Error& error) {
        ++tally_.failed;
        files_.push_back({{"path", json_text(path)},
                          {"ok", false},
                          {"error", json_text(describe(error))},
                          {"error_code", error_code_name(error.code)}});
    }

    void skip(const std::string& path, const Error& error) {
        ++tally_.skipped;
        skipped_.insert(path);
        const std::string act = "import '" + path + "': ";
        const std::string why = error.what.substr(error.what.starts_with(act) ? act.size() : 0);
        if (!options_.json) {
            print(visible_line(path) + ": skipped, " + visible_line(why) + "\n");
        }
        files_.push_back({{"path", json_text(path)}, {"ok", false}, {"skipped", json_text(why)}});
    }

    /// A folder may hold anything, but somebody expected a result in it.
    void report_empty_folders(const std::vector<Candidate>& candidates) {
        for (const std::string& path : options_.files) {
            std::error_code none;
            const bool any = std::ranges::any_of(candidates, [&](const Candidate& each) {
                return each.folder == path && !skipped_.contains(each.path);
            });
            if (std::filesystem::is_directory(path, none) && !any) {
                exit_code_ = report(
                    Error{.code = ErrorCode::Unsupported,
                          .what = "nothing that could be imported was found in '" + path + "'"},
                    kKnownHint);
            }
        }
    }

    void report_unused_answers() const {
        for (const auto& [key, value] : how_.assume) {
            if (unused_.count(key) > 0 && used_.count(key) == 0) {
                std::string text = "--assume ";
                text.append(key).append("=").append(value);
                warn(text.append(": no file used it"));
            }
        }
    }

    void take_foreign(const Candidate& candidate) {
        const std::string& path = candidate.path;
        auto file = importers::import_file(path, how_);
        if (!file) {
            const bool no_result = file.error().code == ErrorCode::Unsupported;
            return candidate.from_folder() && no_result ? skip(path, file.error())
                                                        : fail(path, file.error());
        }
        if (options_.merge && file->has_runs()) {
            note_answers(*file);
            parts_.push_back({.file = *std::move(file), .clock_ahead_s = clock_ahead(path)});
            return;
        }
        take_file(path, *std::move(file));
    }

    void take_file(const std::string& path, importers::ImportedFile file) {
        note_answers(file);
        taken_.push_back({path, file.format, file.study.runs.size()});
        ImportSummary summary;
        record::Study study =
            split_summary(std::move(file),
                          options_.json ? std::numeric_limits<std::size_t>::max() : kRunsTold,
                          summary);
        if (study.runs.empty()) {
            ++tally_.nothing;
            return say(path, summary, nullptr);
        }
        const auto taken = target_.take(std::move(study), path);
        if (!taken) {
            return fail(path, taken.error());
        }
        ++(taken->lines_new == 0 ? tally_.there : tally_.imported);
        say(path, summary, &*taken);
    }

    void note_answers(const importers::ImportedFile& file) {
        unused_.insert(file.unused.begin(), file.unused.end());
        for (const auto& [key, value] : how_.assume) {
            if (std::ranges::find(file.unused, key) == file.unused.end()) {
                used_.insert(key);
            }
        }
    }

    /// Seconds that the clock behind a file was ahead of the others, by the end of its path.
    double clock_ahead(const std::string& path) const {
        for (const std::string& text : options_.clock_ahead) {
            const auto ahead = parse_clock_ahead(text);
            if (ahead && path.ends_with(ahead->file)) {
                return ahead->seconds;
            }
        }
        return 0.0;
    }

    /// Each must be a number of seconds and name a file that is imported. Errors: Usage.
    Result<void> check_clocks(const std::vector<Candidate>& candidates) const {
        for (const std::string& text : options_.clock_ahead) {
            const auto ahead = parse_clock_ahead(text);
            if (!ahead) {
                return usage_error("--clock-ahead '" + text + "' is not of the form FILE=SECONDS");
            }
            const bool named = std::ranges::any_of(candidates, [&](const Candidate& candidate) {
                return candidate.path.ends_with(ahead->file);
            });
            if (!named) {
                return usage_error("--clock-ahead '" + text +
                                   "': no file of that name is imported");
            }
        }
        return {};
    }

    /// One study of all parts, or none of any.
    void take_merged() {
        std::vector<std::string> paths;
        paths.reserve(parts_.size());
        for (const importers::MergePart& part : parts_) {
            paths.push_back(path_of(part));
        }
        auto merged = exit_code_ == kDone ? importers::merge_files(std::move(parts_))
                                          : usage_error("nothing was merged: a part is missing");
        if (merged) {
            return take_file(options_.files.front(), *std::move(merged));
        }
        report(merged.error());
        exit_code_ = kFailed;
        for (const std::string& path : paths) {
            add_failure(path, merged.error());
        }
    }

    static std::string path_of(const importers::MergePart& part) {
        const auto path = part.file.study.header.environment.find("import.path");
        return path == part.file.study.header.environment.end() ? std::string()
                                                                : spec::setting_text(path->second);
    }

    void say(const std::string& path, const ImportSummary& summary, const TakenStudy* taken) {
        if (options_.json) {
            files_.push_back(import_json(path, summary, taken));
        } else {
            print(import_text(path, summary, taken));
        }
    }

    void take_record(const std::string& path) {
        const auto outcome = target_.take_record(path);
        if (!outcome) {
            return fail(path, outcome.error());
        }
        ++(outcome->lines_new == 0 ? tally_.there : tally_.imported);
        Json json = {{"path", json_text(path)},
                     {"ok", true},
                     {"format", "throughline-record"},
                     {"study", outcome->uuid},
                     {"id", outcome->study_id},
                     {"lines_new", outcome->lines_new},
                     {"already_there", outcome->lines_new == 0}};
        if (const auto& damage = outcome->damage) {
            json["damage"] = {{"line", damage->line},
                              {"byte_offset", damage->byte_offset},
                              {"text", json_text(damage->text)}};
            warn(path + ": damaged at line " + std::to_string(damage->line) + ": " + damage->text +
                 "\n  Everything before that was imported.");
        }
        files_.push_back(std::move(json));
        if (!options_.json) {
            const std::string news = outcome->lines_new == 0
                                         ? "nothing new"
                                         : std::to_string(outcome->lines_new) + " new lines";
            print(path + ": study " + std::to_string(outcome->study_id) + ", " + news + "\n");
        }
    }

    const ImportOptions& options_;
    importers::Options how_;
    ImportTarget target_;
    std::vector<importers::MergePart> parts_;
    std::vector<importers::TakenFile> taken_;
    Json files_ = Json::array();
    Tally tally_{};
    std::set<std::string> skipped_;
    std::set<std::string> unused_;  ///< answers that some file had no use for
    std::set<std::string> used_;    ///< that some file had use for
    ExitCode exit_code_ = kDone;
};

/// "Formats: fio JSON, fio terse, …" in lines of a terminal's width.
std::string formats_text() {
    constexpr std::size_t kLineMax = 96;
    std::string text = "Formats, recognised by their content:\n ";
    std::size_t column = 1;
    for (const importers::FormatName& format : importers::known_formats()) {
        if (column + format.title.size() + 2 > kLineMax) {
            text += "\n ";
            column = 1;
        }
        text.append(" ").append(format.title).append(",");
        column += format.title.size() + 2;
    }
    text.pop_back();
    return text;
}

ExitCode import_files(const ImportOptions& options) {
    importers::Options how;
    for (const std::string& text : options.assume) {
        if (auto added = importers::add_assumption(how.assume, text); !added) {
            return report(added.error());
        }
    }
    for (const std::string& path : options.mappings) {
        auto mapping = importers::read_csv_mapping(path);
        if (!mapping) {
            return report(mapping.error());
        }
        how.mappings.push_back(*std::move(mapping));
    }
    auto target = options.record.empty()
                      ? ImportTarget::to_library(options.library)
                      : ImportTarget::to_record(options.record, options.overwrite);
    if (!target) {
        return report(target.error());
    }
    return Batch(options, std::move(how), *std::move(target)).run();
}

}  // namespace

void add_import_command(CLI::App& app, int& exit_code) {
    CLI::App* const command = app.add_subcommand(
        "import",
        "Import results of other tools, and records, into the library; what is already there is "
        "left unchanged. Files in a folder that are not results are skipped and listed; the exit "
        "code is 1 if a file failed or a folder had no results");
    command->footer(formats_text());
    const auto options = std::make_shared<ImportOptions>();
    command
        ->add_option("FILES",
                     options->files,
                     "Results of fio, iostat, nvidia-smi, training logs and many more, records "
                     "(.tlrun), or folders of them")
        ->required();
    CLI::Option* const library = command->add_option(
        "--library", options->library, "Library file instead of the user's own");
    command->add_option("-o,--output", options->record, "Write one record (.tlrun) instead")
        ->excludes(library);
    command->add_flag("--overwrite", options->overwrite, "Replace the record of -o");
    command
        ->add_option("--assume",
                     options->assume,
                     "Facts that the FILES lack (gpu_count=8, batch_size=64, block_size=4KiB, "
                     "time_zone=+02:00) or state wrongly: this value is used, and noted. One per "
                     "flag; 'throughline-engine metrics --assume' lists the keys")
        ->allow_extra_args(false)
        ->option_text("KEY=VALUE");
    command
        ->add_option("--mapping",
                     options->mappings,
                     "File with the columns of a plain CSV, as saved by the window; used for "
                     "tables with the same header, so give one for each kind of table")
        ->allow_extra_args(false)
        ->option_text("FILE.json");
    CLI::Option* const merge =
        command->add_flag("--merge",
                          options->merge,
                          "Join the files, which are of one run, by time; the first file's figures "
                          "are used. Of a file without times only the figures are imported "
                          "(--assume period_seconds= gives its rows times)");
    command
        ->add_option("--clock-ahead",
                     options->clock_ahead,
                     "With --merge: by how many seconds a file's clock was ahead; once per file")
        ->needs(merge)
        ->allow_extra_args(false)
        ->option_text("FILE=SECONDS");
    command->add_flag("--json", options->json, "Print JSON");
    command->callback([options, &exit_code] { exit_code = import_files(*options); });
}

}  // namespace throughline::app
