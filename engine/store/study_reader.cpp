// SPDX-License-Identifier: Apache-2.0
#include "engine/store/study_reader.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "engine/base/say.h"
#include "engine/record/failed_run.h"
#include "engine/record/record_json.h"
#include "engine/store/columns.h"
#include "engine/store/names.h"
#include "engine/store/sample_reader.h"
#include "engine/store/setting_types.h"

namespace throughline::store {
namespace {

constexpr const char* kStudyColumns =
    "SELECT id, uuid, title, origin, started_at, host, interrupted, run_count, runs_done, "
    "best_images_per_second, verdict, grade, source_path, best_stages, device, model, note, "
    "baseline, target, price_per_hour, (SELECT group_concat(tag, char(31)) FROM "
    "(SELECT tag FROM study_tag WHERE study_id = study.id ORDER BY tag)), demo, machine, "
    "tool, key_metric, key_value, in_bin, disturbed, emulated_accelerator, emulated_volume, "
    "emulated_store FROM study ";

/// Tags as the query above joins them.
std::vector<std::string> tags_of(const std::string& joined) {
    std::vector<std::string> tags;
    for (std::size_t begin = 0; begin < joined.size();) {
        const std::size_t end = std::min(joined.find('\x1f', begin), joined.size());
        tags.push_back(joined.substr(begin, end - begin));
        begin = end + 1;
    }
    return tags;
}

record::Machine machine_of_row(const Statement& row) {
    record::Machine machine = record::machine_from_text(row.text(22));
    machine.host = row.text(5);
    machine.demo = row.integer(21) != 0;
    return machine;
}

StudyRow study_row(const Statement& row) {
    return StudyRow{.id = row.integer(0),
                    .uuid = row.text(1),
                    .title = row.text(2),
                    .origin = origin_of(row.text(3)),
                    .started_at = row.text(4),
                    .host = row.text(5),
                    .machine = machine_of_row(row),
                    .interrupted = row.integer(6) != 0,
                    .disturbed = row.integer(27) != 0,
                    .emulated = {.accelerator = row.integer(28) != 0,
                                 .volume = row.integer(29) != 0,
                                 .store = row.integer(30) != 0},
                    .in_bin = row.integer(26) != 0,
                    .run_count = row.integer(7),
                    .runs_done = row.integer(8),
                    .best_images_per_second = row.real_or_null(9),
                    .verdict = row.text(10),
                    .grade = grade_of(row.text(11)),
                    .source_path = row.text(12),
                    .best_stages = row.text(13),
                    .tool = row.text(23),
                    .key_metric = row.text(24),
                    .key_value = row.real_or_null(25),
                    .device = row.text(14),
                    .model = row.text(15),
                    .tags = tags_of(row.text(20)),
                    .note = row.text(16),
                    .baseline = row.integer(17) != 0,
                    .target = row.text(18),
                    .price_per_hour = row.real_or_null(19)};
}

/// Calls `take` with each row.
template <class Take>
Result<void> for_each_row(Statement& statement, Take take) {
    for (;;) {
        const auto row = statement.step();
        if (!row) {
            return row.error();
        }
        if (!*row) {
            return {};
        }
        if (Result<void> taken = take(statement); !taken) {
            return taken;
        }
    }
}

Error no_study(std::int64_t study_id) {
    return Error{.code = ErrorCode::NotFound,
                 .what = say("the library has no study %1", std::to_string(study_id))};
}

spec::SettingValue setting_value(const Statement& row, int type, int value) {
    const std::string name = row.text(type);
    if (name == kSettingTypes[0]) {
        return row.integer(value) != 0;
    }
    if (name == kSettingTypes[1]) {
        return row.integer(value);
    }
    if (name == kSettingTypes[2]) {
        return row.real(value);
    }
    return row.text(value);
}

/// Finds the runs of a study by their id. A row of any other run means that an index of the
/// library is damaged.
class RunsById {
public:
    explicit RunsById(std::vector<RunRow>& runs) {
        for (RunRow& run : runs) {
            runs_.emplace(run.id, &run);
        }
    }
    Result<RunRow*> find(std::int64_t run_id) const {
        const auto found = runs_.find(run_id);
        if (found == runs_.end()) {
            return Error{.code = ErrorCode::Format,
                         .what = say("the library is damaged: it has figures of a run %1 that is "
                                     "missing",
                                     std::to_string(run_id))};
        }
        return found->second;
    }

private:
    std::map<std::int64_t, RunRow*> runs_;
};

Result<void> read_settings(const Database& database, std::int64_t study_id, const RunsById& runs) {
    Statement rows = database.prepare(
        "SELECT run_id, key, type, value FROM run JOIN run_setting ON run_id = run.id "
        "JOIN metric_key ON metric_key.id = key_id WHERE study_id = ?1");
    return for_each_row(rows.bind(study_id), [&](const Statement& row) -> Result<void> {
        const auto run = runs.find(row.integer(0));
        if (!run) {
            return run.error();
        }
        (*run)->settings.emplace(row.text(1), setting_value(row, 2, 3));
        return {};
    });
}

/// Recorded figures come first, derived ones are laid over them as analysis::derive() did.
Result<void> read_figures(const Database& database,
                          std::int64_t study_id,
                          Figures figures,
                          const RunsById& runs) {
    Statement rows = database.prepare(
        "SELECT run_id, key, value, low, high, n, absent FROM run "
        "JOIN summary ON run_id = run.id JOIN metric_key ON metric_key.id = metric_id "
        "WHERE study_id = ?1 AND derived <= ?2 ORDER BY derived");
    rows.bind(study_id, figures == Figures::WithDerived);
    return for_each_row(rows, [&](const Statement& row) -> Result<void> {
        const auto found = runs.find(row.integer(0));
        if (!found) {
            return found.error();
        }
        RunRow& run = **found;
        const std::string key = row.text(1);
        run.absent.erase(key);
        if (!row.is_null(2)) {
            run.metrics.insert_or_assign(key,
                                         record::Summary{.value = row.real(2),
                                                         .low = row.real_or_null(3),
                                                         .high = row.real_or_null(4),
                                                         .n = static_cast<int>(row.integer(5))});
        }
        if (!row.is_null(6)) {
            run.absent.insert_or_assign(key, row.text(6));
        }
        return {};
    });
}

/// A record line that was kept as JSON.
template <class Wanted>
Result<Wanted> parse_kept_line(const std::string& json) {
    auto parsed = record::parse_line(json);
    if (!parsed) {
        return std::move(parsed).error();
    }
    std::optional<record::Line> line = std::move(parsed->line);
    if (line) {
        if (auto* wanted = std::get_if<Wanted>(&*line)) {
            return std::move(*wanted);
        }
    }
    return Error{.code = ErrorCode::Format,
                 .what = say("the library is damaged: a record line of another type")};
}

record::Note note_of(const Statement& row) {
    record::Note note{.run = std::nullopt,
                      .code = row.text(1),
                      .level = level_of(row.text(2)),
                      .text = row.text(3),
                      .item = row.text(4),
                      .count = static_cast<std::uint64_t>(row.integer(5))};
    if (!row.is_null(0)) {
        note.run = static_cast<int>(row.integer(0));
    }
    return note;
}

/// Notes of one run, or of none.
Result<std::vector<record::Note>> notes_of(const Database& database,
                                           std::int64_t study_id,
                                           std::optional<std::int64_t> run_id) {
    Statement rows = database.prepare(
        "SELECT run_number, code, level, text, item, count FROM note "
        "WHERE study_id = ?1 AND run_id IS ?2 ORDER BY id");
    std::vector<record::Note> notes;
    auto read = for_each_row(rows.bind(study_id, run_id), [&](const Statement& row) {
        notes.push_back(note_of(row));
        return Result<void>();
    });
    if (!read) {
        return std::move(read).error();
    }
    return notes;
}

/// Without its samples and histograms.
Result<record::RunData> read_run_figures(const Database& database, RunRow row) {
    record::RunData run;
    run.started = {
        .run = row.number, .settings = std::move(row.settings), .at = std::move(row.started_at)};
    run.status = row.status;
    run.metrics = std::move(row.metrics);
    run.absent = std::move(row.absent);
    auto notes = notes_of(database, row.study_id, row.id);
    if (!notes) {
        return std::move(notes).error();
    }
    run.notes = *std::move(notes);
    return run;
}

Result<record::RunData> read_run(const Database& database, RunRow row) {
    const std::int64_t id = row.id;
    auto run = read_run_figures(database, std::move(row));
    if (!run) {
        return run;
    }
    auto samples = read_samples(database, id, run->started.run);
    if (!samples) {
        return std::move(samples).error();
    }
    run->samples = *std::move(samples);
    auto histograms = read_histograms(database, id);
    if (!histograms) {
        return std::move(histograms).error();
    }
    run->histograms = *std::move(histograms);
    return run;
}

}  // namespace

Result<std::vector<StudyRow>> read_study_rows(const Database& database, bool in_bin) {
    Statement rows = database.prepare(std::string(kStudyColumns) +
                                      "WHERE in_bin = ?1 ORDER BY started_at DESC, id DESC");
    std::vector<StudyRow> studies;
    auto read = for_each_row(rows.bind(in_bin), [&](const Statement& row) {
        studies.push_back(study_row(row));
        return Result<void>();
    });
    if (!read) {
        return std::move(read).error();
    }
    return studies;
}

Result<StudyRow> read_study_row(const Database& database, std::int64_t study_id) {
    Statement rows = database.prepare(std::string(kStudyColumns) + "WHERE id = ?1");
    const auto found = rows.bind(study_id).step();
    if (!found) {
        return found.error();
    }
    if (!*found) {
        return no_study(study_id);
    }
    return study_row(rows);
}

Result<std::vector<std::int64_t>> studies_by_uuid(const Database& database,
                                                  std::string_view begin) {
    // By range, which the index of uuids answers; LIKE would read all rows.
    Statement rows = database.prepare(
        "SELECT id FROM study WHERE uuid >= ?1 AND uuid < ?1 || char(0x10FFFF) ORDER BY id");
    std::vector<std::int64_t> ids;
    auto read = for_each_row(rows.bind(begin), [&](const Statement& row) {
        ids.push_back(row.integer(0));
        return Result<void>();
    });
    return read ? Result<std::vector<std::int64_t>>(std::move(ids)) : std::move(read).error();
}

Result<std::vector<RunRow>> read_run_rows(const Database& database,
                                          std::int64_t study_id,
                                          Figures figures) {
    const auto study = read_study_row(database, study_id);
    if (!study) {
        return study.error();
    }
    Statement rows = database.prepare(
        "SELECT id, number, status, started_at FROM run WHERE study_id = ?1 ORDER BY number");
    std::vector<RunRow> runs;
    auto read = for_each_row(rows.bind(study_id), [&](const Statement& row) {
        runs.push_back({.id = row.integer(0),
                        .study_id = study_id,
                        .number = static_cast<int>(row.integer(1)),
                        .status = run_status_of(row.text(2)),
                        .started_at = row.text(3),
                        .settings = {},
                        .metrics = {},
                        .absent = {}});
        return Result<void>();
    });
    const RunsById by_id(runs);
    if (read) {
        read = read_settings(database, study_id, by_id);
    }
    if (read) {
        read = read_figures(database, study_id, figures, by_id);
    }
    if (!read) {
        return std::move(read).error();
    }
    for (RunRow& run : runs) {  // libraries of before kept what failed runs did until then
        record::withhold_failed(run.status, study->origin, run.metrics, run.absent);
    }
    return runs;
}

Result<std::vector<record::Note>> read_notes(const Database& database, std::int64_t study_id) {
    if (auto study = read_study_row(database, study_id); !study) {
        return std::move(study).error();
    }
    Statement rows = database.prepare(
        "SELECT run_number, code, level, text, item, count FROM note "
        "WHERE study_id = ?1 ORDER BY run_id, id");  // NULL sorts first
    std::vector<record::Note> notes;
    auto read = for_each_row(rows.bind(study_id), [&](const Statement& row) {
        notes.push_back(note_of(row));
        return Result<void>();
    });
    if (!read) {
        return std::move(read).error();
    }
    return notes;
}

Result<std::vector<record::HistogramLine>> read_histograms(const Database& database,
                                                           std::int64_t run_id) {
    Statement rows = database.prepare(
        "SELECT number, key, scheme, bucket_count, bucket, histogram.count FROM histogram "
        "JOIN run ON run.id = run_id JOIN metric_key ON metric_key.id = metric_id "
        "WHERE run_id = ?1 ORDER BY histogram.id");
    std::vector<record::HistogramLine> histograms;
    auto read = for_each_row(rows.bind(run_id), [&](const Statement& row) -> Result<void> {
        const std::int64_t pairs = row.integer(3);
        const auto buckets = unpack_column<std::uint32_t>(row.bytes(4), pairs);
        const auto counts = unpack_column<std::uint64_t>(row.bytes(5), pairs);
        if (!buckets || !counts) {
            return damaged_column(row.bytes(5).size(), pairs);
        }
        record::HistogramLine& line = histograms.emplace_back();
        line.run = static_cast<int>(row.integer(0));
        line.metric = row.text(1);
        line.scheme = row.text(2);
        for (std::size_t i = 0; i < buckets->size(); ++i) {
            line.counts.emplace_back((*buckets)[i], (*counts)[i]);
        }
        return {};
    });
    if (!read) {
        return std::move(read).error();
    }
    return histograms;
}

Result<RecordLines> read_record_lines(const Database& database, std::int64_t study_id) {
    Statement row =
        database.prepare("SELECT header, verdict, footer FROM study_record WHERE study_id = ?1");
    const auto found = row.bind(study_id).step();
    if (!found) {
        return found.error();
    }
    if (!*found) {
        return no_study(study_id);
    }
    auto header = parse_kept_line<record::Header>(row.text(0));
    if (!header) {
        return std::move(header).error();
    }
    RecordLines lines{.header = *std::move(header), .verdict = {}, .footer = {}};
    if (!row.is_null(1)) {
        auto verdict = parse_kept_line<record::Verdict>(row.text(1));
        if (!verdict) {
            return std::move(verdict).error();
        }
        lines.verdict = *std::move(verdict);
    }
    if (!row.is_null(2)) {
        auto footer = parse_kept_line<record::Footer>(row.text(2));
        if (!footer) {
            return std::move(footer).error();
        }
        lines.footer = *std::move(footer);
    }
    return lines;
}

namespace {

using ReadRun = Result<record::RunData> (*)(const Database&, RunRow);

Result<record::Study> read_study_by(const Database& database,
                                    std::int64_t study_id,
                                    Figures figures,
                                    ReadRun read_one) {
    auto lines = read_record_lines(database, study_id);
    if (!lines) {
        return std::move(lines).error();
    }
    auto runs = read_run_rows(database, study_id, figures);
    if (!runs) {
        return std::move(runs).error();
    }
    record::Study study;
    study.header = std::move(lines->header);
    study.verdict = std::move(lines->verdict);
    study.footer = std::move(lines->footer);
    Statement about =
        database.prepare("SELECT title, lines, unknown_lines FROM study WHERE id = ?1");
    if (const auto found = about.bind(study_id).step(); !found) {
        return found.error();
    }
    study.header.title = about.text(0);
    study.lines = static_cast<std::uint64_t>(about.integer(1));
    study.unknown_lines = static_cast<std::uint64_t>(about.integer(2));
    for (RunRow& row : *runs) {
        auto run = read_one(database, std::move(row));
        if (!run) {
            return std::move(run).error();
        }
        study.runs.push_back(*std::move(run));
    }
    auto notes = notes_of(database, study_id, std::nullopt);
    if (!notes) {
        return std::move(notes).error();
    }
    study.notes = *std::move(notes);
    return study;
}

}  // namespace

Result<record::Study> read_study(const Database& database, std::int64_t study_id) {
    return read_study_by(database, study_id, Figures::Recorded, read_run);
}

Result<record::Study> read_study_figures(const Database& database,
                                         std::int64_t study_id,
                                         Figures figures) {
    return read_study_by(database, study_id, figures, read_run_figures);
}

}  // namespace throughline::store
