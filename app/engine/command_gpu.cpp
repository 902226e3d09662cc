// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/gpu_probe.h"
#include "app/engine/json_output.h"
#include "app/engine/report.h"
#include "app/engine/text_table.h"

namespace throughline::app {
namespace {

std::string reason_of(const GpuCheck& obstacle) {
    return obstacle.title + ": " + obstacle.detail;
}

void print_as_json(const GpuReport& gpu) {
    Json names = Json::array();
    for (const std::string& name : gpu.names) {
        names.push_back(json_text(name));
    }
    Json checks = Json::array();
    for (const GpuCheck& check : gpu.checks) {
        Json json = {{"name", check.name},
                     {"title", check.title},
                     {"found", check.found},
                     {"detail", json_text(check.detail)}};
        if (!check.found) {
            json["advice"] = check.advice;
        }
        checks.push_back(json);
    }
    const GpuCheck* const obstacle = gpu.obstacle();
    Json document;
    document["usable"] = gpu.usable();
    document["reason"] = obstacle == nullptr ? "" : json_text(reason_of(*obstacle));
    document["advice"] = obstacle == nullptr ? "" : obstacle->advice;
    document["gpus"] = names;
    document["checks"] = checks;
    print_json(document);
}

void print_as_text(const GpuReport& gpu) {
    std::vector<std::vector<std::string>> rows;
    rows.reserve(gpu.checks.size() + gpu.names.size());
    for (const GpuCheck& check : gpu.checks) {
        rows.push_back({check.title, check.found ? "found" : "not found", check.detail});
    }
    for (const std::string& name : gpu.names) {
        rows.push_back({"GPU", "found", name});
    }
    std::string text = aligned(rows) + "\n";
    if (const GpuCheck* const obstacle = gpu.obstacle()) {
        text +=
            "No GPU can be measured: " + reason_of(*obstacle) + "\n  " + obstacle->advice + "\n";
    } else {
        text += "GPU runs are possible.\n";
    }
    print(text);
}

}  // namespace

void add_gpu_command(CLI::App& app, int& /*exit_code*/) {
    CLI::App* const command =
        app.add_subcommand("gpu", "Whether a GPU can be measured, or why not and what to do");
    const CLI::Option* const json = command->add_flag("--json")->description("Print JSON");
    command->callback([json] {
        const GpuReport gpu = probe_gpu(default_gpu_places());
        json->count() > 0 ? print_as_json(gpu) : print_as_text(gpu);
    });
}

}  // namespace throughline::app
