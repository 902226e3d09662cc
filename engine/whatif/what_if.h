// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/model/search.h"
#include "engine/whatif/answer.h"
#include "engine/whatif/catalog_candidates.h"
#include "engine/whatif/reach.h"
#include "engine/whatif/scenario.h"

namespace throughline::whatif {

/// One input over several values.
struct Axis {
    model::Input input{};
    std::vector<model::InputValue> values{};
};
/// Reads "threads=4,8,16". Errors: Usage.
Result<Axis> parse_axis(std::string_view text);
/// Reads "sto_bw=250e6". Errors: Usage, with the inputs that the key may have meant.
Result<Change> parse_change(std::string_view text);

/// What is asked of a file of scenarios. A safe search takes what is known of each candidate: a
/// figure of the catalogue is not as sure as one that was measured.
struct Questions {
    std::vector<Change> set{};         ///< on the base, before the scenarios' own changes
    std::vector<Axis> sweep{};         ///< the first varies slowest; kSweepPointsMax points
    std::optional<double> cheapest{};  ///< target, images/s
    bool safe = false;                 ///< the lower end of the interval must reach it
    /// Of the catalogue, whose network and precision a search is for; "": of the base's, else of
    /// the first scenario that has one.
    std::string gpu_rate{};
    std::string asked_by{};  ///< the scenario that `gpu_rate` is of, or that has none
    /// How many of an input it takes for a rate, or of whatever limits.
    std::vector<std::pair<std::optional<model::Input>, double>> enough{};
};
inline constexpr std::size_t kSweepPointsMax = 10000;
inline constexpr std::size_t kOffersMax = 100;

/// A point of a sweep.
struct SweepPoint {
    std::vector<Change> at{};
    Answer answer{};
};
struct Curve {
    std::string scenario{};
    std::vector<SweepPoint> points{};
};
/// A configuration that reaches the target of a search.
struct Offer {
    Scenario candidate{};
    Answer answer{};
};
struct EnoughAnswer {
    std::string scenario{};
    Reach reach{};
};

/// All answers. The first is the base.
struct WhatIf {
    std::string title{};
    std::vector<Answer> answers{};
    /// For each answer but the base: when it and the base take the same time.
    std::vector<std::optional<model::Crossover>> crossovers{};
    std::vector<std::vector<model::Leverage>> levers{};  ///< for each answer, what helps most
    std::vector<Curve> curves{};
    std::optional<double> target{};
    bool from_catalog = false;  ///< the file had no candidates of its own
    OfferedWork offered{};      ///< from the catalogue
    /// That were looked through; of the catalogue, machines with one kind of storage each.
    std::size_t candidates = 0;
    std::size_t matches = 0;      ///< that reach the target
    std::size_t within = 0;       ///< that do not, and have it within their 90 % interval
    bool safe = false;            ///< matches reach it at the lower end of their interval
    std::vector<Offer> offers{};  ///< the cheapest kOffersMax of them, the cheapest first
    std::vector<EnoughAnswer> enough{};
};

/// The levers of a scenario, the CPU time of another image size with it.
std::vector<model::Leverage> leverage(const Resolved& scenario);

/// Answers scenarios that are filled in; the first is the base.
WhatIf answers_of(std::span<const Resolved> scenarios, const Resolved& start);

/// Answers a file of scenarios. `start` is what its base is a change of: defaults(), or what was
/// calibrated from runs.
/// Errors: Usage as resolve(), for a sweep of too many points, and for asking how many it takes of
///         something that is not counted.
Result<WhatIf> evaluate(const ScenarioFile& file,
                        const Resolved& start,
                        const catalog::Catalog& catalog,
                        const Questions& questions);

/// What the search found, in one sentence: "10 000 images/s is predicted for none of 37 machines
/// with storage from the catalogue; it lies within the 90 % interval of 8 of them." "": nothing was
/// searched.
std::string search_text(const WhatIf& what_if);

/// The same as a JSON document.
std::string what_if_json(const WhatIf& what_if);
/// For a spreadsheet: a row for each quantity with its unit, predicted ones first and then the
/// inputs; a column for each scenario. Numbers in base units and in full; what is not known or not
/// limited is an empty cell.
std::string what_if_csv(const WhatIf& what_if);

/// Evaluates every vector of kind `predict` of a file of the form of whatif-vectors.json (whose
/// `expect` may be missing): [{"name", "output"}], the outputs under the vectors' names; invalid
/// inputs give {"error": key}.
/// Errors: Format for text that is not JSON or not of that form, with the place.
Result<std::string> evaluate_vectors(std::string_view text, const std::string& file);

}  // namespace throughline::whatif
