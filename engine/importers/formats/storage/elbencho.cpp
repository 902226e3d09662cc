// SPDX-License-Identifier: Apache-2.0
// elbencho: CSV of results, live CSV, JSON lines and the printed table. "first" is when the fastest
// thread ended (all were busy until then), "last" the whole phase, which is the result.
#include <algorithm>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/json_tree.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/table.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace elbencho {
namespace {

/// "read", "write", or "" for phases that measure no transfer (MKDIRS, SYNC, STAT). Of a mix of
/// both ("RWMIX70", "MIX-T4") the plain columns are the writes.
std::string direction_of(std::string_view operation) {
    const std::string name = lower(operation);
    if (name.starts_with("rwmix") || name.starts_with("mix-")) {
        return "write";
    }
    return name.starts_with("write") ? "write" : (name.starts_with("read") ? "read" : "");
}

void set_outstanding(RunDraft& run,
                     std::optional<double> hosts,
                     std::optional<double> threads,
                     std::optional<double> depth) {
    if (!threads) {
        return;
    }
    const double workers = std::max(1.0, hosts.value_or(1.0)) * *threads;
    run.set("workers", workers);
    run.set("node_count", hosts);
    run.set("io_depth", depth);
    run.set("io_outstanding", workers * std::max(1.0, depth.value_or(1.0)));
}

// --- CSV ---------------------------------------------------------------------------------------

bool is_csv_header(std::string_view line) {
    return line.starts_with("ISO date,") && contains(line, "operation") &&
           contains(line, "MiB/s [last]");
}

int claim_csv(const Head& head) {
    return head.any_line(is_csv_header) ? kCertain : 0;
}

class CsvRow {
public:
    CsvRow(const Columns& columns, std::vector<std::string_view> cells)
        : columns_(columns), cells_(std::move(cells)) {}

