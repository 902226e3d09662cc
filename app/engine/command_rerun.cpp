// SPDX-License-Identifier: Apache-2.0
// Measures again what a report tells of, here, and says whether it is the same.
#include <sys/stat.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/held_report.h"
#include "app/engine/json_output.h"
#include "app/engine/measure_study.h"
#include "app/engine/report.h"
#include "engine/analysis/compare.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/metrics/registry.h"
#include "engine/record/machine.h"
#include "engine/record/touched.h"
#include "engine/report/verify.h"

namespace throughline::app {
namespace {

constexpr const char* kRate = "images_per_second";
constexpr const char* kPathKey = "dataset.path";

struct RerunOptions {
    std::string file;
    std::string dataset;  ///< "" = where the record says
    std::string output;
    bool overwrite = false;
    bool force = false;
    bool json = false;
};

/// The first study of a report that this program measured. Errors: Unsupported: there is none.
Result<record::Study> measured_study(const report::Proof& proof) {
    auto studies = report::studies_of(proof);
    if (!studies) {
        return std::move(studies).error();
    }
    for (record::Study& study : *studies) {
        const record::RunData* run = analysis::fastest_run(study);
        if (study.header.origin == record::Origin::Measured && run != nullptr &&
            record::is_result(*run)) {
            return std::move(study);
        }
    }
    return Error{.code = ErrorCode::Unsupported,
                 .what =
                     "none of its records was measured by this program and came to a result; "
                     "what was imported, published or observed cannot be measured again"};
}

/// What is measured, on the data set as it lies here. Errors: Usage: the record is without paths;
/// NotFound: the data set is not here; Format: the record does not say what it measured.
Result<spec::StudySpec> spec_here(const record::Study& study,
                                  bool is_private,
                                  const std::string& dataset) {
    auto spec = spec::parse_spec(study.header.spec_json);
    if (!spec) {
        Error error = std::move(spec).error();
        error.what = "the record of \"" + study.header.title +
                     "\" does not say what it measured: " + error.what;
        error.code = ErrorCode::Unsupported;  // the report itself is one
        return error;
    }
    const bool swept = std::ranges::any_of(
        spec->sweep, [](const spec::SweepAxis& axis) { return axis.sets(kPathKey); });
    if (swept && !dataset.empty()) {
        return usage_error("it measured several data sets; --dataset names one");
    }
    if (is_private && dataset.empty()) {
        return usage_error(
            "its records are without names and paths; --dataset says where the data set is here");
    }
    if (!dataset.empty()) {
        spec->base[kPathKey] = dataset;
    }
    const std::string path = spec::text_or_empty(spec->base, kPathKey);
    struct stat info{};
    if (!swept && !path.empty() && ::stat(path.c_str(), &info) != 0) {
        return Error{.code = ErrorCode::NotFound,
                     .what = "the data set '" + path + "' is not here"};
    }
    return spec;
}

/// What came out, against what the report says.
struct Rerun {
    const char* result = "unknown";  ///< "same", "different"
    std::string why{};               ///< unknown: "" = not both were repeated
    record::Summary reported{};
    std::optional<record::Summary> measured{};
    analysis::Difference difference{};
};

const record::RunData* run_of(const record::Study& study, int number) {
    const auto run =
        std::ranges::find(study.runs, number, [](const auto& one) { return one.started.run; });
    return run == study.runs.end() ? nullptr : &*run;
}

/// The rate of the same run. Assumes: `reported` has it.
Rerun compared(const record::RunData& reported, const record::Study& here) {
    Rerun rerun{.reported = reported.metrics.at(kRate)};
    const record::RunData* run = run_of(here, reported.started.run);
    if (run == nullptr || !record::is_result(*run) || !run->metrics.contains(kRate)) {
        rerun.why = run == nullptr || record::is_result(*run)
                        ? std::string("it has no result here")
                        : "here " + say_english(record::why_no_result(*run),
                                                std::to_string(run->started.run));
        return rerun;
    }
    rerun.measured = run->metrics.at(kRate);
    const record::Summaries before{{kRate, rerun.reported}};
    const record::Summaries now{{kRate, *rerun.measured}};
    const analysis::ComparedRun baseline{reported.started.settings, before};
    const std::array others{analysis::ComparedRun{run->started.settings, now}};
    const analysis::Comparison comparison = analysis::compare(baseline, others);
    rerun.difference = comparison.metrics.at(0).others.at(0);
    if (const auto beyond = rerun.difference.excludes_zero()) {
        rerun.result = *beyond ? "different" : "same";
    }
    return rerun;
}

/// "−34 images/s (−2.22 %), 95 % interval −80 images/s to +12 images/s".
std::string difference_text(const analysis::Difference& difference) {
    const double middle = difference.absolute.value_or(0.0);
    std::string text = analysis::absolute_text(kRate, middle);
    if (difference.percent) {
        text += " (" + analysis::change_text(*difference.percent) + ")";
    }
    if (difference.half_width) {
        text += ", 95 % interval " +
                analysis::absolute_text(kRate, middle - *difference.half_width) + " to " +
                analysis::absolute_text(kRate, middle + *difference.half_width);
    }
    return text;
}

std::string rerun_text(const Rerun& rerun, const record::Study& study, int run) {
    const std::string host = record::machine_of(study.header).host;
    std::string text = "Run " + std::to_string(run) + " of \"" + study.header.title +
                       "\": " + metrics::format_metric(kRate, rerun.reported.value) +
                       " in the report" + (host.empty() ? "" : " (on " + host + ")");
    if (rerun.measured) {
        text += ", " + metrics::format_metric(kRate, rerun.measured->value) + " here";
    }
    text += "\n" + std::string(rerun.measured && rerun.difference.half_width ? rerun.result
                                                                             : "cannot be told");
    text += !rerun.measured               ? ": " + rerun.why
            : rerun.difference.half_width ? ": " + difference_text(rerun.difference)
                                          : ": not repeated; " + difference_text(rerun.difference);
    return text + "\n";
}

Json rerun_json(const Rerun& rerun, const record::Study& study, int run, const std::string& file) {
    Json json{{"result", rerun.result},
              {"study", json_text(study.header.study)},
              {"title", json_text(study.header.title)},
              {"run", run},
              {"metric", kRate},
              {"reported", rerun.reported.value}};
    const analysis::Difference& difference = rerun.difference;
    if (rerun.measured) {
        json["measured"] = rerun.measured->value;
        json["difference"] = difference.absolute.value_or(0.0);
    }
    if (difference.percent) {
        json["percent"] = *difference.percent;
    }
    if (difference.absolute && difference.half_width) {
        json["low"] = *difference.absolute - *difference.half_width;
        json["high"] = *difference.absolute + *difference.half_width;
    }
    if (rerun.measured ? !difference.half_width : !rerun.why.empty()) {
        json["why"] = rerun.measured ? "not repeated" : json_text(rerun.why);
    }
    if (!file.empty()) {
        json["record"] = json_text(file);
    }
    return json;
}

/// Measures, and says what came out.
int measure_again(const RerunOptions& options,
                  const record::Study& study,
                  const spec::StudySpec& spec) {
    const record::RunData& reported = *analysis::fastest_run(study);
    std::optional<Rerun> rerun;
    const MeasureOptions how{
        .output = options.output,
        .overwrite = options.overwrite,
        .force = options.force,
        .silent = options.json,
        .on_end = [&](const record::Study& here) { rerun = compared(reported, here); }};
    const int measured = measure_study(how, spec);
    if (!rerun || measured == kStopped) {
        return measured;
    }
    const int run = reported.started.run;
    if (options.json) {
        print_json(rerun_json(*rerun, study, run, options.output));
    } else {
        print(rerun_text(*rerun, study, run));
    }
    const bool is_same = std::string_view(rerun->result) == "same";
    return measured != kDone ? measured : is_same ? kDone : kFailed;
}

int rerun(const RerunOptions& options) {
    const HeldReport held = read_held_report(options.file, ": nothing was measured");
    if (held.exit_code != kDone) {
        return held.exit_code;
    }
    const auto proof = report::proof_in(held.bytes);
    if (!proof) {
        return report_no_report(options.file, proof.error());
    }
    const auto study = measured_study(*proof);
    if (!study) {
        return report(study.error(), "A record of your own is measured again by 'run'.");
    }
    if (!analysis::fastest_run(*study)->metrics.contains(kRate)) {
        return report(Error{.code = ErrorCode::Unsupported,
                            .what = "its fastest run has no images per second"});
    }
    const auto spec = spec_here(*study, proof->definition.is_private, options.dataset);
    if (!spec) {
        return report(spec.error(), "--dataset FOLDER says where the data set is.");
    }
    return measure_again(options, *study, *spec);
}

}  // namespace

void add_rerun_command(CLI::App& app, int& exit_code) {
    CLI::App* const command = app.add_subcommand(
        "rerun",
        "Measure again, here, what a report tells of; exit status 0: the same, 1: different, or it "
        "cannot be told");
    const auto options = std::make_shared<RerunOptions>();
    command->add_option("REPORT", options->file, "A report (.pdf, .html or .odt)")->required();
    command->add_option(
        "--dataset", options->dataset, "Folder of the data set, if it is not where it was");
    command->add_option("-o,--output", options->output, "Record to write (.tlrun)");
    command->add_flag("--overwrite", options->overwrite, "Replace an existing record");
    command->add_flag(
        "--force", options->force, "Measure even if another of your measurements is running");
    command->add_flag("--json", options->json, "Print JSON");
    command->callback([options, &exit_code] { exit_code = rerun(*options); });
}

}  // namespace throughline::app
