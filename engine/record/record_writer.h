// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/base/result.h"
#include "engine/record/record.h"
#include "engine/record/study.h"

namespace throughline::record {

/// Writes a record: each line whole, in one write, to the file and to the events descriptor.
/// Thread:  write() and event() from any thread; both only queue and never block on a disk or a
///          slow reader. A thread of its own does the writing.
/// Errors:  Busy when another process writes the file; Limit when the disk is full: the file is cut
///          back to its last complete line, and failure() tells.
class RecordWriter {
public:
    struct Options {
        std::string path;        ///< "" = no file
        bool overwrite = false;  ///< else an existing non-empty file is refused
        int events_fd = -1;  ///< stdout for --events, -1 for none; lines that it does not take at
                             ///< once are counted as missed, never waited for
    };
    static Result<std::unique_ptr<RecordWriter>> open(const Options& options);
    struct TakenUp;
    /// Takes up a record that ended early: what is written follows its last complete line; what was
    /// cut off behind that goes. Nothing else of it changes.
    /// Errors: also those of read_record(); Format for one that is damaged before its end.
    static Result<TakenUp> take_up(const std::string& path, int events_fd);
    virtual ~RecordWriter() = default;

    /// Queues one line. Notes: after 100 of a code further ones are only counted; close() writes
    /// the counts.
    virtual void write(Line line) = 0;
    /// Queues a line that stands in the record already for the events descriptor alone.
    virtual void show(Line line) = 0;
    /// Queues a line for the events descriptor alone (replies to control commands, progress):
    /// `json_object` is a complete JSON object without seq.
    virtual void event(std::string json_object) = 0;
    /// Waits until everything queued was written. Used between runs, never while measuring.
    virtual void flush() = 0;
    /// Writes the note counts and the footer, flushes and releases the lock.
    virtual Result<void> close(std::int64_t runs_done) = 0;
    /// What stopped the writing, if anything (disk full, events reader gone with no file).
    virtual Result<void> failure() const = 0;
    /// Event lines that the reader was too slow for.
    virtual std::uint64_t missed_events() const noexcept = 0;
};

/// A record that is written on, and the study that it holds so far.
struct RecordWriter::TakenUp {
    std::unique_ptr<RecordWriter> writer;
    Study study;
};

}  // namespace throughline::record
