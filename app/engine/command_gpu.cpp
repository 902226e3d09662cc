// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/driver_report.h"
#include "app/engine/gpu_probe.h"
#include "app/engine/json_output.h"
#include "app/engine/plugin_report.h"
#include "app/engine/report.h"
#include "app/engine/terminal.h"
#include "app/engine/text_table.h"
#include "engine/base/format.h"
#include "engine/consumer/gpu_server.h"

namespace throughline::app {
namespace {

void print_as_json(const GpuReport& gpu) {
    Json checks = Json::array();
    for (const GpuCheck& check : gpu.checks) {
        Json json = {{"name", check.name},
                     {"title", check.title},
                     {"found", check.found},
                     {"detail", json_text(check.detail)}};
        if (!check.found && !check.advice.empty()) {
            json["advice"] = check.advice;
        }
        checks.push_back(json);
    }
    const GpuCheck* const obstacle = gpu.obstacle();
    Json document;
    document["usable"] = gpu.usable();
    document["reason"] = obstacle == nullptr ? "" : json_text(reason_text(*obstacle));
    document["advice"] = obstacle == nullptr ? "" : obstacle->advice;
    document["gpus"] = json_texts(gpu.names);
    document["checks"] = checks;
    document["plugin"] = nullptr;
    if (gpu.plugin) {
        document["plugin"] = to_json(*gpu.plugin);
        document["plugin"]["path"] = json_text(gpu.plugin_path);
    }
    print_json(document);
}

using Devices = std::vector<consumer::GpuDeviceFacts>;
using Libraries = std::vector<consumer::GpuLibraryFacts>;

/// "NVIDIA H200, compute 9.0, 143 GB of which 142 GB are free".
std::string facts(const consumer::GpuDeviceFacts& device) {
    const auto bytes = [](std::uint64_t count) {
        return format_quantity(static_cast<double>(count), "bytes");
    };
    return device.name + ", compute " + std::to_string(device.compute_major) + "." +
           std::to_string(device.compute_minor) + ", " + bytes(device.memory_bytes) +
           (device.memory_free_bytes == 0
                ? ", free memory unknown"
                : " of which " + bytes(device.memory_free_bytes) + " are free");
}

void print_as_text(const GpuReport& gpu) {
    std::vector<std::vector<std::string>> rows;
    rows.reserve(gpu.checks.size() + gpu.names.size());
    for (const GpuCheck& check : gpu.checks) {
        const char* const missing = check.is_there ? "not usable" : "not found";
        rows.push_back({check.title, check.found ? "found" : missing, check.detail});
    }
    for (const std::string& name : gpu.names) {
        rows.push_back({"Driver sees", "found", name});
    }
    int number = 0;
    for (const auto& device : gpu.plugin ? gpu.plugin->devices : Devices{}) {
        rows.push_back({"GPU with consumer.device=" + std::to_string(number++),
                        device.usable ? "usable" : "not usable",
                        facts(device)});
    }
    for (const auto& library : gpu.plugin ? gpu.plugin->libraries : Libraries{}) {
        const std::string purpose =
            library.needed_for.empty() ? "" : " (" + library.needed_for + ")";
        rows.push_back({library.name + purpose,
                        library.found ? "found" : "not found",
                        library.version + (library.version.empty() ? "" : ", ") + library.detail});
    }
    std::string text = aligned(rows, {.columns = output_columns()}) + "\n";
    if (const GpuCheck* const obstacle = gpu.obstacle()) {
        text += "No GPU can be measured: " + reason_text(*obstacle) + "\nWhat to do:\n";
        for (const GpuCheck& check : gpu.checks) {
            const bool helps = !check.found && !check.advice.empty();
            text += helps ? "  " + check.title + ": " + check.advice + "\n" : "";
        }
    } else {
        text += "GPU runs are possible.\n";
    }
    print(text);
}

}  // namespace

void add_gpu_command(CLI::App& app, int& exit_code) {
    CLI::App* const command =
        app.add_subcommand("gpu", "Show whether a GPU can be measured, or why not and what to do");
    const CLI::Option* const json = command->add_flag("--json")->description("Print JSON");
    auto path = std::make_shared<std::string>();
    const CLI::Option* const report =
        command->add_option("--plugin-report", *path)
            ->description(
                "Load this plug-in into this process and print its report as JSON, as the command "
                "itself does in a child process")
            ->group("");  // not in the help
    const CLI::Option* const driver =
        command->add_option("--driver-report", *path)
            ->description(
                "Load this driver library into this process and print what it says as JSON, as the "
                "command itself does in a child process")
            ->group("");
    const CLI::Option* const serve =
        command->add_option("--serve", *path)
            ->description("Load this plug-in and serve the measurement that started this process")
            ->group("");
    command->callback([json, report, driver, serve, path, &exit_code] {
        if (serve->count() > 0) {
            exit_code = consumer::serve_gpu(*path);
            return;
        }
        if (driver->count() > 0) {
            print_json_line(driver_report_json(*path));
            return;
        }
        if (report->count() > 0) {
            print_json_line(plugin_report_json(*path));
            return;
        }
        const GpuReport gpu = probe_gpu(default_gpu_places());
        json->count() > 0 ? print_as_json(gpu) : print_as_text(gpu);
    });
}

}  // namespace throughline::app
