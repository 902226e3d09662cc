// SPDX-License-Identifier: Apache-2.0
#include "engine/store/study_writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "engine/run/machine.h"
#include "engine/store/columns.h"
#include "engine/store/organise.h"
#include "engine/store/setting_types.h"

namespace throughline::store {
namespace {

/// Lines of a study that was not read from a file.
std::int64_t lines_of(const run::Study& study) {
    if (study.lines != 0) {
        return static_cast<std::int64_t>(study.lines);
    }
    std::size_t lines = 1 + study.notes.size() + (study.verdict ? 1 : 0) + (study.footer ? 1 : 0);
    for (const auto& run : study.runs) {
        lines += 1 + run.samples.size() + run.histograms.size() + run.notes.size() +
                 (run.status == run::RunStatus::Interrupted ? 0 : 1);
    }
    return static_cast<std::int64_t>(lines);
}

RowInserter::Value row_value(const std::optional<double>& value) {
    return value && std::isfinite(*value) ? RowInserter::Value(*value)
                                          : RowInserter::Value(nullptr);
}

RowInserter::Value row_value(const run::SettingValue& setting) {
    return std::visit(
        [](const auto& plain) -> RowInserter::Value {
            using Plain = std::decay_t<decltype(plain)>;
            if constexpr (std::is_same_v<Plain, bool>) {
                return std::int64_t{plain};
            } else if constexpr (std::is_same_v<Plain, std::string>) {
                return std::string_view(plain);
            } else {
                return plain;
            }
        },
        setting);
}

}  // namespace

StudyWriter::StudyWriter(const Database& database)
    : database_(database),
      keys_(database),
      samples_(database, keys_),
      find_run_(database.prepare("SELECT id, sample_count, status, started_at FROM run "
                                 "WHERE study_id = ?1 AND number = ?2")),
      add_run_(database.prepare(
          "INSERT INTO run(study_id, number, status, started_at) VALUES(?1, ?2, ?3, ?4)")),
      end_run_(database.prepare("UPDATE run SET status = ?2 WHERE id = ?1")),
      settings_(database, "INSERT INTO run_setting(run_id, key_id, type, value)", 4),
      figures_(database,
               "INSERT INTO summary(run_id, derived, metric_id, value, low, high, n, absent)",
               8,
               "ON CONFLICT(run_id, derived, metric_id) DO UPDATE SET absent = excluded.absent"),
      clear_figures_(database.prepare("DELETE FROM summary WHERE run_id = ?1 AND derived = ?2")),
      count_histograms_(database.prepare("SELECT count(*) FROM histogram WHERE run_id = ?1")),
      add_histogram_(
          database.prepare("INSERT INTO histogram(run_id, metric_id, scheme, "
                           "bucket_count, bucket, count) VALUES(?1, ?2, ?3, ?4, ?5, ?6)")),
      count_notes_(
          database.prepare("SELECT count(*) FROM note WHERE study_id = ?1 AND run_id IS ?2")),
      add_note_(database.prepare(
          "INSERT INTO note(study_id, run_id, run_number, code, level, text, item, count) "
          "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")) {}

Result<IngestReport> StudyWriter::merge(const run::Study& study,
                                        const std::vector<run::DerivedFigures>& derived,
                                        const std::string& source_path) {
    auto report = find_or_add(study, source_path);
    if (!report || report->lines_new == 0) {
        return report;
    }
    const std::int64_t study_id = report->study_id;
    for (std::size_t i = 0; i < study.runs.size(); ++i) {
        if (auto written = write_run(study_id, study.runs[i], derived[i]); !written) {
            return std::move(written).error();
        }
    }
    if (auto finished = finish_rows(); !finished) {
        return std::move(finished).error();
    }
    const auto known = count(count_notes_.bind(study_id, nullptr));
    if (!known) {
        return known.error();
    }
    if (auto written = write_notes(study_id, std::nullopt, study.notes, *known); !written) {
        return std::move(written).error();
    }
    if (auto written = write_record_lines(study_id, study); !written) {
        return std::move(written).error();
    }
    if (auto updated = update_study(study_id, study, source_path); !updated) {
        return std::move(updated).error();
    }
    return report;
}

Result<IngestReport> StudyWriter::find_or_add(const run::Study& study,
                                              const std::string& source_path) {
    const run::Header& header = study.header;
    Statement find = database_.prepare("SELECT id, lines, in_bin FROM study WHERE uuid = ?1");
    const auto found = find.bind(header.study).step();
    if (!found) {
        return found.error();
    }
    IngestReport report{
        .study_id = 0, .uuid = header.study, .lines_new = 0, .in_bin = false, .damage = {}};
    if (*found) {
        report.study_id = find.integer(0);
        report.lines_new = std::max<std::int64_t>(0, lines_of(study) - find.integer(1));
        report.in_bin = find.integer(2) != 0;
        if (auto reopened = reopen_taken_up(study, report); !reopened) {
            return std::move(reopened).error();
        }
        return replace_rescued(study, report);
    }
    const run::Machine machine = run::machine_of(header);
    auto added = database_
                     .prepare(
                         "INSERT INTO study(uuid, title, origin, started_at, host, "
                         "source_path, demo, machine) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
                     .bind(header.study,
                           header.title,
                           run::name_of(header.origin),
                           header.started_at,
                           machine.host,
                           source_path,
                           std::int64_t{machine.demo},
                           run::machine_text(machine))
                     .run();
    if (!added) {
        return std::move(added).error();
    }
    report.study_id = database_.last_insert_id();
    report.lines_new = lines_of(study);
    if (auto taken = take_remarks(database_, report.study_id, header.remarks); !taken) {
        return std::move(taken).error();
    }
    return report;
}

Result<void> StudyWriter::reopen_taken_up(const run::Study& study, IngestReport& report) {
    Statement notes = database_.prepare(
        "SELECT count(*) FROM note WHERE study_id = ?1 AND run_id IS NULL AND code = ?2");
    const auto stored = count(notes.bind(report.study_id, run::kTakenUpCode));
    if (!stored) {
        return stored.error();
    }
    const auto its = static_cast<std::size_t>(
        std::count_if(study.notes.begin(), study.notes.end(), [](const run::Note& note) {
            return note.code == run::kTakenUpCode;
        }));
    if (its <= *stored) {
        report.lines_new = its < *stored ? 0 : report.lines_new;  // a copy of before
        return {};
    }
    report.lines_new = std::max<std::int64_t>(report.lines_new, 1);
    for (const char* const sql :
         {"UPDATE study SET interrupted = 1, verdict = '', grade = 'none' WHERE id = ?1",
          "UPDATE study_record SET verdict = NULL, footer = NULL WHERE study_id = ?1"}) {
        if (auto cleared = database_.prepare(sql).bind(report.study_id).run(); !cleared) {
            return cleared;
        }
    }
    return {};
}

Result<IngestReport> StudyWriter::replace_rescued(const run::Study& study, IngestReport report) {
    const auto rescued = [](const run::Note& note) { return note.code == kRescuedCode; };
    Statement note = database_.prepare(
        "SELECT (SELECT count(*) FROM note WHERE study_id = ?1 AND code = ?2), lines "
        "FROM study WHERE id = ?1");
    const auto found = note.bind(report.study_id, kRescuedCode).step();
    if (!found) {
        return found.error();
    }
    const bool incomplete = *found && note.integer(0) > 0;
    const bool more = lines_of(study) + 1 >= note.integer(1);  // 1: the note itself
    if (!incomplete || !more || std::any_of(study.notes.begin(), study.notes.end(), rescued)) {
        return report;
    }
    for (const char* const sql : {"DELETE FROM run WHERE study_id = ?1",
                                  "DELETE FROM note WHERE study_id = ?1",
                                  "DELETE FROM study_record WHERE study_id = ?1",
                                  "UPDATE study SET lines = 0, interrupted = 1 WHERE id = ?1"}) {
        if (auto cleared = database_.prepare(sql).bind(report.study_id).run(); !cleared) {
            return std::move(cleared).error();
        }
    }
    report.lines_new = lines_of(study);
    return report;
}

Result<void> StudyWriter::finish_rows() {
    auto finished = settings_.finish();
    return finished ? figures_.finish() : finished;
}

Result<std::size_t> StudyWriter::count(Statement& statement) {
    const auto row = statement.step();
    if (!row) {
        return row.error();
    }
    const auto counted = static_cast<std::size_t>(statement.integer(0));
    statement.reset();
    return counted;
}

Result<void> StudyWriter::write_run(std::int64_t study_id,
                                    const run::RunData& run,
                                    const run::DerivedFigures& derived) {
    const auto stored = find_or_add_run(study_id, run);
    if (!stored) {
        return stored.error();
    }
    if (auto written = write_samples(*stored, run); !written) {
        return written;
    }
    if (auto written = write_histograms(*stored, run); !written) {
        return written;
    }
    const auto notes = stored->is_new ? Result<std::size_t>(std::size_t{0})
                                      : count(count_notes_.bind(study_id, stored->id));
    if (!notes) {
        return notes.error();
    }
    if (auto written = write_notes(study_id, stored->id, run.notes, *notes); !written) {
        return written;
    }
    if (auto written = write_recorded(*stored, run); !written) {
        return written;
    }
    return write_figures(*stored, true, derived.metrics, derived.absent);
}

Result<void> StudyWriter::write_recorded(const StoredRun& stored, const run::RunData& run) {
    const bool news = run.status != run::RunStatus::Interrupted ||
                      static_cast<std::int64_t>(run.samples.size()) >= stored.samples;
    if (stored.ended || !news) {
        return {};
    }
    if (!stored.is_new) {
        auto updated = end_run_.bind(stored.id, run::name_of(run.status)).run();
        if (!updated) {
            return updated;
        }
    }
    return write_figures(stored, false, run.metrics, run.absent);
}

Result<StudyWriter::StoredRun> StudyWriter::find_or_add_run(std::int64_t study_id,
                                                            const run::RunData& run) {
    const auto found = find_run_.bind(study_id, run.started.run).step();
    if (!found) {
        return found.error();
    }
    // A run that was measured again in a study that was taken up takes the place of the other.
    const bool again = *found && find_run_.text(3) != run.started.at;
    if (again) {
        const std::int64_t before = find_run_.integer(0);
        find_run_.reset();
        if (auto gone = database_.prepare("DELETE FROM run WHERE id = ?1").bind(before).run();
            !gone) {
            return std::move(gone).error();
        }
    } else if (*found) {
        StoredRun stored{.id = find_run_.integer(0),
                         .samples = find_run_.integer(1),
                         .ended = find_run_.text(2) != run::name_of(run::RunStatus::Interrupted)};
        find_run_.reset();
        return stored;
    }
    auto added =
        add_run_.bind(study_id, run.started.run, run::name_of(run.status), run.started.at).run();
    if (!added) {
        return std::move(added).error();
    }
    const StoredRun stored{.id = database_.last_insert_id(), .is_new = true};
    if (auto written = write_settings(stored.id, run.started.settings); !written) {
        return std::move(written).error();
    }
    return stored;
}

Result<void> StudyWriter::write_settings(std::int64_t run_id, const run::Settings& settings) {
    for (const auto& [key, value] : settings) {
        const auto id = keys_.id_of(key);
        if (!id) {
            return id.error();
        }
        auto added = settings_.add({run_id, *id, kSettingTypes[value.index()], row_value(value)});
        if (!added) {
            return added;
        }
    }
    return {};
}

Result<void> StudyWriter::write_samples(const StoredRun& stored, const run::RunData& run) {
    const auto known = static_cast<std::size_t>(stored.samples);
    if (run.samples.size() <= known) {
        return {};
    }
    if (auto begun = samples_.begin(stored.id, stored.samples); !begun) {
        return begun;
    }
    for (std::size_t i = known; i < run.samples.size(); ++i) {
        if (auto appended = samples_.append(run.samples[i]); !appended) {
            return appended;
        }
    }
    if (auto finished = samples_.finish(); !finished) {
        return finished;
    }
    return database_.prepare("UPDATE run SET sample_count = ?2 WHERE id = ?1")
        .bind(stored.id, run.samples.size())
        .run();
}

Result<void> StudyWriter::write_histograms(const StoredRun& stored, const run::RunData& run) {
    const auto known = stored.is_new ? Result<std::size_t>(std::size_t{0})
                                     : count(count_histograms_.bind(stored.id));
    if (!known) {
        return known.error();
    }
    for (std::size_t i = *known; i < run.histograms.size(); ++i) {
        const auto& histogram = run.histograms[i];
        const auto id = keys_.id_of(histogram.metric);
        if (!id) {
            return id.error();
        }
        std::vector<std::uint32_t> buckets;
        std::vector<std::uint64_t> counts;
        for (const auto& [bucket, count] : histogram.counts) {
            buckets.push_back(bucket);
            counts.push_back(count);
        }
        const auto packed_buckets = pack_column<std::uint32_t>(buckets);
        const auto packed_counts = pack_column<std::uint64_t>(counts);
        auto added = add_histogram_
                         .bind(stored.id,
                               *id,
                               histogram.scheme,
                               histogram.counts.size(),
                               BlobView{packed_buckets},
                               BlobView{packed_counts})
                         .run();
        if (!added) {
            return added;
        }
    }
    return {};
}

Result<void> StudyWriter::write_notes(std::int64_t study_id,
                                      std::optional<std::int64_t> run_id,
                                      const std::vector<run::Note>& notes,
                                      std::size_t known) {
    for (std::size_t i = known; i < notes.size(); ++i) {
        const run::Note& note = notes[i];
        auto added = add_note_
                         .bind(study_id,
                               run_id,
                               note.run,
                               note.code,
                               run::name_of(note.level),
                               note.text,
                               note.item,
                               note.count)
                         .run();
        if (!added) {
            return added;
        }
    }
    return {};
}

Result<void> StudyWriter::write_figures(
    const StoredRun& stored,
    bool derived,
    const run::Summaries& metrics,
    const std::map<std::string, std::string, std::less<>>& absent) {
    if (!stored.is_new) {
        if (auto finished = finish_rows(); !finished) {
            return finished;
        }
        if (auto cleared = clear_figures_.bind(stored.id, derived).run(); !cleared) {
            return cleared;
        }
    }
    for (const auto& [key, summary] : metrics) {
        if (!std::isfinite(summary.value)) {
            continue;
        }
        const auto id = keys_.id_of(key);
        if (!id) {
            return id.error();
        }
        auto added = figures_.add({stored.id,
                                   std::int64_t{derived},
                                   *id,
                                   summary.value,
                                   row_value(summary.low),
                                   row_value(summary.high),
                                   std::int64_t{summary.n},
                                   nullptr});
        if (!added) {
            return added;
        }
    }
    for (const auto& [key, reason] : absent) {
        const auto id = keys_.id_of(key);
        if (!id) {
            return id.error();
        }
        auto added = figures_.add({stored.id,
                                   std::int64_t{derived},
                                   *id,
                                   nullptr,
                                   nullptr,
                                   nullptr,
                                   nullptr,
                                   std::string_view(reason)});
        if (!added) {
            return added;
        }
    }
    return {};
}

Result<void> StudyWriter::write_record_lines(std::int64_t study_id, const run::Study& study) {
    // What is only ever read as a whole stays the JSON of its record line.
    run::Header header = study.header;
    header.remarks = {};  // they live in the table, where the user changes them
    std::optional<std::string> verdict;
    std::optional<std::string> footer;
    if (study.verdict) {
        verdict = run::line_to_json(*study.verdict, 1);
    }
    if (study.footer) {
        footer = run::line_to_json(*study.footer, 1);
    }
    return database_
        .prepare(
            "INSERT INTO study_record(study_id, header, verdict, footer) "
            "VALUES(?1, ?2, ?3, ?4) ON CONFLICT(study_id) DO UPDATE SET "
            "verdict = coalesce(excluded.verdict, verdict), "
            "footer = coalesce(excluded.footer, footer)")
        .bind(study_id, run::line_to_json(header, 1), verdict, footer)
        .run();
}

Result<void> StudyWriter::update_study(std::int64_t study_id,
                                       const run::Study& study,
                                       const std::string& source_path) {
    const bool interrupted = run::status_of(study) == run::RunStatus::Interrupted;
    auto updated =
        database_
            .prepare(
                "UPDATE study SET interrupted = min(interrupted, ?2), source_path = ?3, "
                "lines = ?4, unknown_lines = ?5 WHERE id = ?1")
            .bind(study_id, interrupted, source_path, lines_of(study), study.unknown_lines)
            .run();
    if (!updated) {
        return updated;
    }
    if (study.verdict) {
        updated = database_.prepare("UPDATE study SET verdict = ?2, grade = ?3 WHERE id = ?1")
                      .bind(study_id, study.verdict->sentence, run::name_of(study.verdict->grade))
                      .run();
        if (!updated) {
            return updated;
        }
    }
    // Kept with the study so that listing thousands of them reads one small row each.
    return database_
        .prepare(
            "UPDATE study SET run_count = (SELECT count(*) FROM run WHERE study_id = ?1), "
            "(runs_done, best_images_per_second, best_stages) = "
            "(SELECT runs_done, rate, stages FROM study_best WHERE id = ?1) WHERE id = ?1")
        .bind(study_id)
        .run();
}

}  // namespace throughline::store
