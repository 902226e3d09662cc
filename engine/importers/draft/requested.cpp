// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/draft/requested.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <string_view>

#include "engine/metrics/registry.h"

namespace throughline::importers {
namespace {

struct Requested {
    std::string_view of_device;
    std::string_view asked_for;
};
constexpr std::array kAskedNames{
    Requested{"read_bytes_per_second", "requested_read_bytes_per_second"},
    Requested{"write_bytes_per_second", "requested_write_bytes_per_second"},
    Requested{"read_iops", "read_requests_per_second"},
    Requested{"write_iops", "write_requests_per_second"}};

/// Returns whether one of a device stays.
template <class Entries>
bool rename_asked(Entries& entries, const Requested& name) {
    bool stays = false;
    auto at = entries.lower_bound(name.of_device);
    while (at != entries.end() && at->first.starts_with(name.of_device)) {
        const auto next = std::next(at);
        const metrics::MetricKey key = metrics::parse_metric_key(at->first);
        if (key.id == name.of_device && key.label != "device") {
            auto entry = entries.extract(at);
            entry.key().replace(0, name.of_device.size(), name.asked_for);
            entries.insert(std::move(entry));
        } else {
            stays = stays || key.id == name.of_device;
        }
        at = next;
    }
    return stays;
}

/// The header says which quantities the study has.
void list_asked(record::Study& study, const Requested& name, bool stays) {
    auto& listed = study.header.metrics;
    const auto id = [](const auto& entry) { return std::string_view(entry.id); };
    const auto found = std::ranges::find(listed, name.of_device, id);
    if (found == listed.end() || std::ranges::count(listed, name.asked_for, id) > 0) {
        return;
    }
    const metrics::MetricInfo& info = *metrics::find_metric(name.asked_for);
    if (stays) {
        listed.push_back({info.id, info.unit, info.dimension});
    } else {
        *found = {info.id, info.unit, info.dimension};
    }
}

}  // namespace

void name_as_requested(record::Study& study) {
    for (const Requested& name : kAskedNames) {
        bool stays = false;
        for (record::RunData& run : study.runs) {
            stays = rename_asked(run.metrics, name) || stays;
            rename_asked(run.absent, name);
            for (record::Sample& sample : run.samples) {
                stays = rename_asked(sample.metrics, name) || stays;
            }
        }
        list_asked(study, name, stays);
    }
}

}  // namespace throughline::importers
