// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/measure/prepared_study.h"
#include "engine/measure/repeat.h"
#include "engine/measure/run_control.h"
#include "engine/measure/run_sink.h"
#include "engine/metrics/latency_histogram.h"

namespace throughline::measure {

/// One repeat of one point.
struct Turn {
    std::size_t point = 0;  ///< of the prepared ones
    int repeat = 1;
    double seconds_after = 0.0;  ///< that the turns behind it are expected to take
};

/// Noted where another measurement ran beside.
inline constexpr const char* kBesideText =
    to_say("another measurement ran on this machine meanwhile (--force)");

/// One run of a study: all repeats of one point, together or in turn with those of others. Writes
/// its lines of the record. All that it is given outlives it. Thread: the measuring one.
class PointRunner {
public:
    PointRunner(const PreparedStudy& prepared,
                const StudyOptions& options,
                RunControl& control,
                RunSink& sink,
                std::size_t index);

    /// Measures it once more. False: the run is over, by its last repeat or before.
    /// Blocks: for the time of the repeat.
    bool measure(const Turn& turn);
    /// No further repeat comes.
    void stop() { end(record::RunStatus::Stopped); }

private:
    int number() const;
    bool is_disturbed_now() const;
    void begin();
    /// That the phase and what follows of the repeat are expected to take.
    double seconds_of_phase(std::string_view phase, double phase_seconds);
    void tell(const char* phase, const Turn& turn, double phase_seconds);
    void take(RepeatOutcome outcome, int repeat);
    void note_gpus(const RepeatOutcome& outcome) const;
    void note_decoding(const consumer::GpuState& gpu) const;
    /// Every repeat measures its own.
    void note_ceilings(const RepeatOutcome& outcome, int repeat) const;
    void note_facts(const RepeatOutcome& outcome) const;
    void end(record::RunStatus status);
    void write_histogram(const char* metric, const metrics::LatencyHistogram& histogram) const;
    /// Over the repeats; a single one may have an interval of its own, over its stretches.
    record::Summary summary_of(const std::string& key, const std::vector<double>& values) const;
    /// How many small reads the data set asks of the storage.
    void write_file_sizes() const;

    const PreparedStudy& prepared_;
    const StudyOptions& options_;
    RunControl& control_;
    RunSink& sink_;
    std::size_t index_;
    const spec::Settings& settings_;
    const Source& source_;
    PointOptions point_;
    SteadyTime started_at_ = kNever;
    SteadyTime measured_until_ = kNever;  ///< as expected; none: this repeat does not measure yet
    bool disturbed_ = false;              ///< by another measurement
    metrics::LatencyHistogram latency_;
    pipeline::StoreLatencies store_;
    std::map<std::string, std::vector<double>> values_;
    std::map<std::string, std::vector<double>> stretches_;
    record::RunEnded ended_;
};

}  // namespace throughline::measure
