// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/importers/json_tree.h"

// What a job row of fio's JSON says, in the registry's units.
namespace throughline::importers {

/// Reads, writes, or both where fio did not keep them apart (unified_rw_reporting).
enum class FioDirection : std::uint8_t { Read, Write, Mixed };
inline constexpr std::array kFioDirections{
    FioDirection::Read, FioDirection::Write, FioDirection::Mixed};
const char* name_of(FioDirection direction) noexcept;

/// A latency histogram of json+: a bin's mid-point in seconds, and how often; ascending.
struct FioBin {
    double seconds = 0.0;
    double count = 0.0;
};
using FioBins = std::vector<FioBin>;

struct FioFigures {
    std::optional<double> bytes{};
    std::optional<double> bytes_per_second{};
    std::optional<double> iops{};
    std::optional<double> requests{};
    std::optional<double> runtime_s{};
    std::optional<double> latency_mean{};  ///< lat, else slat + clat
    std::optional<double> completion_mean{};
    std::optional<double> submission_mean{};
    std::optional<double> latency_min{};
    std::optional<double> latency_max{};
    std::map<double, double> percentiles{};  ///< per cent -> seconds
    bool percentiles_of_total = false;       ///< of lat, not of clat
    FioBins bins{};
    bool over_longest = false;  ///< rates of jobs that ran for different times
    bool cut = false;           ///< the file ends inside them
};

/// The direction's figures; nothing when it did no I/O.
std::optional<FioFigures> fio_figures(JsonValue job, FioDirection direction);

/// The value at or below which `percent` of the counts lie.
std::optional<double> percentile_of(const FioBins& bins, double percent);

struct FioJob {
    JsonValue row{};
    std::string name{};
    std::string host{};
    int group = 0;
    double error = 0.0;
    std::map<std::string_view, JsonValue> options{};  ///< its own over the global ones
    std::map<FioDirection, FioFigures> figures{};

    std::string option(std::string_view name) const;
};

/// The rows of jobs of one output: with client/server those of the clients, and a last one,
/// kAllClients, that is their sum.
JsonValue fio_rows(JsonValue document);
inline constexpr std::string_view kAllClients = "All clients";

FioJob fio_job(JsonValue row, JsonValue global_options);

/// Jobs that ran together as one: rates added, or where some ended earlier all bytes and requests
/// over the longest runtime (fio's own line of a group: stat.c, show_run_stats); means weighted by
/// requests; percentiles only from bins, since percentiles of several jobs cannot be combined.
FioFigures sum_of(const std::vector<const FioFigures*>& jobs);

}  // namespace throughline::importers
