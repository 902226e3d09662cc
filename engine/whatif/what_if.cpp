// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/what_if.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/whatif/catalog_candidates.h"
#include "engine/whatif/headline.h"

namespace throughline::whatif {
namespace {

/// "storage_bw" -> sto_bw: the keys that share the most with what was typed.
std::string likely_keys(std::string_view typed) {
    std::string likely;
    for (const auto& info : model::input_table()) {
        const std::string_view key = info.key;
        const bool near = key.find(typed) != std::string_view::npos ||
                          typed.find(key.substr(0, key.find('_'))) != std::string_view::npos;
        if (near) {
            likely += (likely.empty() ? "" : ", ") + std::string(key);
        }
    }
    return likely;
}

Result<model::Input> input_named(std::string_view key) {
    const auto input = model::find_input(key);
    if (!input) {
        const std::string likely = likely_keys(key);
        return usage_error(
            likely.empty() ? say("there is no input '%1'", key)
                           : say("there is no input '%1'; did you mean one of %2?", key, likely));
    }
    return *input;
}

struct Assignment {
    model::Input input{};
    std::string_view value{};
};
Result<Assignment> parse_assignment(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) {
        return usage_error("'" + std::string(text) + "' is not KEY=VALUE");
    }
    const auto input = input_named(text.substr(0, equals));
    if (!input) {
        return input.error();
    }
    return Assignment{*input, text.substr(equals + 1)};
}

/// Every combination of the axes' values.
std::vector<std::vector<Change>> combinations(const std::vector<Axis>& axes) {
    std::vector<std::vector<Change>> points{{}};
    for (const auto& axis : axes) {
        std::vector<std::vector<Change>> longer;
        longer.reserve(points.size() * axis.values.size());
        for (const auto& point : points) {
            for (const auto& value : axis.values) {
                longer.push_back(point);
                longer.back().push_back({axis.input, value});
            }
        }
        points = std::move(longer);
    }
    return points;
}

Result<Curve> sweep_over(const Resolved& scenario,
                         const Resolved& start,
                         const catalog::Catalog& catalog,
                         const std::vector<std::vector<Change>>& points) {
    Curve curve{.scenario = scenario.name};
    for (const auto& point : points) {
        auto resolved = resolve({.name = scenario.name, .changes = point}, scenario, catalog);
        if (!resolved) {
            return std::move(resolved).error();
        }
        curve.points.push_back({.at = point, .answer = answer(*resolved, start)});
    }
    return curve;
}

/// The ends of the interval, by what is known of this configuration.
model::Range90 ends_of(const Resolved& scenario) {
    const auto prediction = model::predict(scenario.inputs);
    const double rate = prediction.images_per_s();
    if (!prediction.has_finite_rate()) {
        return {rate, rate};
    }
    const auto interval = model::interval_of(
        scenario.inputs, rate, scenario.knowledge.uncertainty, scenario.knowledge.calibrated);
    return {interval.low, interval.high};
}

/// What counts as one candidate: of the catalogue a machine with one kind of storage, whatever is
/// bought of it.
using Pair = std::pair<std::string_view, std::string_view>;
Pair pair_of(const Scenario& scenario) {
    return {scenario.catalog.instance, scenario.catalog.storage};
}

/// Of a machine of the catalogue with one kind of storage, the cheapest that reaches the target is
/// the offer: the others give what is not asked for.
void keep_first_of_each(const std::vector<Scenario>& scenarios,
                        std::vector<model::Match>& matches) {
    std::set<Pair> seen;
    std::erase_if(matches, [&](const model::Match& match) {
        return !seen.insert(pair_of(scenarios[match.candidate])).second;
    });
}

std::size_t pairs_in(const std::vector<Scenario>& scenarios) {
    std::set<Pair> pairs;
    for (const auto& scenario : scenarios) {
        pairs.insert(pair_of(scenario));
    }
    return pairs.size();
}

/// How many of `may` are no match: each for itself or, of the catalogue, each pair.
std::size_t within_of(const std::vector<Scenario>& scenarios,
                      const std::vector<std::size_t>& may,
                      const std::vector<model::Match>& matches,
                      bool by_pair) {
    std::set<std::size_t> reach;
    std::set<Pair> reach_pairs;
    for (const auto& match : matches) {
        reach.insert(match.candidate);
        reach_pairs.insert(pair_of(scenarios[match.candidate]));
    }
    std::set<std::size_t> within;
    std::set<Pair> within_pairs;
    for (const std::size_t candidate : may) {
        const Pair pair = pair_of(scenarios[candidate]);
        if (by_pair ? reach_pairs.count(pair) == 0 : reach.count(candidate) == 0) {
            within.insert(candidate);
            within_pairs.insert(pair);
        }
    }
    return by_pair ? within_pairs.size() : within.size();
}

/// What offers of the catalogue train: the network of whoever asks, else of the base, else of the
/// first scenario that has one.
OfferedWork work_of_search(const ScenarioFile& file,
                           const Resolved& base,
                           const catalog::Catalog& catalog,
                           const Questions& questions) {
    if (!questions.gpu_rate.empty()) {
        return offered_work(catalog, questions.gpu_rate, questions.asked_by);
    }
    if (!base.gpu_rate.empty()) {
        return offered_work(catalog, base.gpu_rate, name_of_base(file));
    }
    const auto rated = std::ranges::find_if(file.scenarios, [](const Scenario& scenario) {
        return !scenario.catalog.gpu_rate.empty();
    });
    return rated == file.scenarios.end()
               ? offered_work(catalog, {}, questions.asked_by)
               : offered_work(catalog, rated->catalog.gpu_rate, rated->name);
}

/// Finds what reaches the target among the candidates, the cheapest first.
Result<void> search(const ScenarioFile& file,
                    const Resolved& start,
                    const Resolved& base,
                    const catalog::Catalog& catalog,
                    const Questions& questions,
                    WhatIf& out) {
    out.target = questions.cheapest;
    out.from_catalog = file.candidates.empty();
    if (out.from_catalog) {
        out.offered = work_of_search(file, base, catalog, questions);
    }
    const auto scenarios =
        out.from_catalog ? catalog_candidates(catalog, base.inputs, out.offered) : file.candidates;
    out.candidates = out.from_catalog ? pairs_in(scenarios) : scenarios.size();
    // What is known of an input weighs five times the inputs: it is looked up again for the few
    // that are offered.
    std::vector<model::Inputs> inputs;
    std::vector<std::size_t> may;  // that have the target below the upper end of their interval
    inputs.reserve(scenarios.size());
    for (std::size_t i = 0; i < scenarios.size(); ++i) {
        auto one = resolve(scenarios[i], base, catalog);
        if (!one) {
            return std::move(one).error();
        }
        inputs.push_back(one->inputs);
        if (ends_of(*one).high >= *questions.cheapest) {
            may.push_back(i);
        }
    }
    auto matches = model::cheapest(inputs, {.images_per_s = *questions.cheapest});
    if (questions.safe) {
        std::erase_if(matches, [&](const model::Match& match) {
            const auto one = resolve(scenarios[match.candidate], base, catalog);
            return !one || ends_of(*one).low < *questions.cheapest;
        });
    }
    out.safe = questions.safe;
    out.within = within_of(scenarios, may, matches, out.from_catalog);
    if (out.from_catalog) {
        keep_first_of_each(scenarios, matches);
    }
    out.matches = matches.size();
    for (const auto& match : matches) {
        if (out.offers.size() == kOffersMax) {
            break;
        }
        auto resolved = resolve(scenarios[match.candidate], base, catalog);
        if (!resolved) {
            return std::move(resolved).error();
        }
        out.offers.push_back(
            {.candidate = scenarios[match.candidate], .answer = answer(*resolved, start)});
    }
    return {};
}

Result<std::vector<Resolved>> resolve_all(const ScenarioFile& file,
                                          const Resolved& start,
                                          const catalog::Catalog& catalog,
                                          const std::vector<Change>& set) {
    Scenario base = file.base;
    base.changes.insert(base.changes.end(), set.begin(), set.end());
    auto resolved_base = resolve(base, start, catalog);
    if (!resolved_base) {
        return std::move(resolved_base).error();
    }
    std::vector<Resolved> all{*std::move(resolved_base)};
    for (const auto& scenario : file.scenarios) {
        auto resolved = resolve(scenario, all.front(), catalog);
        if (!resolved) {
            return std::move(resolved).error();
        }
        all.push_back(*std::move(resolved));
    }
    return all;
}

}  // namespace

