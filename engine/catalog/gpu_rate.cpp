// SPDX-License-Identifier: Apache-2.0
#include "engine/catalog/gpu_rate.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

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

constexpr std::string_view kDigits = "0123456789";

/// Where "80 GB" or "80GB" stands in a text; an empty one where it does not.
std::string_view memory_in(std::string_view text) {
    for (std::size_t unit = text.find("GB"); unit != std::string_view::npos;
         unit = text.find("GB", unit + 1)) {
        const std::size_t end = unit > 0 && text[unit - 1] == ' ' ? unit - 1 : unit;
        const std::size_t before = text.find_last_not_of(kDigits, end == 0 ? end : end - 1);
        const std::size_t from = before == std::string_view::npos ? 0 : before + 1;
        if (from < end) {
            return text.substr(from, unit + 2 - from);
        }
    }
    return {};
}

/// "PCIe", "SXM"; "" where the text names neither.
std::string form_in(std::string_view text) {
    for (const char* form : {"PCIe", "SXM"}) {
        if (text.find(form) != std::string_view::npos) {
            return form;
        }
    }
    return {};
}

/// "A100 80 GB" and "A100 80GB PCIe" of "A100 80 GB (A100 80GB PCIe)".
std::pair<std::string_view, std::string_view> chip_and_system(const GpuRate& rate) {
    const std::string_view whole = rate.gpu;
    const std::size_t bracket = std::min(whole.find(" ("), whole.size());
    return {whole.substr(0, bracket), whole.substr(bracket)};
}

}  // namespace

std::string card_of(const Instance& machine) {
    const std::string text =
        machine.gpu + " " + shortest_text(machine.gpu_memory_gib.value.value_or(0.0)) + " GB";
    return machine.gpu_form.empty() ? text : text + " " + machine.gpu_form;
}

CardMatch match_of(const GpuRate& rate, const Instance& machine) {
    using Part = CardMatch::Part;
    constexpr double kSameMemory = 0.8;
    const auto [chip, system] = chip_and_system(rate);
    const std::string_view named = memory_in(chip).empty() ? memory_in(system) : memory_in(chip);
    const double memory = std::strtod(std::string(named).c_str(), nullptr);
    const double own = machine.gpu_memory_gib.value.value_or(0.0);
    const std::string form = form_in(system);
    CardMatch match;
    if (memory > 0.0 && own > 0.0) {
        match.memory =
            std::min(memory, own) >= kSameMemory * std::max(memory, own) ? Part::Same : Part::Other;
    }
    if (!form.empty() && !machine.gpu_form.empty()) {
        match.form = form == machine.gpu_form ? Part::Same : Part::Other;
    }
    return match;
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

std::string chip_of(const GpuRate& rate) {
    std::string_view chip = chip_and_system(rate).first;
    if (const std::string_view memory = memory_in(chip); !memory.empty()) {
        chip = chip.substr(0, static_cast<std::size_t>(memory.data() - chip.data()));
    }
    return std::string(trim(chip));
}

std::string variant_of(const GpuRate& rate) {
    const auto [chip, system] = chip_and_system(rate);
    const std::string_view named = memory_in(chip);
    const std::string_view memory = named.empty() ? memory_in(system) : named;
    std::string text = chip_of(rate);
    if (!memory.empty()) {
        text += ' ' + std::string(memory.substr(0, memory.find_first_not_of(kDigits))) + " GB";
    }
    const std::string form = form_in(system);
    return form.empty() ? text : text + ' ' + form;
}

std::string card_title(const Catalog& catalog, const GpuRate& rate) {
    const std::string variant = variant_of(rate);
    const std::string chip = chip_of(rate);
    const bool has_forms = std::ranges::any_of(catalog.instances(), [&](const Instance& machine) {
        return machine.gpu == chip && !machine.gpu_form.empty();
    });
    if (!has_forms || !form_in(chip_and_system(rate).second).empty()) {
        return variant;
    }
    return variant == chip ? say("%1 (variant not stated)", chip)
                           : say("%1 (form not stated)", variant);
}

std::string published_by(const Catalog& catalog, const GpuRate& rate) {
    const Source* const source = catalog.find_source(rate.source);
    if (source == nullptr) {
        return rate.source;
    }
    const std::string& who = source->publisher.empty() ? source->title : source->publisher;
    return source->date.empty() ? who : who + ", " + source->date;
}

std::string work_of(const Catalog& catalog, const GpuRate& rate) {
    constexpr std::string_view kTraining = " training";
    constexpr std::string_view kInference = " inference";
    const std::string id = rate.model.substr(0, rate.model.find(' '));
    std::string work = network_title(catalog, id) + rate.model.substr(id.size());
    if (work.ends_with(kTraining)) {
        work.resize(work.size() - kTraining.size());
    } else if (const std::size_t at = work.find(kInference); at != std::string::npos) {
        work.replace(at, kInference.size(), ", " + say("inference"));
    }
    std::string precision = rate.precision;
    std::ranges::transform(precision, precision.begin(), [](unsigned char letter) {
        return static_cast<char>(std::toupper(letter));
    });
    return precision.empty() ? work : work + ", " + precision;
}

std::string work_in_full(const Catalog& catalog, const GpuRate& rate) {
    const std::string work = work_of(catalog, rate);
    return rate.precision.empty() ? say("%1, precision not stated", work) : work;
}

std::string search_text(const GpuRate& rate) {
    return "GPU rate " + rate.id + ' ' + name_of(rate) + ' ' + rate.source + ' ' + rate.note;
}

}  // namespace throughline::catalog
