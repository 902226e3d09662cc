// SPDX-License-Identifier: Apache-2.0
// rocm-smi with --csv and with --json, a reading or many behind each other. Its columns carry their
// units in their names; the memory share of older versions is left out, since two versions mean
// two different things by it.
#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/gpu/gpu_readings.h"
#include "engine/importers/read/json_tree.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/table.h"

namespace throughline::importers {
namespace amd_rocm_smi {
namespace {

constexpr std::array kColumns{
    Column{"GPU use (%)", "gpu_utilisation"},
    Column{"GPU Memory Read/Write Activity (%)", "gpu_memory_utilisation"},
    Column{"Average Graphics Package Power (W)", "gpu_power"},
    Column{"Current Socket Graphics Package Power (W)", "gpu_power"},
    Column{"Power (W)", "gpu_power"},
    Column{"Temperature (Sensor junction) (C)", "gpu_temperature"},
    Column{"Temperature (Sensor edge) (C)", "gpu_temperature"},
    Column{"VRAM Total Used Memory (B)", "gpu_memory"},
    Column{"VRAM Total Memory (B)", "gpu_memory_total"},
};
constexpr const char* kShareOfUnclearMeaning = "GPU memory use (%)";
constexpr std::array kModelColumns{"Card Series", "Card series"};
constexpr double kMegahertz = 1e6;

constexpr const char* kWhyPeriod = to_say(
    "rocm-smi prints no times; how many seconds lie between two readings? (shown 1 s apart)");

/// "card3" -> "3"; nothing for "system", "device" and the rest.
std::optional<std::string> card_number(std::string_view cell) {
    cell = trim(cell);
    if (!cell.starts_with("card") || cell.size() == 4) {
        return std::nullopt;
    }
    cell.remove_prefix(4);
    const bool digits = std::all_of(
        cell.begin(), cell.end(), [](unsigned char byte) { return std::isdigit(byte) != 0; });
    return digits ? std::optional(std::string(cell)) : std::nullopt;
}

/// "(1725Mhz)" -> 1725.
std::optional<double> megahertz(std::string_view cell) {
    const auto found = find(cell, "(%nMhz");
    return found ? found->number(0) : std::nullopt;
}

template <class Text>
metrics::MetricValues values_of(const Text& text) {
    metrics::MetricValues values;
    take_columns(
        kColumns, [&](std::string_view name) { return parse_number(text(name)); }, "", "", values);
    for (const char* const name : {"sclk clock speed:", "sclk clock speed"}) {
        if (const auto clock = megahertz(text(name))) {
            values.insert_or_assign("gpu_clock", *clock * kMegahertz);
        }
    }
    return values;
}

bool is_header(const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), "device") != names.end() &&
           std::any_of(kColumns.begin(), kColumns.end(), [&](const Column& column) {
               return std::find(names.begin(), names.end(), column.name) != names.end();
           });
}

std::vector<std::string> cells_of(std::string_view line) {
    std::vector<std::string> cells;
    for (const auto& cell : csv_cells(line)) {
        cells.emplace_back(trim(cell));
    }
    return cells;
}

int claim_csv(const Head& head) {
    return !head.is_json() && head.any_line([](std::string_view line) {
        return contains(line, "device") && is_header(cells_of(line));
    })
               ? kCertain - 5
               : 0;
}

int claim_json(const Head& head) {
    const bool named = std::any_of(kColumns.begin(), kColumns.end(), [&](const Column& column) {
        return head.any_line_has("\"" + std::string(column.name) + "\"");
    });
    return head.is_json() && named && head.any_line_has("\"card") ? kCertain - 5 : 0;
}

void say_notes(Draft& draft, bool unclear_share) {
    draft.info_once(
        "amd.temperature",
        say("The temperature is that of the edge sensor, or of the junction where the file "
            "has no edge."));
    if (unclear_share) {
        draft.info_once(
            "amd.memory_share",
            say("\"GPU memory use (%)\" is left out: depending on the version, it is the share of "
                "memory in use or the share of time in which it was read or written."));
    }
}

Result<void> read_csv(Input& input, Draft& draft) {
    draft.tool("rocm-smi");
    GpuReadings readings(draft);
    Columns columns;
    bool unclear = false;
    while (const TextLine* const line = input.text.next()) {
        const auto cells = cells_of(line->text);
        if (is_header(cells)) {
            columns = Columns(cells);
            unclear = unclear || columns.has(kShareOfUnclearMeaning);
            continue;
        }
        const auto text = [&](std::string_view name) {
            const auto at = columns.at(name);
            return at ? std::string_view(cells[*at]) : std::string_view();
        };
        if (columns.size() == 0 || cells.size() < 2) {
            continue;
        }
        if (cells.size() != columns.size()) {
            draft.drop_row(line->number, "a row with more or fewer cells than its header");
            continue;
        }
        const auto card = card_number(text("device"));
        if (!card) {
            continue;  // "system": the driver's version and the like
        }
        const auto time = reading_time(text("timestamp"), draft);
        draft.take_rows();
        readings.add({.gpu = *card, .utc = time}, values_of(text));
        for (const char* const model : kModelColumns) {
            draft.environment("gpu." + *card + ".model", text(model));
        }
    }
    say_notes(draft, unclear);
    readings.finish(kWhyPeriod);
    return {};
}

Result<void> read_json(Input& input, Draft& draft) {
    const auto text = input.text.rest();
    if (!text) {
        return text.error();
    }
    draft.tool("rocm-smi");
    GpuReadings readings(draft);
    bool unclear = false;
    std::size_t at = find_json(*text);
    while (at < text->size()) {
        const auto end = json_end(*text, at);
        const auto tree = JsonTree::parse(
            text->substr(at, end ? *end - at : std::string_view::npos), text->substr(0, at));
        if (!tree) {
            return tree.error();
        }
        for (const JsonValue card : tree->root()) {
            const auto number = card_number(card.key());
            if (!number) {
                continue;
            }
            draft.take_rows();
            std::string held;
            readings.add({.gpu = *number}, values_of([&](std::string_view name) {
                             held = card[name].words();
                             return std::string_view(held);
                         }));
            unclear = unclear || card[kShareOfUnclearMeaning];
            for (const char* const model : kModelColumns) {
                draft.environment("gpu." + *number + ".model", card[model].words());
            }
        }
        if (!end) {
            draft.warn("import.mended", say("the file ends within its last reading"));
            break;
        }
        at = text->find('{', *end);
    }
    say_notes(draft, unclear);
    readings.finish(kWhyPeriod);
    return {};
}

}  // namespace
}  // namespace amd_rocm_smi

const Format kRocmSmiCsv{.id = "rocm-smi-csv",
                         .title = "rocm-smi CSV",
                         .claim = &amd_rocm_smi::claim_csv,
                         .read = &amd_rocm_smi::read_csv};
const Format kRocmSmiJson{.id = "rocm-smi-json",
                          .title = "rocm-smi JSON",
                          .claim = &amd_rocm_smi::claim_json,
                          .read = &amd_rocm_smi::read_json};

}  // namespace throughline::importers
