// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

#include "ui/bridge/engine_command.h"
#include "ui/measure/dataset_facts.h"

namespace throughline::ui {

/// What is made where nobody said otherwise.
inline constexpr int kImagesDefault = 5000;
inline constexpr int kDrawnDefault = 1000;  ///< different ones; the others are copies
QString defaultDatasetFolder();

/// The data set that is measured with when none was chosen: made once, kept, used again. It is laid
/// in the first of a few folders that is writable, on a disk and has room: never in memory.
/// Thread: GUI.
class DefaultDataset : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// The folder in which data sets are made; "": beside the library.
    void setPlace(const QString& folder);
    /// Where it is made when that can be.
    QString wanted() const;
    /// Looks for a place; changed() follows.
    void look(const QString& engine);
    /// It can be made.
    bool isPossible() const { return !folder_.isEmpty(); }
    QString folder() const { return folder_; }
    /// Where it will lie, on what and how large it is; or why it cannot be made.
    QString words() const;

    /// Makes it, or what is missing of it; progressed(), then made() follow.
    void make();
    void cancel() { make_command_.cancel(); }
    bool isMaking() const { return make_command_.isRunning(); }

Q_SIGNALS:
    void changed();
    void progressed(int images, const QString& words);
    /// `error` is empty where it is whole.
    void made(const QString& error);

private:
    void askNext();
    void takePlace(const QJsonObject& answer, const QString& error);
    void takePlan(const QJsonObject& answer, const QString& error);
    void takeProgress(const QJsonObject& line);
    QStringList arguments(const char* how) const;
    void refuse(const QString& reason);

    QString engine_;
    QString preferred_;  ///< the folder in which it is made; "": beside the library
    QStringList candidates_;
    QString asked_;   ///< the candidate that is looked at
    QString folder_;  ///< "" = none was found
    QStringList refusals_;
    PlaceFacts place_;
    double bytes_ = 0;
    EngineCommand place_command_;
    EngineCommand plan_command_;
    EngineCommand make_command_;
    bool connected_ = false;
};

}  // namespace throughline::ui
