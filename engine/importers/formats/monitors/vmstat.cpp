// SPDX-License-Identifier: Apache-2.0
// vmstat: bi and bo in KiB/s, CPU shares, with -t a date and time behind. The first row is an
// average since boot.
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/importers/draft/timed_rows.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/table.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace vmstat {
namespace {

bool is_header(std::string_view line) {
    const auto cells = words(line);
    return cells.size() >= 15 && cells[0] == "r" && cells[1] == "b" && cells[2] == "swpd";
}

int claim(const Head& head) {
    return head.any_line(is_header) ? kCertain - 5 : 0;
}

constexpr std::array kBlocks{Column{"bi", "read_bytes_per_second", kKiB},
                             Column{"bo", "write_bytes_per_second", kKiB}};

class Reader {
public:
    explicit Reader(Draft& draft) : draft_(draft) {}

    void take(const TextLine& line) {
        const auto cells = words(line.text);
        if (is_header(line.text)) {
            columns_ = Columns(cells);
        } else if (columns_.size() > 0 && !cells.empty() && parse_number(cells.front())) {
            take_row(line, cells);  // else the line above the header, or text
        }
    }

    void finish() {}

private:
    void take_row(const TextLine& line, const std::vector<std::string_view>& cells) {
        const auto idle_at = columns_.at("id");
        if (!idle_at || cells.size() <= *idle_at) {
            draft_.drop_row(line.number, "a row with more or fewer cells than its header");
            return;
        }
        const NamedCells number(columns_, cells, &with_decimal_comma);
        metrics::MetricValues values;
        take_columns(kBlocks, number, "", "", values);
        take_cpu({.user = number("us"),
                  .system = number("sy"),
                  .iowait = number("wa"),
                  .steal = number("st"),
                  .idle = number("id")},
                 values);
        put(parse_moment(std::string(cells[cells.size() - 2]) + " " + std::string(cells.back())),
            std::move(values));
    }

    void put(std::optional<Moment> moment, metrics::MetricValues values) {
        const bool first = !rows_;
        if (first) {
            draft_.tool("vmstat");
            rows_.emplace(draft_, moment ? TimedRows::Times::Utc : TimedRows::Times::None);
            rows_->run().intervals_are_whole();
            rows_->ask_period(
                "vmstat prints no times without -t; how many seconds lie between two rows?");
            rows_->note_since_boot();
        }
        rows_->add(moment,
                   0.0,
                   std::move(values),
                   first ? record::Phase::Warmup : record::Phase::Measured);
        draft_.take_rows();
    }

    Draft& draft_;
    Columns columns_{};
    std::optional<TimedRows> rows_{};
};

}  // namespace
}  // namespace vmstat

const Format kVmstat{.id = "vmstat",
                     .title = "vmstat",
                     .claim = &vmstat::claim,
                     .read = &read_lines<vmstat::Reader>};

}  // namespace throughline::importers
