// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/import_run.h"

#include "engine/base/say_again.h"
#include "engine/importers/draft/merge.h"
#include "ui/bridge/csv_memory.h"
#include "ui/bridge/error_text.h"

namespace throughline::ui {

namespace {

constexpr int kTickMs = 100;

QString text(const std::string& words) {
    return QString::fromStdString(words);
}

/// What is to be said of a file that was understood: warnings first, then the rest.
QString remarksOf(const importers::ImportedFile& file) {
    QStringList lines;
    for (const bool warnings : {true, false}) {
        for (const record::Note& note : file.study.notes) {
            const bool asks = note.code == "import.nothing" && !file.questions.empty();
            if ((note.level != record::Level::Info) == warnings && !asks) {
                lines << text(say_again(note.text));
            }
        }
    }
    for (const std::string& format : file.also_holds) {
        lines << ImportRun::tr("The file also holds %1, which was left out.").arg(text(format));
    }
    return lines.join(u'\n');
}

ImportOutcome outcomeOf(const importers::ImportedFile& file, const QString& path) {
    ImportOutcome outcome;
    outcome.path = path;
    outcome.formatId = file.format;
    outcome.format = text(file.format_title);
    outcome.tool =
        text(file.tool_version.empty() ? std::string() : file.tool + ' ' + file.tool_version);
    outcome.runs = static_cast<int>(file.study.runs.size());
    for (const record::RunData& run : file.study.runs) {
        outcome.samples += static_cast<qint64>(run.samples.size());
    }
    outcome.rowsDropped = file.rows_dropped;
    outcome.message = remarksOf(file);
    for (const record::Note& note : file.study.notes) {
        outcome.warnings += note.level != record::Level::Info ? 1 : 0;
    }
    outcome.questions = file.questions;
    return outcome;
}

/// The list has the file's name in a column of its own.
std::string withoutAct(std::string words, const QString& path) {
    const std::string act = "import '" + path.toStdString() + "': ";
    return words.starts_with(act) ? words.substr(act.size()) : words;
}

ImportOutcome failed(const QString& path, const Error& error) {
    ImportOutcome outcome;
    outcome.path = path;
    outcome.state = error.code == ErrorCode::Stopped ? ImportOutcome::State::Stopped
                                                     : ImportOutcome::State::Failed;
    // A format that is not known is nothing that this machine lacks: the engine's words alone.
    outcome.message = error.code == ErrorCode::Unsupported || error.code == ErrorCode::Format
                          ? text(say_again(withoutAct(describe(error), path)))
                          : errorText(error);
    if (!outcome.message.isEmpty()) {
        outcome.message[0] = outcome.message[0].toUpper();
    }
    return outcome;
}

ImportOutcome takeRecord(store::Library& library, const ImportTask& task) {
    const QString path = text(task.file.path);
    const auto report = library.ingest(task.file.path);
    if (!report) {
        return failed(path, report.error());
    }
    ImportOutcome outcome;
    outcome.path = path;
    outcome.format = ImportRun::tr("Throughline record");
    outcome.study = report->study_id;
    outcome.inBin = report->in_bin;
    outcome.state = report->lines_new == 0 ? ImportOutcome::State::AlreadyThere
                                           : ImportOutcome::State::Imported;
    if (const auto row = library.study(report->study_id)) {
        outcome.runs = static_cast<int>(row->run_count);
    }
    if (report->damage) {
        outcome.message =
            ImportRun::tr("Damaged from line %1 on (%2); the lines before it were imported.")
                .arg(report->damage->line)
                .arg(text(say_again(report->damage->text)));
    }
    return outcome;
}

/// Puts what was understood into the library.
ImportOutcome store(store::Library& library,
                    importers::ImportedFile file,
                    const QString& path,
                    const std::vector<qint64>& replaces) {
    ImportOutcome outcome = outcomeOf(file, path);
    if (!file.has_runs()) {
        outcome.state = ImportOutcome::State::Nothing;
        return outcome;
    }
    const auto report = library.add(std::move(file.study), path.toStdString());
    if (!report) {
        return failed(path, report.error());
    }
    outcome.study = report->study_id;
    outcome.inBin = report->in_bin;
    outcome.state = report->lines_new == 0 ? ImportOutcome::State::AlreadyThere
                                           : ImportOutcome::State::Imported;
    const bool answered = std::ranges::any_of(replaces, [](qint64 old) { return old != 0; });
    if (answered && outcome.inBin) {
        // Back to an earlier answer, whose study a later one has put into the bin.
        if (library.set_in_bin(outcome.study, false)) {
            outcome.inBin = false;
            outcome.state = ImportOutcome::State::Imported;
        }
    }
    for (const qint64 old : replaces) {
        if (old != 0 && old != outcome.study) {
            // It only loses its place in the list, so a failure loses nothing.
            static_cast<void>(library.set_in_bin(old, true));
        }
    }
    return outcome;
}

}  // namespace

ImportOutcome importOne(store::Library& library, const ImportTask& task) {
    const QString path = text(task.file.path);
    if (importers::is_record(task.file.path)) {
        return takeRecord(library, task);
    }
    auto file = importers::import_file(task.file.path, task.how);
    if (!file) {
        ImportOutcome outcome = failed(path, file.error());
        if (task.file.from_folder() && file.error().code == ErrorCode::Unsupported) {
            outcome.state = ImportOutcome::State::Skipped;
        }
        return outcome;
    }
    return store(library, *std::move(file), path, {task.replaces});
}

ImportOutcome importMerged(store::Library& library, const std::vector<ImportPart>& parts) {
    std::vector<importers::MergePart> files;
    std::vector<qint64> replaces;
    for (const ImportPart& part : parts) {
        auto file = importers::import_file(part.path.toStdString(), part.how);
        if (!file) {
            return failed(part.path, file.error());
        }
        files.push_back({.file = *std::move(file), .clock_ahead_s = part.clockAheadSeconds});
        replaces.push_back(part.replaces);
    }
    const QString path = parts.empty() ? QString() : parts.front().path;
    auto merged = importers::merge_files(std::move(files));
    return merged ? store(library, *std::move(merged), path, replaces)
                  : failed(path, merged.error());
}

ImportRun::ImportRun(LibraryService* library, QObject* parent)
    : QObject(parent), library_(library), shared_(std::make_shared<Shared>()) {
    tick_.setInterval(kTickMs);
    connect(&tick_, &QTimer::timeout, this, [this] {
        if (at_ < queue_.size() && queue_[at_].task.file.bytes > 0) {
            const auto all = static_cast<double>(queue_[at_].task.file.bytes);
            Q_EMIT progressed(queue_[at_].row, static_cast<double>(shared_->bytes.load()) / all);
        }
    });
}

ImportRun::~ImportRun() {
    stop();
}

void ImportRun::stop() {
    shared_->stop.request_stop();
}

void ImportRun::begin() {
    shared_ = std::make_shared<Shared>();
    running_ = true;
    at_ = 0;
    queue_.clear();
}

void ImportRun::start(const QStringList& paths) {
    begin();
    std::vector<std::string> names;
    for (const QString& path : paths) {
        names.push_back(path.toStdString());
    }
    struct Found {
        std::vector<importers::Candidate> files;
        std::vector<importers::CsvMapping> mappings;
    };
    library_->query<Found>(
        this,
        [names, shared = shared_](store::Library&) {
            return Result<Found>(
                {importers::find_candidates(names, shared->stop.get_token()), csvMappings()});
        },
        [this](Result<Found> found) {
            if (!found) {  // the library cannot be used: said by the window
                finish();
                return;
            }
            for (std::size_t row = 0; row < found->files.size(); ++row) {
                importers::Options how;
                how.mappings = found->mappings;
                queue_.push_back({static_cast<int>(row), {found->files[row], how, 0}});
            }
            Q_EMIT this->found(found->files);
            next();
        });
}

void ImportRun::again(const std::vector<int>& rows, std::vector<ImportTask> tasks) {
    begin();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        queue_.push_back({rows[i], std::move(tasks[i])});
    }
    next();
}

