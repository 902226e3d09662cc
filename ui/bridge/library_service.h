// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QStringList>
#include <QThread>
#include <QThreadPool>
#include <atomic>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/base/result.h"
#include "engine/spec/spec.h"
#include "engine/store/library.h"

namespace throughline::ui {

using StudyPtr = std::shared_ptr<const record::Study>;

/// The library on a thread of its own. Everything asked for is done in order; answers come back
/// queued, so the window never waits for the disk.
/// Thread: GUI.
class LibraryService : public QObject {
    Q_OBJECT
public:
    /// `path` "" = the library in the data folder. It is opened on the worker thread; opened() or
    /// unusable() tells.
    explicit LibraryService(const QString& path = {}, QObject* parent = nullptr);
    ~LibraryService() override;  // finishes what was asked, but not what is done apart

    /// Does `work` on the library's thread and calls `done` on this one, unless `context` is gone.
    template <class T>
    void query(QObject* context,
               std::function<Result<T>(store::Library&)> work,
               std::function<void(Result<T>)> done);

    /// The same for work that may take long, such as writing millions of samples: on a library and
    /// a thread of its own, while others are answered. One at a time. At the end of this service it
    /// is asked to stop.
    template <class T>
    void queryApart(QObject* context,
                    std::function<Result<T>(store::Library&, const std::stop_token&)> work,
                    std::function<void(Result<T>)> done);

    /// Nothing that was asked for is under way, and every answer was taken. Without what is done
    /// apart.
    bool isIdle() const noexcept { return under_way_ == 0; }

    /// Reads the list; studiesListed() follows.
    void refresh();
    /// Takes records in, one after the other; ingested() or ingestFailed() for each, then a
    /// refresh.
    void ingest(const QStringList& paths);
    /// Takes a record of our spool in and puts it aside. recordRead() comes first, also when the
    /// library cannot be used.
    void ingestSpooled(const QString& path);
    /// Takes in what an earlier window left in the spool; liveRecordsFound() tells what is still
    /// being written.
    void takeInSpool(const QString& folder);
    /// `done`: called when they are, before the list comes; not where that failed. Thread: GUI.
    void setInBin(const std::vector<std::int64_t>& studies,
                  bool inBin,
                  const std::function<void()>& done = {});
    /// Title, tags, note, baseline, target, price: what is set in `change`.
    void change(std::int64_t study, const store::StudyChange& change);
    /// The published studies of the catalogue, as it has them now.
    void addPublished();
    /// Several studies as one record; without host names if asked. exported() follows.
    void exportRecords(const std::vector<std::int64_t>& studies,
                       const QString& path,
                       bool hostNames);
    /// The whole library as one file, and back; exported() or said() follows.
    void backup(const QString& path);
    void restore(const QString& path);
    /// Reads the whole library; a damaged one is set aside and rescued. said() or rescued().
    void checkAndRescue();

Q_SIGNALS:
    void opened(const QString& path);
    void unusable(const QString& reason);
    void studiesListed(const std::vector<throughline::store::StudyRow>& studies);
    /// `hasFigures`: there is at least one that the study could be known by.
    void ingested(qint64 study,
                  const QString& uuid,
                  const QString& path,
                  const QString& remark,
                  bool hasFigures);
    void ingestFailed(const QString& path, const QString& reason);
    void liveRecordsFound(const QStringList& paths);
    /// A record with its derived figures and its verdict; null when nothing of it can be read.
    void recordRead(const QString& path, const throughline::ui::StudyPtr& study);
    void exported(const QString& path);
    /// A damaged library was set aside, and what could be read of it kept.
    void rescued(const QString& words);
    /// Something that was asked for is done.
    void said(const QString& message);
    /// Anything else that went wrong.
    void failed(const QString& message);

private:
    /// What lives on the worker thread.
    struct Shelf {
        std::unique_ptr<store::Library> library;  ///< null: could not be opened
        std::optional<Error> problem;
        QString path;
        bool rescue_failed = false;  ///< not tried again unless the user asks
        std::int64_t records_left = std::numeric_limits<std::int64_t>::max();
    };

    void post(std::function<void(Shelf&)> job);
    void postIfOpen(std::function<void(Shelf&)> job);  ///< nothing where there is no library
    void reply(std::function<void()> answer);          // from a worker thread
    template <class T>
    void replyTo(const QPointer<QObject>& context,
                 const std::function<void(Result<T>)>& done,
                 Result<T> result);
    void readRecord(const QString& path);  // on the worker thread
    void ingestOne(Shelf& shelf, const QString& path, bool spooled);
    void list(Shelf& shelf);
    /// Makes the records that studies of an older library lack, between other work.
    void keepRecords();
    void report(Shelf& shelf, const Result<void>& result);
    /// Sets the library aside and makes a new one of its records, which is said.
    void rescue(Shelf& shelf);
    /// Whether it names the library's file.
    static bool isOf(const Shelf& shelf, const Error& error);
    /// Where `error` came of damage to the library, that is rescued now; what to say instead.
    /// None: the library is sound, and something else is at fault, or it cannot be rescued.
    std::optional<Error> rescuedFrom(Shelf& shelf, const Error& error);

    std::atomic<int> under_way_ = 0;  ///< jobs; the worker thread asks for some, too
    QThread thread_;
    QObject* worker_ = nullptr;     // lives in thread_, deleted by it
    std::shared_ptr<Shelf> shelf_;  // touched on thread_ only
    QThreadPool apart_;             // of one thread
    std::stop_source apart_stop_;
};

template <class T>
void LibraryService::query(QObject* context,
                           std::function<Result<T>(store::Library&)> work,
                           std::function<void(Result<T>)> done) {
    post([this, guard = QPointer<QObject>(context), work, done](Shelf& shelf) {
        auto result = shelf.library ? work(*shelf.library) : Result<T>(Error(*shelf.problem));
        if (!result) {
            result = rescuedFrom(shelf, result.error()).value_or(result.error());
        }
        replyTo(guard, done, std::move(result));
    });
}

template <class T>
void LibraryService::queryApart(
    QObject* context,
    std::function<Result<T>(store::Library&, const std::stop_token&)> work,
    std::function<void(Result<T>)> done) {
    post([this, guard = QPointer<QObject>(context), work, done](Shelf& shelf) {
        if (!shelf.library) {
            replyTo(guard, done, Result<T>(Error(*shelf.problem)));
            return;
        }
        apart_.start([this, path = shelf.path.toStdString(), guard, work, done] {
            auto library = store::Library::open(path);
            replyTo(guard,
                    done,
                    library ? work(**library, apart_stop_.get_token())
                            : Result<T>(std::move(library).error()));
        });
    });
}

template <class T>
void LibraryService::replyTo(const QPointer<QObject>& context,
                             const std::function<void(Result<T>)>& done,
                             Result<T> result) {
    reply([context, done, kept = std::make_shared<Result<T>>(std::move(result))] {
        if (!context.isNull()) {
            done(std::move(*kept));
        }
    });
}

}  // namespace throughline::ui
