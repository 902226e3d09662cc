// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/run_lookup.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "engine/metrics/registry.h"
#include "engine/spec/spec.h"
#include "engine/spec/study_loader.h"

namespace throughline::analysis {
namespace {

/// Calls `take` with each value of a metric, whatever its label.
template <class Take>
void for_each_label(const record::RunData& run, std::string_view id, Take take) {
    for (auto at = run.metrics.lower_bound(id); at != run.metrics.end(); ++at) {
        const std::string_view key = at->first;
        if (!key.starts_with(id)) {
            break;
        }
        if (key.size() == id.size() || key[id.size()] == '{') {
            take(key, at->second.value);
        }
    }
}

std::string device_of(std::string_view key) {
    auto parsed = metrics::parse_metric_key(key);
    return parsed.label == "device" ? std::move(parsed.value) : std::string();
}

bool are_digits(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool are_letters(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char byte) {
        return byte >= 'a' && byte <= 'z';
    });
}

/// What a device is by its name. Partitions, dm and md devices repeat the I/O of their disks.
enum class DeviceKind { Disk, Repeats, Unclear, Other };

/// "dev8-0", as sar names devices without -p. Only SCSI's numbers tell disks from partitions; those
/// of others are given out as they come.
/// Source: Linux, Documentation/admin-guide/devices.txt (8, 65 to 71, 128 to 135 block).
DeviceKind kind_of_numbers(std::string_view numbers) {
    const std::size_t dash = numbers.find('-');
    const std::string major(numbers.substr(0, dash));
    const std::string minor(numbers.substr(dash + 1));
    constexpr std::size_t kDigitsMax = 6;
    if (!are_digits(major) || !are_digits(minor) || major.size() > kDigitsMax ||
        minor.size() > kDigitsMax) {
        return DeviceKind::Other;
    }
    const int kind = std::stoi(major);
    constexpr int kMinorsOfDisk = 16;
    const bool scsi = kind == 8 || (kind >= 65 && kind <= 71) || (kind >= 128 && kind <= 135);
    return !scsi                                   ? DeviceKind::Unclear
           : std::stoi(minor) % kMinorsOfDisk == 0 ? DeviceKind::Disk
                                                   : DeviceKind::Repeats;
}

/// "sda", "nvme0n1", "h1:vdb": a disk; "sda1", "dm-0", "dev253-1": may repeat one.
/// Source: Linux, Documentation/admin-guide/devices.txt.
DeviceKind kind_of_device(std::string_view name) {
    name.remove_prefix(name.rfind(':') == std::string_view::npos ? 0 : name.rfind(':') + 1);
    for (const std::string_view stacked : {"dm-", "md", "loop", "ram", "zram", "bcache", "drbd"}) {
        if (name.starts_with(stacked) && are_digits(name.substr(stacked.size()))) {
            return DeviceKind::Repeats;
        }
    }
    if (name.starts_with("dev") && name.find('-') != std::string_view::npos) {
        return kind_of_numbers(name.substr(3));
    }
    if (name.starts_with("nvme")) {
        const std::size_t space = name.find('n', 4);
        if (space == std::string_view::npos || !are_digits(name.substr(4, space - 4))) {
            return DeviceKind::Other;
        }
        return are_digits(name.substr(space + 1)) ? DeviceKind::Disk : DeviceKind::Repeats;
    }
    for (const std::string_view counted : {"mmcblk", "disk"}) {  // "disk1": record::anonymise()
        if (name.starts_with(counted)) {
            return are_digits(name.substr(counted.size())) ? DeviceKind::Disk : DeviceKind::Repeats;
        }
    }
    for (const std::string_view kind : {"sd", "vd", "xvd", "hd"}) {
        if (!name.starts_with(kind)) {
            continue;
        }
        const auto rest = name.substr(kind.size());
        const std::size_t digits = std::min(rest.find_first_of("0123456789"), rest.size());
        if (are_letters(rest.substr(0, digits))) {
            return digits == rest.size()             ? DeviceKind::Disk
                   : are_digits(rest.substr(digits)) ? DeviceKind::Repeats
                                                     : DeviceKind::Other;
        }
    }
    return DeviceKind::Other;
}

/// Whether key takes more than one value among the runs in which it matters.
bool varies(const std::vector<const record::RunData*>& runs, const std::string& key) {
    std::optional<spec::SettingValue> first;
    for (const auto* run : runs) {
        const spec::Settings& settings = run->started.settings;
        const auto value = settings.find(key);
        if (value == settings.end() || !spec::setting_matters(key, spec::stages_of(settings))) {
            continue;
        }
        if (first && *first != value->second) {
            return true;
        }
        first = value->second;
    }
    return false;
}

}  // namespace

