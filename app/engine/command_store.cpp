// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/report.h"
#include "app/engine/terminal.h"
#include "app/engine/text_table.h"
#include "app/engine/user_catalog.h"
#include "engine/base/format.h"
#include "engine/measure/store_choice.h"
#include "engine/spec/amounts.h"

namespace throughline::app {
namespace {

using catalog::Catalog;
using catalog::StorageTarget;
using Rows = std::vector<std::vector<std::string>>;

constexpr const char* kStoreHint =
    "'throughline-engine store list' lists the stores that can be emulated.";

Json limit_json(double limit, const char* gap) {
    return limit > 0.0 ? Json(limit) : Json{{"gap", gap}};
}

void list(bool json) {
    const Catalog catalog = user_catalog();
    Json all = Json::array();
    Rows rows{{"store", "first byte", "requests", "of each", "doubles after", "name"}};
    for (const StorageTarget* target : measure::emulable_stores(catalog)) {
        const auto figure = [](const catalog::Figure& of) {
            return of.value ? Json(*of.value) : Json{{"gap", of.gap}};
        };
        all.push_back({{"id", target->id},
                       {"name", json_text(target->name)},
                       {"first_byte_s", figure(target->latency_s)},
                       {"requests_per_s", figure(target->read_iops)},
                       {"requests_per", json_text(target->per)},
                       {"doubles_after_s", figure(target->doubles_after_s)},
                       {"sources", target->sources}});
        const auto seconds = [](const catalog::Figure& of) {
            return of.value ? spec::seconds_text(*of.value) : std::string(kNone);
        };
        rows.push_back({target->id,
                        seconds(target->latency_s),
                        target->read_iops.value
                            ? format_quantity(*target->read_iops.value, "requests/s")
                            : std::string(kNone),
                        target->per.empty() ? std::string(kNone) : measure::unit_text(*target),
                        seconds(target->doubles_after_s),
                        target->name});
    }
    if (json) {
        return print_json(all);
    }
    print(aligned(rows, {.heading = true, .columns = output_columns()}) +
          "Where no first byte is published, say which: gcp-gcs:latency=50ms. 'throughline-engine "
          "store describe ID' says what is emulated.\n");
}

Rows fact_rows(const measure::ChosenStore& chosen, const Catalog& catalog) {
    const auto& rules = chosen.rules;
    const auto* const target = catalog.find_storage(chosen.target);
    const auto rate = [](double limit, const char* unit) {
        return limit > 0.0 ? format_quantity(limit, unit) : "no limit is known";
    };
    Rows rows{
        {"store", chosen.name + ", " + target->name},
        {"first byte",
         spec::seconds_text(rules.first_byte_s) +
             " in the median, log-normal with a squared coefficient of variation of " +
             format_significant(rules.first_byte_c2, 3) + " (assumed)"},
        {"requests",
         rate(rules.requests_per_s, "requests/s") + " of each " + measure::unit_text(*target)},
        {"doubles",
         rules.splits_after_s > 0.0
             ? "after " + spec::seconds_text(rules.splits_after_s) + " of refusals"
             : std::string("never, as no time is published")},
        {"a connection", rate(rules.connection_bytes_per_s, "bytes/s")},
        {"all together", rate(rules.bytes_per_s * rules.servers, "bytes/s")}};
    if (target->per == "prefix") {
        rows.push_back({"prefixes", std::to_string(rules.prefixes) + " at the beginning"});
    }
    if (target->has_data_nodes()) {
        rows.push_back({"data nodes", std::to_string(rules.servers)});
    }
    for (const std::string& id : target->sources) {
        const auto* const found = catalog.find_source(id);
        rows.push_back({"source", found == nullptr ? id : found->title + ", " + found->date});
    }
    return rows;
}

Json facts_json(const measure::ChosenStore& chosen, const Catalog& catalog) {
    const auto& rules = chosen.rules;
    const auto* const target = catalog.find_storage(chosen.target);
    return {{"store", json_text(chosen.name)},
            {"id", chosen.target},
            {"name", json_text(target->name)},
            {"first_byte_s", rules.first_byte_s},
            {"first_byte_c2", rules.first_byte_c2},
            {"requests_per_s", limit_json(rules.requests_per_s, "no limit is known")},
            {"requests_per", json_text(target->per)},
            {"prefixes", rules.prefixes},
            {"doubles_after_s", limit_json(rules.splits_after_s, "no time is published")},
            {"connection_bytes_per_s", limit_json(rules.connection_bytes_per_s, "not known")},
            {"bytes_per_s", limit_json(rules.bytes_per_s * rules.servers, "not known")},
            {"nodes", rules.servers},
            {"text", json_text(measure::store_sentence(*target, chosen, catalog))},
            {"sources", target->sources}};
}

struct DescribeStoreArguments {
    std::string store;
    bool json = false;
};

ExitCode describe(const DescribeStoreArguments& arguments) {
    const Catalog catalog = user_catalog();
    const auto chosen = measure::choose_store(arguments.store, catalog, "");
    if (!chosen) {
        return report(chosen.error(), kStoreHint);
    }
    if (arguments.json) {
        print_json(facts_json(*chosen, catalog));
    } else {
        print(aligned(fact_rows(*chosen, catalog), {.columns = output_columns()}));
    }
    return kDone;
}

}  // namespace

void add_store_command(CLI::App& app, int& exit_code) {
    CLI::App* const command = app.add_subcommand(
        "store", "Emulate an object store over local data: list them, describe one");
    command->require_subcommand(1);
    const auto json = std::make_shared<bool>(false);
    CLI::App* const list_command =
        command->add_subcommand("list", "List the object stores that can be emulated");
    list_command->add_flag("--json", *json, "Print JSON");
    list_command->callback([json] { list(*json); });
    const auto described = std::make_shared<DescribeStoreArguments>();
    CLI::App* const describe_command =
        command->add_subcommand("describe", "Say how a store answers, and by whose figures");
    describe_command
        ->add_option("STORE",
                     described->store,
                     "Store of the catalogue, and behind colons what is to be otherwise: "
                     "aws-s3:requests=500:prefixes=4:splits=60s:latency=50ms:link=1GB:"
                     "connection=90MB, study-hdfs:nodes=2:latency=5ms")
        ->required();
    describe_command->add_flag("--json", described->json, "Print JSON");
    describe_command->callback([described, &exit_code] { exit_code = describe(*described); });
}

}  // namespace throughline::app
