// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "app/engine/json_output.h"
#include "engine/base/result.h"
#include "engine/consumer/gpu_facts.h"
#include "engine/consumer/gpu_options.h"

namespace throughline::app {

/// What a child process is asked with, and how long: the path of what it asks comes behind
/// `command`.
struct ReportChild {
    std::vector<std::string> command;
    /// A driver may take long to wake its GPUs: see consumer::GpuAccess.
    std::chrono::milliseconds patience = consumer::GpuAccess{}.waking_patience;
};

/// Loads the plug-in into this process, asks it and gives the answer, or the error, as JSON: what
/// the child does. It may crash or hang.
Json plugin_report_json(const std::string& path);

/// Asks a plug-in in a child process. Errors: those of GpuPlugin; Internal when the child crashed,
/// hung or said what is not an answer, with the signal or the time.
Result<consumer::GpuPluginReport> ask_plugin(const std::string& path, const ReportChild& child);

/// A report as JSON, and back.
Json to_json(const consumer::GpuPluginReport& report);
Result<consumer::GpuPluginReport> plugin_report_from(const std::string& json);

}  // namespace throughline::app
