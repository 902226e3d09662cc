// SPDX-License-Identifier: Apache-2.0
// fio --output-format=json and json+, versions 2 and 3. What depends on the version is decided by
// the keys that are there, since builds like "fio-2.18-59-g618e" say little.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/fio/fio_group.h"
#include "engine/importers/formats/fio/fio_job.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/json_tree.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace fio_json {
namespace {

constexpr double kNeverRan = 2147483647.0;  ///< `eta` of a job that never started

int claim(const Head& head) {
    return head.json.has("fio version") ? kCertain : 0;
}

/// A latency object and its unit: fio wrote `clat` in microseconds and writes `clat_ns` since 2.99.
struct Latency {
    JsonValue object{};
    double unit = kNano;

    std::optional<double> value(std::string_view key) const {
        return measured() ? scaled(object[key].number_or_nan(), unit) : std::nullopt;
    }

    FioLatency values() const { return {value("mean"), value("min"), value("max")}; }

    /// fio prints zeros for what it did not measure (gtod_reduce, disable_lat, the submission of
    /// synchronous engines). "N", since 3.18, says how often it did.
    bool measured() const {
        const auto count = object["N"].number();
        return count.value_or(0.0) > 0.0 || object["max"].number().value_or(0.0) > 0.0 ||
               (!count && object["mean"].number().value_or(0.0) > 0.0);
    }
};

Latency latency_of(JsonValue direction, std::string_view name) {
    if (const JsonValue in_ns = direction[std::string(name) + "_ns"]) {
        return {in_ns, kNano};
    }
    return {direction[name], kMicro};
}

void take_percentiles(const Latency& latency, FioFigures& figures) {
    if (!latency.measured() && !latency.object["bins"]) {
        return;
    }
    for (const JsonValue entry : latency.object["percentile"]) {
        const auto percent = parse_number(entry.key());
        const auto value = entry.number_or_nan();
        // Old files hold "0.00": 0 for places that were not used.
        if (percent && value && *percent > 0.0) {
            figures.percentiles.emplace(*percent, *value * latency.unit);
        }
    }
    const JsonValue bins = latency.object["bins"];
    if (bins.is_cut()) {
        return;  // the slowest come last: percentiles of the rest would flatter
    }
    for (const JsonValue bin : bins) {
        const auto value = parse_number(bin.key());
        const auto count = bin.number();
        if (value && count && *count > 0.0) {
            figures.bins.push_back({*value * latency.unit, *count});
        }
    }
    std::sort(figures.bins.begin(), figures.bins.end(), [](const FioBin& a, const FioBin& b) {
        return a.seconds < b.seconds;
    });
}

void take_latencies(JsonValue direction, FioFigures& figures) {
    const Latency total = latency_of(direction, "lat");
    const Latency completion = latency_of(direction, "clat");
    const Latency submission = latency_of(direction, "slat");
    take_percentiles(completion, figures);
    if (figures.percentiles.empty() && figures.bins.empty()) {
        take_percentiles(total, figures);
        figures.percentiles_of_total = !figures.percentiles.empty() || !figures.bins.empty();
    }
    set_fio_latencies(figures, total.values(), completion.values(), submission.values());
}

/// The direction's figures; nothing when it did no I/O.
std::optional<FioFigures> figures_of(JsonValue job, FioDirection which) {
    const JsonValue direction = job[name_of(which)];
    const auto bytes = direction["io_bytes"].number_or_nan();
    const auto requests = direction["total_ios"].number_or_nan();
    const bool did_anything = bytes.value_or(0.0) > 0.0 || requests.value_or(0.0) > 0.0;
    if (!did_anything) {
        return std::nullopt;
    }
    FioFigures figures;
    // `io_bytes` was KiB until `io_kbytes` came beside it (2.21).
    figures.bytes = scaled(bytes, direction["io_kbytes"] ? 1.0 : kKiB);
    const auto exact = direction["bw_bytes"].number_or_nan();
    figures.bytes_per_second = exact ? exact : scaled(direction["bw"].number_or_nan(), kKiB);
    figures.iops = direction["iops"].number_or_nan();
    figures.requests = requests;
    figures.runtime_s = seconds_of_ms(direction["runtime"].number());
    take_latencies(direction, figures);
    figures.cut = direction.is_cut();
    return figures;
}

FioJob job_of(JsonValue row, JsonValue global_options) {
    FioJob job;
    job.name = row["jobname"].words();
    job.host = row["hostname"].words();
    job.group = static_cast<int>(std::clamp(row["groupid"].number().value_or(0.0), -1e6, 1e6));
    job.error = row["error"].number().value_or(0.0);
    job.cpu_user = row["usr_cpu"].number_or_nan();
    job.cpu_system = row["sys_cpu"].number_or_nan();
    job.started_at = scaled(row["job_start"].number(), kMilli);
    job.never_ran = row["eta"].number() == kNeverRan;
    job.trims = row["trim"]["io_bytes"].number().value_or(0.0) > 0.0;
    job.cut = row.is_cut();
    for (const JsonValue options : {row["job options"], global_options}) {
        for (const JsonValue option : options) {
            job.options.emplace(option.key(), option.words());
        }
    }
    for (const FioDirection direction : kFioDirections) {
        const JsonValue figures = row[name_of(direction)];
        if (!figures || figures.is_cut()) {
            job.hidden.insert(direction);
        }
        if (auto given = figures_of(row, direction)) {
            job.figures.emplace(direction, *std::move(given));
        }
    }
    return job;
}

FioDisk disk_of(JsonValue disk) {
    const std::string host = disk["hostname"].words();  // of a client
    // Of md and dm devices the kernel counts no busy time; fio gives the busiest member beside.
    const JsonValue util = disk["aggr_util"] ? disk["aggr_util"] : disk["util"];
    return {.name = (host.empty() ? "" : host + ":") + disk["name"].words(),
            .utilisation = util.number_or_nan(),
            .read_request_size = ratio(scaled(disk["read_sectors"].number(), kSectorBytes),
                                       disk["read_ios"].number())};
}

/// With client/server the rows are those of the clients, and a last one is their sum.
FioOutput output_of(JsonValue document) {
    constexpr std::string_view kAllClients = "All clients";
    FioOutput output;
    output.version = document["fio version"].words();
    const auto stamp_ms = document["timestamp_ms"].number();
    output.ended_at = stamp_ms ? scaled(stamp_ms, kMilli) : document["timestamp"].number();
    const JsonValue rows = document["client_stats"] ? document["client_stats"] : document["jobs"];
    output.jobs_cut = rows.is_cut();
    int last_group = 0;
    for (const JsonValue row : rows) {
        FioJob job = job_of(row, document["global options"]);
        if (row.is_cut() && !row["groupid"]) {
            job.group = last_group;  // the file ends before it says
        }
        last_group = job.group;
        (job.name == kAllClients ? output.all_clients : output.jobs).push_back(std::move(job));
    }
    for (const JsonValue disk : document["disk_util"]) {
        output.disks.push_back(disk_of(disk));
    }
    output.disks_cut = document.is_cut() && !document["disk_util"];
    return output;
}

/// Where the next object begins: right behind the last one, or at a line of its own.
std::size_t next_object(std::string_view text, std::size_t from) {
    const std::size_t next = text.find_first_not_of(" \t\r\n", from);
    if (next == std::string_view::npos || text[next] == '{') {
        return next;
    }
    const std::size_t line = text.find("\n{", from);
    return line == std::string_view::npos ? line : line + 1;
}

Result<std::vector<FioOutput>> parse_outputs(std::string_view text, Draft& draft) {
    std::vector<FioOutput> outputs;
    std::size_t at = find_json(text);
    if (at != std::string_view::npos && !trim(text.substr(0, at)).empty()) {
        const std::string_view before = trim(text.substr(0, at));
        draft.info("fio.text_before", say("text before the JSON: %1", before.substr(0, 400)));
    }
    while (at != std::string_view::npos) {
        const auto end = json_end(text, at);
        auto tree = JsonTree::parse(text.substr(at, end ? *end - at : std::string_view::npos),
                                    text.substr(0, at));
        if (!tree && outputs.empty()) {
            return std::move(tree).error();
        }
        if (!tree) {
            draft.warn("import.dropped",
                       say("what follows a complete output is not JSON: %1", tree.error().what));
            break;
        }
        if (!tree->mended().empty()) {
            draft.warn("import.mended", say("the JSON is not valid: %1", tree->mended()));
        }
        if (tree->root()["fio version"]) {
            outputs.push_back(output_of(tree->root()));
        }
        at = end ? next_object(text, *end) : std::string_view::npos;
    }
    return outputs;
}

Result<void> read(Input& input, Draft& draft) {
    const auto text = input.text.rest();
    if (!text) {
        return text.error();
    }
    const auto outputs = parse_outputs(*text, draft);
    if (!outputs) {
        return outputs.error();
    }
    add_fio_outputs(*outputs, draft);
    return {};
}

}  // namespace
}  // namespace fio_json

const Format kFioJson{
    .id = "fio-json", .title = "fio JSON", .claim = &fio_json::claim, .read = &fio_json::read};

}  // namespace throughline::importers
