// SPDX-License-Identifier: Apache-2.0
// A scenario filled in: the catalogue's entries first, then its own changes.
#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/catalog/gpu_rate.h"
#include "engine/model/predict.h"
#include "engine/whatif/catalog_inputs.h"
#include "engine/whatif/scenario.h"

namespace throughline::whatif {
namespace {

using model::Input;

Former former_of(const Resolved& resolved, Input input) {
    const auto& known = resolved.knowledge;
    return {.input = input,
            .value = model::value_of(resolved.inputs, input),
            .stated = known.is_stated(input),
            .calibrated = known.is_calibrated(input),
            .log_sd = model::is_number(input) ? known.uncertainty.of(input) : 0.0};
}

/// Undoes what was set over them.
void put_back(Resolved& resolved, std::vector<Former>& formers) {
    for (const auto& former : std::exchange(formers, {})) {
        const auto index = static_cast<std::size_t>(former.input);
        static_cast<void>(model::set_value(resolved.inputs, former.input, former.value));
        resolved.knowledge.stated[index] = former.stated;
        resolved.knowledge.calibrated[index] = former.calibrated;
        if (model::is_number(former.input)) {
            resolved.knowledge.uncertainty.of(former.input) = former.log_sd;
        }
    }
}

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
        std::erase_if(resolved.gaps, [&](const Gap& gap) { return gap.input == change.input; });
    }
    return {};
}

/// Figures that were given: what an entry set in their place is no longer the entry's.
Result<void> set_given(Resolved& resolved, const std::vector<Change>& changes) {
    for (const auto& change : changes) {
        const auto same = [&](const auto& one) { return one.input == change.input; };
        if (resolved.storage) {
            std::erase_if(resolved.storage->before, same);
            resolved.storage->is_typed_over = resolved.storage->is_typed_over ||
                                              change.input == Input::StoBw ||
                                              change.input == Input::StoIops;
        }
        std::erase_if(resolved.block_limits, same);
        if (change.input == Input::GpuRate) {
            resolved.gpu_rate.clear();
        }
    }
    return set_all(resolved, changes);
}

/// Puts the figures of an entry in, and its gaps in the place of those of the entry before it.
Result<void> put_entry(Resolved& resolved, FromCatalog from, FigureOf of, const std::string& id) {
    std::erase_if(resolved.gaps, [&](const Gap& gap) { return gap.of == of; });
    auto set = set_all(resolved, from.changes);
    for (auto& gap : from.gaps) {
        gap.text.insert(0, id + ", ");
        resolved.gaps.push_back(std::move(gap));
    }
    return set;
}

/// `message`: with the scenario's name and the id.
Error no_entry(const Resolved& resolved, const char* message, const std::string& id) {
    return usage_error(say(message, resolved.name, id));
}

/// `entry` is a pointer or an optional; empty when there is none of that id.
template <class Entry>
Result<void> apply_entry(
    Resolved& resolved, const Entry& entry, FigureOf of, const char* none, const std::string& id) {
    if (!entry) {
        return no_entry(resolved, none, id);
    }
    return put_entry(resolved, inputs_from(*entry), of, id);
}

/// Storage is swapped as a whole: what the former entry set goes back to what it was before, and
/// the price of a former volume goes with the volume.
Result<void> apply_storage(Resolved& resolved,
                           const catalog::StorageTarget* target,
                           const std::string& id) {
    if (target == nullptr) {
        return no_entry(
            resolved, to_say("scenario '%1': the catalogue has no storage target '%2'"), id);
    }
    if (resolved.storage) {
        put_back(resolved, resolved.storage->before);
    }
    auto from = inputs_from(*target);
    resolved.storage = StorageEntry{.id = target->id, .name = target->name, .kind = target->kind};
    for (const auto& change : from.changes) {
        if (!is_of_storage(change.input)) {
            resolved.storage->before.push_back(former_of(resolved, change.input));
        }
    }
    auto set = put_entry(resolved, std::move(from), FigureOf::Storage, id);
    if (resolved.volume && resolved.volume->usd_per_month) {
        resolved.inputs.sto_usd_per_month = 0.0;
        resolved.gaps.push_back(
            {.of = FigureOf::Storage,
             .input = Input::StoUsdPerMonth,
             .text = say_english("%1, sto_usd_per_month: its size is not given", id)});
    }
    resolved.volume.reset();
    resolved.asked_volume = {};
    return set;
}

