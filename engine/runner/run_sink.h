// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "engine/run/record_writer.h"
#include "engine/run/study.h"

namespace throughline::runner {

/// Where the lines of a study go: to the record, and into a Study in memory from which the verdict
/// is drawn at the end. Thread: the runner.
class RunSink {
public:
    explicit RunSink(run::RecordWriter& writer) : writer_(writer) {}

    void write(const run::Line& line) {
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
    run::RecordWriter& writer() noexcept { return writer_; }
    const run::Study& study() const noexcept { return builder_.so_far(); }
    run::Study finish() && { return std::move(builder_).finish(); }

private:
    run::RecordWriter& writer_;
    run::StudyBuilder builder_;
};

}  // namespace throughline::runner
