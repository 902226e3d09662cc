// SPDX-License-Identifier: Apache-2.0
#include "engine/store/library.h"

#include <cstddef>
#include <filesystem>
#include <future>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "engine/analysis/derive.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"
#include "engine/record/anonymise.h"
#include "engine/record/join.h"
#include "engine/record/record_text.h"
#include "engine/store/backup.h"
#include "engine/store/check_library.h"
#include "engine/store/data_folder.h"
#include "engine/store/database.h"
#include "engine/store/envelope_reader.h"
#include "engine/store/keep_records.h"
#include "engine/store/organise.h"
#include "engine/store/record_folder.h"
#include "engine/store/rescue_report.h"
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

Library::Library(Database database, std::string path, bool read_only)
    : database_(std::make_unique<Database>(std::move(database))),
      records_(std::make_unique<RecordFolder>(path)),
      path_(std::move(path)),
      read_only_(read_only),
      keeps_records_(!read_only && records_->may_be_written()) {}

Library::~Library() = default;

bool Library::read_only() const noexcept {
    return read_only_;
}

Result<void> Library::check_writable() const {
    return read_only_ ? Result<void>(write_protection_error(path_)) : Result<void>();
}

Result<IngestReport> Library::ingest(const std::string& tlrun_path) {
    auto record = record::read_record(tlrun_path);
    if (!record) {
        return std::move(record).error();
    }
    const std::uint64_t bytes = record->damage ? 0 : record->bytes;
    auto report = merge(std::move(record->study), tlrun_path, bytes, Differing::Refused);
    if (report) {
        report->damage = std::move(record->damage);
    }
    return report;
}

Result<IngestReport> Library::add(record::Study study, const std::string& source_path) {
    const bool imported = study.header.origin == record::Origin::Imported;
    return merge(
        std::move(study), source_path, 0, imported ? Differing::Replaces : Differing::Refused);
}

