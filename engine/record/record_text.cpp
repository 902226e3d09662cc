// SPDX-License-Identifier: Apache-2.0
#include "engine/record/record_text.h"

#include <algorithm>
#include <cstdint>

#include "engine/record/record_json.h"
#include "engine/record/sample_means.h"

namespace throughline::record {
namespace {

/// Numbers the lines as they come.
class LineWriter {
public:
    void write(const Line& line) {
        text_ += line_to_json(line, ++lines_);
        text_ += '\n';
    }
    void write(const Sample& sample) {
        append_sample(text_, sample, ++lines_);
        text_ += '\n';
    }
    /// Room for these lines: growing would copy a long text many times. It need not be exact.
    void reserve(std::size_t samples, std::size_t metrics) {
        constexpr std::size_t kBytesOfSample = 96;
        constexpr std::size_t kBytesOfMetric = 48;
        text_.reserve(text_.size() + samples * (kBytesOfSample + metrics * kBytesOfMetric));
    }
    std::uint64_t lines() const noexcept { return lines_; }
    std::string text() && { return std::move(text_); }

private:
    std::string text_;
    std::uint64_t lines_ = 0;
};

bool same(const Summaries& a, const Summaries& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.first == y.first && x.second.value == y.second.value &&
               x.second.low == y.second.low && x.second.high == y.second.high &&
               x.second.n == y.second.n;
    });
}

/// An interrupted run has no end in its record, unless one was written that says more than a reader
/// works out from the samples.
bool has_end(const RunData& run) {
    return run.status != RunStatus::Interrupted || !run.absent.empty() ||
           !same(run.metrics, summarise_samples(run));
}

}  // namespace

std::string record_text(const Study& study) {
    LineWriter out;
    out.write(study.header);
    for (const auto& note : study.notes) {
        out.write(note);
    }
    for (const auto& run : study.runs) {
        out.write(run.started);
        if (!run.samples.empty()) {
            out.reserve(run.samples.size(), run.samples.front().metrics.size());
        }
        for (const auto& sample : run.samples) {
            out.write(sample);
        }
        for (const auto& histogram : run.histograms) {
            out.write(histogram);
        }
        for (const auto& note : run.notes) {
            out.write(note);
        }
        if (has_end(run)) {
            out.write(RunEnded{.run = run.started.run,
                               .status = run.status,
                               .metrics = run.metrics,
                               .absent = run.absent});
        }
    }
    if (study.verdict) {
        out.write(*study.verdict);
    }
    if (study.footer) {
        Footer footer = *study.footer;
        footer.lines = static_cast<std::int64_t>(out.lines());
        out.write(footer);
    }
    return std::move(out).text();
}

}  // namespace throughline::record
