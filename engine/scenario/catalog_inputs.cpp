// SPDX-License-Identifier: Apache-2.0
#include "engine/scenario/catalog_inputs.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "engine/model/input_table.h"
#include "engine/model/predict.h"
#include "engine/scenario/storage_price.h"
#include "engine/scenario/volume.h"

namespace throughline::scenario {
namespace {

using model::Input;

constexpr std::array kOfStorage{Input::StoBw,
                                Input::StoIops,
                                Input::StoConnBw,
                                Input::StoMaxIoBytes,
                                Input::StoLatency,
                                Input::StoEfficiency,
                                Input::StoShared,
                                Input::StoRemote,
                                Input::UsdPerRequest,
                                Input::UsdPerGbRead};

void add_gap(FromCatalog& out, FigureOf of, std::string_view key, const std::string& what) {
    out.gaps.push_back(
        {.of = of, .input = model::find_input(key), .text = std::string(key) + ": " + what});
}

/// Puts a figure of an instance or a network into an input, or its gap into the list.
void set(FromCatalog& out,
         FigureOf of,
         Input input,
         const catalog::Figure& figure,
         double factor = 1.0) {
    if (figure.value) {
        out.changes.push_back(set_to(input, *figure.value * factor));
    } else {
        add_gap(out, of, model::key_of(input), figure.gap);
    }
}

void add_model_values(FromCatalog& out,
                      FigureOf of,
                      const std::vector<catalog::ModelValue>& values) {
    for (const auto& [key, value] : values) {
        const auto input = model::find_input(key);
        if (!input) {
            add_gap(out, of, key, "no input of the model");
            continue;
        }
        const auto* text = std::get_if<std::string>(&value);
        if (std::holds_alternative<std::monostate>(value)) {
            add_gap(out, of, key, "no figure with a source was seen");
        } else if (text != nullptr && model::is_number(*input)) {
            add_gap(out, of, key, *text);
        } else if (const auto* flag = std::get_if<bool>(&value)) {
            out.changes.push_back(set_to(*input, *flag));
        } else if (const auto* number = std::get_if<double>(&value)) {
            out.changes.push_back(set_to(*input, *number));
        } else {
            out.changes.push_back(set_to(*input, *text));
        }
    }
}

/// Storage of a catalogue entry for the data set of a base, as changes: its units, its size and
/// its price. None when the catalogue does not say what that costs.
struct Bought {
    Volume volume{};
    std::vector<Change> changes{};
};
std::optional<Bought> storage_for(const catalog::StorageTarget& target, const model::Inputs& base) {
    const double bytes = base.images_per_epoch * base.image_bytes;
    Bought bought{.changes = {set_to(Input::StoUnits, 1.0)}};
    if (sold_by_volume(target.id)) {
        const auto volume = volume_that_holds(target.id, bytes);
        const auto limits = volume ? limits_of(target, *volume) : VolumeLimits();
        if (!volume || !limits || !limits->usd_per_month) {
            return std::nullopt;
        }
        bought.volume = *volume;
        return bought;
    }
    const auto from = inputs_from(target);
    model::Inputs inputs = base;
    inputs.sto_units = 1.0;
    for (const auto& change : from.changes) {
        if (!model::set_value(inputs, change.input, change.value)) {
            return std::nullopt;
        }
    }
    const bool limits_are_bought = target.price && has_price_per_iops(*target.price);
    if (!from.gaps.empty() || !target.price || (!inputs.sto_shared && !limits_are_bought)) {
        return std::nullopt;
    }
    const auto usd = usd_per_month(
        *target.price,
        {.gib = bytes / 0x1p30, .iops = inputs.sto_iops, .bytes_per_s = inputs.sto_bw});
    if (!usd) {
        return std::nullopt;
    }
    bought.changes.push_back(set_to(Input::StoUsdPerMonth, *usd * model::storage_units(inputs)));
    return bought;
}

/// What an offer rests on besides the entries that it names.
std::string note_of(const catalog::GpuRate& rate, const catalog::StorageTarget& target) {
    const std::string price = target.price ? target.price->note : "";
    return rate.model + " " + rate.precision + ", " + rate.gpu +
           (price.empty() ? "" : "; price of the storage: " + price);
}

}  // namespace

bool is_of_storage(Input input) noexcept {
    return std::find(kOfStorage.begin(), kOfStorage.end(), input) != kOfStorage.end();
}

FromCatalog inputs_from(const catalog::StorageTarget& target) {
    // Storage is swapped as a whole: nothing of the target before it may stay.
    static const model::Inputs kDefaults;
    FromCatalog out;
    for (const Input input : kOfStorage) {
        out.changes.push_back(set_to(input, model::value_of(kDefaults, input)));
    }
    if (target.model.empty()) {
        out.gaps.push_back({.of = FigureOf::Storage,
                            .text = "storage: the catalogue has no figures of " + target.name});
    }
    add_model_values(out, FigureOf::Storage, target.model);
    return out;
}

FromCatalog inputs_from(const catalog::Instance& instance) {
    FromCatalog out;
    constexpr auto kOf = FigureOf::Instance;
    set(out, kOf, Input::GpusPerNode, instance.gpus);
    set(out, kOf, Input::Cores, instance.vcpus, kCoresPerVcpu);
    set(out, kOf, Input::Threads, instance.vcpus, kCoresPerVcpu);
    set(out, kOf, Input::LinkBps, instance.network_gbit_s, 1e9);
    set(out, kOf, Input::NodeUsdPerHour, instance.usd_per_hour);
    FromCatalog block;
    set(block, kOf, Input::ClientBw, instance.block_bytes_per_s);
    set(block, kOf, Input::ClientIops, instance.block_iops);
    out.block_limits = std::move(block.changes);
    out.gaps.insert(out.gaps.end(), block.gaps.begin(), block.gaps.end());
    return out;
}

FromCatalog inputs_from(const catalog::Link& link) {
    FromCatalog out;
    add_model_values(out, FigureOf::Link, link.model);
    return out;
}

FromCatalog inputs_from(const catalog::Network& network) {
    FromCatalog out;
    set(out, FigureOf::Network, Input::TensorBytes, network.tensor_bytes);
    set(out, FigureOf::Network, Input::GradBytes, network.gradient_bytes);
    return out;
}

std::vector<Input> inputs_set_by(const CatalogChoice& choice, const catalog::Catalog& catalog) {
    std::vector<Input> inputs;
    const auto add = [&](const auto* entry) {
        if (entry == nullptr) {
            return;
        }
        const auto from = inputs_from(*entry);
        for (const auto* changes : {&from.changes, &from.block_limits}) {
            for (const auto& change : *changes) {
                inputs.push_back(change.input);
            }
        }
    };
    add(catalog.find_storage(choice.storage));
    add(catalog.find_instance(choice.instance));
    add(catalog.find_link(choice.link));
    add(catalog.find_network(choice.network));
    if (choice.volume.gib > 0.0) {
        inputs.insert(inputs.end(), {Input::StoBw, Input::StoIops, Input::StoUsdPerMonth});
    }
    return inputs;
}

std::vector<Scenario> catalog_candidates(const catalog::Catalog& catalog,
                                         const model::Inputs& base) {
    std::vector<Scenario> candidates;
    for (const auto& instance : catalog.instances()) {
        if (!instance.usd_per_hour.value || instance.gpus.value.value_or(0.0) < 1.0) {
            continue;
        }
        // The rate of the GPU on the user's model: the one published rate that the catalogue has.
        const auto rate = std::find_if(
            catalog.gpu_rates().begin(), catalog.gpu_rates().end(), [&](const auto& entry) {
                return !instance.gpu.empty() && entry.gpu.starts_with(instance.gpu) &&
                       entry.precision == "AMP" && entry.images_per_s_1.value;
            });
        if (rate == catalog.gpu_rates().end()) {
            continue;
        }
        for (const auto& target : catalog.storage()) {
            const auto bought = target.provider == instance.provider && target.era == "current"
                                    ? storage_for(target, base)
                                    : std::nullopt;
            if (!bought) {
                continue;
            }
            Scenario candidate{.name = instance.id + " + " + target.name,
                               .note = note_of(*rate, target),
                               .catalog = {.storage = target.id,
                                           .instance = instance.id,
                                           .volume = bought->volume},
                               .changes = bought->changes};
            candidate.changes.push_back(set_to(Input::GpuRate, *rate->images_per_s_1.value));
            candidate.changes.push_back(
                set_to(Input::GpuSigma, rate->gpu_sigma.value.value_or(0.0)));
            candidates.push_back(std::move(candidate));
        }
    }
    return candidates;
}

}  // namespace throughline::scenario
