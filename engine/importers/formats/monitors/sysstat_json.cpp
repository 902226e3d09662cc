// SPDX-License-Identifier: Apache-2.0
// iostat -o JSON and sadf -j: both are "sysstat" documents; what the statistics hold tells them
// apart.
#include <optional>
#include <string>

#include "engine/base/say.h"
#include "engine/importers/draft/timed_rows.h"
#include "engine/importers/formats/dlio/dlio_config.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/json_document.h"
#include "engine/importers/formats/monitors/sysstat_columns.h"
#include "engine/importers/formats/monitors/sysstat_table.h"
#include "engine/importers/read/json_tree.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"

namespace throughline::importers {
namespace sysstat_json {
namespace {

constexpr const char* kStatistics = "sysstat.hosts.[].statistics";

/// Its time stamp is an object with the length of the interval.
bool is_sadf(const Head& head) {
    // mpstat has "cpu-load", too, and its own importer.
    return head.any_line_has("\"disk-device\"") || head.any_line_has("\"interval\"");
}

int claim_iostat(const Head& head) {
    // pidstat, cifsiostat and tapestat write the same frame around other rows.
    const std::string rows = std::string(kStatistics) + ".[].";
    const bool reports = head.json.has(rows + "avg-cpu") || head.json.has(rows + "disk");
    return reports && !is_sadf(head) ? kCertain : 0;
}

int claim_sadf(const Head& head) {
    return head.json.has("sysstat.hosts") && is_sadf(head) ? kCertain : 0;
}

metrics::MetricValues iostat_values(JsonValue report, Draft& draft) {
    metrics::MetricValues values;
    take_cpu(cpu_shares([&](std::string_view name) { return report["avg-cpu"][name].number(); }),
             values);
    for (const JsonValue disk : report["disk"]) {
        draft.take_rows();
        take_columns(
            kDiskColumns,
            [&](std::string_view name) { return disk[name].number(); },
            "device",
            trim(disk["disk_device"].words()),
            values);
    }
    return values;
}

/// `of_dlio`: DLIO's configuration lies beside the file.
void read_iostat_host(JsonValue host, bool of_dlio, Draft& draft) {
    const JsonValue reports = host["statistics"];
    const std::size_t count = reports.size();
    const bool timed = parse_moment(reports.at(0)["timestamp"].words()).has_value();
    TimedRows rows(draft, timed ? TimedRows::Times::Utc : TimedRows::Times::None);
    RunDraft& run = rows.run();
    banner_of(host).describe(draft);
    banner_of(host).describe(run);
    run.intervals_are_whole();
    if (count > 1) {
        rows.ask_period("the file has no times; how many seconds lie between two reports?",
                        "reports");
    }
    // Some call iostat -y or cut the first report away: a file does not say. What tells is the
    // interval: a first report since boot is as long as the uptime, which nobody sees.
    const bool no_boot_report = draft.assumed("mode") == "no_boot_report" || of_dlio;
    const bool since_boot = count > 1 && !no_boot_report;
    std::size_t index = 0;
    for (const JsonValue report : reports) {
        const auto moment = parse_moment(report["timestamp"].words());
        if (timed && !moment) {
            draft.drop_row(index + 1, "a report without its time");
            continue;
        }
        rows.add(moment,
                 0.0,
                 iostat_values(report, draft),
                 index == 0 && since_boot ? record::Phase::Warmup : record::Phase::Measured);
        ++index;
    }
    if (since_boot) {
        run.note("import.since_boot",
                 record::Level::Info,
                 to_say("the first report is taken as an average since boot: kept, but not in the "
                        "figures"));
    } else if (count == 1 && !no_boot_report) {
        run.note("import.since_boot", record::Level::Warning, kOnlySinceBoot);
    } else if (of_dlio) {
        run.note(
            "import.no_boot_report",
            record::Level::Info,
            to_say("the first report counts: DLIO, whose configuration lies beside the file, has "
                   "iostat print none since boot"));
    }
}

Result<void> read_iostat(Input& input, Draft& draft) {
    const auto tree = read_json_document(input, draft);
    if (!tree) {
        return tree.error();
    }
    draft.tool("iostat");
    const bool of_dlio = is_beside_dlio_config(input.path);
    for (const JsonValue host : tree->root()["sysstat"]["hosts"]) {
        if (host["statistics"].size() > 0) {
            read_iostat_host(host, of_dlio, draft);
        }
    }
    return {};
}

metrics::MetricValues sadf_values(JsonValue record, Draft& draft) {
    metrics::MetricValues values;
    for (const JsonValue cpu : record["cpu-load"]) {
        if (cpu["cpu"].words() == "all") {
            take_cpu(cpu_shares([&](std::string_view name) { return cpu[name].number(); }), values);
        }
    }
    for (const JsonValue disk : record["disk"]) {
        draft.take_rows();
        take_columns(
            kDiskColumns,
            [&](std::string_view name) { return disk[name].number(); },
            "device",
            disk["disk-device"].words(),
            values);
    }
    for (const JsonValue interface : record["network"]["net-dev"]) {
        take_columns(
            kNetworkColumns,
            [&](std::string_view name) { return interface[name].number(); },
            "interface",
            interface["iface"].words(),
            values);
    }
    return values;
}

Result<void> read_sadf(Input& input, Draft& draft) {
    const auto tree = read_json_document(input, draft);
    if (!tree) {
        return tree.error();
    }
    draft.tool("sadf");
    for (const JsonValue host : tree->root()["sysstat"]["hosts"]) {
        if (host["statistics"].size() == 0) {
            continue;
        }
        RunDraft& run = draft.add_run();
        banner_of(host).describe(draft);
        banner_of(host).describe(run);
        run.times_are_absolute();
        std::size_t index = 0;
        for (const JsonValue record : host["statistics"]) {
            ++index;
            const JsonValue stamp = record["timestamp"];
            const auto moment =
                parse_moment(stamp["date"].words() + " " + stamp["time"].words() + " " +
                             (stamp["tz"]    ? stamp["tz"].words()
                              : stamp["utc"] ? "UTC"
                                             : ""));
            if (!moment) {
                draft.drop_row(index, "a record without its time");
                continue;
            }
            run.sample(draft.utc_of(*moment),
                       stamp["interval"].number().value_or(0.0),
                       sadf_values(record, draft));
        }
    }
    return {};
}

}  // namespace
}  // namespace sysstat_json

const Format kIostatJson{.id = "iostat-json",
                         .title = "iostat JSON",
                         .claim = &sysstat_json::claim_iostat,
                         .read = &sysstat_json::read_iostat};
const Format kSadfJson{.id = "sadf-json",
                       .title = "sadf JSON",
                       .claim = &sysstat_json::claim_sadf,
                       .read = &sysstat_json::read_sadf};

}  // namespace throughline::importers
