// SPDX-License-Identifier: Apache-2.0
#include "engine/store/schema.h"

#include <array>
#include <chrono>

#include "engine/base/say.h"
#include "engine/store/schema_check.h"

namespace throughline::store {
namespace {

// Names (origin, status, level, grade, phase) are kept as the record spells them.
// metric_key is the dictionary of metric and setting keys, so that a row holds a small number.
// summary: derived = 0 is what the record says, derived = 1 is what analysis::derive() made of it.
// time_chunk: up to 4,096 sample lines of a run; value_chunk: the values of one metric in them.
//   Columns are packed little-endian: t_s, dt_s and value as float64, phase as uint8, repeat as
//   uint32. A column of one value for several rows is constant. present: NULL when each sample line
//   of the chunk has the metric, else one bit per line, the lowest bit first. Level 0 is as
//   recorded. Level 1 stands beside each full chunk: 64 buckets of 64 lines (buckets.h), whose
//   times are in time_chunk; value: low, high and what the mean by time is made of; present: uint16
//   counts of values. Chunks of older libraries may have none.
constexpr const char* kVersion1 = R"sql(
CREATE TABLE metric_key(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE);

CREATE TABLE study(
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    origin TEXT NOT NULL,
    started_at TEXT NOT NULL,
    host TEXT NOT NULL,
    interrupted INTEGER NOT NULL DEFAULT 1,
    run_count INTEGER NOT NULL DEFAULT 0,
    runs_done INTEGER NOT NULL DEFAULT 0,
    best_images_per_second REAL,
    verdict TEXT NOT NULL DEFAULT '',
    grade TEXT NOT NULL DEFAULT 'none',
    source_path TEXT NOT NULL,
    in_bin INTEGER NOT NULL DEFAULT 0,
    lines INTEGER NOT NULL DEFAULT 0,
    unknown_lines INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX study_by_time ON study(in_bin, started_at DESC, id DESC);

CREATE TABLE study_record(
    study_id INTEGER PRIMARY KEY REFERENCES study(id) ON DELETE CASCADE,
    header TEXT NOT NULL,
    verdict TEXT,
    footer TEXT
);

CREATE TABLE run(
    id INTEGER PRIMARY KEY,
    study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    status TEXT NOT NULL,
    started_at TEXT NOT NULL,
    sample_count INTEGER NOT NULL DEFAULT 0,
    UNIQUE(study_id, number)
);

CREATE TABLE run_setting(
    run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    key_id INTEGER NOT NULL REFERENCES metric_key(id),
    type TEXT NOT NULL,
    value NOT NULL,
    PRIMARY KEY(run_id, key_id)
) WITHOUT ROWID;

CREATE TABLE summary(
    run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    derived INTEGER NOT NULL,
    metric_id INTEGER NOT NULL REFERENCES metric_key(id),
    value REAL,
    low REAL,
    high REAL,
    n INTEGER,
    absent TEXT,
    PRIMARY KEY(run_id, derived, metric_id)
) WITHOUT ROWID;

CREATE TABLE time_chunk(
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    level INTEGER NOT NULL,
    chunk INTEGER NOT NULL,
    count INTEGER NOT NULL,
    t_s BLOB NOT NULL,
    dt_s BLOB NOT NULL,
    phase BLOB NOT NULL,
    repeat BLOB NOT NULL,
    UNIQUE(run_id, level, chunk)
);

CREATE TABLE value_chunk(
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    metric_id INTEGER NOT NULL REFERENCES metric_key(id),
    level INTEGER NOT NULL,
    chunk INTEGER NOT NULL,
    count INTEGER NOT NULL,
    min REAL NOT NULL,
    max REAL NOT NULL,
    sum REAL NOT NULL,
    present BLOB,
    value BLOB NOT NULL,
    UNIQUE(run_id, level, metric_id, chunk)
);

CREATE TABLE histogram(
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    metric_id INTEGER NOT NULL REFERENCES metric_key(id),
    scheme TEXT NOT NULL,
    bucket_count INTEGER NOT NULL,
    bucket BLOB NOT NULL,
    count BLOB NOT NULL
);
CREATE INDEX histogram_by_run ON histogram(run_id);

CREATE TABLE note(
    id INTEGER PRIMARY KEY,
    study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
    run_id INTEGER REFERENCES run(id) ON DELETE CASCADE,
    run_number INTEGER,
    code TEXT NOT NULL,
    level TEXT NOT NULL,
    text TEXT NOT NULL,
    item TEXT NOT NULL,
    count INTEGER NOT NULL
);
CREATE INDEX note_by_study ON note(study_id, run_id);
CREATE INDEX note_by_run ON note(run_id);
)sql";

// What the user says of a study, and what lists group and search by.
// study_facts is what device, model and the words of study_text are made from, so that
// new and old libraries come to the same. The environment is cut out of the header as text: JSON
// functions are not allowed in a schema that is not trusted.
// study_text: the words to search, rowid = study; written and removed with the study by the
// program, since triggers of a schema that is not trusted may not.
constexpr const char* kVersion2 = R"sql(
ALTER TABLE study ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE study ADD COLUMN baseline INTEGER NOT NULL DEFAULT 0;
ALTER TABLE study ADD COLUMN target TEXT NOT NULL DEFAULT '';
ALTER TABLE study ADD COLUMN price_per_hour REAL;
ALTER TABLE study ADD COLUMN best_stages TEXT NOT NULL DEFAULT '';
ALTER TABLE study ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE study ADD COLUMN model TEXT NOT NULL DEFAULT '';

CREATE TABLE study_tag(
    study_id INTEGER NOT NULL REFERENCES study(id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY(study_id, tag)
) WITHOUT ROWID;

CREATE VIRTUAL TABLE study_text USING fts5(words, tokenize = "unicode61 remove_diacritics 2");

CREATE VIEW study_facts AS SELECT
    study.id AS id,
    coalesce((SELECT replace(group_concat(DISTINCT
            rtrim(substr(key, instr(key, '{device=') + 8), '}')), ',', ', ')
        FROM run JOIN summary ON run_id = run.id JOIN metric_key ON metric_key.id = metric_id
        WHERE study_id = study.id AND key LIKE '%{device=%'),
        (SELECT replace(group_concat(DISTINCT value), ',', ', ')
        FROM run JOIN run_setting ON run_id = run.id JOIN metric_key ON metric_key.id = key_id
        WHERE study_id = study.id AND key = 'storage_target'), '') AS device,
    coalesce((SELECT replace(group_concat(DISTINCT value), ',', ', ')
        FROM run JOIN run_setting ON run_id = run.id JOIN metric_key ON metric_key.id = key_id
        WHERE study_id = study.id AND key = 'model'), '') AS model,
    coalesce((SELECT stages FROM (SELECT summary.value AS rate, coalesce(
                (SELECT value FROM run_setting WHERE run_id = run.id AND key_id =
                    (SELECT id FROM metric_key WHERE key = 'stages')), 'full') AS stages
            FROM run JOIN summary ON run_id = run.id AND derived = 0
            WHERE study_id = study.id AND metric_id =
                (SELECT id FROM metric_key WHERE key = 'images_per_second'))
        ORDER BY stages = 'full' DESC, rate DESC LIMIT 1), '') AS best_stages,
    coalesce((SELECT substr(header, instr(header, '"environment":') + 14,
            max(0, instr(header || ',"metrics":', ',"metrics":') - instr(header, '"environment":')
                - 14))
        FROM study_record WHERE study_id = study.id), '') || ' ' ||
    coalesce((SELECT group_concat(DISTINCT key || ' ' || value)
        FROM run JOIN run_setting ON run_id = run.id JOIN metric_key ON metric_key.id = key_id
        WHERE study_id = study.id), '') || ' ' ||
    coalesce((SELECT group_concat(DISTINCT text) FROM note WHERE study_id = study.id), '') AS words
    FROM study;

UPDATE study SET (device, model, best_stages) =
    (SELECT device, model, best_stages FROM study_facts WHERE study_facts.id = study.id);
INSERT INTO study_text(rowid, words)
    SELECT study.id, title || ' ' || host || ' ' || verdict || ' ' || source_path || ' ' || origin
        || ' ' || study.device || ' ' || words
    FROM study JOIN study_facts ON study_facts.id = study.id;
)sql";

// What tells whose figures they are, for lists: machine is record::machine_text() of the header.
// The recordings that were shipped before a record could say that it is a demo are known by name.
constexpr const char* kVersion3 = R"sql(
ALTER TABLE study ADD COLUMN demo INTEGER NOT NULL DEFAULT 0;
ALTER TABLE study ADD COLUMN machine TEXT NOT NULL DEFAULT '';

UPDATE study SET demo = 1 WHERE uuid IN
    ('64f91c34-2e4a-4b0f-8f9e-2595c66aefcb', 'b94d2070-4764-4370-acb2-a1bb8a0f2fd1');
UPDATE study SET machine = coalesce((SELECT CASE WHEN json_valid(header) THEN
    coalesce(json_extract(header, '$.environment."machine.id"'), '') || char(9) ||
    coalesce(json_extract(header, '$.environment."cpu.model"'), '') || char(9) ||
    coalesce(json_extract(header, '$.environment."cpu.cores"'), '') || char(9) ||
    coalesce(json_extract(header, '$.environment.memory_bytes'), '') END
    FROM study_record WHERE study_id = study.id), '');
)sql";

// run_result: runs that verdict and curves may take (record::is_result()), for what a list says of
// a study. A failed run's rate is no result.
constexpr const char* kVersion4 = R"sql(
DROP VIEW study_facts;
CREATE VIEW study_facts AS SELECT
    study.id AS id,
    coalesce((SELECT replace(group_concat(DISTINCT
            rtrim(substr(key, instr(key, '{device=') + 8), '}')), ',', ', ')
        FROM run JOIN summary ON run_id = run.id JOIN metric_key ON metric_key.id = metric_id
        WHERE study_id = study.id AND key LIKE '%{device=%'),
        (SELECT replace(group_concat(DISTINCT value), ',', ', ')
        FROM run JOIN run_setting ON run_id = run.id JOIN metric_key ON metric_key.id = key_id
        WHERE study_id = study.id AND key = 'storage_target'), '') AS device,
    coalesce((SELECT replace(group_concat(DISTINCT value), ',', ', ')
        FROM run JOIN run_setting ON run_id = run.id JOIN metric_key ON metric_key.id = key_id
        WHERE study_id = study.id AND key = 'model'), '') AS model,
    coalesce((SELECT substr(header, instr(header, '"environment":') + 14,
            max(0, instr(header || ',"metrics":', ',"metrics":') - instr(header, '"environment":')
                - 14))
        FROM study_record WHERE study_id = study.id), '') || ' ' ||
    coalesce((SELECT group_concat(DISTINCT key || ' ' || value)
        FROM run JOIN run_setting ON run_id = run.id JOIN metric_key ON metric_key.id = key_id
        WHERE study_id = study.id), '') || ' ' ||
    coalesce((SELECT group_concat(DISTINCT text) FROM note WHERE study_id = study.id), '') AS words
    FROM study;

CREATE VIEW run_result AS SELECT run.study_id AS study_id,
    (SELECT value FROM summary WHERE summary.run_id = run.id AND derived = 0 AND metric_id =
        (SELECT id FROM metric_key WHERE key = 'images_per_second')) AS rate,
    coalesce((SELECT value FROM run_setting WHERE run_setting.run_id = run.id AND key_id =
        (SELECT id FROM metric_key WHERE key = 'stages')), 'full') AS stages
    FROM run WHERE status = 'done' AND NOT EXISTS
        (SELECT 1 FROM note WHERE note.run_id = run.id AND code = 'setting.changed');

CREATE VIEW study_best AS SELECT study.id AS id,
    (SELECT count(*) FROM run_result WHERE study_id = study.id) AS runs_done,
    (SELECT rate FROM run_result WHERE study_id = study.id AND rate IS NOT NULL
        ORDER BY stages = 'full' DESC, rate DESC LIMIT 1) AS rate,
    coalesce((SELECT stages FROM run_result WHERE study_id = study.id AND rate IS NOT NULL
        ORDER BY stages = 'full' DESC, rate DESC LIMIT 1), '') AS stages
    FROM study;

UPDATE study SET (runs_done, best_images_per_second, best_stages) =
    (SELECT runs_done, rate, stages FROM study_best WHERE study_best.id = study.id);
)sql";

