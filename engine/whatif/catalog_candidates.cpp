// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/catalog_candidates.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "engine/base/say.h"
#include "engine/catalog/gpu_rate.h"
#include "engine/model/predict.h"
#include "engine/whatif/catalog_inputs.h"
#include "engine/whatif/storage_price.h"
#include "engine/whatif/volume.h"

namespace throughline::whatif {
namespace {

using model::Input;

/// Storage of a catalogue entry for the data set of a base: a volume, or what it costs as it is.
struct Bought {
    Volume volume{};
    std::vector<Change> changes{};
};

double data_bytes(const model::Inputs& base) {
    return base.images_per_epoch * base.image_bytes;
}

std::vector<Bought> volumes_for(const catalog::StorageTarget& target, const model::Inputs& base) {
    std::vector<Bought> all;
    for (const auto& volume : volumes_that_hold(target.id, data_bytes(base))) {
        const auto limits = limits_of(target, volume);
        if (limits && limits->usd_per_month) {
            all.push_back({.volume = volume, .changes = {set_to(Input::StoUnits, 1.0)}});
        }
    }
    return all;
}

/// None when the catalogue does not say what it gives or what that costs.
std::optional<Bought> shared_for(const catalog::StorageTarget& target, const model::Inputs& base) {
    const auto from = inputs_from(target);
    model::Inputs inputs = base;
    inputs.sto_units = 1.0;
    for (const auto& change : from.changes) {
        if (!model::set_value(inputs, change.input, change.value)) {
            return std::nullopt;
        }
    }
    if (!from.gaps.empty() || !target.price || !inputs.sto_shared) {
        return std::nullopt;
    }
    const auto usd = usd_per_month(
        *target.price,
        {.gib = data_bytes(base) / 0x1p30, .iops = inputs.sto_iops, .bytes_per_s = inputs.sto_bw});
    if (!usd) {
        return std::nullopt;
    }
    return Bought{.changes = {set_to(Input::StoUnits, 1.0),
                              set_to(Input::StoUsdPerMonth, *usd * model::storage_units(inputs))}};
}

std::vector<Bought> storage_for(const catalog::StorageTarget& target, const model::Inputs& base) {
    if (sold_by_volume(target.id)) {
        return volumes_for(target, base);
    }
    auto shared = shared_for(target, base);
    return shared ? std::vector{*std::move(shared)} : std::vector<Bought>();
}

/// The published rate of an instance's GPU on the user's model: of its card, else of one with
/// another memory.
const catalog::GpuRate* rate_for(const catalog::Catalog& catalog,
                                 const catalog::Instance& instance) {
    const std::string card = catalog::card_of(instance);
    const catalog::GpuRate* nearest = nullptr;
    for (const auto& rate : catalog.gpu_rates()) {
        if (instance.gpu.empty() || !rate.gpu.starts_with(instance.gpu) ||
            rate.precision != "AMP" || !rate.images_per_s_1.value) {
            continue;
        }
        if (rate.gpu.starts_with(card)) {
            return &rate;
        }
        nearest = nearest == nullptr ? &rate : nearest;
    }
    return nearest;
}

/// What an offer rests on besides the entries that it names.
std::string note_of(const catalog::GpuRate& rate,
                    const catalog::Instance& instance,
                    const catalog::StorageTarget& target) {
    const std::string price = target.price ? target.price->note : "";
    const std::string card = catalog::card_of(instance);
    std::string note = rate.model + " " + rate.precision + ", " + rate.gpu;
    if (!rate.gpu.starts_with(card)) {
        note = say("%1; no rate of the %2 is published", note, card);
    }
    return price.empty() ? note : say("%1; price of the storage: %2", note, price);
}

}  // namespace

std::vector<Scenario> catalog_candidates(const catalog::Catalog& catalog,
                                         const model::Inputs& base) {
    std::vector<Scenario> candidates;
    for (const auto& instance : catalog.instances()) {
        const auto* rate = rate_for(catalog, instance);
        if (!instance.usd_per_hour.value || instance.gpus.value.value_or(0.0) < 1.0 ||
            rate == nullptr) {
            continue;
        }
        for (const auto& target : catalog.storage()) {
            if (target.provider != instance.provider || target.era != "current") {
                continue;
            }
            for (auto& bought : storage_for(target, base)) {
                const std::string size =
                    bought.volume.empty() ? "" : ", " + describe(bought.volume);
                candidates.push_back({.name = instance.id + " + " + target.name + size,
                                      .note = note_of(*rate, instance, target),
                                      .catalog = {.storage = target.id,
                                                  .instance = instance.id,
                                                  .gpu_rate = rate->id,
                                                  .volume = bought.volume},
                                      .changes = std::move(bought.changes)});
            }
        }
    }
    return candidates;
}

}  // namespace throughline::whatif
