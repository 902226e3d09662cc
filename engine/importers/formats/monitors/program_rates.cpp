// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/monitors/program_rates.h"

#include <algorithm>

#include "engine/base/say.h"
#include "engine/importers/read/scan.h"

namespace throughline::importers {

std::string ProgramRates::program_of(std::string_view command) {
    const auto parts = words(command);
    if (parts.empty()) {
        return "?";
    }
    std::string_view name = parts.front();
    if (name.starts_with('[')) {  // a thread of the kernel: "[kworker/0:1-events]"
        name.remove_prefix(1);
        name = name.substr(0, name.find_first_of("]"));
        name = name.substr(0, name.find_first_of("/:"));
    } else {
        name = name.substr(name.find_last_of('/') + 1);
    }
    std::string clean(name.empty() ? "?" : name);
    std::replace_if(
        clean.begin(), clean.end(), [](char byte) { return byte == '{' || byte == '}'; }, '_');
    return clean;
}

void ProgramRates::add(double t, const std::string& program, const Row& row) {
    Interval& interval = at_[t];
    if (weight_.size() >= kNamesMax && weight_.find(program) == weight_.end()) {
        return;
    }
    const std::array<std::optional<double>, Kinds> values{
        row.cpu, row.read_bytes_per_second, row.write_bytes_per_second};
    constexpr std::array<double, Kinds> kWeights{1.0, 1e-6, 1e-6};  // 1 % of a CPU is as 1 MB/s
    double& weight = weight_[program];
    auto& sums = interval.programs[program];
    for (std::size_t kind = 0; kind < Kinds; ++kind) {
        if (values.at(kind)) {
            has_.at(kind) = true;
            sums.at(kind) += *values.at(kind);
            weight += *values.at(kind) * kWeights.at(kind);
        }
    }
}

void ProgramRates::add_host(double t, std::string_view metric, double value) {
    at_[t].host.insert_or_assign(std::string(metric), value);
}

const std::vector<std::string>& ProgramRates::kept() const {
    if (kept_.empty() && !weight_.empty()) {
        std::vector<std::pair<double, std::string>> order;
        for (const auto& [name, weight] : weight_) {
            order.emplace_back(-weight, name);
        }
        std::sort(order.begin(), order.end());
        const auto idle = std::find_if(
            order.begin(), order.end(), [](const auto& entry) { return entry.first == 0.0; });
        if (idle != order.begin()) {
            order.erase(idle, order.end());
        }
        for (std::size_t i = 0; i < std::min(kKept, order.size()); ++i) {
            kept_.push_back(order[i].second);
        }
    }
    return kept_;
}

metrics::MetricValues ProgramRates::values_of(const Interval& interval) const {
    static constexpr std::array<const char*, Kinds> kIds{
        "program_cpu", "program_read_bytes_per_second", "program_write_bytes_per_second"};
    metrics::MetricValues values = interval.host;
    for (const std::string& program : kept()) {
        const auto found = interval.programs.find(program);
        for (std::size_t kind = 0; kind < Kinds; ++kind) {
            if (has_.at(kind)) {
                values.emplace(metrics::labelled(kIds.at(kind), "program", program),
                               found == interval.programs.end() ? 0.0 : found->second.at(kind));
            }
        }
    }
    return values;
}

void ProgramRates::say_kept(RunDraft& run) const {
    run.note(
        "programs.added_up",
        record::Level::Info,
        to_say("Processes of one program are added up; a program that an interval does not list "
               "counts as idle in it."));
    if (weight_.size() > kept().size()) {
        run.note("programs.kept",
                 record::Level::Info,
                 say_english("Of %1 programs the %2 with the most CPU time and I/O are kept.",
                             std::to_string(weight_.size()),
                             std::to_string(kept().size())));
    }
}

}  // namespace throughline::importers
