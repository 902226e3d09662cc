// SPDX-License-Identifier: Apache-2.0
#include "app/engine/ways_answer.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "app/engine/library_access.h"
#include "app/engine/terminal.h"
#include "app/engine/text_table.h"
#include "app/engine/user_catalog.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/format.h"
#include "engine/spec/settings.h"
#include "engine/whatif/ways_cost.h"
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
    return bytes != nullptr && *bytes > 0 && static_cast<double>(*bytes) <= whatif::kWaysBytesMax
               ? Result<std::optional<double>>(static_cast<double>(*bytes))
               : Result<std::optional<double>>(
                     usage_error(flag + " '" + text +
                                 "': not a number of bytes from 1 to 1e18, such as 20GiB"));
}

model::TierPolicy policy_of(const std::string& text) {
    return text == "lru"    ? model::TierPolicy::Lru
           : text == "fifo" ? model::TierPolicy::Fifo
                            : model::TierPolicy::Keep;
}

using Targets = std::vector<const catalog::StorageTarget*>;

/// Errors: Usage for what is not in the catalogue, or is none of those.
Result<void> check_entry(const char* flag, const std::string& id, const Targets& targets) {
    std::string known;
    for (const catalog::StorageTarget* const target : targets) {
        if (target->id == id) {
            return {};
        }
        known += (known.empty() ? "" : ", ") + target->id;
    }
    return id.empty() ? Result<void>()
                      : Result<void>(usage_error(std::string(flag) + " '" + id +
                                                 "': the catalogue has no such entry with a "
                                                 "price; it has " +
                                                 known));
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
    question.store = options.store;
    question.disk = options.disk;
    for (const double epochs : question.epochs) {
        if (!(epochs >= 1.0 && epochs <= whatif::kWaysEpochsMax) || epochs != std::floor(epochs)) {
            return usage_error("--epochs: each must be a whole number from 1 to 1000000");
        }
    }
    return question;
}

/// "3 epochs".
std::string epochs_text(double epochs) {
    return format_count(static_cast<std::uint64_t>(epochs)) +
           (epochs == 1.0 ? " epoch" : " epochs");
}

std::string hits_text(double share) {
    return format_significant(100.0 * share, 2) + " %";
}

std::string ways_table(const whatif::WaysAnswer& answer) {
    std::vector<std::vector<std::string>> rows{
        {"", "first batch", "first epoch", "later epochs", "hits"}};
    for (const whatif::WaysAt& at : answer.at) {
        rows[0].push_back(epochs_text(at.epochs));
    }
    for (const whatif::Way way : whatif::kWays) {
        const model::WayTimes& times = whatif::times_of(answer, way);
        std::vector<std::string> row{
            whatif::name_of(way),
            whatif::ways_time_text(times.first_batch_s),
            whatif::ways_time_text(times.first_epoch_s),
            whatif::ways_time_text(times.later_epoch_s),
            way == whatif::Way::Cached ? hits_text(times.hit_ratio) : kNone};
        for (const whatif::WaysAt& at : answer.at) {
            row.push_back(whatif::ways_time_text(times.until_s(at.epochs)));
        }
        rows.push_back(std::move(row));
    }
    return aligned(std::move(rows), {.heading = true, .columns = output_columns()});
}

/// What each way costs, and by which prices; without any, why.
std::string costs_text(const whatif::WaysCosts& costs) {
    std::string text;
    const bool any = std::ranges::any_of(costs.at, [](const whatif::WaysCostAt& at) {
        return std::ranges::any_of(at.ways, [](const auto& cost) { return cost.usd.has_value(); });
    });
    if (any) {
        std::vector<std::vector<std::string>> rows{{"cost"}};
        for (const whatif::WaysCostAt& at : costs.at) {
            rows[0].push_back(epochs_text(at.epochs));
        }
        for (std::size_t i = 0; i < whatif::kWays.size(); ++i) {
            std::vector<std::string> row{whatif::name_of(whatif::kWays[i])};
            for (const whatif::WaysCostAt& at : costs.at) {
                row.push_back(whatif::ways_usd_text(at.ways[i].usd));
            }
            rows.push_back(std::move(row));
        }
        text = aligned(std::move(rows), {.heading = true, .columns = output_columns()}) + "\n";
    }
    if (const std::string sentence = whatif::ways_cost_sentence(costs); !sentence.empty()) {
        text += sentence + "\n";
    }
    for (const auto* const lines : {&costs.prices, &costs.missing, &costs.left_out}) {
        for (const std::string& line : *lines) {
            text += line + "\n";
        }
    }
    return text;
}

