// SPDX-License-Identifier: Apache-2.0
// A scenario filled in: the catalogue's entries first, then its own changes.
#include <utility>

#include "engine/scenario/catalog_inputs.h"
#include "engine/scenario/scenario.h"

namespace throughline::scenario {
namespace {

using model::Input;

Result<void> set_all(Resolved& resolved, const std::vector<Change>& changes) {
    for (const auto& change : changes) {
        const auto index = static_cast<std::size_t>(change.input);
        const bool differs = model::value_of(resolved.inputs, change.input) != change.value;
        if (auto set = model::set_value(resolved.inputs, change.input, change.value); !set) {
            return set;
        }
        resolved.knowledge.stated[index] = true;
        // Another disk is not the one that was measured.
        resolved.knowledge.calibrated[index] = resolved.knowledge.calibrated[index] && !differs;
        // A figure from elsewhere is as sure as figures from elsewhere are.
        if (model::is_number(change.input)) {
            resolved.knowledge.uncertainty.of(change.input) =
                model::uncalibrated().of(change.input);
        }
    }
    return {};
}

template <class Entry>
Result<void> apply_entry(Resolved& resolved,
                         const Entry* entry,
                         const std::string& kind,
                         const std::string& id) {
    if (entry == nullptr) {
        return Error{.code = ErrorCode::Usage,
                     .what = "scenario '" + resolved.name + "': the catalogue has no " + kind +
                             " '" + id + "'"};
    }
    auto from = inputs_from(*entry);
    for (auto& gap : from.gaps) {
        std::string text = id;
        text += ", ";
        text += gap;
        resolved.gaps.push_back(std::move(text));
    }
    return set_all(resolved, from.changes);
}

/// What the size of a volume says, in place of the catalogue's figures for the largest.
Result<void> apply_volume(Resolved& resolved,
                          const CatalogChoice& choice,
                          const catalog::Catalog& catalog) {
    const auto* target = catalog.find_storage(choice.storage);
    if (target == nullptr) {
        return Error{.code = ErrorCode::Usage,
                     .what = "scenario '" + resolved.name +
                             "': a volume needs the storage target that it is one of"};
    }
    const auto limits = limits_of(*target, choice.volume);
    if (!limits) {
        return Error{.code = ErrorCode::Usage,
                     .what = "scenario '" + resolved.name + "': " + limits.error().what};
    }
    auto set = set_all(resolved,
                       {set_to(Input::StoBw, limits->sto_bw),
                        set_to(Input::StoIops, limits->sto_iops)});
    resolved.volume = *limits;
    return set;
}

/// What was typed in takes the place of what the volume says of it.
void adjust_volume(Resolved& resolved, const std::vector<Change>& changes) {
    if (!resolved.volume) {
        return;
    }
    for (const auto& change : changes) {
        if (change.input == Input::StoBw) {
            resolved.volume->sto_bw_after_credits = resolved.inputs.sto_bw;
        } else if (change.input == Input::StoIops) {
            resolved.volume->sto_iops_after_credits = resolved.inputs.sto_iops;
        } else if (change.input == Input::StoUsdPerMonth) {
            resolved.volume->usd_per_month.reset();
        }
    }
    if (resolved.volume->usd_per_month) {
        resolved.inputs.sto_usd_per_month =
            *resolved.volume->usd_per_month * resolved.inputs.sto_units;
    }
}

Result<void> apply_catalog(Resolved& resolved,
                           const CatalogChoice& choice,
                           const catalog::Catalog& catalog) {
    Result<void> done;
    if (!choice.storage.empty()) {
        done = apply_entry(
            resolved, catalog.find_storage(choice.storage), "storage target", choice.storage);
        resolved.volume.reset();
    }
    if (done && !choice.volume.empty()) {
        done = apply_volume(resolved, choice, catalog);
    }
    if (done && !choice.instance.empty()) {
        done = apply_entry(
            resolved, catalog.find_instance(choice.instance), "instance", choice.instance);
    }
    if (done && !choice.link.empty()) {
        done = apply_entry(resolved, catalog.find_link(choice.link), "link", choice.link);
    }
    if (done && !choice.network.empty()) {
        done =
            apply_entry(resolved, catalog.find_network(choice.network), "network", choice.network);
    }
    return done;
}

}  // namespace

Change set_to(model::Input input, model::InputValue value) {
    return {.input = input, .value = std::move(value)};
}

model::Inputs with_input(const Resolved& resolved, Input input, double value) {
    model::Inputs inputs = resolved.inputs;
    model::number_of(inputs, input) = value;
    if (input == Input::ImageBytes && resolved.cpu_cost) {
        inputs.cpu_s_per_image = resolved.cpu_cost->at(value);
    }
    return inputs;
}

Resolved defaults() {
    return {.name = "defaults"};
}

Result<Resolved> resolve(const Scenario& scenario,
                         const Resolved& base,
                         const catalog::Catalog& catalog) {
    Resolved resolved = base;
    resolved.name = scenario.name;
    if (auto done = apply_catalog(resolved, scenario.catalog, catalog); !done) {
        return std::move(done).error();
    }
    if (auto done = set_all(resolved, scenario.changes); !done) {
        return std::move(done).error();
    }
    adjust_volume(resolved, scenario.changes);
    if (resolved.inputs.cpu_s_per_image != base.inputs.cpu_s_per_image) {
        resolved.cpu_cost.reset();  // a figure was given
    } else if (resolved.cpu_cost && resolved.inputs.image_bytes != base.inputs.image_bytes) {
        resolved.inputs.cpu_s_per_image = resolved.cpu_cost->at(resolved.inputs.image_bytes);
    }
    if (const auto invalid = model::first_invalid(resolved.inputs)) {
        return Error{.code = ErrorCode::Usage,
                     .what = "scenario '" + scenario.name + "': " + model::key_of(*invalid) +
                             " = " + model::value_text(model::value_of(resolved.inputs, *invalid)) +
                             " is not allowed; it is " + model::allowed_text(*invalid)};
    }
    return resolved;
}

}  // namespace throughline::scenario
