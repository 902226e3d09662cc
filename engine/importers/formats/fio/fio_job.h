// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

// What fio says of a job, in the registry's units; whether as JSON or as text.
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

/// One of fio's latencies: slat, clat or lat. Not there where fio did not measure it.
struct FioLatency {
    std::optional<double> mean{};
    std::optional<double> min{};
    std::optional<double> max{};
};

struct FioFigures {
    std::optional<double> bytes{};
    std::optional<double> bytes_per_second{};
    std::optional<double> iops{};
    std::optional<double> requests{};
    std::optional<double> runtime_s{};
    /// From the submission on: lat, else slat + clat; clat where nothing submits separately.
    std::optional<double> latency_mean{};
    std::optional<double> completion_mean{};
    std::optional<double> submission_mean{};
    std::optional<double> latency_min{};
    std::optional<double> latency_max{};
    std::optional<double> completion_min{};
    std::optional<double> completion_max{};
    std::map<double, double> percentiles{};  ///< per cent -> seconds
    bool percentiles_of_total = false;       ///< of lat, not of clat
    bool submits = false;  ///< separately, so that clat is a part of a request's time
    FioBins bins{};
    bool over_longest = false;  ///< rates of jobs that ran for different times
    bool cut = false;           ///< the file ends inside them
};

/// The total is `lat`, and where fio did not measure it the completion behind the submission. All
/// figures of the total are of one latency: where nothing was submitted separately, of that which
/// the percentiles are of (`figures.percentiles_of_total`).
void set_fio_latencies(FioFigures& figures,
                       const FioLatency& total,
                       const FioLatency& completion,
                       const FioLatency& submission);

/// The value at or below which `percent` of the counts lie.
std::optional<double> percentile_of(const FioBins& bins, double percent);

struct FioJob {
    std::string name{};
    std::string host{};
    int group = 0;
    double error = 0.0;
    std::string error_text{};            ///< "Input/output error", where fio says it
    std::optional<double> cpu_user{};    ///< % of one CPU
    std::optional<double> cpu_system{};  ///< % of one CPU
    std::optional<double> started_at{};  ///< seconds since 1970
    bool never_ran = false;
    bool trims = false;
    std::map<std::string, std::string, std::less<>> options{};  ///< its own over the global ones
    /// Conditions that it has not one value of, and why.
    std::map<std::string, std::string, std::less<>> without{};
    std::map<FioDirection, FioFigures> figures{};
    bool cut = false;                 ///< the file ends inside it
    std::set<FioDirection> hidden{};  ///< what it did not do, or what a cut file ends before

    /// "" where it is not given.
    std::string option(std::string_view name) const;
};

struct FioDisk {
    std::string name{};  ///< behind "HOST:" where there are clients
    std::optional<double> utilisation{};
    std::optional<double> read_request_size{};
};

/// What fio prints at the end of a run, or at each --status-interval: totals since the start.
struct FioOutput {
    std::string version{};  ///< "fio-3.36"
    std::optional<double> ended_at{};
    std::vector<FioJob> jobs{};
    std::vector<FioJob> all_clients{};  ///< with client/server: the sum of the clients as one
    std::vector<FioDisk> disks{};
    bool new_call = false;    ///< not a later output of the call before it
    bool jobs_cut = false;    ///< the file ends in the jobs or right behind one
    bool jobs_known = false;  ///< … but as many as fio started are there
    bool disks_cut = false;   ///< the file ends before the disks
};

/// Jobs that ran together as one: rates added, or where some ended earlier all bytes and requests
/// over the longest runtime (fio's own line of a group: stat.c, show_run_stats); means weighted by
/// requests; percentiles only from bins, since percentiles of several jobs cannot be combined.
FioFigures sum_of(const std::vector<const FioFigures*>& jobs);

}  // namespace throughline::importers
