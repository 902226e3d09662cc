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

#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/monitors/sysstat_columns.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"

namespace throughline::importers {
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
    std::optional<double> time{};  ///< by the local clock, or UTC with a zone
    bool has_zone = false;
    bool begins = false;  ///< the first of a call of iostat: since boot
    metrics::MetricValues values{};
};

class Reader {
public:
    Reader(Input& input, Draft& draft) : input_(input), draft_(draft) {}

    void read() {
        while (const TextLine* const line = input_.text.next()) {
            take(*line);
        }
        finish_report();
        put_run();
    }

private:
    enum class Part { None, Cpu, Devices };

    void take(const TextLine& line) {
        const std::string_view text = trim(line.text);
        if (text.empty()) {
            part_ = Part::None;
        } else if (const auto banner = parse_banner(text)) {
            begin_call(*banner);
        } else if (text.starts_with("avg-cpu:")) {
            finish_report();
            header_ = words(text.substr(std::string_view("avg-cpu:").size()));
            keep_header();
            part_ = Part::Cpu;
        } else if (is_device_header(text)) {
            header_ = words(text);
            if (!seen_headers_.insert(joined(header_)).second) {
                finish_report();  // the same columns again: without CPU and time, the next report
                seen_headers_.insert(joined(header_));
            }
            keep_header();
            device_last_ = names_.back().starts_with("Device");
            part_ = Part::Devices;
        } else if (const auto moment = parse_moment(text); moment && part_ != Part::Devices) {
            finish_report();
            report_.time = moment->seconds;
            report_.has_zone = moment->has_zone;
        } else if (part_ == Part::Cpu) {
            take_cpu_row(line);
        } else if (part_ == Part::Devices) {
            take_device_row(line);
        }
    }

    /// iostat was called again on the same log ("iostat 5 >> log"), perhaps on another host.
    void begin_call(const SysstatBanner& banner) {
        finish_report();
        if (banner.host != host_) {
            put_run();
            reports_.clear();
        }
        draft_.environment("host.name", banner.host);
        draft_.environment("kernel", banner.kernel);
        note_date_order(banner, draft_);
        cpus_ = banner.cpus;
        host_ = banner.host;
        begins_ = true;
        part_ = Part::None;
    }

    static std::string joined(const std::vector<std::string_view>& cells) {
        std::string all;
        for (const auto cell : cells) {
            all += cell;
            all += ' ';
        }
        return all;
    }

    void keep_header() {
        names_.assign(header_.begin(), header_.end());
        columns_ = Columns(names_);
    }

    void take_cpu_row(const TextLine& line) {
        const auto cells = words(line.text);
        if (cells.size() != names_.size()) {
            draft_.drop_row(line.number, "a CPU row of another length than its header");
            return;
        }
        take_cpu(cpu_shares([&](std::string_view name) { return cell(cells, name); }),
                 report_.values);
        part_ = Part::None;
    }

    void take_device_row(const TextLine& line) {
        const auto cells = words(line.text);
        if (cells.size() != names_.size()) {
            draft_.drop_row(line.number, "a device row of another length than its header");
            return;
        }
        draft_.take_rows();
        const std::string_view device = device_last_ ? cells.back() : cells.front();
        take_columns(
            kDiskColumns,
            [&](std::string_view name) { return cell(cells, name); },
            "device",
            device,
            report_.values);
    }

    std::optional<double> cell(const std::vector<std::string_view>& cells,
                               std::string_view name) const {
        const auto at = columns_.at(name);
        return at ? sysstat_number(cells[*at], name) : std::nullopt;
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
        RunDraft& run = draft_.add_run();
        run.set("host", host_);
        run.set("cpu_count", cpus_);
        run.intervals_are_whole();
        const auto period = draft_.assumed_number("period_seconds");
        const bool timed = reports_.front().time.has_value();
        if (timed) {
            run.times_are_absolute();
        } else if (!period && reports_.size() > 1) {
            draft_.ask("period_seconds", "the file has no times; how far are its reports apart?");
            run.set("step_axis", "reports");
        }
        const bool has_boot_reports = draft_.assumed("mode") != "no_boot_report";
        const bool only_since_boot = std::all_of(
            reports_.begin(), reports_.end(), [](const Report& report) { return report.begins; });
        const bool since_boot = has_boot_reports && !only_since_boot;
        for (std::size_t i = 0; i < reports_.size(); ++i) {
            Report& report = reports_[i];
            const double time = report.time.value_or(0.0);
            const double t = timed ? (report.has_zone ? time : draft_.utc_of(time))
                                   : static_cast<double>(i + 1) * period.value_or(1.0);
            run.sample(t,
                       timed ? 0.0 : period.value_or(1.0),
                       std::move(report.values),
                       report.begins && since_boot ? run::Phase::Warmup : run::Phase::Measured);
        }
        if (since_boot) {
            run.note(
                "import.since_boot",
                run::Level::Info,
                "the first report of a call is an average since boot: kept, but not in the figures "
                "(iostat -y does not print one; --assume mode=no_boot_report counts it)");
        } else if (has_boot_reports) {
            run.note("import.since_boot", run::Level::Warning, kOnlySinceBoot);
        }
    }

    Input& input_;
    Draft& draft_;
    Part part_ = Part::None;
    std::vector<std::string_view> header_{};
    std::vector<std::string> names_{};
    Columns columns_{};
    bool device_last_ = false;
    std::set<std::string> seen_headers_{};  ///< of device tables in this report
    bool begins_ = true;                    ///< the next report is the first of its call
    Report report_{};
    std::vector<Report> reports_{};
    std::optional<double> cpus_{};
    std::string host_{};
};

Result<void> read(Input& input, Draft& draft) {
    Reader(input, draft).read();
    return {};
}

}  // namespace

const Format kIostatText{.id = "iostat-text", .title = "iostat", .claim = &claim, .read = &read};

}  // namespace throughline::importers
