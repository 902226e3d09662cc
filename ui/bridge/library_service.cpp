// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/library_service.h"

#include <QFileInfo>
#include <chrono>
#include <filesystem>

#include "engine/analysis/derive.h"
#include "engine/analysis/verdict.h"
#include "engine/catalog/catalog.h"
#include "engine/importers/published/published.h"
#include "engine/record/read_record.h"
#include "engine/store/rescue.h"
#include "ui/bridge/error_text.h"
#include "ui/bridge/spool.h"

namespace throughline::ui {

namespace {

/// Others who ask the library something wait that long.
constexpr std::chrono::milliseconds kKeepBudget{100};

/// In a folder that is made if it is not there. Errors: those of Library::open(), Permission, Io.
Result<std::unique_ptr<store::Library>> openWithFolder(const QString& file) {
    const std::string folder = QFileInfo(file).absolutePath().toStdString();
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) {
        return errno_error(LibraryService::tr("make the folder %1")
                               .arg(QString::fromStdString(folder))
                               .toStdString(),
                           failed.value());
    }
    return store::Library::open(file.toStdString());
}

/// What became of the damaged library, the user's own measurements first.
QString rescueWords(const store::RescueReport& report) {
    QStringList sentences;
    for (const std::string& sentence : store::rescue_sentences(report)) {
        sentences << QString::fromStdString(sentence);
    }
    return sentences.join(QLatin1Char('\n'));
}

}  // namespace

LibraryService::LibraryService(const QString& path, QObject* parent)
    : QObject(parent), shelf_(std::make_shared<Shelf>()) {
    worker_ = new QObject;
    worker_->moveToThread(&thread_);
    connect(&thread_, &QThread::finished, worker_, &QObject::deleteLater);
    thread_.setObjectName(QStringLiteral("library"));
    apart_.setMaxThreadCount(1);
    thread_.start();
    post([this, path](Shelf& shelf) {
        const QString file =
            path.isEmpty() ? QString::fromStdString(store::Library::default_path()) : path;
        auto library = openWithFolder(file);
        if (!library && library.error().code == ErrorCode::Format) {
            if (const auto report = store::rescue(file.toStdString())) {
                reply([this, words = rescueWords(*report)] { Q_EMIT rescued(words); });
                library = store::Library::open(file.toStdString());
            }
        }
        shelf.path = file;
        if (library) {
            shelf.library = std::move(*library);
            reply([this, file] { Q_EMIT opened(file); });
            keepRecords();
            if (shelf.library->read_only()) {
                reply([this, file] {
                    Q_EMIT said(tr("%1 is read-only: studies can be explored and exported, but not "
                                   "changed or added.")
                                    .arg(file));
                });
            }
        } else {
            shelf.problem = library.error();
            reply([this, reason = errorText(library.error())] { Q_EMIT unusable(reason); });
        }
    });
}

LibraryService::~LibraryService() {
    apart_stop_.request_stop();
    // The end is queued behind everything that was asked.
    post([this](Shelf& shelf) {
        shelf.library.reset();
        thread_.quit();
    });
    thread_.wait();
    apart_.waitForDone();
}

void LibraryService::post(std::function<void(Shelf&)> job) {
    ++under_way_;
    QMetaObject::invokeMethod(
        worker_,
        [this, shelf = shelf_, job = std::move(job)] {
            job(*shelf);
            reply([this] { --under_way_; });  // behind the answers of the job
        },
        Qt::QueuedConnection);
}

void LibraryService::postIfOpen(std::function<void(Shelf&)> job) {
    post([job = std::move(job)](Shelf& shelf) {
        if (shelf.library) {
            job(shelf);
        }
    });
}

void LibraryService::reply(std::function<void()> answer) {
    QMetaObject::invokeMethod(this, std::move(answer), Qt::QueuedConnection);
}

