// SPDX-License-Identifier: Apache-2.0
// atop: its lines for programs (-P: counts of an interval, ticks and sectors of 512 bytes) and its
// screens as text. The first report is since boot. Of processes nothing is imported.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/table.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace atop {
namespace {

/// One report: what the machine did in the interval that ends at `utc`.
struct Report {
    double utc = 0.0;
    double seconds = 0.0;
    bool since_boot = false;
    metrics::MetricValues values{};
};

/// Collects reports and makes one run of them.
class Reports {
public:
    explicit Reports(Draft& draft) : draft_(draft) {}

    Report& at(double utc, double seconds, bool since_boot) {
        if (all_.empty() || all_.back().utc != utc || all_.back().since_boot != since_boot) {
            all_.push_back({.utc = utc, .seconds = seconds, .since_boot = since_boot});
        }
        return all_.back();
    }
    bool empty() const noexcept { return all_.empty(); }
    Report& last() { return all_.back(); }

    void put(const std::string& host) {
        std::erase_if(all_, [](const Report& report) { return report.values.empty(); });
        if (all_.empty()) {
            return;
        }
        draft_.tool("atop");
        draft_.environment("host.name", std::string_view(host));
        RunDraft& run = draft_.add_run();
        run.set("host", std::string_view(host));
        run.times_are_absolute();
        run.intervals_are_whole();
        const bool only = all_.size() == 1;
        bool boot = false;
        for (Report& report : all_) {
            const bool leave_out = report.since_boot && !only;
            boot = boot || report.since_boot;
            // An interval of days would stand before the start of the recording.
            run.sample(report.utc,
                       leave_out ? std::min(report.seconds, 1.0) : report.seconds,
                       std::move(report.values),
                       leave_out ? record::Phase::Warmup : record::Phase::Measured);
        }
        if (boot) {
            run.note("import.since_boot",
                     only ? record::Level::Warning : record::Level::Info,
                     only
                         ? to_say("The only report of atop is an average since boot, not of a "
                                  "measurement.")
                         : to_say("The first report is an average since boot: kept, but not in the "
                                  "figures."));
        }
        draft_.info_once(
            "atop.left_out",
            say("Processors, disks and network interfaces are imported; processes, memory "
                "and pressure are not."));
    }

private:
    Draft& draft_;
    std::vector<Report> all_{};
};

// --- atop -P -----------------------------------------------------------------------------------

/// "CPU vm 1795385584 2026/11/22 22:13:04 1 100 2 …": label, host, seconds since 1970, date, clock,
/// length of the interval, then the fields of the label.
struct ParseableLine {
    std::string_view label{};
    std::string_view host{};
    double utc = 0.0;
    double seconds = 0.0;
    std::vector<std::string_view> fields{};

