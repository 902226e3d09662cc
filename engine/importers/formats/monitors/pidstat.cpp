// SPDX-License-Identifier: Apache-2.0
// pidstat as it prints: CPU (-u) and I/O (-d) of processes, one table after another or in one line
// (-h). Its kB are KiB.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/monitors/program_rates.h"
#include "engine/importers/formats/monitors/sysstat_columns.h"
#include "engine/importers/formats/monitors/sysstat_table.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace pidstat {
namespace {

bool has(const std::vector<std::string_view>& cells, std::string_view name) {
    return std::find(cells.begin(), cells.end(), name) != cells.end();
}

/// The names of a table: "UID PID %usr … Command", behind a clock or behind "# Time".
bool is_header(const std::vector<std::string_view>& cells) {
    return (has(cells, "PID") || has(cells, "TGID")) && !cells.empty() &&
           cells.back() == "Command" &&
           (has(cells, "%CPU") || has(cells, "kB_rd/s") || has(cells, "minflt/s") ||
            has(cells, "cswch/s"));
}

std::vector<std::string_view> header_of(std::string_view line) {
    if (const auto parsed = sysstat_line(line)) {
        return is_header(parsed->cells) ? parsed->cells : std::vector<std::string_view>();
    }
    auto cells = words(line);
    if (cells.size() > 2 && cells[0] == "#" && cells[1] == "Time") {
        cells.erase(cells.begin(), cells.begin() + 2);
    } else if (cells.size() > 1 && cells[0] == "#Time") {
        cells.erase(cells.begin());
    } else {
        return {};
    }
    return is_header(cells) ? cells : std::vector<std::string_view>();
}

int claim(const Head& head) {
    return head.any_line([](std::string_view line) { return !header_of(line).empty(); })
               ? kCertain - 5
               : 0;
}

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft) {}

    void take(const TextLine& line) {
        if (const auto banner = parse_banner(line.text)) {
            finish();
            banner->describe(draft_);
            banner_ = *banner;
            return;
        }
        averaged_ = averaged_ || line.text.starts_with("Average:");
        if (const auto names = header_of(line.text); !names.empty()) {
            take_header(line.text, names);
            return;
        }
        if (names_.empty()) {
            return;
        }
        if (auto row = sysstat_line(line.text)) {
            take_row(line, row->clock, row->cells);
        } else if (auto cells = words(line.text); cells.size() >= names_.size()) {
            // -h of old versions begins with seconds since 1970.
            const auto epoch = parse_number(cells.front());
            if (epoch && *epoch > 1e9) {
                cells.erase(cells.begin());
                epochs_ = true;
                take_row(line, *epoch, cells);
            }
        }
    }

    void finish() {
        if (!rates_.empty()) {
            draft_.tool("pidstat");
            RunDraft& run = draft_.add_run();
            banner_.describe(run);
            run.intervals_are_whole();
            const bool placed = epochs_ || banner_.date.has_value();
            if (placed) {
                run.times_are_absolute();
            }
            rates_.put(run, [&](double t) {
                const auto length = seconds_.find(t);
                const double seconds = length == seconds_.end() ? 0.0 : length->second;
                const double when = epochs_ ? t : placed ? draft_.utc_of(*banner_.date + t) : t;
                return std::pair(when, seconds);
            });
            if (rates_.intervals() == 1 && !averaged_ &&
                draft_.assumed("mode") != "no_boot_report") {
                run.note(
                    "import.since_boot",
                    record::Level::Warning,
                    to_say("The only report of pidstat is an average since each process began, not "
                           "of a measurement, unless it was called with an interval."));
            }
            draft_.info_once("pidstat.left_out",
                             say("CPU time and I/O are imported; memory, context switches and "
                                 "threads are not."));
        }
        rates_ = {};
        tables_.clear();
        seconds_.clear();
        names_.clear();
        begin_.reset();
        averaged_ = false;
        epochs_ = false;
    }

private:
    void take_header(std::string_view text, const std::vector<std::string_view>& names) {
        names_.assign(names.begin(), names.end());
        columns_ = Columns(names_);
        Table& table = tables_[names_];
        days_ = &table.days;
        if (const auto parsed = sysstat_line(text)) {
            // The clock of a heading tells when its interval began, which is when the one before
            // ended: that one counts also where nobody did anything in it.
            const double t = days_->time_of(parsed->clock);
            if (table.begin && *table.begin < t) {
                rates_.touch(t);
                seconds_[t] = t - *table.begin;
            }
            table.begin = t;
            begin_ = t;
        }
    }

    void take_row(const TextLine& line, double clock, const std::vector<std::string_view>& cells) {
        if (cells.size() < names_.size()) {
            draft_.drop_row(line.number, "a row with more or fewer cells than its header");
            return;
        }
        const NamedCells number(columns_, cells, &sysstat_number);
        // With -t a process is followed by its threads, which are in its figures already.
        if (columns_.has("TID") && cells[*columns_.at("TID")] != "-") {
            return;
        }
        const double t = epochs_ ? clock : days_->time_of(clock);
        if (begin_ && *begin_ < t) {
            seconds_[t] = t - *begin_;
        }
        const auto rate = [&](const char* name) { return scaled(number(name), kKiB); };
        // "-1.00": the kernel did not let pidstat see it.
        const auto known = [](std::optional<double> value) {
            return value && *value >= 0.0 ? value : std::nullopt;
        };
        // What stands behind the last column is more of the command.
        rates_.add(t,
                   ProgramRates::program_of(cells[names_.size() - 1]),
                   {.cpu = number("%CPU"),
                    .read_bytes_per_second = known(rate("kB_rd/s")),
                    .write_bytes_per_second = known(rate("kB_wr/s"))});
        draft_.take_rows();
    }

    Draft& draft_;
    SysstatBanner banner_{};
    ProgramRates rates_{};
    struct Table {
        SysstatDays days{};
        std::optional<double> begin{};  ///< of the interval under way
    };
    std::map<std::vector<std::string>, Table> tables_{};  ///< by the names of the columns
    SysstatDays* days_ = nullptr;
    std::map<double, double> seconds_{};  ///< length of the interval that ends then
    std::vector<std::string> names_{};
    Columns columns_{};
    std::optional<double> begin_{};
    bool averaged_ = false;
    bool epochs_ = false;
};

}  // namespace
}  // namespace pidstat

const Format kPidstat{.id = "pidstat",
                      .title = "pidstat",
                      .claim = &pidstat::claim,
                      .read = &read_lines<pidstat::Reader>};

}  // namespace throughline::importers
