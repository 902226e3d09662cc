// SPDX-License-Identifier: Apache-2.0
// nvidia-smi: --query-gpu as CSV (with or without header and units), dmon, and dcgmi dmon.
#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/importers/formats.h"
#include "engine/importers/scan.h"
#include "engine/importers/table.h"
#include "engine/importers/timestamp.h"
#include "engine/importers/units.h"

namespace throughline::importers {
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
    Column{"GRACT", "gpu_engine_activity", kShare},
    Column{"TENSO", "gpu_tensor_activity", kShare},
    Column{"DRAMA", "gpu_dram_activity", kShare},
    Column{"POWER", "gpu_power"},
    Column{"FBUSD", "gpu_memory", kMiB},
    Column{"TMPTR", "gpu_temperature"},
    Column{"SMCLK", "gpu_clock", kMega},
};

/// "45 %", "841 MiB", "22.89 W", "345": the number; "[N/A]" and the like: nothing.
std::optional<double> cell_number(std::string_view cell) {
    const auto parts = words(cell);
    return parts.empty() ? std::nullopt : parse_number(parts.front());
}

/// Rows of the GPUs in turn: a new sample begins when a GPU comes again.
class GpuRows {
public:
    explicit GpuRows(Draft& draft) : draft_(draft) {}

    void add(const std::string& gpu,
             std::optional<Moment> time,
             const metrics::MetricValues& values) {
        if (run_ == nullptr) {
            run_ = &draft_.add_run();
            timed_ = time.has_value();
        }
        gpus_.insert(gpu);
        if (!in_sample_.insert(gpu).second) {
            flush();
            in_sample_.insert(gpu);
        }
        time_ = time ? time : time_;
        for (const auto& [key, value] : values) {
            values_.insert_or_assign(metrics::labelled(key, "gpu", gpu), value);
        }
        draft_.take_rows();
    }

    /// `period`: how far the rows are apart where they carry no time.
    void finish(double period) {
        if (run_ == nullptr) {
            return;
        }
        flush();
        if (timed_) {
            run_->times_are_absolute();
        }
        const bool all_at_once = timed_ && times_.size() > 1 && times_.front() == times_.back();
        for (std::size_t i = 0; i < samples_.size(); ++i) {
            const double order = static_cast<double>(i + 1) * period;
            const double t = all_at_once ? times_[i] + order : (timed_ ? times_[i] : order);
            run_->sample(t, timed_ && !all_at_once ? 0.0 : period, std::move(samples_[i]));
        }
        if (all_at_once) {
            run_->note("gpu.same_time",
                       run::Level::Warning,
                       "all rows carry the same time; they are shown one period apart");
        }
        if (!unknown_) {
            run_->set("gpu_count", static_cast<double>(gpus_.size()));
        }
    }

    void gpus_are_unknown() { unknown_ = true; }
    RunDraft* run() { return run_; }
    bool timed() const { return timed_; }
    std::size_t gpus() const { return gpus_.size(); }

private:
    void flush() {
        in_sample_.clear();
        samples_.push_back(std::exchange(values_, {}));
        times_.push_back(!time_            ? 0.0
                         : time_->has_zone ? time_->seconds
                                           : draft_.utc_of(time_->seconds));
    }

    Draft& draft_;
    RunDraft* run_ = nullptr;
    bool timed_ = false;
    bool unknown_ = false;
    std::set<std::string> gpus_{};
    std::set<std::string> in_sample_{};
    std::optional<Moment> time_{};
    metrics::MetricValues values_{};
    std::vector<metrics::MetricValues> samples_{};
    std::vector<double> times_{};
};

// --- --query-gpu -----------------------------------------------------------------------------

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
    for (const std::string_view line : head.lines) {
        if (is_query_header(line)) {
            return kCertain - 10;
        }
    }
    return !head.lines.empty() && is_bare_row(head.lines.front()) ? kPossible : 0;
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
            names.emplace_back(degrees && free("temperature.gpu") ? "temperature.gpu" : "");
        }
    }
    return names;
}

/// A row that does not say which GPU it is of.
struct NamelessRow {
    std::optional<Moment> time{};
    metrics::MetricValues values{};
};

/// How many GPUs take turns in rows without a name: as many as share a time stamp. Nothing where
/// there are no times, or all rows have the same.
std::optional<std::size_t> gpus_by_time(const std::vector<NamelessRow>& rows) {
    if (rows.empty() || !rows.front().time || !rows.back().time ||
        rows.front().time->seconds == rows.back().time->seconds) {
        return std::nullopt;
    }
    std::size_t most = 0;
    std::size_t here = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool same = i > 0 && rows[i].time && rows[i - 1].time &&
                          rows[i].time->seconds == rows[i - 1].time->seconds;
        here = same ? here + 1 : 1;
        most = std::max(most, here);
    }
    return most > 1 ? std::optional(most) : std::nullopt;
}

