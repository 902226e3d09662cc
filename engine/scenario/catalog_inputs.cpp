// SPDX-License-Identifier: Apache-2.0
#include "engine/scenario/catalog_inputs.h"

#include <algorithm>
#include <array>
#include <map>

#include "engine/model/input_table.h"

namespace throughline::scenario {
namespace {

using model::Input;

/// Puts a figure into an input, or its gap into the list.
void set(FromCatalog& out, Input input, const catalog::Figure& figure, double factor = 1.0) {
    if (figure.value) {
        out.changes.push_back(set_to(input, *figure.value * factor));
    } else {
        out.gaps.push_back(std::string(model::key_of(input)) + ": " + figure.gap);
    }
}

void add_model_values(FromCatalog& out, const std::vector<catalog::ModelValue>& values) {
    for (const auto& [key, value] : values) {
        const auto input = model::find_input(key);
        if (!input) {
            out.gaps.push_back(key + ": no input of the model");
            continue;
        }
        const auto* text = std::get_if<std::string>(&value);
        if (std::holds_alternative<std::monostate>(value)) {
            out.gaps.push_back(key + ": no figure with a source was seen");
        } else if (text != nullptr && model::is_number(*input)) {
            out.gaps.push_back(key + ": " + *text);
        } else if (const auto* flag = std::get_if<bool>(&value)) {
            out.changes.push_back(set_to(*input, *flag));
        } else if (const auto* number = std::get_if<double>(&value)) {
            out.changes.push_back(set_to(*input, *number));
        } else {
            out.changes.push_back(set_to(*input, *text));
        }
    }
}

/// What a month of the target costs for a data set; none when the catalogue does not say.
std::optional<double> usd_per_month(const catalog::StorageTarget& target, double dataset_bytes) {
    if (!target.price) {
        return std::nullopt;
    }
    double usd = 0.0;
    bool known = false;
    for (const auto& [name, amount] : target.price->amounts) {
        const bool per_size = name == "usd_per_gb_month" || name == "usd_per_gib_month";
        const double unit_bytes = name == "usd_per_gb_month" ? 1e9 : 0x1p30;
        usd += per_size ? amount * dataset_bytes / unit_bytes : 0.0;
        known = known || per_size;
    }
    for (const auto& [name, amount] : target.price->amounts) {
        if (name == "usd_per_iops_month" && target.read_iops.value) {
            usd += amount * *target.read_iops.value;
        } else if (name == "usd_per_hour") {
            usd += amount * 730.0;
            known = true;
        }
    }
    return known ? std::optional(usd) : std::nullopt;
}

}  // namespace

FromCatalog inputs_from(const catalog::StorageTarget& target) {
    // Storage is swapped as a whole: nothing of the target before it may stay.
    static const model::Inputs kDefaults;
    FromCatalog out;
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
    for (const Input input : kOfStorage) {
        out.changes.push_back(set_to(input, model::value_of(kDefaults, input)));
    }
    if (target.model.empty()) {
        out.gaps.push_back("storage: the catalogue has no figures of " + target.name);
    }
    add_model_values(out, target.model);
    return out;
}

FromCatalog inputs_from(const catalog::Instance& instance) {
    FromCatalog out;
    set(out, Input::GpusPerNode, instance.gpus);
    set(out, Input::Cores, instance.vcpus, kCoresPerVcpu);
    set(out, Input::Threads, instance.vcpus, kCoresPerVcpu);
    set(out, Input::LinkBps, instance.network_gbit_s, 1e9);
    set(out, Input::ClientBw, instance.block_bytes_per_s);
    set(out, Input::ClientIops, instance.block_iops);
    set(out, Input::NodeUsdPerHour, instance.usd_per_hour);
    return out;
}

FromCatalog inputs_from(const catalog::Link& link) {
    FromCatalog out;
    add_model_values(out, link.model);
    return out;
}

FromCatalog inputs_from(const catalog::Network& network) {
    FromCatalog out;
    set(out, Input::TensorBytes, network.tensor_bytes);
    set(out, Input::GradBytes, network.gradient_bytes);
    return out;
}

std::vector<Scenario> catalog_candidates(const catalog::Catalog& catalog,
                                         const model::Inputs& base) {
    std::vector<Scenario> candidates;
    const double dataset_bytes = base.images_per_epoch * base.image_bytes;
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
            const auto usd = usd_per_month(target, dataset_bytes);
            const auto from = inputs_from(target);
            if (target.provider != instance.provider || target.era != "current" || !usd ||
                !from.gaps.empty()) {
                continue;
            }
            Scenario candidate{.name = instance.id + " + " + target.name,
                               .note = rate->model + " " + rate->precision + ", " + rate->gpu,
                               .catalog = {.storage = target.id, .instance = instance.id}};
            candidate.changes = {set_to(Input::GpuRate, *rate->images_per_s_1.value),
                                 set_to(Input::GpuSigma, rate->gpu_sigma.value.value_or(0.0)),
                                 set_to(Input::StoUsdPerMonth, *usd)};
            candidates.push_back(std::move(candidate));
        }
    }
    return candidates;
}

}  // namespace throughline::scenario
