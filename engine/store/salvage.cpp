// SPDX-License-Identifier: Apache-2.0
#include "engine/store/salvage.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string>
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
    /// Of an index, and of a table WITHOUT ROWID, which is kept as one: what its columns hold, i an
    /// integer, t a text, n an integer or nothing, ? anything. Their rows say by their order where
    /// some are gone. Empty: a table by rowid, whose rows the table they go to checks.
    std::string_view columns{};

    bool by_rowid() const { return columns.empty(); }
};
constexpr std::array kSources{
    Source{"metric_key", "metric_key"},
    Source{"sqlite_autoindex_metric_key_1", "known_metric_key", "ti"},
    Source{"study", "study"},
    Source{"sqlite_autoindex_study_1", "known_study", "ti"},
    Source{"study_record", "study_record"},
    Source{"study_tag", "study_tag", "it"},
    Source{"run", "run"},
    Source{"sqlite_autoindex_run_1", "known_run", "iii"},
    Source{"run_setting", "run_setting", "iit?"},
    Source{"summary", "summary", "iii?????"},
    Source{"time_chunk", "time_chunk"},
    Source{"value_chunk", "value_chunk"},
    Source{"sqlite_autoindex_value_chunk_1", "known_value_chunk", "iiiii"},
    Source{"histogram", "histogram"},
    Source{"histogram_by_run", "known_histogram", "ii"},
    Source{"note", "note"},
    Source{"note_by_study", "known_note", "ini"},
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

/// What lies in the tree of the schema.
struct Schema {
    std::map<std::uint32_t, std::string> names;  ///< by root
    bool whole = true;                           ///< there are no other tables
};

Schema schema_of(const PageFile& file, const std::vector<std::uint32_t>& roots) {
    Schema schema;
    for (std::uint32_t number = 1; number <= file.page_count(); ++number) {
        if (roots[number] != 1) {
            continue;
        }
        const auto page = file.tree_page(number);
        schema.whole = schema.whole && page && page->whole;
        if (!page) {
            continue;
        }
        for (const PageRow& row : page->rows) {
            const std::int64_t* const root = integer_in(row, 3);
            if (root != nullptr && *root > 0 &&
                std::holds_alternative<std::string>(row.values[1])) {
                schema.names.insert_or_assign(static_cast<std::uint32_t>(*root),
                                              std::get<std::string>(row.values[1]));
            }
        }
    }
    return schema;
}

/// The tables of which the schema no longer tells have the roots that they have in any library, but
/// for one that SQLite wrote anew (a backup): there the others lie elsewhere too.
Result<void> add_usual_names(const Database& library, Schema& schema) {
    std::map<std::string, std::uint32_t> known;
    for (const auto& [root, name] : schema.names) {
        known.emplace(name, root);
    }
    std::map<std::uint32_t, std::string> usual;
    Statement rows = library.prepare("SELECT rootpage, name FROM sqlite_schema WHERE rootpage > 0");
    for (auto row = rows.step(); !row || *row; row = rows.step()) {
        if (!row) {
            return row.error();
        }
        const auto root = static_cast<std::uint32_t>(rows.integer(0));
        const auto found = known.find(rows.text(1));
        if (found != known.end() && found->second != root) {
            return {};
        }
        usual.emplace(root, rows.text(1));
    }
    schema.names.merge(usual);
    return {};
}

/// Where a row of an index was met. In a sound tree rows of a leaf and single rows of inner pages
/// take turns; where they do not, something between them is gone.
struct Place {
    std::array<std::int64_t, 3> key{};  ///< the run or study first
    std::uint32_t page = 0;
    bool leaf = false;
    bool whole = false;  ///< its page
};

/// A text by its first bytes, which sort as SQLite sorts it.
std::int64_t key_part(const PageRow& row, std::size_t column) {
    if (const std::int64_t* const number = integer_in(row, column)) {
        return *number;
    }
    constexpr std::size_t kBytes = 7;  // fits without its sign
    std::int64_t part = 0;
    if (column < row.values.size()) {
        const auto* const text = std::get_if<std::string>(&row.values[column]);
        for (std::size_t i = 0; text != nullptr && i < kBytes; ++i) {
            const char byte = i < text->size() ? (*text)[i] : '\0';
            part = part * 256 + static_cast<unsigned char>(byte);
        }
    }
    return part;
}

using Gap = std::pair<std::int64_t, std::int64_t>;  ///< runs or studies, both included

/// `root_whole`: nothing is missing at the ends but what the rows themselves tell.
std::vector<Gap> gaps_between(std::vector<Place> places, bool root_whole) {
    std::stable_sort(
        places.begin(), places.end(), [](const Place& a, const Place& b) { return a.key < b.key; });
    std::vector<Gap> gaps;
    if (places.empty()) {
        return root_whole ? gaps : std::vector<Gap>{{kLowest, kHighest}};
    }
    bool inner_lost = !root_whole;
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

bool has_columns(const PageRow& row, std::string_view columns) {
    if (row.values.size() != columns.size()) {
        return false;
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const Value& value = row.values[i];
        const bool number = std::holds_alternative<std::int64_t>(value);
        const bool fits = columns[i] == 'i'   ? number
                          : columns[i] == 't' ? std::holds_alternative<std::string>(value)
                          : columns[i] == 'n'
                              ? number || std::holds_alternative<std::nullptr_t>(value)
                              : true;
        if (!fits) {
            return false;
        }
    }
    return true;
}

/// The buckets ascend, and only those that counted anything are kept.
bool is_believable_histogram(const PageRow& row) {
    const std::int64_t* const count = integer_in(row, 4);
    if (count == nullptr || row.values.size() != 7) {
        return false;
    }
    const auto buckets = numbers_in<std::uint32_t>(row, 5, *count);
    const auto counts = numbers_in<std::uint64_t>(row, 6, *count);
    return static_cast<std::int64_t>(counts.size()) == *count && buckets.size() == counts.size() &&
           std::adjacent_find(buckets.begin(), buckets.end(), std::greater_equal<>()) ==
               buckets.end() &&
           std::find(counts.begin(), counts.end(), std::uint64_t{0}) == counts.end();
}

/// Zeros in the last of the pages that a row lies in would else pass for values: of times the
/// repeats come last, which count from 1.
bool is_believable(const Source& source, const PageRow& row) {
    if (holds_noise(source, row) || (!source.by_rowid() && !has_columns(row, source.columns))) {
        return false;
    }
    if (source.name == "histogram") {
        return is_believable_histogram(row);
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
           *std::max_element(numbers.begin(), numbers.end()) == real_in(row, 7) &&
           std::accumulate(numbers.begin(), numbers.end(), 0.0) == real_in(row, 8);
}

/// Carries the rows of one table over.
class Carrier {
public:
    Carrier(const Database& into, const Source& source) : into_(into), source_(source) {}

    /// Nothing for a page that cannot be read, or is of another kind than the tree it should be in.
    Result<void> carry(std::uint32_t number, bool is_root, std::optional<TreePage> page) {
        if (!page || page->table != source_.by_rowid()) {
            whole_ = false;
            return {};
        }
        const std::size_t rows = page->rows.size();
        std::erase_if(page->rows, [&](const PageRow& row) { return !is_believable(source_, row); });
        page->whole = page->whole && page->rows.size() == rows;
        root_whole_ = root_whole_ || (is_root && page->whole);
        whole_ = whole_ && page->whole;
        for (const PageRow& row : page->rows) {
            if (!source_.by_rowid()) {
                note_place(row, number, *page);
            }
            if (auto added = add(row); !added) {
                return added;
            }
        }
        return {};
    }

    Result<void> write_gaps() const {
        const auto gaps = !source_.by_rowid()     ? gaps_between(places_, root_whole_)
                          : whole_ && root_whole_ ? std::vector<Gap>()
                                                  : std::vector<Gap>{{kLowest, kHighest}};
        Statement add = into_.prepare("INSERT INTO gap VALUES(?1, ?2, ?3)");
        for (const auto& [low, high] : gaps) {
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
            place.key[i] = key_part(row, i);
        }
        places_.push_back(place);
    }

    /// A row of an older schema has fewer columns, whose defaults the table knows. One that the
    /// table refuses is damaged and left out.
    Result<void> add(const PageRow& row) {
        std::vector<Value> values = row.values;
        if (source_.by_rowid()) {
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
    bool whole_ = true;  ///< all its pages that are known
    bool root_whole_ = false;
};

}  // namespace

Result<void> salvage(const std::string& damaged_path, const Database& into) {
    const auto file = PageFile::open(damaged_path);
    if (!file) {
        return file.error();
    }
    const std::vector<std::uint32_t> roots = file->roots();
    Schema schema = schema_of(*file, roots);
    if (auto added = schema.whole ? Result<void>() : add_usual_names(into, schema); !added) {
        return added;
    }
    if (auto made = into.execute(kKnownTables); !made) {
        return made;
    }
    auto transaction = Transaction::begin_write(into);
    if (!transaction) {
        return std::move(transaction).error();
    }
    std::map<std::string_view, Carrier> carriers;
    for (const Source& source : kSources) {
        carriers.emplace(source.name, Carrier(into, source));
    }
    for (std::uint32_t number = 1; number <= file->page_count(); ++number) {
        const auto name = schema.names.find(roots[number]);
        const auto carrier =
            name == schema.names.end() ? carriers.end() : carriers.find(name->second);
        if (carrier == carriers.end()) {
            continue;
        }
        const bool is_root = roots[number] == number;
        if (auto carried = carrier->second.carry(number, is_root, file->tree_page(number));
            !carried) {
            return carried;
        }
    }
    for (const auto& [name, carrier] : carriers) {
        const bool was_there =
            !schema.whole ||
            std::any_of(schema.names.begin(), schema.names.end(), [&own = name](const auto& each) {
                return each.second == own;
            });
        if (auto written = was_there ? carrier.write_gaps() : Result<void>(); !written) {
            return written;
        }
    }
    if (auto filled = into.execute(kFillFromIndexes); !filled) {
        return filled;
    }
    return transaction->commit();
}

bool holds_library_pages(const std::string& path) {
    const auto file = PageFile::open(path);
    if (!file) {
        return false;
    }
    const Schema schema = schema_of(*file, file->roots());
    return std::any_of(schema.names.begin(), schema.names.end(), [](const auto& each) {
        return each.second == "study_record";
    });
}

}  // namespace throughline::store
