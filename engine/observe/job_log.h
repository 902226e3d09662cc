// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/file_descriptor.h"
#include "engine/importers/importer.h"

namespace throughline::observe {

/// The rate that a job's log tells, while it is written: by the importers' own readers.
struct LogRate {
    std::optional<double> images_per_second{};
    std::size_t rows = 0;   ///< of the time that was observed
    std::string format{};   ///< "timm training log"; "" where none was recognised
    std::string missing{};  ///< why there is no rate; "" otherwise
};

/// What was written into the log before begin() is read for what the format is and what the job
/// said of itself, but its rates do not count.
/// Thread: one owner.
class JobLog {
public:
    /// `assume`: as for an import, "batch_size=256".
    JobLog(std::string name, importers::Assumptions assume)
        : name_(std::move(name)), assume_(std::move(assume)) {}

    /// Takes text that the job wrote, in its order.
    void take(std::string_view text);
    /// From here on rates count.
    void begin();
    /// Formula: n / sum(1 / rate) over the rows since begin(), which each cover as many steps.
    LogRate rate() const;

private:
    std::string name_;
    importers::Assumptions assume_;
    std::string head_{};  ///< complete lines from before
    std::string tail_{};
    bool begun_ = false;
};

/// Reads what is appended to a file. Thread: one owner.
class LogFile {
public:
    /// Errors: those of open_file().
    static Result<LogFile> open(const std::string& path);
    /// What is new since the last call, at most 1 MiB; at first all that there is.
    std::string read_more();

private:
    explicit LogFile(UniqueFd file) : file_(std::move(file)) {}
    UniqueFd file_;
};

}  // namespace throughline::observe
