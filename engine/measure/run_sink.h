// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/base/mutex.h"
#include "engine/record/record_writer.h"
#include "engine/record/study.h"
#include "engine/record/study_builder.h"

namespace throughline::measure {

/// Where the lines of a study go: to the record, and into a Study in memory from which the verdict
/// is drawn at the end. Thread: any; study() once nobody writes.
class RunSink {
public:
    /// `begun`: the study that the record holds already, if it does.
    RunSink(record::RecordWriter& writer,
            std::function<void(const record::Sample&)> on_sample,
            const std::optional<record::Study>& begun = {})
        : writer_(writer),
          on_sample_(std::move(on_sample)),
          builder_(begun ? record::StudyBuilder(*begun) : record::StudyBuilder()) {}

    void write(const record::Line& line) {
        {
            const MutexLock lock(mutex_);
            if (only_ != std::thread::id() && only_ != std::this_thread::get_id()) {
                return;
            }
            if (const auto* started = std::get_if<record::RunStarted>(&line)) {
                under_way_.push_back(started->run);
            } else if (const auto* ended = std::get_if<record::RunEnded>(&line)) {
                std::erase(under_way_, ended->run);
            }
            THROUGHLINE_CHECK(builder_.add(line).has_value());
            writer_.write(line);
        }
        if (const auto* sample = std::get_if<record::Sample>(&line); sample && on_sample_) {
            on_sample_(*sample);
        }
    }
    void note(std::optional<int> run,
              std::string code,
              record::Level level,
              std::string text,
              std::string item = "") {
        write(record::Note{.run = run,
                           .code = std::move(code),
                           .level = level,
                           .text = std::move(text),
                           .item = std::move(item)});
    }
    /// From now on only this thread writes: what another one still has to say comes too late.
    void take_over() {
        const MutexLock lock(mutex_);
        only_ = std::this_thread::get_id();
    }
    /// The runs that have begun here and not ended; the one that is measured comes last.
    std::vector<int> runs_under_way() const {
        const MutexLock lock(mutex_);
        return under_way_;
    }
    /// Of the runs under way this one is measured now.
    void go_on_with(int run) {
        const MutexLock lock(mutex_);
        if (std::erase(under_way_, run) > 0) {
            under_way_.push_back(run);
        }
    }
    /// False once the record can no longer be written (disk full, nobody reads the events).
    bool writable() const { return writer_.failure().has_value(); }
    const record::Study& study() const {
        const MutexLock lock(mutex_);
        return builder_.so_far();
    }

private:
    record::RecordWriter& writer_;
    std::function<void(const record::Sample&)> on_sample_;
    mutable Mutex mutex_;
    record::StudyBuilder builder_ GUARDED_BY(mutex_);
    std::vector<int> under_way_ GUARDED_BY(mutex_);
    std::thread::id only_ GUARDED_BY(mutex_){};  ///< none: any thread
};

}  // namespace throughline::measure
