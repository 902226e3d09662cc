// SPDX-License-Identifier: Apache-2.0
// The table that nvidia-smi prints without options, once or again and again (-l, watch, a loop).
// A GPU takes two or three lines: its number and name, then temperature, power, memory and use.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/gpu/gpu_readings.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace nvidia_smi_table {
namespace {

/// "| NVIDIA-SMI 535.54.03    Driver Version: 535.54.03    CUDA Version: 12.2 |".
bool is_banner(std::string_view line) {
    return trim(line).starts_with("| NVIDIA-SMI ") && contains(line, "Driver Version:");
}

/// A rule, a row, a date: what the table consists of.
bool is_of_table(std::string_view line) {
    const std::string_view text = trim(line);
    return text.empty() || text.front() == '|' || text.front() == '+' ||
           parse_moment(text).has_value();
}

/// Logs of trainings often begin with one such table. It is a monitor's file only where the tables
/// are most of it.
int claim(const Head& head) {
    const auto count = [&](auto is) {
        return std::count_if(head.lines.begin(), head.lines.end(), is);
    };
    const bool mostly = 2 * count(is_of_table) > static_cast<std::ptrdiff_t>(head.lines.size());
    return count(is_banner) > 0 && mostly ? kLikely : 0;
}

/// The cells between the bars.
std::vector<std::string_view> cells_of(std::string_view line) {
    std::string_view text = trim(line);
    if (text.size() < 2 || text.front() != '|' || text.back() != '|') {
        return {};
    }
    text.remove_prefix(1);
    text.remove_suffix(1);
    return split(text, '|');
}

/// "0  Tesla V100-SXM2...  On": the number and the name, without the persistence mode.
struct Name {
    std::string gpu{};
    std::string model{};
};
std::optional<Name> name_of(std::string_view cell) {
    auto parts = words(cell);
    if (parts.size() < 2 || !parse_number(parts.front()) || parts.front().size() > 4) {
        return std::nullopt;
    }
    Name name{.gpu = std::string(parts.front()), .model = {}};
    if (parts.back() == "On" || parts.back() == "Off" || parts.back() == "N/A") {
        parts.pop_back();
    }
    for (std::size_t i = 1; i < parts.size(); ++i) {
        name.model.append(name.model.empty() ? "" : " ").append(parts[i]);
    }
    return name;
}

/// The number in front of a unit: "1024MiB", "36C", "35%".
std::optional<double> with_unit(std::string_view word, std::string_view unit) {
    return word.ends_with(unit) ? parse_number(word.substr(0, word.size() - unit.size()))
                                : std::nullopt;
}

/// "N/A   36C    P0    55W / 300W |  1024MiB / 16160MiB |     35%      Default".
metrics::MetricValues values_of(const std::vector<std::string_view>& cells) {
    metrics::MetricValues values;
    const auto put = [&](const char* id, std::optional<double> value) {
        if (value && values.find(id) == values.end()) {
            values.emplace(id, *value);
        }
    };
    for (const auto word : words(cells[0])) {
        put("gpu_temperature", with_unit(word, "C"));
        put("gpu_power", with_unit(word, "W"));  // the first of "55W / 300W"
    }
    const auto memory = words(cells[1]);
    if (memory.size() == 3 && memory[1] == "/") {
        put("gpu_memory", scaled(with_unit(memory[0], "MiB"), kMiB));
        put("gpu_memory_total", scaled(with_unit(memory[2], "MiB"), kMiB));
    }
    if (const auto use = words(cells[2]); !use.empty()) {
        put("gpu_utilisation", with_unit(use.front(), "%"));
    }
    return values;
}

/// Of "55W / 300W" the draw may be missing: then the cap is not it.
bool power_is_missing(std::string_view cell) {
    const auto parts = words(cell);
    for (std::size_t i = 1; i + 1 < parts.size(); ++i) {
        if (parts[i] == "/") {
            return !with_unit(parts[i - 1], "W").has_value();
        }
    }
    return false;
}

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft), readings_(draft) {}

    void take(const TextLine& text_line) {
        const std::string_view line = text_line.text;
        if (is_banner(line)) {
            const auto driver = find(line, "Driver Version:%_%w");
            draft_.tool("nvidia-smi");
            draft_.environment("gpu.driver", driver ? (*driver)[0] : std::string_view());
            time_ = date_;
            date_.reset();
            in_gpus_ = true;
            name_.reset();
            return;
        }
        const auto cells = cells_of(line);
        if (cells.empty()) {
            if (const auto moment = parse_moment(trim(line))) {
                date_ = draft_.utc_of(*moment);
            }
            return;
        }
        if (contains(line, "Processes:")) {
            in_gpus_ = false;
        }
        if (!in_gpus_ || cells.size() != 3) {
            return;
        }
        if (const auto name = name_of(cells[0]); name && contains(cells[1], ":")) {
            name_ = name;
        } else if (name_ && (contains(cells[1], "MiB") || contains(cells[2], "%"))) {
            auto values = values_of(cells);
            if (power_is_missing(cells[0])) {
                values.erase("gpu_power");
            }
            draft_.take_rows();
            readings_.add({.gpu = name_->gpu, .utc = time_}, values);
            draft_.environment("gpu." + name_->gpu + ".model", name_->model);
            name_.reset();  // lines of MIG follow, which belong to parts of it
        }
    }

    void finish() {
        readings_.finish(
            "these tables of nvidia-smi carry no times; how many seconds lie between two of them "
            "(-l)? (shown 1 s apart)");
    }

private:
    Draft& draft_;
    GpuReadings readings_;
    std::optional<double> date_{};  ///< of the line above a table
    std::optional<double> time_{};
    std::optional<Name> name_{};
    bool in_gpus_ = false;
};

}  // namespace
}  // namespace nvidia_smi_table

const Format kNvidiaTable{.id = "nvidia-smi-table",
                          .title = "nvidia-smi",
                          .claim = &nvidia_smi_table::claim,
                          .read = &read_lines<nvidia_smi_table::Reader>};

}  // namespace throughline::importers
