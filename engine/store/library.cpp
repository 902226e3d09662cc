// SPDX-License-Identifier: Apache-2.0
#include "engine/store/library.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "engine/analysis/derive.h"
#include "engine/base/file_descriptor.h"
#include "engine/record/anonymise.h"
#include "engine/record/join.h"
#include "engine/store/backup.h"
#include "engine/store/check_library.h"
#include "engine/store/data_folder.h"
#include "engine/store/database.h"
#include "engine/store/envelope_reader.h"
#include "engine/store/organise.h"
#include "engine/store/record_text.h"
#include "engine/store/rescue.h"
#include "engine/store/sample_reader.h"
#include "engine/store/schema.h"
#include "engine/store/study_reader.h"
#include "engine/store/study_writer.h"
#include "engine/store/write_protection.h"

namespace throughline::store {
namespace {

constexpr std::size_t kManyRuns = 1000;

/// Calls `read` inside a read transaction.
template <class Read>
auto in_snapshot(const Database& database, Read read) -> decltype(read(database)) {
    const auto transaction = Transaction::begin_read(database);
    if (!transaction) {
        return transaction.error();
    }
    return read(database);
}

class SqliteLibrary final : public Library {
public:
    SqliteLibrary(Database database, std::string path, bool read_only)
        : database_(std::move(database)), path_(std::move(path)), read_only_(read_only) {}

    bool read_only() const noexcept override { return read_only_; }
    Result<void> check_writable() const override {
        return read_only_ ? Result<void>(write_protection_error(path_)) : Result<void>();
    }

    Result<IngestReport> ingest(const std::string& tlrun_path) override;
    Result<IngestReport> add(record::Study study, const std::string& source_path) override;

    Result<std::int64_t> keep_published(std::vector<record::Study> studies) override;

    Result<std::vector<StudyRow>> studies(bool in_bin) override {
        return read_study_rows(database_, in_bin);
    }
    Result<StudyRow> study(std::int64_t id) override { return read_study_row(database_, id); }
    Result<std::vector<std::int64_t>> studies_by_uuid(std::string_view begin) override {
        return store::studies_by_uuid(database_, begin);
    }
    Result<std::vector<RunRow>> runs(std::int64_t study_id) override;
    Result<record::Header> header(std::int64_t study_id) override;
    Result<std::vector<record::Note>> notes(std::int64_t study_id) override;
    Result<std::optional<record::Verdict>> verdict(std::int64_t study_id) override;
    Result<std::vector<std::string>> series_metrics(std::int64_t run_id) override;
    Result<Series> series(std::int64_t run_id, std::string_view metric_key) override;
    Result<Envelope> envelope(std::int64_t run_id,
                              std::string_view metric_key,
                              const Stretch& stretch) override;
    Result<std::vector<record::HistogramLine>> histograms(std::int64_t run_id) override;
    Result<record::Study> load(std::int64_t study_id) override;
    Result<record::Study> load_figures(std::int64_t study_id) override;

    using Library::set_in_bin;
    Result<void> change_all(
        const std::vector<std::pair<std::int64_t, StudyChange>>& changes) override;
    Result<std::vector<std::int64_t>> search(std::string_view text) override {
        return search_studies(database_, text);
    }
    Result<void> set_in_bin(const std::vector<std::int64_t>& study_ids, bool in_bin) override;
    Result<std::int64_t> purge_bin() override;
    Result<void> export_record(std::int64_t study_id, const std::string& path) override {
        return export_records({study_id}, path, {});
    }
    Result<void> export_records(const std::vector<std::int64_t>& study_ids,
                                const std::string& path,
                                const ExportOptions& options) override;
    Result<void> backup(const std::string& path, bool replace) override;
    Result<std::string> restore(const std::string& backup_path) override {
        auto writable = check_writable();
        return writable ? restore_from(database_, path_, backup_path)
                        : Result<std::string>(std::move(writable).error());
    }
    Result<std::string> check() override { return check_library(database_); }

private:
    Result<IngestReport> merge(record::Study study,
                               const std::string& source_path,
                               Differing differing);
    Result<void> check_run(std::int64_t run_id) const;

