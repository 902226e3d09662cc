// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record/study.h"
#include "engine/spec/choices.h"

namespace throughline::ui {

/// The large figures shown while a run is live.
enum class Figure : std::uint8_t {
    ImagesPerSecond,
    DiskUtilisation,
    ReadIops,
    ReadBytes,
    IoCredits,  ///< of an emulated volume that has them, as the next
    ByteCredits,
};
inline constexpr std::size_t kFigureCount = 6;
/// A figure that is not known yet is none, and not 0.
constexpr std::array<double, kFigureCount> noFigures() {
    std::array<double, kFigureCount> none{};
    none.fill(std::numeric_limits<double>::quiet_NaN());
    return none;
}
/// Points kept for the small time charts of a whole measurement; of a longer one neighbours are
/// joined.
inline constexpr std::size_t kHistoryMax = 600;

/// What was measured in some seconds of a run.
struct HistoryPoint {
    int run = 0;
    spec::Stages stages = spec::Stages::Full;
    double seconds = 0;
    std::array<double, kFigureCount> values = noFigures();  ///< NaN = none
};

/// A run that ended, without its samples.
struct EndedRun {
    record::RunStarted started;
    record::RunEnded ended;
    std::vector<record::Note> notes;  ///< errors, and that it was changed meanwhile; the first few
};

/// A run that is measured in turn with others, as far as it has come.
struct RunUnderWay {
    std::shared_ptr<const record::RunStarted> started;
    int repeat = 0;  ///< the last one that was measured, from 1; 0 = none yet
    /// Of each figure, over what was measured; NaN = none.
    std::array<double, kFigureCount> means = noFigures();
    double seconds = 0;  ///< measured
};

/// Where a study is measured that another computer measures, and how the connection to it is.
struct Elsewhere {
    std::string host;  ///< "" = this computer measures
    std::string run;   ///< its id there, by which its record can be fetched; "" = none began
    std::string news;  ///< what happened to the connection last, in the engine's words
    /// Seconds since it last said anything; none = it is heard.
    std::optional<double> heardAgo;
    bool waits = false;  ///< for the next try of a connection that broke
};

/// What the window shows of a measurement: values only, never changed after it was made, so it may
/// cross threads. Small whatever the length of the study: samples stay in the record.
struct LiveSnapshot {
    std::shared_ptr<const record::Header> header;  ///< null before the first line
    std::vector<std::shared_ptr<const EndedRun>> ended;
    std::map<int, RunUnderWay> underWay;                ///< begun and not ended, by number
    std::shared_ptr<const record::RunStarted> current;  ///< null between runs
    int run = 0;                                        ///< from 1; 0 = none yet
    int runs = 0;                                       ///< planned
    int repeat = 1;                                     ///< of that run, from 1
    /// "preparing", "evicting", "loading", "copying", "warmup", "measured", "drain"; of a job that
    /// is not ours "observing", "nudging"
    std::string phase;
    std::optional<double> secondsLeft;
    double plannedSeconds = 0;  ///< in all; 0 = not known
    /// The last sample of the run in progress, whole; of a job what was seen in the last second.
    record::MetricValues latest;
    /// Value of each figure in the last sample of the run in progress; NaN = it has none yet.
    std::array<double, kFigureCount> figures = noFigures();
    /// From the start of the measurement, run by run.
    std::vector<HistoryPoint> history;
    /// Images per second over the last 10 s of this run.
    std::optional<double> imagesPerSecondLast10;
    std::vector<record::Note> notes;  ///< warnings and errors, at most the last 50
    std::optional<record::Verdict> verdict;
    bool complete = false;  ///< the footer came
    bool paused = false;    ///< asked for; it takes effect between two runs
    bool stopping = false;
    Elsewhere elsewhere;
    std::uint64_t linesUnread = 0;  ///< lines that made no sense
};
/// What became of a pause that was asked for.
enum class PauseState : std::uint8_t { None, AfterThisRun, Paused };
PauseState pauseOf(const LiveSnapshot& snapshot);

using SnapshotPtr = std::shared_ptr<const LiveSnapshot>;

/// The stage that a measurement hangs in, as far as its last words tell: the phase before
/// measuring, else the stage that was busy while its neighbours waited. "" = cannot be told.
std::string hungStage(const LiveSnapshot& snapshot);

/// The metric that a figure is of in a sample: of reads the devices', where there are none those of
/// the mount's own counter.
const char* metricOf(Figure figure, const record::MetricValues& metrics);
/// Value of one figure in a sample: the sum over devices, utilisation the highest of them.
double figureOf(Figure figure, const record::MetricValues& metrics);

/// Turns the lines of a measurement into snapshots.
/// Thread: one owner.
class LiveStudy {
public:
    /// A line of the record, or an event-only line ("progress", "reply"), without its newline.
    void addLine(std::string_view json);
    /// A reply to a control command that came in since the last call.
    struct Reply {
        std::int64_t id = 0;
        bool ok = false;
        std::string error;
    };
    std::vector<Reply> takeReplies();
    void setPaused(bool paused) { state_.paused = paused; }
    void setHost(const std::string& host) { state_.elsewhere.host = host; }
    void setStopping(bool stopping) { state_.stopping = stopping; }
    const LiveSnapshot& state() const noexcept { return state_; }
    SnapshotPtr snapshot() const;

private:
    void add(record::Line line);
    /// This run is measured now: one that began, or where points are measured in turn, goes on.
    void goOnWith(int run);
    /// Until a sample of the run in progress comes.
    void forgetFigures();
    void addSample(const record::Sample& sample);
    void keep(const record::Sample& sample);
    void addToMeans(const record::Sample& sample);
    void addEvent(std::string_view json);

    LiveSnapshot state_;
    struct OpenRun {
        std::shared_ptr<const record::RunStarted> started;
        std::vector<record::Note> notes;  ///< as EndedRun::notes
    };
    std::map<int, OpenRun> open_;                   ///< begun and not ended, by number
    std::deque<std::pair<double, double>> recent_;  ///< images/s and dt_s of the last 10 s
    std::vector<Reply> replies_;
};

}  // namespace throughline::ui
