// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/report.h"
#include "app/engine/stop_signals.h"
#include "app/engine/terminal.h"
#include "engine/base/clock.h"
#include "engine/base/format.h"
#include "engine/base/mutex.h"
#include "engine/dataset_tools/make_dataset.h"

namespace throughline::app {
namespace {

/// More than any file system here holds; the bound is named when it is passed.
constexpr std::uint64_t kImagesMax = 1'000'000'000;

struct MakeArguments {
    dataset_tools::MakeOptions make;
    std::string size_text;  ///< "WxH"
    bool dry_run = false;
    bool json = false;
    bool events = false;
};

/// "500x375" into width and height; says what is wrong, or "".
std::string parse_size(std::string_view text, dataset_tools::MakeOptions& options) {
    const auto number = [](std::string_view digits, std::uint32_t& value) {
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return error == std::errc{} && end == digits.data() + digits.size() && value > 0;
    };
    const std::size_t cross = text.find('x');
    const bool sound = cross != std::string_view::npos &&
                       number(text.substr(0, cross), options.width_px) &&
                       number(text.substr(cross + 1), options.height_px);
    return sound ? "" : "'" + std::string(text) + "' is not WIDTHxHEIGHT, such as 500x375";
}

std::string plan_text(const std::string& directory, const dataset_tools::MakePlan& plan) {
    std::string text = format_count(plan.images) + " images";
    if (plan.unique < plan.images) {
        text += " (" + format_count(plan.unique) + " different ones)";
    }
    return text + ", about " + format_quantity(plan.bytes_expected, "bytes") + ", to " + directory +
           "; free there: " + format_quantity(static_cast<double>(plan.bytes_free), "bytes") + "\n";
}

Json plan_json(const dataset_tools::MakePlan& plan) {
    return {{"images", plan.images},
            {"unique", plan.unique},
            {"bytes_expected", plan.bytes_expected},
            {"bytes_free", plan.bytes_free}};
}

/// What is left at the rate so far; negative when nothing can be said yet.
double seconds_left(const dataset_tools::MakeProgress& progress) {
    if (progress.images_done == 0 || progress.seconds <= 0.0) {
        return -1.0;
    }
    const auto done = static_cast<double>(progress.images_done);
    return (static_cast<double>(progress.images) - done) * progress.seconds / done;
}

/// Shows progress as it was asked for, and remembers where it stood. Thread: any.
class MakeWatcher {
public:
    MakeWatcher(bool quiet, bool events) : events_(events), line_(quiet) {}

    void see(const dataset_tools::MakeProgress& progress) {
        const MutexLock lock(mutex_);
        last_ = progress;
        const double left = seconds_left(progress);
        if (events_) {
            emit_event(left);
        }
        const double share = progress.images == 0 ? -1.0
                                                  : static_cast<double>(progress.images_done) /
                                                        static_cast<double>(progress.images);
        std::string text =
            format_count(progress.images_done) + " of " + format_count(progress.images) + " images";
        if (progress.seconds > 0.0) {
            text +=
                ", " + format_quantity(static_cast<double>(progress.images_done) / progress.seconds,
                                       "images/s");
            text += ", " +
                    format_quantity(static_cast<double>(progress.bytes_written) / progress.seconds,
                                    "bytes/s");
        }
        if (left >= 0.0) {
            text += ", " + format_duration(left) + " left";
        }
        line_.show(share, text);
    }

    dataset_tools::MakeProgress end() {
        line_.clear();
        const MutexLock lock(mutex_);
        return last_;
    }

private:
    void emit_event(double left) REQUIRES(mutex_) {
        constexpr std::chrono::milliseconds kEventEvery{250};
        const SteadyTime now = steady_now();
        if (now - last_event_ < kEventEvery) {
            return;
        }
        last_event_ = now;
        Json event = {{"type", "progress"},
                      {"phase", "making"},
                      {"images_done", last_.images_done},
                      {"images", last_.images},
                      {"bytes_written", last_.bytes_written},
                      {"seconds", last_.seconds}};
        if (left >= 0.0) {
            event["seconds_left"] = left;
        }
        print_json_line(event);
    }

