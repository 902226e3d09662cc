// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/report.h"
#include "app/engine/stop_signals.h"
#include "app/engine/terminal.h"
#include "app/engine/text_table.h"
#include "engine/analysis/observed.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/format.h"
#include "engine/selftest/selftest.h"
#include "engine/selftest/stand_in.h"

namespace throughline::app {
namespace {

using analysis::Limit;
using selftest::CaseResult;
using selftest::SelftestResult;

struct SelftestArguments {
    selftest::SelftestOptions options{.folder = "/var/tmp"};
    bool json = false;
    selftest::StandIn job{};
};

/// Classes that were true or said, in the order of Limit.
std::vector<Limit> classes_of(const SelftestResult& result) {
    std::map<Limit, bool> all;
    for (const auto& [truth, row] : result.matrix()) {
        all[truth] = true;
        for (const auto& [said, count] : row) {
            all[said] = true;
        }
    }
    std::vector<Limit> classes;
    classes.reserve(all.size());
    for (const auto& [limit, there] : all) {
        classes.push_back(limit);
    }
    return classes;
}

std::string matrix_text(const SelftestResult& result) {
    const std::vector<Limit> classes = classes_of(result);
    std::vector<std::vector<std::string>> rows{{"true \\ said"}};
    for (const Limit said : classes) {
        rows.front().emplace_back(analysis::name_of(said));
    }
    for (const auto& [truth, row] : result.matrix()) {
        rows.push_back({analysis::name_of(truth)});
        for (const Limit said : classes) {
            const auto found = row.find(said);
            rows.back().push_back(found == row.end() ? "." : std::to_string(found->second));
        }
    }
    return aligned(std::move(rows), {.heading = true});
}

/// How far the estimated rate is from that of the job's log, in %.
std::optional<double> estimate_error(const CaseResult& one) {
    if (!one.counts() || !one.images_per_second || !one.estimated_images_per_second) {
        return std::nullopt;
    }
    return 100.0 * (*one.estimated_images_per_second / *one.images_per_second - 1.0);
}

std::string cases_text(const SelftestResult& result) {
    const auto rate = [](const std::optional<double>& value) {
        return value ? format_significant(*value) : std::string(kNone);
    };
    std::vector<std::vector<std::string>> rows{
        {"case", "true", "said", "images/s", "estimated", "what was done"}};
    for (const CaseResult& one : result.cases) {
        const std::string mark = one.is_right() ? "" : one.is_wrong() ? " WRONG" : "";
        rows.push_back({one.id,
                        analysis::name_of(one.truth),
                        one.counts() ? analysis::name_of(one.said) + mark : "left out",
                        rate(one.images_per_second),
                        rate(one.estimated_images_per_second),
                        one.counts() ? one.says : one.left_out});
    }
    return aligned(std::move(rows), {.heading = true, .columns = output_columns()});
}

std::string verdict_text(const SelftestResult& result) {
    const std::size_t unsure = result.count() - result.right() - result.wrong();
    std::string text = "Rules of 'observe', version " +
                       std::to_string(analysis::kObservedRulesVersion) +
                       ", on this machine: " + std::to_string(result.right()) + " of " +
                       std::to_string(result.count()) + " cases right, " + std::to_string(unsure) +
                       " unsure, " + std::to_string(result.wrong()) + " wrong with confidence.\n";
    text += "The bar, 90 % right and at most 1 % wrong with confidence, is ";
    text += result.passes() ? "met.\n" : "not met.\n";
    const std::size_t out = result.cases.size() - result.count();
    text += out > 0 ? std::to_string(out) + " left out, with the reason below.\n" : "";
    text += result.stopped ? "It was stopped before all cases were made.\n" : "";
    std::size_t estimates = 0;
    double worst = 0.0;
    for (const CaseResult& one : result.cases) {
        if (const auto error = estimate_error(one)) {
            ++estimates;
            worst = std::abs(*error) > std::abs(worst) ? *error : worst;
        }
    }
    text += estimates > 0
                ? "Images per second without a log: at most " +
                      format_significant(std::abs(worst), 2) + " % from the job's own, in " +
                      std::to_string(estimates) + " cases that read files.\n"
                : "";
    return text;
}

void print_selftest_json(const SelftestResult& result, const selftest::SelftestOptions& options) {
    Json document{{"rules_version", analysis::kObservedRulesVersion},
                  {"seed", options.seed},
                  {"rounds", options.rounds},
                  {"seconds", options.seconds},
                  {"passed", result.passes()},
                  {"stopped", result.stopped},
                  {"count", result.count()},
                  {"right", result.right()},
                  {"wrong", result.wrong()},
                  {"matrix", Json::object()},
                  {"cases", Json::array()}};
    for (const auto& [truth, row] : result.matrix()) {
        for (const auto& [said, count] : row) {
            document["matrix"][analysis::name_of(truth)][analysis::name_of(said)] = count;
        }
    }
    for (const CaseResult& one : result.cases) {
        Json json{{"case", one.id}, {"round", one.round}, {"true", analysis::name_of(one.truth)}};
        if (!one.counts()) {
            json["left_out"] = json_text(one.left_out);
        } else {
            json["said"] = analysis::name_of(one.said);
            json["rule"] = one.rule;
        }
        if (one.images_per_second) {
            json["images_per_second"] = *one.images_per_second;
        }
        if (one.estimated_images_per_second) {
            json["estimated_images_per_second"] = *one.estimated_images_per_second;
        }
        if (!one.record.empty()) {
            json["record"] = json_text(one.record);
        }
        document["cases"].push_back(std::move(json));
    }
    print_json(document);
}

int selftest_command(SelftestArguments& arguments) {
    selftest::SelftestOptions& options = arguments.options;
    std::error_code failed;
    options.program = std::filesystem::read_symlink("/proc/self/exe", failed).string();
    if (!options.records.empty()) {
        std::filesystem::create_directories(options.records, failed);
    }
    const StopSignals signals;
    ProgressLine line(arguments.json);
    options.on_case = [&](std::size_t at, std::size_t of, const std::string& says) {
        line.show(static_cast<double>(at) / static_cast<double>(of),
                  std::to_string(at + 1) + " of " + std::to_string(of) + ": " + says);
    };
    const auto result = selftest::run_selftest(options, signals.token());
    line.clear();
    if (!result) {
        return report(result.error());
    }
    if (arguments.json) {
        print_selftest_json(*result, options);
    } else {
        print(verdict_text(*result) + "\n" + matrix_text(*result) + "\n" + cases_text(*result));
    }
    return result->passes() ? kDone : result->stopped ? kStopped : kFailed;
}

void add_job_command(CLI::App& selftest,
                     const std::shared_ptr<SelftestArguments>& arguments,
                     int& exit_code) {
    selftest::StandIn& job = arguments->job;
    auto* command = selftest.add_subcommand(
        "job", "Run the stand-in alone: a training whose stages take what you say");
    command->add_option("--seconds", job.seconds, "How long")->capture_default_str();
    command->add_option("--workers", job.workers, "Processes that load")
        ->check(CLI::Range(1U, 1024U))
        ->capture_default_str();
    command->add_option("--batch", job.batch, "Images of a batch")
        ->check(CLI::Range(1U, 65536U))
        ->capture_default_str();
    command->add_option("--folder", job.folder, "Files to read, past the page cache");
    command->add_option("--link",
                        job.link_bytes_per_second,
                        "Bytes per second of a server on this machine, to fetch 100 kB an image");
    command->add_option("--decode-ms", job.decode_ms, "CPU time to decode an image");
    command
        ->add_option("--sample-bytes", job.sample_bytes, "Bytes of an image that are handed over")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 30U))
        ->capture_default_str();
    command->add_option("--take-ms", job.take_ms, "CPU time to take a batch over");
    command->add_option("--step-ms", job.step_ms, "Time of a step of the training");
    command->add_option("--group", job.group, "Folder of a control group to join first");
    command->callback([arguments, &exit_code] {
        const auto ran = selftest::run_stand_in(arguments->job, [](const std::string& line) {
            static_cast<void>(write_all(STDOUT_FILENO, line).has_value());
        });
        exit_code = ran ? kDone : report(ran.error());
    });
}

}  // namespace

