// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/report.h"
#include "app/engine/terminal.h"
#include "app/engine/text_table.h"
#include "engine/base/far_path.h"
#include "engine/base/format.h"
#include "engine/metrics/registry.h"
#include "engine/storage/path_target.h"
#include "engine/storage/target_counters.h"

namespace throughline::app {
namespace {

Json device_json(const storage::BlockDevice& device) {
    Json json = {{"name", device.name}, {"virtual", device.is_virtual}};
    if (!device.model.empty()) {
        json["model"] = json_text(device.model);
    }
    if (device.rotational) {
        json["rotational"] = *device.rotational;
    }
    if (!device.scheduler.empty()) {
        json["scheduler"] = device.scheduler;
    }
    if (device.bytes > 0) {
        json["bytes"] = device.bytes;
    }
    if (device.logical_block_bytes > 0) {
        json["logical_block_bytes"] = device.logical_block_bytes;
    }
    return json;
}

Json counter_json(const storage::TargetCounter& counter) {
    Json json = {{"name", counter.name}, {"file", counter.file}, {"metrics", counter.metrics}};
    if (!counter.remark.empty()) {
        json["remark"] = counter.remark;
    }
    if (!counter.missing.empty()) {
        json["missing"] = json_text(counter.missing);
    }
    return json;
}

/// Why the bytes read from a mount are not counted; "" where they are, or no mount counts.
std::string uncounted_text(const storage::PathTarget& target) {
    for (const auto& mount : target.mounts) {
        if (!mount.uncounted.empty()) {
            return mount.mount.file_system + ": " + mount.uncounted;
        }
    }
    return {};
}

void print_as_json(const storage::PathTarget& target) {
    Json counters = Json::array();
    for (const auto& counter : storage::counters_of(target)) {
        counters.push_back(counter_json(counter));
    }
    Json devices = Json::array();
    for (const auto& device : target.devices) {
        devices.push_back(device_json(device));
    }
    print_json({{"path", json_text(target.path)},
                {"mount_point", json_text(target.mount_point)},
                {"file_system", target.file_system},
                {"mount_options", json_text(target.mount_options)},
                {"source", json_text(target.source)},
                {"bytes_total", target.bytes_total},
                {"bytes_free", target.bytes_free},
                {"writable", target.writable},
                {"devices", devices},
                {"no_device_reason", json_text(target.no_device_reason)},
                {"counters", counters},
                {"uncounted_reason", json_text(uncounted_text(target))},
                {"warnings", json_texts(target.warnings)},
                {"memory_bytes", target.memory_bytes}});
}

std::string device_text(const storage::BlockDevice& device) {
    std::string text = device.name;
    const auto add = [&text](const std::string& part) { text += ", " + part; };
    if (!device.model.empty()) {
        add(device.model);
    }
    if (device.bytes > 0) {
        add(bytes_text(device.bytes));
    }
    if (device.is_virtual) {
        add("virtual");
    }
    if (device.rotational) {
        add(*device.rotational ? "rotating" : "non-rotating");
    }
    if (!device.scheduler.empty()) {
        add("scheduler " + device.scheduler);
    }
    if (device.logical_block_bytes > 0) {
        add("blocks of " + std::to_string(device.logical_block_bytes) + " B");
    }
    return text;
}

/// "NFS client in /proc/self/mountstats: Read rate of the mount, Reads of the mount".
std::string counter_line(const storage::TargetCounter& counter) {
    std::string text = storage::counter_text(counter) + ": ";
    if (!counter.missing.empty()) {
        return text + counter.missing;
    }
    const char* separator = "";
    for (const std::string& metric : counter.metrics) {
        text += separator + metrics::metric_title(metric);
        separator = ", ";
    }
    return counter.remark.empty() ? text : text + " (" + counter.remark + ")";
}

/// Whose time a run's disk utilisation is, which a mount's counters do not tell.
std::string utilisation_text(const storage::PathTarget& target) {
    std::string disks;
    for (const auto& device : target.devices) {
        disks += (disks.empty() ? "" : ", ") + device.name;
    }
    return disks.empty() ? "none: " + target.no_device_reason : "of " + disks;
}

void print_as_text(const storage::PathTarget& target) {
    std::vector<std::vector<std::string>> rows{
        {"path", target.path},
        {"mounted at", target.mount_point},
        {"file system", target.file_system},
        {"mount options", target.mount_options},
        {"source", target.source},
        {"free", bytes_text(target.bytes_free) + " of " + bytes_text(target.bytes_total)},
        {"writable", target.writable ? "yes" : "no"}};
    for (const auto& device : target.devices) {
        rows.push_back({"device", device_text(device)});
    }
    if (target.devices.empty()) {
        rows.push_back({"device", "none: " + target.no_device_reason});
    }
    for (const auto& counter : storage::counters_of(target)) {
        rows.push_back({counter.missing.empty() ? "counter" : "no counter", counter_line(counter)});
    }
    if (const std::string reason = uncounted_text(target); !reason.empty()) {
        rows.push_back({"bytes read", "not counted: " + reason});
    }
    rows.push_back({"disk utilisation", utilisation_text(target)});
    rows.push_back({"host memory", bytes_text(target.memory_bytes)});
    for (const auto& warning : target.warnings) {
        rows.push_back({"note", warning});
    }
    print(aligned(rows, {.columns = output_columns()}));
}

}  // namespace

void add_inspect_command(CLI::App& app, int& exit_code) {
    CLI::App* const command = app.add_subcommand(
        "inspect",
        "Show what lies under a path: device, file system, mount options, free space, and the "
        "counters that a run would have");
    const auto path = std::make_shared<std::string>();
    command->add_option("PATH", *path, "File or folder")->required();
    const CLI::Option* const json = command->add_flag("--json")->description("Print JSON");
    command->callback([path, json, &exit_code] {
        if (is_far(*path)) {
            exit_code =
                report(usage_error("'" + *path +
                                   "' lies in a store, not under a path of this machine; 'dataset "
                                   "inspect' shows what it holds"));
            return;
        }
        const auto target = storage::inspect_path(*path);
        if (!target) {
            exit_code = report(target.error());
            return;
        }
        json->count() > 0 ? print_as_json(*target) : print_as_text(*target);
    });
}

}  // namespace throughline::app