    Mutex mutex_;
    bool events_;
    SteadyTime last_event_ GUARDED_BY(mutex_) = kNever;
    dataset_tools::MakeProgress last_ GUARDED_BY(mutex_);
    ProgressLine line_;
};

void answer(const MakeArguments& arguments, const char* status, Json document) {
    document["status"] = status;
    document["directory"] = json_text(arguments.make.directory);
    arguments.events ? print_json_line(document) : print_json(document);
}

ExitCode stopped(const MakeArguments& arguments,
                 const dataset_tools::MakePlan& plan,
                 const dataset_tools::MakeProgress& kept) {
    warn("stopped: " + format_count(kept.images_done) + " of " + format_count(kept.images) +
         " images are kept in " + arguments.make.directory +
         "\n  The same command continues where this one stopped; 'dataset delete' removes them.");
    if (arguments.json) {
        answer(arguments,
               "stopped",
               {{"plan", plan_json(plan)},
                {"images", kept.images_done},
                {"bytes", kept.bytes_written},
                {"seconds", kept.seconds}});
    }
    return kStopped;
}

std::string made_text(const dataset_tools::MakeReport& made) {
    const std::string whole = format_count(made.images) + " images, " +
                              format_quantity(static_cast<double>(made.bytes), "bytes");
    if (made.images_there_before == made.images) {
        return "nothing to make: all " + whole + ", were already there\n";
    }
    const std::string some =
        made.images_there_before == 0
            ? ""
            : " (" + format_count(made.images_there_before) + " of them were already there)";
    return "made " + whole + some + ", in " + format_duration(made.seconds) + "\n";
}

ExitCode make(const MakeArguments& arguments) {
    const StopSignals signals;
    const auto plan = dataset_tools::plan_dataset(arguments.make);
    if (!plan) {
        return report(plan.error());
    }
    if (!arguments.json) {
        print(plan_text(arguments.make.directory, *plan));
    }
    if (arguments.dry_run) {
        if (arguments.json) {
            answer(arguments, "planned", {{"plan", plan_json(*plan)}});
        }
        return kDone;
    }
    MakeWatcher watcher(arguments.json, arguments.events);
    const auto made = dataset_tools::make_dataset(
        arguments.make,
        [&](const dataset_tools::MakeProgress& progress) { watcher.see(progress); },
        signals.token());
    const dataset_tools::MakeProgress last = watcher.end();
    if (!made) {
        return made.error().code == ErrorCode::Stopped ? stopped(arguments, *plan, last)
                                                       : report(made.error());
    }
    if (arguments.json) {
        answer(arguments,
               "done",
               {{"plan", plan_json(*plan)},
                {"images", made->images},
                {"images_there_before", made->images_there_before},
                {"bytes", made->bytes},
                {"seconds", made->seconds}});
    } else {
        print(made_text(*made));
    }
    return kDone;
}

}  // namespace

void add_dataset_make_command(CLI::App& dataset, int& exit_code) {
    CLI::App* const command =
        dataset.add_subcommand("make", "Write photo-like JPEGs, sized like ImageNet's by default");
    const auto arguments = std::make_shared<MakeArguments>();
    dataset_tools::MakeOptions& make_options = arguments->make;
    command->add_option("DIR", make_options.directory, "Folder; created if absent")->required();
    command->add_option("--images", make_options.images, "Number of files")
        ->required()
        ->check(CLI::Range(std::uint64_t{1}, kImagesMax).description("COUNT"));
    command->add_option("--unique",
                        make_options.unique,
                        "Number of different pictures; the rest are copies under new names [all]");
    command
        ->add_option(
            "--seed", make_options.seed, "Seed of the pictures; the same seed gives the same bytes")
        ->capture_default_str();
    command->add_option("--threads", make_options.threads, "Number of threads [all cores]");
    command
        ->add_option("--file-bytes",
                     make_options.file_bytes,
                     "One size for every file, such as 110000 or 128KiB [mixture]")
        ->transform(CLI::AsSizeValue(true));
    command->add_option("--size", arguments->size_text, "One picture size, WIDTHxHEIGHT [mixture]")
        ->check([arguments](const std::string& text) { return parse_size(text, arguments->make); });
    command->add_flag(
        "--dry-run", arguments->dry_run, "Print what would be written, and write nothing");
    CLI::Option* const json = command->add_flag("--json", arguments->json, "Print JSON");
    command
        ->add_flag("--events",
                   arguments->events,
                   "With --json: print progress as JSON lines before the result")
        ->needs(json);
    command->callback([arguments, &exit_code] { exit_code = make(*arguments); });
}

}  // namespace throughline::app
