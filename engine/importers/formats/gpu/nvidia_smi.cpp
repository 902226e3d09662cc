// SPDX-License-Identifier: Apache-2.0
// nvidia-smi dmon, and dcgmi dmon.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/gpu/gpu_rows.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/table.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace nvidia_smi {
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

/// A table of pmon, whose rows are processes: their shares are not shares of a GPU.
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

class DmonReader {
public:
    explicit DmonReader(Draft& draft) : draft_(draft), rows_(draft) {
        draft_.tool("nvidia-smi dmon");
    }

    void take(const TextLine& line) {
        auto cells = words(line.text);
        if (is_pmon_header(line.text)) {
            columns_ = {};
            draft_.info_once(
                "dmon.processes",
                say("the processes of nvidia-smi pmon are left out: their shares are not "
                    "shares of a GPU"));
        } else if (is_dmon_header(line.text)) {
            // "#Date" and "# gpu": the mark stands alone or sticks to the first name.
            for (auto& cell : cells) {
                cell.remove_prefix(cell.starts_with('#') ? 1 : 0);
            }
            std::erase(cells, "");
            columns_ = Columns(cells);
        } else if (!cells.empty() && !line.text.starts_with('#') && columns_.size() > 0) {
            take_row(line, cells);
        }
    }

    void finish() {
        rows_.finish(
            "dmon prints no times without -o DT; its step is 1 s unless -d said otherwise");
    }

private:
    void take_row(const TextLine& line, const std::vector<std::string_view>& cells) {
        if (cells.size() != columns_.size()) {
            if (parse_number(cells.front())) {
                draft_.drop_row(line.number, "a row with too few cells");
            }
            return;
        }
        const NamedCells row(columns_, cells);
        if (!row("gpu")) {
            return;  // not of this table, though of its length
        }
        metrics::MetricValues values;
        take_columns(kDmonColumns, row, "", "", values);
        rows_.add(std::string(row.text("gpu")),
                  parse_moment(std::string(row.text("Date")) + " " + std::string(row.text("Time"))),
                  values);
    }

    Draft& draft_;
    GpuRows rows_;
    Columns columns_{};
};

// --- dcgmi dmon --------------------------------------------------------------------------------

bool is_dcgm_header(std::string_view line) {
    return match(line, "#%_Entity ").has_value();
}

int claim_dcgm(const Head& head) {
    return head.any_line(is_dcgm_header) ? kCertain - 10 : 0;
}

class DcgmReader {
public:
    explicit DcgmReader(Draft& draft) : draft_(draft), rows_(draft) { draft_.tool("dcgmi"); }

    void take(const TextLine& line) {
        auto cells = words(line.text);
        if (is_dcgm_header(line.text)) {
            std::erase_if(cells, [](std::string_view cell) {
                return cell == "#" || cell == "#Entity" || cell == "Entity";
            });
            columns_ = Columns(cells);
            if (columns_.has("PCITX") || columns_.has("PCIRX")) {
                draft_.info_once(
                    "dcgm.pcie",
                    say("PCITX and PCIRX are left out: the output does not say whether "
                        "they count bytes or bytes per second"));
            }
        } else if (columns_.size() > 0 && !cells.empty()) {
            take_row(line, std::move(cells));
        }
    }

    void finish() {
        rows_.finish("dcgmi prints no times; its step is 1 s unless -d said otherwise");
    }

private:
    /// "GPU 0 93 …": the entity stands in two cells.
    void take_row(const TextLine& line, std::vector<std::string_view> cells) {
        if (cells[0].starts_with("GPU-")) {
            draft_.drop_row(line.number, "a part of a GPU (MIG): only whole GPUs are taken");
        } else if (cells[0] == "GPU" && cells.size() > 1) {
            const std::string gpu(cells[1]);
            cells.erase(cells.begin(), cells.begin() + 2);
            if (cells.size() != columns_.size()) {
                draft_.drop_row(line.number, "a row with too few cells");
                return;
            }
            metrics::MetricValues values;
            take_columns(kDcgmColumns, NamedCells(columns_, cells), "", "", values);
            rows_.add(gpu, std::nullopt, values);
        }
    }

    Draft& draft_;
    GpuRows rows_;
    Columns columns_{};
};

}  // namespace
}  // namespace nvidia_smi

const Format kNvidiaDmon{.id = "nvidia-smi-dmon",
                         .title = "nvidia-smi dmon",
                         .claim = &nvidia_smi::claim_dmon,
                         .read = &read_lines<nvidia_smi::DmonReader>};
const Format kDcgmiDmon{.id = "dcgmi-dmon",
                        .title = "dcgmi dmon",
                        .claim = &nvidia_smi::claim_dcgm,
                        .read = &read_lines<nvidia_smi::DcgmReader>};

}  // namespace throughline::importers
