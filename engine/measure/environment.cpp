// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/environment.h"

#include <sys/resource.h>
#include <sys/utsname.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"
#include "engine/record/this_machine.h"
#include "engine/storage/target_counters.h"

namespace throughline::measure {
namespace {

/// The rest of the line that starts with `key`, without separators and quotes; "" when absent.
std::string field_of(const std::string& text, std::string_view key) {
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line(text.data() + at, end - at);
        if (line.starts_with(key)) {
            const std::size_t begin = line.find_first_not_of(" \t:=\"", key.size());
            const std::size_t last = line.find_last_not_of(" \t\"");
            return begin == std::string_view::npos
                       ? ""
                       : std::string(line.substr(begin, last - begin + 1));
        }
        at = end + 1;
    }
    return "";
}

std::string text_file(const std::string& path) {
    auto text = read_whole_file(path, 1U << 20U);
    return text ? *std::move(text) : std::string();
}

void put(spec::Settings& environment, const std::string& key, std::string value) {
    while (!value.empty() && (value.back() == '\n' || value.back() == ' ')) {
        value.pop_back();
    }
    if (!value.empty()) {
        environment[key] = std::move(value);
    }
}

void put_host(spec::Settings& environment) {
    environment = record::this_machine_facts();
    utsname names{};
    if (::uname(&names) == 0) {
        put(environment, "host.kernel", names.release);
    }
    put(environment, "host.os", field_of(text_file("/etc/os-release"), "PRETTY_NAME"));
    put(environment,
        "cpu.governor",
        text_file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
    put(environment,
        "cpu.driver",
        text_file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_driver"));
    rlimit limit{};
    if (::getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        environment["memory_lock_bytes"] = static_cast<std::int64_t>(limit.rlim_cur);
    }
    environment["engine.version"] = std::string(THROUGHLINE_VERSION);
}

/// The serial number or world-wide name of a disk, where its driver says one.
std::string serial_of(const std::string& device) {
    const std::string folder = "/sys/block/" + device + "/";
    for (const char* const name : {"wwid", "device/wwid", "serial", "device/serial"}) {
        if (auto text = text_file(folder + name); text.find_first_not_of(" \n") != text.npos) {
            return text;
        }
    }
    return {};
}

void put_device(spec::Settings& environment, const storage::BlockDevice& device) {
    const std::string prefix = "device." + device.name + ".";
    put(environment, prefix + "model", device.model);
    put(environment, prefix + "id", record::disk_identity(serial_of(device.name)));
    put(environment, prefix + "scheduler", device.scheduler);
    environment[prefix + "virtual"] = device.is_virtual;
    if (device.rotational) {
        environment[prefix + "rotational"] = *device.rotational;
    }
    environment[prefix + "bytes"] = static_cast<std::int64_t>(device.bytes);
}

/// Which counters the figures of a data set's reads are of, and which there are not.
void put_counters(spec::Settings& environment,
                  const std::string& prefix,
                  const storage::PathTarget& target) {
    std::string counters;
    std::string disks;
    std::string missing;
    for (const storage::TargetCounter& counter : storage::counters_of(target)) {
        const std::string text = storage::counter_text(counter);
        if (!counter.missing.empty()) {
            missing += (missing.empty() ? "" : "; ") + text + ": " + counter.missing;
            continue;
        }
        counters += (counters.empty() ? "" : ", ") + text;
        if (counter.file == std::string("/proc/diskstats")) {
            disks += (disks.empty() ? "" : ", ") + counter.name;
        }
    }
    for (const counters::MountSurvey& mount : target.mounts) {
        if (!mount.uncounted.empty() && mount.missing.empty()) {
            missing +=
                (missing.empty() ? "" : "; ") +
                say_english("bytes read from %1: %2", mount.mount.file_system, mount.uncounted);
        }
    }
    put(environment, prefix + "counters", counters.empty() ? "none" : counters);
    put(environment, prefix + "counters_missing", missing);
    put(environment, prefix + "disk_utilisation_of", disks.empty() ? "none" : disks);
}

void put_target(spec::Settings& environment,
                const std::string& prefix,
                const storage::PathTarget& target) {
    put(environment, prefix + "file_system", target.file_system);
    put(environment, prefix + "mount_options", target.mount_options);
    put(environment, prefix + "source", target.source);
    put_counters(environment, prefix, target);
    for (const auto& device : target.devices) {
        put_device(environment, device);
    }
}

}  // namespace

spec::Settings environment(const StudySources& sources) {
    spec::Settings environment;
    put_host(environment);
    int number = 0;
    for (const auto& [key, source] : sources.all()) {
        const std::string prefix = "dataset." + std::to_string(++number) + ".";
        put(environment, prefix + "path", source.images->root());
        put(environment, prefix + "format", dataset::format_name(source.images->format()));
        environment[prefix + "files"] = static_cast<std::int64_t>(source.images->file_count());
        environment[prefix + "images"] = static_cast<std::int64_t>(source.images->size());
        environment[prefix + "bytes"] = static_cast<std::int64_t>(source.images->bytes_total());
        put_target(environment, prefix, source.target);
    }
    return environment;
}

spec::Settings environment(const storage::PathTarget& target) {
    spec::Settings environment;
    put_host(environment);
    put(environment, "dataset.1.path", target.path);
    put_target(environment, "dataset.1.", target);
    return environment;
}

}  // namespace throughline::measure
