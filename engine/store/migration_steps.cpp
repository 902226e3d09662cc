// SPDX-License-Identifier: Apache-2.0
// The schema of the library, version by version: see migration_step.h.
#include <array>

#include "engine/store/schema.h"

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

// emulated_*: analysis::emulated_in(), which the program writes; of the studies that are there
// already by the settings that it reads.
constexpr const char* kVersion8 = R"sql(
ALTER TABLE study ADD COLUMN emulated_accelerator INTEGER NOT NULL DEFAULT 0;
ALTER TABLE study ADD COLUMN emulated_volume INTEGER NOT NULL DEFAULT 0;
UPDATE study SET
    emulated_accelerator = EXISTS(SELECT 1 FROM run JOIN run_setting ON run_id = run.id
        WHERE study_id = study.id AND value = 'paced' AND key_id =
            (SELECT id FROM metric_key WHERE key = 'consumer.kind')
        AND NOT EXISTS(SELECT 1 FROM run_setting AS other WHERE other.run_id = run.id
            AND other.value IN ('storage', 'decode') AND other.key_id =
                (SELECT id FROM metric_key WHERE key = 'stages'))),
    emulated_volume = EXISTS(SELECT 1 FROM run JOIN run_setting ON run_id = run.id
        WHERE study_id = study.id AND value <> '' AND key_id =
            (SELECT id FROM metric_key WHERE key = 'storage.volume')
        AND NOT EXISTS(SELECT 1 FROM run_setting AS other WHERE other.run_id = run.id
            AND other.value IN ('decode', 'consumer') AND other.key_id =
                (SELECT id FROM metric_key WHERE key = 'stages')));
)sql";

// Of a storage baseline the figure in a list is what the disk delivered: not what the page cache
// did, nor how fast small files were read.
constexpr const char* kVersion9 = R"sql(
DROP VIEW study_key;
DROP VIEW study_figure;

CREATE VIEW run_aside AS SELECT run_setting.run_id AS run_id,
    CASE WHEN run_setting.value = 'metadata' THEN 2 ELSE EXISTS(SELECT 1
        FROM run_setting AS direct WHERE direct.run_id = run_setting.run_id AND direct.key_id =
            (SELECT id FROM metric_key WHERE key = 'storage.direct') AND direct.value = 0) END
        AS aside
    FROM run_setting
    WHERE run_setting.key_id = (SELECT id FROM metric_key WHERE key = 'pattern');

CREATE VIEW study_figure AS SELECT run.study_id AS study_id, key, value, rank,
        coalesce((SELECT aside FROM run_aside WHERE run_aside.run_id = run.id), 0) AS aside
    FROM run JOIN summary ON summary.run_id = run.id
    JOIN metric_key ON metric_key.id = metric_id
    JOIN figure_rank ON quantity = substr(key, 1, instr(key || '{', '{') - 1)
    WHERE status = 'done' AND derived = 0 AND value IS NOT NULL;

CREATE VIEW study_key AS SELECT study.id AS id,
    CASE WHEN best_images_per_second IS NOT NULL THEN 'images_per_second' ELSE coalesce(
        (SELECT key FROM study_figure WHERE study_id = study.id
            ORDER BY aside, rank, value DESC LIMIT 1), '') END AS metric,
    CASE WHEN best_images_per_second IS NOT NULL THEN best_images_per_second ELSE
        (SELECT value FROM study_figure WHERE study_id = study.id
            ORDER BY aside, rank, value DESC LIMIT 1) END AS value
    FROM study;

UPDATE study SET (key_metric, key_value) =
    (SELECT metric, value FROM study_key WHERE study_key.id = study.id)
    WHERE EXISTS(SELECT 1 FROM run JOIN run_aside ON run_aside.run_id = run.id
        WHERE run.study_id = study.id AND aside > 0);
)sql";

// As in version 8, of stores: a record of a newer program may have been read by an older one.
constexpr const char* kVersion10 = R"sql(
ALTER TABLE study ADD COLUMN emulated_store INTEGER NOT NULL DEFAULT 0;
UPDATE study SET
    emulated_store = EXISTS(SELECT 1 FROM run JOIN run_setting ON run_id = run.id
        WHERE study_id = study.id AND value <> '' AND key_id =
            (SELECT id FROM metric_key WHERE key = 'storage.store')
        AND NOT EXISTS(SELECT 1 FROM run_setting AS other WHERE other.run_id = run.id
            AND other.value IN ('decode', 'consumer') AND other.key_id =
                (SELECT id FROM metric_key WHERE key = 'stages')));
)sql";

constexpr std::array kSteps{MigrationStep{kVersion1},
                            MigrationStep{kVersion2},
                            MigrationStep{kVersion3},
                            MigrationStep{kVersion4},
                            MigrationStep{kVersion5},
                            MigrationStep{kVersion6},
                            MigrationStep{kVersion7},
                            MigrationStep{kVersion8},
                            MigrationStep{kVersion9},
                            MigrationStep{kVersion10}};

}  // namespace

std::span<const MigrationStep> migration_steps() noexcept {
    return kSteps;
}

}  // namespace throughline::store
