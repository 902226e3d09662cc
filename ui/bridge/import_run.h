// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <QTimer>
#include <atomic>
#include <memory>
#include <stop_token>
#include <vector>

#include "engine/importers/candidates.h"
#include "engine/importers/importer.h"
#include "ui/bridge/library_service.h"

namespace throughline::ui {

/// What became of a file.
struct ImportOutcome {
    enum class State {
        Waiting,
        Imported,
        AlreadyThere,  ///< the same bytes with the same answers
        Nothing,       ///< recognised, but it holds nothing to import
        Skipped,       ///< found in a folder, and no result of anything
        Failed,
        Stopped
    };
    State state = State::Waiting;
    QString path;
    std::string formatId;  ///< "fio-json"; empty for a record
    QString format;        ///< "fio JSON"
    QString tool;          ///< "fio 3.16"; empty when the file does not say
    int runs = 0;
    qint64 samples = 0;
    quint64 rowsDropped = 0;
    int warnings = 0;
    QString message;  ///< why it failed, or what is to be said of it; may hold several lines
    std::vector<importers::Question> questions;
    qint64 study = 0;  ///< in the library; 0 = none
    bool inBin = false;

    /// A plain table, whose columns have to be mapped.
    bool isCsv() const { return formatId == "csv"; }
};

/// A file to take in, and how.
struct ImportTask {
    importers::Candidate file;
    importers::Options how;
    qint64 replaces = 0;  ///< a study that this one replaces: it goes to the bin
};

/// A file of a run that several files watched.
struct ImportPart {
    QString path;
    importers::Options how;
    double clockAheadSeconds = 0.0;
    qint64 replaces = 0;
};

/// Takes a file into the library. Blocks: on the disk; for the library's thread.
ImportOutcome importOne(store::Library& library, const ImportTask& task);
/// The same for several files of one run.
ImportOutcome importMerged(store::Library& library, const std::vector<ImportPart>& parts);

/// Takes files and folders in on the library's thread, one job a file, so that the window's other
/// questions are answered in between.
/// Thread: GUI.
class ImportRun : public QObject {
    Q_OBJECT
public:
    explicit ImportRun(LibraryService* library, QObject* parent = nullptr);
    ~ImportRun() override;  // stops what is under way

    /// Walks the folders, reads the remembered mappings, then takes one file after the other.
    void start(const QStringList& paths);
    /// Takes these files in again, with other answers; rows are those of found().
    void again(const std::vector<int>& rows, std::vector<ImportTask> tasks);
    void merge(std::vector<ImportPart> parts);
    /// The file under way ends with nothing of it taken; those before it stay.
    void stop();
    bool isRunning() const noexcept { return running_; }

Q_SIGNALS:
    void found(const std::vector<throughline::importers::Candidate>& files);
    void fileStarted(int row);
    void progressed(int row, double share);
    void fileDone(int row, const throughline::ui::ImportOutcome& outcome);
    void merged(const throughline::ui::ImportOutcome& outcome);
    void ended(bool stopped);

private:
    struct Shared {
        std::stop_source stop;
        std::atomic<std::uint64_t> bytes{0};
    };
    struct Queued {
        int row = 0;
        ImportTask task;
    };
    void begin();
    void next();
    void finish();

    LibraryService* library_;  // borrowed
    std::shared_ptr<Shared> shared_;
    std::vector<Queued> queue_;
    std::size_t at_ = 0;
    bool running_ = false;
    QTimer tick_;
};

}  // namespace throughline::ui
