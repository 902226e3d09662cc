// SPDX-License-Identifier: Apache-2.0
#include <sys/resource.h>
#include <sys/utsname.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <thread>

#include "app/build_info/build_info.h"
#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/report.h"
#include "app/engine/text_table.h"
#include "engine/base/format.h"
#include "engine/record/record.h"
#include "engine/storage/uring_probe.h"

namespace throughline::app {
namespace {

/// Bytes this user may lock in memory; nothing when there is no limit.
std::optional<std::uint64_t> memory_lock_bytes() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_MEMLOCK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
        return std::nullopt;
    }
    return limit.rlim_cur;
}

std::string kernel_release() {
    utsname names{};
    return ::uname(&names) == 0 ? names.release : "";
}

void print_as_json() {
    const auto uring = storage::io_uring_availability();
    const auto lock = memory_lock_bytes();
    print_json({{"name", kProgramName},
                {"version", kVersion},
                {"commit", *kCommit != 0 ? Json(kCommit) : Json(nullptr)},
                {"build", kBuild},
                {"record_major", record::kRecordMajor},
                {"record_minor", record::kRecordMinor},
                {"io_uring", {{"available", uring.available}, {"reason", uring.reason}}},
                {"libjpeg_turbo", LIBJPEG_TURBO_VERSION_TEXT},
                {"liburing", LIBURING_VERSION_TEXT},
                {"sqlite", SQLITE_VERSION_TEXT},
                {"memory_lock_bytes", lock ? Json(*lock) : Json(nullptr)},
                {"memory_lock_unlimited", !lock.has_value()},
                {"kernel", kernel_release()},
                {"cpu_cores", std::thread::hardware_concurrency()}});
}

void print_as_text() {
    const auto uring = storage::io_uring_availability();
    const auto lock = memory_lock_bytes();
    const std::string record =
        std::to_string(record::kRecordMajor) + "." + std::to_string(record::kRecordMinor);
    print(aligned({{std::string(kProgramName), kVersionLine},
                   {"record format", record},
                   {"io_uring", uring.available ? "available" : "not available: " + uring.reason},
                   {"built with libjpeg-turbo", LIBJPEG_TURBO_VERSION_TEXT},
                   {"built with liburing", LIBURING_VERSION_TEXT},
                   {"built with SQLite", SQLITE_VERSION_TEXT},
                   {"memory lock limit",
                    lock ? format_quantity(static_cast<double>(*lock), "bytes") : "none"},
                   {"kernel", kernel_release()},
                   {"CPU cores", std::to_string(std::thread::hardware_concurrency())}}));
}

}  // namespace

void add_version_command(CLI::App& app, int& /*exit_code*/) {
    CLI::App* const command = app.add_subcommand(
        "version",
        "Show the versions of the program and its libraries, io_uring support and limits");
    const CLI::Option* const json = command->add_flag("--json")->description("Print JSON");
    command->callback([json] { json->count() > 0 ? print_as_json() : print_as_text(); });
}

}  // namespace throughline::app
