// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/published_back_test.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/model/node_events.h"
#include "engine/model/predict.h"
#include "engine/model/usl_fit.h"
#include "engine/whatif/json_text.h"

namespace throughline::whatif {
namespace {

constexpr double kMeansPercent = 100.0;

/// What a link of a machine carries that the catalogue does not list, bits/s.
/// Source: AWS, Linux accelerated computing instances, network performance (2019): 10 Gbps.
constexpr std::array kLinkOfMachine{std::pair{"p2.8xlarge", 10e9}};

/// Parameter servers on the machines that train, where they are fewer than these.
/// Source: the page of tf-benchmarks, "Details for Amazon EC2 Distributed": "Equal numbers of
/// parameter servers and worker servers were used with the following exceptions".
struct FewServers {
    const char* source;
    const char* network;
    double nodes;
    double servers;
};
constexpr std::array kFewServers{FewServers{"tf-benchmarks", "inception_v3", 8.0, 6.0},
                                 FewServers{"tf-benchmarks", "resnet152_v1", 8.0, 4.0}};
constexpr std::array kServersOnWorkers{"tf-benchmarks"};

std::string condition_of(const catalog::Published& entry, std::string_view field) {
    const auto found =
        std::find_if(entry.conditions.begin(), entry.conditions.end(), [&](const auto& condition) {
            return condition.first == field;
        });
    return found == entry.conditions.end() ? std::string() : found->second;
}

double number_of_condition(const catalog::Published& entry, std::string_view field) {
    return number_in<double>(condition_of(entry, field)).value_or(0.0);
}

bool is_rate_of_training(const catalog::Published& entry) {
    return entry.metric == "images_per_second" && entry.statement == "measured" &&
           entry.value.value.value_or(0.0) > 0.0 && number_of_condition(entry, "gpus") >= 1.0 &&
           condition_of(entry, "phase") == "training" && !entry.model.empty();
}

/// All that two points of a curve have in common, as one text.
std::string curve_key(const catalog::Published& entry) {
    std::string key = entry.source + '\n' + entry.place + '\n' + entry.model;
    for (const auto& [field, value] : entry.conditions) {
        if (field != "gpus" && field != "nodes") {
            key += '\n' + field + '=' + value;
        }
    }
    return key;
}

using Entries = std::vector<const catalog::Published*>;

/// The points of each curve, by GPUs; in the order of the catalogue.
std::vector<Entries> curves_in(const catalog::Catalog& catalog) {
    std::vector<Entries> curves;
    std::map<std::string, std::size_t> places;
    for (const catalog::Published& entry : catalog.published()) {
        if (!is_rate_of_training(entry)) {
            continue;
        }
        const auto [at, is_new] = places.try_emplace(curve_key(entry), curves.size());
        if (is_new) {
            curves.emplace_back();
        }
        curves[at->second].push_back(&entry);
    }
    for (Entries& curve : curves) {
        std::stable_sort(curve.begin(), curve.end(), [](const auto* one, const auto* other) {
            return number_of_condition(*one, "gpus") < number_of_condition(*other, "gpus");
        });
    }
    return curves;
}

PublishedCurve curve_of(const Entries& entries) {
    const catalog::Published& first = *entries.front();
    PublishedCurve curve{.source = first.source,
                         .network = first.model,
                         .gpu = condition_of(first, "gpu"),
                         .system = condition_of(first, "system"),
                         .data = condition_of(first, "data")};
    for (const catalog::Published* const entry : entries) {
        const double nodes = std::max(1.0, number_of_condition(*entry, "nodes"));
        curve.over_nodes = curve.over_nodes || nodes > 1.0;
        curve.rates.push_back({.id = entry->id,
                               .gpus = number_of_condition(*entry, "gpus"),
                               .nodes = nodes,
                               .images_per_s = entry->value.value.value_or(0.0)});
    }
    return curve;
}

/// Whether there is anything to predict: more points than the model is given.
bool is_curve(const PublishedCurve& curve) {
    std::set<double> counts;
    for (const PublishedRate& rate : curve.rates) {
        counts.insert(rate.gpus);
    }
    return curve.over_nodes || counts.size() > 2;
}

/// The link of the machines, bits/s. None: nobody says.
std::optional<double> link_of(const PublishedCurve& curve, const catalog::Catalog& catalog) {
    for (const auto& [machine, bits_per_s] : kLinkOfMachine) {
        if (curve.system.find(machine) != std::string::npos) {
            return bits_per_s;
        }
    }
    for (const catalog::Instance& instance : catalog.instances()) {
        const auto& gbit_per_s = instance.network_gbit_s.value;
        if (curve.system.find(instance.id) != std::string::npos && gbit_per_s) {
            return *gbit_per_s * 1e9;
        }
    }
    return std::nullopt;
}

/// The rate of a GPU, and what more of a node cost, from the points that are given.
void put_gpus(const std::vector<const PublishedRate*>& given, model::Inputs& inputs) {
    std::vector<model::UslPoint> points;
    for (const PublishedRate* const rate : given) {
        points.push_back({.workers = rate->gpus, .rate = rate->images_per_s});
    }
    const model::UslFit fit = model::fit_usl(points);
    inputs.gpu_rate = fit.rate_of_one;
    inputs.gpu_sigma = fit.sigma;
    inputs.gpu_kappa = fit.kappa;
}

double played(const model::Inputs& inputs) {
    const auto nodes = static_cast<std::uint64_t>(inputs.nodes);
    return model::play_nodes(model::node_step(inputs), {.nodes = nodes}).images_per_s;
}

/// Nothing but the GPUs and their exchange.
model::Inputs only_gpus(double batch) {
    model::Inputs inputs;
    inputs.sto_latency_s = 0.0;
    inputs.batch_per_gpu = batch;
    return inputs;
}

/// Gradients as the precision has them; what is "mixed" exchanges half precision.
std::optional<double> gradients_of(const catalog::Published& entry,
                                   const catalog::Catalog& catalog) {
    const catalog::Network* const network = catalog.find_network(entry.model);
    if (network == nullptr) {
        return std::nullopt;
    }
    const std::string precision = condition_of(entry, "precision");
    return precision == "fp32" ? network->gradient_bytes.value : network->gradient_bytes_fp16.value;
}

/// How gradients are exchanged on so many nodes, as far as the source tells.
void put_exchange(const PublishedCurve& curve, double nodes, model::Inputs& inputs) {
    for (const FewServers& few : kFewServers) {
        if (curve.source == few.source && curve.network == few.network && nodes == few.nodes) {
            inputs.allreduce = model::AllReduce::ParameterServers;
            inputs.ps_nodes = few.servers;
            inputs.ps_link_bps = inputs.link_bps;
            return;
        }
    }
    inputs.allreduce = model::AllReduce::Ring;  // which costs what servers on all nodes do
}

/// One GPU and the largest single node. Empty: no single node is among them.
std::vector<const PublishedRate*> first_of_nodes(const PublishedCurve& curve) {
    std::vector<const PublishedRate*> given;
    for (const PublishedRate& rate : curve.rates) {
        if (rate.nodes > 1.0) {
            continue;
        }
        if (given.size() == 2 || (given.size() == 1 && given.front()->gpus == rate.gpus)) {
            given.pop_back();
        }
        given.push_back(&rate);
    }
    return given;
}

std::string why_not_over_nodes(const PublishedCurve& curve,
                               const std::vector<const PublishedRate*>& given,
                               const model::Inputs& inputs,
                               bool has_gradients) {
    if (given.empty()) {
        return say_english("no rate of one node is published with it");
    }
    if (!(inputs.batch_per_gpu > 0.0)) {
        return say_english("the batch of a GPU is not published");
    }
    if (!has_gradients) {
        return say_english("the parameters of %1 are not in the catalogue", curve.network);
    }
    if (std::isinf(inputs.link_bps)) {
        return say_english("the network between its nodes is not published");
    }
    const double of_node = given.back()->gpus;
    const bool alike =
        std::all_of(curve.rates.begin(), curve.rates.end(), [&](const PublishedRate& rate) {
            return rate.nodes == 1.0 || rate.gpus == rate.nodes * of_node;
        });
    return alike ? std::string() : say_english("its nodes do not have the same number of GPUs");
}

void predict_over_nodes(const catalog::Published& entry,
                        const catalog::Catalog& catalog,
                        PublishedCurve& curve) {
    const auto given = first_of_nodes(curve);
    const auto gradients = gradients_of(entry, catalog);
    model::Inputs inputs = only_gpus(number_of_condition(entry, "batch"));
    inputs.link_bps = link_of(curve, catalog).value_or(model::kUnlimited);
    curve.not_predicted = why_not_over_nodes(curve, given, inputs, gradients.has_value());
    if (!curve.not_predicted.empty()) {
        return;
    }
    put_gpus(given, inputs);
    inputs.gpus_per_node = given.back()->gpus;
    inputs.grad_bytes = *gradients;
    curve.assumed.push_back(say_english("half of the exchange hides behind computing"));
    if (std::find(kServersOnWorkers.begin(), kServersOnWorkers.end(), curve.source) ==
        kServersOnWorkers.end()) {
        curve.assumed.push_back(say_english("gradients are exchanged in a ring"));
    }
    if (curve.data != "synthetic") {
        curve.assumed.push_back(say_english("storage and processors keep up"));
    }
    for (PublishedRate& rate : curve.rates) {
        if (rate.nodes > 1.0) {
            inputs.nodes = rate.nodes;
            put_exchange(curve, rate.nodes, inputs);
            rate.predicted = played(inputs);
        }
    }
}

void predict_within_node(const catalog::Published& entry, PublishedCurve& curve) {
    if (curve.data != "synthetic") {
        curve.not_predicted = say_english(
            "what its storage and processors deliver is not published, and its data are real");
        return;
    }
    for (std::size_t i = 1; i < curve.rates.size(); ++i) {
        if (curve.rates[i].gpus == curve.rates[i - 1].gpus) {
            curve.not_predicted = say_english("several rates are published for one number of GPUs");
            return;
        }
    }
    model::Inputs inputs = only_gpus(std::max(1.0, number_of_condition(entry, "batch")));
    put_gpus({&curve.rates[0], &curve.rates[1]}, inputs);
    for (std::size_t i = 2; i < curve.rates.size(); ++i) {
        inputs.gpus_per_node = curve.rates[i].gpus;
        curve.rates[i].predicted = played(inputs);
    }
}

std::optional<PublishedScore> score_of_curves(const PublishedTest& test, bool over_nodes) {
    std::vector<double> errors;
    for (const PublishedCurve& curve : test.curves) {
        for (const PublishedRate& rate : curve.rates) {
            if (const auto error = rate.error_pct(); error && curve.over_nodes == over_nodes) {
                errors.push_back(std::abs(*error));
            }
        }
    }
    if (errors.empty()) {
        return std::nullopt;
    }
    std::sort(errors.begin(), errors.end());
    const std::size_t half = errors.size() / 2;
    return PublishedScore{.figures = errors.size(),
                          .median_error_pct = errors.size() % 2 == 1
                                                  ? errors[half]
                                                  : (errors[half - 1] + errors[half]) / 2.0,
                          .worst_error_pct = errors.back()};
}

Json score_json(const std::optional<PublishedScore>& score) {
    return score ? Json{{"figures", score->figures},
                        {"median_error_pct", score->median_error_pct},
                        {"worst_error_pct", score->worst_error_pct}}
                 : Json();
}

}  // namespace

std::optional<double> PublishedRate::error_pct() const {
    return predicted ? std::optional((*predicted / images_per_s - 1.0) * kMeansPercent)
                     : std::nullopt;
}

PublishedTest test_on_published(const catalog::Catalog& catalog) {
    PublishedTest test;
    for (const Entries& entries : curves_in(catalog)) {
        PublishedCurve curve = curve_of(entries);
        if (!is_curve(curve)) {
            continue;
        }
        if (curve.over_nodes) {
            predict_over_nodes(*entries.front(), catalog, curve);
        } else {
            predict_within_node(*entries.front(), curve);
        }
        test.curves.push_back(std::move(curve));
    }
    test.nodes = score_of_curves(test, true);
    test.within = score_of_curves(test, false);
    return test;
}

std::string published_test_json(const PublishedTest& test) {
    Json curves = Json::array();
    for (const PublishedCurve& curve : test.curves) {
        Json rates = Json::array();
        for (const PublishedRate& rate : curve.rates) {
            Json one = {{"id", rate.id},
                        {"gpus", rate.gpus},
                        {"nodes", rate.nodes},
                        {"published_images_per_s", rate.images_per_s}};
            if (rate.predicted) {
                one["predicted_images_per_s"] = *rate.predicted;
                one["error_pct"] = *rate.error_pct();
            }
            rates.push_back(std::move(one));
        }
        Json one = {{"source", curve.source},
                    {"network", curve.network},
                    {"gpu", curve.gpu},
                    {"system", curve.system},
                    {"data", curve.data},
                    {"over_nodes", curve.over_nodes},
                    {"rates", std::move(rates)},
                    {"assumed", curve.assumed}};
        if (!curve.not_predicted.empty()) {
            one["not_predicted"] = curve.not_predicted;
        }
        curves.push_back(std::move(one));
    }
    const Json document = {{"curves", std::move(curves)},
                           {"over_nodes", score_json(test.nodes)},
                           {"within_one_node", score_json(test.within)}};
    return pretty(document);
}

}  // namespace throughline::whatif
