// SPDX-License-Identifier: Apache-2.0
// mpstat, as it prints and as JSON: the shares of all processors together and of each.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/json_document.h"
#include "engine/importers/formats/monitors/sysstat_columns.h"
#include "engine/importers/formats/monitors/sysstat_table.h"
#include "engine/importers/read/json_tree.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"

namespace throughline::importers {
namespace mpstat {
namespace {

constexpr const char* kOnlyReport = to_say(
    "the only report of mpstat is an average since boot, not of a measurement, unless it was "
    "called with an interval");

/// mpstat counts interrupts between I/O wait and steal; sar -u ALL puts them behind steal.
bool is_header(const std::vector<std::string_view>& cells) {
    const auto irq = std::find(cells.begin(), cells.end(), "%irq");
    return !cells.empty() && cells.front() == "CPU" && irq != cells.end() &&
           cells.end() - irq > 2 && *(irq - 1) == "%iowait" && *(irq + 1) == "%soft";
}

int claim_text(const Head& head) {
    return head.any_line([](std::string_view line) {
        const auto parsed = sysstat_line(line);
        return parsed && is_header(parsed->cells);
    })
               ? kCertain - 5
               : 0;
}

/// A row's shares: those of all processors together have their own ids, one processor its load.
void take_row(std::string_view cpu, const CpuShares& shares, metrics::MetricValues& values) {
    if (cpu == "all" || cpu == "-1") {  // the JSON of sysstat 12.0 numbers all of them -1
        take_cpu(shares, values);
    } else if (shares.idle) {
        values.insert_or_assign(metrics::labelled("processor_utilisation", "cpu", cpu),
                                100.0 - *shares.idle - shares.iowait.value_or(0.0));
    }
}

class TextReader {
public:
    explicit TextReader(Draft& draft) : draft_(draft) {}

    void take(const TextLine& line) {
        if (const auto banner = parse_banner(line.text)) {
            finish();
            banner->describe(draft_);
            machine_ = *banner;
            return;
        }
        averaged_ = averaged_ || line.text.starts_with("Average:");
        const auto parsed = sysstat_line(line.text);
        if (!parsed) {
            return;
        }
        if (!parse_number(parsed->cells.back(), true)) {
            in_table_ = is_header(parsed->cells);
            left_out_ = left_out_ || !in_table_;
            if (in_table_) {
                columns_ = Columns(parsed->cells);
                begin_ = days_.time_of(parsed->clock);
            }
        } else if (in_table_) {
            take_values(line, *parsed);
        }
    }

    void finish() {
        const bool since_boot = intervals_.size() == 1 && !averaged_;
        RunDraft* const run = intervals_.put(
            draft_,
            "mpstat",
            machine_,
            machine_.date ? SysstatIntervals::Times::Local : SysstatIntervals::Times::Clock);
        if (run != nullptr) {
            run->intervals_are_whole();
            if (since_boot && draft_.assumed("mode") != "no_boot_report") {
                run->note("import.since_boot", record::Level::Warning, kOnlyReport);
            }
        }
        if (left_out_) {
            draft_.info_once("mpstat.left_out",
                             say("Tables of interrupts and of nodes are not imported."));
        }
        intervals_ = {};
        days_ = {};
        averaged_ = false;
        left_out_ = false;
        in_table_ = false;
    }

private:
    void take_values(const TextLine& line, const SysstatLine& row) {
        if (row.cells.size() != columns_.size()) {
            draft_.drop_row(line.number, "a row with more or fewer cells than its header");
            return;
        }
        const double t = days_.time_of(row.clock);
        take_row(row.cells.front(),
                 cpu_shares(NamedCells(columns_, row.cells, &sysstat_number)),
                 intervals_.at(machine_.date.value_or(0.0) + t, t - begin_));
        draft_.take_rows();
    }

    Draft& draft_;
    SysstatBanner machine_{};
    SysstatDays days_{};
    SysstatIntervals intervals_{};
    Columns columns_{};
    double begin_ = 0.0;
    bool in_table_ = false;
    bool averaged_ = false;
    bool left_out_ = false;
};

/// Of sadf the time stamp is an object with an interval; of mpstat it is a clock.
int claim_json(const Head& head) {
    return head.json.has("sysstat.hosts") && head.any_line_has("\"cpu-load\"") &&
                   !head.any_line_has("\"interval\"")
               ? kCertain
               : 0;
}

void read_host(JsonValue host, Draft& draft) {
    RunDraft& run = draft.add_run();
    SysstatBanner machine = banner_of(host);
    const std::string day = host["date"].words();
    const auto date = parse_date(day);
    if (date) {
        run.times_are_absolute();
        machine.unclear_date = has_unclear_order(day) ? day : "";
    }
    machine.describe(draft);
    machine.describe(run);
    run.intervals_are_whole();
    SysstatDays days;
    std::size_t index = 0;
    for (const JsonValue report : host["statistics"]) {
        ++index;
        const auto clock = parse_clock(report["timestamp"].words());
        if (!clock) {
            draft.drop_row(index, "a report without its time");
            continue;
        }
        metrics::MetricValues values;
        for (const JsonValue cpu : report["cpu-load"]) {
            take_row(cpu["cpu"].words(),
                     cpu_shares([&](std::string_view name) { return cpu[name].number(); }),
                     values);
            draft.take_rows();
        }
        const double t = days.time_of(*clock);
        run.sample(date ? draft.utc_of(*date + t) : t, 0.0, std::move(values));
    }
    if (index == 1 && draft.assumed("mode") != "no_boot_report") {
        run.note("import.since_boot", record::Level::Warning, kOnlyReport);
    }
}

Result<void> read_json(Input& input, Draft& draft) {
    const auto tree = read_json_document(input, draft);
    if (!tree) {
        return tree.error();
    }
    draft.tool("mpstat");
    for (const JsonValue host : tree->root()["sysstat"]["hosts"]) {
        if (host["statistics"].size() > 0) {
            read_host(host, draft);
        }
    }
    return {};
}

}  // namespace
}  // namespace mpstat

const Format kMpstatText{.id = "mpstat-text",
                         .title = "mpstat",
                         .claim = &mpstat::claim_text,
                         .read = &read_lines<mpstat::TextReader>};
const Format kMpstatJson{.id = "mpstat-json",
                         .title = "mpstat JSON",
                         .claim = &mpstat::claim_json,
                         .read = &mpstat::read_json};

}  // namespace throughline::importers
