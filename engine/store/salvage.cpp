// SPDX-License-Identifier: Apache-2.0
#include "engine/store/salvage.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/format.h"
#include "engine/store/columns.h"
#include "engine/store/page_file.h"

namespace throughline::store {
namespace {

constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();

/// A table or index of the damaged file, and the table its rows go to.
struct Source {
    std::string_view name;
    const char* into;
    /// WITHOUT ROWID and no index beside it: gaps are found by the order of its pages.
    bool keyed_by_run = false;
};
constexpr std::array kSources{
    Source{"metric_key", "metric_key"},
    Source{"sqlite_autoindex_metric_key_1", "known_metric_key"},
    Source{"study", "study"},
    Source{"sqlite_autoindex_study_1", "known_study"},
    Source{"study_record", "study_record"},
    Source{"study_tag", "study_tag"},
    Source{"run", "run"},
    Source{"sqlite_autoindex_run_1", "known_run"},
    Source{"run_setting", "run_setting", true},
    Source{"summary", "summary", true},
    Source{"time_chunk", "time_chunk"},
    Source{"value_chunk", "value_chunk"},
    Source{"sqlite_autoindex_value_chunk_1", "known_value_chunk"},
    Source{"histogram", "histogram"},
    Source{"histogram_by_run", "known_histogram"},
    Source{"note", "note"},
    Source{"note_by_study", "known_note"},
};

constexpr const char* kKnownTables = R"sql(
CREATE TABLE known_metric_key(key, id);
CREATE TABLE known_study(uuid, id);
CREATE TABLE known_run(study_id, number, id);
CREATE TABLE known_value_chunk(run_id, level, metric_id, chunk, id);
CREATE TABLE known_note(study_id, run_id, id);
CREATE TABLE known_histogram(run_id, id);
CREATE TABLE gap(what TEXT, low, high);
)sql";

// An index knows the whole of a key, and of a run whose it is.
constexpr const char* kFillFromIndexes = R"sql(
INSERT OR IGNORE INTO metric_key(id, key) SELECT id, key FROM known_metric_key;
CREATE TABLE lost_run AS SELECT id FROM known_run EXCEPT SELECT id FROM run;
INSERT OR IGNORE INTO run(id, study_id, number, status, started_at)
    SELECT id, study_id, number, 'interrupted', '' FROM known_run;
CREATE INDEX known_value_chunk_by_run ON known_value_chunk(run_id);
CREATE INDEX known_note_by_study ON known_note(study_id);
CREATE INDEX known_histogram_by_run ON known_histogram(run_id);
)sql";

const std::int64_t* integer_in(const PageRow& row, std::size_t column) {
    return column < row.values.size() ? std::get_if<std::int64_t>(&row.values[column]) : nullptr;
}

/// What lies in the tree of the schema: the names of roots.
std::map<std::uint32_t, std::string> names_of_roots(const PageFile& file,
                                                    const std::vector<std::uint32_t>& roots) {
    std::map<std::uint32_t, std::string> names;
    for (std::uint32_t number = 1; number <= file.page_count(); ++number) {
        const auto page = roots[number] == 1 ? file.tree_page(number) : std::nullopt;
        if (!page) {
            continue;
        }
        for (const PageRow& row : page->rows) {
            const std::int64_t* const root = integer_in(row, 3);
            if (root != nullptr && *root > 0 &&
                std::holds_alternative<std::string>(row.values[1])) {
                names.insert_or_assign(static_cast<std::uint32_t>(*root),
                                       std::get<std::string>(row.values[1]));
            }
        }
    }
    return names;
}

/// A library's tables have the same roots as any other's, unless it is a backup.
Result<void> add_usual_names(const Database& library, std::map<std::uint32_t, std::string>& names) {
    Statement rows = library.prepare("SELECT rootpage, name FROM sqlite_schema WHERE rootpage > 0");
    for (;;) {
        const auto row = rows.step();
        if (!row || !*row) {
            return row ? Result<void>() : Result<void>(row.error());
        }
        names.emplace(static_cast<std::uint32_t>(rows.integer(0)), rows.text(1));
    }
}

/// Where a row of a table keyed by runs was met. In a sound tree rows of a leaf and single rows of
/// inner pages take turns; where they do not, something between them is gone.
struct Place {
    std::array<std::int64_t, 3> key{};  ///< the run first
    std::uint32_t page = 0;
    bool leaf = false;
    bool whole = false;  ///< its page
};

