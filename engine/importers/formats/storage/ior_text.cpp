// SPDX-License-Identifier: Apache-2.0
// IOR's text output, versions 2.10 to 4.1, and its CSV: tables of which the header says what stands
// where; often several calls in one file.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/storage/ior_result.h"
#include "engine/importers/read/csv_table.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace ior {
namespace {

constexpr std::string_view kBanner = ": MPI Coordinated Test of Parallel I/O";
constexpr std::string_view kCsvHeader = "access,bw(MiB/s),IOPS,Latency,block(KiB),xfer(KiB)";

/// The first lines of a table, with the blanks in names that old versions had taken out.
std::vector<std::string> header_cells(std::string_view line) {
    std::string text(line);
    for (const auto& [from, to] : {std::pair("Std Dev", "StdDev"), std::pair(" (", "(")}) {
        const std::string_view old = from;
        for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at)) {
            text.replace(at, old.size(), to);
        }
    }
    std::vector<std::string> cells;
    for (const std::string_view cell : words(text)) {
        cells.emplace_back(cell);
    }
    return cells;
}

bool is_summary_head(std::string_view line) {
    const auto found = match(trim(line), "Operation%_Max%_(MiB)");
    return found.has_value();
}

bool is_rows_head(std::string_view line) {
    return match(trim(line), "access%_bw(MiB/s)").has_value();
}

int claim(const Head& head) {
    return head.any_line([](std::string_view line) {
        return (line.find("IOR-") != std::string_view::npos && contains(line, kBanner)) ||
               is_summary_head(line) || is_rows_head(line);
    })
               ? kCertain
               : 0;
}

int claim_csv(const Head& head) {
    return !head.lines.empty() && head.lines.front().starts_with(kCsvHeader) ? kCertain : 0;
}

/// Cells by their name; of names that repeat (StdDev) the first.
class Cells {
public:
    Cells(const std::vector<std::string>& names, const std::vector<std::string_view>& cells) {
        for (std::size_t i = 0; i < std::min(names.size(), cells.size()); ++i) {
            cells_.emplace(names[i], cells[i]);
        }
    }
    std::string_view text(std::string_view name) const {
        const auto found = cells_.find(name);
        return found == cells_.end() ? std::string_view() : found->second;
    }
    std::optional<double> number(std::string_view name) const { return parse_number(text(name)); }

private:
    std::map<std::string, std::string_view, std::less<>> cells_{};
};

Operation row_of(const Cells& cells) {
    Operation row;
    row.name = cells.text("access");
    row.mean_mib = cells.number("bw(MiB/s)");
    row.mean_iops = cells.number("IOPS");
    row.mean_seconds = cells.number("total(s)");
    row.transfer_bytes = scaled(cells.number("xfer(KiB)"), kKiB);
    row.tasks = cells.number("numTasks");
    return row;
}

Operation summary_of(const Cells& cells) {
    Operation operation;
    operation.name = cells.text("Operation");
    operation.mean_mib = cells.number("Mean(MiB)");
    operation.max_mib = cells.number("Max(MiB)");
    operation.mean_iops = cells.number("Mean(OPs)");
    operation.mean_seconds = cells.number("Mean(s)");
    operation.repetitions = cells.number("reps");
    operation.tasks = cells.number("#Tasks");
    operation.tasks_per_node = cells.number("tPN");
    operation.transfer_bytes = cells.number("xsize");
    operation.aggregate_mib = cells.number("aggs(MiB)");
    if (const auto bytes = cells.number("aggsize"); bytes && !operation.aggregate_mib) {
        operation.aggregate_mib = *bytes / kMiB;
    }
    operation.api = cells.text("API");
    return operation;
}

