// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/library_service.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>

#include "engine/run/derive.h"
#include "ui/bridge/error_text.h"
#include "ui/bridge/paths.h"
#include "ui/bridge/spool.h"

namespace throughline::ui {

namespace {

/// The best measured rate of the whole pipeline; of the stages alone when it was never measured.
void readBest(store::Library& library, StudyItem& item) {
    auto runs = library.runs(item.row.id);
    if (!runs) {
        return;
    }
    item.bestImagesPerSecond.reset();
    item.bestStages.clear();
    item.runsDone = 0;
    for (const store::RunRow& run : *runs) {
        item.runsDone += run.status == run::RunStatus::Done ? 1 : 0;
        const auto rate = run.metrics.find("images_per_second");
        if (rate == run.metrics.end()) {
            continue;
        }
        const double value = rate->second.value;
        const auto named = run.settings.find("stages");
        const std::string stages =
            named == run.settings.end() ? "full" : run::setting_text(named->second);
        const bool first = !item.bestImagesPerSecond;
        const bool better_kind = stages == "full" && item.bestStages != "full";
        const bool same_kind = (stages == "full") == (item.bestStages == "full");
        if (first || better_kind || (same_kind && value > *item.bestImagesPerSecond)) {
            item.bestImagesPerSecond = value;
            item.bestStages = stages;
        }
    }
}

}  // namespace

LibraryService::LibraryService(const QString& path, QObject* parent)
    : QObject(parent), shelf_(std::make_shared<Shelf>()) {
    worker_ = new QObject;
    worker_->moveToThread(&thread_);
    connect(&thread_, &QThread::finished, worker_, &QObject::deleteLater);
    thread_.setObjectName(QStringLiteral("library"));
    thread_.start();
    post([this, path](Shelf& shelf) {
        const QString file =
            path.isEmpty() ? QString::fromStdString(store::Library::default_path()) : path;
        QDir().mkpath(QFileInfo(file).absolutePath());
        auto library = store::Library::open(path.toStdString());
        if (library) {
            shelf.library = std::move(*library);
            reply([this, file] { Q_EMIT opened(file); });
        } else {
            shelf.problem = library.error();
            reply([this, reason = errorText(library.error())] { Q_EMIT unusable(reason); });
        }
    });
}

LibraryService::~LibraryService() {
    // The end is queued behind everything that was asked.
    post([this](Shelf& shelf) {
        shelf.library.reset();
        thread_.quit();
    });
    thread_.wait();
}

void LibraryService::post(std::function<void(Shelf&)> job) {
    QMetaObject::invokeMethod(
        worker_, [shelf = shelf_, job = std::move(job)] { job(*shelf); }, Qt::QueuedConnection);
}

void LibraryService::reply(std::function<void()> answer) {
    QMetaObject::invokeMethod(this, std::move(answer), Qt::QueuedConnection);
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
        report(Error(rows.error()));
        return;
    }
    std::vector<StudyItem> items;
    items.reserve(rows->size());
    for (store::StudyRow& row : *rows) {
        StudyItem& known = shelf.known[row.id];
        const bool fresh = known.row.uuid == row.uuid && known.row.run_count == row.run_count &&
                           known.row.interrupted == row.interrupted;
        known.row = std::move(row);
        if (!fresh) {
            readBest(*shelf.library, known);
        }
        items.push_back(known);
    }
    reply([this, items = std::move(items)] { Q_EMIT studiesListed(items); });
}

void LibraryService::ingestOne(Shelf& shelf, const QString& path, bool spooled) {
    auto result = shelf.library ? shelf.library->ingest(path.toStdString())
                                : Result<store::IngestReport>(Error(*shelf.problem));
    if (!result) {
        const QString reason = errorText(result.error());
        if (spooled && result.error().code == ErrorCode::Format) {
            putAside(path);  // it will not become readable: said once, not at every start
        }
        reply([this, path, reason] { Q_EMIT ingestFailed(path, reason); });
        return;
    }
    shelf.known.erase(result->study_id);
    if (spooled) {
        putAside(path);
    }
    QString remark;
    if (result->damage) {
        remark = tr("Damaged from line %1 on (%2); the lines before it were taken in.")
                     .arg(result->damage->line)
                     .arg(QString::fromStdString(result->damage->text));
    } else if (result->lines_new == 0) {
        remark = tr("It was in the library already.");
    }
    reply([this, path, remark, report = *result] {
        Q_EMIT ingested(report.study_id, QString::fromStdString(report.uuid), path, remark);
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
    auto record = run::read_record(path.toStdString());
    StudyPtr study;
    if (record) {
        run::derive(record->study);
        if (!record->study.verdict) {  // interrupted: what came is judged all the same
            record->study.verdict = run::judge(record->study);
        }
        study = std::make_shared<const run::Study>(std::move(record->study));
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

void LibraryService::report(const Result<void>& result) {
    if (!result) {
        reply([this, text = errorText(result.error())] { Q_EMIT failed(text); });
    }
}

void LibraryService::rename(std::int64_t study, const QString& title) {
    post([this, study, title](Shelf& shelf) {
        if (shelf.library) {
            report(shelf.library->rename(study, title.toStdString()));
            list(shelf);
        }
    });
}

void LibraryService::setInBin(const std::vector<std::int64_t>& studies, bool inBin) {
    post([this, studies, inBin](Shelf& shelf) {
        if (!shelf.library) {
            return;
        }
        for (const std::int64_t study : studies) {
            report(shelf.library->set_in_bin(study, inBin));
        }
        list(shelf);
    });
}

void LibraryService::exportRecord(std::int64_t study, const QString& path) {
    post([this, study, path](Shelf& shelf) {
        if (!shelf.library) {
            return;
        }
        auto result = shelf.library->export_record(study, path.toStdString());
        report(result);
        if (result) {
            reply([this, path] { Q_EMIT exported(path); });
        }
    });
}

}  // namespace throughline::ui