Result<IngestReport> Library::merge(record::Study study,
                                    const std::string& source_path,
                                    std::uint64_t record_bytes,
                                    Differing differing) {
    if (study.header.study.empty()) {
        return Error{.code = ErrorCode::Usage,
                     .what = say("'%1': the study has no uuid", source_path)};
    }
    const auto derived = analysis::derived_figures(study);
    // Beside the index: text and compression take as long as it does.
    std::future<Result<std::string>> packed;
    if (keeps_records_ && study.header.origin != record::Origin::Published) {
        packed = std::async(std::launch::async, [&study, &source_path, record_bytes] {
            return pack_record(study, source_path, record_bytes);
        });
    }
    auto transaction = Transaction::begin_write(*database_);
    if (!transaction) {
        return std::move(transaction).error();
    }
    auto report = merge_study(*database_, study, derived, source_path, differing);
    if (!report) {
        return report;
    }
    if (keeps_records_) {
        auto kept = keep_ingested(*database_, *records_, *report, std::move(packed));
        if (!kept) {
            return std::move(kept).error();
        }
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

Result<std::int64_t> Library::keep_published(std::vector<record::Study> studies) {
    std::map<std::string, std::int64_t> known;
    std::set<std::string> incomplete;
    Statement rows = database_->prepare(
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
        if (auto removed = remove_study(*database_, *records_, id); !removed) {
            return std::move(removed).error();
        }
        ++changed;
    }
    return changed;
}

Result<std::vector<StudyRow>> Library::studies(bool in_bin) {
    return read_study_rows(*database_, in_bin);
}

Result<StudyRow> Library::study(std::int64_t id) {
    return read_study_row(*database_, id);
}

Result<std::vector<std::int64_t>> Library::studies_by_uuid(std::string_view begin) {
    return store::studies_by_uuid(*database_, begin);
}

Result<std::vector<RunRow>> Library::runs(std::int64_t study_id) {
    return in_snapshot(*database_, [&](const Database& database) {
        auto rows = read_run_rows(database, study_id, Figures::WithDerived);
        if (rows) {
            if (auto marked = add_marks(database, study_id, *rows); !marked) {
                return Result<std::vector<RunRow>>(std::move(marked).error());
            }
        }
        return rows;
    });
}

Result<record::Header> Library::header(std::int64_t study_id) {
    auto lines = read_record_lines(*database_, study_id);
    if (!lines) {
        return std::move(lines).error();
    }
    return std::move(lines->header);
}

Result<std::optional<record::Verdict>> Library::verdict(std::int64_t study_id) {
    auto lines = read_record_lines(*database_, study_id);
    if (!lines) {
        return std::move(lines).error();
    }
    return std::move(lines->verdict);
}

Result<std::vector<record::Note>> Library::notes(std::int64_t study_id) {
    return in_snapshot(*database_,
                       [&](const Database& database) { return read_notes(database, study_id); });
}

Result<void> Library::check_run(std::int64_t run_id) const {
    Statement find = database_->prepare("SELECT 1 FROM run WHERE id = ?1");
    const auto found = find.bind(run_id).step();
    if (!found) {
        return found.error();
    }
    if (!*found) {
        return Error{.code = ErrorCode::NotFound,
                     .what = say("the library has no run %1", std::to_string(run_id))};
    }
    return {};
}

Result<std::vector<std::string>> Library::series_metrics(std::int64_t run_id) {
    if (auto checked = check_run(run_id); !checked) {
        return std::move(checked).error();
    }
    Statement rows = database_->prepare(
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

Result<Series> Library::series(std::int64_t run_id, std::string_view metric_key) {
    if (auto checked = check_run(run_id); !checked) {
        return std::move(checked).error();
    }
    return read_series(*database_, run_id, metric_key);
}

Result<Envelope> Library::envelope(std::int64_t run_id,
                                   std::string_view metric_key,
                                   const Stretch& stretch) {
    if (auto checked = check_run(run_id); !checked) {
        return std::move(checked).error();
    }
    return in_snapshot(*database_, [&](const Database& database) {
        return read_envelope(database, run_id, metric_key, stretch);
    });
}

Result<std::vector<record::HistogramLine>> Library::histograms(std::int64_t run_id) {
    if (auto checked = check_run(run_id); !checked) {
        return std::move(checked).error();
    }
    return read_histograms(*database_, run_id);
}

Result<record::Study> Library::load(std::int64_t study_id) {
    return in_snapshot(*database_,
                       [&](const Database& database) { return read_study(database, study_id); });
}

Result<record::Study> Library::load_figures(std::int64_t study_id) {
    return in_snapshot(*database_, [&](const Database& database) {
        return read_study_figures(database, study_id, Figures::WithDerived);
    });
}

Result<void> Library::change_all(const std::vector<std::pair<std::int64_t, StudyChange>>& changes) {
    if (changes.empty()) {
        return {};
    }
    auto transaction = Transaction::begin_write(*database_);
    if (!transaction) {
        return std::move(transaction).error();
    }
    std::vector<std::int64_t> changed;
    const auto baseline = database_->number("SELECT id FROM study WHERE baseline = 1");
    if (baseline && *baseline != 0) {
        changed.push_back(*baseline);  // another one may take its place
    }
    for (const auto& [study_id, change] : changes) {
        if (auto done = change_study(*database_, study_id, change); !done) {
            return done;
        }
        changed.push_back(study_id);
    }
    auto kept = keep_marks(changed);
    return kept ? transaction->commit() : kept;
}

Result<void> Library::keep_marks(const std::vector<std::int64_t>& study_ids) {
    return keeps_records_ ? store::keep_marks(*database_, *records_, study_ids) : Result<void>();
}

Result<std::vector<std::int64_t>> Library::search(std::string_view text) {
    return search_studies(*database_, text);
}

Result<void> Library::set_in_bin(const std::vector<std::int64_t>& study_ids, bool in_bin) {
    if (study_ids.empty()) {
        return {};
    }
    auto transaction = Transaction::begin_write(*database_);
    if (!transaction) {
        return std::move(transaction).error();
    }
    Statement change = database_->prepare("UPDATE study SET in_bin = ?2 WHERE id = ?1");
    for (const std::int64_t study_id : study_ids) {
        if (auto changed = change.bind(study_id, in_bin).run(); !changed) {
            return changed;
        }
        if (database_->changed_rows() == 0) {
            return Error{.code = ErrorCode::NotFound,
                         .what = say("the library has no study %1", std::to_string(study_id))};
        }
    }
    auto kept = keep_marks(study_ids);
    return kept ? transaction->commit() : kept;
}

Result<std::int64_t> Library::purge_bin() {
    // One study at a time, so that no other process waits for the whole bin.
    std::int64_t purged = 0;
    for (;;) {
        const auto done = purge_one(*database_, *records_);
        if (!done) {
            return done.error();
        }
        if (!*done) {
            break;
        }
        ++purged;
    }
    if (auto shrunk = database_->execute("PRAGMA incremental_vacuum"); !shrunk) {
        return std::move(shrunk).error();
    }
    return purged;
}

Result<LibrarySpace> Library::space() {
    return space_of(*database_, path_, *records_);
}

Result<std::int64_t> Library::keep_missing_records(std::chrono::milliseconds budget) {
    return keeps_records_ ? keep_missing(*database_, *records_, budget) : Result<std::int64_t>(0);
}

Result<DroppedRecords> Library::drop_records(const std::vector<std::int64_t>& study_ids) {
    return store::drop_records(*database_, *records_, study_ids);
}

Result<void> Library::backup(const std::string& path, bool replace) {
    std::error_code none;
    for (const char* const suffix : {"", "-wal", "-shm"}) {
        if (std::filesystem::equivalent(path_ + suffix, path, none)) {
            return Error{.code = ErrorCode::Usage, .what = say("'%1' is the library itself", path)};
        }
    }
    return backup_to(*database_, path, replace);
}

Result<std::string> Library::restore(const std::string& backup_path) {
    auto writable = check_writable();
    return writable ? restore_from(*database_, *records_, path_, backup_path)
                    : Result<std::string>(std::move(writable).error());
}

Result<std::string> Library::check() {
    return check_library(*database_);
}

Result<void> Library::export_record(std::int64_t study_id, const std::string& path) {
    return export_records({study_id}, path, {});
}

Result<void> Library::export_records(const std::vector<std::int64_t>& study_ids,
                                     const std::string& path,
                                     const ExportOptions& options) {
    if (study_ids.empty()) {
        return Error{.code = ErrorCode::Usage, .what = say("no study to export")};
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
    return write_file_atomically(path, record::record_text(all));
}

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
        return Error{.code = ErrorCode::NotFound, .what = say("there is no library '%1'", file)};
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
        return std::unique_ptr<Library>(new Library(*std::move(database), file, true));
    }
    auto database = Database::open(file);
    if (!database) {
        return std::move(database).error();
    }
    const auto save = [&](std::int64_t version) { return back_up_older(*database, file, version); };
    if (auto prepared = prepare_schema(*database, file, migration_steps(), save); !prepared) {
        return explain(*database, std::move(prepared).error());
    }
    std::unique_ptr<Library> library(new Library(*std::move(database), file, false));
    const auto studies = library->database_->number("SELECT EXISTS(SELECT 1 FROM study)");
    if (studies && *studies == 0) {
        // From the first study on all records are there. Failing to say so costs a rescue time.
        static_cast<void>(library->keep_missing_records({}));
    }
    return library;
}

}  // namespace throughline::store