    std::optional<double> number(std::size_t at) const {
        return at < fields.size() ? parse_number(fields[at]) : std::nullopt;
    }
};
std::optional<ParseableLine> parseable(std::string_view line) {
    const auto cells = words(line);
    if (cells.size() < 8 || cells[0].size() > 4 || !parse_date(cells[3]) ||
        !parse_clock(cells[4])) {
        return std::nullopt;
    }
    const auto utc = parse_number(cells[2]);
    const auto seconds = parse_number(cells[5]);
    if (!utc || !seconds || *utc < 1e8 || *seconds < 0.0) {
        return std::nullopt;
    }
    return ParseableLine{.label = cells[0],
                         .host = cells[1],
                         .utc = *utc,
                         .seconds = *seconds,
                         .fields = {cells.begin() + 6, cells.end()}};
}

int claim_parseable(const Head& head) {
    bool separator = false;
    bool line = false;
    for (const std::string_view text : head.lines) {
        separator = separator || text == "SEP" || text == "RESET";
        line = line || parseable(text).has_value();
    }
    return separator && line ? kCertain : 0;
}

/// Fields: ticks a second, processors, then ticks of system, user, nice, idle, wait, irq, softirq,
/// steal.
void take_cpu_ticks(const ParseableLine& line, metrics::MetricValues& values) {
    double total = 0.0;
    for (std::size_t at = 2; at < 10; ++at) {
        total += line.number(at).value_or(0.0);
    }
    const auto share = [&](std::size_t at) { return ratio(scaled(line.number(at), 100.0), total); };
    take_cpu({.user = share(3),
              .nice = share(4),
              .system = share(2),
              .iowait = share(6),
              .steal = share(9),
              .idle = share(5)},
             values);
}

void put_rate(std::string_view id,
              std::string_view label,
              std::string_view of,
              std::optional<double> amount,
              double seconds,
              metrics::MetricValues& values) {
    if (const auto rate = ratio(amount, seconds)) {
        values.insert_or_assign(metrics::labelled(id, label, of), *rate);
    }
}

/// Fields: name, ms with I/O, reads, sectors read, writes, sectors written.
void take_disk(const ParseableLine& line, metrics::MetricValues& values) {
    const std::string_view name = line.fields[0];
    const auto put = [&](const char* id, std::optional<double> amount) {
        put_rate(id, "device", name, amount, line.seconds, values);
    };
    put("disk_utilisation", scaled(line.number(1), 100.0 * kMilli));
    put("read_iops", line.number(2));
    put("read_bytes_per_second", scaled(line.number(3), kSectorBytes));
    put("write_iops", line.number(4));
    put("write_bytes_per_second", scaled(line.number(5), kSectorBytes));
}

/// Fields of an interface: name, packets and bytes received, packets and bytes sent.
void take_interface(const ParseableLine& line, metrics::MetricValues& values) {
    const std::string_view name = line.fields[0];
    if (name == "upper" || line.fields.size() < 5) {
        return;  // the protocols above the interfaces
    }
    put_rate("network_receive_bytes_per_second",
             "interface",
             name,
             line.number(2),
             line.seconds,
             values);
    put_rate(
        "network_send_bytes_per_second", "interface", name, line.number(4), line.seconds, values);
}

Result<void> read_parseable(Input& input, Draft& draft) {
    Reports reports(draft);
    std::string host;
    bool since_boot = false;
    while (const TextLine* const line = input.text.next()) {
        if (line->text == "RESET") {
            since_boot = true;
        } else if (line->text == "SEP") {
            since_boot = false;
        }
        const auto parsed = parseable(line->text);
        if (!parsed) {
            continue;
        }
        host = host.empty() ? std::string(parsed->host) : host;
        auto& values = reports.at(parsed->utc, parsed->seconds, since_boot).values;
        if (parsed->label == "CPU") {
            take_cpu_ticks(*parsed, values);
        } else if (parsed->label == "DSK") {
            take_disk(*parsed, values);
        } else if (parsed->label == "NET") {
            take_interface(*parsed, values);
        } else {
            continue;
        }
        draft.take_rows();
    }
    reports.put(host);
    return {};
}

// --- the screens as text -----------------------------------------------------------------------

/// "ATOP - vm   2026/11/22  22:13:05   -----   42m3s elapsed".
std::optional<Match> heading(std::string_view line) {
    auto found = match(line, "ATOP - %w %w %w %w %w elapsed");
    return found && parse_date((*found)[1]) && parse_clock((*found)[2]) ? found : std::nullopt;
}

int claim_text(const Head& head) {
    return head.any_line([](std::string_view line) { return heading(line).has_value(); }) ? kCertain
                                                                                          : 0;
}

/// "42m3s", "1d2h", "10s" in seconds.
std::optional<double> elapsed_of(std::string_view text) {
    double seconds = 0.0;
    while (!text.empty()) {
        const std::size_t unit = text.find_first_not_of("0123456789");
        const auto number = parse_number(text.substr(0, unit));
        if (!number || unit == std::string_view::npos) {
            return std::nullopt;
        }
        const char name = text[unit];
        const double factor = name == 'd'   ? 86'400.0
                              : name == 'h' ? 3'600.0
                              : name == 'm' ? 60.0
                              : name == 's' ? 1.0
                                            : 0.0;
        if (factor == 0.0) {
            return std::nullopt;
        }
        seconds += *number * factor;
        text.remove_prefix(unit + 1);
    }
    return seconds;
}

/// The cells of a line by their names: "sys" -> "10%", "MBr/s" -> "12.5".
std::map<std::string_view, std::string_view> cells_by_name(std::string_view line) {
    std::map<std::string_view, std::string_view> cells;
    for (const std::string_view cell : split(line, '|')) {
        const auto parts = words(cell);
        if (parts.size() >= 2) {
            cells.emplace(parts[0], parts[1]);
        }
    }
    return cells;
}

std::optional<double> cell_number(std::string_view cell) {
    if (cell.ends_with('%')) {
        cell.remove_suffix(1);
    }
    return parse_number(cell);
}

class TextReader {
public:
    explicit TextReader(Draft& draft) : draft_(draft), reports_(draft) {}

