// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/record/study.h"
#include "engine/store/ingest_report.h"
#include "engine/store/library_space.h"
#include "engine/store/series.h"
#include "engine/store/study_row.h"

namespace throughline::store {

class Database;
class RecordFolder;
enum class Differing : std::uint8_t;

/// How studies are written for others.
struct ExportOptions {
    bool host_names = true;  ///< false: hosts are numbered, paths cut to their last part
};

/// The SQLite library of all runs. The only code that touches SQLite.
/// Thread:  one owner per object; open one per thread. Several processes at once are fine (WAL).
/// Blocks:  on the disk; never call from the GUI thread.
/// Errors:  Io, Permission, Limit (disk full), Busy (another process holds it past the busy
///          timeout), Version (made by a newer program), Format (damaged: says so, with advice);
///          NotFound for a study or run that is not there.
class Library {
public:
    /// Opens or creates; one that is there and may not be written to opens for reading alone.
    /// `path` "" = $THROUGHLINE_DATA_DIR/library.sqlite, else the XDG data home.
    static Result<std::unique_ptr<Library>> open(const std::string& path);
    /// The same for readers: never creates one. Errors: also NotFound.
    static Result<std::unique_ptr<Library>> open_existing(const std::string& path);
    /// Where the library lies; makes its folder, for this user alone (mode 0700), when it is
    /// missing. Failing to is not an error here: open() then names the cause.
    static std::string default_path();
    ~Library();
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;
    Library(Library&&) = delete;
    Library& operator=(Library&&) = delete;

    /// Whether the file or its folder is write-protected: what changes the library then fails with
    /// Permission, everything else works.
    bool read_only() const noexcept;
    /// For who is about to do long work that ends in a change. Errors: Permission when read_only().
    Result<void> check_writable() const;

    /// Takes a .tlrun in, one short transaction. Of a study whose uuid is there the content is
    /// compared: a second time changes nothing, a longer version of the same record adds what is
    /// new, an older, shorter copy changes nothing either, and other figures are refused (Usage).
    /// The record may still be being written. Of a damaged one the lines before the damage are
    /// taken in.
    Result<IngestReport> ingest(const std::string& tlrun_path);
    /// The same for a study that is in memory: an importer's result, for instance. An imported one
    /// with other figures was read from the same file by another version of its importer, and
    /// replaces what that read. Errors: also Usage (no uuid, a time that is not a number).
    Result<IngestReport> add(record::Study study, const std::string& source_path);

    /// Published studies as the catalogue has them now: new ones are added, those it no longer has
    /// go. What the user threw into the bin stays there. Returns how many were added or removed.
    Result<std::int64_t> keep_published(std::vector<record::Study> studies);

    /// Newest first; those in the bin only when asked.
    Result<std::vector<StudyRow>> studies(bool in_bin = false);
    Result<StudyRow> study(std::int64_t id);
    /// The studies whose uuid begins with `begin`, those in the bin too.
    Result<std::vector<std::int64_t>> studies_by_uuid(std::string_view begin);
    /// In the order of their numbers, with what analysis::derive() added to their figures.
    Result<std::vector<RunRow>> runs(std::int64_t study_id);
    Result<record::Header> header(std::int64_t study_id);
    /// Those of no run first.
    Result<std::vector<record::Note>> notes(std::int64_t study_id);
    /// The verdict with its evidence; none when the record was interrupted before it.
    Result<std::optional<record::Verdict>> verdict(std::int64_t study_id);
    /// Keys of the metrics that the run has samples of, sorted.
    Result<std::vector<std::string>> series_metrics(std::int64_t run_id);
    /// Empty when the run has no samples of that metric.
    Result<Series> series(std::int64_t run_id, std::string_view metric_key);
    /// What a chart can show of them, however many they are. Empty when the run has no samples of
    /// that metric.
    Result<Envelope> envelope(std::int64_t run_id,
                              std::string_view metric_key,
                              const Stretch& stretch);
    Result<std::vector<record::HistogramLine>> histograms(std::int64_t run_id);
    /// The whole study as it was recorded, samples included; analysis::derive() it for its
    /// ceilings.
    Result<record::Study> load(std::int64_t study_id);
    /// The same without samples and histograms, with what analysis::derive() added to its figures:
    /// in no time, however long the study was.
    Result<record::Study> load_figures(std::int64_t study_id);

