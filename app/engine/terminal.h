// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/clock.h"
#include "engine/base/mutex.h"

namespace throughline::app {

bool is_terminal(int fd) noexcept;

/// Columns of the terminal behind `fd`; 80 when it does not say.
std::size_t terminal_width(int fd) noexcept;

/// How wide tables on stdout may be: the terminal's columns, else $COLUMNS (POSIX.1-2017, chapter
/// 8), else any width, since a file or a pipe has no edge.
std::size_t output_columns() noexcept;

/// "[=====>    ]  42 %  text", cut to `columns`. `share` in [0, 1]; negative: not known, no bar.
std::string progress_bar(double share, std::string_view text, std::size_t columns);

/// Progress on stderr: a bar that is drawn over itself on a terminal, at most 10 times a second; a
/// plain line every 5 s elsewhere. Thread: any.
class ProgressLine {
public:
    /// `quiet`: shows nothing (machine-readable output was asked for).
    explicit ProgressLine(bool quiet = false);
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    ~ProgressLine() { clear(); }

    void show(double share, std::string_view text);
    /// Takes the bar away, so that what comes next starts on an empty line.
    void clear();

private:
    Mutex mutex_;
    bool quiet_;
    bool terminal_;
    bool drawn_ GUARDED_BY(mutex_) = false;
    SteadyTime last_ GUARDED_BY(mutex_);
};

}  // namespace throughline::app