// figure_rank: what a list says of a study whose images/s nobody knows, the first that it has.
constexpr const char* kVersion5 = R"sql(
ALTER TABLE study ADD COLUMN tool TEXT NOT NULL DEFAULT '';
ALTER TABLE study ADD COLUMN key_metric TEXT NOT NULL DEFAULT '';
ALTER TABLE study ADD COLUMN key_value REAL;

CREATE VIEW figure_rank AS SELECT column1 AS quantity, column2 AS rank FROM (VALUES
    ('images_per_second', 0), ('samples_per_second', 1), ('read_bytes_per_second', 2),
    ('requested_read_bytes_per_second', 3), ('read_iops', 4), ('write_bytes_per_second', 5),
    ('write_iops', 6), ('accelerator_utilisation', 7), ('gpu_utilisation', 8),
    ('disk_utilisation', 9), ('network_receive_bytes_per_second', 10), ('cpu_utilisation', 11),
    ('step_time', 12));

CREATE VIEW study_figure AS SELECT run.study_id AS study_id, key, value, rank
    FROM run JOIN summary ON summary.run_id = run.id
    JOIN metric_key ON metric_key.id = metric_id
    JOIN figure_rank ON quantity = substr(key, 1, instr(key || '{', '{') - 1)
    WHERE status = 'done' AND derived = 0 AND value IS NOT NULL;