    Result<void> rename(std::int64_t study_id, const std::string& title) {
        return change(study_id, {.title = title});
    }
    /// Errors: also Usage (an empty title, a price below 0).
    Result<void> change(std::int64_t study_id, const StudyChange& change) {
        return change_all({{study_id, change}});
    }
    /// Several at once: all of them or none.
    Result<void> change_all(const std::vector<std::pair<std::int64_t, StudyChange>>& changes);
    /// Studies outside the bin in which each word of `text` begins a word: of title, note, tags,
    /// host, verdict, settings, environment, notes. Best first; all, newest first, for no word.
    Result<std::vector<std::int64_t>> search(std::string_view text);
    /// Moves to the bin and back; nothing is lost. Several at once: all of them or none.
    Result<void> set_in_bin(const std::vector<std::int64_t>& study_ids, bool in_bin);
    Result<void> set_in_bin(std::int64_t study_id, bool in_bin) {
        return set_in_bin(std::vector{study_id}, in_bin);
    }
    /// Removes what lies in the bin for good and gives its space back; returns how many studies.
    Result<std::int64_t> purge_bin();
    /// Writes the study as a .tlrun again, which reads as an equal study. Errors: as
    /// write_file_atomically().
    Result<void> export_record(std::int64_t study_id, const std::string& path);
    /// Several studies as one .tlrun, whose runs they are; one alone stays the study that it was.
    /// What the user said of them goes along as record::join_studies() has it; export_leaves_out()
    /// names what does not.
    Result<void> export_records(const std::vector<std::int64_t>& study_ids,
                                const std::string& path,
                                const ExportOptions& options);

    /// What several studies as one record cannot say, since they do not agree: "the storage
    /// target", "the price an hour".
    Result<std::vector<std::string>> export_leaves_out(const std::vector<std::int64_t>& study_ids);

    /// What the library and the records beside it (record_folder.h) take of the disk.
    Result<LibrarySpace> space();
    /// Makes records of the studies that have none, since an older program took them in, for about
    /// as long as `budget`; returns how many are left for the next call. A library that may not be
    /// written to is left alone.
    Result<std::int64_t> keep_missing_records(std::chrono::milliseconds budget);
    /// Removes the records of these studies to save space. The studies stay as they are, but a
    /// damaged library then may lose them.
    Result<DroppedRecords> drop_records(const std::vector<std::int64_t>& study_ids);

    /// The index as one file, which holds all that can be read of the studies: their records are
    /// made from it again. Errors: also Usage when it is there already.
    Result<void> backup(const std::string& path, bool replace);
    Result<void> backup(const std::string& path) { return backup(path, false); }
    /// Puts a backup in place of what the library holds; returns the file where that was saved.
    /// Errors: also Format, Version for no sound backup; nothing is changed then.
    Result<std::string> restore(const std::string& backup_path);
    /// "" for a sound library, else what is wrong. Blocks: reads everything.
    Result<std::string> check();

private:
    Library(Database database, std::string path, bool read_only);

    /// `record_bytes`: of the file's that are the study's whole record; 0: there is no such file.
    Result<IngestReport> merge(record::Study study,
                               const std::string& source_path,
                               std::uint64_t record_bytes,
                               Differing differing);
    Result<void> check_run(std::int64_t run_id) const;
    Result<void> keep_marks(const std::vector<std::int64_t>& study_ids);

    std::unique_ptr<Database> database_;
    std::unique_ptr<RecordFolder> records_;
    std::string path_;
    bool read_only_;
    bool keeps_records_;  ///< else the file alone may be written, in a folder of somebody else's
};

}  // namespace throughline::store
