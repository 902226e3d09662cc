// SPDX-License-Identifier: Apache-2.0
// amd-smi metric and amd-smi monitor, as CSV and as JSON. Its "MB" of memory are MiB (the library
// divides bytes by 1024 twice); clocks are MHz, power W.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/gpu/gpu_readings.h"
#include "engine/importers/read/json_tree.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/table.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace amd_smi {
namespace {

constexpr double kMegahertz = 1e6;

/// Of metric and of monitor; where both forms of a quantity stand, the later entry wins.
constexpr std::array kColumns{
    Column{"gfx_activity", "gpu_utilisation"},
    Column{"gfx", "gpu_utilisation"},
    Column{"umc_activity", "gpu_memory_utilisation"},
    Column{"mem_util", "gpu_memory_utilisation"},
    Column{"socket_power", "gpu_power"},
    Column{"average_socket_power", "gpu_power"},
    Column{"current_socket_power", "gpu_power"},
    Column{"power_usage", "gpu_power"},
    Column{"gfx_0_clk", "gpu_clock", kMegahertz},
    Column{"gfx_clk", "gpu_clock", kMegahertz},
    Column{"gfx_clock", "gpu_clock", kMegahertz},
    Column{"hotspot", "gpu_temperature"},
    Column{"hotspot_temperature", "gpu_temperature"},
    Column{"edge", "gpu_temperature"},
    Column{"used_vram", "gpu_memory", kMiB},
    Column{"vram_used", "gpu_memory", kMiB},
    Column{"total_vram", "gpu_memory_total", kMiB},
    Column{"vram_total", "gpu_memory_total", kMiB},
};

bool is_header(const std::vector<std::string_view>& names) {
    const auto has = [&](std::string_view name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    return has("gpu") && (has("gfx_activity") || has("umc_activity") || has("socket_power") ||
                          has("power_usage") || has("hotspot_temperature") || has("used_vram") ||
                          has("vram_used"));
}

std::vector<std::string_view> header_cells(std::string_view line) {
    std::vector<std::string_view> names;
    for (const auto cell : split(line, ',')) {
        names.push_back(trim(cell));
    }
    return names;
}

int claim_csv(const Head& head) {
    return !head.is_json() && head.any_line([](std::string_view line) {
        return line.size() < 4096 && is_header(header_cells(line));
    })
               ? kCertain - 5
               : 0;
}

int claim_json(const Head& head) {
    const auto has = [&](std::string_view key) {
        return head.json.has("gpu_data.[]." + std::string(key)) ||
               head.json.has("[]." + std::string(key));
    };
    const bool metric = has("usage") || has("power") || has("mem_usage");
    return has("gpu") && (has("power_usage") || has("hotspot_temperature") ||
                          (metric && head.any_line_has("\"gfx_activity\"")) ||
                          head.any_line_has("\"used_vram\""))
               ? kCertain - 5
               : 0;
}

constexpr const char* kWhyPeriod = to_say(
    "the readings of amd-smi carry no times; how many seconds lie between two of them (-w)? (shown "
    "1 s apart)");

/// "97", "97 %", "16384 MB" (then in the unit of the column), "N/A".
std::optional<double> cell_value(std::string_view cell) {
    const auto parts = words(cell);
    return parts.empty() ? std::nullopt : parse_number(parts.front());
}

void say_temperature(Draft& draft) {
    draft.info_once(
        "amd.temperature",
        say("The temperature is that of the edge sensor, or of the hotspot where the file "
            "has no edge."));
}

Result<void> read_csv(Input& input, Draft& draft) {
    draft.tool("amd-smi");
    GpuReadings readings(draft);
    std::vector<std::string> names;
    Columns columns;
    while (const TextLine* const line = input.text.next()) {
        if (trim(line->text).empty()) {
            continue;
        }
        if (const auto header = header_cells(line->text); is_header(header)) {
            names.assign(header.begin(), header.end());
            columns = Columns(names);
            continue;
        }
        if (names.empty()) {
            continue;
        }
        const auto cells = csv_cells(line->text);
        if (cells.size() != names.size()) {
            draft.drop_row(line->number, "a row with more or fewer cells than its header");
            continue;
        }
        const auto text = [&](std::string_view name) {
            const auto at = columns.at(name);
            return at ? trim(cells[*at]) : std::string_view();
        };
        const auto xcp = parse_number(text("xcp"));
        if (xcp && *xcp > 0.0) {
            draft.drop_row(line->number, "a partition of a GPU (xcp): its first row represents it");
            continue;
        }
        const auto time = reading_time(text("timestamp"), draft);
        if (columns.has("timestamp") && !time) {
            draft.drop_row(line->number, "its time cannot be read");
            continue;
        }
        metrics::MetricValues values;
        take_columns(
            kColumns,
            [&](std::string_view name) { return cell_value(text(name)); },
            "",
            "",
            values);
        draft.take_rows();
        readings.add({.gpu = text("gpu"), .utc = time}, values);
    }
    say_temperature(draft);
    readings.finish(kWhyPeriod);
    return {};
}

/// A value, or {"value": 97, "unit": "%"} in the unit of the column, whatever it is printed in.
std::optional<double> json_value(JsonValue value, std::string_view name) {
    if (!value.is_object()) {
        return cell_value(value.words());
    }
    const auto number = value["value"].number();
    const std::string unit = value["unit"].words();
    if (contains(name, "vram")) {  // to MiB
        const double factor = unit == "GB"   ? 1024.0
                              : unit == "KB" ? 1.0 / 1024.0
                              : unit == "B"  ? 1.0 / kMiB
                                             : 1.0;
        return scaled(number, factor);
    }
    return scaled(number, unit == "mW" ? kMilli : unit == "GHz" ? 1e3 : 1.0);
}

/// metric groups its values ("usage", "power", …), monitor does not.
std::optional<double> named_value(JsonValue gpu, std::string_view name) {
    if (const auto own = json_value(gpu[name], name)) {
        return own;
    }
    if (name == "gfx_0_clk") {
        return json_value(gpu["clock"]["gfx_0"]["clk"], name);
    }
    for (const char* const group : {"usage", "power", "temperature", "mem_usage"}) {
        if (const auto found = json_value(gpu[group][name], name)) {
            return found;
        }
    }
    return std::nullopt;
}

void take_gpu(JsonValue gpu, Draft& draft, GpuReadings& readings) {
    const std::string index = gpu["gpu"].words();
    const auto xcp = gpu["xcp"].number();
    if (index.empty() || (xcp && *xcp > 0.0)) {
        return;
    }
    metrics::MetricValues values;
    take_columns(
        kColumns, [&](std::string_view name) { return named_value(gpu, name); }, "", "", values);
    draft.take_rows();
    readings.add({.gpu = index, .utc = reading_time(gpu["timestamp"].words(), draft)}, values);
    draft.environment("gpu." + index + ".model", gpu["asic"]["market_name"].words());
}

/// With --watch one document follows another.
Result<void> read_json(Input& input, Draft& draft) {
    const auto text = input.text.rest();
    if (!text) {
        return text.error();
    }
    draft.tool("amd-smi");
    GpuReadings readings(draft);
    std::size_t at = find_json(*text);
    while (at < text->size()) {
        const auto end = json_end(*text, at);
        const auto tree = JsonTree::parse(
            text->substr(at, end ? *end - at : std::string_view::npos), text->substr(0, at));
        if (!tree) {
            return tree.error();
        }
        const JsonValue root = tree->root();
        for (const JsonValue gpu : root.is_array() ? root : root["gpu_data"]) {
            take_gpu(gpu, draft, readings);
        }
        if (!end) {
            draft.warn("import.mended", say("the file ends within its last reading"));
            break;
        }
        at = text->find_first_of("[{", *end);
    }
    say_temperature(draft);
    readings.finish(kWhyPeriod);
    return {};
}

}  // namespace
}  // namespace amd_smi

const Format kAmdSmiCsv{.id = "amd-smi-csv",
                        .title = "amd-smi CSV",
                        .claim = &amd_smi::claim_csv,
                        .read = &amd_smi::read_csv};
const Format kAmdSmiJson{.id = "amd-smi-json",
                         .title = "amd-smi JSON",
                         .claim = &amd_smi::claim_json,
                         .read = &amd_smi::read_json};

}  // namespace throughline::importers
