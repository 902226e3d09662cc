// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/base/mutex.h"
#include "engine/measure/study_runner.h"
#include "engine/record/record_writer.h"

namespace throughline::app {

/// How far a study is, as a line of --events.
std::string progress_event(const measure::StudyProgress& progress);

/// When a repeat began, on this machine's steady clock and in the time of its run's samples.
std::string begun_event(const measure::RepeatBegun& begun);

/// Where event-only lines go: to stdout while nothing is measured yet, then through the record's
/// writer, which never waits for a slow reader. Thread: any.
class EventOutlet {
public:
    explicit EventOutlet(bool on) : on_(on) {}

    void event(const std::string& json) {
        const MutexLock lock(mutex_);
        if (writer_ != nullptr) {
            writer_->event(json);
        } else if (closing_) {
            held_.push_back(json);
        } else {
            print_event(json);
        }
    }
    void begin_record(record::RecordWriter* writer) {
        const MutexLock lock(mutex_);
        writer_ = writer;
    }
    /// The record takes no more: what comes now, the answer to a stop, waits until it is closed.
    void end_record() {
        const MutexLock lock(mutex_);
        writer_ = nullptr;
        closing_ = true;
    }
    void record_closed() {
        const MutexLock lock(mutex_);
        closing_ = false;
        for (const std::string& json : held_) {
            print_event(json);
        }
        held_.clear();
    }

private:
    void print_event(const std::string& json) const;

    const bool on_;
    Mutex mutex_;
    /// Of the record that is open, borrowed.
    record::RecordWriter* writer_ GUARDED_BY(mutex_) = nullptr;
    bool closing_ GUARDED_BY(mutex_) = false;
    std::vector<std::string> held_ GUARDED_BY(mutex_){};
};

}  // namespace throughline::app
