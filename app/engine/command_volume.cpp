// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/report.h"
#include "app/engine/terminal.h"
#include "app/engine/text_table.h"
#include "app/engine/user_catalog.h"
#include "app/engine/volume_words.h"
#include "engine/base/format.h"
#include "engine/base/text.h"
#include "engine/measure/volume_choice.h"
#include "engine/measure/volume_text.h"
#include "engine/spec/amounts.h"

namespace throughline::app {
namespace {

using catalog::Catalog;
using measure::ChosenVolume;
using measure::EmulableVolume;
using Rows = std::vector<std::vector<std::string>>;

struct ListArguments {
    std::vector<std::string> words;
    bool json = false;
};

std::string sizes(const volume::VolumeKind* kind) {
    if (kind == nullptr) {
        return "fixed";
    }
    const std::string least = shortest_text(kind->gib_min);
    return kind->gib_min == kind->gib_max ? least + " GiB"
                                          : least + " to " + shortest_text(kind->gib_max) + " GiB";
}

std::string up_to(const catalog::Figure& figure, const char* unit) {
    return figure.value ? format_quantity(*figure.value, unit) : kNone;
}

/// What credits raise the smallest of the kind to.
std::string burst(const model::EbsLimits& limits) {
    std::string text;
    for (const auto& [limit, unit] :
         {std::pair(limits.iops, "IOPS"), std::pair(limits.bytes_per_s, "bytes/s")}) {
        if (limit.burst > limit.baseline) {
            text += (text.empty() ? "" : ", ") + format_quantity(limit.burst, unit);
        }
    }
    return text.empty() ? kNone : text;
}

std::string source(const Catalog& catalog, const catalog::StorageTarget& target) {
    const auto* const found =
        target.sources.empty() ? nullptr : catalog.find_source(target.sources.front());
    return found == nullptr ? kNone : found->id + ", " + found->date;
}

Json json_of(const EmulableVolume& one) {
    Json json = {{"id", one.target->id}, {"name", json_text(one.target->name)}};
    if (one.kind != nullptr) {
        json["gib_min"] = one.kind->gib_min;
        json["gib_max"] = one.kind->gib_max;
    }
    const auto figure = [](const catalog::Figure& of) {
        return of.value ? Json(*of.value) : Json{{"gap", of.gap}};
    };
    json["read_iops_max"] = figure(one.target->read_iops);
    json["read_bytes_per_s_max"] = figure(one.target->read_bytes_per_s);
    json["bursts"] =
        one.smallest.limits.iops.bucket > 0.0 || one.smallest.limits.bytes_per_s.bucket > 0.0;
    json["sources"] = one.target->sources;
    return json;
}

void list(const ListArguments& arguments) {
    const Catalog catalog = user_catalog();
    const std::string words = joined(arguments.words);
    Json json = Json::array();
    Rows rows{{"volume", "sizes", "IOPS up to", "bytes/s up to", "burst", "source, date", "name"}};
    for (const EmulableVolume& one : measure::emulable_volumes(catalog)) {
        if (!matches(search_text(*one.target), words)) {
            continue;
        }
        json.push_back(json_of(one));
        rows.push_back({one.target->id,
                        sizes(one.kind),
                        up_to(one.target->read_iops, "IOPS"),
                        up_to(one.target->read_bytes_per_s, "bytes/s"),
                        burst(one.smallest.limits),
                        source(catalog, *one.target),
                        one.target->name});
    }
    if (arguments.json) {
        return print_json(json);
    }
    print(rows.size() == 1
              ? "no volume that can be emulated has all of '" + words + "'\n"
              : aligned(rows, {.heading = true, .columns = output_columns()}) +
                    "'throughline-engine volume describe ID:SIZE' says what limits one, and how "
                    "long a burst lasts.\n");
}

/// "300 IOPS; with credits 3.00 k IOPS for 2000 s from 5 400 000, which come back in 5:00:00".
std::string limit_and_burst(const model::Burst& limit,
                            std::optional<double> start,
                            const char* unit,
                            bool of_bytes) {
    const auto amount = [of_bytes](double credits) {
        return of_bytes ? format_quantity(credits, "bytes", ByteUnits::Binary)
                        : format_count(static_cast<std::uint64_t>(credits));
    };
    const double credits = start.value_or(limit.bucket);
    const auto lasts = model::credits_last_s(limit, credits);
    return lasts
               ? format_quantity(limit.baseline, unit) + "; with credits " +
                     format_quantity(limit.burst, unit) + " for " + format_significant(*lasts, 4) +
                     " s (" + format_duration(*lasts) + ") from " + amount(credits) + " of " +
                     amount(limit.bucket) + " credits; empty ones are full again after " +
                     format_duration(limit.bucket / limit.baseline) + " without requests"
               : format_quantity(limit.baseline, unit);
}

Rows fact_rows(const ChosenVolume& chosen, const Catalog& catalog) {
    const auto& rules = chosen.rules;
    const auto* const target = catalog.find_storage(chosen.target);
    Rows rows{{"volume", chosen.name + ", " + target->name},
              {"IOPS", limit_and_burst(rules.limits.iops, chosen.start.ios, "IOPS", false)},
              {"bandwidth",
               limit_and_burst(rules.limits.bytes_per_s, chosen.start.bytes, "bytes/s", true)}};
    if (rules.reads_per_s > 0.0) {
        rows.push_back({"reads", format_quantity(rules.reads_per_s, "reads/s")});
    }
    rows.push_back({"counting", measure::io_text(rules.io)});
    for (const auto& [limit, unit, of_bytes] :
         {std::tuple(rules.instance.iops, "IOPS", false),
          std::tuple(rules.instance.bytes_per_s, "bytes/s", true)}) {
        if (limit.baseline > 0.0) {
            rows.push_back({"the instance", limit_and_burst(limit, {}, unit, of_bytes)});
        }
    }
    rows.push_back({"latency",
                    rules.latency_s > 0.0 ? spec::seconds_text(rules.latency_s) + " at least"
                                          : "what the real disk takes, as none is published"});
    rows.push_back(
        {"past a limit", "held for " + spec::seconds_text(rules.hold_s) + " or a multiple of it"});
    if (const auto* kind = volume::kind_of(chosen.target); kind != nullptr && !kind->gap.empty()) {
        rows.push_back({"not known", std::string(kind->gap)});
    }
    for (const std::string& id : target->sources) {
        const auto* const found = catalog.find_source(id);
        rows.push_back({"source", found == nullptr ? id : found->title + ", " + found->date});
    }
    return rows;
}

Json limit_json(const model::Burst& limit, std::optional<double> start) {
    Json json = {{"baseline", limit.baseline}};
    const double credits = start.value_or(limit.bucket);
    if (const auto lasts = model::credits_last_s(limit, credits)) {
        json["burst"] = limit.burst;
        json["credits"] = credits;
        json["credits_max"] = limit.bucket;
        json["burst_lasts_s"] = *lasts;
        json["full_again_after_s"] = limit.bucket / limit.baseline;
    }
    return json;
}

Json facts_json(const ChosenVolume& chosen, const Catalog& catalog) {
    const auto& rules = chosen.rules;
    Json json = {{"volume", json_text(chosen.name)},
                 {"id", chosen.target},
                 {"name", json_text(catalog.find_storage(chosen.target)->name)},
                 {"iops", limit_json(rules.limits.iops, chosen.start.ios)},
                 {"bytes_per_s", limit_json(rules.limits.bytes_per_s, chosen.start.bytes)},
                 {"counted_bytes_max", rules.io.counted_max_bytes},
                 {"merges", rules.io.merges},
                 {"write_cost", rules.io.write_cost}};
    if (rules.reads_per_s > 0.0) {
        json["reads_per_s"] = rules.reads_per_s;
    }
    if (rules.instance.iops.baseline > 0.0) {
        json["instance_iops"] = limit_json(rules.instance.iops, {});
    }
    if (rules.instance.bytes_per_s.baseline > 0.0) {
        json["instance_bytes_per_s"] = limit_json(rules.instance.bytes_per_s, {});
    }
    json["latency_s"] = rules.latency_s > 0.0 ? Json(rules.latency_s)
                                              : Json{{"gap", "not published; nothing is added"}};
    json["hold_s"] = rules.hold_s;
    const auto* const target = catalog.find_storage(chosen.target);
    json["text"] = json_text(measure::volume_sentence(*target, chosen, catalog));
    json["sources"] = target->sources;
    return json;
}

struct DescribeArguments {
    measure::VolumeWish wish;
    bool json = false;
};

ExitCode describe(const DescribeArguments& arguments) {
    const Catalog catalog = user_catalog();
    const auto chosen = choose_as_asked(arguments.wish, catalog);
    if (!chosen) {
        return report(chosen.error(), kVolumeHint);
    }
    if (arguments.json) {
        print_json(facts_json(*chosen, catalog));
    } else {
        print(aligned(fact_rows(*chosen, catalog), {.columns = output_columns()}));
    }
    return kDone;
}

}  // namespace

void add_volume_words(CLI::App& command, measure::VolumeWish& wish) {
    command
        .add_option("VOLUME",
                    wish.volume,
                    "Volume of the catalogue with its size, and IOPS and MiB/s where it is sold "
                    "by them: aws-gp2:100GiB, aws-gp3:500GiB:6000iops:250MiB/s")
        ->required();
    command.add_option(
        "--credits", wish.credits, "Begin with full credits, empty, a share (25%) or so many");
    command.add_option("--instance",
                       wish.instance,
                       "Let the limits of an instance of the catalogue count as well");
}

Result<ChosenVolume> choose_as_asked(const measure::VolumeWish& wish, const Catalog& catalog) {
    return measure::choose_volume(
        wish, catalog, {.credits = "--credits ", .instance = "--instance "});
}

void add_volume_command(CLI::App& app, int& exit_code) {
    CLI::App* const command = app.add_subcommand(
        "volume",
        "Emulate a block volume of a cloud: list them, describe one, serve a file as one");
    command->require_subcommand(1);
    const auto listed = std::make_shared<ListArguments>();
    CLI::App* const list_command =
        command->add_subcommand("list", "List the volumes that can be emulated, with sources");
    list_command->add_option("WORDS", listed->words, "List only those with all of these words");
    list_command->add_flag("--json", listed->json, "Print JSON");
    list_command->callback([listed] { list(*listed); });
    const auto described = std::make_shared<DescribeArguments>();
    CLI::App* const describe_command = command->add_subcommand(
        "describe", "Say what limits a volume, and how long its credits last");
    add_volume_words(*describe_command, described->wish);
    describe_command->add_flag("--json", described->json, "Print JSON");
    describe_command->callback([described, &exit_code] { exit_code = describe(*described); });
    add_volume_serve_command(*command, exit_code);
}

}  // namespace throughline::app
