// SPDX-License-Identifier: Apache-2.0
// sar as it prints: each line begins with a clock; the header repeats; the device stands first or,
// with --pretty, last. The date is that of the first line and moves on after midnight.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/monitors/sysstat_clock.h"
#include "engine/importers/formats/monitors/sysstat_columns.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"

namespace throughline::importers {
namespace {

constexpr double kDay = 86'400.0;

/// What a header's rows are about.
enum class Subject { Unknown, Cpu, Disk, Network };

Subject subject_of(const std::vector<std::string_view>& cells) {
    const auto names = [&](std::string_view name) {
        return cells.front() == name || cells.back() == name;
    };
    if (names("CPU")) {
        return Subject::Cpu;
    }
    if (names("DEV")) {
        return Subject::Disk;
    }
    return names("IFACE") ? Subject::Network : Subject::Unknown;
}

int claim(const Head& head) {
    bool banner = false;
    for (const std::string_view line : head.lines) {
        banner = banner || parse_banner(line).has_value();
        const auto parsed = sysstat_line(line);
        if (parsed && !parsed->cells.empty() && subject_of(parsed->cells) != Subject::Unknown) {
            return banner ? kCertain - 10 : kLikely;
        }
    }
    return 0;
}

class Reader {
public:
    Reader(Input& input, Draft& draft) : input_(input), draft_(draft) {}

    void read() {
        while (const TextLine* const line = input_.text.next()) {
            take(*line);
        }
        put_run();
    }

private:
    void take(const TextLine& line) {
        if (const auto banner = parse_banner(line.text)) {
            draft_.environment("host.name", banner->host);
            draft_.environment("kernel", banner->kernel);
            note_date_order(*banner, draft_);
            host_ = banner->host;
            cpus_ = banner->cpus;
            date_ = banner->date;
            days_.clear();
            subject_ = Subject::Unknown;
            return;
        }
        if (line.text.starts_with("Average:") || contains(line.text, "RESTART") ||
            contains(line.text, "COM ")) {
            return;
        }
        const auto parsed = sysstat_line(line.text);
        if (!parsed) {
            return;
        }
        if (!parse_number(parsed->cells.front(), true) && !is_value_row(parsed->cells)) {
            subject_ = subject_of(parsed->cells);
            names_.assign(parsed->cells.begin(), parsed->cells.end());
            columns_ = Columns(names_);
            if (subject_ != Subject::Unknown) {
                day_ = &days_[names_];
                time_of(parsed->clock);  // when the first interval of the table began
            }
            return;
        }
        take_row(line, *parsed);
    }

    /// A row has numbers everywhere but where the device or CPU stands.
    static bool is_value_row(const std::vector<std::string_view>& cells) {
        std::size_t numbers = 0;
        for (const auto cell : cells) {
            // With --human an amount of any column has its unit, and a share its sign.
            numbers += sysstat_number(cell, "kB") ? 1 : 0;
        }
        return numbers + 1 >= cells.size();
    }

    void take_row(const TextLine& line, const SysstatLine& row) {
        if (subject_ == Subject::Unknown) {
            return;  // a table of something else, or text before the first header
        }
        if (row.cells.size() != names_.size()) {
            draft_.drop_row(line.number, "a row of another length than its header");
            return;
        }
        draft_.take_rows();
        // The header's clock tells when the first interval began, also behind a restart.
        const double begin = day_->last_time;
        const double t = time_of(row.clock);
        const auto number = [&](std::string_view name) -> std::optional<double> {
            const auto at = columns_.at(name);
            return at ? sysstat_number(row.cells[*at], name) : std::nullopt;
        };
        const bool last =
            names_.back() == "DEV" || names_.back() == "IFACE" || names_.back() == "CPU";
        const std::string_view name = last ? row.cells.back() : row.cells.front();
        Interval& interval = at_[t];
        metrics::MetricValues& values = interval.values;
        interval.seconds = begin < t ? t - begin : interval.seconds;
        if (subject_ == Subject::Cpu && name == "all") {
            take_cpu(cpu_shares(number), values);
        } else if (subject_ == Subject::Disk) {
            take_columns(kDiskColumns, number, "device", name, values);
        } else if (subject_ == Subject::Network) {
            take_columns(kNetworkColumns, number, "interface", name, values);
        }
    }

    /// Each table starts over at the first clock, so that each has its own count of midnights.
    double time_of(double clock) {
        if (clock < day_->last_clock - kDay / 2) {
            day_->midnights += 1.0;
        }
        day_->last_clock = clock;
        day_->last_time = date_.value_or(0.0) + day_->midnights * kDay + clock;
        return day_->last_time;
    }

    void put_run() {
        std::erase_if(at_, [](const auto& entry) { return entry.second.values.empty(); });
        if (at_.empty()) {
            return;
        }
        draft_.tool("sar");
        RunDraft& run = draft_.add_run();
        run.set("host", host_);
        run.set("cpu_count", cpus_);
        if (date_) {
            run.times_are_absolute();
        }
        const double first = at_.begin()->first;
        for (auto& [t, interval] : at_) {
            run.sample(
                date_ ? draft_.utc_of(t) : t - first, interval.seconds, std::move(interval.values));
        }
    }

    Input& input_;
    Draft& draft_;
    Subject subject_ = Subject::Unknown;
    std::vector<std::string> names_{};
    Columns columns_{};
    struct Interval {
        double seconds = 0.0;
        metrics::MetricValues values{};
    };
    std::map<double, Interval> at_{};  ///< by the time at which it ends
    std::optional<double> date_{};
    std::optional<double> cpus_{};
    std::string host_{};
    struct Day {
        double midnights = 0.0;
        double last_clock = 0.0;
        double last_time = 0.0;
    };
    std::map<std::vector<std::string>, Day> days_{};  ///< by the header of a table
    Day* day_ = nullptr;
};

Result<void> read(Input& input, Draft& draft) {
    Reader(input, draft).read();
    return {};
}

}  // namespace

const Format kSarText{.id = "sar-text", .title = "sar", .claim = &claim, .read = &read};

}  // namespace throughline::importers
