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
#include "engine/base/text.h"
#include "engine/catalog/accelerator_preset.h"

namespace throughline::app {
namespace {

using catalog::AcceleratorPreset;

std::vector<AcceleratorPreset> presets_with(const std::string& words) {
    std::vector<AcceleratorPreset> found;
    for (auto& preset : catalog::accelerator_presets(user_catalog())) {
        if (matches(search_text(preset), words)) {
            found.push_back(std::move(preset));
        }
    }
    return found;
}

Json number_json(const std::optional<double>& number) {
    return number ? Json(*number) : Json(nullptr);
}

void print_as_json(const std::vector<AcceleratorPreset>& presets) {
    Json list = Json::array();
    for (const auto& preset : presets) {
        list.push_back({{"id", preset.id},
                        {"gpu", preset.gpu},
                        {"system", json_text(preset.system)},
                        {"model", preset.network},
                        {"phase", preset.phase},
                        {"precision", preset.precision},
                        {"batch_images", number_json(preset.batch_images)},
                        {"image_seconds", preset.image_seconds},
                        {"images_per_second", 1.0 / preset.image_seconds},
                        {"statement", preset.statement},
                        {"data", json_text(preset.data)},
                        {"fed_from_data", preset.fed_from_data},
                        {"software", json_text(preset.software)},
                        {"source", json_text(preset.source.title)},
                        {"source_date", preset.source.date},
                        {"address", json_text(preset.source.address)},
                        {"pass_mark_percent", number_json(preset.pass_mark_percent)},
                        {"text", json_text(describe(preset))}});
    }
    print_json({{"presets", list}});
}

void print_as_text(const std::vector<AcceleratorPreset>& presets, const std::string& words) {
    if (presets.empty()) {
        print("no preset contains all of '" + words + "'\n");
        return;
    }
    std::vector<std::vector<std::string>> rows{
        {"preset", "GPU", "model", "phase", "precision", "batch", "images/s", "source, date"}};
    bool fed = false;
    for (const auto& preset : presets) {
        fed = fed || preset.fed_from_data;
        rows.push_back(
            {preset.id,
             chip_text(preset),
             preset.network,
             preset.phase,
             preset.precision.empty() ? "\u2013" : preset.precision,
             batch_text(preset),
             format_significant(1.0 / preset.image_seconds, 4) + (preset.fed_from_data ? " *" : ""),
             preset.source.title + ", " + preset.source.date});
    }
    print(aligned(rows, {.heading = true, .columns = output_columns()}));
    if (fed) {
        print("* measured with real data, which may have limited the rate\n");
    }
}

}  // namespace

void add_catalog_presets_command(CLI::App& catalog) {
    CLI::App* const command = catalog.add_subcommand(
        "presets", "List published step times and rates for pacing an emulated accelerator");
    const auto words = std::make_shared<std::vector<std::string>>();
    const auto json = std::make_shared<bool>(false);
    command->add_option("WORDS", *words, "List only presets with all of these words");
    command->add_flag("--json", *json, "Print JSON");
    command->callback([words, json] {
        const std::string all = joined(*words);
        const auto presets = presets_with(all);
        *json ? print_as_json(presets) : print_as_text(presets, all);
    });
}

}  // namespace throughline::app
