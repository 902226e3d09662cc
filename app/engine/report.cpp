// SPDX-License-Identifier: Apache-2.0
#include "app/engine/report.h"

#include <unistd.h>

#include <cerrno>
#include <string>

#include "app/engine/terminal.h"
#include "engine/base/far_path.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/text_layout.h"
#include "engine/base/visible_text.h"

namespace throughline::app {
namespace {

/// Of those errors of the system that tell more than their kind; "" of others.
std::string_view hint_for_errno(int errno_value) noexcept {
    switch (errno_value) {
        case EIO:
        case EREMOTEIO:
        case ENODEV:
        case ETIMEDOUT:
        case EUCLEAN:
            return "The system log (dmesg) may say more about the device.";
        case ENAMETOOLONG:
            return "A name has at most 255 bytes, a path 4,095: choose a shorter one.";
        case EISDIR:
            return "It is a folder: name a file in it.";
        case EFBIG:
            return "The limit on the size of files (ulimit -f), or that of the file system, has "
                   "been reached.";
        case EMFILE:
            return "Raise the limit on open files (ulimit -n).";
        case EAGAIN:
            return "Raise the limit on threads (ulimit -u, or pids.max of the control group) or on "
                   "memory (ulimit -v), or ask for fewer threads.";
        default:
            return "";
    }
}

constexpr std::string_view kNoProc =
    "The kernel reports this in /proc, which must be mounted and readable.";

constexpr std::string_view kStore =
    "Check the keys, storage.endpoint and storage.region; 'throughline-engine settings store' "
    "lists what can be set.";
/// Where the message says itself what to set, or nothing that can be set would help.
constexpr std::string_view kStoreSettings =
    "'throughline-engine settings store' lists what can be set.";
constexpr std::string_view kHdfs =
    "HADOOP_USER_NAME says who asks, storage.data_nodes how data nodes are reached from here.";

std::string_view hint_for(ErrorCode code) noexcept {
    switch (code) {
        case ErrorCode::Usage:
            return "'throughline-engine COMMAND --help' lists what is allowed.";
        case ErrorCode::NotFound:
            return "Check the spelling; a relative path starts at the current folder.";
        case ErrorCode::Permission:
            return "Check who owns the file and its folders (ls -ld), or choose another place.";
        case ErrorCode::Io:
            return "Try another file or another place.";
        case ErrorCode::Format:
            return "The file is damaged, or not of a kind that this command reads.";
        case ErrorCode::Version:
            return "It was made by a newer program: install a newer Throughline to read it.";
        case ErrorCode::Unsupported:
            return "'throughline-engine gpu' shows what a GPU run needs, 'throughline-engine "
                   "version' what else this machine and this build can do.";
        case ErrorCode::Limit:
            return "Free some space or memory, or ask for less.";
        case ErrorCode::Busy:
            return "Try again after the other process has ended.";
        case ErrorCode::Stopped:
            return "";
        case ErrorCode::Internal:
            return "This is a bug in Throughline; please report it with the command used.";
    }
    return "";
}

}  // namespace

ExitCode exit_code_of(const Error& error) noexcept {
    if (error.code == ErrorCode::Usage) {
        return kUsage;
    }
    return error.code == ErrorCode::Stopped ? kStopped : kFailed;
}

ExitCode report(const Error& error, std::string_view hint) {
    std::string text = visible_line(describe(error));
    const std::string_view of_errno = hint_for_errno(error.errno_value);
    const bool of_kernel = error.what.find("'/proc/") != std::string::npos;
    const bool of_store =
        error.what.starts_with('\'') && is_far(std::string_view(error.what).substr(1));
    const bool of_web = error.what.starts_with("'http");  // which has neither keys nor a region
    const bool of_hdfs =
        of_store && far_scheme(std::string_view(error.what).substr(1)).ends_with("hdfs");
    const std::size_t named = error.what.find('\'');
    const bool far_away = named != std::string::npos &&
                          is_far(std::string_view(error.what).substr(named + 1)) &&
                          error.code == ErrorCode::NotFound;
    const bool of_keys =
        of_store && (error.code == ErrorCode::Permission || error.code == ErrorCode::NotFound);
    const std::string_view advice = !hint.empty()       ? hint
                                    : !of_errno.empty() ? of_errno
                                    : of_kernel         ? kNoProc
                                    : of_web            ? std::string_view()
                                    : of_hdfs           ? kHdfs
                                    : of_keys           ? kStore
                                    : of_store          ? kStoreSettings
                                    : far_away          ? "Check the spelling."
                                                        : hint_for(error.code);
    if (!advice.empty()) {
        text.append("\n  ").append(advice);
    }
    warn(text);
    return exit_code_of(error);
}

ExitCode report_on_images(const Error& error) {
    return report(error,
                  error.code == ErrorCode::Format
                      ? "Choose a folder that holds JPEG images, or make one: "
                        "'throughline-engine dataset make --help'."
                      : "");
}

ExitCode report_no_report(const std::string& file, Error error) {
    error.what = "'" + file + "': " + error.what;
    if (error.code != ErrorCode::Format) {
        return report(error);
    }
    report(
        error,
        "Reports are the .pdf, .html and .odt files that 'throughline report' writes; ask for the "
        "file as it was made.");
    return kNoReport;
}

void warn(std::string_view text) {
    std::string line = kProgramName;
    line.append(": ").append(visible_text(text)).append("\n");
    // Nobody is left to tell when stderr is gone.
    static_cast<void>(write_all(STDERR_FILENO, line).has_value());
}

void print(std::string_view text) {
    print_data(wrapped_text(visible_text(text), output_columns()));
}

void print_data(std::string_view data) {
    if (const auto written = write_all(STDOUT_FILENO, data); !written) {
        warn("write to standard output: " + describe(written.error()));
        ::_exit(kFailed);
    }
}

}  // namespace throughline::app
