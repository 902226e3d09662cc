// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/gpu/gpu_readings.h"

#include "engine/base/say.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"

namespace throughline::importers {

void GpuReadings::add(const Source& source, const metrics::MetricValues& values) {
    if (values.empty()) {
        return;
    }
    Host& host = hosts_[std::string(source.host)];
    host.gpus.emplace(source.gpu);
    host.timed = host.timed && source.utc.has_value();
    const double time = source.utc.value_or(0.0);
    for (const auto& [id, value] : values) {
        std::string key = metrics::labelled(id, "gpu", source.gpu);
        const auto before = host.last.find(key);
        Slot slot{time, 0};
        if (before != host.last.end() && before->second.first == time) {
            slot.second = before->second.second + 1;
        }
        while (!host.samples[slot].emplace(key, value).second) {
            ++slot.second;
        }
        host.last.insert_or_assign(std::move(key), slot);
    }
}

void GpuReadings::put(const std::string& name, Host& host, std::string_view why_period) {
    RunDraft& run = draft_.add_run();
    run.set("host", std::string_view(name));
    run.set("gpu_count", static_cast<double>(host.gpus.size()));
    const double first = host.samples.begin()->first.first;
    const bool one_time = host.samples.rbegin()->first.first == first;
    const bool placed = host.timed && !(one_time && host.samples.size() > 1);
    const auto period = placed ? std::nullopt : draft_.assumed_number("period_seconds");
    if (placed) {
        run.times_are_absolute();
    } else if (host.samples.size() > 1 && !period) {
        draft_.ask("period_seconds", why_period);
        run.set("step_axis", to_say("readings"));
    }
    if (host.samples.size() == 1) {
        run.note(
            "gpu.moment",
            record::Level::Info,
            to_say("The file holds one reading of each GPU: a moment, not a mean over a run."));
    }
    const double step = period.value_or(1.0);
    double order = 0.0;
    for (auto& [slot, values] : host.samples) {
        order += 1.0;
        run.sample(placed ? slot.first : order * step, placed ? 0.0 : step, std::move(values));
    }
}

void GpuReadings::finish(std::string_view why_period) {
    for (auto& [name, host] : hosts_) {
        put(name, host, why_period);
    }
}

std::optional<double> reading_time(std::string_view cell, Draft& draft) {
    constexpr double kSecondsMax = 1e11;  // the year 5138; in ms it is 1973
    constexpr double kMillisecondsMax = 1e14;
    if (const auto number = parse_number(cell)) {
        const double scale = *number < kSecondsMax ? 1.0 : *number < kMillisecondsMax ? 1e3 : 1e9;
        return *number > 0.0 ? std::optional(*number / scale) : std::nullopt;
    }
    const auto moment = parse_moment(cell);
    if (!moment) {
        return std::nullopt;
    }
    return draft.utc_of(*moment);
}

}  // namespace throughline::importers