void LibraryService::keepRecords() {
    post([this](Shelf& shelf) {
        const auto left = shelf.library ? shelf.library->keep_missing_records(kKeepBudget)
                                        : Result<std::int64_t>(0);
        // What cannot be read, or finds no room, waits for the next start.
        if (left && *left > 0 && *left < shelf.records_left) {
            shelf.records_left = *left;
            keepRecords();
        }
    });
}

void LibraryService::refresh() {
    post([this](Shelf& shelf) { list(shelf); });
}

void LibraryService::list(Shelf& shelf) {
    if (!shelf.library) {
        return;
    }
    auto rows = shelf.library->studies();
    if (!rows) {
        report(shelf, Error(rows.error()));
        return;
    }
    reply([this, studies = *std::move(rows)] { Q_EMIT studiesListed(studies); });
}

void LibraryService::ingestOne(Shelf& shelf, const QString& path, bool spooled) {
    auto result = shelf.library ? shelf.library->ingest(path.toStdString())
                                : Result<store::IngestReport>(Error(*shelf.problem));
    if (!result && rescuedFrom(shelf, result.error()) && shelf.library) {
        result = shelf.library->ingest(path.toStdString());  // the record is not at fault
    }
    if (!result) {
        const QString reason = errorText(result.error());
        const bool unreadable = shelf.library && result.error().code == ErrorCode::Format &&
                                !isOf(shelf, result.error());
        if (spooled && unreadable) {
            putAside(path);  // it will not become readable: said once, not at every start
        }
        reply([this, path, reason] { Q_EMIT ingestFailed(path, reason); });
        return;
    }
    if (spooled) {
        (result->damage ? putAside : removeSpooled)(path);
    }
    QString remark;
    if (result->damage) {
        remark = tr("Damaged from line %1 on (%2); the lines before it were imported.")
                     .arg(result->damage->line)
                     .arg(QString::fromStdString(result->damage->text));
    } else if (result->lines_new == 0) {
        remark = tr("The study is already in the library.");
    }
    const auto row = shelf.library->study(result->study_id);
    const bool has_figures = !row || row->key_value.has_value();
    reply([this, path, remark, has_figures, report = *result] {
        Q_EMIT ingested(
            report.study_id, QString::fromStdString(report.uuid), path, remark, has_figures);
    });
}

void LibraryService::ingest(const QStringList& paths) {
    post([this, paths](Shelf& shelf) {
        for (const QString& path : paths) {
            ingestOne(shelf, path, false);
        }
        list(shelf);
    });
}

void LibraryService::readRecord(const QString& path) {
    auto record = record::read_record(path.toStdString());
    StudyPtr study;
    if (record) {
        analysis::derive(record->study);
        if (!record->study.verdict) {  // interrupted: what came is judged all the same
            record->study.verdict = analysis::judge(record->study);
        }
        study = std::make_shared<const record::Study>(std::move(record->study));
    }
    reply([this, path, study] { Q_EMIT recordRead(path, study); });
}

void LibraryService::ingestSpooled(const QString& path) {
    post([this, path](Shelf& shelf) {
        readRecord(path);
        ingestOne(shelf, path, true);
        list(shelf);
    });
}

void LibraryService::takeInSpool(const QString& folder) {
    post([this, folder](Shelf& shelf) {
        const SpoolContents spool = scanSpool(folder);
        for (const QString& path : spool.ended) {
            ingestOne(shelf, path, true);
        }
        list(shelf);
        if (!spool.live.isEmpty()) {
            reply([this, live = spool.live] { Q_EMIT liveRecordsFound(live); });
        }
    });
}

void LibraryService::report(Shelf& shelf, const Result<void>& result) {
    if (!result) {
        const Error error = rescuedFrom(shelf, result.error()).value_or(result.error());
        reply([this, text = errorText(error)] { Q_EMIT failed(text); });
    }
}

bool LibraryService::isOf(const Shelf& shelf, const Error& error) {
    return describe(error).find(shelf.path.toStdString()) != std::string::npos;
}