void put_nameless(const std::vector<NamelessRow>& nameless, GpuRows& rows, Draft& draft) {
    if (nameless.empty()) {
        return;
    }
    const auto assumed = draft.assumed_number("gpu_count");
    std::size_t gpus = 1;
    if (assumed && *assumed >= 1.0) {
        gpus = static_cast<std::size_t>(std::min(*assumed, 1e4));
    } else if (const auto by_time = gpus_by_time(nameless)) {
        gpus = *by_time;
    } else {
        rows.gpus_are_unknown();
        draft.ask("gpu_count",
                  "the rows do not say which GPU they are of (index, uuid or pci.bus_id); how many "
                  "take turns? (shown as one)");
    }
    std::size_t at = 0;
    for (std::size_t i = 0; i < nameless.size(); ++i) {
        const bool next = assumed || i == 0 || !nameless[i].time || !nameless[i - 1].time ||
                          nameless[i].time->seconds != nameless[i - 1].time->seconds;
        at = i == 0 || (next && !assumed) ? 0 : (at + 1) % gpus;
        rows.add(std::to_string(at), nameless[i].time, nameless[i].values);
    }
}

void finish_query(GpuRows& rows, bool guessed, Draft& draft) {
    const auto period = draft.assumed_number("period_seconds");
    rows.finish(period.value_or(1.0));
    if (rows.run() != nullptr && !rows.timed() && !period) {
        draft.ask("period_seconds",
                  "the file has no times; nvidia-smi -l printed every how many "
                  "seconds? (shown 1 s apart)");
    }
    if (guessed) {
        draft.ask("columns",
                  "there is no header; the columns were told by their units. The fields "
                  "of --query-gpu in order, separated by commas");
        draft.warn("gpu.columns", "no header: columns told by their units, to be confirmed");
    }
}

Result<void> read_query(Input& input, Draft& draft) {
    draft.tool("nvidia-smi");
    GpuRows rows(draft);
    std::vector<NamelessRow> nameless;
    std::vector<std::string> names;
    Columns columns;
    if (const auto given = draft.assumed("columns")) {
        for (const auto name : split(*given, ',')) {
            names.emplace_back(trim(name));
        }
        columns = Columns(names);
    }
    bool guessed = false;
    while (const TextLine* const line = input.text.next()) {
        if (trim(line->text).empty()) {
            continue;
        }
        if (is_query_header(line->text)) {
            names.clear();
            for (const auto cell : split(line->text, ',')) {
                names.push_back(field_name(cell));
            }
            columns = Columns(names);
            continue;
        }
        if (names.empty() && is_bare_row(line->text)) {
            names = names_by_unit(line->text);
            columns = Columns(names);
            guessed = true;
        }
        const auto cells = split(line->text, ',');
        if (names.empty() || cells.size() != names.size()) {
            draft.drop_row(line->number, "a row of another length than its header");
            continue;
        }
        const auto number = [&](std::string_view name) -> std::optional<double> {
            const auto at = columns.at(name);
            return at ? cell_number(cells[*at]) : std::nullopt;
        };
        const auto text = [&](std::string_view name) {
            const auto at = columns.at(name);
            return at ? std::string(trim(cells[*at])) : std::string();
        };
        metrics::MetricValues values;
        take_columns(kQueryColumns, number, "", "", values);
        std::string gpu;
        for (const char* const key : {"index", "uuid", "pci.bus_id"}) {
            gpu = gpu.empty() ? text(key) : gpu;
        }
        const auto time = parse_moment(text("timestamp"));
        if (gpu.empty()) {
            nameless.push_back({time, std::move(values)});
        } else {
            rows.add(gpu, time, values);
        }
        draft.environment("gpu." + (gpu.empty() ? "0" : gpu) + ".model", text("name"));
        draft.environment("gpu.driver", text("driver_version"));
    }
    put_nameless(nameless, rows, draft);
    finish_query(rows, guessed, draft);
    return {};
}

// --- nvidia-smi dmon ---------------------------------------------------------------------------

bool is_dmon_header(std::string_view line) {
    const auto cells = words(line);
    return !cells.empty() && line.starts_with('#') &&
           std::find(cells.begin(), cells.end(), "gpu") != cells.end() && cells.size() > 3;
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

const Format kNvidiaQuery{.id = "nvidia-smi-query",
                          .title = "nvidia-smi --query-gpu",
                          .claim = &claim_query,
                          .read = &read_query};
const Format kNvidiaDmon{
    .id = "nvidia-smi-dmon", .title = "nvidia-smi dmon", .claim = &claim_dmon, .read = &read_dmon};
const Format kDcgmiDmon{
    .id = "dcgmi-dmon", .title = "dcgmi dmon", .claim = &claim_dcgm, .read = &read_dcgm};

}  // namespace throughline::importers
