// SPDX-License-Identifier: Apache-2.0
#include "app/engine/ways_answer.h"

#include <CLI/CLI.hpp>
#include <array>
#include <cmath>
#include <utility>

#include "app/engine/library_access.h"
#include "app/engine/terminal.h"
#include "app/engine/text_table.h"
#include "engine/base/format.h"
#include "engine/spec/settings.h"
#include "engine/whatif/ways_study.h"

namespace throughline::app {
namespace {

/// "20GB". Errors: Usage.
Result<std::optional<double>> bytes_in(const std::string& flag, const std::string& text) {
    if (text.empty()) {
        return std::optional<double>();
    }
    const auto value = spec::parse_setting("cache.budget_bytes", text);
    const auto* const bytes = value ? std::get_if<std::int64_t>(&*value) : nullptr;
    return bytes != nullptr && *bytes > 0
               ? Result<std::optional<double>>(static_cast<double>(*bytes))
               : Result<std::optional<double>>(
                     usage_error(flag + " '" + text + "': not a number of bytes, such as 20GiB"));
}

/// Half a second of a small data set as well as hours of a large one.
std::string time_text(double seconds) {
    constexpr double kMinute = 60.0;
    return seconds < kMinute ? format_significant(seconds, 3) + " s" : format_duration(seconds);
}

model::TierPolicy policy_of(const std::string& text) {
    return text == "lru"    ? model::TierPolicy::Lru
           : text == "fifo" ? model::TierPolicy::Fifo
                            : model::TierPolicy::Keep;
}

Result<whatif::WaysQuestion> question_of(const WaysOptions& options) {
    const auto data = bytes_in("--data", options.data);
    const auto cache = bytes_in("--cache", options.cache);
    if (!data || !cache) {
        return data ? cache.error() : data.error();
    }
    whatif::WaysQuestion question{
        .data_bytes = *data, .cache_bytes = *cache, .policy = policy_of(options.policy)};
    if (!options.epochs.empty()) {
        question.epochs = options.epochs;
    }
    for (const double epochs : question.epochs) {
        if (!(epochs >= 1.0 && epochs <= 1e6) || epochs != std::floor(epochs)) {
            return usage_error("--epochs: each must be a whole number from 1 to 1000000");
        }
    }
    return question;
}

std::string ways_table(const whatif::WaysAnswer& answer) {
    const std::array<std::pair<const char*, const model::WayTimes*>, 3> ways{
        {{"copy first", &answer.times.copied},
         {"stream", &answer.times.streamed},
         {"through a cache", &answer.times.cached}}};
    std::vector<std::vector<std::string>> rows{
        {"", "first batch", "first epoch", "later epochs", "hits"}};
    for (const whatif::WaysAt& at : answer.at) {
        rows[0].push_back(format_count(static_cast<std::uint64_t>(at.epochs)) +
                          (at.epochs == 1.0 ? " epoch" : " epochs"));
    }
    for (const auto& [name, times] : ways) {
        std::vector<std::string> row{name,
                                     time_text(times->first_batch_s),
                                     time_text(times->first_epoch_s),
                                     time_text(times->later_epoch_s),
                                     times == &answer.times.cached
                                         ? format_significant(100.0 * times->hit_ratio, 2) + " %"
                                         : kNone};
        for (const whatif::WaysAt& at : answer.at) {
            row.push_back(time_text(times->until_s(at.epochs)));
        }
        rows.push_back(std::move(row));
    }
    return aligned(std::move(rows), {.heading = true, .columns = output_columns()});
}

std::string check_text(const whatif::WaysStudy& study) {
    std::string text;
    if (study.check) {
        const double off = study.check->predicted_s / study.check->measured_s - 1.0;
        text = "A later epoch through the cache, with " +
               format_significant(100.0 * study.check->hit_ratio, 2) + " % hits: predicted " +
               time_text(study.check->predicted_s) + ", measured " +
               time_text(study.check->measured_s) + " (" + format_significant(100.0 * off, 2) +
               " %).\n";
    } else {
        text = "No run with a cache was measured: its first epoch is taken for one of streaming.\n";
    }
    return study.disturbed
               ? text +
                     "Other programs disturbed the measurement; times are too long by an "
                     "unknown amount.\n"
               : text;
}

}  // namespace

CLI::Option* add_ways_options(CLI::App& command, WaysOptions& options) {
    CLI::Option* const ways = command.add_option(
        "--ways",
        options.study,
        "Copy first, stream, or cache? Answer for other sizes and more epochs from a study of "
        "'run --ways'");
    ways->option_text("STUDY");
    command.add_option("--data", options.data, "With --ways: bytes of the data set [as measured]")
        ->needs(ways);
    command.add_option("--cache", options.cache, "With --ways: bytes of the cache [all data]")
        ->needs(ways);
    command
        .add_option("--cache-policy",
                    options.policy,
                    "With --ways: what the cache gives up when it is full: keep (nothing), lru or "
                    "fifo")
        ->needs(ways)
        ->check(CLI::IsMember({"keep", "lru", "fifo"}));
    command.add_option("--epochs", options.epochs, "With --ways: lengths of the job [1,3,10,90]")
        ->needs(ways)
        ->delimiter(',');
    return ways;
}

ExitCode answer_about_ways(const WaysOptions& options) {
    const auto question = question_of(options);
    if (!question) {
        return report(question.error());
    }
    const auto study = read_study(options.study);
    if (!study) {
        return report(study.error());
    }
    const auto ways = whatif::ways_in(*study);
    if (!ways) {
        return report(ways.error());
    }
    const whatif::WaysAnswer answer = whatif::answer_ways(*ways, *question);
    if (options.json) {
        print_data(whatif::ways_json(*ways, answer));
    } else {
        print(ways_table(answer) + "\n" + whatif::ways_sentence(answer) + "\n" + check_text(*ways));
    }
    return kDone;
}

}  // namespace throughline::app
