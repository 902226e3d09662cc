// SPDX-License-Identifier: Apache-2.0
#include "engine/store/keep_records.h"

#include <cmath>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"
#include "engine/record/packed_record.h"
#include "engine/record/record_text.h"
#include "engine/store/study_reader.h"

namespace throughline::store {
namespace {

/// A study of the index as it was measured, under the title that its record gave it.
Result<record::Study> recorded_study(const Database& database, std::int64_t study_id) {
    auto study = read_study(database, study_id);
    auto lines = read_record_lines(database, study_id);
    if (!study || !lines) {
        return study ? std::move(lines).error() : std::move(study).error();
    }
    study->header = std::move(lines->header);
    return study;
}

struct Listed {
    std::int64_t id = 0;
    std::string uuid;
    bool published = false;
    std::int64_t lines = 0;
};

Result<std::vector<Listed>> list_studies(const Database& database) {
    Statement rows =
        database.prepare("SELECT id, uuid, origin = 'published', lines FROM study ORDER BY id");
    std::vector<Listed> listed;
    for (;;) {
        const auto row = rows.step();
        if (!row) {
            return row.error();
        }
        if (!*row) {
            return listed;
        }
        listed.push_back({.id = rows.integer(0),
                          .uuid = rows.text(1),
                          .published = rows.integer(2) != 0,
                          .lines = rows.integer(3)});
    }
}

std::map<std::string, RecordFolder::Entry> entries_by_name(const RecordFolder& folder) {
    std::map<std::string, RecordFolder::Entry> entries;
    for (RecordFolder::Entry& entry : folder.entries()) {
        entries.emplace(entry.name, std::move(entry));
    }
    return entries;
}

/// The record is made before others have to wait for it.
Result<void> keep_one(const Database& database, const RecordFolder& folder, const Listed& study) {
    Result<std::string> packed = std::string();
    if (!study.published) {
        const auto reading = Transaction::begin_read(database);
        const auto recorded =
            reading ? recorded_study(database, study.id) : Result<record::Study>(reading.error());
        if (!recorded) {
            return recorded.error();
        }
        packed = record::pack_record(record::record_text(*recorded));
        if (!packed) {
            return std::move(packed).error();
        }
    }
    auto transaction = Transaction::begin_write(database);
    if (!transaction) {
        return std::move(transaction).error();
    }
    Statement now = database.prepare("SELECT lines FROM study WHERE id = ?1 AND uuid = ?2");
    const auto found = now.bind(study.id, study.uuid).step();
    if (!found) {
        return found.error();
    }
    if (!*found || now.integer(0) != study.lines) {
        return {};  // removed or changed meanwhile, which kept it
    }
    now.reset();
    if (!study.published) {
        if (auto put = folder.put_record(study.uuid, *packed); !put) {
            return put;
        }
    }
    auto kept = keep_marks(database, folder, std::span(&study.id, 1));
    return kept ? transaction->commit() : kept;
}

/// As processes take turns. Nothing to do is the usual case, in which nobody waits.
Result<void> set_complete(const Database& database, const RecordFolder& folder, bool complete) {
    if (folder.is_complete() == complete) {
        return {};
    }
    auto transaction = Transaction::begin_write(database);
    if (!transaction) {
        return std::move(transaction).error();
    }
    auto set = folder.set_complete(complete);
    return set ? transaction->commit() : set;
}

}  // namespace

Result<std::string> pack_record(const record::Study& study,
                                const std::string& path,
                                std::uint64_t record_bytes) {
    if (record_bytes > 0) {
        const auto text = read_whole_file(path);
        if (text && text->size() >= record_bytes) {  // it may have grown meanwhile
            return record::pack_record(std::string_view(*text).substr(0, record_bytes));
        }
    }
    for (const record::RunData& run : study.runs) {
        for (const record::Sample& sample : run.samples) {
            if (!std::isfinite(sample.t_s) || !std::isfinite(sample.dt_s)) {
                // The index refuses it as well.
                return usage_error(say("a time that is not a number"));
            }
        }
    }
    return record::pack_record(record::record_text(study));
}

Result<void> keep_ingested(const Database& database,
                           const RecordFolder& folder,
                           const IngestReport& report,
                           std::future<Result<std::string>> packed) {
    if (report.lines_new == 0) {
        return {};
    }
    if (report.added) {
        if (const auto marks = folder.marks(RecordFolder::name_of(report.uuid))) {
            if (auto applied = apply_marks(database, report.study_id, *marks); !applied) {
                return applied;
            }
        }
    }
    if (packed.valid()) {
        auto record = packed.get();
        if (!report.added) {
            const auto merged = recorded_study(database, report.study_id);
            record = merged ? record::pack_record(record::record_text(*merged)) : merged.error();
        }
        if (!record) {
            return std::move(record).error();
        }
        if (auto put = folder.put_record(report.uuid, *record); !put) {
            return put;
        }
    }
    return keep_marks(database, folder, std::span(&report.study_id, 1));
}

Result<void> keep_marks(const Database& database,
                        const RecordFolder& folder,
                        std::span<const std::int64_t> study_ids) {
    std::vector<StudyMarks> all;
    for (const std::int64_t id : study_ids) {
        auto marks = read_marks(database, id);
        if (!marks) {
            return std::move(marks).error();
        }
        all.push_back(*std::move(marks));
    }
    return folder.put_marks(all);
}

Result<std::int64_t> keep_missing(const Database& database,
                                  const RecordFolder& folder,
                                  std::chrono::milliseconds budget) {
    const auto until = std::chrono::steady_clock::now() + budget;
    auto missing = list_studies(database);
    if (!missing) {
        return std::move(missing).error();
    }
    const auto kept = entries_by_name(folder);
    std::erase_if(*missing, [&](const Listed& study) {
        const auto entry = kept.find(RecordFolder::name_of(study.uuid));
        return entry != kept.end() && entry->second.has_marks;
    });
    if (auto set = set_complete(database, folder, missing->empty()); !set) {
        return std::move(set).error();
    }
    auto left = static_cast<std::int64_t>(missing->size());
    for (const Listed& study : *missing) {
        auto done = keep_one(database, folder, study);
        if (!done && done.error().code != ErrorCode::Format) {
            return std::move(done).error();
        }
        left -= done ? 1 : 0;
        if (std::chrono::steady_clock::now() >= until) {
            break;
        }
    }
    auto set = left == 0 ? set_complete(database, folder, true) : Result<void>();
    return set ? Result<std::int64_t>(left) : std::move(set).error();
}

Result<LibrarySpace> space_of(const Database& database,
                              const std::string& path,
                              const RecordFolder& folder) {
    const auto studies = list_studies(database);
    if (!studies) {
        return studies.error();
    }
    LibrarySpace space{.path = path, .record_folder = folder.path()};
    for (const char* const suffix : {"", "-wal"}) {
        std::error_code none;
        const auto bytes = std::filesystem::file_size(path + suffix, none);
        space.index_bytes += none ? 0 : bytes;
    }
    const auto entries = entries_by_name(folder);
    for (const Listed& study : *studies) {
        ++space.studies;
        const auto entry = entries.find(RecordFolder::name_of(study.uuid));
        const bool known = entry != entries.end() && entry->second.has_marks;
        if (study.published) {
            ++space.published;
        } else if (!known) {
            ++space.not_kept;
        } else {
            ++(entry->second.has_record ? space.records : space.dropped);
        }
    }
    for (const auto& [name, entry] : entries) {
        space.record_bytes += entry.record_bytes;
    }
    return space;
}

Result<void> remove_study(const Database& database,
                          const RecordFolder& folder,
                          std::int64_t study_id) {
    auto transaction = Transaction::begin_write(database);
    if (!transaction) {
        return std::move(transaction).error();
    }
    const auto study = read_study_row(database, study_id);
    if (!study) {
        return study.error();
    }
    for (const char* const sql :
         {"DELETE FROM study_text WHERE rowid = ?1", "DELETE FROM study WHERE id = ?1"}) {
        if (auto deleted = database.prepare(sql).bind(study_id).run(); !deleted) {
            return deleted;
        }
    }
    // Cut off before the commit, the study is kept again: its files are gone, it is not.
    auto removed = folder.remove(study->uuid);
    return removed ? transaction->commit() : removed;
}

Result<bool> purge_one(const Database& database, const RecordFolder& folder) {
    const auto id =
        database.number("SELECT id FROM study WHERE in_bin = 1 AND origin <> 'published' LIMIT 1");
    if (!id || *id == 0) {
        return id ? Result<bool>(false) : Result<bool>(id.error());
    }
    auto removed = remove_study(database, folder, *id);
    return removed ? Result<bool>(true) : Result<bool>(std::move(removed).error());
}

Result<DroppedRecords> drop_records(const Database& database,
                                    const RecordFolder& folder,
                                    std::span<const std::int64_t> study_ids) {
    auto transaction = Transaction::begin_write(database);
    if (!transaction) {
        return std::move(transaction).error();
    }
    // A study without its marks would be one that is still to be kept.
    if (auto kept = keep_marks(database, folder, study_ids); !kept) {
        return std::move(kept).error();
    }
    const auto entries = entries_by_name(folder);
    DroppedRecords dropped;
    for (const std::int64_t id : study_ids) {
        const auto marks = read_marks(database, id);
        if (!marks) {
            return marks.error();
        }
        const auto entry = entries.find(RecordFolder::name_of(marks->uuid));
        if (entry == entries.end() || !entry->second.has_record) {
            continue;
        }
        if (auto removed = folder.remove_record(marks->uuid); !removed) {
            return std::move(removed).error();
        }
        ++dropped.records;
        dropped.bytes += entry->second.record_bytes;
    }
    auto committed = transaction->commit();
    return committed ? Result<DroppedRecords>(dropped) : std::move(committed).error();
}

}  // namespace throughline::store
