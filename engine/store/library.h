// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/record/machine.h"
#include "engine/record/read_record.h"
#include "engine/record/study.h"

namespace throughline::store {

/// A study as a list shows it.
struct StudyRow {
    std::int64_t id = 0;
    std::string uuid;
    std::string title;
    record::Origin origin = record::Origin::Measured;
    std::string started_at;
    std::string host;
    /// What it was measured on, without its disks: for record::place_of() and
    /// record::machine_names().
    record::Machine machine{};
    bool interrupted = false;
    std::int64_t run_count = 0;
    std::int64_t runs_done = 0;  ///< results: measured to their end, and untouched
    /// Of the results: the best of the whole pipeline; of the stages alone when there is none.
    std::optional<double> best_images_per_second{};
    std::string verdict;
    record::Grade grade = record::Grade::None;
    std::string source_path;  ///< the file it was ingested from
    /// What that best rate is of: "full", or the stage when the pipeline was never measured.
    std::string best_stages{};
    std::string device{};  ///< those its figures name, else the storage target
    std::string model{};

    // What the user says of it.
    std::vector<std::string> tags{};  ///< sorted
    std::string note{};
    bool baseline = false;                   ///< what others are compared with; one study at most
    std::string target{};                    ///< id of a storage target of the catalogue
    std::optional<double> price_per_hour{};  ///< USD
};

/// What is to be changed of a study; what is left out stays.
struct StudyChange {
    std::optional<std::string> title{};
    std::optional<std::string> note{};
    std::optional<std::vector<std::string>> tags{};
    std::optional<bool> baseline{};
    std::optional<std::string> target{};
    std::optional<std::optional<double>> price_per_hour{};
};

/// How studies are written for others.
struct ExportOptions {
    bool host_names = true;  ///< false: hosts are numbered, paths cut to their last part
};

/// A run with its figures; samples are read separately.
struct RunRow {
    std::int64_t id = 0;
    std::int64_t study_id = 0;
    int number = 0;
    record::RunStatus status = record::RunStatus::Done;
    std::string started_at{};  ///< UTC, ISO 8601; empty: the record does not say
    spec::Settings settings;
    record::Summaries metrics;
    std::map<std::string, std::string, std::less<>> absent;
};

/// Samples of one metric of one run; the columns are equally long.
struct Series {
    std::vector<double> t_s;  ///< end of each interval, since the run started
    std::vector<double> values;
    std::vector<double> dt_s;           ///< length of each interval
    std::vector<record::Phase> phases;  ///< warm-up and drain are no part of the run's figures
    std::vector<int> repeats;           ///< from 1
};

/// A part of a run's time, and in how many cells a chart can show it.
struct Stretch {
    double from_s = -std::numeric_limits<double>::infinity();
    double to_s = std::numeric_limits<double>::infinity();
    std::size_t cells = SIZE_MAX;  ///< about
    /// It is widened to whole multiples of this many sample lines, counted from the first of the
    /// run: so a coarser cell is in it with all of its lines, or with none.
    std::int64_t whole_lines = 1;
};

/// Samples of one metric in a stretch of a run, each cell a number of sample lines; the columns are
/// equally long. Cells without a value are left out, and what an importer marked as warm-up, which
/// is no second of the measurement: a report since boot, a part of an interval.
struct Envelope {
    std::vector<double> t_s{};   ///< middle of the cell's time; of single samples their end
    std::vector<double> mean{};  ///< by time
    std::vector<double> low{};
    std::vector<double> high{};
    std::vector<std::int64_t> lines{};    ///< its first sample line, from 0
    std::vector<record::Phase> phases{};  ///< of that line
    std::vector<int> repeats{};           ///< of that line, from 1
    std::int64_t lines_of_cell = 1;       ///< 1: each cell is a sample
    std::int64_t first_line = 0;          ///< of the stretch as it was widened
    std::int64_t end_line = 0;
    std::int64_t samples = 0;   ///< in all cells
    std::int64_t left_out = 0;  ///< of an imported run: see above
};

struct IngestReport {
    std::int64_t study_id = 0;
    std::string uuid;
    std::int64_t lines_new = 0;  ///< 0: everything was there already
    bool in_bin = false;         ///< the study lies in the bin, where it stays until restored
    /// It was there with other figures, read from the same file by an older program.
    bool replaced = false;
    std::optional<record::RecordDamage> damage;
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
    /// missing. Failing to is no error here: open() then names the cause.
    static std::string default_path();
    virtual ~Library() = default;

    /// Whether the file or its folder is write-protected: what changes the library then fails with
    /// Permission, everything else works.
    virtual bool read_only() const noexcept = 0;
    /// For who is about to do long work that ends in a change. Errors: Permission when read_only().
    virtual Result<void> check_writable() const = 0;