/// "262144 bytes", "1 MiB", "2.50 GiB".
std::optional<double> bytes_of(std::string_view text) {
    const auto parts = words(text);
    if (parts.size() < 2) {
        return std::nullopt;
    }
    const auto number = parse_number(parts[0]);
    const std::string unit = lower(parts[1]);
    const double factor = unit == "bytes" ? 1.0
                          : unit == "kib" ? kKiB
                          : unit == "mib" ? kMiB
                          : unit == "gib" ? kGiB
                                          : 0.0;
    return factor > 0.0 ? scaled(number, factor) : std::nullopt;
}

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft) {}

    void take(const TextLine& line) {
        const std::string_view text = trim(line.text);
        if (contains(text, kBanner)) {
            finish();
            const auto version = find(text, "IOR-%s:");
            call_.version = version ? std::string((*version)[0]) : std::string();
        } else if (is_summary_head(text) || is_rows_head(text)) {
            names_ = header_cells(text);
        } else if (text.starts_with("write ") || text.starts_with("read ")) {
            take_row(line, text);
        } else if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
            take_setting(trim(text.substr(0, colon)), trim(text.substr(colon + 1)));
        }
    }

    void finish() {
        if (!call_.rows.empty() || !call_.summary.empty()) {
            add_call(call_, draft_);
        }
        call_ = {};
        names_.clear();
    }

private:
    void take_row(const TextLine& line, std::string_view text) {
        const auto cells = words(text);
        if (names_.empty()) {
            return;
        }
        // RefNum and API may be missing at the end; a row cut before its rates is none.
        if (cells.size() < 4 || !line.complete) {
            draft_.drop_row(line.number, "a row with more or fewer cells than its header");
            return;
        }
        const Cells row(names_, cells);
        if (names_.front() == "access") {
            call_.rows.push_back(row_of(row));
        } else {
            call_.summary.push_back(summary_of(row));
        }
    }

    void take_setting(std::string_view key, std::string_view value) {
        if (key == "Command line" || key == "Command line used") {
            call_.command = value;
        } else if (key == "Machine") {
            const auto parts = words(value);
            call_.host = parts.size() > 1 ? parts[1] : value;
        } else if (key == "Began" || key == "Run began") {
            const auto moment = parse_moment(value);
            call_.began_at = moment ? std::optional(moment->seconds) : std::nullopt;
        } else if (key == "test filename") {
            call_.target = value;
        } else if (key == "access") {
            call_.access = value;
        } else if (key == "ordering in a file") {
            call_.ordering = contains(value, "random") ? "random" : "sequential";
        } else if (key == "api") {
            call_.api = value;
        } else if (key == "nodes") {
            call_.nodes = parse_number(value);
        } else if (key == "tasks") {
            call_.tasks = parse_number(value);
        } else if (key == "repetitions") {
            call_.repetitions = parse_number(value);
        } else if (key == "clients") {  // "2 (1 per node)"
            const auto count = match(value, "%n");
            call_.tasks = count ? count->number(0) : std::nullopt;
        } else if (key == "xfersize") {
            call_.transfer_bytes = bytes_of(value);
        } else if (key == "Finished" || key == "Run finished" || key.starts_with("Max ")) {
            call_.ended = true;
        }
    }

    Draft& draft_;
    Call call_{};
    std::vector<std::string> names_{};
};

Result<void> read(Input& input, Draft& draft) {
    draft.tool("IOR");
    Reader reader(draft);
    while (const TextLine* const line = input.text.next()) {
        reader.take(*line);
    }
    reader.finish();
    return {};
}

Result<void> read_csv(Input& input, Draft& draft) {
    draft.tool("IOR");
    Call call;
    std::vector<std::string> names;
    while (const TextLine* const line = input.text.next()) {
        const auto cells = csv_cells(line->text);
        if (names.empty()) {
            names = cells;
            continue;
        }
        if (cells.size() != names.size()) {
            draft.drop_row(line->number, "a row with more or fewer cells than its header");
            continue;
        }
        call.rows.push_back(row_of(Cells(names, {cells.begin(), cells.end()})));
    }
    call.ended = true;  // a CSV has no summary
    add_call(call, draft);
    return {};
}

}  // namespace
}  // namespace ior

const Format kIorText{.id = "ior-text", .title = "IOR", .claim = &ior::claim, .read = &ior::read};
const Format kIorCsv{
    .id = "ior-csv", .title = "IOR CSV", .claim = &ior::claim_csv, .read = &ior::read_csv};

}  // namespace throughline::importers
