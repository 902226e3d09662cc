// SPDX-License-Identifier: Apache-2.0
// What the DCGM exporter says, kept as CSV: a row a metric ("long": metric_name, value), or a
// column a metric. Its fields have their units from DCGM: MiB, MHz, W, per cent, and shares of 1.
#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/gpu/gpu_readings.h"
#include "engine/importers/read/csv_table.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/table.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace dcgm_csv {
namespace {

constexpr double kShareToPercent = 100.0;
constexpr double kMegahertz = 1e6;

/// Source: DCGM field identifiers (dcgm_fields.h) and the exporter's default-counters.csv.
constexpr std::array kFields{
    Column{"DCGM_FI_DEV_GPU_UTIL", "gpu_utilisation"},
    Column{"DCGM_FI_DEV_MEM_COPY_UTIL", "gpu_memory_utilisation"},
    Column{"DCGM_FI_DEV_FB_USED", "gpu_memory", kMiB},
    Column{"DCGM_FI_DEV_FB_TOTAL", "gpu_memory_total", kMiB},
    Column{"DCGM_FI_DEV_POWER_USAGE", "gpu_power"},
    Column{"DCGM_FI_DEV_GPU_TEMP", "gpu_temperature"},
    Column{"DCGM_FI_DEV_SM_CLOCK", "gpu_clock", kMegahertz},
    Column{"DCGM_FI_PROF_GR_ENGINE_ACTIVE", "gpu_engine_activity", kShareToPercent},
    Column{"DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", "gpu_tensor_activity", kShareToPercent},
    Column{"DCGM_FI_PROF_DRAM_ACTIVE", "gpu_dram_activity", kShareToPercent},
};

constexpr std::string_view kFieldMark = "DCGM_FI_";

/// Where a table has what; each of them may be called in several ways.
struct Layout {
    std::optional<std::size_t> metric{};
    std::optional<std::size_t> value{};
    std::optional<std::size_t> gpu{};
    std::optional<std::size_t> host{};
    std::optional<std::size_t> time{};
    std::optional<std::size_t> model{};
    std::optional<std::size_t> part{};  ///< of a GPU (MIG)
    std::vector<std::string> names{};
    char separator = ',';
    bool wide = false;

    bool is_whole() const { return gpu && (wide || (metric && value)); }
};

Layout layout_of(std::string_view line) {
    Layout layout;
    layout.separator = separator_of(line);
    layout.names = table_header(line, layout.separator);
    const auto at = [&](std::initializer_list<std::string_view> any) {
        std::optional<std::size_t> found;
        for (const std::string_view name : any) {
            for (std::size_t i = 0; i < layout.names.size() && !found; ++i) {
                found = lower(layout.names[i]) == name ? std::optional(i) : std::nullopt;
            }
        }
        return found;
    };
    layout.metric = at({"metric_name", "metric", "__name__", "field_name", "field"});
    layout.value = at({"value", "metric_value"});
    layout.gpu = at({"gpu_id", "gpu", "gpu_index", "device", "uuid"});
    layout.host = at({"hostname", "host", "node", "instance"});
    layout.time = at({"timestamp", "time", "datetime", "ts"});
    layout.model = at({"modelname", "model_name", "model"});
    layout.part = at({"gpu_i_id"});
    layout.wide = std::any_of(layout.names.begin(), layout.names.end(), [](const auto& name) {
        return name.starts_with(kFieldMark);
    });
    return layout;
}

int claim(const Head& head) {
    if (head.is_json() || !head.any_line_has(kFieldMark)) {
        return 0;
    }
    for (std::size_t i = 0; i < head.lines.size(); ++i) {
        const std::string_view line = head.lines[i];
        if (line.starts_with('#') || line.size() > 4096) {
            continue;
        }
        const Layout layout = layout_of(line);
        if (!layout.is_whole()) {
            continue;
        }
        if (layout.wide) {
            return kCertain - 5;
        }
        // Long: the row behind the header names a field where the header says.
        const bool more = i + 1 < head.lines.size();
        const auto cells =
            more ? csv_cells(head.lines[i + 1], layout.separator) : std::vector<std::string>();
        return *layout.metric < cells.size() && cells[*layout.metric].starts_with(kFieldMark)
                   ? kCertain - 5
                   : 0;
    }
    return 0;
}

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft), readings_(draft) {}

    void take(const TextLine& line) {
        if (trim(line.text).empty() || line.text.starts_with('#')) {
            return;
        }
        if (contains(line.text, kFieldMark) || !layout_.is_whole()) {
            Layout header = layout_of(line.text);
            if (header.is_whole()) {
                layout_ = std::move(header);
                return;
            }
        }
        if (layout_.is_whole()) {
            take_row(line);
        }
    }

    void finish() {
        draft_.tool("DCGM exporter");
        readings_.finish(
            "the rows of this DCGM table have no times of their own; how many seconds lie "
            "between two readings? (shown 1 s apart)");
        say_what_is_left_out();
    }

private:
    void take_row(const TextLine& line) {
        const auto cells = csv_cells(line.text, layout_.separator);
        if (cells.size() != layout_.names.size()) {
            draft_.drop_row(line.number, "a row with more or fewer cells than its header");
            return;
        }
        const auto text = [&](std::optional<std::size_t> at) {
            return at ? trim(cells[*at]) : std::string_view();
        };
        if (!text(layout_.part).empty() || contains(line.text, "GPU_I_ID=")) {
            draft_.drop_row(line.number, "a part of a GPU (MIG): only whole GPUs are taken");
            return;
        }
        metrics::MetricValues values;
        if (layout_.wide) {
            for (std::size_t i = 0; i < cells.size(); ++i) {
                take_field(layout_.names[i], cells[i], values);
            }
        } else {
            take_field(text(layout_.metric), text(layout_.value), values);
        }
        std::optional<double> time;
        if (layout_.time) {
            time = reading_time(text(layout_.time), draft_);
            if (!time) {
                draft_.drop_row(line.number, "its time cannot be read");
                return;
            }
        }
        draft_.take_rows();
        const auto gpu = text(layout_.gpu);
        readings_.add({.host = text(layout_.host), .gpu = gpu, .utc = time}, values);
        draft_.environment("gpu." + std::string(gpu) + ".model", text(layout_.model));
    }

    void take_field(std::string_view name, std::string_view cell, metrics::MetricValues& into) {
        if (!name.starts_with(kFieldMark)) {
            return;
        }
        const auto* const known =
            std::find_if(kFields.begin(), kFields.end(), [&](const Column& field) {
                return name == field.name;
            });
        if (known == kFields.end()) {
            left_out_.emplace(name);
        } else if (const auto number = parse_number(cell)) {
            into.insert_or_assign(known->metric, *number * known->factor);
        }
    }

    void say_what_is_left_out() {
        std::string names;
        for (const auto& name : left_out_) {
            names.append(names.empty() ? "" : ", ").append(name);
        }
        if (!names.empty()) {
            draft_.info("dcgm.left_out", "Not imported: " + names + ".");
        }
    }

    Draft& draft_;
    GpuReadings readings_;
    Layout layout_{};
    std::set<std::string, std::less<>> left_out_{};
};

}  // namespace
}  // namespace dcgm_csv

const Format kDcgmCsv{.id = "dcgm-csv",
                      .title = "DCGM exporter as CSV",
                      .claim = &dcgm_csv::claim,
                      .read = &read_lines<dcgm_csv::Reader>};

}  // namespace throughline::importers