    void take(const TextLine& text_line) {
        const std::string_view line = text_line.text;
        if (const auto found = heading(line)) {
            const auto moment =
                parse_moment(std::string((*found)[1]) + " " + std::string((*found)[2]));
            const auto seconds = elapsed_of((*found)[4]);
            host_ = host_.empty() ? std::string((*found)[0]) : host_;
            begun_ = moment && seconds;
            if (begun_) {
                reports_.at(draft_.utc_of(moment->seconds), *seconds, false);
            }
        } else if (begun_ && contains(lower(line), "activity since boot")) {
            reports_.last().since_boot = true;
        } else if (begun_) {
            take_values(line, reports_.last());
        }
    }

    void finish() {
        if (narrow_) {
            draft_.info_once(
                "atop.narrow",
                say("The lines of disks are too narrow for their MB/s: atop writes those "
                    "columns only on a wider terminal (or with -P DSK)."));
        }
        reports_.put(host_);
    }

private:
    void take_values(std::string_view line, Report& report) {
        const auto cells = cells_by_name(line);
        const auto number = [&](std::string_view name) {
            const auto found = cells.find(name);
            return found == cells.end() ? std::nullopt : cell_number(found->second);
        };
        if (line.starts_with("CPU |")) {
            take_processors(number, report.values);
            draft_.take_rows();
        } else if (line.starts_with("DSK |")) {
            const std::string_view name = trim(split(line, '|')[1]);
            const auto put = [&](const char* id, std::optional<double> value) {
                if (value) {
                    report.values.insert_or_assign(metrics::labelled(id, "device", name), *value);
                }
            };
            put("disk_utilisation", number("busy"));
            put("read_iops", ratio(number("read"), report.seconds));
            put("write_iops", ratio(number("write"), report.seconds));
            put("read_bytes_per_second", scaled(number("MBr/s"), kMiB));
            put("write_bytes_per_second", scaled(number("MBw/s"), kMiB));
            narrow_ = narrow_ || !number("MBr/s");
            draft_.take_rows();
        }
    }

    /// Of all processors together: 200 % where two are at work.
    template <class Number>
    static void take_processors(const Number& number, metrics::MetricValues& values) {
        const auto idle = number("idle");
        const auto wait = number("wait");
        const auto busy = number("sys").value_or(0.0) + number("user").value_or(0.0) +
                          number("irq").value_or(0.0) + number("steal").value_or(0.0);
        const double total = busy + idle.value_or(0.0) + wait.value_or(0.0);
        const auto share = [&](std::optional<double> part) {
            return ratio(scaled(part, 100.0), total);
        };
        if (idle) {
            take_cpu({.user = share(number("user")),
                      .system = share(number("sys")),
                      .iowait = share(wait),
                      .steal = share(number("steal")),
                      .idle = share(idle)},
                     values);
        }
    }

    Draft& draft_;
    Reports reports_;
    std::string host_{};
    bool begun_ = false;
    bool narrow_ = false;
};

}  // namespace
}  // namespace atop

const Format kAtopParseable{.id = "atop-parseable",
                            .title = "atop -P",
                            .claim = &atop::claim_parseable,
                            .read = &atop::read_parseable};
const Format kAtopText{.id = "atop-text",
                       .title = "atop",
                       .claim = &atop::claim_text,
                       .read = &read_lines<atop::TextReader>};

}  // namespace throughline::importers