std::optional<Error> LibraryService::rescuedFrom(Shelf& shelf, const Error& error) {
    const bool suspect = shelf.library && !shelf.rescue_failed;
    if (!suspect || error.code != ErrorCode::Format || !isOf(shelf, error)) {
        return std::nullopt;
    }
    const auto problems = shelf.library->check();
    const bool damaged = problems ? !problems->empty() : problems.error().code == ErrorCode::Format;
    if (!damaged) {
        return std::nullopt;
    }
    rescue(shelf);
    if (shelf.rescue_failed) {
        return std::nullopt;
    }
    return Error{.code = ErrorCode::Format,
                 .what = tr("The library was damaged. It is set aside, and a new one is made from "
                            "its records: do this again.")
                             .toStdString()};
}

void LibraryService::change(std::int64_t study, const store::StudyChange& change) {
    postIfOpen([this, study, change](Shelf& shelf) {
        report(shelf, shelf.library->change(study, change));
        list(shelf);
    });
}

void LibraryService::addPublished() {
    post([this](Shelf& shelf) {
        if (!shelf.library || shelf.library->read_only()) {
            return;
        }
        const auto changed = shelf.library->keep_published(
            importers::published_studies(catalog::Catalog::built_in()));
        if (!changed) {
            report(shelf, Error(changed.error()));
        } else if (*changed > 0) {
            list(shelf);
        }
    });
}

void LibraryService::backup(const QString& path) {
    postIfOpen([this, path](Shelf& shelf) {
        // The file dialog has asked already whether it may be replaced.
        auto done = shelf.library->backup(path.toStdString(), true);
        report(shelf, done);
        if (done) {
            reply([this, path] { Q_EMIT exported(path); });
        }
    });
}

void LibraryService::restore(const QString& path) {
    postIfOpen([this, path](Shelf& shelf) {
        const auto kept = shelf.library->restore(path.toStdString());
        if (!kept) {
            report(shelf, Error(kept.error()));
            return;
        }
        reply([this, file = QString::fromStdString(*kept)] {
            Q_EMIT said(tr("Restored. The previous library is kept in %1.").arg(file));
        });
        shelf.records_left = std::numeric_limits<std::int64_t>::max();
        keepRecords();
        list(shelf);
    });
}

void LibraryService::checkAndRescue() {
    post([this](Shelf& shelf) {
        const auto problems =
            shelf.library ? shelf.library->check() : Result<std::string>(Error(*shelf.problem));
        if (problems && problems->empty()) {
            reply([this] { Q_EMIT said(tr("The library is intact.")); });
            return;
        }
        rescue(shelf);
    });
}

void LibraryService::rescue(Shelf& shelf) {
    shelf.library.reset();
    const auto done = store::rescue(shelf.path.toStdString());
    shelf.rescue_failed = !done;
    if (done) {
        reply([this, words = rescueWords(*done)] { Q_EMIT rescued(words); });
    } else {
        report(shelf, Error(done.error()));
    }
    auto library = store::Library::open(shelf.path.toStdString());
    if (library) {
        shelf.library = std::move(*library);
        shelf.problem.reset();
        addPublished();  // those that lost something are made anew
        shelf.records_left = std::numeric_limits<std::int64_t>::max();
        keepRecords();
    } else {
        shelf.problem = library.error();
    }
    list(shelf);
}

void LibraryService::setInBin(const std::vector<std::int64_t>& studies,
                              bool inBin,
                              const std::function<void()>& done) {
    postIfOpen([this, studies, inBin, done](Shelf& shelf) {
        const Result<void> result = shelf.library->set_in_bin(studies, inBin);
        report(shelf, result);
        if (result && done) {
            reply(done);
        }
        list(shelf);
    });
}

void LibraryService::exportRecords(const std::vector<std::int64_t>& studies,
                                   const QString& path,
                                   bool hostNames) {
    postIfOpen([this, studies, path, hostNames](Shelf& shelf) {
        auto result =
            shelf.library->export_records(studies, path.toStdString(), {.host_names = hostNames});
        report(shelf, result);
        if (result) {
            reply([this, path] { Q_EMIT exported(path); });
        }
    });
}

}  // namespace throughline::ui
