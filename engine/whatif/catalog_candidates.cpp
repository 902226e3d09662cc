// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/catalog_candidates.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
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

bool is_offered(const catalog::Instance& instance) {
    return instance.usd_per_hour.value && instance.gpus.value.value_or(0.0) >= 1.0 &&
           !instance.gpu.empty();
}

/// The published rate of an instance's GPU on this work: of its card, else of the nearest one; of
/// these one that says what eight in a node give. Null: there is none.
const catalog::GpuRate* rate_for(const std::vector<catalog::GpuRate>& rates_of_work,
                                 const catalog::Instance& instance) {
    const catalog::GpuRate* best = nullptr;
    std::pair<int, bool> best_rank{-1, false};
    for (const auto& rate : rates_of_work) {
        if (catalog::chip_of(rate) != instance.gpu) {
            continue;
        }
        const std::pair rank(catalog::match_of(rate, instance).rank(),
                             rate.gpu_sigma.value.has_value());
        if (rank > best_rank) {
            best = &rate;
            best_rank = rank;
        }
    }
    return best;
}

/// All rates of a network and precision, as work_in_full() has them.
std::vector<catalog::GpuRate> rates_of(const catalog::Catalog& catalog, const std::string& work) {
    auto rates = catalog::all_gpu_rates(catalog);
    std::erase_if(rates, [&](const catalog::GpuRate& rate) {
        return (!rate.images_per_s_1.value && !rate.images_per_s_8.value) ||
               catalog::work_in_full(catalog, rate) != work;
    });
    return rates;
}

/// How many machines with a price have a rate of it.
std::ptrdiff_t machines_for(const catalog::Catalog& catalog, const std::string& work) {
    const auto rates = rates_of(catalog, work);
    return std::ranges::count_if(catalog.instances(), [&](const catalog::Instance& instance) {
        return is_offered(instance) && rate_for(rates, instance) != nullptr;
    });
}

/// The training that most of them have a rate of; "": none has any.
std::string usual_work(const catalog::Catalog& catalog) {
    std::string usual;
    std::ptrdiff_t most = 0;
    std::set<std::string> seen;
    for (const auto& rate : catalog::all_gpu_rates(catalog)) {
        const std::string work = catalog::work_in_full(catalog, rate);
        if (rate.model.find("inference") != std::string::npos || !seen.insert(work).second) {
            continue;
        }
        if (const auto machines = machines_for(catalog, work); machines > most) {
            most = machines;
            usual = work;
        }
    }
    return usual;
}

/// What an offer rests on besides the entries that it names.
std::string note_of(const catalog::GpuRate& rate,
                    const catalog::Instance& instance,
                    const catalog::StorageTarget& target) {
    const std::string price = target.price ? target.price->note : "";
    std::string note =
        rate.model + (rate.precision.empty() ? "" : " " + rate.precision) + ", " + rate.gpu;
    if (catalog::match_of(rate, instance).stands_in()) {
        note = say("%1; no rate of the %2 is published", note, catalog::card_of(instance));
    }
    return price.empty() ? note : say("%1; price of the storage: %2", note, price);
}

}  // namespace

OfferedWork offered_work(const catalog::Catalog& catalog,
                         std::string_view gpu_rate,
                         std::string_view asked_by) {
    OfferedWork work{.asked_by = std::string(asked_by)};
    if (const auto rate = catalog::find_gpu_rate(catalog, gpu_rate)) {
        work.asked = catalog::work_in_full(catalog, *rate);
        if (machines_for(catalog, work.asked) > 0) {
            work.taken = work.asked;
            return work;
        }
    }
    work.taken = usual_work(catalog);
    return work;
}

std::string text_of(const OfferedWork& work) {
    if (work.taken.empty()) {
        return {};
    }
    if (work.asked == work.taken) {
        return work.asked_by.empty()
                   ? say("All offers are computed for %1, the network of the base.", work.taken)
                   : say("All offers are computed for %1, the network of “%2”.",
                         work.taken,
                         work.asked_by);
    }
    if (!work.asked.empty()) {
        return say(
            "All offers are computed for %1: the catalogue has no rate of %2 for a machine "
            "with a price.",
            work.taken,
            work.asked);
    }
    return work.asked_by.empty()
               ? say("All offers are computed for %1, because no scenario names a network.",
                     work.taken)
               : say("All offers are computed for %1, because “%2” names no network.",
                     work.taken,
                     work.asked_by);
}

std::vector<Scenario> catalog_candidates(const catalog::Catalog& catalog,
                                         const model::Inputs& base,
                                         const OfferedWork& work) {
    std::vector<Scenario> candidates;
    const auto rates = rates_of(catalog, work.taken);
    for (const auto& instance : catalog.instances()) {
        const auto* rate = is_offered(instance) ? rate_for(rates, instance) : nullptr;
        if (rate == nullptr) {
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
