// SPDX-License-Identifier: Apache-2.0
#include "engine/catalog/accelerator_preset.h"

#include <algorithm>
#include <cmath>

#include "engine/base/format.h"
#include "engine/base/text.h"

namespace throughline::catalog {
namespace {

const std::string& condition(const Published& entry, std::string_view label) {
    static const std::string kNone;
    const auto found = std::find_if(entry.conditions.begin(),
                                    entry.conditions.end(),
                                    [&](const auto& pair) { return pair.first == label; });
    return found == entry.conditions.end() ? kNone : found->second;
}

/// Nothing where the entry is not a figure of one accelerator.
std::optional<double> image_seconds(const Published& entry) {
    if (!entry.value.value || *entry.value.value <= 0.0 || condition(entry, "gpu").empty() ||
        number_in<double>(condition(entry, "gpus")) != 1.0) {
        return std::nullopt;
    }
    if (entry.metric == "images_per_second") {
        return 1.0 / *entry.value.value;
    }
    const auto batch = number_in<double>(condition(entry, "batch"));
    if (entry.metric == "step_time" && entry.unit == "s" && batch && *batch > 0.0) {
        return *entry.value.value / *batch;
    }
    return std::nullopt;
}

/// A rate over data that were made up or already on the device is the accelerator's own.
bool is_fed(const Published& entry) {
    const std::string& data = condition(entry, "data");
    return !data.empty() && !matches(data, "synthetic") && !matches(data, "random tensors");
}

std::optional<double> pass_mark(const Catalog& catalog, const Published& of) {
    for (const Published& entry : catalog.published()) {
        if (entry.metric == "accelerator_utilisation_minimum" && entry.source == of.source &&
            entry.model == of.model) {
            return entry.value.value;
        }
    }
    return std::nullopt;
}

std::optional<AcceleratorPreset> preset_of(const Catalog& catalog, const Published& entry) {
    const std::string& phase = condition(entry, "phase");
    const auto seconds = image_seconds(entry);
    // Networks without an id take no images: volumes, universes, text.
    if (!seconds || entry.model.empty() || (phase != "training" && phase != "inference")) {
        return std::nullopt;
    }
    const Source* const source = catalog.find_source(entry.source);
    return AcceleratorPreset{.id = entry.id,
                             .gpu = condition(entry, "gpu"),
                             .system = condition(entry, "system"),
                             .network = entry.model,
                             .network_title = network_title(catalog, entry.model),
                             .phase = phase,
                             .precision = condition(entry, "precision"),
                             .software = condition(entry, "software"),
                             .data = condition(entry, "data"),
                             .batch_images = number_in<double>(condition(entry, "batch")),
                             .image_seconds = *seconds,
                             .statement = entry.statement,
                             .place = entry.place,
                             .source = source == nullptr ? Source{.id = entry.source} : *source,
                             .fed_from_data = is_fed(entry),
                             .pass_mark_percent = pass_mark(catalog, entry)};
}

}  // namespace

std::vector<AcceleratorPreset> accelerator_presets(const Catalog& catalog) {
    std::vector<AcceleratorPreset> presets;
    for (const Published& entry : catalog.published()) {
        if (auto preset = preset_of(catalog, entry)) {
            presets.push_back(*std::move(preset));
        }
    }
    return presets;
}

std::optional<AcceleratorPreset> find_accelerator_preset(const Catalog& catalog,
                                                         std::string_view id) {
    for (const Published& entry : catalog.published()) {
        if (entry.id == id) {
            return preset_of(catalog, entry);
        }
    }
    return std::nullopt;
}

std::string batch_text(const AcceleratorPreset& preset) {
    return preset.batch_images
               ? format_count(static_cast<std::uint64_t>(std::llround(*preset.batch_images)))
               : "\u2013";
}

std::string chip_text(const AcceleratorPreset& preset) {
    const auto without_spaces = [](std::string text) {
        std::erase(text, ' ');
        return text;
    };
    const bool says_more = without_spaces(preset.system) != without_spaces(preset.gpu);
    return preset.gpu + (preset.system.empty() || !says_more ? "" : " (" + preset.system + ")");
}

std::string describe(const AcceleratorPreset& preset) {
    const std::string precision = preset.precision.empty() ? "" : " " + preset.precision;
    const std::string batch = preset.batch_images ? ", batch " + batch_text(preset) : "";
    const std::string& title = preset.source.title.empty() ? preset.source.id : preset.source.title;
    const std::string date = preset.source.date.empty() ? "" : ", " + preset.source.date;
    return chip_text(preset) + ", " + preset.network + " " + preset.phase + precision + batch +
           ": " + format_significant(1.0 / preset.image_seconds, 4) + " images/s (" +
           preset.statement + "; " + title + date + ")";
}

std::string search_text(const AcceleratorPreset& preset) {
    return describe(preset) + ' ' + preset.id + ' ' + preset.software + ' ' + preset.data + ' ' +
           preset.place;
}

}  // namespace throughline::catalog
