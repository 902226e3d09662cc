// SPDX-License-Identifier: Apache-2.0
// A table of somebody's own, with a mapping: `--assume column.NAME=METRIC[*FACTOR]` for each column
// that counts, NAME=time for the times. Columns named like a metric of the registry map themselves.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/importers/formats.h"
#include "engine/importers/scan.h"
#include "engine/importers/timestamp.h"
#include "engine/metrics/registry.h"

namespace throughline::importers {
namespace {

/// Tab, semicolon or comma: whichever the header has most of.
char separator_of(std::string_view line) {
    char best = ',';
    std::ptrdiff_t most = 0;
    for (const char separator : {',', ';', '\t'}) {
        const auto count = std::count(line.begin(), line.end(), separator);
        if (count > most) {
            most = count;
            best = separator;
        }
    }
    return best;
}

bool is_table_header(std::string_view line) {
    const auto cells = csv_cells(line, separator_of(line));
    if (cells.size() < 2) {
        return false;
    }
    return std::none_of(cells.begin(), cells.end(), [](const std::string& cell) {
        return trim(cell).empty() || parse_number(cell, true).has_value();
    });
}

int claim(const Head& head) {
    if (head.lines.size() < 2 || !is_table_header(head.lines[0])) {
        return 0;
    }
    const char separator = separator_of(head.lines[0]);
    const auto names = csv_cells(head.lines[0], separator);
    const auto first = csv_cells(head.lines[1], separator);
    const bool number = std::any_of(first.begin(), first.end(), [](const std::string& cell) {
        return parse_number(cell, true).has_value();
    });
    return number && first.size() == names.size() ? kPossible - 10 : 0;
}

struct MappedColumn {
    enum class Role { Ignored, Time, Value };
    Role role = Role::Ignored;
    std::string metric{};
    double factor = 1.0;
};

bool is_measured(std::string_view key) {
    const auto* const info = metrics::find_metric(key);
    return info != nullptr && info->kind == metrics::Kind::Measured;
}

Result<MappedColumn> mapping_of(const std::string& name, const Draft& draft) {
    MappedColumn column;
    const auto assumed = draft.assumed("column." + name);
    if (!assumed) {
        const std::string plain = lower(name);
        if (plain == "time" || plain == "timestamp" || plain == "t_s" || plain == "seconds") {
            column.role = MappedColumn::Role::Time;
        } else if (is_measured(name)) {
            column = {MappedColumn::Role::Value, name, 1.0};
        }
        return column;
    }
    if (*assumed == "time") {
        column.role = MappedColumn::Role::Time;
        return column;
    }
    const std::size_t star = assumed->rfind('*');
    const auto factor = star == std::string_view::npos ? std::optional<double>(1.0)
                                                       : parse_number(assumed->substr(star + 1));
    column = {
        MappedColumn::Role::Value, std::string(assumed->substr(0, star)), factor.value_or(0.0)};
    if (!factor || !is_measured(column.metric)) {
        return Error{.code = ErrorCode::Usage,
                     .what = "assumption column." + name + "=" + std::string(*assumed) +
                             ": a metric, optionally *FACTOR, or time"};
    }
    return column;
}

class Table {
public:
    Table(Draft& draft, char separator) : draft_(draft), separator_(separator) {}

    Result<void> header(std::string_view line) {
        for (const std::string& name : csv_cells(line, separator_)) {
            auto column = mapping_of(std::string(trim(name)), draft_);
            if (!column) {
                return std::move(column).error();
            }
            mapped_ = mapped_ || column->role == MappedColumn::Role::Value;
            columns_.push_back(*std::move(column));
            names_.emplace_back(trim(name));
        }
        if (!mapped_) {
            for (const std::string& name : names_) {
                draft_.ask("column." + name,
                           "which metric is the column '" + name +
                               "'? The id of a metric, optionally *FACTOR to its "
                               "stored unit, or time");
            }
        }
        return {};
    }

    bool mapped() const { return mapped_; }

    void row(const TextLine& line) {
        const auto cells = csv_cells(line.text, separator_);
        if (cells.size() != columns_.size()) {
            draft_.drop_row(line.number, "a row of another length than its header");
            return;
        }
        metrics::MetricValues values;
        std::optional<double> time;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (columns_[i].role == MappedColumn::Role::Time) {
                time = time_of(cells[i]);
            } else if (columns_[i].role == MappedColumn::Role::Value) {
                if (const auto number = parse_number(cells[i], separator_ != ',')) {
                    values[columns_[i].metric] = *number * columns_[i].factor;
                }
            }
        }
        put(time, std::move(values));
    }

private:
    std::optional<double> time_of(std::string_view cell) {
        if (const auto moment = parse_moment(cell)) {
            absolute_ = true;
            return moment->has_zone ? moment->seconds : draft_.utc_of(moment->seconds);
        }
        constexpr double kYear2001 = 1e9;
        const auto number = parse_number(cell, separator_ != ',');
        absolute_ = absolute_ || (number && *number > kYear2001);
        return number;
    }

    void put(std::optional<double> time, metrics::MetricValues values) {
        draft_.take_rows();
        if (run_ == nullptr) {
            run_ = &draft_.add_run();
            period_ = draft_.assumed_number("period_seconds");
            timed_ = time.has_value();
            if (absolute_) {
                run_->times_are_absolute();
            } else if (!timed_ && !period_) {
                run_->set("step_axis", "rows");
            }
        }
        if (timed_ && !time) {
            return;
        }
        ++rows_;
        run_->sample(timed_ ? *time : static_cast<double>(rows_) * period_.value_or(1.0),
                     timed_ ? 0.0 : period_.value_or(1.0),
                     std::move(values));
    }

    Draft& draft_;
    char separator_;
    std::vector<MappedColumn> columns_{};
    std::vector<std::string> names_{};
    bool mapped_ = false;
    RunDraft* run_ = nullptr;
    std::optional<double> period_{};
    bool timed_ = false;
    bool absolute_ = false;
    std::size_t rows_ = 0;
};

Result<void> read(Input& input, Draft& draft) {
    draft.tool("CSV");
    const TextLine* line = input.text.next();
    if (line == nullptr) {
        return {};
    }
    Table table(draft, separator_of(line->text));
    if (auto read = table.header(line->text); !read) {
        return read;
    }
    while (table.mapped() && (line = input.text.next()) != nullptr) {
        if (!trim(line->text).empty()) {
            table.row(*line);
        }
    }
    return {};
}

}  // namespace

const Format kPlainCsv{.id = "csv", .title = "CSV", .claim = &claim, .read = &read};

}  // namespace throughline::importers