void add_selftest_command(CLI::App& app, int& exit_code) {
    auto arguments = std::make_shared<SelftestArguments>();
    selftest::SelftestOptions& options = arguments->options;
    auto* command = app.add_subcommand(
        "selftest",
        "Hold a stand-in for a training back in known ways, and show how often 'observe' is right");
    command->add_option("--case", options.cases, "Only these cases")
        ->check(CLI::IsMember(selftest::case_ids()));
    command->add_option("--rounds", options.rounds, "Each case so often, with other figures")
        ->check(CLI::Range(1U, 1000U))
        ->capture_default_str();
    command->add_option("--seconds", options.seconds, "How long each job is observed")
        ->check(CLI::Range(2.0, 600.0))
        ->capture_default_str();
    command->add_option("--seed", options.seed, "Of the figures")->capture_default_str();
    command->add_option("--folder", options.folder, "A folder on the disk to read from")
        ->capture_default_str();
    command->add_option("-o,--output", options.records, "Folder for a record of each case");
    command->add_flag("--json", arguments->json, "Print JSON");
    add_job_command(*command, arguments, exit_code);
    command->callback([arguments, command, &exit_code] {
        if (command->get_subcommands().empty()) {
            exit_code = selftest_command(*arguments);
        }
    });
}

}  // namespace throughline::app