using Gap = std::pair<std::int64_t, std::int64_t>;  ///< runs, both included

std::vector<Gap> gaps_between(std::vector<Place> places, bool any_page) {
    std::sort(
        places.begin(), places.end(), [](const Place& a, const Place& b) { return a.key < b.key; });
    std::vector<Gap> gaps;
    if (places.empty()) {
        return any_page ? gaps : std::vector<Gap>{{kLowest, kHighest}};
    }
    bool inner_lost = false;
    const auto sound = [&](const Place& a, const Place& b) {
        inner_lost = inner_lost || (a.leaf && b.leaf && a.page != b.page);
        return a.whole && b.whole && (a.leaf && b.leaf ? a.page == b.page : a.leaf != b.leaf);
    };
    for (std::size_t i = 1; i < places.size(); ++i) {
        if (!sound(places[i - 1], places[i])) {
            gaps.emplace_back(places[i - 1].key[0], places[i].key[0]);
        }
    }
    const Place& first = places.front();
    const Place& last = places.back();
    if (inner_lost || !first.leaf || !first.whole) {
        gaps.emplace_back(kLowest, first.key[0]);
    }
    if (inner_lost || !last.leaf || !last.whole) {
        gaps.emplace_back(last.key[0], kHighest);
    }
    return gaps;
}

double real_in(const PageRow& row, std::size_t column) {
    const double* const value = std::get_if<double>(&row.values[column]);
    const std::int64_t* const whole = integer_in(row, column);  // how SQLite keeps 3.0
    return value != nullptr   ? *value
           : whole != nullptr ? static_cast<double>(*whole)
                              : std::numeric_limits<double>::quiet_NaN();
}

/// The numbers packed into a column; empty where they are none.
template <class Number>
std::vector<Number> numbers_in(const PageRow& row, std::size_t column, std::int64_t count) {
    const Blob* const packed = std::get_if<Blob>(&row.values[column]);
    auto numbers = packed == nullptr ? Result<std::vector<Number>>(damaged_column(0, count))
                                     : unpack_column<Number>(packed->bytes, count);
    return numbers ? *std::move(numbers) : std::vector<Number>();
}

/// Noise in a row whose head survived. A path is the only text of ours that may be no UTF-8.
bool holds_noise(const Source& source, const PageRow& row) {
    constexpr std::size_t kSourcePath = 12;
    for (std::size_t column = 0; column < row.values.size(); ++column) {
        const auto* const text = std::get_if<std::string>(&row.values[column]);
        const bool is_path = source.name == "study" && column == kSourcePath;
        if (text != nullptr && !is_path && !is_utf8(*text)) {
            return true;
        }
    }
    return false;
}

/// Zeros in the last of the pages that a row lies in would else pass for values: of times the
/// repeats come last, which count from 1.
bool is_believable(const Source& source, const PageRow& row) {
    if (holds_noise(source, row)) {
        return false;
    }
    const bool times = source.name == "time_chunk" && row.values.size() == 9;
    const bool values = source.name == "value_chunk" && row.values.size() == 11;
    if (!times && !values) {
        return true;
    }
    const std::int64_t* const level = integer_in(row, times ? 2 : 3);
    const std::int64_t* const count = integer_in(row, times ? 4 : 5);
    if (level == nullptr || count == nullptr || *level != 0) {
        return false;  // the buckets of level 1 are made anew
    }
    if (times) {
        const auto repeats = numbers_in<std::uint32_t>(row, 8, *count);
        return !repeats.empty() && *std::min_element(repeats.begin(), repeats.end()) > 0;
    }
    const auto numbers = numbers_in<double>(row, 10, *count);
    return !numbers.empty() &&
           *std::min_element(numbers.begin(), numbers.end()) == real_in(row, 6) &&
           *std::max_element(numbers.begin(), numbers.end()) == real_in(row, 7);
}

/// Carries the rows of one table over.
class Carrier {
public:
    Carrier(const Database& into, const Source& source) : into_(into), source_(source) {}

    Result<void> carry(std::uint32_t number, TreePage page) {
        const std::size_t rows = page.rows.size();
        std::erase_if(page.rows, [&](const PageRow& row) { return !is_believable(source_, row); });
        page.whole = page.whole && page.rows.size() == rows;
        any_page_ = any_page_ || page.whole;
        for (const PageRow& row : page.rows) {
            if (source_.keyed_by_run) {
                note_place(row, number, page);
            }
            if (auto added = add(row, page.table); !added) {
                return added;
            }
        }
        return {};
    }

