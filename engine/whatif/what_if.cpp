// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/what_if.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "engine/base/say.h"
#include "engine/whatif/catalog_candidates.h"

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

/// The lower end of the interval, by what is known of this configuration.
double low_of(const Resolved& scenario) {
    const auto prediction = model::predict(scenario.inputs);
    const double rate = prediction.images_per_s();
    return prediction.has_finite_rate()
               ? model::interval_of(scenario.inputs, rate, scenario.knowledge.uncertainty).low
               : rate;
}

/// Of a machine of the catalogue with one kind of storage, the cheapest that reaches the target is
/// the offer: the others give what is not asked for.
void keep_first_of_each(const std::vector<Scenario>& scenarios,
                        std::vector<model::Match>& matches) {
    std::set<std::pair<std::string_view, std::string_view>> seen;
    std::erase_if(matches, [&](const model::Match& match) {
        const auto& entries = scenarios[match.candidate].catalog;
        return !seen.emplace(entries.instance, entries.storage).second;
    });
}

std::size_t pairs_in(const std::vector<Scenario>& scenarios) {
    std::set<std::pair<std::string_view, std::string_view>> pairs;
    for (const auto& scenario : scenarios) {
        pairs.emplace(scenario.catalog.instance, scenario.catalog.storage);
    }
    return pairs.size();
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
    const auto scenarios =
        out.from_catalog ? catalog_candidates(catalog, base.inputs) : file.candidates;
    out.candidates = out.from_catalog ? pairs_in(scenarios) : scenarios.size();
    // What is known of an input weighs five times the inputs: it is looked up again for the few
    // that are offered.
    std::vector<model::Inputs> inputs;
    inputs.reserve(scenarios.size());
    for (const auto& scenario : scenarios) {
        auto one = resolve(scenario, base, catalog);
        if (!one) {
            return std::move(one).error();
        }
        inputs.push_back(one->inputs);
    }
    auto matches = model::cheapest(inputs, {.images_per_s = *questions.cheapest});
    if (questions.safe) {
        std::erase_if(matches, [&](const model::Match& match) {
            const auto one = resolve(scenarios[match.candidate], base, catalog);
            return !one || low_of(*one) < *questions.cheapest;
        });
    }
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
    out.title = file.title;
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
