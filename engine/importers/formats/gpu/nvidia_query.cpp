// SPDX-License-Identifier: Apache-2.0
// nvidia-smi --query-gpu as CSV, with or without header and units.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/gpu/gpu_rows.h"
#include "engine/importers/formats/gpu/gpu_turns.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/table.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace nvidia_query {
namespace {

constexpr double kMega = 1e6;

/// Fields of --query-gpu (nvidia-smi --help-query-gpu), the unit in brackets taken off.
constexpr std::array kQueryColumns{
    Column{"utilization.gpu", "gpu_utilisation"},
    Column{"utilization.memory", "gpu_memory_utilisation"},
    Column{"memory.used", "gpu_memory", kMiB},
    Column{"memory.total", "gpu_memory_total", kMiB},
    Column{"power.draw", "gpu_power"},
    Column{"power.draw.instant", "gpu_power"},
    Column{"clocks.current.sm", "gpu_clock", kMega},
    Column{"clocks.sm", "gpu_clock", kMega},
    Column{"temperature.gpu", "gpu_temperature"},
};

/// "45 %", "841 MiB", "22.89 W", "345": the number; "[N/A]" and the like: nothing.
std::optional<double> cell_number(std::string_view cell) {
    const auto parts = words(cell);
    return parts.empty() ? std::nullopt : parse_number(parts.front());
}

/// "utilization.gpu [%]" -> "utilization.gpu".
std::string field_name(std::string_view cell) {
    return std::string(trim(cell.substr(0, cell.find('['))));
}

/// "memory.used [MiB]": a name of --query-gpu, with its unit or without.
bool is_field(std::string_view cell) {
    const std::string name = field_name(cell);
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char byte) {
        return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || byte == '.' ||
               byte == '_';
    });
}

bool is_query_header(std::string_view line) {
    const auto cells = split(line, ',');
    if (!std::all_of(cells.begin(), cells.end(), is_field)) {
        return false;  // a text that only speaks of them
    }
    return cells.size() > 1 && std::any_of(cells.begin(), cells.end(), [](std::string_view cell) {
               const std::string name = field_name(cell);
               return name == "pci.bus_id" || name == "memory.used" || name == "memory.total" ||
                      name == "power.draw" || name == "power.draw.instant" ||
                      name == "utilization.gpu" || name == "utilization.memory" ||
                      name == "temperature.gpu";
           });
}

/// Without a header: what the units say, behind a number each. "bw MiB" is the head of a column.
bool is_bare_row(std::string_view line) {
    const auto cells = split(line, ',');
    bool unit = false;
    for (const auto cell : cells) {
        const std::string_view text = trim(cell);
        for (const std::string_view mark : {" %", " MiB", " W"}) {
            unit = unit || (text.ends_with(mark) &&
                            parse_number(text.substr(0, text.size() - mark.size())).has_value());
        }
    }
    return unit && cells.size() > 1;
}

int claim_query(const Head& head) {
    return head.any_line(is_query_header)                           ? kCertain - 10
           : !head.lines.empty() && is_bare_row(head.lines.front()) ? kPossible
                                                                    : 0;
}

/// Columns by unit: temperature has none, utilisation %, memory MiB, power W.
std::vector<std::string> names_by_unit(std::string_view line) {
    std::vector<std::string> names;
    for (const auto cell : split(line, ',')) {
        const std::string_view text = trim(cell);
        const auto free = [&](const char* name) {
            return std::find(names.begin(), names.end(), name) == names.end();
        };
        if (text.ends_with(" %")) {
            names.emplace_back(free("utilization.gpu") ? "utilization.gpu" : "utilization.memory");
        } else if (text.ends_with(" MiB")) {
            names.emplace_back(free("memory.used") ? "memory.used" : "memory.total");
        } else if (text.ends_with(" W")) {
            names.emplace_back(free("power.draw") ? "power.draw" : "");
        } else if (parse_moment(text)) {
            names.emplace_back("timestamp");
        } else {
            const auto number = parse_number(text);
            const bool degrees = number && *number > 10.0 && *number < 120.0;
            names.emplace_back(degrees && free("temperature.gpu")
                                   ? "temperature.gpu"
                                   : "column " + std::to_string(names.size() + 1));
        }
    }
    return names;
}