/// What the size of a volume says, in place of the catalogue's figures for the largest.
Result<void> apply_volume(Resolved& resolved,
                          const Volume& volume,
                          const catalog::Catalog& catalog) {
    const auto* target = resolved.storage ? catalog.find_storage(resolved.storage->id) : nullptr;
    if (target == nullptr) {
        return usage_error(say(
            "scenario '%1': a volume needs the storage target that it belongs to", resolved.name));
    }
    const auto limits = limits_of(*target, volume);
    if (!limits) {
        return usage_error(say("scenario '%1': %2", resolved.name, limits.error().what));
    }
    auto set = set_all(
        resolved, {set_to(Input::StoBw, limits->sto_bw), set_to(Input::StoIops, limits->sto_iops)});
    if (limits->usd_per_month) {
        std::erase_if(resolved.gaps,
                      [](const Gap& gap) { return gap.input == Input::StoUsdPerMonth; });
    }
    resolved.volume = *limits;
    resolved.asked_volume = volume;
    return set;
}

bool is_set_by_storage(const Resolved& resolved, Input input) {
    return resolved.storage && std::any_of(resolved.storage->before.begin(),
                                           resolved.storage->before.end(),
                                           [&](const auto& one) { return one.input == input; });
}

Result<void> apply_instance(Resolved& resolved,
                            const catalog::Instance* instance,
                            const std::string& id) {
    if (instance == nullptr) {
        return no_entry(resolved, to_say("scenario '%1': the catalogue has no instance '%2'"), id);
    }
    auto from = inputs_from(*instance);
    resolved.block_limits = std::move(from.block_limits);
    // A limit of the former machine is none of this one; one of a file server stays.
    for (const Input input : {Input::ClientBw, Input::ClientIops}) {
        const bool of_storage = resolved.inputs.sto_remote || resolved.inputs.sto_shared ||
                                is_set_by_storage(resolved, input);
        if (!of_storage) {
            model::number_of(resolved.inputs, input) = model::kUnlimited;
        }
    }
    return put_entry(resolved, std::move(from), FigureOf::Instance, id);
}

/// What the instance lets through to block storage, where that is what it reads.
Result<void> limit_by_instance(Resolved& resolved) {
    if (!reads_block_storage(resolved)) {
        return {};
    }
    for (const auto& change : resolved.block_limits) {
        if (std::get<double>(change.value) < model::number_of(resolved.inputs, change.input)) {
            resolved.before_block_limits.push_back(former_of(resolved, change.input));
            if (auto set = set_all(resolved, {change}); !set) {
                return set;
            }
        }
    }
    return {};
}

/// What was typed in takes the place of what the volume says of it.
void adjust_volume(Resolved& resolved, const std::vector<Change>& changes) {
    if (!resolved.volume) {
        return;
    }
    for (const auto& change : changes) {
        if (change.input == Input::StoBw || change.input == Input::StoIops) {
            resolved.asked_volume = {};
        }
        if (change.input == Input::StoBw) {
            resolved.volume->sto_bw_after_credits = resolved.inputs.sto_bw;
            resolved.volume->sto_bw_at_burst = resolved.inputs.sto_bw;
        } else if (change.input == Input::StoIops) {
            resolved.volume->sto_iops_after_credits = resolved.inputs.sto_iops;
            resolved.volume->sto_iops_at_burst = resolved.inputs.sto_iops;
        } else if (change.input == Input::StoUsdPerMonth) {
            resolved.volume->usd_per_month.reset();
        }
    }
    if (resolved.volume->usd_per_month) {
        resolved.inputs.sto_usd_per_month =
            *resolved.volume->usd_per_month * model::storage_units(resolved.inputs);
    }
}

/// The CPU time goes with the image size where that is known, unless a figure of it was given.
Result<void> settle_cpu_time(Resolved& resolved, const Scenario& scenario, const Resolved& base) {
    const bool given =
        std::any_of(scenario.changes.begin(), scenario.changes.end(), [](const Change& change) {
            return change.input == Input::CpuSecondsPerImage;
        });
    if (given || resolved.inputs.cpu_s_per_image != base.inputs.cpu_s_per_image) {
        resolved.cpu_cost.reset();
        return {};
    }
    if (scenario.cpu_cost) {
        resolved.cpu_cost = scenario.cpu_cost;
        return set_all(resolved,
                       {set_to(Input::CpuSecondsPerImage,
                               scenario.cpu_cost->at(resolved.inputs.image_bytes))});
    }
    if (resolved.cpu_cost && resolved.inputs.image_bytes != base.inputs.image_bytes) {
        resolved.inputs.cpu_s_per_image = resolved.cpu_cost->at(resolved.inputs.image_bytes);
    }
    return {};
}

