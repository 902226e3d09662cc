// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/other_cpu.h"

#include <algorithm>
#include <string>
#include <thread>

#include "engine/base/format.h"
#include "engine/base/say.h"

namespace throughline::measure {
namespace {

unsigned processors() {
    return std::thread::hardware_concurrency();
}

/// "cc1plus 41 %, ffmpeg 12 %", of all processors.
std::string busiest_text(std::span<const metrics::BusyProgram> programs, double seconds) {
    std::string text;
    for (const auto& program : programs) {
        const double share = 100.0 * program.cpu_seconds / (seconds * processors());
        if (share >= 1.0) {
            text += (text.empty() ? "" : ", ") + program.name + " " + format_significant(share, 2) +
                    " %";
        }
    }
    return text;
}

}  // namespace

std::optional<double> daemon_cores(const metrics::MetricValues& values) {
    std::optional<double> cores;
    const std::string prefix = "mount_daemon_cpu_cores{";
    for (auto at = values.lower_bound(prefix); at != values.end() && at->first.starts_with(prefix);
         ++at) {
        cores = cores.value_or(0.0) + at->second;
    }
    return cores;
}

void add_other_cpu(metrics::MetricValues& values) {
    const auto busy = values.find("cpu_utilisation");
    const auto own = values.find("process_cpu_cores");
    if (busy != values.end() && own != values.end()) {
        values["other_cpu_cores"] = std::max(
            0.0,
            busy->second / 100.0 * processors() - own->second - daemon_cores(values).value_or(0.0));
    }
}

void note_other_cpu(const OtherCpu& others, RunSink& sink) {
    constexpr double kOtherShareMax = 0.15;
    const auto other = others.values.find("other_cpu_cores");
    if (other != others.values.end() && other->second > kOtherShareMax * processors()) {
        sink.note(others.run,
                  record::kDisturbedCode,
                  record::Level::Warning,
                  say_english("other programs used %1 of the %2 processors while this was measured",
                              format_significant(other->second, 2),
                              std::to_string(processors())),
                  busiest_text(others.busiest, others.seconds));
    }
}

}  // namespace throughline::measure
