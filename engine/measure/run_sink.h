// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <utility>

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
                under_way_ = started->run;
            } else if (std::holds_alternative<record::RunEnded>(line)) {
                under_way_.reset();
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
    /// The run that has begun here and not ended.
    std::optional<int> run_under_way() const {
        const MutexLock lock(mutex_);
        return under_way_;
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
    std::optional<int> under_way_ GUARDED_BY(mutex_);
    std::thread::id only_ GUARDED_BY(mutex_){};  ///< none: any thread
};

}  // namespace throughline::measure