Result<Change> parse_change(std::string_view text) {
    const auto assignment = parse_assignment(text);
    if (!assignment) {
        return assignment.error();
    }
    auto value = model::parse_value(assignment->input, assignment->value);
    if (!value) {
        return std::move(value).error();
    }
    return Change{assignment->input, *std::move(value)};
}

Result<Axis> parse_axis(std::string_view text) {
    const auto assignment = parse_assignment(text);
    if (!assignment) {
        return assignment.error();
    }
    Axis axis{.input = assignment->input};
    std::string_view rest = assignment->value;
    while (true) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        auto value = model::parse_value(axis.input, rest.substr(0, comma));
        if (!value) {
            return std::move(value).error();
        }
        axis.values.push_back(*std::move(value));
        if (comma == rest.size()) {
            return axis;
        }
        rest.remove_prefix(comma + 1);
    }
}

std::vector<model::Leverage> leverage(const Resolved& scenario) {
    return model::leverage(scenario.inputs, [&](model::Input input, double value) {
        return with_input(scenario, input, value);
    });
}

WhatIf answers_of(std::span<const Resolved> scenarios, const Resolved& start) {
    WhatIf out;
    for (const auto& scenario : scenarios) {
        out.answers.push_back(answer(scenario, start));
        out.levers.push_back(leverage(scenario));
        if (&scenario != &scenarios.front()) {
            out.crossovers.push_back(model::crossover(scenario.inputs, scenarios.front().inputs));
        }
    }
    return out;
}

