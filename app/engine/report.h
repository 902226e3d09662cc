// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace throughline::app {

inline constexpr const char* kProgramName = "throughline-engine";

/// How the program ends; README.md tells users.
enum ExitCode : int { kDone = 0, kFailed = 1, kUsage = 2, kStopped = 3, kNoReport = 4 };

/// Usage -> 2, Stopped -> 3, everything else -> 1; kNoReport is what `verify` and `rerun` say of a
/// file that is no report.
ExitCode exit_code_of(const Error& error) noexcept;

/// Writes "throughline-engine: what: cause" and below it what to do about it to stderr. `hint` ""
/// takes the one that goes with the error's code. Returns: exit_code_of(error).
ExitCode report(const Error& error, std::string_view hint = {});

/// The same for acts on a folder of images, where Format means that no file in it is a JPEG:
/// nothing is damaged then.
ExitCode report_on_images(const Error& error);

/// The same for a file that was to be a report: Format ends in kNoReport.
ExitCode report_no_report(const std::string& file, Error error);

/// "throughline-engine: text" to stderr, as print() shows it.
void warn(std::string_view text);

/// Text for people to stdout, wrapped to the terminal (output_columns()); what would steer it is
/// spelled out (visible_text()). A reader
/// that went away (`| head`) ends the program as SIGPIPE does.
void print(std::string_view text);

/// Output for machines (JSON, CSV) to stdout, byte by byte.
void print_data(std::string_view data);

}  // namespace throughline::app