std::optional<double> metric_of(const record::RunData& run, std::string_view key) {
    const auto found = run.metrics.find(key);
    return found == run.metrics.end() ? std::nullopt : std::optional(found->second.value);
}

std::optional<double> metric_sum(const record::RunData& run, std::string_view id) {
    if (const auto whole = metric_of(run, id)) {
        return whole;  // a total is never added to its parts
    }
    bool disks = false;
    bool repeats = false;
    bool unclear = false;
    std::size_t labels = 0;
    for_each_label(run, id, [&](std::string_view key, double) {
        const DeviceKind kind = kind_of_device(device_of(key));
        disks = disks || kind == DeviceKind::Disk;
        repeats = repeats || kind == DeviceKind::Repeats;
        unclear = unclear || kind == DeviceKind::Unclear;
        ++labels;
    });
    if (labels > 1 && (unclear || (repeats && !disks))) {
        return std::nullopt;  // which of them lie in others is not known
    }
    std::optional<double> sum;
    for_each_label(run, id, [&](std::string_view key, double value) {
        if (!disks || kind_of_device(device_of(key)) == DeviceKind::Disk) {
            sum = sum.value_or(0.0) + value;
        }
    });
    return sum;
}

std::optional<double> metric_max(const record::RunData& run, std::string_view id) {
    std::optional<double> largest;
    for_each_label(run, id, [&](std::string_view, double value) {
        largest = std::max(largest.value_or(value), value);
    });
    return largest;
}

std::optional<double> metric_min(const record::RunData& run, std::string_view id) {
    std::optional<double> smallest;
    for_each_label(run, id, [&](std::string_view, double value) {
        smallest = std::min(smallest.value_or(value), value);
    });
    return smallest;
}

std::string setting_or_empty(const record::RunData& run, std::string_view key) {
    return spec::text_or_empty(run.started.settings, key);
}

std::optional<double> setting_number_of(const record::RunData& run, std::string_view key) {
    return spec::number_at(run.started.settings, key);
}

std::vector<std::string> varied_keys(const std::vector<const record::RunData*>& runs) {
    std::set<std::string> used;
    for (const auto* run : runs) {
        for (const auto& [key, value] : run->started.settings) {
            used.insert(key);
        }
    }
    // Which then follows loader.workers, and is no other difference.
    const auto by_loader = [](const auto* run) {
        return spec::is_by_loader(run->started.settings);
    };
    if (std::ranges::any_of(runs, by_loader)) {
        used.erase("decode.threads");
    }
    // Among how many nodes the data are shared out goes with their number.
    if (used.contains("node_count")) {
        used.erase("dataset.nodes");
    }
    std::vector<std::string> keys;
    const auto take = [&](const std::string& key) {
        if (used.erase(key) > 0 && key != "stages" && varies(runs, key)) {
            keys.push_back(key);
        }
    };
    for (const auto& setting : spec::all_settings()) {
        take(setting.key);
    }
    for (const auto& foreign : std::set<std::string>(used)) {
        take(foreign);
    }
    return keys;
}

}  // namespace throughline::analysis
