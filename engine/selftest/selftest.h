// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/analysis/judgement.h"
#include "engine/base/result.h"

namespace throughline::selftest {

struct SelftestOptions {
    std::string program{};             ///< this one, which runs the stand-in as "selftest job"
    std::string folder{};              ///< a folder of our own is made in it for the time
    std::string records{};             ///< folder that keeps a record of each case; "": none
    std::vector<std::string> cases{};  ///< their ids; none: all
    unsigned rounds = 2;               ///< each case so often, with other figures
    double seconds = 5.0;              ///< that each job is observed for
    std::uint64_t seed = 1;
    /// Before each case: its place of so many, and what it is.
    std::function<void(std::size_t at, std::size_t of, const std::string& says)> on_case{};
};

/// What became of a case.
struct CaseResult {
    std::string id{};
    std::string says{};
    unsigned round = 1;
    analysis::Limit truth = analysis::Limit::None;
    analysis::Limit said = analysis::Limit::None;
    std::string rule{};                                   ///< that decided
    std::string left_out{};                               ///< why it could not be made; "": it was
    std::optional<double> images_per_second{};            ///< as the job's log tells
    std::optional<double> estimated_images_per_second{};  ///< as it was estimated without
    std::string record{};                                 ///< its file; "": none is kept

    bool counts() const noexcept { return left_out.empty(); }
    bool is_right() const noexcept { return said == truth; }
    /// A class was named, and another is true.
    bool is_wrong() const noexcept { return !is_right() && said != analysis::Limit::Unsure; }
};

struct SelftestResult {
    /// Of those that count. Source: the bars that the rules were made to.
    static constexpr double kRightLeast = 0.90;
    static constexpr double kWrongMost = 0.01;  ///< a class named with confidence that is not true

    std::vector<CaseResult> cases{};
    bool stopped = false;  ///< before all were made

    std::size_t count() const;
    std::size_t right() const;
    std::size_t wrong() const;
    /// At least one case counts, and the bars are met.
    bool passes() const;
    /// How often what was said, by what was true.
    std::map<analysis::Limit, std::map<analysis::Limit, std::size_t>> matrix() const;
};

/// Holds a stand-in for a training back in known ways, observes each as a job that is not ours,
/// without its log, and compares. Nothing is kept of it but the records asked for.
/// Thread:  one owner.
/// Blocks:  for about `seconds` + 1 a case, or until `stop`.
/// Errors:  Usage for a case that there is none of; those of the folders, and of a stand-in that
///          does not start. What this machine does not allow is left out, with its reason.
Result<SelftestResult> run_selftest(const SelftestOptions& options, const std::stop_token& stop);

/// The ids of all cases.
std::vector<std::string> case_ids();

}  // namespace throughline::selftest
