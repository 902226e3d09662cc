// SPDX-License-Identifier: Apache-2.0
// What collectl (and pmcollectl) print on a terminal: the brief form with a line for each moment,
// and the detail table of disks (-sD) with a line for each disk. Lines that start with '#' head
// what follows. KB are 1,024 bytes; all is per second.
#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/importers/draft/timed_rows.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/monitors/sysstat_table.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/table.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace collectl_text {
namespace {

enum class Table { None, Totals, Disks };

/// What a heading announces.
struct Heading {
    Table table = Table::None;
    bool has_date = false;
    bool has_time = false;
    std::vector<std::string> names{};  ///< of the columns behind date and time, in lower case

    std::size_t time_cells() const { return (has_date ? 1U : 0U) + (has_time ? 1U : 0U); }
    bool has(std::string_view name) const {
        return std::find(names.begin(), names.end(), name) != names.end();
    }
};

/// The columns of reads and of writes have the same names: the second ones get a "w" in front.
void tell_writes_apart(std::vector<std::string>& names) {
    const auto reads = std::find(names.begin(), names.end(), "kbytes");
    const auto both = std::find(names.begin(), names.end(), "rwsize");
    for (auto name = std::find(std::next(reads), both, "kbytes"); name != both; ++name) {
        name->insert(0, "w");
    }
}

/// Nothing for a line that heads no columns ("#<--------CPU-------->").
std::optional<Heading> heading_of(std::string_view line) {
    if (!line.starts_with('#') || line.starts_with("#<") || line.starts_with("##")) {
        return std::nullopt;
    }
    Heading heading;
    for (const std::string_view word : words(line.substr(1))) {
        if (heading.names.empty() && word == "Date") {
            heading.has_date = true;
        } else if (heading.names.empty() && word == "Time") {
            heading.has_time = true;
        } else {
            heading.names.push_back(lower(word));
        }
    }
    const bool disks = heading.has("kbread") && heading.has("reads");
    const bool cpu = heading.has("sys") && (heading.has("cpu") || heading.has("idle"));
    const bool network = heading.has("kbin") && heading.has("kbout");
    const bool named = !heading.names.empty() && heading.names.front() == "name";
    if (named && heading.has("kbytes") && heading.has("rwsize")) {
        heading.table = Table::Disks;
        tell_writes_apart(heading.names);
    } else if (!named && (disks || (cpu && heading.names.front() != "cpu") ||
                          (cpu && heading.has("inter")) || network)) {
        heading.table = Table::Totals;
    }
    return heading;
}

int claim(const Head& head) {
    for (const std::string_view line : head.lines) {
        const auto heading = heading_of(line);
        if (heading &&
            (heading->table == Table::Disks || heading->has("kbread") || heading->has("inter"))) {
            return kCertain - 5;
        }
    }
    return 0;
}

/// "cpu" leaves out waiting for I/O, as cpu_utilisation does. Source: collectl, "Brief Data".
constexpr std::array kTotals{
    Column{"cpu", "cpu_utilisation"},
    Column{"sys", "cpu_system"},
    Column{"kbread", "read_bytes_per_second", kKiB},
    Column{"reads", "read_iops"},
    Column{"rmerged", "read_merges_per_second"},
    Column{"kbwrit", "write_bytes_per_second", kKiB},
    Column{"kbwrite", "write_bytes_per_second", kKiB},
    Column{"writes", "write_iops"},
    Column{"wmerged", "write_merges_per_second"},
    Column{"kbin", "network_receive_bytes_per_second", kKiB},
    Column{"netkbi", "network_receive_bytes_per_second", kKiB},
    Column{"kbout", "network_send_bytes_per_second", kKiB},
    Column{"netkbo", "network_send_bytes_per_second", kKiB},
};

/// Source: collectl, "Detail Data", -sD.
constexpr std::array kDisk{
    Column{"kbytes", "read_bytes_per_second", kKiB},
    Column{"merged", "read_merges_per_second"},
    Column{"ios", "read_iops"},
    Column{"wkbytes", "write_bytes_per_second", kKiB},
    Column{"wmerged", "write_merges_per_second"},
    Column{"wios", "write_iops"},
    Column{"qlen", "disk_queue_length"},
    Column{"util", "disk_utilisation"},
};
/// Later versions have a wait of each direction, and after them one of both.
constexpr std::array kWaits{Column{"wait", "read_await", kMilli},
                            Column{"wwait", "write_await", kMilli}};
constexpr std::array kOneWait{Column{"wait", "disk_await", kMilli}};

/// A number as collectl squeezes it into a narrow column, "12K": steps of 1,024 where the column
/// counts kilobytes, else of 1,000.
std::optional<double> squeezed(std::string_view cell, bool kilobytes) {
    if (kilobytes) {
        return binary_scaled(cell);
    }
    double factor = 1.0;
    for (const char suffix : {'K', 'M', 'G'}) {
        factor *= 1e3;
        if (cell.ends_with(suffix)) {
            return scaled(parse_number(cell.substr(0, cell.size() - 1)), factor);
        }
    }
    return parse_number(cell);
}

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft) { draft_.tool("collectl"); }

    void take(const TextLine& line) {
        if (const auto interval = match(line.text, "waiting for %n second")) {
            interval_ = interval->number(0);
        } else if (line.text.starts_with('#')) {
            take_heading(line.text);
        } else if (heading_.table != Table::None && !trim(line.text).empty()) {
            take_row(line);
        }
    }

    void finish() { put_moment(); }