    Result<void> write_gaps() const {
        if (!source_.keyed_by_run) {
            return {};
        }
        Statement add = into_.prepare("INSERT INTO gap VALUES(?1, ?2, ?3)");
        for (const auto& [low, high] : gaps_between(places_, any_page_)) {
            if (auto added = add.bind(source_.name, low, high).run(); !added) {
                return added;
            }
        }
        return {};
    }

private:
    void note_place(const PageRow& row, std::uint32_t number, const TreePage& page) {
        Place place{.key = {}, .page = number, .leaf = page.leaf, .whole = page.whole};
        for (std::size_t i = 0; i < place.key.size(); ++i) {
            const std::int64_t* const part = integer_in(row, i);
            place.key[i] = part == nullptr ? 0 : *part;
        }
        places_.push_back(place);
    }

    /// A row of an older schema has fewer columns, whose defaults the table knows. One that the
    /// table refuses is damaged and left out.
    Result<void> add(const PageRow& row, bool table) {
        std::vector<Value> values = row.values;
        if (table) {
            values[0] = row.rowid;
        }
        if (values.size() != columns_) {
            if (auto prepared = prepare(values.size()); !prepared) {
                return prepared;
            }
        }
        if (!statement_) {
            return {};
        }
        return statement_->bind_all(std::span<const Value>(values)).run();
    }

    Result<void> prepare(std::size_t columns) {
        columns_ = columns;
        statement_.reset();
        Statement names = into_.prepare("SELECT name FROM pragma_table_info(?1) LIMIT ?2");
        names.bind(source_.into, columns);
        std::string list;
        std::string places;
        std::size_t found = 0;
        for (auto row = names.step(); !row || *row; row = names.step()) {
            if (!row) {
                return row.error();
            }
            list += (found == 0 ? "" : ", ") + names.text(0);
            places += found == 0 ? "?" : ", ?";
            ++found;
        }
        if (found == columns) {
            statement_ = into_.prepare("INSERT OR IGNORE INTO " + std::string(source_.into) + "(" +
                                       list + ") VALUES(" + places + ")");
        }
        return {};
    }

    const Database& into_;
    const Source& source_;
    std::size_t columns_ = 0;
    std::optional<Statement> statement_;
    std::vector<Place> places_;
    bool any_page_ = false;
};

}  // namespace

Result<bool> salvage(const std::string& damaged_path, const Database& into) {
    const auto file = PageFile::open(damaged_path);
    if (!file) {
        return file.error();
    }
    const std::vector<std::uint32_t> roots = file->roots();
    auto names = names_of_roots(*file, roots);
    if (auto added = add_usual_names(into, names); !added) {
        return std::move(added).error();
    }
    if (auto made = into.execute(kKnownTables); !made) {
        return std::move(made).error();
    }
    auto transaction = Transaction::begin_write(into);
    if (!transaction) {
        return std::move(transaction).error();
    }
    std::map<std::string_view, Carrier> carriers;
    for (const Source& source : kSources) {
        carriers.emplace(source.name, Carrier(into, source));
    }
    bool any = false;
    for (std::uint32_t number = 1; number <= file->page_count(); ++number) {
        const auto name = names.find(roots[number]);
        const auto carrier = name == names.end() ? carriers.end() : carriers.find(name->second);
        auto page = carrier == carriers.end() ? std::nullopt : file->tree_page(number);
        if (!page) {
            continue;
        }
        any = any || !page->rows.empty();
        if (auto carried = carrier->second.carry(number, *std::move(page)); !carried) {
            return std::move(carried).error();
        }
    }
    for (const auto& [name, carrier] : carriers) {
        if (auto written = carrier.write_gaps(); !written) {
            return std::move(written).error();
        }
    }
    if (auto filled = into.execute(kFillFromIndexes); !filled) {
        return std::move(filled).error();
    }
    if (auto committed = transaction->commit(); !committed) {
        return std::move(committed).error();
    }
    return any;
}

bool holds_library_pages(const std::string& path) {
    const auto file = PageFile::open(path);
    if (!file) {
        return false;
    }
    const auto names = names_of_roots(*file, file->roots());
    return std::any_of(
        names.begin(), names.end(), [](const auto& each) { return each.second == "study_record"; });
}

}  // namespace throughline::store
