// SPDX-License-Identifier: Apache-2.0
// dstat, pcp dstat and dool as CSV: a line of groups ("dsk/total",,), a line of columns, rows. The
// first row is an average since boot; dsk/total already holds dsk/sda. Since 1.3.0 dool writes disk
// and network traffic in bits, unless it is told --bytes (dool, changelog and Options).
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/draft/timed_rows.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/table.h"
#include "engine/importers/read/timestamp.h"

namespace throughline::importers {
namespace dstat {
namespace {

int claim(const Head& head) {
    if (head.lines.empty()) {
        return 0;
    }
    const std::string_view first = head.lines.front();
    for (const char* const mark : {"\"Dstat", "\"Dool", "\"dool", "\"pcp-dstat"}) {
        if (first.starts_with(mark)) {
            return kCertain;
        }
    }
    return 0;
}

constexpr double kBitsOfByte = 8.0;

/// Whether that version of dool writes traffic in bits unless it is told otherwise.
bool writes_bits(std::string_view version) {
    const auto parts = split(version, '.');
    const auto major = parse_number(parts[0]);
    const auto minor = parts.size() > 1 ? parse_number(parts[1]) : std::nullopt;
    return major && (*major > 1.0 || (*major == 1.0 && minor.value_or(0.0) >= 3.0));
}

/// What the command asks for; the last option counts, and Python takes shortened ones.
std::optional<bool> asks_for_bits(std::string_view command) {
    std::optional<bool> bits;
    for (const std::string_view word : words(command)) {
        const auto is = [&](std::string_view option) {
            return word.size() > 4 && option.starts_with(word);
        };
        if (is("--bytes") || is("--dstat")) {
            bits = false;
        } else if (is("--bits")) {
            bits = true;
        }
    }
    return bits;
}

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft) {}

    void take(const TextLine& line) {
        const auto cells = csv_cells(line.text);
        if (line.number == 1) {
            const auto parts = words(cells[0]);
            draft_.tool(parts.empty() ? "dstat" : lower(parts[0]),
                        parts.size() > 1 ? parts[1] : std::string_view());
            may_be_bits_ = parts.size() > 1 && lower(parts[0]).find("dool") != std::string::npos &&
                           writes_bits(parts[1]);
        } else if (cells[0] == "Host:" && cells.size() > 1) {
            draft_.environment("host.name", cells[1]);
            host_ = cells[1];
        } else if (cells[0] == "Cmdline:" && cells.size() > 1) {
            draft_.environment("command", cells[1]);
            command_ = cells[1];
            for (std::size_t i = 2; i + 1 < cells.size(); ++i) {
                if (cells[i] == "Date:") {
                    date_ = parse_moment(date_and_clock(cells[i + 1]));
                }
            }
        } else if (is_group_header(line.text, cells)) {
            groups_ = cells;
            for (std::size_t i = 1; i < groups_.size(); ++i) {
                groups_[i] = groups_[i].empty() ? groups_[i - 1] : groups_[i];
            }
            wants_columns_ = true;
        } else if (wants_columns_) {
            names_ = cells;
            for (std::string& name : names_) {
                name.erase(0, name.rfind(':') + 1);  // dool: "dsk/sda:read"
            }
            wants_columns_ = false;
            settle_traffic();
            first_row_ = true;  // dstat was started again on the same file
        } else if (!names_.empty() && !trim(line.text).empty()) {
            take_row(line, cells);
        }
    }

    void finish() {}

private:
    /// "16 Jun 2015 11:06:42 CDT": the zone's name is not known to everybody.
    static std::string date_and_clock(const std::string& text) {
        const auto parts = words(text);
        std::string plain;
        for (std::size_t i = 0; i < parts.size() && i < 4; ++i) {
            plain += (i == 0 ? "" : " ") + std::string(parts[i]);
        }
        return plain + (parts.size() > 4 && parts[4] == "UTC" ? " UTC" : "");
    }

    bool is_group_header(std::string_view line, const std::vector<std::string>& cells) const {
        static constexpr const char* kGroups[] = {"total cpu usage",
                                                  "total usage",
                                                  "dsk/total",
                                                  "memory usage",
                                                  "net/total",
                                                  "load avg",
                                                  "system"};
        if (!line.starts_with('"') || wants_columns_) {
            return false;
        }
        for (const std::string& cell : cells) {
            for (const char* const group : kGroups) {
                if (cell == group || cell.starts_with("dsk/") || cell.starts_with("net/")) {
                    return true;
                }
            }
        }
        return false;
    }

