// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/run/record.h"

namespace throughline::run {

/// One run of a study with everything that was recorded of it.
struct RunData {
    RunStarted started;
    std::vector<Sample> samples;
    std::vector<HistogramLine> histograms;
    std::vector<Note> notes;
    RunStatus status = RunStatus::Interrupted;
    Summaries metrics;  ///< as recorded, plus what derive() adds
    std::map<std::string, std::string, std::less<>> absent;
};

/// A record as a whole.
struct Study {
    Header header;
    std::vector<RunData> runs;
    std::vector<Note> notes;  ///< those of no run
    std::optional<Verdict> verdict;
    std::optional<Footer> footer;     ///< none = interrupted
    std::uint64_t lines = 0;          ///< complete lines read
    std::uint64_t unknown_lines = 0;  ///< of types this version does not know
};

/// How the study as a whole ended: interrupted without a footer, else the worst of its runs;
/// stopped also when fewer runs than planned were made.
RunStatus status_of(const Study& study);

/// What came out of reading a record that is damaged: the lines before the damage count.
struct RecordDamage {
    std::uint64_t line = 0;  ///< from 1
    std::uint64_t byte_offset = 0;
    std::string text;
};

/// Builds a Study line by line; the window uses it live, read_record() on a file.
/// Thread: one owner.
class StudyBuilder {
public:
    StudyBuilder() = default;
    /// Goes on with a study that was read.
    explicit StudyBuilder(Study so_far) : study_(std::move(so_far)), has_header_(true) {}

    /// Errors: Format when a line does not fit (a sample of a run that was never started).
    Result<void> add(const Line& line);
    /// The study so far. An unfinished run has status Interrupted; its summary is computed from
    /// its measured samples by summarise_samples().
    Study finish() &&;
    const Study& so_far() const noexcept { return study_; }

private:
    RunData* find_run(int number);
    Result<void> start_run(const RunStarted& started);
    Study study_;
    bool has_header_ = false;
    bool taken_up_ = false;  ///< runs that are no result may start again
};

struct ReadRecord {
    Study study;
    std::optional<RecordDamage> damage;
    std::uint64_t bytes = 0;  ///< of the lines that were read
};
/// Reads a .tlrun. A last line without a newline is not complete and is left out. Damage ends the
/// reading: a line that cannot be read, that does not fit, or whose seq is not its line number.
/// Errors: NotFound, Permission, Io; Format when there is no usable header; Version.
Result<ReadRecord> read_record(const std::string& path);

/// Calls `sink` for each complete line from byte `offset` on; returns the offset after the last
/// complete line. For following a record that is still being written.
/// Errors: NotFound, Permission, Io; Format for a line longer than 64 MiB.
Result<std::uint64_t> read_complete_lines(const std::string& path,
                                          std::uint64_t offset,
                                          const std::function<void(std::string_view line)>& sink);

/// Numbers of the runs that a study of ours was to hold and has no result of (is_result()), in
/// order; empty for studies of others.
std::vector<int> missing_runs(const Study& study);

/// True when a process still writes the record (holds its lock).
bool record_is_locked(const std::string& path);

}  // namespace throughline::run