CREATE VIEW study_key AS SELECT study.id AS id,
    CASE WHEN best_images_per_second IS NOT NULL THEN 'images_per_second' ELSE coalesce(
        (SELECT key FROM study_figure WHERE study_id = study.id
            ORDER BY rank, value DESC LIMIT 1), '') END AS metric,
    CASE WHEN best_images_per_second IS NOT NULL THEN best_images_per_second ELSE
        (SELECT value FROM study_figure WHERE study_id = study.id
            ORDER BY rank, value DESC LIMIT 1) END AS value
    FROM study;

UPDATE study SET (key_metric, key_value) =
    (SELECT metric, value FROM study_key WHERE study_key.id = study.id);
UPDATE study SET tool = coalesce((SELECT CASE WHEN json_valid(header) THEN
    json_extract(header, '$.environment.tool') END
    FROM study_record WHERE study_id = study.id), '');
)sql";

// disturbed: analysis::is_disturbed(), which the program writes; of the studies that are there
// already by the notes that it reads, but for reads of others, which ask for more than a note.
constexpr const char* kVersion6 = R"sql(
ALTER TABLE study ADD COLUMN disturbed INTEGER NOT NULL DEFAULT 0;
UPDATE study SET disturbed = EXISTS(SELECT 1 FROM note WHERE study_id = study.id
    AND code IN ('cpu.others', 'process.paused', 'study.disturbed'));
)sql";

