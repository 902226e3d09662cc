// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/catalog/catalog.h"

namespace throughline::catalog {

/// "A100 40 GB SXM": the card of a machine, as rates name cards.
std::string card_of(const Instance& machine);

/// How a rate's card is to a machine's, of the same chip. What is not stated may be the same.
struct CardMatch {
    enum class Part : std::uint8_t { Other, NotStated, Same };
    Part memory = Part::NotStated;  ///< within 20 %: 141 GB are sold as 140, too
    Part form = Part::NotStated;    ///< SXM or PCIe

    /// It stands in for a card of which there is no rate.
    bool stands_in() const noexcept { return memory == Part::Other || form == Part::Other; }
    /// The higher, the nearer. A card of another form has another power, and counts as farther than
    /// one of another memory.
    int rank() const noexcept { return 3 * static_cast<int>(form) + 2 * static_cast<int>(memory); }
};
CardMatch match_of(const GpuRate& rate, const Instance& machine);

/// Every rate that a scenario can take: Catalog::gpu_rates(), then the published figures of a
/// single accelerator (accelerator_preset.h), which say nothing of eight.
std::vector<GpuRate> all_gpu_rates(const Catalog& catalog);

/// None when no rate has this id.
std::optional<GpuRate> find_gpu_rate(const Catalog& catalog, std::string_view id);

/// "V100 16 GB, ResNet-50 v1.5 training, AMP".
std::string name_of(const GpuRate& rate);
/// "H100" of "H100 (H100 80GB PCIe Gen5)" and of "H100 80 GB".
std::string chip_of(const GpuRate& rate);
/// "H100 80 GB PCIe" of "H100 (H100 80GB PCIe Gen5)": the chip with its memory and form, as far as
/// its source names them.
std::string variant_of(const GpuRate& rate);
/// variant_of() with what its source leaves open of a chip that is sold in several forms: "A100 80
/// GB (form not stated)", "H100 (variant not stated)"; in the spoken language.
std::string card_title(const Catalog& catalog, const GpuRate& rate);
/// Who published it, and when: "NVIDIA, 2021-03"; the title of a source that names nobody. "": it
/// has none.
std::string published_by(const Catalog& catalog, const GpuRate& rate);
/// "ResNet-50 v1.5, AMP": what is run, in the spoken language; an inference says so, training is
/// the rule.
std::string work_of(const Catalog& catalog, const GpuRate& rate);
/// The same, also where its source names no precision: which rates of one network differ most by.
std::string work_in_full(const Catalog& catalog, const GpuRate& rate);
/// All that a search looks through.
std::string search_text(const GpuRate& rate);

}  // namespace throughline::catalog
