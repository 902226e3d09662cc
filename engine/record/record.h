// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/metrics/registry.h"
#include "engine/spec/settings.h"

namespace throughline::record {

/// Code of the note that says which published figure an emulated accelerator runs by.
constexpr const char* kPaceNote = "consumer.preset";
/// Code of the note that says which volume a run's reads are emulated on, and by which limits.
constexpr const char* kVolumeNote = "storage.volume";
/// Code of the note that says which GPU did what, with its name first.
constexpr const char* kGpuNote = "gpu.facts";

/// Version of the record format that this program writes. A reader refuses another major one.
inline constexpr int kRecordMajor = 1;
inline constexpr int kRecordMinor = 0;
inline constexpr const char* kRecordFormat = "throughline-run";

/// Where numbers come from; never mixed up on screen.
enum class Origin : std::uint8_t { Measured, Observed, Imported, Published, Predicted };
enum class Phase : std::uint8_t { Warmup, Measured, Drain };
enum class Level : std::uint8_t { Info, Warning, Error };
enum class RunStatus : std::uint8_t { Done, Stopped, Failed, Interrupted };
/// How sure a verdict is: ceilings measured it, time accounts indicate it, counters suggest it.
enum class Grade : std::uint8_t { None, Measured, Indicated, Suggested };

const char* name_of(Origin value) noexcept;
const char* name_of(Phase value) noexcept;
const char* name_of(Level value) noexcept;
const char* name_of(RunStatus value) noexcept;
const char* name_of(Grade value) noexcept;

struct MetricUse {
    std::string id{};
    std::string unit{};
    std::string label{};
};

/// What the engine computed before the first run.
struct Plan {
    std::int64_t runs = 0;
    double seconds = 0.0;            ///< estimate: warm-up + duration, times repeats, all runs
    double read_bytes = 0.0;         ///< estimate; 0 = unknown
    std::uint64_t memory_bytes = 0;  ///< arena + read buffers of the largest run
};

/// What a user said of a study, which goes with its record to others.
struct Remarks {
    std::vector<std::string> tags{};
    std::string note{};
    std::string target{};                    ///< id of a storage target of the catalogue
    std::optional<double> price_per_hour{};  ///< USD; finite and at least 0

    bool empty() const { return tags.empty() && note.empty() && target.empty() && !price_per_hour; }
};

struct Header {
    int major = kRecordMajor;
    int minor = kRecordMinor;
    std::string study{};  ///< uuid
    std::string title{};
    Origin origin = Origin::Measured;
    std::string started_at{};  ///< UTC, ISO 8601
    std::string spec_json{};   ///< compact JSON object
    spec::Settings
        environment{};  ///< flat: "host.name", "cpu.model", "kernel", "device.vda.model", …
    std::vector<MetricUse> metrics{};
    Plan plan{};
    Remarks remarks{};
};

struct RunStarted {
    int run = 0;  ///< from 1
    spec::Settings settings{};
    std::string at{};  ///< UTC
};

using metrics::MetricValues;

struct Sample {
    int run = 0;
    int repeat = 1;     ///< from 1
    double t_s = 0.0;   ///< end of the interval, since the run started
    double dt_s = 0.0;  ///< its length
    Phase phase = Phase::Warmup;
    /// A setting was changed just before: in no figure of the run, and its phase is Warmup.
    bool unsettled = false;
    MetricValues metrics{};
};

struct HistogramLine {
    int run = 0;
    std::string metric{};
    std::string scheme{};
    std::vector<std::pair<std::uint32_t, std::uint64_t>> counts{};
};

struct Note {
    std::optional<int> run{};
    std::string code{};  ///< "decode.corrupt", "cache.not_cold", …
    Level level = Level::Info;
    std::string text{};
    std::string item{};       ///< file, device, …; may be empty
    std::uint64_t count = 1;  ///< > 1: that many of this code in all (the closing count line)
};

/// The code of the note that others kept the processors busy while a run was measured; its item
/// names the busiest of them: "cc1plus 41 %, ffmpeg 12 %".
inline constexpr const char* kDisturbedCode = "cpu.others";
/// The code of the note that this program stood still for a while, which is not among the figures.
inline constexpr const char* kPausedCode = "process.paused";
/// The code of the note that others read from the data set's devices.
inline constexpr const char* kForeignReadsCode = "device.foreign_reads";
/// The code of the note that a live setting was changed while a run was measured.
inline constexpr const char* kTouchedCode = "setting.changed";
/// The code of the note, of no run, at which a study that had ended early was taken up again: what
/// follows measures what was missing, each run under its own number.
inline constexpr const char* kTakenUpCode = "study.taken_up";

/// A figure of a run: one value, or a mean with its 95 % interval over n repeats.
struct Summary {
    double value = 0.0;
    std::optional<double> low{};
    std::optional<double> high{};
    int n = 1;  ///< repeats; the interval of a single one is over stretches of its time
};
using Summaries = std::map<std::string, Summary, std::less<>>;

struct RunEnded {
    int run = 0;
    RunStatus status = RunStatus::Done;
    Summaries metrics{};
    std::map<std::string, std::string, std::less<>> absent{};  ///< key -> reason
};

struct Verdict {
    std::string sentence{};
    Grade grade = Grade::None;
    int rule_version = 1;
    MetricValues evidence{};
};

struct Footer {
    std::int64_t runs_done = 0;
    std::int64_t lines = 0;  ///< lines before this one
    std::map<std::string, std::int64_t> notes_by_code{};
};

using Line =
    std::variant<Header, RunStarted, Sample, HistogramLine, Note, RunEnded, Verdict, Footer>;

}  // namespace throughline::record
