// SPDX-License-Identifier: Apache-2.0
#include "engine/store/check_library.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/store/buckets.h"
#include "engine/store/columns.h"
#include "engine/store/study_reader.h"

namespace throughline::store {
namespace {

constexpr std::size_t kProblemsShown = 5;

/// What is wrong, as far as it is told.
class Problems {
public:
    void add(std::string text) {
        std::replace(text.begin(), text.end(), '\n', ' ');
        texts_.push_back(std::move(text));
    }
    bool enough() const noexcept { return texts_.size() >= kProblemsShown; }
    bool none() const noexcept { return texts_.empty(); }
    std::string text() const {
        std::string all;
        for (const std::string& text : texts_) {
            all += (all.empty() ? "" : "; ") + text;
        }
        return all;
    }

private:
    std::vector<std::string> texts_;
};

/// Calls `see` with each row until there are problems enough. Damage that SQLite meets is a problem
/// too. Errors: as Database, but for Format.
template <class See>
Result<void> for_each(Statement rows, Problems& problems, See see) {
    while (!problems.enough()) {
        const auto row = rows.step();
        if (!row && row.error().code == ErrorCode::Format) {
            problems.add(row.error().what);
            return {};
        }
        if (!row) {
            return row.error();
        }
        if (!*row) {
            return {};
        }
        see(rows);
    }
    return {};
}

/// "study 3, run 2: " of the first two columns.
std::string place(const Statement& row) {
    return say("study %1, run %2", std::to_string(row.integer(0)), std::to_string(row.integer(1))) +
           ": ";
}

/// `study`: a condition on study_id.
Result<void> check_records(const Database& database, const std::string& study, Problems& problems) {
    const std::string sql = "SELECT id FROM (SELECT id, id AS study_id FROM study) WHERE ";
    return for_each(database.prepare(sql + study), problems, [&](const Statement& row) {
        if (auto lines = read_record_lines(database, row.integer(0)); !lines) {
            problems.add(say("study %1: its header, verdict or end cannot be read",
                             std::to_string(row.integer(0))));
        }
    });
}

template <class Number>
bool unpacks(std::string_view bytes, std::int64_t count) {
    return unpack_column<Number>(bytes, count).has_value();
}

/// Times of samples: as many as the run says, each column of that length.
Result<void> check_times(const Database& database, const std::string& study, Problems& problems) {
    auto counted = for_each(
        database.prepare(
            "SELECT study_id, number FROM run WHERE sample_count <> coalesce((SELECT "
            "sum(count) FROM time_chunk WHERE run_id = run.id AND level = 0), 0) AND " +
            study),
        problems,
        [&](const Statement& row) { problems.add(place(row) + say("samples are missing")); });
    if (!counted) {
        return counted;
    }
    return for_each(
        database.prepare("SELECT study_id, number, time_chunk.count, t_s, dt_s, phase, repeat "
                         "FROM run JOIN time_chunk ON run.id = run_id WHERE " +
                         study),
        problems,
        [&](const Statement& row) {
            const std::int64_t count = row.integer(2);
            const auto phases = unpack_column<std::uint8_t>(row.bytes(5), count);
            const bool sound = phases && count <= static_cast<std::int64_t>(kChunkValuesMax) &&
                               unpacks<double>(row.bytes(3), count) &&
                               unpacks<double>(row.bytes(4), count) &&
                               unpacks<std::uint32_t>(row.bytes(6), count) &&
                               std::all_of(phases->begin(), phases->end(), [](std::uint8_t phase) {
                                   return phase <= static_cast<std::uint8_t>(record::Phase::Drain);
                               });
            if (!sound) {
                problems.add(place(row) + say("the times of its samples cannot be read"));
            }
        });
}

/// Smallest, largest and sum stand beside the values.
bool values_are_sound(const Statement& row) {
    const std::int64_t count = row.integer(4);
    const auto positions = unpack_presence(
        row.is_null(8) ? std::nullopt : std::optional(row.bytes(8)),
        static_cast<std::size_t>(std::clamp<std::int64_t>(row.integer(10), 0, kColumnValuesMax)));
    const auto values = unpack_column<double>(row.bytes(9), count);
    return positions && values && !values->empty() && positions->size() == values->size() &&
           *std::min_element(values->begin(), values->end()) == row.real(5) &&
           *std::max_element(values->begin(), values->end()) == row.real(6) &&
           std::accumulate(values->begin(), values->end(), 0.0) == row.real(7);
}

Result<void> check_values(const Database& database, const std::string& study, Problems& problems) {
    return for_each(
        database.prepare(
            "SELECT study_id, number, coalesce(key, '?'), v.level, v.count, v.min, v.max, v.sum, "
            "v.present, v.value, t.count FROM run JOIN value_chunk v ON run.id = v.run_id "
            "LEFT JOIN time_chunk t USING(run_id, level, chunk) "
            "LEFT JOIN metric_key ON metric_key.id = metric_id WHERE " +
            study),
        problems,
        [&](const Statement& row) {
            const bool sound = row.integer(3) == 0
                                   ? values_are_sound(row)
                                   : unpack_buckets(row.bytes(9), row.bytes(8)).has_value();
            if (!sound) {
                problems.add(place(row) + say("the samples of '%1' cannot be read", row.text(2)));
            }
        });
}

Result<void> check_histograms(const Database& database,
                              const std::string& study,
                              Problems& problems) {
    return for_each(
        database.prepare("SELECT study_id, number, bucket_count, bucket, count FROM histogram "
                         "JOIN run ON run.id = run_id WHERE " +
                         study),
        problems,
        [&](const Statement& row) {
            const std::int64_t pairs = row.integer(2);
            const auto buckets = unpack_column<std::uint32_t>(row.bytes(3), pairs);
            const auto counts = unpack_column<std::uint64_t>(row.bytes(4), pairs);
            const bool sound = buckets && counts &&
                               std::is_sorted(buckets->begin(), buckets->end()) &&
                               std::find(counts->begin(), counts->end(), 0U) == counts->end();
            if (!sound) {
                problems.add(place(row) + say("a histogram cannot be read"));
            }
        });
}

Result<void> check_content(const Database& database, const std::string& study, Problems& problems) {
    Result<void> checked;
    for (const auto check : {check_records, check_times, check_values, check_histograms}) {
        if (checked && problems.none()) {
            checked = check(database, study, problems);
        }
    }
    return checked;
}

Result<std::string> text_of(const Result<void>& checked, const Problems& problems) {
    return checked ? Result<std::string>(problems.text()) : Result<std::string>(checked.error());
}

}  // namespace

Result<std::string> check_library(const Database& database) {
    Problems problems;
    auto checked =
        for_each(database.prepare("PRAGMA quick_check(" + std::to_string(kProblemsShown) + ")"),
                 problems,
                 [&](const Statement& row) {
                     if (row.text(0) != "ok") {
                         problems.add(row.text(0));
                     }
                 });
    // Of a file that is damaged as such the content would only repeat it.
    if (checked && problems.none()) {
        checked = check_content(database, "1", problems);
    }
    return text_of(checked, problems);
}

Result<std::string> check_study(const Database& database, std::int64_t study_id) {
    Problems problems;
    return text_of(check_content(database, "study_id = " + std::to_string(study_id), problems),
                   problems);
}

}  // namespace throughline::store
