// SPDX-License-Identifier: Apache-2.0
#include "engine/catalog/published_rate.h"

#include <algorithm>
#include <cctype>

namespace throughline::catalog {
namespace {

/// What this program computes in fp16 is not to be read beside integers of 8 bits.
bool is_of_8_bits(std::string_view precision) {
    return precision.find("int8") != std::string_view::npos ||
           precision.find("fp8") != std::string_view::npos;
}

bool is_word_at(std::string_view text, std::size_t at, std::size_t length) {
    const auto in_word = [&](std::size_t i) {
        return i < text.size() && std::isalnum(static_cast<unsigned char>(text[i])) != 0;
    };
    return (at == 0 || !in_word(at - 1)) && !in_word(at + length);
}

/// "H200 141 GB" without its memory, which a device's name leaves out.
std::string_view chip_of(std::string_view gpu) {
    const std::size_t unit = gpu.rfind(" GB");
    if (unit == std::string_view::npos || unit + 3 != gpu.size()) {
        return gpu;
    }
    const std::size_t number = gpu.rfind(' ', unit - 1);
    return number == std::string_view::npos ? gpu : gpu.substr(0, number);
}

/// Whether a device's name holds that of the chip in whole words: H200 is not GH200, and an RTX
/// 4090 is not every RTX. A part of a GPU (MIG) is none.
bool is_card(std::string_view device, std::string_view gpu) {
    const std::string_view name = device.substr(0, device.find(" ("));
    const std::string_view chip = chip_of(gpu);
    if (chip.empty() || name.find("MIG ") != std::string_view::npos) {
        return false;
    }
    for (std::size_t at = name.find(chip); at != std::string_view::npos;
         at = name.find(chip, at + 1)) {
        if (is_word_at(name, at, chip.size())) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::optional<PublishedRate> published_beside(const std::vector<AcceleratorPreset>& presets,
                                              std::string_view device,
                                              std::string_view network,
                                              std::string_view phase) {
    std::optional<PublishedRate> best;
    for (const AcceleratorPreset& preset : presets) {
        if (preset.network != network || preset.phase != phase || preset.fed_from_data ||
            preset.statement != "measured" || is_of_8_bits(preset.precision)) {
            continue;
        }
        const bool same_card = is_card(device, preset.gpu);
        const bool better = !best || (same_card != best->same_card
                                          ? same_card
                                          : preset.image_seconds < best->figure.image_seconds);
        if (better) {
            best = PublishedRate{.figure = preset, .same_card = same_card};
        }
    }
    return best;
}

}  // namespace throughline::catalog
