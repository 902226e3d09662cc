// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "engine/run/record_writer.h"
#include "engine/run/study.h"

namespace throughline::runner {

/// Where the lines of a study go: to the record, and into a Study in memory from which the verdict
/// is drawn at the end. Thread: the runner.
class RunSink {
public:
    /// `begun`: the study that the record holds already, if it does.
    RunSink(run::RecordWriter& writer,
            std::function<void(const run::Sample&)> on_sample,
            const std::optional<run::Study>& begun = {})
        : writer_(writer),
          on_sample_(std::move(on_sample)),
          builder_(begun ? run::StudyBuilder(*begun) : run::StudyBuilder()) {}

    void write(const run::Line& line) {
        if (const auto* sample = std::get_if<run::Sample>(&line); sample && on_sample_) {
            on_sample_(*sample);
        }
        THROUGHLINE_CHECK(builder_.add(line).has_value());
        writer_.write(line);
    }
    void note(std::optional<int> run,
              std::string code,
              run::Level level,
              std::string text,
              std::string item = "") {
        write(run::Note{.run = run,
                        .code = std::move(code),
                        .level = level,
                        .text = std::move(text),
                        .item = std::move(item)});
    }
    /// False once the record cannot be written any more (disk full, nobody reads the events).
    bool writable() const { return writer_.failure().has_value(); }
    const run::Study& study() const noexcept { return builder_.so_far(); }

private:
    run::RecordWriter& writer_;
    std::function<void(const run::Sample&)> on_sample_;
    run::StudyBuilder builder_;
};

}  // namespace throughline::runner
