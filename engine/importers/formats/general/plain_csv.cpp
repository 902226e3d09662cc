// SPDX-License-Identifier: Apache-2.0
// A table of somebody's own, with a mapping: a file of it (csv_mapping.h), or `--assume
// columns=NAME=METRIC[*FACTOR],…`, NAME=time for the times. Without one a table is taken only where
// the names of all columns leave no doubt; else one question proposes what they may be.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/draft/csv_mapping.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/csv_guess.h"
#include "engine/importers/read/csv_table.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"
#include "engine/metrics/registry.h"

namespace throughline::importers {
namespace plain_csv {
namespace {

bool is_table_header(std::string_view line) {
    const auto cells = csv_cells(line, separator_of(line));
    if (cells.size() < 2) {
        return false;
    }
    // pandas writes no name above its row numbers.
    return std::none_of(
        cells.begin() + (trim(cells[0]).empty() ? 1 : 0), cells.end(), [](const std::string& cell) {
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

class Table {
public:
    Table(Draft& draft, char separator) : draft_(draft), separator_(separator) {}

    Result<void> header(std::string_view line) {
        names_ = table_header(line, separator_);
        for (const CsvMapping& mapping : draft_.mappings()) {
            if (mapping.fits(names_)) {
                for (const auto& [name, target] : mapping.columns) {
                    draft_.map_column(name, target);
                }
                break;
            }
        }
        if (auto answered = take_answers(); !answered) {
            return answered;
        }
        bool sure = true;
        std::vector<CsvGuess> guesses;
        for (const std::string& name : names_) {
            guesses.push_back(guess_of(name, guesses));
            sure = sure && (answers_.contains(name) || guesses.back().sure);
        }
        for (std::size_t i = 0; i < names_.size(); ++i) {
            const auto answer = answers_.find(names_[i]);
            const bool counts = guesses[i].sure || proposed_;
            const std::string text = answer != answers_.end()               ? answer->second
                                     : counts && !guesses[i].target.empty() ? guesses[i].target
                                                                            : "ignore";
            auto column = parse_csv_target(names_[i], text);
            if (!column) {
                return std::move(column).error();
            }
            has_metric_ = has_metric_ || column->role == CsvTarget::Role::Metric;
            has_time_ = has_time_ || column->role == CsvTarget::Role::Time;
            has_condition_ = has_condition_ || column->role == CsvTarget::Role::Condition;
            columns_.push_back(*std::move(column));
        }
        mapped_ = has_metric_ && (sure || proposed_ || !answers_.empty());
        if (!mapped_) {
            ask(guesses);
            return {};
        }
        say_left_out();
        return check_twice();
    }

    bool mapped() const { return mapped_; }

    void row(const TextLine& line) {
        const auto cells = csv_cells(line.text, separator_);
        if (cells.size() != columns_.size()) {
            draft_.drop_row(line.number, "a row with more or fewer cells than its header");
            return;
        }
        metrics::MetricValues values;
        std::map<std::string, std::string> conditions;
        std::optional<double> time;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const CsvTarget& column = columns_[i];
            if (column.role == CsvTarget::Role::Time) {
                time = time_of(cells[i], column.factor);
            } else if (column.role == CsvTarget::Role::Condition) {
                conditions[column.key] = trim(cells[i]);
            } else if (column.role == CsvTarget::Role::Metric) {
                if (const auto number = parse_number(cells[i], separator_ != ',')) {
                    values[column.key] = *number * column.factor;
                }
            }
        }
        if (has_time_ && !time) {
            draft_.drop_row(line.number, "a row without its time");
            return;
        }
        draft_.take_rows();
        begin_run(std::move(conditions));
        if (has_condition_ && !has_time_) {
            for (const auto& [key, value] : values) {
                run_->figure(key, value);
            }
        } else {
            put(time, std::move(values));
        }
    }

private:
    /// What was said of the columns: in one answer, one by one, or by a file. Errors: Usage.
    Result<void> take_answers() {
        if (const auto all = draft_.assumed("columns"); all && *all == "proposed") {
            proposed_ = true;
        } else if (all) {
            for (const std::string_view pair : split(*all, ',')) {
                const std::size_t equals = pair.rfind('=');
                const std::string name(trim(pair.substr(0, equals)));
                if (equals == std::string_view::npos ||
                    std::find(names_.begin(), names_.end(), name) == names_.end()) {
                    return usage_error(
                        say("assumption columns: '%1' is not of the form COLUMN=WHAT with a column "
                            "of the table",
                            pair));
                }
                answers_[name] = trim(pair.substr(equals + 1));
            }
        }
        for (const std::string& name : names_) {
            if (const auto one = draft_.assumed("column." + name)) {
                answers_[name] = *one;
            }
        }
        return {};
    }

    /// The first column that looks like a quantity has it.
    static CsvGuess guess_of(const std::string& name, const std::vector<CsvGuess>& before) {
        CsvGuess guess = guess_csv_column(name);
        const auto id = [](const CsvGuess& of) { return of.target.substr(0, of.target.find('*')); };
        const bool taken = std::any_of(before.begin(), before.end(), [&](const CsvGuess& other) {
            return id(other) == id(guess);
        });
        return taken && guess.target != "ignore" ? CsvGuess{} : guess;
    }

    void ask(const std::vector<CsvGuess>& guesses) {
        std::string proposals;
        for (std::size_t i = 0; i < names_.size(); ++i) {
            const std::string& target = guesses[i].target;
            proposals +=
                (i == 0 ? "" : ",") + names_[i] + "=" + (target.empty() ? "ignore" : target);
        }
        draft_.ask(
            "columns",
            say("what are the columns, and in which units? Proposed by their names: %1. Answer "
                "'proposed' to accept this, or give a corrected list: COLUMN=METRIC[*FACTOR to its "
                "stored unit], a condition, time or ignore",
                proposals));
    }

    void say_left_out() {
        std::string names;
        for (std::size_t i = 0; i < names_.size(); ++i) {
            if (columns_[i].role == CsvTarget::Role::Ignored && !names_[i].empty()) {
                names += (names.empty() ? "" : ", ") + names_[i];
            }
        }
        if (!names.empty()) {
            draft_.info("csv.left_out", say("columns left out: %1", names));
        }
    }

    /// Two columns of one quantity would overwrite each other. Errors: Usage.
    Result<void> check_twice() const {
        std::map<std::string, std::string> seen;
        for (std::size_t i = 0; i < names_.size(); ++i) {
            const CsvTarget& column = columns_[i];
            const std::string key = column.role == CsvTarget::Role::Time ? "time" : column.key;
            const auto [known, is_new] = seen.emplace(key, names_[i]);
            if (!is_new && column.role != CsvTarget::Role::Ignored) {
                return usage_error(say("the columns '%1' and '%2' are both said to be %3",
                                       known->second,
                                       names_[i],
                                       key));
            }
        }
        return {};
    }

    std::optional<double> time_of(std::string_view cell, double factor) {
        if (const auto moment = parse_moment(cell)) {
            absolute_ = true;
            return draft_.utc_of(*moment);
        }
        constexpr double kYear2001 = 1e9;
        auto number = parse_number(cell, separator_ != ',');
        constexpr double kMillisecondsMin = 1e11;  // 1973 in ms; in seconds the year 5138
        if (number && factor != 1.0) {
            *number *= factor;
        } else if (number && *number > kMillisecondsMin) {
            *number *= 1e-3;
            draft_.info_once("csv.milliseconds",
                             say("times above 1e11 are taken as milliseconds since 1970"));
        }
        absolute_ = absolute_ || (number && *number > kYear2001);
        return number;
    }

    /// With conditions but without times each row is a run of its own; with both, a run lasts as
    /// long as its conditions.
    void begin_run(std::map<std::string, std::string> conditions) {
        const bool row_is_run = has_condition_ && !has_time_;
        if (run_ != nullptr && !row_is_run && conditions == conditions_) {
            return;
        }
        run_ = &draft_.add_run();
        rows_ = 0;
        for (const auto& [key, text] : conditions) {
            const auto* const info = metrics::find_metric(key);
            if (std::string_view(info->unit) == "text") {
                run_->set(key, std::string_view(text));
            } else {
                run_->set(key, parse_number(text, separator_ != ','));
            }
        }
        conditions_ = std::move(conditions);
        if (row_is_run) {
            return;
        }
        period_ = draft_.assumed_number("period_seconds");
        if (absolute_) {
            run_->times_are_absolute();
        } else if (!has_time_ && !period_) {
            run_->set("step_axis", to_say("rows"));
        }
    }

    void put(std::optional<double> time, metrics::MetricValues values) {
        ++rows_;
        run_->sample(has_time_ ? *time : static_cast<double>(rows_) * period_.value_or(1.0),
                     has_time_ ? 0.0 : period_.value_or(1.0),
                     std::move(values));
    }

    Draft& draft_;
    char separator_;
    std::vector<CsvTarget> columns_{};
    std::vector<std::string> names_{};
    std::map<std::string, std::string> conditions_{};
    std::map<std::string, std::string> answers_{};  ///< by column
    bool proposed_ = false;                         ///< the proposals were agreed to
    bool mapped_ = false;
    bool has_metric_ = false;
    bool has_time_ = false;
    bool has_condition_ = false;
    RunDraft* run_ = nullptr;
    std::optional<double> period_{};
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
}  // namespace plain_csv

const Format kPlainCsv{
    .id = "csv", .title = "CSV", .claim = &plain_csv::claim, .read = &plain_csv::read};

}  // namespace throughline::importers