namespace {

/// How many reach the target.
std::string found_text(const WhatIf& what_if) {
    if (!what_if.target) {
        return {};
    }
    if (what_if.candidates == 0) {
        return say("The catalogue has no machine with storage to search.");
    }
    const std::string all =
        what_if.from_catalog
            ? say_count(what_if.candidates,
                        "%1 machine with storage from the catalogue",
                        "%1 machines with storage from the catalogue")
            : say_count(
                  what_if.candidates, "%1 candidate of the file", "%1 candidates of the file");
    const double target = *what_if.target;  // as somebody typed it
    const std::string rate = target == std::floor(target)
                                 ? format_count(static_cast<std::uint64_t>(target))
                                 : rate_words(target);
    const std::string reached = std::to_string(what_if.matches);
    const std::string within = std::to_string(what_if.within);
    if (what_if.matches == 0 && what_if.within == 0) {
        return say("%1 images/s lies above the 90 % interval of each of %2.", rate, all);
    }
    if (what_if.matches == 0) {
        return say(what_if.safe
                       ? to_say("%1 images/s is reached at the lower end of the 90 % interval by "
                                "none of %2; it lies within the interval of %3 of them.")
                       : to_say("%1 images/s is predicted for none of %2; it lies within the 90 % "
                                "interval of %3 of them."),
                   rate,
                   all,
                   within);
    }
    if (what_if.within == 0) {
        return say(what_if.safe
                       ? to_say("%1 images/s is reached even at the lower end of the 90 % interval "
                                "by %2 of %3.")
                       : to_say("%1 images/s is predicted for %2 of %3."),
                   rate,
                   reached,
                   all);
    }
    return say(what_if.safe
                   ? to_say("%1 images/s is reached even at the lower end of the 90 % interval by "
                            "%2 of %3; it lies within the interval of %4 more.")
                   : to_say("%1 images/s is predicted for %2 of %3; it lies within the 90 % "
                            "interval of %4 more."),
               rate,
               reached,
               all,
               within);
}

}  // namespace

std::string search_text(const WhatIf& what_if) {
    const std::string found = found_text(what_if);
    const std::string offered = what_if.candidates > 0 ? text_of(what_if.offered) : "";
    return found.empty() || offered.empty() ? found : found + " " + offered;
}

Result<WhatIf> evaluate(const ScenarioFile& file,
                        const Resolved& start,
                        const catalog::Catalog& catalog,
                        const Questions& questions) {
    const auto resolved = resolve_all(file, start, catalog, questions.set);
    if (!resolved) {
        return resolved.error();
    }
    for (const auto& [input, target] : questions.enough) {
        if (input && !model::is_count(*input)) {
            return usage_error(
                say("%1 is not counted: ask for threads, nodes, gpus_per_node, sto_units, "
                    "queue_depth or the like",
                    model::key_of(*input)));
        }
    }
    const Resolved& base = resolved->front();
    std::size_t point_count = 1;
    for (const auto& axis : questions.sweep) {
        point_count *= axis.values.size();
        if (point_count > kSweepPointsMax) {
            return usage_error(
                say("the sweep has more than %1 points", std::to_string(kSweepPointsMax)));
        }
    }
    const auto points = combinations(questions.sweep);
    WhatIf out = answers_of(*resolved, start);
    out.title = title_of(file);
    for (const auto& scenario : *resolved) {
        if (!questions.sweep.empty()) {
            auto curve = sweep_over(scenario, start, catalog, points);
            if (!curve) {
                return std::move(curve).error();
            }
            out.curves.push_back(*std::move(curve));
        }
        for (const auto& [input, target] : questions.enough) {
            out.enough.push_back(
                {.scenario = scenario.name, .reach = reach(scenario, target, input)});
        }
    }
    if (questions.cheapest) {
        if (auto found = search(file, start, base, catalog, questions, out); !found) {
            return std::move(found).error();
        }
    }
    return out;
}

}  // namespace throughline::whatif