/// The usual names first, then every column that is not a known quantity.
std::vector<std::string> columns_that_may_name_gpus(const std::vector<std::string>& names) {
    constexpr std::size_t kCandidatesMax = 8;
    std::vector<std::string> found;
    for (const std::string_view usual : kGpuNames) {
        if (std::find(names.begin(), names.end(), usual) != names.end()) {
            found.emplace_back(usual);
        }
    }
    for (const std::string& name : names) {
        const bool quantity =
            std::any_of(kQueryColumns.begin(), kQueryColumns.end(), [&](const Column& column) {
                return name == column.name;
            });
        if (!quantity && !name.empty() && name != "timestamp" && name != "name" &&
            std::find(found.begin(), found.end(), name) == found.end()) {
            found.push_back(name);
        }
    }
    found.resize(std::min(found.size(), kCandidatesMax));
    return found;
}

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft) {
        draft_.tool("nvidia-smi");
        if (const auto given = draft_.assumed("columns")) {
            for (const auto name : split(*given, ',')) {
                names_.emplace_back(trim(name));
            }
            begin_table();
        }
    }

    void take(const TextLine& line) {
        if (trim(line.text).empty()) {
            return;
        }
        const auto cells = split(line.text, ',');
        if (is_query_header(line.text)) {
            names_.clear();
            for (const auto cell : cells) {
                names_.push_back(field_name(cell));
            }
            return begin_table();
        }
        if (names_.empty() && is_bare_row(line.text)) {
            names_ = names_by_unit(line.text);
            begin_table();
            guessed_ = true;
        }
        if (names_.empty() || cells.size() != names_.size()) {
            draft_.drop_row(line.number, "a row with more or fewer cells than its header");
            return;
        }
        take_row(cells);
    }

    void finish() {
        GpuRows rows(draft_);
        put_gpu_turns(rows_, candidates_, rows, draft_);
        rows.finish(
            "the file has no times; how many seconds lie between two readings (nvidia-smi -l)? "
            "(shown 1 s apart)");
        if (guessed_) {
            draft_.ask("columns",
                       "there is no header; the columns were recognised by their units. Give the "
                       "fields of --query-gpu in order, separated by commas");
            draft_.warn("gpu.columns",
                        say("no header: columns recognised by their units, to be confirmed"));
        }
    }

private:
    void begin_table() {
        columns_ = Columns(names_);
        if (candidates_.empty()) {
            candidates_ = columns_that_may_name_gpus(names_);
        }
    }

    void take_row(const std::vector<std::string_view>& cells) {
        const auto text = [&](std::string_view name) {
            const auto at = columns_.at(name);
            return at ? std::string(trim(cells[*at])) : std::string();
        };
        GpuTurn row{.time = parse_moment(text("timestamp"))};
        take_columns(
            kQueryColumns,
            [&](std::string_view name) -> std::optional<double> {
                const auto at = columns_.at(name);
                return at ? cell_number(cells[*at]) : std::nullopt;
            },
            "",
            "",
            row.values);
        for (const std::string& name : candidates_) {
            row.ids.push_back(text(name));
        }
        row.model = text("name").empty() ? text("gpu_name") : text("name");
        draft_.environment("gpu.driver", text("driver_version"));
        rows_.push_back(std::move(row));
    }

    Draft& draft_;
    std::vector<std::string> names_{};
    Columns columns_{};
    std::vector<std::string> candidates_{};
    std::vector<GpuTurn> rows_{};
    bool guessed_ = false;
};

}  // namespace
}  // namespace nvidia_query

const Format kNvidiaQuery{.id = "nvidia-smi-query",
                          .title = "nvidia-smi --query-gpu",
                          .claim = &nvidia_query::claim_query,
                          .read = &read_lines<nvidia_query::Reader>};

}  // namespace throughline::importers
