// SPDX-License-Identifier: Apache-2.0
#include "app/engine/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "engine/base/clock.h"
#include "engine/base/environment.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/text.h"
#include "engine/base/text_layout.h"
#include "engine/base/visible_text.h"

namespace throughline::app {
namespace {

constexpr Nanoseconds kRedraw = std::chrono::milliseconds(100);
constexpr Nanoseconds kPlainLine = std::chrono::seconds(5);
constexpr std::string_view kClearLine = "\r\x1B[K";  // ECMA-48: to column 1, erase to the end

void to_stderr(std::string_view text) {
    // Progress that cannot be shown is not a reason to stop working.
    static_cast<void>(write_all(STDERR_FILENO, text).has_value());
}

/// The first `columns` code points of `text`.
std::string cut(std::string_view text, std::size_t columns) {
    std::size_t bytes = 0;
    while (bytes < text.size() && shown_width(text.substr(0, bytes + 1)) <= columns) {
        ++bytes;
    }
    return std::string(text.substr(0, bytes));
}

}  // namespace

bool is_terminal(int fd) noexcept {
    return ::isatty(fd) == 1;
}

std::size_t terminal_width(int fd) noexcept {
    constexpr std::size_t kUsualColumns = 80;
    winsize size{};
    if (::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return size.ws_col;
    }
    return kUsualColumns;
}

std::size_t output_columns() noexcept {
    if (is_terminal(STDOUT_FILENO)) {
        return terminal_width(STDOUT_FILENO);
    }
    const auto columns = number_in<std::size_t>(environment_variable("COLUMNS"));
    return columns && *columns > 0 ? *columns : kAnyWidth;
}

std::string progress_bar(double share, std::string_view text, std::size_t columns) {
    if (!(share >= 0.0)) {
        return cut(text, columns);
    }
    const double known = std::min(share, 1.0);
    std::array<char, 16> percent{};
    std::snprintf(percent.data(), percent.size(), "%3.0f %%", known * 100.0);
    constexpr std::size_t kBarMin = 10;
    constexpr std::size_t kBarMax = 40;
    const std::size_t beside = shown_width(text) + 12;  // brackets, blanks, percent
    const std::size_t room = columns > beside ? columns - beside : 0;
    const std::size_t bar = std::clamp(room, kBarMin, kBarMax);
    const auto filled = static_cast<std::size_t>(known * static_cast<double>(bar));
    std::string line = "[" + std::string(filled, '=');
    if (filled < bar) {
        line += '>' + std::string(bar - filled - 1, ' ');
    }
    line.append("]  ").append(percent.data()).append("  ").append(text);
    return cut(line, columns);
}

ProgressLine::ProgressLine(bool quiet)
    : quiet_(quiet),
      terminal_(is_terminal(STDERR_FILENO)),
      last_(steady_now() - (terminal_ ? kRedraw : Nanoseconds::zero())) {}

void ProgressLine::show(double share, std::string_view text) {
    const MutexLock lock(mutex_);
    const SteadyTime now = steady_now();
    if (quiet_ || now - last_ < (terminal_ ? kRedraw : kPlainLine)) {
        return;
    }
    last_ = now;
    const std::string line = visible_line(text);
    if (terminal_) {
        // The last column stays free: some terminals wrap when it is written.
        to_stderr(std::string(kClearLine) +
                  progress_bar(share, line, terminal_width(STDERR_FILENO) - 1));
        drawn_ = true;
        return;
    }
    std::array<char, 16> percent{};
    if (share >= 0.0) {
        std::snprintf(percent.data(), percent.size(), "%.0f %%  ", std::min(share, 1.0) * 100.0);
    }
    to_stderr(percent.data() + line + "\n");
}

void ProgressLine::clear() {
    const MutexLock lock(mutex_);
    if (drawn_) {
        to_stderr(kClearLine);
        drawn_ = false;
    }
}

}  // namespace throughline::app
