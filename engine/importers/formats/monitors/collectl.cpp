// SPDX-License-Identifier: Apache-2.0
// collectl in plot format (-P), whole or details of disks: a block of '#' lines, of which the last
// names the columns. KB are 1,024 bytes; all is per second.
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/table.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace collectl {
namespace {

bool is_column_line(std::string_view line) {
    // Date and time are columns of their own, and there is at least one more.
    return (line.starts_with("#Date ") || line.starts_with("#Date,")) && contains(line, "Time") &&
           contains(line, "[");
}

int claim(const Head& head) {
    return head.any_line(is_column_line)      ? kCertain
           : head.any_line_has("# Collectl:") ? kLikely
                                              : 0;
}

constexpr std::array kTotals{
    Column{"[DSK]ReadTot", "read_iops"},
    Column{"[DSK]WriteTot", "write_iops"},
    Column{"[DSK]ReadKBTot", "read_bytes_per_second", kKiB},
    Column{"[DSK]WriteKBTot", "write_bytes_per_second", kKiB},
    Column{"[NET]RxKBTot", "network_receive_bytes_per_second", kKiB},
    Column{"[NET]TxKBTot", "network_send_bytes_per_second", kKiB},
    Column{"[CPU]User%", "cpu_user"},
    Column{"[CPU]Sys%", "cpu_system"},
    Column{"[CPU]Wait%", "cpu_iowait"},
    Column{"[CPU]Steal%", "cpu_steal"},
    Column{"[CPU]Totl%", "cpu_utilisation"},
};

/// The columns of a disk in a detail file stand in groups, each begun by its name.
constexpr std::array kDetails{
    Column{"Reads", "read_iops"},
    Column{"Writes", "write_iops"},
    Column{"RKBytes", "read_bytes_per_second", kKiB},
    Column{"WKBytes", "write_bytes_per_second", kKiB},
    Column{"RMerge", "read_merges_per_second"},
    Column{"WMerge", "write_merges_per_second"},
    Column{"WaitR", "read_await", kMilli},
    Column{"WaitW", "write_await", kMilli},
    Column{"QueLen", "disk_queue_length"},
    Column{"Wait", "disk_await", kMilli},
    Column{"Util", "disk_utilisation"},
};

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft) { draft_.tool("collectl"); }

    void take(const TextLine& line) {
        if (is_column_line(line.text)) {
            separator_ = contains(line.text, "#Date,") ? ',' : ' ';
            names_ = cells_of(line.text.substr(1));
            columns_ = Columns(names_);
        } else if (line.text.starts_with('#')) {
            take_header(line.text);
        } else if (!names_.empty() && !trim(line.text).empty()) {
            take_row(line);
        }
    }

    void finish() {}

private:
    std::vector<std::string> cells_of(std::string_view line) const {
        std::vector<std::string> cells;
        for (const auto cell : separator_ == ' ' ? words(line) : split(line, separator_)) {
            cells.emplace_back(trim(cell));
        }
        return cells;
    }

    void take_header(std::string_view line) {
        if (const auto found = find(line, "Collectl:%_%w")) {
            std::string_view version = (*found)[0];
            version.remove_prefix(version.starts_with('V') ? 1 : 0);
            draft_.tool("collectl", version);
        } else if (const auto host = find(line, "Host:%_%w")) {
            host_ = (*host)[0];
            draft_.environment("host.name", host_);
        } else if (const auto kernel = find(line, "Kernel:%_%w")) {
            draft_.environment("kernel", (*kernel)[0]);
        }
        if (const auto zone = find(line, "TZ:%_%w")) {
            zone_ = parse_zone((*zone)[0]);
        }
        if (const auto interval = find(line, "Interval:%_%n")) {
            interval_ = interval->number(0);
        }
        if (const auto cpus = find(line, "NumCPUs:%_%n")) {
            cpus_ = cpus->number(0);
        }
    }

    void take_row(const TextLine& line) {
        const auto cells = cells_of(line.text);
        if (cells.size() != names_.size() || cells.size() < 3) {
            draft_.drop_row(line.number, "a row with more or fewer cells than its header");
            return;
        }
        const auto moment = parse_moment(cells[0] + " " + cells[1]);
        if (!moment) {
            draft_.drop_row(line.number, "a row without its time");
            return;
        }
        if (run_ == nullptr) {
            run_ = &draft_.add_run();
            run_->set("host", host_);
            run_->set("cpu_count", cpus_);
            run_->times_are_absolute();
        }
        metrics::MetricValues values;
        take_columns(kTotals, NamedCells(columns_, cells), "", "", values);
        take_details(cells, values);
        run_->sample(zone_ ? moment->seconds - *zone_ : draft_.utc_of(moment->seconds),
                     interval_.value_or(0.0),
                     std::move(values));
        draft_.take_rows();
    }

    /// "[DSK]Name" holds a device's name, what follows belongs to it until the next name.
    void take_details(const std::vector<std::string>& cells, metrics::MetricValues& values) const {
        std::string device;
        for (std::size_t i = 2; i < names_.size(); ++i) {
            const auto bracket = names_[i].find(']');
            const bool disk = names_[i].starts_with("[DSK");
            const std::string name =
                bracket == std::string::npos ? names_[i] : names_[i].substr(bracket + 1);
            // "[DSK:sda]Reads" is the other way to name the device.
            if (names_[i].starts_with("[DSK:") && bracket != std::string::npos) {
                device = names_[i].substr(5, bracket - 5);
            }
            if (name == "Name") {
                device = disk ? cells[i] : "";
                continue;
            }
            for (const Column& column : kDetails) {
                const auto number = parse_number(cells[i]);
                if (!device.empty() && name == column.name && number) {
                    values.insert_or_assign(metrics::labelled(column.metric, "device", device),
                                            *number * column.factor);
                }
            }
        }
    }

    Draft& draft_;
    char separator_ = ' ';
    std::vector<std::string> names_{};
    Columns columns_{};
    RunDraft* run_ = nullptr;
    std::string host_{};
    std::optional<double> zone_{};
    std::optional<double> interval_{};
    std::optional<double> cpus_{};
};

}  // namespace
}  // namespace collectl

const Format kCollectl{.id = "collectl",
                       .title = "collectl",
                       .claim = &collectl::claim,
                       .read = &read_lines<collectl::Reader>};

}  // namespace throughline::importers
