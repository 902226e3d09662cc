// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/catalog_inputs.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/base/say.h"
#include "engine/catalog/gpu_rate.h"
#include "engine/model/input_table.h"

namespace throughline::whatif {
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
    const auto input = model::find_input(key);
    out.gaps.push_back(
        {.of = of,
         .input = input,
         .text = say_english("%1: %2", input ? model::title_of(*input) : key, what)});
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
            add_gap(out, of, key, to_say("not an input of the model"));
            continue;
        }
        const auto* text = std::get_if<std::string>(&value);
        if (std::holds_alternative<std::monostate>(value)) {
            add_gap(out, of, key, to_say("no figure with a source was found"));
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
        out.gaps.push_back(
            {.of = FigureOf::Storage,
             .text = say_english("storage: the catalogue has no figures for %1", target.name)});
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

FromCatalog inputs_from(const catalog::GpuRate& rate) {
    FromCatalog out;
    constexpr auto kOf = FigureOf::GpuRate;
    constexpr double kGpus = 8.0;
    // The contention of the GPU before it is none of this one.
    out.changes.push_back(set_to(Input::GpuSigma, rate.gpu_sigma.value.value_or(0.0)));
    if (!rate.gpu_sigma.value) {
        add_gap(out, kOf, model::key_of(Input::GpuSigma), rate.gpu_sigma.gap);
    }
    if (!rate.images_per_s_1.value && rate.images_per_s_8.value) {
        out.changes.push_back(set_to(Input::GpuRate, *rate.images_per_s_8.value / kGpus));
        out.gaps.back().text = say_english(
            "%1: only the rate of eight GPUs is stated; an eighth of it is taken for one",
            model::title_of(Input::GpuSigma));
    } else {
        set(out, kOf, Input::GpuRate, rate.images_per_s_1);
    }
    return out;
}

std::vector<Input> inputs_set_by(const CatalogChoice& choice, const catalog::Catalog& catalog) {
    std::vector<Input> inputs;
    const auto add = [&](const auto& entry) {
        if (!entry) {
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
    add(catalog::find_gpu_rate(catalog, choice.gpu_rate));
    if (choice.volume.gib > 0.0) {
        inputs.insert(inputs.end(), {Input::StoBw, Input::StoIops, Input::StoUsdPerMonth});
    }
    return inputs;
}

}  // namespace throughline::whatif
