// SPDX-License-Identifier: Apache-2.0
// count_reads FOLDER: reads every file below a folder once, past the page cache, and prints what
// was read beside what the counters that a run would have grew by, as one line of JSON.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/counters/mount_survey.h"
#include "engine/metrics/proc_samplers.h"
#include "engine/storage/target_counters.h"

namespace {

using Json = nlohmann::ordered_json;
namespace counters = throughline::counters;
namespace metrics = throughline::metrics;
namespace storage = throughline::storage;

std::vector<std::string> files_below(const std::string& folder) {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) {
            files.push_back(entry.path().string());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// Bytes read; a file that cannot be read ends the program.
std::uint64_t read_all(const std::vector<std::string>& files) {
    std::vector<char> buffer(1U << 20U);
    std::uint64_t bytes = 0;
    for (const std::string& path : files) {
        const auto file = throughline::open_file(path, O_RDONLY);
        if (!file) {
            std::fprintf(stderr, "count_reads: %s\n", describe(file.error()).c_str());
            std::exit(1);
        }
        ::posix_fadvise(file->get(), 0, 0, POSIX_FADV_DONTNEED);
        ssize_t got = 0;
        while ((got = ::read(file->get(), buffer.data(), buffer.size())) > 0) {
            bytes += static_cast<std::uint64_t>(got);
        }
        if (got < 0) {
            std::perror(path.c_str());
            std::exit(1);
        }
    }
    return bytes;
}

Json named_counters(const storage::PathTarget& target) {
    Json names = Json::array();
    for (const storage::TargetCounter& counter : storage::counters_of(target)) {
        const std::string text = storage::counter_text(counter);
        names.push_back(counter.missing.empty() ? text : "no " + text + ": " + counter.missing);
    }
    return names;
}

template <class Number>
void put_growth(Json& json,
                const char* name,
                const std::optional<Number>& from,
                const std::optional<Number>& to) {
    if (from && to) {
        json[name] = *to - *from;
    }
}

Json growth(const metrics::HostSnapshot& from, const metrics::HostSnapshot& to) {
    Json all = Json::object();
    for (const auto& [name, disk] : to.disks) {
        const auto& before = from.disks.at(name);
        all[name] = {{"read_bytes", disk.read_bytes - before.read_bytes},
                     {"reads", disk.reads - before.reads}};
    }
    for (const auto& [name, mount] : to.mounts) {
        const auto& before = from.mounts.at(name);
        Json json = Json::object();
        put_growth(json, "read_bytes", before.read_bytes, mount.read_bytes);
        put_growth(json, "reads", before.reads, mount.reads);
        put_growth(json, "read_seconds", before.read_seconds, mount.read_seconds);
        put_growth(json, "requested_bytes", before.requested_bytes, mount.requested_bytes);
        put_growth(json, "daemon_cpu_seconds", before.daemon_cpu_seconds, mount.daemon_cpu_seconds);
        all[name] = json;
    }
    return all;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("Usage: count_reads FOLDER\n", stderr);
        return 2;
    }
    const auto target = storage::inspect_path(argv[1]);
    if (!target) {
        std::fprintf(stderr, "count_reads: %s\n", describe(target.error()).c_str());
        return 1;
    }
    std::vector<std::string> devices;
    for (const auto& device : target->devices) {
        devices.push_back(device.name);
    }
    std::string uncounted;
    for (const auto& mount : target->mounts) {
        uncounted += uncounted.empty() ? mount.uncounted : "";
    }
    metrics::HostSampler host(devices);
    const counters::MountSampler mounts(target->mounts);
    const std::vector<std::string> files = files_below(argv[1]);
    metrics::HostSnapshot from = host.take();
    from.mounts = mounts.take();
    const std::uint64_t read = read_all(files);
    metrics::HostSnapshot to = host.take();
    to.mounts = mounts.take();
    std::puts(Json{{"file_system", target->file_system},
                   {"counters", named_counters(*target)},
                   {"uncounted", uncounted},
                   {"no_device", target->no_device_reason},
                   {"warnings", target->warnings},
                   {"files", files.size()},
                   {"reader_bytes", read},
                   {"growth", growth(from, to)}}
                  .dump()
                  .c_str());
    return 0;
}
