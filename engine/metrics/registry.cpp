// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/registry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <unordered_map>
#include <vector>

#include "engine/base/say.h"
#include "engine/metrics/registry_tables.h"

namespace throughline::metrics {
namespace {

std::vector<MetricInfo> join_tables() {
    std::vector<MetricInfo> all;
    for (const auto table : {tables::throughput_metrics(),
                             tables::storage_metrics(),
                             tables::cache_metrics(),
                             tables::remote_metrics(),
                             tables::compute_metrics(),
                             tables::observed_metrics()}) {
        all.insert(all.end(), table.begin(), table.end());
    }
    for (const auto table : {tables::imported_storage_metrics(), tables::imported_metrics()}) {
        for (MetricInfo info : table) {
            info.source = to_say("imported results");
            all.push_back(info);
        }
    }
    const std::vector<MetricInfo> conditions = tables::conditions();
    all.insert(all.end(), conditions.begin(), conditions.end());
    return all;
}

std::unordered_map<std::string_view, const MetricInfo*> index_by_id() {
    std::unordered_map<std::string_view, const MetricInfo*> index;
    for (const MetricInfo& info : all_metrics()) {
        index.emplace(info.id, &info);
    }
    return index;
}

std::string_view id_of(std::string_view key) noexcept {
    return key.substr(0, key.find('{'));
}

/// Settings are shown as they were typed: 65536 threads are not "65.5 k".
std::string plain_number(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.15g", value);
    return with_marks(text.data());
}

}  // namespace

std::span<const MetricInfo> all_metrics() noexcept {
    static const std::vector<MetricInfo> kAll = join_tables();
    return kAll;
}

const MetricInfo* find_metric(std::string_view key) noexcept {
    static const std::unordered_map<std::string_view, const MetricInfo*> kIndex = index_by_id();
    const auto found = kIndex.find(id_of(key));
    return found == kIndex.end() ? nullptr : found->second;
}

std::string MetricKey::text() const {
    return labelled(id, label, value);
}

MetricKey parse_metric_key(std::string_view key) {
    MetricKey parsed;
    parsed.id = id_of(key);
    if (parsed.id.size() == key.size() || !key.ends_with('}')) {
        return parsed;
    }
    const std::string_view inside =
        key.substr(parsed.id.size() + 1, key.size() - parsed.id.size() - 2);
    const std::size_t equals = inside.find('=');
    if (equals == std::string_view::npos) {
        return parsed;
    }
    parsed.label = inside.substr(0, equals);
    parsed.value = inside.substr(equals + 1);
    return parsed;
}

std::string labelled(std::string_view id, std::string_view label, std::string_view value) {
    std::string key(id);
    if (!label.empty()) {
        key.append("{").append(label).append("=").append(value).append("}");
    }
    return key;
}

const char* words_of_label(std::string_view label, const char* value) {
    struct Words {
        std::string_view value;
        const char* says;
    };
    // What threads do, of a job that is observed.
    constexpr std::array<Words, 10> kDoing{{{"running", to_say("computes")},
                                            {"core", to_say("waits for a processor")},
                                            {"storage", to_say("waits for reads")},
                                            {"network", to_say("waits for a server")},
                                            {"no_room", to_say("waits to hand over")},
                                            {"gpu", to_say("waits for the GPU")},
                                            {"no_work", to_say("waits for work or data")},
                                            {"lock", to_say("waits for a thread")},
                                            {"sleep", to_say("sleeps")},
                                            {"other", to_say("waits for something else")}}};
    const auto found = label == "doing"
                           ? std::ranges::find(kDoing, std::string_view(value), &Words::value)
                           : kDoing.end();
    return found == kDoing.end() ? value : found->says;
}

std::string metric_title(std::string_view key) {
    const MetricInfo* const info = find_metric(key);
    if (info == nullptr) {
        return std::string(key);
    }
    const MetricKey parsed = parse_metric_key(key);
    std::string title = say(info->title);
    if (!parsed.value.empty()) {
        title += " (" + say(words_of_label(parsed.label, parsed.value.c_str())) + ")";
    }
    return title;
}

std::string format_metric(std::string_view key, double value, ByteUnits units) {
    const MetricInfo* const info = find_metric(key);
    if (info == nullptr) {
        return format_quantity(value, "", units);
    }
    const std::string_view unit = info->shown_unit;
    if (info->kind == Kind::Condition && (unit == "1" || unit == "px") && std::isfinite(value)) {
        return unit == "1" ? plain_number(value)
                           : plain_number(value) + number_marks().unit_space + info->shown_unit;
    }
    return format_quantity(value, unit == "text" ? "" : unit, units);
}

}  // namespace throughline::metrics
