// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/draft/assumptions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "engine/base/nearest.h"
#include "engine/base/say.h"
#include "engine/importers/read/scan.h"
#include "engine/metrics/registry.h"

namespace throughline::importers {
namespace {

constexpr std::string_view kAnyName = "NAME";

constexpr std::array kHelps{
    ReadingHelp{"time_zone", "Time zone of times written without one: +02:00, Z"},
    ReadingHelp{"start_time", "When a file without a date began: 2024-03-14T17:53:14Z"},
    ReadingHelp{"period_seconds", "Seconds between rows or reports that have no time"},
    ReadingHelp{"samples_are", "images: samples per second are images per second"},
    ReadingHelp{"mode", "no_boot_report: the first report of iostat is part of the measurement"},
    ReadingHelp{"log_type", "What a fio log holds: bw, iops, lat, clat or slat"},
    ReadingHelp{"latency_unit", "Unit of latencies in a fio log: us (before fio 2.99) or ns"},
    ReadingHelp{"log_values", "What a fio log of windows holds: mean, or max (log_max_value=1)"},
    ReadingHelp{"traffic_unit", "Unit of dool's disk and network columns: bits or bytes"},
    ReadingHelp{"columns",
                "Of a plain CSV: proposed, or COLUMN=METRIC[*FACTOR],… of those that count; of "
                "nvidia-smi --query-gpu: its fields in order, separated by commas"},
    ReadingHelp{"statistic",
                "Statistic of CloudWatch's values: Average, Sum, Maximum, Minimum, SampleCount"},
    ReadingHelp{"metric", "Metric id of a Prometheus series that has no name"},
    ReadingHelp{"metric.NAME", "Metric id of the series NAME of CloudWatch or Prometheus"},
    ReadingHelp{"column.NAME",
                "Of a plain CSV: time, or the id of a metric (id*FACTOR: in its stored unit) or "
                "condition"},
};

bool stands_for(std::string_view pattern, std::string_view key) {
    if (!pattern.ends_with(kAnyName)) {
        return pattern == key;
    }
    pattern.remove_suffix(kAnyName.size());
    return key.starts_with(pattern) && key.size() > pattern.size();
}

/// "KiB" -> 1,024; nothing for what is not a unit of bytes. A bare "k" may mean both.
std::optional<double> bytes_of_unit(std::string_view unit) {
    constexpr std::array<std::string_view, 5> kDecimal = {"B", "kB", "MB", "GB", "TB"};
    constexpr std::array<std::string_view, 5> kBinary = {"B", "KiB", "MiB", "GiB", "TiB"};
    for (std::size_t power = 0; power < kDecimal.size(); ++power) {
        if (unit == kDecimal[power] || unit == kBinary[power]) {
            return std::pow(unit == kBinary[power] ? 1024.0 : 1000.0, static_cast<double>(power));
        }
    }
    return std::nullopt;
}

Error no_number(std::string_view key,
                std::string_view answer,
                std::string_view number,
                std::string_view behind,
                bool is_size) {
    if (number.empty()) {
        return usage_error(
            is_size ? say("assumption %1=%2: a number is needed, write bytes or a unit of them: "
                          "4096, 4KiB, 4kB",
                          key,
                          answer)
                    : say("assumption %1=%2: a number is needed", key, answer));
    }
    return usage_error(
        is_size ? say("assumption %1=%2: '%3' after the number is not allowed, write bytes or a "
                      "unit of "
                      "them: 4096, 4KiB, 4kB",
                      key,
                      answer,
                      behind)
                : say("assumption %1=%2: '%3' after the number is not allowed, write %1=%4",
                      key,
                      answer,
                      behind,
                      number));
}

}  // namespace

Result<double> assumption_number(std::string_view key, std::string_view answer) {
    answer = trim(answer);
    const metrics::MetricInfo* const info = metrics::find_metric(key);
    const bool is_size = info != nullptr && std::string_view(info->unit) == "bytes";
    if (const auto plain = parse_number(answer)) {
        return *plain;
    }
    const std::size_t digits = answer.find_first_not_of("+-.0123456789");
    const std::string_view number = trim(answer.substr(0, digits));
    const std::string_view behind =
        digits == std::string_view::npos ? std::string_view() : trim(answer.substr(digits));
    const auto value = parse_number(number);
    const auto factor = is_size ? bytes_of_unit(behind) : std::nullopt;
    if (value && factor) {
        return *value * *factor;
    }
    return no_number(key, answer, value ? number : std::string_view(), behind, is_size);
}

std::span<const ReadingHelp> reading_helps() noexcept {
    return kHelps;
}

bool is_reading_help(std::string_view key) {
    return std::any_of(kHelps.begin(), kHelps.end(), [&](const ReadingHelp& help) {
        return stands_for(help.key, key);
    });
}

Result<void> check_assumption_key(std::string_view key) {
    const auto* const info = metrics::find_metric(key);
    if (is_reading_help(key) || (info != nullptr && info->kind == metrics::Kind::Condition)) {
        return {};
    }
    if (info != nullptr) {
        return usage_error(say("assumption %1: it is measured, and cannot be assumed", key));
    }

    std::vector<std::string_view> known;
    known.reserve(kHelps.size() + metrics::all_metrics().size());
    for (const ReadingHelp& help : kHelps) {
        known.emplace_back(help.key);
    }
    for (const metrics::MetricInfo& each : metrics::all_metrics()) {
        if (each.kind == metrics::Kind::Condition) {
            known.emplace_back(each.id);
        }
    }
    const std::string_view nearest = nearest_word(key, known);
    return usage_error(
        nearest.empty()
            ? say("assumption %1: no condition of that name", key)
            : say("assumption %1: no condition of that name; did you mean %2?", key, nearest));
}

Result<void> add_assumption(Assumptions& assumptions, std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string_view::npos || equals + 1 == text.size()) {
        return usage_error(say("'%1' is not of the form KEY=VALUE", text));
    }
    const std::string_view key = text.substr(0, equals);
    if (auto known = check_assumption_key(key); !known) {
        return known;
    }
    const metrics::MetricInfo* const info = metrics::find_metric(key);
    const bool is_number = info != nullptr && std::string_view(info->unit) != "text";
    if (is_number) {
        if (auto number = assumption_number(key, text.substr(equals + 1)); !number) {
            return std::move(number).error();
        }
    }
    assumptions.insert_or_assign(std::string(key), std::string(text.substr(equals + 1)));
    return {};
}

}  // namespace throughline::importers