// What a benchmark asked for has names of its own, beside those of what a device delivered.
constexpr const char* kVersion7 = R"sql(
DROP VIEW figure_rank;
CREATE VIEW figure_rank AS SELECT column1 AS quantity, column2 AS rank FROM (VALUES
    ('images_per_second', 0), ('samples_per_second', 1), ('read_bytes_per_second', 2),
    ('requested_read_bytes_per_second', 3), ('read_iops', 4), ('read_requests_per_second', 5),
    ('write_bytes_per_second', 6), ('requested_write_bytes_per_second', 7), ('write_iops', 8),
    ('write_requests_per_second', 9), ('accelerator_utilisation', 10), ('gpu_utilisation', 11),
    ('disk_utilisation', 12), ('network_receive_bytes_per_second', 13), ('cpu_utilisation', 14),
    ('step_time', 15));
)sql";

constexpr std::array kSteps{MigrationStep{kVersion1},
                            MigrationStep{kVersion2},
                            MigrationStep{kVersion3},
                            MigrationStep{kVersion4},
                            MigrationStep{kVersion5},
                            MigrationStep{kVersion6},
                            MigrationStep{kVersion7}};

/// The version of our library; 0 for an empty file.
Result<std::int64_t> version_of(const Database& database,
                                const std::string& path,
                                std::int64_t newest) {
    const auto application = database.number("PRAGMA application_id");
    if (!application) {
        return application.error();
    }
    auto version = database.number("PRAGMA user_version");
    if (!version) {
        return version.error();
    }
    const auto tables = database.number("SELECT count(*) FROM sqlite_schema");
    if (!tables) {
        return tables.error();
    }
    const bool empty = *application == 0 && *version == 0 && *tables == 0;
    if (*application != kApplicationId && !empty) {
        return Error{.code = ErrorCode::Format,
                     .what = say("'%1' is the database of another program, not a library", path)};
    }
    if (*version > newest) {
        return Error{.code = ErrorCode::Version,
                     .what = say("library '%1' has schema version %2, made by a newer "
                                 "program; this one knows versions up to %3",
                                 path,
                                 std::to_string(*version),
                                 std::to_string(newest))};
    }
    if (!empty && *version < 1) {
        return damaged_library(path, say("its schema version is %1", std::to_string(*version)));
    }
    return version;
}

