// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What launchers and loggers put before each line of a program: a rank, a time.
namespace throughline::importers {

/// The kinds of prefixes, each with a program that writes it.
enum class PrefixKind {
    Mpi,    ///< "[1,0]<stdout>:" (mpirun --tag-output, horovodrun)
    Slurm,  ///< "0: " (srun --label)
    Stamp,  ///< "2026-11-22 10:00:00,123 - INFO - " (Python's logging)
};

struct LinePrefix {
    std::size_t bytes = 0;
    std::string rank{};  ///< "" = it tells none
};
std::optional<LinePrefix> line_prefix(std::string_view line, PrefixKind kind);

/// How the lines of a file are to be read: without their prefix, and of one rank only.
struct PrefixRule {
    PrefixKind kind = PrefixKind::Mpi;
    std::string rank{};  ///< of the lines that count; "" = of all

    /// The line without its prefix; nothing for a line of another rank.
    std::optional<std::string_view> read(std::string_view line) const;
};

/// The kind of prefix that nearly all of the lines have.
std::optional<PrefixKind> usual_prefix(const std::vector<std::string_view>& lines);
/// The ranks that the lines begin with, in the order of their numbers.
std::vector<std::string> ranks_of(const std::vector<std::string_view>& lines, PrefixKind kind);

}  // namespace throughline::importers
