// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cstdint>
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
#include "engine/base/format.h"
#include "engine/base/text.h"
#include "engine/catalog/gpu_rate.h"

namespace throughline::app {
namespace {

using catalog::Catalog;
using catalog::Figure;
using Rows = std::vector<std::vector<std::string>>;

struct CatalogOptions {
    std::vector<std::string> words;
    std::string id;
    bool json = false;
};

Json figure_json(const Figure& figure) {
    return figure.value ? Json(*figure.value) : Json{{"gap", figure.gap}};
}

/// In a table a gap is a dash; `catalog show` has its reason.

std::string cell(const Figure& figure, std::string_view unit) {
    return figure.value ? format_quantity(*figure.value, unit) : kNone;
}

Json price_json(const catalog::StorageTarget& target) {
    if (!target.price) {
        return {{"gap", target.price_gap}};
    }
    Json json = Json::object();
    for (const auto& [name, amount] : target.price->amounts) {
        json[name] = amount;
    }
    json["date"] = target.price->date;
    json["region"] = target.price->region;
    json["source"] = target.price->source;
    for (const auto& [field, text] :
         {std::pair("basis", target.price->basis), std::pair("note", target.price->note)}) {
        if (!text.empty()) {
            json[field] = json_text(text);
        }
    }
    return json;
}

Json pairs_json(const std::vector<std::pair<std::string, std::string>>& pairs) {
    Json json = Json::object();
    for (const auto& [label, text] : pairs) {
        json[label] = json_text(text);
    }
    return json;
}

Json model_json(const std::vector<catalog::ModelValue>& values) {
    Json json = Json::object();
    for (const auto& [key, value] : values) {
        json[key] = std::visit(
            [](const auto& held) -> Json {
                if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
                    return nullptr;
                } else {
                    return held;
                }
            },
            value);
    }
    return json;
}

Json entry_json(const catalog::StorageTarget& target) {
    return {{"id", target.id},
            {"kind", "storage"},
            {"name", json_text(target.name)},
            {"provider", target.provider},
            {"type", target.kind},
            {"era", target.era},
            {"unit", target.per},
            {"read_bytes_per_s", figure_json(target.read_bytes_per_s)},
            {"read_iops", figure_json(target.read_iops)},
            {"latency_s", figure_json(target.latency_s)},
            {"doubles_after_s", figure_json(target.doubles_after_s)},
            {"price", price_json(target)},
            {"model", model_json(target.model)},
            {"remarks", pairs_json(target.remarks)},
            {"sources", target.sources},
            {"file", json_text(target.maker.file)}};
}

Json entry_json(const catalog::Instance& instance) {
    return {{"id", instance.id},
            {"kind", "instance"},
            {"provider", instance.provider},
            {"gpu", instance.gpu},
            {"era", instance.era},
            {"gpus", figure_json(instance.gpus)},
            {"vcpus", figure_json(instance.vcpus)},
            {"memory_gib", figure_json(instance.memory_gib)},
            {"network_gbit_s", figure_json(instance.network_gbit_s)},
            {"block_bytes_per_s", figure_json(instance.block_bytes_per_s)},
            {"block_iops", figure_json(instance.block_iops)},
            {"block_burst_bytes_per_s", figure_json(instance.block_burst_bytes_per_s)},
            {"block_burst_iops", figure_json(instance.block_burst_iops)},
            {"usd_per_hour", figure_json(instance.usd_per_hour)},
            {"price_date", instance.price_date},
            {"price_region", instance.price_region},
            {"remarks", pairs_json(instance.remarks)},
            {"sources", instance.sources},
            {"file", json_text(instance.maker.file)}};
}

Json entry_json(const catalog::Link& link) {
    return {{"id", link.id},
            {"kind", "link"},
            {"name", json_text(link.name)},
            {"note", json_text(link.note)},
            {"line_bits_per_s", figure_json(link.line_bits_per_s)},
            {"model", model_json(link.model)},
            {"sources", link.sources},
            {"file", json_text(link.maker.file)}};
}

Json entry_json(const catalog::Network& network) {
    return {{"id", network.id},
            {"kind", "model"},
            {"label", json_text(network.label)},
            {"note", json_text(network.note)},
            {"params", figure_json(network.params)},
            {"gflops_training", figure_json(network.gflops_training)},
            {"tensor_bytes", figure_json(network.tensor_bytes)},
            {"gradient_bytes", figure_json(network.gradient_bytes)},
            {"file", json_text(network.maker.file)}};
}

Json entry_json(const catalog::GpuRate& rate) {
    return {{"id", rate.id},
            {"kind", "gpu_rate"},
            {"gpu", rate.gpu},
            {"model", json_text(rate.model)},
            {"precision", rate.precision},
            {"images_per_s_1", figure_json(rate.images_per_s_1)},
            {"images_per_s_8", figure_json(rate.images_per_s_8)},
            {"gpu_sigma", figure_json(rate.gpu_sigma)},
            {"note", json_text(rate.note)},
            {"sources", Json::array({rate.source})},
            {"file", json_text(rate.maker.file)}};
}

template <class Entry>
void collect(const std::vector<Entry>& entries, const std::string& words, Json& list) {
    for (const auto& entry : entries) {
        if (matches(search_text(entry), words)) {
            list.push_back(entry_json(entry));
        }
    }
}

void list_as_json(const Catalog& catalog, const std::string& words) {
    Json list = Json::array();
    collect(catalog.storage(), words, list);
    collect(catalog.instances(), words, list);
    collect(catalog.networks(), words, list);
    collect(catalog.links(), words, list);
    collect(catalog::all_gpu_rates(catalog), words, list);
    print_json({{"entries", list}, {"not_seen", catalog.not_seen()}});
}

std::string date_of(const Catalog& catalog, const std::vector<std::string>& sources) {
    const auto* const source = sources.empty() ? nullptr : catalog.find_source(sources.front());
    return source == nullptr ? kNone : source->id + ", " + source->date;
}

/// Without the unit that the column's head has.
std::string number(const Figure& figure, int digits) {
    return figure.value ? format_significant(*figure.value, digits) : kNone;
}

std::string line_rate(const catalog::Link& link) {
    const auto& rate = link.line_bits_per_s.value;
    return rate ? format_significant(*rate / 1e9) + " Gbit/s" : kNone;
}

std::string count(const Figure& figure) {
    return figure.value ? format_count(static_cast<std::uint64_t>(*figure.value)) : kNone;
}

Rows storage_rows(const Catalog& catalog, const std::string& words) {
    Rows rows{{"storage", "read", "IOPS", "price of", "source, date", "name"}};
    for (const auto& target : catalog.storage()) {
        if (matches(search_text(target), words)) {
            rows.push_back({target.id,
                            cell(target.read_bytes_per_s, "bytes/s"),
                            cell(target.read_iops, "1/s"),
                            target.price ? target.price->date : kNone,
                            date_of(catalog, target.sources),
                            target.name});
        }
    }
    return rows;
}

Rows instance_rows(const Catalog& catalog, const std::string& words) {
    Rows rows{{"instance", "GPUs", "vCPUs", "network", "$ per hour", "price of"}};
    for (const auto& instance : catalog.instances()) {
        if (matches(search_text(instance), words)) {
            rows.push_back({instance.id,
                            count(instance.gpus) + " " + instance.gpu,
                            count(instance.vcpus),
                            instance.network_gbit_s.value
                                ? number(instance.network_gbit_s, 3) + " Gbit/s"
                                : kNone,
                            number(instance.usd_per_hour, 4),
                            instance.price_date.empty() ? kNone : instance.price_date});
        }
    }
    return rows;
}

Rows network_rows(const Catalog& catalog, const std::string& words) {
    Rows rows{{"model", "parameters", "tensor", "gradients", "name"}};
    for (const auto& network : catalog.networks()) {
        if (matches(search_text(network), words)) {
            rows.push_back({network.id,
                            cell(network.params, ""),
                            cell(network.tensor_bytes, "bytes"),
                            cell(network.gradient_bytes, "bytes"),
                            network.label});
        }
    }
    return rows;
}

Rows link_rows(const Catalog& catalog, const std::string& words) {
    Rows rows{{"link", "line", "source, date", "name"}};
    for (const auto& link : catalog.links()) {
        if (matches(search_text(link), words)) {
            rows.push_back({link.id, line_rate(link), date_of(catalog, link.sources), link.name});
        }
    }
    return rows;
}

Rows gpu_rate_rows(const Catalog& catalog, const std::string& words) {
    Rows rows{{"GPU rate", "images/s of 1", "of 8", "source, date", "GPU and model"}};
    for (const auto& rate : catalog::all_gpu_rates(catalog)) {
        if (matches(search_text(rate), words)) {
            rows.push_back({rate.id,
                            number(rate.images_per_s_1, 4),
                            number(rate.images_per_s_8, 4),
                            date_of(catalog, {rate.source}),
                            name_of(rate)});
        }
    }
    return rows;
}

void list_as_text(const Catalog& catalog, const std::string& words) {
    std::string text;
    for (const auto& rows : {storage_rows(catalog, words),
                             instance_rows(catalog, words),
                             network_rows(catalog, words),
                             link_rows(catalog, words),
                             gpu_rate_rows(catalog, words)}) {
        text += rows.size() > 1 ? (text.empty() ? "" : "\n") +
                                      aligned(rows, {.heading = true, .columns = output_columns()})
                                : "";
    }
    print(text.empty() ? "no catalogue entry contains all of '" + words + "'\n" : text);
}

/// Any entry as lines of field and value.
void show_as_text(const Catalog& catalog, const Json& entry) {
    Rows rows;
    for (const auto& [field, value] : entry.items()) {
        const bool is_gap = value.is_object() && value.contains("gap");
        if (field == "sources") {
            for (const auto& id : value) {
                const auto* const source = catalog.find_source(id.get<std::string>());
                rows.push_back({"source",
                                source == nullptr ? id.get<std::string>()
                                                  : source->title + ", " + source->date + " (" +
                                                        source->address + ")"});
            }
        } else if (value.is_object() && !is_gap) {
            for (const auto& [inner, text] : value.items()) {
                std::string label = field;
                label.append(": ").append(inner);
                rows.push_back(
                    {std::move(label), text.is_string() ? text.get<std::string>() : text.dump()});
            }
        } else if (is_gap) {
            rows.push_back({field, "\u2013 (" + value.at("gap").get<std::string>() + ")"});
        } else if (!value.is_string() || !value.get<std::string>().empty()) {
            rows.push_back({field, value.is_string() ? value.get<std::string>() : value.dump()});
        }
    }
    print(aligned(rows, {.columns = output_columns()}));
}

ExitCode show(const CatalogOptions& options) {
    const Catalog catalog = user_catalog();
    Json entry;
    if (const auto* const target = catalog.find_storage(options.id)) {
        entry = entry_json(*target);
    } else if (const auto* const instance = catalog.find_instance(options.id)) {
        entry = entry_json(*instance);
    } else if (const auto* const network = catalog.find_network(options.id)) {
        entry = entry_json(*network);
    } else if (const auto* const link = catalog.find_link(options.id)) {
        entry = entry_json(*link);
    } else if (const auto rate = catalog::find_gpu_rate(catalog, options.id)) {
        entry = entry_json(*rate);
    } else {
        return report(Error{.code = ErrorCode::NotFound,
                            .what = "the catalogue has no entry '" + options.id + "'"},
                      "'throughline-engine catalog list' lists the entries.");
    }
    options.json ? print_json(entry) : show_as_text(catalog, entry);
    return kDone;
}

}  // namespace

void add_catalog_command(CLI::App& app, int& exit_code) {
    CLI::App* const command = app.add_subcommand("catalog",
                                                 "List and show what scenarios can name: storage "
                                                 "systems, instances, models, links and GPU rates");
    command->require_subcommand(1);
    const auto options = std::make_shared<CatalogOptions>();
    CLI::App* const list =
        command->add_subcommand("list", "List the entries, with source and date");
    list->add_option("WORDS", options->words, "List only entries with all of these words");
    list->add_flag("--json", options->json, "Print JSON");
    list->callback([options] {
        const Catalog catalog = user_catalog();
        const std::string words = joined(options->words);
        options->json ? list_as_json(catalog, words) : list_as_text(catalog, words);
    });
    add_catalog_presets_command(*command);
    CLI::App* const one = command->add_subcommand("show", "Show everything about an entry");
    one->add_option("ID", options->id, "Id of the entry, as 'catalog list' prints it")->required();
    one->add_flag("--json", options->json, "Print JSON");
    one->callback([options, &exit_code] { exit_code = show(*options); });
}

}  // namespace throughline::app