/// Before anything in the library is used: what somebody else put into its schema would be run.
Result<std::int64_t> checked_version(const Database& database,
                                     const std::string& path,
                                     std::span<const MigrationStep> steps) {
    auto version = version_of(database, path, static_cast<std::int64_t>(steps.size()));
    if (!version) {
        return version;
    }
    const auto foreign =
        *version == 0
            ? Result<std::string>(std::string())
            : foreign_in_schema(database, steps.first(static_cast<std::size_t>(*version)));
    if (!foreign) {
        return foreign.error();
    }
    return foreign->empty() ? std::move(version)
                            : Result<std::int64_t>(damaged_library(path, *foreign));
}

/// The same as of one moment: another process may be making the library just now, and a version of
/// before with the tables of after would look like a database of another program.
Result<std::int64_t> version_now(const Database& database,
                                 const std::string& path,
                                 std::span<const MigrationStep> steps) {
    const auto reading = Transaction::begin_read(database);
    return reading ? checked_version(database, path, steps) : reading.error();
}

/// Write-ahead logging is what lets several processes work at once. Another process that makes the
/// same new library may hold its lock; SQLite then answers Busy without waiting, so the wait is
/// made by taking the write lock, which honours the busy timeout.
Result<void> switch_to_wal(const Database& database) {
    const auto give_up = std::chrono::steady_clock::now() + kBusyTimeout;
    for (;;) {
        auto switched = database.execute("PRAGMA journal_mode = WAL");
        const bool again = !switched && switched.error().code == ErrorCode::Busy &&
                           std::chrono::steady_clock::now() < give_up;
        if (!again) {
            return switched;
        }
        if (auto waited = Transaction::begin_write(database); !waited) {
            return std::move(waited).error();
        }
    }
}

Result<void> migrate(const Database& database,
                     const std::string& path,
                     std::span<const MigrationStep> steps) {
    auto transaction = Transaction::begin_write(database);
    if (!transaction) {
        return std::move(transaction).error();
    }
    // Asked again under the lock: another process may have done it meanwhile.
    const auto newest = static_cast<std::int64_t>(steps.size());
    const auto version = checked_version(database, path, steps);
    if (!version) {
        return version.error();
    }
    for (const auto& step : steps.subspan(static_cast<std::size_t>(*version))) {
        if (auto made = database.execute(step.sql); !made) {
            return made;
        }
    }
    const std::string marks = "PRAGMA application_id = " + std::to_string(kApplicationId) +
                              "; PRAGMA user_version = " + std::to_string(newest);
    if (auto marked = database.execute(marks); !marked) {
        return marked;
    }
    return transaction->commit();
}

}  // namespace

std::span<const MigrationStep> migration_steps() noexcept {
    return kSteps;
}

std::int64_t schema_version() noexcept {
    return static_cast<std::int64_t>(kSteps.size());
}

Result<void> prepare_schema(const Database& database,
                            const std::string& path,
                            std::span<const MigrationStep> steps,
                            const BeforeMigration& before) {
    const auto newest = static_cast<std::int64_t>(steps.size());
    const auto version = version_now(database, path, steps);
    if (!version) {
        return version.error();
    }
    if (before && *version > 0 && *version < newest) {
        if (auto ready = before(*version); !ready) {
            return ready;
        }
    }
    if (*version == 0) {
        // Takes effect only before the first table: lets purge_bin() give space back.
        if (auto set = database.execute("PRAGMA auto_vacuum = INCREMENTAL"); !set) {
            return set;
        }
    }
    if (auto switched = switch_to_wal(database); !switched) {
        return switched;
    }
    // FULL: what was ingested is on the disk when ingest() returns, so that a spooled record may be
    // removed then. It costs one fsync per file.
    if (auto set = database.execute("PRAGMA synchronous = FULL"); !set) {
        return set;
    }
    return *version < newest ? migrate(database, path, steps) : Result<void>();
}

Result<void> check_schema(const Database& database, const std::string& path) {
    const auto reading = Transaction::begin_read(database);
    const auto version = reading ? version_of(database, path, schema_version())
                                 : Result<std::int64_t>(reading.error());
    if (!version) {
        return version.error();
    }
    if (*version < schema_version()) {
        return Error{.code = ErrorCode::Permission,
                     .what = say("library '%1' has schema version %2 and would have to be "
                                 "brought up to %3, but it is read-only here: copy it to a "
                                 "folder of your own",
                                 path,
                                 std::to_string(*version),
                                 std::to_string(schema_version()))};
    }
    const auto checked = checked_version(database, path, migration_steps());
    return checked ? Result<void>() : Result<void>(checked.error());
}

}  // namespace throughline::store