private:
    void take_heading(std::string_view line) {
        // "### RECORD 1 >>> host <<< (1179493640.005) (Fri May 18 09:07:20 2007) ###"
        if (const auto record = find(line, "RECORD %n >>> %w <<< (%n)")) {
            put_moment();
            host_ = (*record)[1];
            record_at_ = record->number(2);
            return;
        }
        if (auto heading = heading_of(line)) {
            heading_ = *std::move(heading);
            columns_ = Columns(heading_.names);
        }
    }

    void take_row(const TextLine& line) {
        const auto cells = words(line.text);
        const std::size_t skip = heading_.time_cells();
        if (cells.size() != heading_.names.size() + skip) {
            draft_.drop_row(line.number, "a row with more or fewer cells than its heading");
            return;
        }
        const auto number = [&](std::string_view name) -> std::optional<double> {
            const auto at = columns_.at(name);
            return at ? squeezed(cells[*at + skip], contains(name, "kb")) : std::nullopt;
        };
        metrics::MetricValues values;
        if (heading_.table == Table::Totals) {
            take_columns(kTotals, number, "", "", values);
            if (heading_.has("idle")) {
                take_cpu(shares_of(number), values);
            }
        } else {
            take_disk(number, cells[skip], values);
        }
        if (values.empty()) {
            draft_.drop_row(line.number, "no numbers");
            return;
        }
        draft_.take_rows();
        const auto time = time_of(cells);
        if (time != time_ || values_.empty() || values_.count(values.begin()->first) > 0) {
            put_moment();
            time_ = time;
        }
        values_.merge(values);
    }

    static CpuShares shares_of(const auto& number) {
        CpuShares shares{.user = number("user"),
                         .nice = number("nice"),
                         .system = number("sys"),
                         .iowait = number("wait"),
                         .steal = number("steal"),
                         .idle = number("idle")};
        if (shares.system) {
            *shares.system += number("irq").value_or(0.0) + number("soft").value_or(0.0);
        }
        return shares;
    }

    void take_disk(const auto& number, std::string_view device, metrics::MetricValues& values) {
        take_columns(kDisk, number, "device", device, values);
        if (heading_.has("wwait")) {
            take_columns(kWaits, number, "device", device, values);
        } else {
            take_columns(kOneWait, number, "device", device, values);
        }
        if (const auto bytes = ratio(scaled(number("kbytes"), kKiB), number("ios"))) {
            values[metrics::labelled("read_request_size", "device", device)] = *bytes;
        }
    }

    std::optional<double> time_of(const std::vector<std::string_view>& cells) {
        if (heading_.has_date && heading_.has_time) {
            const auto moment = parse_moment(std::string(cells[0]) + " " + std::string(cells[1]));
            absolute_ = absolute_ || moment.has_value();
            return moment ? std::optional(draft_.utc_of(moment->seconds)) : std::nullopt;
        }
        if (heading_.has_time) {
            return parse_clock(cells[0]);
        }
        if (record_at_) {
            absolute_ = true;
        }
        return record_at_;
    }

    void put_moment() {
        if (values_.empty()) {
            return;
        }
        const bool first = !rows_;
        if (first) {
            begin_run();
        }
        double t = time_.value_or(0.0);
        if (time_ && !absolute_) {
            t = days_.time_of(t);  // a clock without a date
            first_ = first ? t - interval_.value_or(0.0) : first_;
            t -= first_;
        }
        rows_->add(time_ ? std::optional(Moment{.seconds = t, .has_zone = true}) : std::nullopt,
                   interval_.value_or(0.0),
                   std::exchange(values_, {}));
    }

    void begin_run() {
        rows_.emplace(draft_,
                      absolute_ ? TimedRows::Times::Utc
                      : time_   ? TimedRows::Times::Clock
                                : TimedRows::Times::None);
        rows_->run().set("host", host_);
        draft_.environment("host.name", host_);
        if (interval_) {
            rows_->period_is(*interval_);
        }
        rows_->ask_period(
            "collectl prints no times without -oT; how many seconds lie between two rows?");
    }

    Draft& draft_;
    Heading heading_{};
    Columns columns_{};
    std::optional<TimedRows> rows_{};
    std::string host_{};
    std::optional<double> interval_{};   ///< as collectl says it when it starts
    std::optional<double> record_at_{};  ///< of the RECORD line above, since 1970
    std::optional<double> time_{};       ///< of values_
    metrics::MetricValues values_{};     ///< of one moment: several disks, several tables
    bool absolute_ = false;
    SysstatDays days_{};
    double first_ = 0.0;
};

}  // namespace
}  // namespace collectl_text

const Format kCollectlText{.id = "collectl-text",
                           .title = "collectl (printed)",
                           .claim = &collectl_text::claim,
                           .read = &read_lines<collectl_text::Reader>};

}  // namespace throughline::importers
