// SPDX-License-Identifier: Apache-2.0
#include "engine/store/losses.h"

#include <string_view>
#include <utility>

#include "engine/base/counted.h"
#include "engine/base/format.h"

namespace throughline::store {
namespace {

/// Asks one row about the study, for ?1, and makes words of it.
template <class Say>
Result<void> ask(const Database& salvaged, std::int64_t study_id, const char* sql, Say say) {
    Statement rows = salvaged.prepare(sql);
    const auto row = rows.bind(study_id).step();
    if (!row) {
        return row.error();
    }
    if (*row) {
        say(rows);
    }
    return {};
}

std::uint64_t number_of(std::int64_t count) {
    return count < 0 ? 0 : static_cast<std::uint64_t>(count);
}

/// "run 3", "runs 1, 2, 3", "12 runs".
std::string runs_named(std::int64_t count, const std::string& numbers) {
    constexpr std::int64_t kNamedMax = 5;
    if (count > kNamedMax) {
        return counted(number_of(count), "run");
    }
    return (count == 1 ? "run " : "runs ") + numbers;
}

struct Question {
    const char* sql;
    /// Words for column 0, a count above 0, and column 1, a text or another count.
    std::string (*words)(std::int64_t count, const Statement& row);
};

constexpr Question kQuestions[] = {
    {"SELECT run_count - (SELECT count(*) FROM run WHERE study_id = ?1), run_count "
     "FROM study WHERE id = ?1",
     [](std::int64_t count, const Statement& row) {
         return format_count(number_of(count)) + " of " + counted(number_of(row.integer(1)), "run");
     }},
    {"SELECT count(*), group_concat(number, ', ') FROM run JOIN lost_run USING(id) "
     "WHERE study_id = ?1",
     [](std::int64_t count, const Statement& row) {
         return "when " + runs_named(count, row.text(1)) + " started and how it ended";
     }},
    {"SELECT count(DISTINCT run.id), replace(group_concat(DISTINCT number), ',', ', ') FROM run "
     "JOIN gap ON what = 'run_setting' AND run.id BETWEEN low AND high WHERE study_id = ?1",
     [](std::int64_t count, const Statement& row) {
         return "perhaps settings of " + runs_named(count, row.text(1));
     }},
    {"SELECT count(DISTINCT run.id), replace(group_concat(DISTINCT number), ',', ', ') FROM run "
     "JOIN gap ON what = 'summary' AND run.id BETWEEN low AND high WHERE study_id = ?1",
     [](std::int64_t count, const Statement& row) {
         return "perhaps figures of " + runs_named(count, row.text(1));
     }},
    // Each table for itself: joined as one, both would be read whole for each study.
    {"SELECT (SELECT count(*) FROM run JOIN run_setting ON run_id = run.id "
     "WHERE study_id = ?1 AND key_id NOT IN (SELECT id FROM metric_key)) + "
     "(SELECT count(*) FROM run JOIN summary ON run_id = run.id AND derived = 0 "
     "WHERE study_id = ?1 AND metric_id NOT IN (SELECT id FROM metric_key))",
     [](std::int64_t count, const Statement&) {
         return counted(number_of(count),
                        "figure or setting whose name is gone",
                        "figures or settings whose names are gone");
     }},
    {"SELECT sum(max(0, sample_count - have)), sum(sample_count) FROM (SELECT sample_count, "
     "coalesce((SELECT sum(count) FROM time_chunk WHERE run_id = run.id AND level = 0), 0) "
     "AS have FROM run WHERE study_id = ?1)",
     [](std::int64_t count, const Statement& row) {
         return format_count(number_of(count)) + " of " +
                counted(number_of(row.integer(1)), "sample");
     }},
    {"SELECT count(DISTINCT metric_id), replace(group_concat(DISTINCT coalesce(key, '?')), ',', ', "
     "') FROM run "
     "JOIN known_value_chunk AS known ON known.run_id = run.id AND level = 0 "
     "LEFT JOIN metric_key ON metric_key.id = metric_id WHERE study_id = ?1 "
     "AND known.id NOT IN (SELECT id FROM value_chunk WHERE run_id = run.id)",
     [](std::int64_t count, const Statement& row) {
         constexpr std::int64_t kNamedMax = 3;
         return "samples of " +
                (count > kNamedMax ? counted(number_of(count), "metric") : row.text(1));
     }},
    {"SELECT count(*) FROM known_note WHERE study_id = ?1 AND id NOT IN "
     "(SELECT id FROM note WHERE study_id = ?1)",
     [](std::int64_t count, const Statement&) { return counted(number_of(count), "note"); }},
    {"SELECT count(*) FROM run JOIN known_histogram AS known ON known.run_id = run.id "
     "WHERE study_id = ?1 AND known.id NOT IN (SELECT id FROM histogram WHERE run_id = run.id)",
     [](std::int64_t count, const Statement&) { return counted(number_of(count), "histogram"); }},
    {"SELECT count(*) FROM gap WHERE what = 'study_tag' AND ?1 BETWEEN low AND high",
     [](std::int64_t, const Statement&) { return std::string("perhaps tags"); }},
    // Of rows that an index names too, some may be missing only where pages of both are gone.
    {"SELECT count(*) FROM gap WHERE what = 'note_by_study' AND ?1 BETWEEN low AND high "
     "AND EXISTS(SELECT 1 FROM gap WHERE what = 'note')",
     [](std::int64_t, const Statement&) { return std::string("perhaps notes"); }},
    {"SELECT count(*) FROM run JOIN gap ON what = 'histogram_by_run' AND run.id BETWEEN low AND "
     "high WHERE study_id = ?1 AND EXISTS(SELECT 1 FROM gap WHERE what = 'histogram')",
     [](std::int64_t, const Statement&) { return std::string("perhaps histograms"); }},
    {"SELECT count(*) FROM run JOIN gap ON what = 'sqlite_autoindex_value_chunk_1' AND run.id "
     "BETWEEN low AND high WHERE study_id = ?1 AND sample_count > 0 "
     "AND EXISTS(SELECT 1 FROM gap WHERE what = 'value_chunk')",
     [](std::int64_t, const Statement&) { return std::string("perhaps samples of metrics"); }},
};

}  // namespace

Result<std::vector<std::string>> losses_of(const Database& salvaged, std::int64_t study_id) {
    std::vector<std::string> losses;
    for (const Question& question : kQuestions) {
        auto asked = ask(salvaged, study_id, question.sql, [&](const Statement& row) {
            if (const std::int64_t count = row.integer(0); count > 0) {
                losses.push_back(question.words(count, row));
            }
        });
        if (!asked) {
            return std::move(asked).error();
        }
    }
    return losses;
}

}  // namespace throughline::store
