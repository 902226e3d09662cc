// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/read/csv_guess.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <iterator>
#include <regex>
#include <vector>

#include "engine/base/text.h"
#include "engine/importers/read/scan.h"
#include "engine/metrics/registry.h"

namespace throughline::importers {
namespace {

constexpr CsvUnit kRates[] = {{"B/s", 1.0},
                              {"kB/s", 1e3},
                              {"KiB/s", 1024.0},
                              {"MB/s", 1e6},
                              {"MiB/s", 1048576.0},
                              {"GB/s", 1e9},
                              {"GiB/s", 1073741824.0},
                              {"Mbit/s", 1.25e5},
                              {"Gbit/s", 1.25e8}};
constexpr CsvUnit kSizes[] = {{"B", 1.0},
                              {"kB", 1e3},
                              {"KiB", 1024.0},
                              {"MB", 1e6},
                              {"MiB", 1048576.0},
                              {"GB", 1e9},
                              {"GiB", 1073741824.0}};
constexpr CsvUnit kTimes[] = {
    {"s", 1.0}, {"ms", 1e-3}, {"\u00b5s", 1e-6}, {"ns", 1e-9}, {"min", 60.0}, {"h", 3600.0}};
constexpr CsvUnit kShares[] = {{"%", 1.0}, {"0..1", 100.0}};
constexpr CsvUnit kPerSecond[] = {{"1/s", 1.0}, {"k/s", 1e3}, {"1/min", 1.0 / 60.0}};
constexpr CsvUnit kFrequencies[] = {{"Hz", 1.0}, {"MHz", 1e6}, {"GHz", 1e9}};

struct Hint {
    const char* pattern;
    const char* key;
};

/// The first that is found in the column's name counts.
constexpr Hint kHints[] = {
    {R"(^(time|timestamp|time ?stamp|stamp|date|datetime|elapsed|t)\b)", "time"},
    {R"(ima?ge?s?\b.*(/|per).*s|img/s|images_per)", "images_per_second"},
    {R"(samples?.*(/|per).*s|throughput)", "samples_per_second"},
    {R"(write.*iops)", "write_iops"},
    {R"(iops)", "read_iops"},
    {R"(wr(ite)?.*(p99|99th)|(p99|99th).*wr(ite)?)", "write_latency_p99"},
    {R"(p99|99th)", "read_latency_p99"},
    {R"((^|[^a-z])wr(ite)?.*lat|lat.*[^a-z]wr(ite)?)", "write_latency_mean"},
    {R"(lat)", "read_latency_mean"},
    {R"(gpu.*(util|%|pct|percent|load)|sm ?%)", "gpu_utilisation"},
    {R"(cpu)", "cpu_utilisation"},
    {R"(disk.*util|util)", "disk_utilisation"},
    {R"(write|wr.*b/s)", "write_bytes_per_second"},
    {R"((^|[^a-z])read|(^|[^a-z])bw|bandwidth|[kmg]i?b/s)", "read_bytes_per_second"},
    {R"(loss)", "loss"},
    {R"(epoch)", "epoch"},
    {R"(threads?)", "decode.threads"},
    {R"(workers?)", "workers"},
    {R"(depth|\bqd\b)", "io_depth"},
    {R"(block|\bbs\b)", "block_size"},
    {R"(batch)", "batch_size"},
    {R"(gpus?\b)", "gpu_count"},
    {R"(model|network)", "model"},
    {R"(disk|device|storage)", "storage_target"},
};

/// A unit in a column's name that leaves no doubt. "throughput MB/s" is not a rate of samples.
struct PlainUnit {
    const char* pattern;
    const char* stored;
};
constexpr PlainUnit kPlainUnits[] = {{R"(%|\bpct\b|\bpercent\b)", "%"},
                                     {R"([kmg]i?b(yte)?s?/s)", "bytes/s"}};

/// How else a unit is spelled in the name of a column. "Mb" is a bit, "MB" a byte.
struct Spelling {
    const char* stored;
    const char* name;
    double factor;
};
constexpr Spelling kSpellings[] = {{"s", "us", 1e-6},
                                   {"s", "usec", 1e-6},
                                   {"s", "usecs", 1e-6},
                                   {"s", "msec", 1e-3},
                                   {"s", "msecs", 1e-3},
                                   {"s", "nsec", 1e-9},
                                   {"s", "nsecs", 1e-9},
                                   {"s", "sec", 1.0},
                                   {"bytes/s", "Mb", 1.25e5},
                                   {"bytes/s", "Mbps", 1.25e5},
                                   {"bytes/s", "Gb", 1.25e8},
                                   {"bytes/s", "Gbps", 1.25e8},
                                   {"bytes/s", "MBps", 1e6},
                                   {"bytes/s", "GBps", 1e9}};

using Flags = std::regex_constants::syntax_option_type;
constexpr Flags kAnyCase = std::regex::ECMAScript | std::regex::icase;

/// Names are short: std::regex neither recurses far in them nor takes long.
bool holds(const std::string& column, const std::string& pattern, Flags flags = kAnyCase) {
    return std::regex_search(column, std::regex(pattern, flags));
}

/// Whether the name has a unit that a quantity kept in `stored` cannot have.
bool has_unit_of_another(const std::string& column, std::string_view stored) {
    return std::any_of(std::begin(kPlainUnits), std::end(kPlainUnits), [&](const PlainUnit& unit) {
        return stored != unit.stored && holds(column, unit.pattern);
    });
}

/// Whether the unit stands in the name, apart from other letters; where.
std::size_t place_of(const std::string& column, std::string_view unit, bool any_case) {
    const std::string in = any_case ? lower(column) : column;
    const std::string what = any_case ? lower(unit) : std::string(unit);
    const auto letter = [&](std::size_t at) {
        return at < in.size() && std::isalpha(static_cast<unsigned char>(in[at])) != 0;
    };
    for (std::size_t at = in.find(what); at != std::string::npos; at = in.find(what, at + 1)) {
        if ((at == 0 || !letter(at - 1)) && !letter(at + what.size())) {
            return at;
        }
    }
    return std::string::npos;
}

struct UnitInName {
    std::string name{};  ///< "" = none
    double factor = 1.0;
    std::size_t at = 0;
};

/// The unit that stands in the name ("bw MiB/s", "lat_ms").
UnitInName unit_in(const std::string& column, std::string_view stored) {
    std::vector<CsvUnit> units(csv_units_for(stored).begin(), csv_units_for(stored).end());
    for (const Spelling& spelling : kSpellings) {
        if (stored == spelling.stored) {
            units.push_back({spelling.name, spelling.factor});
        }
    }
    // As it is written first, since "Mb" and "MB" differ; times are never written otherwise.
    for (const bool any_case : {false, true}) {
        if (any_case && stored == "s") {
            break;
        }
        // The longest spelling wins: "MiB/s" before "B/s". "bw MiB" means a rate, too.
        UnitInName found;
        for (const CsvUnit& unit : units) {
            std::string bare = unit.name;
            bare.resize(std::min(bare.find("/s"), bare.size()));
            const std::size_t at = place_of(column, bare, any_case);
            if (at != std::string::npos && bare.size() > found.name.size()) {
                found = {bare, unit.factor, at};
            }
        }
        if (!found.name.empty()) {
            return found;
        }
    }
    return {};
}

std::string with_factor(std::string_view id, double factor) {
    if (factor == 1.0) {
        return std::string(id);
    }
    const bool whole = std::floor(factor) == factor;
    return std::string(id) + "*" +
           (whole ? std::to_string(static_cast<long long>(factor)) : shortest_text(factor));
}

/// Rates, counts and texts have but one unit; of the others some ids name it.
bool id_says_unit(const metrics::MetricInfo& info) {
    const std::string_view unit = info.unit;
    const std::string_view id = info.id;
    return unit == "1/s" || unit == "1" || unit == "text" || unit == "cores" || unit == "px" ||
           id.ends_with("_per_second") || id.ends_with("_bytes") || id.ends_with("_seconds");
}

/// "step_time_ms": an id, and behind it a unit that means but one thing. "MB" may mean "MiB".
CsvGuess id_with_unit(const std::string& column) {
    struct Ending {
        std::string_view text;
        std::string_view stored;
        double factor;
    };
    static constexpr Ending kEndings[] = {{"ms", "s", 1e-3},
                                          {"us", "s", 1e-6},
                                          {"ns", "s", 1e-9},
                                          {"s", "s", 1.0},
                                          {"sec", "s", 1.0},
                                          {"seconds", "s", 1.0},
                                          {"pct", "%", 1.0},
                                          {"percent", "%", 1.0},
                                          {"%", "%", 1.0},
                                          {"bytes", "bytes", 1.0},
                                          {"kib", "bytes", 1024.0},
                                          {"mib", "bytes", 1048576.0},
                                          {"gib", "bytes", 1073741824.0},
                                          {"w", "W", 1.0},
                                          {"mhz", "Hz", 1e6},
                                          {"hz", "Hz", 1.0}};
    const std::string plain = lower(column);
    for (const Ending& ending : kEndings) {
        const std::string behind = "_" + std::string(ending.text);
        if (!plain.ends_with(behind)) {
            continue;
        }
        const std::string id = plain.substr(0, plain.size() - behind.size());
        const auto* const info = metrics::find_metric(id);
        if (info != nullptr && ending.stored == info->unit) {
            return {with_factor(id, ending.factor), true};
        }
        if (id == "time" || id == "elapsed" || id == "t" || id == "timestamp") {
            return {ending.stored == "s" ? with_factor("time", ending.factor) : "", true};
        }
    }
    return {};
}

CsvGuess guess_by_words(const std::string& column) {
    for (const Hint& hint : kHints) {
        if (!holds(column, hint.pattern)) {
            continue;
        }
        const auto* const info = metrics::find_metric(hint.key);
        if (info != nullptr && has_unit_of_another(column, info->unit)) {
            continue;
        }
        const bool plain = info == nullptr || info->kind == metrics::Kind::Condition;
        return {plain ? hint.key : with_factor(hint.key, unit_in(column, info->unit).factor),
                false};
    }
    return {};
}

}  // namespace

std::span<const CsvUnit> csv_units_for(std::string_view stored) {
    struct Family {
        std::string_view stored;
        std::span<const CsvUnit> units;
    };
    static const std::array kFamilies{Family{"bytes/s", kRates},
                                      Family{"bytes", kSizes},
                                      Family{"s", kTimes},
                                      Family{"%", kShares},
                                      Family{"1/s", kPerSecond},
                                      Family{"Hz", kFrequencies}};
    for (const Family& family : kFamilies) {
        if (stored == family.stored) {
            return family.units;
        }
    }
    return {};
}

CsvGuess guess_csv_column(std::string_view name) {
    constexpr std::size_t kNameMax = 100;
    const std::string column(trim(name));
    const std::string plain = lower(column);
    if (plain.empty() || plain.starts_with("unnamed: ")) {
        return {"ignore", true};  // the row numbers of pandas
    }
    if (column.size() > kNameMax) {
        return {};
    }
    if (plain == "time" || plain == "timestamp" || plain == "t_s" || plain == "seconds") {
        return {"time", true};
    }
    if (const auto* const info = metrics::find_metric(column);
        info != nullptr && column.find('{') == std::string::npos) {
        return {column, id_says_unit(*info)};
    }
    if (auto guess = id_with_unit(column); !guess.target.empty()) {
        return guess;
    }
    return guess_by_words(column);
}

}  // namespace throughline::importers
