// SPDX-License-Identifier: Apache-2.0
// iostat as it prints, sysstat 9 to 12: reports of a time line (-t), a CPU part and a device table.
// Columns are taken by name; the device stands first, or last with -h and --pretty, which with -x
// spread the columns of a report over several tables.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/draft/timed_rows.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/monitors/sysstat_columns.h"
#include "engine/importers/formats/monitors/sysstat_table.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"

namespace throughline::importers {
namespace iostat_text {
namespace {

bool is_device_header(std::string_view line) {
    const auto cells = words(line);
    if (cells.size() < 3) {
        return false;
    }
    const bool named = cells.front() == "Device" || cells.front() == "Device:" ||
                       cells.back() == "Device" || cells.back() == "Device:";
    return named && contains(line, "/s");
}

int claim(const Head& head) {
    bool banner = false;
    bool processors = false;  // iostat -c prints no devices
    for (const std::string_view line : head.lines) {
        banner = banner || parse_banner(line).has_value();
        processors = processors || trim(line).starts_with("avg-cpu:");
        if (is_device_header(line)) {
            return banner ? kCertain - 10 : kLikely;
        }
    }
    return banner && processors ? kCertain - 10 : 0;
}

/// One report: what iostat prints for one interval.
struct Report {
    std::optional<Moment> time{};
    bool begins = false;  ///< the first of a call of iostat: since boot
    metrics::MetricValues values{};
};

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft) {}

    void take(const TextLine& line) {
        const std::string_view text = trim(line.text);
        if (text.empty()) {
            part_ = Part::None;
        } else if (const auto banner = parse_banner(text)) {
            begin_call(*banner);
        } else if (text.starts_with("avg-cpu:")) {
            finish_report();
            columns_ = Columns(words(text.substr(std::string_view("avg-cpu:").size())));
            part_ = Part::Cpu;
        } else if (is_device_header(text)) {
            if (!seen_headers_.emplace(text).second) {
                finish_report();  // the same columns again: without CPU and time, the next report
                seen_headers_.emplace(text);
            }
            const auto names = words(text);
            columns_ = Columns(names);
            device_last_ = names.back().starts_with("Device");
            part_ = Part::Devices;
        } else if (part_ == Part::Devices) {
            take_device_row(line);
        } else if (const auto moment = parse_moment(text)) {
            finish_report();
            report_.time = moment;
        } else if (part_ == Part::Cpu) {
            take_cpu_row(line);
        }
    }

    void finish() {
        finish_report();
        put_run();
    }

private:
    enum class Part { None, Cpu, Devices };

    /// iostat was called again on the same log ("iostat 5 >> log"), perhaps on another host.
    void begin_call(const SysstatBanner& banner) {
        finish_report();
        if (banner.host != machine_.host) {
            put_run();
            reports_.clear();
        }
        banner.describe(draft_);
        machine_ = banner;
        begins_ = true;
        part_ = Part::None;
    }

    void take_cpu_row(const TextLine& line) {
        const auto cells = words(line.text);
        if (cells.size() != columns_.size()) {
            draft_.drop_row(line.number, "a CPU row with more or fewer cells than its header");
            return;
        }
        take_cpu(cpu_shares(NamedCells(columns_, cells, &sysstat_number)), report_.values);
        part_ = Part::None;
    }

    void take_device_row(const TextLine& line) {
        const auto cells = words(line.text);
        if (cells.size() != columns_.size()) {
            draft_.drop_row(line.number, "a device row with more or fewer cells than its header");
            return;
        }
        draft_.take_rows();
        take_columns(kDiskColumns,
                     NamedCells(columns_, cells, &sysstat_number),
                     "device",
                     device_last_ ? cells.back() : cells.front(),
                     report_.values);
    }

    void finish_report() {
        seen_headers_.clear();
        if (report_.values.empty()) {
            return;
        }
        report_.begins = std::exchange(begins_, false);
        reports_.push_back(std::exchange(report_, {}));
    }

    void put_run() {
        if (reports_.empty()) {
            return;
        }
        draft_.tool("iostat");
        const bool timed = reports_.front().time.has_value();
        TimedRows rows(draft_, timed ? TimedRows::Times::Utc : TimedRows::Times::None);
        RunDraft& run = rows.run();
        machine_.describe(run);
        run.intervals_are_whole();
        if (reports_.size() > 1) {
            rows.ask_period("the file has no times; how many seconds lie between two reports?",
                            "reports");
        }
        const bool has_boot_reports = draft_.assumed("mode") != "no_boot_report";
        const bool only_since_boot = std::all_of(
            reports_.begin(), reports_.end(), [](const Report& report) { return report.begins; });
        const bool since_boot = has_boot_reports && !only_since_boot;
        for (Report& report : reports_) {
            rows.add(report.time,
                     0.0,
                     std::move(report.values),
                     report.begins && since_boot ? record::Phase::Warmup : record::Phase::Measured);
        }
        if (since_boot) {
            run.note(
                "import.since_boot",
                record::Level::Info,
                to_say("the first report of a call is an average since boot: kept, but not in the "
                       "figures (iostat -y does not print one)"));
        } else if (has_boot_reports) {
            run.note("import.since_boot", record::Level::Warning, kOnlySinceBoot);
        }
    }

    Draft& draft_;
    Part part_ = Part::None;
    Columns columns_{};
    bool device_last_ = false;
    std::set<std::string, std::less<>> seen_headers_{};  ///< of device tables in this report
    bool begins_ = true;  ///< the next report is the first of its call
    Report report_{};
    std::vector<Report> reports_{};
    SysstatBanner machine_{};
};

}  // namespace
}  // namespace iostat_text

const Format kIostatText{.id = "iostat-text",
                         .title = "iostat",
                         .claim = &iostat_text::claim,
                         .read = &read_lines<iostat_text::Reader>};

}  // namespace throughline::importers
