// SPDX-License-Identifier: Apache-2.0
#include "engine/catalog/gpu_rate.h"

#include <algorithm>
#include <cctype>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/catalog/accelerator_preset.h"

namespace throughline::catalog {
namespace {

GpuRate rate_of(const AcceleratorPreset& preset) {
    std::string note = preset.statement;
    for (const std::string& part : {preset.software, preset.data, preset.place}) {
        note += part.empty() ? "" : "; " + part;
    }
    if (preset.batch_images) {
        note += "; batch " + batch_text(preset);
    }
    if (preset.fed_from_data) {
        note += "; measured with real data, which may have limited it";
    }
    return {.id = preset.id,
            .gpu = chip_text(preset),
            .model = preset.network + " " + preset.phase,
            .precision = preset.precision,
            .images_per_s_1 = {.value = 1.0 / preset.image_seconds, .gap = {}},
            .images_per_s_8 = {.value = {}, .gap = to_say("not stated")},
            .gpu_sigma = {.value = {}, .gap = to_say("a figure of one GPU")},
            .note = std::move(note),
            .source = preset.source.id};
}

}  // namespace

std::string card_of(const Instance& machine) {
    return machine.gpu + " " + shortest_text(machine.gpu_memory_gib.value.value_or(0.0)) + " GB";
}

std::vector<GpuRate> all_gpu_rates(const Catalog& catalog) {
    std::vector<GpuRate> rates = catalog.gpu_rates();
    for (const auto& preset : accelerator_presets(catalog)) {
        rates.push_back(rate_of(preset));
    }
    return rates;
}

std::optional<GpuRate> find_gpu_rate(const Catalog& catalog, std::string_view id) {
    const auto& own = catalog.gpu_rates();
    const auto found =
        std::find_if(own.begin(), own.end(), [&](const GpuRate& rate) { return rate.id == id; });
    if (found != own.end()) {
        return *found;
    }
    const auto preset = find_accelerator_preset(catalog, id);
    return preset ? std::optional(rate_of(*preset)) : std::nullopt;
}

std::string name_of(const GpuRate& rate) {
    return rate.gpu + ", " + rate.model + (rate.precision.empty() ? "" : ", " + rate.precision);
}

std::string search_text(const GpuRate& rate) {
    return "GPU rate " + rate.id + ' ' + name_of(rate) + ' ' + rate.source + ' ' + rate.note;
}

}  // namespace throughline::catalog
