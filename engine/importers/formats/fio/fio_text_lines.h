// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/importers/formats/fio/fio_job.h"

// The lines of what fio prints for people, versions 1.20 to 3.40 (fio's stat.c and init.c).
namespace throughline::importers::fio_text {

/// A number as fio prints it: "257MiB/s", "65.9k", "1024.0MB". `unit` is that of its last digit,
/// so that what was printed lies within it.
struct Printed {
    double value = 0.0;
    double unit = 0.0;

    bool agrees_with(double exact) const;
};

/// Fio 2.20 and before wrote "KB" and "K" where it meant 1,024.
enum class Prefixes { Decimal, Binary };
std::optional<Printed> printed_amount(std::string_view text, Prefixes plain);

/// The text between `name` and the next comma: of "min=    7 , max=9411.7K".
std::string_view value_of(std::string_view line, std::string_view name);

/// "one: (g=0): rw=randread, bs=(R) 4096B-4096B, …, ioengine=libaio, iodepth=8".
struct Options {
    std::string name{};
    int group = 0;
    std::string pattern{};
    std::string engine{};
    std::string depth{};
    /// Of reads, writes and trims: least and most.
    std::vector<std::pair<double, double>> sizes{};
    bool by_order = false;  ///< the sizes are of sequential and of random requests

    bool operator==(const Options& other) const = default;
};
std::optional<Options> parse_options(std::string_view line);

/// Least and most size of a direction; nothing where the line does not say.
std::optional<std::pair<double, double>> size_of(const Options& options, FioDirection direction);
/// As an option of a job file would say them: "4096", "4096,16384", "4096-16384".
std::string sizes_text(const Options& options);

/// "one: (groupid=0, jobs=1): err= 0: pid=18492: Sun Nov 22 21:47:37 2026".
struct JobHead {
    std::string name{};
    int group = 0;
    double jobs = 1.0;
    double error = 0.0;
    std::string error_text{};
    std::string pid{};
    std::optional<double> printed_at{};  ///< by the local clock
};
std::optional<JobHead> parse_job_head(std::string_view line);

/// "read: IOPS=65.9k, BW=257MiB/s (270MB/s)(515MiB/2001msec)" and, before 2.18,
/// "read : io=1024.0MB, bw=105342KB/s, iops=26335, runt=  9954msec".
struct DirectionLine {
    std::optional<FioDirection> direction{};  ///< nothing: trims
    std::optional<Printed> iops{};
    std::optional<Printed> bytes_per_second{};
    std::optional<Printed> bytes{};
    std::optional<double> runtime_s{};
};
std::optional<DirectionLine> parse_direction(std::string_view line);

/// "READ: bw=697MiB/s (731MB/s), …, io=1395MiB (1463MB), run=2001-2001msec" below a group's
/// heading, and before 2.18 "READ: io=1024.0MB, aggrb=…, mint=…msec, maxt=…msec".
std::optional<DirectionLine> parse_group_line(std::string_view line);

/// "clat (usec): min=10, max=132571, avg=223.14, stdev=3005.97"; zeros were not measured.
struct LatencyLine {
    std::string_view name{};
    FioLatency latency{};
};
std::optional<LatencyLine> parse_latency(std::string_view line);

/// The unit of "clat percentiles (usec):" in seconds, and what they are of.
struct PercentilesHead {
    std::string_view name{};
    double unit = 0.0;
};
std::optional<PercentilesHead> parse_percentiles_head(std::string_view line);
/// "99.00th=[  416], 99.50th=[ 1237]": per cent and number.
std::vector<std::pair<double, double>> parse_percentiles(std::string_view line);

/// Requests of "issued rwts: total=131850,0,0,0 short=…" and its older spellings: reads, writes,
/// trims. `whole`: no request was short or dropped.
struct Issued {
    std::vector<double> requests{};
    bool whole = true;
};
std::optional<Issued> parse_issued(std::string_view line);

/// "vda: ios=93969/45235, …, util=57.20%".
std::optional<FioDisk> parse_disk(std::string_view line);

/// How many jobs fio said it starts: "Starting 2 processes", "… 1 process and 1 thread".
std::optional<double> parse_start(std::string_view line);

}  // namespace throughline::importers::fio_text