    std::string_view text(std::string_view name) const {
        const auto at = columns_.at(name);
        return at && *at < cells_.size() ? trim(cells_[*at]) : std::string_view();
    }
    std::optional<double> number(std::string_view name) const { return parse_number(text(name)); }
    std::optional<double> first_number_of(std::initializer_list<std::string_view> names) const {
        for (const std::string_view name : names) {
            if (const auto found = number(name)) {
                return found;
            }
        }
        return std::nullopt;
    }

private:
    const Columns& columns_;
    std::vector<std::string_view> cells_;
};

/// The rates of one direction; `prefix` is "rwmix read " for the reads of a mixed phase.
void put_csv_rates(const CsvRow& row,
                   const std::string& prefix,
                   const std::string& name,
                   RunDraft& run) {
    run.figure(name + "_iops", row.number(prefix + "IOPS [last]"));
    run.figure(name + "_bytes_per_second", scaled(row.number(prefix + "MiB/s [last]"), kMiB));
    run.figure("first_done_" + name + "_iops", row.number(prefix + "IOPS [first]"));
    run.figure("first_done_" + name + "_bytes_per_second",
               scaled(row.number(prefix + "MiB/s [first]"), kMiB));
    run.figure(name + "_latency_min", scaled(row.number(prefix + "IO lat us [min]"), kMicro));
    run.figure(name + "_latency_mean", scaled(row.number(prefix + "IO lat us [avg]"), kMicro));
    run.figure(name + "_latency_max", scaled(row.number(prefix + "IO lat us [max]"), kMicro));
}

void say_errors(RunDraft& run, std::optional<double> errors, std::optional<double> requests) {
    run.figure("failed_requests", errors);
    if (errors.value_or(0.0) <= 0.0) {
        return;
    }
    const bool all = requests && *errors >= *requests;
    run.status(all ? record::RunStatus::Failed : record::RunStatus::Done);
    run.note("elbencho.errors",
             record::Level::Error,
             requests ? say_english("%1 of %2 requests failed; the rates include them",
                                    shortest_text(*errors),
                                    shortest_text(*requests))
                      : say_english("%1 requests failed; the rates include them",
                                    shortest_text(*errors)));
}

void import_csv_row(const CsvRow& row, Draft& draft) {
    const std::string name = direction_of(row.text("operation"));
    if (name.empty()) {
        return;
    }
    RunDraft& run = draft.add_run();
    run.set("job", row.text("label"));
    run.set("pattern",
            lower(row.text("operation")) + (row.text("random") == "1" ? ", random" : ""));
    run.set("block_size", row.number("block size"));
    run.set("file_size", row.number("file size"));
    run.set("direct_io", row.number("direct IO"));
    run.set("duration", seconds_of_ms(row.number("time ms [last]")));
    set_outstanding(run, row.number("hosts"), row.number("threads"), row.number("IO depth"));
    put_csv_rates(row, "", name, run);
    if (row.number("rwmix read MiB/s [last]")) {
        put_csv_rates(row, "rwmix read ", "read", run);
    }
    say_errors(run, row.first_number_of({"errors total", "errors", "errors [last]"}), {});
    run.figure("entries_per_second", row.number("entries/s [last]"));
    run.figure("cpu_utilisation", row.number("CPU% [last]"));
    if (const auto moment = parse_moment(row.text("ISO date"))) {
        run.started_at(draft.utc_of(*moment));
    }
    draft.tool("elbencho", row.text("version"));
}

Result<void> read_csv(Input& input, Draft& draft) {
    draft.tool("elbencho");
    std::vector<std::string> names;
    Columns columns;
    while (const TextLine* const line = input.text.next()) {
        if (is_csv_header(line->text)) {
            names = csv_cells(line->text);
            columns = Columns(names);
            continue;
        }
        if (names.empty() || trim(line->text).empty()) {
            continue;
        }
        // The command at the end holds quoted words and is not proper CSV: the first cells count.
        const auto cells = split(line->text, ',');
        if (cells.size() + 1 < names.size()) {
            draft.drop_row(line->number, "a row of fewer cells than its header");
            continue;
        }
        draft.take_rows();
        import_csv_row(CsvRow(columns, cells), draft);
    }
    return {};
}

// --- live CSV ------------------------------------------------------------------------------------

bool is_live_header(std::string_view line) {
    return contains(line, "Phase,") && contains(line, "RuntimeMS") && contains(line, "DoneBytes");
}

int claim_live(const Head& head) {
    return head.any_line(is_live_header) ? kCertain : 0;
}

Result<void> read_live(Input& input, Draft& draft) {
    draft.tool("elbencho");
    std::vector<std::string> names;
    Columns columns;
    std::string phase;
    RunDraft* run = nullptr;
    double before = 0.0;
    double interval = 0.0;
    while (const TextLine* const line = input.text.next()) {
        if (is_live_header(line->text)) {
            names = csv_cells(line->text);
            columns = Columns(names);
            continue;
        }
        if (names.empty() || trim(line->text).empty()) {
            continue;
        }
        const CsvRow row(columns, split(line->text, ','));
        const auto runtime = seconds_of_ms(row.number("RuntimeMS"));
        if (!runtime) {
            draft.drop_row(line->number, "a row without its run time");
            continue;
        }
        // A mix has a row for each of its directions.
        const std::string mixed = direction_of(row.text("MixType"));
        const std::string name = mixed.empty() ? direction_of(row.text("Phase")) : mixed;
        if (name.empty() || row.text("Rank") != "Total") {
            continue;
        }
        if (run == nullptr || phase != row.text("Phase") || *runtime < before) {
            run = &draft.add_run();
            phase = row.text("Phase");
            run->set("job", row.text("Label"));
            run->set("pattern", lower(phase));
            before = 0.0;
            interval = 0.0;
        }
        interval = *runtime > before ? *runtime - before : interval;
        metrics::MetricValues values;
        const auto put = [&](const std::string& key, std::optional<double> value) {
            if (value) {
                values[key] = *value;
            }
        };
        put(name + "_bytes_per_second", scaled(row.number("MiB/s"), kMiB));
        put(name + "_iops", row.number("IOPS"));
        put("cpu_utilisation", row.number("CPU"));
        put("active_workers", row.number("Active"));
        run->sample(*runtime, interval, std::move(values));
        before = *runtime;
        draft.take_rows();
    }
    return {};
}

// --- JSON lines ----------------------------------------------------------------------------------

int claim_json(const Head& head) {
    return head.json.has("phase_type") &&
                   (head.json.has("last_done") || head.json.has("first_done"))
               ? kCertain
               : 0;
}

/// The figures of one direction; what is not there stays absent.
void put_json_rates(JsonValue last, JsonValue first, const std::string& name, RunDraft& run) {
    run.figure(name + "_iops", last["iops"].number_or_nan());
    run.figure(name + "_bytes_per_second", last["bytes/s"].number_or_nan());
    run.figure(name + "_requests", last["ios"].number_or_nan());
    run.figure(name + "_bytes", last["bytes"].number_or_nan());
    run.figure("first_done_" + name + "_iops", first["iops"].number_or_nan());
    run.figure("first_done_" + name + "_bytes_per_second", first["bytes/s"].number_or_nan());
    const JsonValue latency = last["latency"]["IO"];
    run.figure(name + "_latency_min", scaled(latency["min_us"].number_or_nan(), kMicro));
    run.figure(name + "_latency_mean", scaled(latency["avg_us"].number_or_nan(), kMicro));
    run.figure(name + "_latency_max", scaled(latency["max_us"].number_or_nan(), kMicro));
}

void import_phase(JsonValue phase, Draft& draft) {
    const std::string name = direction_of(phase["phase_type"].words());
    const JsonValue config = phase["config"];
    const JsonValue last = phase["last_done"];
    draft.take_rows();
    draft.tool("elbencho", config["version"].words());
    if (name.empty()) {
        return;
    }
    RunDraft& run = draft.add_run();
    run.set("pattern", lower(phase["phase_type"].words()));
    run.set("block_size", config["block_size"].number());
    run.set("file_size", config["file_size"].number());
    run.set("command", config["command"].words());
    set_outstanding(
        run, config["hosts"].number(), config["threads"].number(), config["io_depth"].number());
    run.set("duration", seconds_of_ms(last["elapsed_time_ms"].number()));
    if (const auto moment = parse_moment(phase["iso_start_date"].words())) {
        run.started_at(draft.utc_of(*moment));
    }
    put_json_rates(last, phase["first_done"], name, run);
    // Of a mix the reads stand apart, and the plain figures are the writes.
    put_json_rates(last["rwmix_read"], phase["first_done"]["rwmix_read"], "read", run);
    run.figure("entries_per_second", last["entries/s"].number_or_nan());
    run.figure("cpu_utilisation", last["cpu%"].number_or_nan());
    say_errors(run, last["errors"]["total"].number(), last["ios"].number());
}

Result<void> read_json(Input& input, Draft& draft) {
    const auto text = input.text.rest();
    if (!text) {
        return text.error();
    }
    std::size_t at = find_json(*text);
    while (at != std::string_view::npos) {
        const auto end = json_end(*text, at);
        const auto tree =
            JsonTree::parse(text->substr(at, end ? *end - at : text->size()), text->substr(0, at));
        if (!tree) {
            return tree.error();
        }
        if (!tree->mended().empty()) {
            draft.warn("import.mended", say("the JSON is not valid: %1", tree->mended()));
        }
        import_phase(tree->root(), draft);
        at = end ? text->find('{', *end) : std::string_view::npos;
    }
    return {};
}

// --- the printed table ---------------------------------------------------------------------------

int claim_text(const Head& head) {
    return head.any_line_matches("OPERATION RESULT TYPE") ? kCertain : 0;
}

/// "45247" of a row "Elapsed ms", "45.247s" or "1m2.5s" of a row "Elapsed time" (from 3.0 on).
std::optional<double> elapsed_seconds(std::string_view text) {
    if (const auto milliseconds = parse_number(text)) {
        return seconds_of_ms(milliseconds);
    }
    double seconds = 0.0;
    while (!text.empty()) {
        const std::size_t unit_at = text.find_first_not_of("0123456789.");
        const auto amount = parse_number(text.substr(0, unit_at));
        if (!amount || unit_at == std::string_view::npos) {
            return std::nullopt;
        }
        const std::size_t unit_end = text.find_first_of("0123456789.", unit_at);
        const std::string_view unit = text.substr(
            unit_at, unit_end == std::string_view::npos ? unit_end : unit_end - unit_at);
        const double factor =
            unit == "h"
                ? 3600.0
                : (unit == "m" ? 60.0 : (unit == "s" ? 1.0 : (unit == "ms" ? kMilli : 0.0)));
        if (factor == 0.0) {
            return std::nullopt;
        }
        seconds += *amount * factor;
        text = unit_end == std::string_view::npos ? std::string_view() : text.substr(unit_end);
    }
    return seconds;
}

/// "Throughput MiB/s : 5998 6043". Of a mix, rows that say "read" are the reads.
void put_text_row(const std::vector<std::string_view>& cells,
                  std::optional<double> first,
                  std::optional<double> last,
                  const std::string& phase,
                  RunDraft& run) {
    const auto has = [&](std::string_view word) {
        return std::any_of(
            cells.begin(), cells.end(), [&](std::string_view cell) { return lower(cell) == word; });
    };
    const std::string name = has("read") ? "read" : phase;
    if (has("total")) {
        run.figure(name + "_bytes", has("mib") ? scaled(last, kMiB) : std::nullopt);
    } else if (has("iops")) {
        run.figure(name + "_iops", last);
        run.figure("first_done_" + name + "_iops", first);
    } else if (has("mib/s")) {
        run.figure(name + "_bytes_per_second", scaled(last, kMiB));
        run.figure("first_done_" + name + "_bytes_per_second", scaled(first, kMiB));
    }
}

Result<void> read_text(Input& input, Draft& draft) {
    draft.tool("elbencho");
    RunDraft* run = nullptr;
    std::string name;
    std::string command;
    std::optional<Moment> began;
    while (const TextLine* const line = input.text.next()) {
        const std::string_view text = line->text;
        if (text.starts_with("ISO DATE: ")) {
            began = parse_moment(text.substr(10));
        } else if (text.starts_with("COMMAND LINE: ")) {
            command = text.substr(14);
            draft.environment("command", command);
        }
        const std::size_t colon = text.find(" : ");
        const auto cells = words(text.substr(0, std::min(colon, text.size())));
        if (colon == std::string_view::npos || cells.empty()) {
            continue;
        }
        const auto values = words(text.substr(colon + 3));
        const auto last = values.size() > 1 ? parse_number(values[1]) : std::nullopt;
        const auto first = values.empty() ? std::nullopt : parse_number(values[0]);
        if (contains(text.substr(0, colon), "Elapsed ")) {
            name = direction_of(cells.front());
            run = name.empty() ? nullptr : &draft.add_run();
            if (run != nullptr) {
                run->set("pattern", lower(cells.front()));
                run->set("duration", values.size() > 1 ? elapsed_seconds(values[1]) : std::nullopt);
                if (began) {
                    run->started_at(draft.utc_of(*began));
                }
            }
        } else if (run != nullptr) {
            put_text_row(cells, first, last, name, *run);
        }
        draft.take_rows();
    }
    return {};
}

}  // namespace
}  // namespace elbencho

const Format kElbenchoCsv{.id = "elbencho-csv",
                          .title = "elbencho CSV",
                          .claim = &elbencho::claim_csv,
                          .read = &elbencho::read_csv};
const Format kElbenchoLive{.id = "elbencho-live",
                           .title = "elbencho live CSV",
                           .claim = &elbencho::claim_live,
                           .read = &elbencho::read_live};
const Format kElbenchoJson{.id = "elbencho-json",
                           .title = "elbencho JSON",
                           .claim = &elbencho::claim_json,
                           .read = &elbencho::read_json};
const Format kElbenchoText{.id = "elbencho-text",
                           .title = "elbencho",
                           .claim = &elbencho::claim_text,
                           .read = &elbencho::read_text};

}  // namespace throughline::importers
