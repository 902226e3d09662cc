// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"
#include "engine/remote_run/messages.h"

namespace throughline::remote_run {

/// A run that was asked for from another computer: its spec, events, record and end lie in a folder
/// of their own until the record was fetched. The run goes on whoever is connected.
/// Thread: one owner per object; processes meet in the folder.
class JobFolder {
public:
    struct Made;
    /// Makes `root`/`id` for this user alone, locked from when it can be seen. Errors: Usage for an
    /// id that is none; Io where it is there already; Permission, Limit.
    static Result<Made> make(const std::string& root, const Request& request);
    /// By its whole id or the beginning of it. Errors: NotFound; Usage where several begin so.
    static Result<JobFolder> find(const std::string& root, const std::string& id);
    /// One whose path is known.
    explicit JobFolder(std::string path) : path_(std::move(path)) {}

    const std::string& path() const noexcept { return path_; }
    std::string id() const;
    std::string spec_file() const { return path_ + "/spec.json"; }
    std::string record_file() const { return path_ + "/study.tlrun"; }
    std::string events_file() const { return path_ + "/events.jsonl"; }
    std::string error_file() const { return path_ + "/stderr.txt"; }
    std::string end_file() const { return path_ + "/end.json"; }
    std::string lock_file() const { return path_ + "/lock"; }
    /// Commands for the run: a named pipe.
    std::string control_file() const { return path_ + "/control"; }
    /// Is there where only the estimate was asked for.
    std::string dry_file() const { return path_ + "/dry-run"; }
    /// Is there where it may run beside another measurement.
    std::string force_file() const { return path_ + "/force"; }

    /// The lock that says that the run goes on; the descriptor is handed to the run's processes.
    /// Errors: Busy where somebody holds it.
    Result<UniqueFd> lock() const;
    JobState state() const;
    /// False: its record was fetched over another connection, or somebody removed it.
    bool is_kept() const;
    /// How it ended; none while it goes on. Blocks: on hashing the record of one that was
    /// interrupted.
    std::optional<JobEnd> end() const;
    /// The last of what the run wrote to stderr.
    std::string error_text() const;
    /// Hands a command to the run. One that ended takes none, and nothing happens.
    void command(const std::string& line) const;
    JobRow row() const;
    /// The folder and all in it. Errors: Permission, Io.
    Result<void> remove() const;

private:
    std::string path_;
};

struct JobFolder::Made {
    JobFolder job;
    UniqueFd lock;
};

/// The length and hash of the record, as far as there is one, into `end`.
void describe_record(const std::string& path, JobEnd& end);

/// All runs that lie in `root`, newest first.
std::vector<JobRow> job_rows(const std::string& root);

}  // namespace throughline::remote_run
