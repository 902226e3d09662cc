// SPDX-License-Identifier: Apache-2.0
// nvidia-smi dmon, and dcgmi dmon.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/gpu/gpu_rows.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/table.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace {

constexpr double kMega = 1e6;

constexpr std::array kDmonColumns{
    Column{"sm", "gpu_utilisation"},
    Column{"mem", "gpu_memory_utilisation"},
    Column{"fb", "gpu_memory", kMiB},
    Column{"pwr", "gpu_power"},
    Column{"gtemp", "gpu_temperature"},
    Column{"pclk", "gpu_clock", kMega},
    Column{"rxpci", "host_to_device_bytes_per_second", kMega},
    Column{"txpci", "device_to_host_bytes_per_second", kMega},
};

constexpr double kShare = 100.0;
constexpr std::array kDcgmColumns{
    Column{"GPUTL", "gpu_utilisation"},
    Column{"MCUTL", "gpu_memory_utilisation"},
    Column{"GRACT", "gpu_engine_activity", kShare},
    Column{"TENSO", "gpu_tensor_activity", kShare},
    Column{"DRAMA", "gpu_dram_activity", kShare},
    Column{"POWER", "gpu_power"},
    Column{"FBUSD", "gpu_memory", kMiB},
    Column{"TMPTR", "gpu_temperature"},
    Column{"SMCLK", "gpu_clock", kMega},
};

// --- nvidia-smi dmon ---------------------------------------------------------------------------

bool is_gpu_header(std::string_view line) {
    const auto cells = words(line);
    return !cells.empty() && line.starts_with('#') &&
           std::find(cells.begin(), cells.end(), "gpu") != cells.end() && cells.size() > 3;
}

/// A table of pmon, whose rows are processes: their shares are no shares of a GPU.
bool is_pmon_header(std::string_view line) {
    const auto cells = words(line);
    return is_gpu_header(line) && std::find(cells.begin(), cells.end(), "pid") != cells.end();
}

bool is_dmon_header(std::string_view line) {
    return is_gpu_header(line) && !is_pmon_header(line);
}

int claim_dmon(const Head& head) {
    for (std::size_t i = 0; i + 1 < head.lines.size(); ++i) {
        if (is_dmon_header(head.lines[i]) && contains(head.lines[i + 1], "Idx")) {
            return kCertain - 10;
        }
    }
    return 0;
}

Result<void> read_dmon(Input& input, Draft& draft) {
    draft.tool("nvidia-smi dmon");
    GpuRows rows(draft);
    std::vector<std::string> names;
    Columns columns;
    while (const TextLine* const line = input.text.next()) {
        auto cells = words(line->text);
        if (is_pmon_header(line->text)) {
            names.clear();
            draft.info_once("dmon.processes",
                            "the processes of nvidia-smi pmon are left out: their shares are no "
                            "shares of a GPU");
            continue;
        }
        if (is_dmon_header(line->text)) {
            // "#Date" and "# gpu": the mark stands alone or sticks to the first name.
            names.clear();
            for (auto cell : cells) {
                cell.remove_prefix(cell.starts_with('#') ? 1 : 0);
                if (!cell.empty()) {
                    names.emplace_back(cell);
                }
            }
            columns = Columns(names);
            continue;
        }
        if (cells.empty() || line->text.starts_with('#') || names.empty()) {
            continue;
        }
        if (cells.size() != names.size()) {
            if (parse_number(cells.front())) {
                draft.drop_row(line->number, "a row with too few cells");
            }
            continue;
        }
        const auto number = [&](std::string_view name) -> std::optional<double> {
            const auto at = columns.at(name);
            return at ? parse_number(cells[*at]) : std::nullopt;
        };
        if (!number("gpu")) {
            continue;  // not of this table, though of its length
        }
        metrics::MetricValues values;
        take_columns(kDmonColumns, number, "", "", values);
        std::optional<Moment> time;
        if (const auto date = columns.at("Date"); date && columns.has("Time")) {
            time = parse_moment(std::string(cells[*date]) + " " +
                                std::string(cells[*columns.at("Time")]));
        }
        rows.add(std::string(cells[*columns.at("gpu")]), time, values);
    }
    const auto period = draft.assumed_number("period_seconds");
    rows.finish(period.value_or(1.0));
    if (rows.run() != nullptr && !rows.timed() && !period) {
        draft.ask("period_seconds",
                  "dmon prints no times without -o DT; its step is 1 s unless -d "
                  "said otherwise");
    }
    return {};
}

// --- dcgmi dmon --------------------------------------------------------------------------------

bool is_dcgm_header(std::string_view line) {
    return match(line, "#%_Entity ").has_value();
}

int claim_dcgm(const Head& head) {
    return std::any_of(head.lines.begin(), head.lines.end(), is_dcgm_header) ? kCertain - 10 : 0;
}

Result<void> read_dcgm(Input& input, Draft& draft) {
    draft.tool("dcgmi");
    GpuRows rows(draft);
    std::vector<std::string> names;
    Columns columns;
    while (const TextLine* const line = input.text.next()) {
        const auto cells = words(line->text);
        if (is_dcgm_header(line->text)) {
            names.clear();
            for (const auto cell : cells) {
                if (cell != "#" && cell != "#Entity" && cell != "Entity") {
                    names.emplace_back(cell);
                }
            }
            columns = Columns(names);
            if (columns.has("PCITX") || columns.has("PCIRX")) {
                draft.info_once("dcgm.pcie",
                                "PCITX and PCIRX are left out: the output does not say whether "
                                "they count bytes or bytes per second");
            }
            continue;
        }
        if (!names.empty() && !cells.empty() && cells[0].starts_with("GPU-")) {
            draft.drop_row(line->number, "a part of a GPU (MIG): only whole GPUs are taken");
            continue;
        }
        if (names.empty() || cells.size() < 2 || cells[0] != "GPU") {
            continue;
        }
        if (cells.size() != names.size() + 2) {
            draft.drop_row(line->number, "a row with too few cells");
            continue;
        }
        const auto number = [&](std::string_view name) -> std::optional<double> {
            const auto at = columns.at(name);
            return at ? parse_number(cells[*at + 2]) : std::nullopt;
        };
        metrics::MetricValues values;
        take_columns(kDcgmColumns, number, "", "", values);
        rows.add(std::string(cells[1]), std::nullopt, values);
    }
    const auto period = draft.assumed_number("period_seconds");
    rows.finish(period.value_or(1.0));
    if (rows.run() != nullptr && !period) {
        draft.ask("period_seconds",
                  "dcgmi prints no times; its step is 1 s unless -d said otherwise");
    }
    return {};
}

}  // namespace

const Format kNvidiaDmon{
    .id = "nvidia-smi-dmon", .title = "nvidia-smi dmon", .claim = &claim_dmon, .read = &read_dmon};
const Format kDcgmiDmon{
    .id = "dcgmi-dmon", .title = "dcgmi dmon", .claim = &claim_dcgm, .read = &read_dcgm};

}  // namespace throughline::importers