    Database database_;
    std::string path_;
    bool read_only_;
};

Result<IngestReport> SqliteLibrary::ingest(const std::string& tlrun_path) {
    auto record = record::read_record(tlrun_path);
    if (!record) {
        return std::move(record).error();
    }
    auto report = merge(std::move(record->study), tlrun_path, Differing::Refused);
    if (report) {
        report->damage = std::move(record->damage);
    }
    return report;
}

Result<IngestReport> SqliteLibrary::add(record::Study study, const std::string& source_path) {
    const bool imported = study.header.origin == record::Origin::Imported;
    return merge(
        std::move(study), source_path, imported ? Differing::Replaces : Differing::Refused);
}

Result<IngestReport> SqliteLibrary::merge(record::Study study,
                                          const std::string& source_path,
                                          Differing differing) {
    if (study.header.study.empty()) {
        return Error{.code = ErrorCode::Usage,
                     .what = "'" + source_path + "': the study has no uuid"};
    }
    const auto derived = analysis::derived_figures(study);
    auto transaction = Transaction::begin_write(database_);
    if (!transaction) {
        return std::move(transaction).error();
    }
    auto report = merge_study(database_, study, derived, source_path, differing);
    if (!report) {
        return report;
    }
    // Ten thousand runs are millions of small pieces of memory; another processor gives them back
    // while this one writes the index and commits.
    std::optional<std::jthread> disposal;
    if (study.runs.size() > kManyRuns) {
        disposal.emplace([runs = std::move(study.runs)]() mutable { runs.clear(); });
    }
    if (auto committed = transaction->commit(); !committed) {
        return std::move(committed).error();
    }
    return report;
}

Result<std::int64_t> SqliteLibrary::keep_published(std::vector<record::Study> studies) {
    std::map<std::string, std::int64_t> known;
    std::set<std::string> incomplete;
    Statement rows = database_.prepare(
        "SELECT uuid, id, EXISTS(SELECT 1 FROM note WHERE study_id = study.id AND code = ?1) "
        "FROM study WHERE origin = 'published'");
    rows.bind(kRescuedCode);
    for (auto row = rows.step(); !row || *row; row = rows.step()) {
        if (!row) {
            return row.error();
        }
        known.emplace(rows.text(0), rows.integer(1));
        if (rows.integer(2) != 0) {
            incomplete.insert(rows.text(0));
        }
    }
    std::int64_t changed = 0;
    for (record::Study& study : studies) {
        const bool there = known.erase(study.header.study) > 0;
        if (there && !incomplete.contains(study.header.study)) {
            continue;
        }
        const auto address = study.header.environment.find("source.address");
        const std::string source = address == study.header.environment.end()
                                       ? std::string()
                                       : spec::setting_text(address->second);
        if (auto added = add(std::move(study), source); !added) {
            return std::move(added).error();
        }
        ++changed;
    }
    for (const auto& [uuid, id] : known) {
        if (auto removed = remove_study(database_, id); !removed) {
            return std::move(removed).error();
        }
        ++changed;
    }
    return changed;
}

Result<std::vector<RunRow>> SqliteLibrary::runs(std::int64_t study_id) {
    return in_snapshot(database_, [&](const Database& database) {
        auto rows = read_run_rows(database, study_id, Figures::WithDerived);
        if (rows) {
            if (auto marked = add_marks(database, study_id, *rows); !marked) {
                return Result<std::vector<RunRow>>(std::move(marked).error());
            }
        }
        return rows;
    });
}

Result<record::Header> SqliteLibrary::header(std::int64_t study_id) {
    auto lines = read_record_lines(database_, study_id);
    if (!lines) {
        return std::move(lines).error();
    }
    return std::move(lines->header);
}

Result<std::optional<record::Verdict>> SqliteLibrary::verdict(std::int64_t study_id) {
    auto lines = read_record_lines(database_, study_id);
    if (!lines) {
        return std::move(lines).error();
    }
    return std::move(lines->verdict);
}

Result<std::vector<record::Note>> SqliteLibrary::notes(std::int64_t study_id) {
    return in_snapshot(database_,
                       [&](const Database& database) { return read_notes(database, study_id); });
}

Result<void> SqliteLibrary::check_run(std::int64_t run_id) const {
    Statement find = database_.prepare("SELECT 1 FROM run WHERE id = ?1");
    const auto found = find.bind(run_id).step();
    if (!found) {
        return found.error();
    }
    if (!*found) {
        return Error{.code = ErrorCode::NotFound,
                     .what = "the library has no run " + std::to_string(run_id)};
    }
    return {};
}

Result<std::vector<std::string>> SqliteLibrary::series_metrics(std::int64_t run_id) {
    if (auto checked = check_run(run_id); !checked) {
        return std::move(checked).error();
    }
    Statement rows = database_.prepare(
        "SELECT key FROM metric_key WHERE id IN "
        "(SELECT metric_id FROM value_chunk WHERE run_id = ?1 AND level = 0) ORDER BY key");
    rows.bind(run_id);
    std::vector<std::string> keys;
    for (;;) {
        const auto row = rows.step();
        if (!row) {
            return row.error();
        }
        if (!*row) {
            return keys;
        }
        keys.push_back(rows.text(0));
    }
}

Result<Series> SqliteLibrary::series(std::int64_t run_id, std::string_view metric_key) {
    if (auto checked = check_run(run_id); !checked) {
        return std::move(checked).error();
    }
    return read_series(database_, run_id, metric_key);
}

Result<Envelope> SqliteLibrary::envelope(std::int64_t run_id,
                                         std::string_view metric_key,
                                         const Stretch& stretch) {
    if (auto checked = check_run(run_id); !checked) {
        return std::move(checked).error();
    }
    return in_snapshot(database_, [&](const Database& database) {
        return read_envelope(database, run_id, metric_key, stretch);
    });
}

Result<std::vector<record::HistogramLine>> SqliteLibrary::histograms(std::int64_t run_id) {
    if (auto checked = check_run(run_id); !checked) {
        return std::move(checked).error();
    }
    return read_histograms(database_, run_id);
}

Result<record::Study> SqliteLibrary::load(std::int64_t study_id) {
    return in_snapshot(database_,
                       [&](const Database& database) { return read_study(database, study_id); });
}

Result<record::Study> SqliteLibrary::load_figures(std::int64_t study_id) {
    return in_snapshot(database_, [&](const Database& database) {
        return read_study_figures(database, study_id);
    });
}

Result<void> SqliteLibrary::change_all(
    const std::vector<std::pair<std::int64_t, StudyChange>>& changes) {
    if (changes.empty()) {
        return {};
    }
    auto transaction = Transaction::begin_write(database_);
    if (!transaction) {
        return std::move(transaction).error();
    }
    for (const auto& [study_id, change] : changes) {
        if (auto changed = change_study(database_, study_id, change); !changed) {
            return changed;
        }
    }
    return transaction->commit();
}

Result<void> SqliteLibrary::set_in_bin(const std::vector<std::int64_t>& study_ids, bool in_bin) {
    if (study_ids.empty()) {
        return {};
    }
    auto transaction = Transaction::begin_write(database_);
    if (!transaction) {
        return std::move(transaction).error();
    }
    Statement change = database_.prepare("UPDATE study SET in_bin = ?2 WHERE id = ?1");
    for (const std::int64_t study_id : study_ids) {
        if (auto changed = change.bind(study_id, in_bin).run(); !changed) {
            return changed;
        }
        if (database_.changed_rows() == 0) {
            return Error{.code = ErrorCode::NotFound,
                         .what = "the library has no study " + std::to_string(study_id)};
        }
    }
    return transaction->commit();
}

Result<std::int64_t> SqliteLibrary::purge_bin() {
    // One study at a time, so that no other process waits for the whole bin.
    std::int64_t purged = 0;
    for (;;) {
        const auto done = purge_one(database_);
        if (!done) {
            return done.error();
        }
        if (!*done) {
            break;
        }
        ++purged;
    }
    if (auto shrunk = database_.execute("PRAGMA incremental_vacuum"); !shrunk) {
        return std::move(shrunk).error();
    }
    return purged;
}

Result<void> SqliteLibrary::backup(const std::string& path, bool replace) {
    std::error_code none;
    for (const char* const suffix : {"", "-wal", "-shm"}) {
        if (std::filesystem::equivalent(path_ + suffix, path, none)) {
            return Error{.code = ErrorCode::Usage, .what = "'" + path + "' is the library itself"};
        }
    }
    return backup_to(database_, path, replace);
}

Result<void> SqliteLibrary::export_records(const std::vector<std::int64_t>& study_ids,
                                           const std::string& path,
                                           const ExportOptions& options) {
    if (study_ids.empty()) {
        return Error{.code = ErrorCode::Usage, .what = "no study to export"};
    }
    std::vector<record::Study> studies;
    std::vector<std::string> names;
    for (const std::int64_t id : study_ids) {
        auto study = load(id);
        if (!study) {
            return std::move(study).error();
        }
        const auto row = this->study(id);
        if (!row) {
            return row.error();
        }
        study->header.remarks = remarks_of(*row);
        names.push_back(study->header.title);
        studies.push_back(*std::move(study));
    }
    record::Study all = record::join_studies(std::move(studies), names);
    if (!options.host_names) {
        record::anonymise(all);
    }
    return write_file_atomically(path, record_text(all));
}

/// Adds what SQLite's own check finds, so that a damaged library is not only called damaged.
Error explain(const Database& database, Error error) {
    if (error.code != ErrorCode::Format) {
        return error;
    }
    Statement check = database.prepare("PRAGMA quick_check(1)");
    const auto row = check.step();
    if (row && *row && check.text(0) != "ok") {
        error.what += " (" + check.text(0) + ")";
    }
    return error;
}

}  // namespace

std::string Library::default_path() {
    const std::string folder = data_folder();
    static_cast<void>(make_private_folder(folder));
    return folder + "/library.sqlite";
}

Result<std::vector<std::string>> Library::export_leaves_out(
    const std::vector<std::int64_t>& study_ids) {
    std::vector<record::Remarks> remarks;
    for (const std::int64_t id : study_ids) {
        const auto row = study(id);
        if (!row) {
            return row.error();
        }
        remarks.push_back(remarks_of(*row));
    }
    return record::remarks_that_differ(remarks);
}

Result<std::unique_ptr<Library>> Library::open_existing(const std::string& path) {
    const std::string file = path.empty() ? data_folder() + "/library.sqlite" : path;
    if (std::error_code none; !std::filesystem::exists(file, none)) {
        return Error{.code = ErrorCode::NotFound, .what = "there is no library '" + file + "'"};
    }
    return open(path);
}

Result<std::unique_ptr<Library>> Library::open(const std::string& path) {
    if (path.empty()) {
        if (auto made = make_private_folder(data_folder()); !made) {
            return std::move(made).error();
        }
    }
    const std::string file = path.empty() ? default_path() : path;
    if (is_write_protected(file)) {
        auto database = open_write_protected(file);
        if (!database) {
            return std::move(database).error();
        }
        return std::unique_ptr<Library>(
            std::make_unique<SqliteLibrary>(*std::move(database), file, true));
    }
    auto database = Database::open(file);
    if (!database) {
        return std::move(database).error();
    }
    if (auto prepared = prepare_schema(*database, file, migration_steps()); !prepared) {
        return explain(*database, std::move(prepared).error());
    }
    return std::unique_ptr<Library>(
        std::make_unique<SqliteLibrary>(*std::move(database), file, false));
}

}  // namespace throughline::store