void ImportRun::next() {
    if (at_ == queue_.size() || shared_->stop.stop_requested()) {
        finish();
        return;
    }
    Q_EMIT fileStarted(queue_[at_].row);
    shared_->bytes = 0;
    tick_.start();
    ImportTask task = queue_[at_].task;
    task.how.progress = [shared = shared_](std::uint64_t bytes) {
        shared->bytes = bytes;
        return !shared->stop.stop_requested();
    };
    library_->query<ImportOutcome>(
        this,
        [task](store::Library& library) { return Result<ImportOutcome>(importOne(library, task)); },
        [this](Result<ImportOutcome> outcome) {
            tick_.stop();
            const Queued& done = queue_[at_++];
            Q_EMIT fileDone(
                done.row, outcome ? *outcome : failed(text(done.task.file.path), outcome.error()));
            next();
        });
}

void ImportRun::finish() {
    const bool stopped = shared_->stop.stop_requested();
    running_ = false;
    library_->refresh();
    Q_EMIT ended(stopped);
}

void ImportRun::merge(std::vector<ImportPart> parts) {
    begin();
    library_->query<ImportOutcome>(
        this,
        [parts = std::move(parts)](store::Library& library) {
            return Result<ImportOutcome>(importMerged(library, parts));
        },
        [this](Result<ImportOutcome> outcome) {
            Q_EMIT merged(outcome ? *outcome : failed(QString(), outcome.error()));
            finish();
        });
}

}  // namespace throughline::ui
