// SPDX-License-Identifier: Apache-2.0
#include "app/engine/run_display.h"

#include <algorithm>
#include <cstdio>
#include <set>
#include <string>

#include "app/engine/report.h"
#include "engine/base/clock.h"
#include "engine/base/counted.h"
#include "engine/base/format.h"
#include "engine/base/visible_text.h"
#include "engine/metrics/registry.h"
#include "engine/spec/gpu_network.h"
#include "engine/storage/target_counters.h"

namespace throughline::app {
namespace {

/// The keys in which the points differ, in the order of the spec.
std::vector<std::string> differing_keys(const std::vector<spec::Settings>& points) {
    std::vector<std::string> keys;
    for (const auto& setting : points.front()) {
        const bool same = std::ranges::all_of(
            points, [&](const auto& point) { return point.at(setting.first) == setting.second; });
        if (!same) {
            keys.push_back(setting.first);
        }
    }
    return keys;
}

/// Networks that a stand-in is measured for.
std::set<std::string> proxies(const std::vector<spec::Settings>& points) {
    std::set<std::string> networks;
    for (const auto& point : points) {
        const std::string& network = spec::text_of(point, "consumer.network");
        if (measure::needs_gpu(point) && spec::is_proxy(network)) {
            networks.emplace(spec::catalogue_id(network));
        }
    }
    return networks;
}

std::string devices_text(const storage::PathTarget& target) {
    std::string text;
    for (const auto& device : target.devices) {
        text += (text.empty() ? "" : ", ") + device.name;
    }
    if (!text.empty()) {
        return text;
    }
    for (const auto& counter : storage::counters_of(target)) {
        if (counter.missing.empty()) {
            text += (text.empty() ? "; counted by " : ", ") + storage::counter_text(counter);
        }
    }
    return "no block device" + text;
}

}  // namespace

void RunDisplay::plan(const measure::PreparedStudy& prepared) {
    const auto& plan = prepared.plan;
    seconds_total_ = plan.seconds;
    shown_keys_ = differing_keys(prepared.points);
    if (quiet_) {
        return;
    }
    if (prepared.begun) {
        std::fprintf(stderr,
                     "%s of %s missing\n",
                     format_count(prepared.todo.size()).c_str(),
                     counted(prepared.points.size(), "run is", "runs are").c_str());
    }
    for (const auto& [path, source] : prepared.sources.all()) {
        std::fprintf(
            stderr,
            "%s: %s images, %s, mean %s; %s on %s\n",
            visible_line(path).c_str(),
            format_count(source.images->size()).c_str(),
            format_quantity(static_cast<double>(source.images->bytes_total()), "bytes").c_str(),
            format_quantity(static_cast<double>(source.images->bytes_total()) /
                                static_cast<double>(source.images->size()),
                            "bytes")
                .c_str(),
            source.target.file_system.c_str(),
            devices_text(source.target).c_str());
        for (const auto& warning : source.target.warnings) {
            std::fprintf(stderr, "warning: %s\n", visible_line(warning).c_str());
        }
    }
    std::fprintf(stderr,
                 "%s %s, about %s; will read about %s; memory of the pipeline %s\n",
                 format_count(static_cast<std::uint64_t>(plan.runs)).c_str(),
                 plan.runs == 1 ? "run" : "runs",
                 format_duration(plan.seconds).c_str(),
                 plan.read_bytes > 0.0 ? format_quantity(plan.read_bytes, "bytes").c_str()
                                       : "an unknown amount",
                 format_quantity(static_cast<double>(plan.memory_bytes), "bytes").c_str());
    for (const std::string& network : proxies(prepared.points)) {
        std::fprintf(stderr,
                     "warning: a proxy runs instead of %s, whose rate it does not tell\n",
                     network.c_str());
    }
    std::fflush(stderr);
}

void RunDisplay::progress(const measure::StudyProgress& progress) {
    phase_ = progress.phase;
    seconds_left_ = progress.seconds_left;
    left_at_ = steady_now();
    where_ = "run " + std::to_string(progress.run) + "/" + std::to_string(progress.runs);
    if (progress.settings != nullptr) {
        for (const auto& key : shown_keys_) {
            where_ += "  " + key + "=" + spec::setting_text(progress.settings->at(key));
        }
        if (progress.repeat > 1) {
            where_ += "  repeat " + std::to_string(progress.repeat);
        }
    }
    draw();
}

void RunDisplay::sample(const record::Sample& sample) {
    const auto rate = sample.metrics.find("images_per_second");
    if (rate != sample.metrics.end() && sample.phase != record::Phase::Drain) {
        images_per_second_ = rate->second;
    }
    draw();
}

void RunDisplay::notice(const std::string& text) {
    line_.clear();
    warn(text);
}

void RunDisplay::draw() {
    const double left = std::max(0.0, seconds_left_ - in_seconds(steady_now() - left_at_));
    const double share =
        seconds_total_ > 0.0 ? std::clamp(1.0 - left / seconds_total_, 0.0, 1.0) : -1.0;
    const std::string rate = images_per_second_ < 0.0
                                 ? std::string()
                                 : metrics::format_metric("images_per_second", images_per_second_);
    line_.show(share,
               where_ + "  " + phase_ + "  " + rate + "  " + format_duration(left) + " left");
}

}  // namespace throughline::app