    /// Takes a .tlrun in, one short transaction. Of a study whose uuid is there the content is
    /// compared: a second time changes nothing, a longer version of the same record adds what is
    /// new, an older, shorter copy changes nothing either, and other figures are refused (Usage).
    /// The record may still be being written. Of a damaged one the lines before the damage are
    /// taken in.
    virtual Result<IngestReport> ingest(const std::string& tlrun_path) = 0;
    /// The same for a study that is in memory: an importer's result, for instance. An imported one
    /// with other figures was read from the same file by another version of its importer, and
    /// replaces what that read. Errors: also Usage (no uuid, a time that is no number).
    virtual Result<IngestReport> add(record::Study study, const std::string& source_path) = 0;

    /// Published studies as the catalogue has them now: new ones are added, those it no longer has
    /// go. What the user threw into the bin stays there. Returns how many were added or removed.
    virtual Result<std::int64_t> keep_published(std::vector<record::Study> studies) = 0;

    /// Newest first; those in the bin only when asked.
    virtual Result<std::vector<StudyRow>> studies(bool in_bin = false) = 0;
    virtual Result<StudyRow> study(std::int64_t id) = 0;
    /// The studies whose uuid begins with `begin`, those in the bin too.
    virtual Result<std::vector<std::int64_t>> studies_by_uuid(std::string_view begin) = 0;
    /// In the order of their numbers, with what analysis::derive() added to their figures.
    virtual Result<std::vector<RunRow>> runs(std::int64_t study_id) = 0;
    virtual Result<record::Header> header(std::int64_t study_id) = 0;
    /// Those of no run first.
    virtual Result<std::vector<record::Note>> notes(std::int64_t study_id) = 0;
    /// The verdict with its evidence; none when the record was interrupted before it.
    virtual Result<std::optional<record::Verdict>> verdict(std::int64_t study_id) = 0;
    /// Keys of the metrics that the run has samples of, sorted.
    virtual Result<std::vector<std::string>> series_metrics(std::int64_t run_id) = 0;
    /// Empty when the run has no samples of that metric.
    virtual Result<Series> series(std::int64_t run_id, std::string_view metric_key) = 0;
    /// What a chart can show of them, however many they are. Empty when the run has no samples of
    /// that metric.
    virtual Result<Envelope> envelope(std::int64_t run_id,
                                      std::string_view metric_key,
                                      const Stretch& stretch) = 0;
    virtual Result<std::vector<record::HistogramLine>> histograms(std::int64_t run_id) = 0;
    /// The whole study as it was recorded, samples included; analysis::derive() it for its
    /// ceilings.
    virtual Result<record::Study> load(std::int64_t study_id) = 0;
    /// The same without samples and histograms, with what analysis::derive() added to its figures:
    /// in no time, however long the study was.
    virtual Result<record::Study> load_figures(std::int64_t study_id) = 0;

    Result<void> rename(std::int64_t study_id, const std::string& title) {
        return change(study_id, {.title = title});
    }
    /// Errors: also Usage (an empty title, a price below 0).
    Result<void> change(std::int64_t study_id, const StudyChange& change) {
        return change_all({{study_id, change}});
    }
    /// Several at once: all of them or none.
    virtual Result<void> change_all(
        const std::vector<std::pair<std::int64_t, StudyChange>>& changes) = 0;
    /// Studies outside the bin in which each word of `text` begins a word: of title, note, tags,
    /// host, verdict, settings, environment, notes. Best first; all, newest first, for no word.
    virtual Result<std::vector<std::int64_t>> search(std::string_view text) = 0;
    /// Moves to the bin and back; nothing is lost. Several at once: all of them or none.
    virtual Result<void> set_in_bin(const std::vector<std::int64_t>& study_ids, bool in_bin) = 0;
    Result<void> set_in_bin(std::int64_t study_id, bool in_bin) {
        return set_in_bin(std::vector{study_id}, in_bin);
    }
    /// Removes what lies in the bin for good and gives its space back; returns how many studies.
    virtual Result<std::int64_t> purge_bin() = 0;
    /// Writes the study as a .tlrun again, which reads as an equal study. Errors: as
    /// write_file_atomically().
    virtual Result<void> export_record(std::int64_t study_id, const std::string& path) = 0;
    /// Several studies as one .tlrun, whose runs they are; one alone stays the study that it was.
    /// What the user said of them goes along as record::join_studies() has it; export_leaves_out()
    /// names what does not.
    virtual Result<void> export_records(const std::vector<std::int64_t>& study_ids,
                                        const std::string& path,
                                        const ExportOptions& options) = 0;

    /// What several studies as one record cannot say, since they do not agree: "the storage
    /// target", "the price an hour".
    Result<std::vector<std::string>> export_leaves_out(const std::vector<std::int64_t>& study_ids);

    /// The whole library as one file. Errors: also Usage when it is there already.
    virtual Result<void> backup(const std::string& path, bool replace) = 0;
    Result<void> backup(const std::string& path) { return backup(path, false); }
    /// Puts a backup in place of what the library holds; returns the file where that was saved.
    /// Errors: also Format, Version for no sound backup; nothing is changed then.
    virtual Result<std::string> restore(const std::string& backup_path) = 0;
    /// "" for a sound library, else what is wrong. Blocks: reads everything.
    virtual Result<std::string> check() = 0;
};

}  // namespace throughline::store
