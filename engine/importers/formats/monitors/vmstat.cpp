// SPDX-License-Identifier: Apache-2.0
// vmstat: bi and bo in KiB/s, CPU shares, with -t a date and time behind. The first row is an
// average since boot.
#include <optional>
#include <string>
#include <vector>

#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/table.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace {

bool is_header(std::string_view line) {
    const auto cells = words(line);
    return cells.size() >= 15 && cells[0] == "r" && cells[1] == "b" && cells[2] == "swpd";
}

int claim(const Head& head) {
    for (const std::string_view line : head.lines) {
        if (is_header(line)) {
            return kCertain - 5;
        }
    }
    return 0;
}

class Reader {
public:
    Reader(Input& input, Draft& draft) : input_(input), draft_(draft) {}

    void read() {
        while (const TextLine* const line = input_.text.next()) {
            if (is_header(line->text)) {
                const auto cells = words(line->text);
                names_.assign(cells.begin(), cells.end());
                columns_ = Columns(names_);
            } else if (!names_.empty()) {
                take_row(*line);
            }
        }
    }

private:
    void take_row(const TextLine& line) {
        const auto cells = words(line.text);
        if (cells.empty() || !parse_number(cells.front())) {
            return;  // the line above the header, or text
        }
        const auto idle_at = columns_.at("id");
        if (!idle_at || cells.size() <= *idle_at) {
            draft_.drop_row(line.number, "a row of another length than its header");
            return;
        }
        const auto number = [&](std::string_view name) -> std::optional<double> {
            const auto at = columns_.at(name);
            return at && *at < cells.size() ? parse_number(cells[*at], true) : std::nullopt;
        };
        metrics::MetricValues values;
        if (const auto blocks = number("bi")) {
            values["read_bytes_per_second"] = *blocks * kKiB;
        }
        if (const auto blocks = number("bo")) {
            values["write_bytes_per_second"] = *blocks * kKiB;
        }
        take_cpu({.user = number("us"),
                  .system = number("sy"),
                  .iowait = number("wa"),
                  .steal = number("st"),
                  .idle = number("id")},
                 values);
        put(cells, std::move(values));
    }

    void put(const std::vector<std::string_view>& cells, metrics::MetricValues values) {
        if (run_ == nullptr) {
            draft_.tool("vmstat");
            run_ = &draft_.add_run();
            run_->intervals_are_whole();
            period_ = draft_.assumed_number("period_seconds");
        }
        std::optional<Moment> moment;
        if (cells.size() >= 2) {
            moment = parse_moment(std::string(cells[cells.size() - 2]) + " " +
                                  std::string(cells.back()));
        }
        const bool first = rows_++ == 0;
        if (first && moment) {
            run_->times_are_absolute();
            timed_ = true;
        } else if (first && !period_) {
            draft_.ask("period_seconds",
                       "vmstat prints no times without -t; rows are how far apart?");
            run_->set("step_axis", "rows");
        }
        if (first) {
            run_->note("import.since_boot",
                       run::Level::Info,
                       "the first row is an average since boot: kept, but not in the figures");
        }
        const double t = timed_ && moment ? draft_.utc_of(moment->seconds)
                                          : static_cast<double>(rows_) * period_.value_or(1.0);
        run_->sample(t,
                     timed_ ? 0.0 : period_.value_or(1.0),
                     std::move(values),
                     first ? run::Phase::Warmup : run::Phase::Measured);
        draft_.take_rows();
    }

    Input& input_;
    Draft& draft_;
    std::vector<std::string> names_{};
    Columns columns_{};
    RunDraft* run_ = nullptr;
    std::optional<double> period_{};
    bool timed_ = false;
    std::size_t rows_ = 0;
};

Result<void> read(Input& input, Draft& draft) {
    Reader(input, draft).read();
    return {};
}

}  // namespace

const Format kVmstat{.id = "vmstat", .title = "vmstat", .claim = &claim, .read = &read};

}  // namespace throughline::importers