/// "A100 80 GB (form not stated) with ResNet-50 v1.5, AMP", and for which card of the machine it
/// stands in: one of another memory or form.
void name_gpu(Resolved& resolved, const catalog::Catalog& catalog) {
    resolved.gpu.clear();
    resolved.gpu_source.clear();
    resolved.gpu_of_eight = false;
    const auto rate = catalog::find_gpu_rate(catalog, resolved.gpu_rate);
    if (!rate) {
        return;
    }
    resolved.gpu = say(
        "%1 with %2", catalog::card_title(catalog, *rate), catalog::work_in_full(catalog, *rate));
    resolved.gpu_of_eight = !rate->images_per_s_1.value;
    resolved.gpu_source = rate->maker.is_users() ? "" : catalog::published_by(catalog, *rate);
    const catalog::Instance* const machine = catalog.find_instance(resolved.instance);
    if (machine != nullptr && !machine->gpu.empty() &&
        catalog::variant_of(*rate).starts_with(machine->gpu + " ") &&
        catalog::match_of(*rate, *machine).stands_in()) {
        resolved.gpu = say(
            "%1, in place of the %2 of %3", resolved.gpu, catalog::card_of(*machine), machine->id);
    }
}

Result<void> apply_catalog(Resolved& resolved,
                           const CatalogChoice& choice,
                           const catalog::Catalog& catalog) {
    Result<void> done;
    if (const auto& id = choice.storage; !id.empty()) {
        done = apply_storage(resolved, catalog.find_storage(id), id);
    }
    if (done && !choice.volume.empty()) {
        done = apply_volume(resolved, choice.volume, catalog);
    }
    if (const auto& id = choice.instance; done && !id.empty()) {
        const catalog::Instance* const machine = catalog.find_instance(id);
        done = apply_instance(resolved, machine, id);
        resolved.instance = id;
        resolved.vcpus = machine == nullptr ? 0.0 : machine->vcpus.value.value_or(0.0);
    }
    if (const auto& id = choice.link; done && !id.empty()) {
        done = apply_entry(resolved,
                           catalog.find_link(id),
                           FigureOf::Link,
                           to_say("scenario '%1': the catalogue has no link '%2'"),
                           id);
    }
    if (const auto& id = choice.network; done && !id.empty()) {
        done = apply_entry(resolved,
                           catalog.find_network(id),
                           FigureOf::Network,
                           to_say("scenario '%1': the catalogue has no network '%2'"),
                           id);
    }
    if (const auto& id = choice.gpu_rate; done && !id.empty()) {
        const auto rate = catalog::find_gpu_rate(catalog, id);
        done = apply_entry(resolved,
                           rate,
                           FigureOf::GpuRate,
                           to_say("scenario '%1': the catalogue has no GPU rate '%2'"),
                           id);
        resolved.gpu_rate = id;
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

bool reads_block_storage(const Resolved& resolved) {
    return resolved.storage ? resolved.storage->kind == "block"
                            : !resolved.inputs.sto_remote && !resolved.inputs.sto_shared;
}

Resolved defaults() {
    return {.name = "defaults"};
}

Result<Resolved> resolve(const Scenario& scenario,
                         const Resolved& base,
                         const catalog::Catalog& catalog) {
    Resolved resolved = base;
    resolved.name = scenario.name;
    put_back(resolved, resolved.before_block_limits);
    if (auto done = apply_catalog(resolved, scenario.catalog, catalog); !done) {
        return std::move(done).error();
    }
    if (auto done = set_given(resolved, scenario.changes); !done) {
        return std::move(done).error();
    }
    if (auto done = limit_by_instance(resolved); !done) {
        return std::move(done).error();
    }
    adjust_volume(resolved, scenario.changes);
    if (auto done = settle_cpu_time(resolved, scenario, base); !done) {
        return std::move(done).error();
    }
    if (const auto refused = model::first_refused(resolved.inputs)) {
        const double value = model::number_of(resolved.inputs, *refused);
        return usage_error(
            say("scenario '%1': %2", scenario.name, model::refusal(*refused, value)));
    }
    name_gpu(resolved, catalog);
    if (resolved.inputs.cores != resolved.vcpus * kCoresPerVcpu) {
        resolved.vcpus = 0.0;  // typed in
    }
    return resolved;
}

}  // namespace throughline::whatif
