// SPDX-License-Identifier: Apache-2.0
#include "app/engine/plugin_report.h"

#include <algorithm>
#include <array>

#include "app/engine/guarded_child.h"
#include "engine/base/format.h"
#include "engine/consumer/gpu_plugin.h"

namespace throughline::app {
namespace {

using consumer::GpuDeviceFacts;
using consumer::GpuLibraryFacts;
using consumer::GpuPluginReport;

constexpr std::array kCodes{ErrorCode::NotFound,
                            ErrorCode::Format,
                            ErrorCode::Unsupported,
                            ErrorCode::Version,
                            ErrorCode::Limit,
                            ErrorCode::Io,
                            ErrorCode::Internal};

Json error_json(const Error& error) {
    return {{"error", {{"code", error_code_name(error.code)}, {"text", json_text(error.what)}}}};
}

Error error_from(const Json& json) {
    const std::string name = json.value("code", "");
    const auto* const code = std::ranges::find_if(
        kCodes, [&](ErrorCode known) { return name == error_code_name(known); });
    return {.code = code == kCodes.end() ? ErrorCode::Internal : *code,
            .what = json.value("text", "")};
}

Json to_json(const GpuDeviceFacts& device) {
    return {{"name", json_text(device.name)},
            {"pci_address", json_text(device.pci_address)},
            {"uuid", json_text(device.uuid)},
            {"memory_bytes", device.memory_bytes},
            {"memory_free_bytes", device.memory_free_bytes},
            {"compute_major", device.compute_major},
            {"compute_minor", device.compute_minor},
            {"usable", device.usable}};
}

Json to_json(const GpuLibraryFacts& library) {
    return {{"name", json_text(library.name)},
            {"needed_for", json_text(library.needed_for)},
            {"version", json_text(library.version)},
            {"found", library.found},
            {"detail", json_text(library.detail)}};
}

}  // namespace

Json to_json(const GpuPluginReport& report) {
    Json devices = Json::array();
    for (const auto& device : report.devices) {
        devices.push_back(to_json(device));
    }
    Json libraries = Json::array();
    for (const auto& library : report.libraries) {
        libraries.push_back(to_json(library));
    }
    return {{"build", json_text(report.build)},
            {"driver", json_text(report.driver)},
            {"reason", json_text(report.reason)},
            {"advice", json_text(report.advice)},
            {"devices", std::move(devices)},
            {"libraries", std::move(libraries)}};
}

Result<GpuPluginReport> plugin_report_from(const std::string& json) {
    const Json document = Json::parse(json, nullptr, false);
    const auto list_of = [&](const char* name) { return document.find(name); };
    if (!document.is_object()) {
        return Error{.code = ErrorCode::Internal, .what = "it gave no report"};
    }
    if (const auto error = document.find("error"); error != document.end()) {
        return error_from(*error);
    }
    const auto devices = list_of("devices");
    const auto libraries = list_of("libraries");
    if (devices == document.end() || libraries == document.end()) {
        return Error{.code = ErrorCode::Internal, .what = "its report is not complete"};
    }
    GpuPluginReport report{.build = document.value("build", ""),
                           .driver = document.value("driver", ""),
                           .reason = document.value("reason", ""),
                           .advice = document.value("advice", ""),
                           .devices = {},
                           .libraries = {}};
    for (const Json& device : *devices) {
        report.devices.push_back(
            {.name = device.value("name", ""),
             .pci_address = device.value("pci_address", ""),
             .uuid = device.value("uuid", ""),
             .memory_bytes = device.value("memory_bytes", std::uint64_t{0}),
             .memory_free_bytes = device.value("memory_free_bytes", std::uint64_t{0}),
             .compute_major = device.value("compute_major", 0U),
             .compute_minor = device.value("compute_minor", 0U),
             .usable = device.value("usable", false)});
    }
    for (const Json& library : *libraries) {
        report.libraries.push_back({.name = library.value("name", ""),
                                    .needed_for = library.value("needed_for", ""),
                                    .version = library.value("version", ""),
                                    .found = library.value("found", false),
                                    .detail = library.value("detail", "")});
    }
    return report;
}

Json plugin_report_json(const std::string& path) {
    const auto plugin = consumer::GpuPlugin::load(path);
    if (!plugin) {
        return error_json(plugin.error());
    }
    const auto report = (*plugin)->probe();
    return report ? to_json(*report) : error_json(report.error());
}

Result<GpuPluginReport> ask_plugin(const std::string& path, const ReportChild& child) {
    std::vector<std::string> command = child.command;
    command.push_back(path);
    const auto end = run_guarded(command, child.patience);
    if (!end) {
        return end.error();
    }
    if (const std::string fault = fault_text(*end, child.patience); !fault.empty()) {
        return Error{.code = ErrorCode::Internal,
                     .what = "the process that asked GPU plug-in '" + path + "' " + fault};
    }
    auto report = plugin_report_from(end->out);
    if (!report && report.error().code == ErrorCode::Internal && report.error().what.empty()) {
        return Error{.code = ErrorCode::Internal, .what = "GPU plug-in '" + path + "' failed"};
    }
    return report;
}

}  // namespace throughline::app
