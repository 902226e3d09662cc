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

#include "engine/analysis/disturbance.h"
#include "engine/analysis/emulation.h"
#include "engine/record/machine.h"
#include "engine/record/record_json.h"
#include "engine/store/columns.h"
#include "engine/store/organise.h"
#include "engine/store/setting_types.h"

namespace throughline::store {
namespace {

RowInserter::Value row_value(const std::optional<double>& value) {
    return value && std::isfinite(*value) ? RowInserter::Value(*value)
                                          : RowInserter::Value(nullptr);
}

RowInserter::Value row_value(const spec::SettingValue& setting) {
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

std::string tool_of(const record::Header& header) {
    const auto tool = header.environment.find("tool");
    return tool == header.environment.end() ? std::string() : spec::setting_text(tool->second);
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

Result<IngestReport> StudyWriter::merge(const record::Study& study,
                                        const std::vector<analysis::DerivedFigures>& derived,
                                        const std::string& source_path,
                                        Differing differing,
                                        std::int64_t number) {
    auto report = find_or_add(study, source_path, differing, number);
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

Result<IngestReport> StudyWriter::find_or_add(const record::Study& study,
                                              const std::string& source_path,
                                              Differing differing,
                                              std::int64_t number) {
    const record::Header& header = study.header;
    Statement find = database_.prepare("SELECT id, lines, in_bin FROM study WHERE uuid = ?1");
    const auto found = find.bind(header.study).step();
    if (!found) {
        return found.error();
    }
    IngestReport report{.uuid = header.study};
    if (*found) {
        report.study_id = find.integer(0);
        report.in_bin = find.integer(2) != 0;
        return meet_known_study(database_, study, find.integer(1), report, differing);
    }
    const record::Machine machine = record::machine_of(header);
    auto added =
        database_
            .prepare(
                "INSERT INTO study(uuid, title, origin, started_at, host, source_path, demo, "
                "machine, id) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, CASE WHEN ?9 > 0 "
                "AND NOT EXISTS(SELECT 1 FROM study WHERE id = ?9) THEN ?9 END)")
            .bind(header.study,
                  header.title,
                  record::name_of(header.origin),
                  header.started_at,
                  machine.host,
                  source_path,
                  std::int64_t{machine.demo},
                  record::machine_text(machine),
                  number)
            .run();
    if (!added) {
        return std::move(added).error();
    }
    report.study_id = database_.last_insert_id();
    report.lines_new = lines_of(study);
    report.added = true;
    if (auto taken = take_remarks(database_, report.study_id, header.remarks); !taken) {
        return std::move(taken).error();
    }
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
                                    const record::RunData& run,
                                    const analysis::DerivedFigures& derived) {
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

Result<void> StudyWriter::write_recorded(const StoredRun& stored, const record::RunData& run) {
    const bool news = run.status != record::RunStatus::Interrupted ||
                      static_cast<std::int64_t>(run.samples.size()) >= stored.samples;
    if (stored.ended || !news) {
        return {};
    }
    if (!stored.is_new) {
        auto updated = end_run_.bind(stored.id, record::name_of(run.status)).run();
        if (!updated) {
            return updated;
        }
    }
    return write_figures(stored, false, run.metrics, run.absent);
}

Result<StudyWriter::StoredRun> StudyWriter::find_or_add_run(std::int64_t study_id,
                                                            const record::RunData& run) {
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
        StoredRun stored{
            .id = find_run_.integer(0),
            .samples = find_run_.integer(1),
            .ended = find_run_.text(2) != record::name_of(record::RunStatus::Interrupted)};
        find_run_.reset();
        return stored;
    }
    auto added =
        add_run_.bind(study_id, run.started.run, record::name_of(run.status), run.started.at).run();
    if (!added) {
        return std::move(added).error();
    }
    const StoredRun stored{.id = database_.last_insert_id(), .is_new = true};
    if (auto written = write_settings(stored.id, run.started.settings); !written) {
        return std::move(written).error();
    }
    return stored;
}

Result<void> StudyWriter::write_settings(std::int64_t run_id, const spec::Settings& settings) {
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

Result<void> StudyWriter::write_samples(const StoredRun& stored, const record::RunData& run) {
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

Result<void> StudyWriter::write_histograms(const StoredRun& stored, const record::RunData& run) {
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
                                      const std::vector<record::Note>& notes,
                                      std::size_t known) {
    for (std::size_t i = known; i < notes.size(); ++i) {
        const record::Note& note = notes[i];
        auto added = add_note_
                         .bind(study_id,
                               run_id,
                               note.run,
                               note.code,
                               record::name_of(note.level),
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
    const record::Summaries& metrics,
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

Result<void> StudyWriter::write_record_lines(std::int64_t study_id, const record::Study& study) {
    // What is only ever read as a whole stays the JSON of its record line.
    record::Header header = study.header;
    header.remarks = {};  // they live in the table, where the user changes them
    std::optional<std::string> verdict;
    std::optional<std::string> footer;
    if (study.verdict) {
        verdict = record::line_to_json(*study.verdict, 1);
    }
    if (study.footer) {
        footer = record::line_to_json(*study.footer, 1);
    }
    return database_
        .prepare(
            "INSERT INTO study_record(study_id, header, verdict, footer) "
            "VALUES(?1, ?2, ?3, ?4) ON CONFLICT(study_id) DO UPDATE SET "
            "verdict = excluded.verdict, footer = excluded.footer")
        .bind(study_id, record::line_to_json(header, 1), verdict, footer)
        .run();
}

Result<void> StudyWriter::update_study(std::int64_t study_id,
                                       const record::Study& study,
                                       const std::string& source_path) {
    const bool interrupted = record::status_of(study) == record::RunStatus::Interrupted;
    const analysis::Emulated emulated = analysis::emulated_in(study);
    auto updated =
        database_
            .prepare(
                "UPDATE study SET interrupted = ?2, source_path = ?3, lines = ?4, "
                "unknown_lines = ?5, verdict = ?6, grade = ?7, tool = ?8, disturbed = ?9, "
                "emulated_accelerator = ?10, emulated_volume = ?11, emulated_store = ?12 "
                "WHERE id = ?1")
            .bind(study_id,
                  interrupted,
                  source_path,
                  lines_of(study),
                  study.unknown_lines,
                  study.verdict ? study.verdict->sentence : "",
                  record::name_of(study.verdict ? study.verdict->grade : record::Grade::None),
                  tool_of(study.header),
                  analysis::is_disturbed(study),
                  emulated.accelerator,
                  emulated.volume,
                  emulated.store)
            .run();
    if (!updated) {
        return updated;
    }
    // Kept with the study so that listing thousands of them reads one small row each.
    auto counted =
        database_
            .prepare(
                "UPDATE study SET run_count = (SELECT count(*) FROM run WHERE study_id = ?1), "
                "(runs_done, best_images_per_second, best_stages) = "
                "(SELECT runs_done, rate, stages FROM study_best WHERE id = ?1) WHERE id = ?1")
            .bind(study_id)
            .run();
    if (!counted) {
        return counted;
    }
    return database_
        .prepare(
            "UPDATE study SET (key_metric, key_value) = "
            "(SELECT metric, value FROM study_key WHERE id = ?1) WHERE id = ?1")
        .bind(study_id)
        .run();
}

Result<IngestReport> merge_study(const Database& database,
                                 const record::Study& study,
                                 const std::vector<analysis::DerivedFigures>& derived,
                                 const std::string& source_path,
                                 Differing differing,
                                 std::int64_t number) {
    auto report = StudyWriter(database).merge(study, derived, source_path, differing, number);
    if (report && report->lines_new > 0) {
        if (auto indexed = index_study(database, report->study_id); !indexed) {
            return std::move(indexed).error();
        }
    }
    return report;
}

}  // namespace throughline::store