/// "1.62 s, measured 1.65 s (−1.8 %)".
std::string beside_text(const whatif::Foretold& figure) {
    return whatif::ways_time_text(figure.predicted) + ", measured " +
           whatif::ways_time_text(figure.measured) + " (" +
           format_significant(figure.error_pct(), 2) + " %)";
}

/// Each run, predicted from the first epochs alone, beside what was measured; "": there is none.
std::string tests_table(const whatif::WaysStudy& study) {
    if (study.tests.empty()) {
        return {};
    }
    std::vector<std::vector<std::string>> rows{
        {"run", "", "last epoch", "until the end of", "", "hits"}};
    for (const whatif::WaysTest& test : study.tests) {
        const std::size_t last = test.ends_s.size();
        rows.push_back({std::to_string(test.run),
                        whatif::name_of(test.way),
                        beside_text(test.between_s(last - 1, last)),
                        epochs_text(static_cast<double>(last)),
                        beside_text(test.ends_s.back()),
                        test.hit_ratio ? hits_text(test.hit_ratio->predicted) + ", measured " +
                                             hits_text(test.hit_ratio->measured)
                                       : kNone});
    }
    return aligned(std::move(rows), {.heading = true, .columns = output_columns()}) + "\n";
}

std::string tests_text(const whatif::WaysStudy& study) {
    const std::string chance = whatif::ways_chance_text(study);
    return whatif::ways_test_text(study) + (chance.empty() ? "" : " ") + chance + "\n";
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
    command
        .add_option("--store",
                    options.store,
                    "With --ways: object store of the catalogue whose prices count [that of "
                    "the study]")
        ->needs(ways)
        ->option_text("ID");
    command
        .add_option("--disk",
                    options.disk,
                    "With --ways: disk of the catalogue that the copy or the cache lies on, "
                    "for its price")
        ->needs(ways)
        ->option_text("ID");
    return ways;
}

ExitCode answer_about_ways(const WaysOptions& options, const std::string& save) {
    const auto question = question_of(options);
    if (!question) {
        return report(question.error());
    }
    const catalog::Catalog catalog = user_catalog();
    const auto store = check_entry("--store", options.store, whatif::stores_for_ways(catalog));
    const auto disk = check_entry("--disk", options.disk, whatif::disks_for_ways(catalog));
    if (!store || !disk) {
        return report(store ? disk.error() : store.error());
    }
    const auto study = read_study(options.study);
    if (!study) {
        return report(study.error());
    }
    auto ways = whatif::ways_in(*study);
    if (!ways) {
        return report(ways.error());
    }
    whatif::ScenarioFile file{.base = {.name = whatif::kUnnamedBase}};
    file.ways_study = std::make_shared<const whatif::WaysStudy>(*std::move(ways));
    file.ways = *question;
    if (!save.empty()) {
        const auto saved = write_file_atomically(save, whatif::scenario_file_json(file));
        if (!saved) {
            return report(saved.error());
        }
    }
    if (options.json) {
        print_data(ways_json(file, catalog));
    } else {
        print(ways_text(file, catalog));
    }
    return kDone;
}

std::string ways_text(const whatif::ScenarioFile& file, const catalog::Catalog& catalog) {
    const whatif::WaysStudy& study = *file.ways_study;
    const whatif::WaysAnswer answer = whatif::answer_ways(study, file.ways);
    const whatif::WaysCosts costs = whatif::cost_of_ways(study, file.ways, answer, catalog);
    return ways_table(answer) + "\n" + whatif::ways_sentence(answer) + "\n\n" + costs_text(costs) +
           "\n" + tests_table(study) + tests_text(study);
}

std::string ways_json(const whatif::ScenarioFile& file, const catalog::Catalog& catalog) {
    const whatif::WaysAnswer answer = whatif::answer_ways(*file.ways_study, file.ways);
    return whatif::ways_json(*file.ways_study,
                             answer,
                             whatif::cost_of_ways(*file.ways_study, file.ways, answer, catalog));
}

}  // namespace throughline::app
