// SPDX-License-Identifier: Apache-2.0
#include "engine/catalog/accelerator_choice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "engine/base/check.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/base/text.h"

namespace throughline::catalog {
namespace {

/// A message, or the catalogue's own word.
const char* precision_words(const std::string& precision) {
    constexpr std::array<std::pair<std::string_view, const char*>, 6> kTitles{
        {{"amp", to_say("mixed precision")},
         {"fp16", to_say("half precision (FP16)")},
         {"fp32", to_say("single precision (FP32)")},
         {"tf32", "TensorFloat-32 (TF32)"},
         {"int8", to_say("8-bit integers (INT8)")},
         {"", to_say("precision not stated")}}};
    const auto found =
        std::ranges::find(kTitles, precision, [](const auto& title) { return title.first; });
    return found == kTitles.end() ? precision.c_str() : found->second;
}

/// "ResNet-50 v1.5, training", in the spoken language.
std::string work_text(const std::string& network_title, const std::string& phase) {
    return network_title + ", " +
           (phase == "training"    ? say("training")
            : phase == "inference" ? say("inference")
                                   : phase);
}

/// Each of `items` once, in the order in which they come first.
void add_once(std::vector<std::string>& items, std::string item) {
    if (std::ranges::find(items, item) == items.end()) {
        items.push_back(std::move(item));
    }
}

}  // namespace

AcceleratorChoice choice_of(const AcceleratorPreset& preset) {
    return {.card = preset.gpu,
            .work = work_text(preset.network_title, preset.phase),
            .precision = say(precision_words(preset.precision))};
}

AcceleratorChoices::AcceleratorChoices(const Catalog& catalog)
    : presets_(accelerator_presets(catalog)) {
    THROUGHLINE_CHECK(!presets_.empty());
    std::map<std::string, double> card_seconds;  // of training a ResNet-50, the usual yardstick
    for (const AcceleratorPreset& preset : presets_) {
        const bool yardstick = preset.network.starts_with("resnet50") && preset.phase == "training";
        double& best = card_seconds.try_emplace(preset.gpu, 1.0).first->second;
        best = yardstick ? std::min(best, preset.image_seconds) : best;
    }
    std::ranges::stable_sort(presets_, {}, [&](const AcceleratorPreset& preset) {
        return std::tuple(card_seconds[preset.gpu],
                          preset.gpu,
                          preset.phase != "training",
                          preset.network_title,
                          std::string(precision_words(preset.precision)),
                          preset.fed_from_data,
                          preset.image_seconds);
    });
}

std::vector<std::string> AcceleratorChoices::cards() const {
    std::vector<std::string> all;
    for (const AcceleratorPreset& preset : presets_) {
        add_once(all, preset.gpu);
    }
    return all;
}

std::vector<std::string> AcceleratorChoices::works(std::string_view card) const {
    std::vector<std::string> all;
    for (const AcceleratorPreset& preset : presets_) {
        if (preset.gpu == card) {
            add_once(all, choice_of(preset).work);
        }
    }
    return all;
}

std::vector<std::string> AcceleratorChoices::precisions(std::string_view card,
                                                        std::string_view work) const {
    std::vector<std::string> all;
    for (const AcceleratorPreset& preset : presets_) {
        const AcceleratorChoice choice = choice_of(preset);
        if (choice.card == card && choice.work == work) {
            add_once(all, choice.precision);
        }
    }
    return all;
}

std::vector<const AcceleratorPreset*> AcceleratorChoices::figures(
    const AcceleratorChoice& choice) const {
    std::vector<const AcceleratorPreset*> all;
    for (const AcceleratorPreset& preset : presets_) {
        if (choice_of(preset) == choice) {
            all.push_back(&preset);
        }
    }
    return all;
}

const AcceleratorPreset& AcceleratorChoices::nearest(const AcceleratorChoice& choice) const {
    const auto likeness = [&choice](const AcceleratorPreset& preset) {
        const AcceleratorChoice other = choice_of(preset);
        return std::tuple(other.card == choice.card,
                          other.work == choice.work,
                          other.precision == choice.precision);
    };
    return *std::ranges::max_element(presets_, {}, likeness);  // the first of those alike
}

const AcceleratorPreset& AcceleratorChoices::usual() const {
    return nearest({.card = "A100",
                    .work = work_text("ResNet-50 v1.5", "training"),
                    .precision = say(precision_words("amp"))});
}

const AcceleratorPreset* AcceleratorChoices::find(std::string_view id) const {
    const auto found = std::ranges::find(presets_, id, &AcceleratorPreset::id);
    return found == presets_.end() ? nullptr : &*found;
}

std::string short_name(const AcceleratorPreset& preset) {
    const std::string& title = preset.network_title;
    return preset.gpu + ' ' + title.substr(0, title.rfind(" v"));
}

std::string consumer_words(const Catalog& catalog,
                           std::string_view kind,
                           std::string_view preset_id,
                           std::string_view network) {
    if (kind == "gpu") {
        return "GPU " + network_title(catalog, network);
    }
    if (kind != "paced") {
        return {};
    }
    const auto preset = find_accelerator_preset(catalog, preset_id);
    return preset ? short_name(*preset) : "emulated accelerator";
}

std::string figure_text(const AcceleratorPreset& preset) {
    const double rate = 1.0 / preset.image_seconds;
    std::string text =
        (rate < 1000.0 ? format_significant(rate)
                       : format_count(static_cast<std::uint64_t>(std::llround(rate)))) +
        number_marks().unit_space + say("images/s");
    text += preset.batch_images ? ", " + say("batch of %1", batch_text(preset)) : "";
    text += preset.system.empty() ? "" : ", " + preset.system;
    text += preset.software.empty() ? "" : ", " + preset.software;
    text += preset.fed_from_data ? ", " + say("fed from data") : "";
    const std::string& title = preset.source.title.empty() ? preset.source.id : preset.source.title;
    return text + " (" + title +
           (preset.source.date.empty() ? "" : ", " + date_text(preset.source.date)) + ')';
}

}  // namespace throughline::catalog