    void take_row(const TextLine& line, const std::vector<std::string>& cells) {
        if (cells.size() < names_.size()) {
            draft_.drop_row(line.number, "a row of fewer cells than its header");
            return;
        }
        metrics::MetricValues values;
        CpuShares cpu;
        std::optional<Moment> time;
        for (std::size_t i = 0; i < names_.size() && i < groups_.size(); ++i) {
            const auto number = parse_number(cells[i]);
            if (names_[i] == "epoch" && number) {
                time = Moment{.seconds = *number, .has_zone = true};
            } else if (names_[i] == "time") {
                time = clock_of(cells[i]);
                unread_clock_ = time ? "" : cells[i];
            } else if (number) {
                take_cell(groups_[i], names_[i], *number, values, cpu);
            }
        }
        take_cpu(cpu, values);
        put(time, std::move(values));
    }

    void settle_traffic() {
        if (!may_be_bits_) {
            return;
        }
        const auto assumed = draft_.assumed("traffic_unit");
        const bool bits = assumed ? *assumed == "bits" : asks_for_bits(command_).value_or(true);
        bytes_of_traffic_ = bits ? 1.0 / kBitsOfByte : 1.0;
        if (!assumed) {
            draft_.info_once(
                "dool.bits",
                bits ? say("Disk and network columns are taken as bits, which dool has written "
                           "since 1.3.0 unless it is told --bytes. If DOOL_OPTS said --bytes, the "
                           "rates are eight times as high.")
                     : say("Disk and network columns are taken as bytes, as the command asks."));
        }
    }

    void take_cell(const std::string& group,
                   const std::string& name,
                   double value,
                   metrics::MetricValues& values,
                   CpuShares& cpu) const {
        const std::string of = group.substr(group.find('/') + 1);
        const auto labelled = [&](const char* id, const char* label) {
            return metrics::labelled(id, of == "total" ? "" : label, of);
        };
        const bool reads = name == "read" || name == "recv";
        if (group.starts_with("dsk/") && (reads || name == "writ")) {
            values[labelled(reads ? "read_bytes_per_second" : "write_bytes_per_second", "device")] =
                value * bytes_of_traffic_;
        } else if (group.starts_with("io/") && (reads || name == "writ")) {
            values[labelled(reads ? "read_iops" : "write_iops", "device")] = value;
        } else if (group.starts_with("net/") && (reads || name == "send")) {
            values[labelled(
                reads ? "network_receive_bytes_per_second" : "network_send_bytes_per_second",
                "interface")] = value * bytes_of_traffic_;
        } else if (group == "total cpu usage" || group == "total usage") {
            auto* const share = name == "usr"   ? &cpu.user
                                : name == "sys" ? &cpu.system
                                : name == "idl" ? &cpu.idle
                                : name == "wai" ? &cpu.iowait
                                : name == "stl" ? &cpu.steal
                                                : nullptr;
            if (share != nullptr) {
                *share = value;
            }
        }
    }

    /// "16-06 11:06:42" is day and month, as dool's "Jun-16 11:06:42"; the year stands in the line
    /// Date.
    std::optional<Moment> clock_of(const std::string& text) const {
        const std::size_t dash = text.find('-');
        const std::size_t blank = text.find(' ');
        if (dash == std::string::npos || blank == std::string::npos || dash > blank ||
            text.find('-', dash + 1) < blank) {
            return parse_moment(text);
        }
        const std::string year = date_ ? iso_of(date_->seconds).substr(0, 4) : "1970";
        const std::string one = text.substr(0, dash);
        const std::string two = text.substr(dash + 1, blank - dash - 1);
        std::string whole = year;
        if (parse_number(one)) {
            whole.append("-").append(two).append("-").append(one);
        } else {
            whole = two;
            whole.append(" ").append(one).append(" ").append(year);
        }
        return parse_moment(whole + text.substr(blank));
    }

    void put(const std::optional<Moment>& time, metrics::MetricValues values) {
        if (!rows_) {
            rows_.emplace(draft_, time ? TimedRows::Times::Utc : TimedRows::Times::None);
            rows_->run().set("host", host_);
            rows_->run().intervals_are_whole();
            if (!unread_clock_.empty() &&
                rows_->ask_period(
                    "the times cannot be read; how many seconds lie between two rows?")) {
                draft_.warn("import.clock", say("unknown time format '%1'", unread_clock_));
            }
            rows_->note_since_boot();
        }
        rows_->add(time,
                   0.0,
                   std::move(values),
                   first_row_ ? record::Phase::Warmup : record::Phase::Measured);
        first_row_ = false;
        draft_.take_rows();
    }

    Draft& draft_;
    std::vector<std::string> groups_{};
    std::vector<std::string> names_{};
    std::string command_{};
    bool may_be_bits_ = false;  ///< by the version of dool
    double bytes_of_traffic_ = 1.0;
    bool wants_columns_ = false;
    bool first_row_ = true;
    std::optional<Moment> date_{};
    std::string host_{};
    std::optional<TimedRows> rows_{};
    std::string unread_clock_{};  ///< of the last row
};

}  // namespace
}  // namespace dstat

const Format kDstat{.id = "dstat",
                    .title = "dstat CSV",
                    .claim = &dstat::claim,
                    .read = &read_lines<dstat::Reader>};

}  // namespace throughline::importers
