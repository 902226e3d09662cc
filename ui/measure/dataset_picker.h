// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QTimer>
#include <QWidget>

#include "ui/bridge/engine_command.h"
#include "ui/measure/dataset_facts.h"
#include "ui/measure/default_dataset.h"
#include "ui/measure/host_picker.h"
#include "ui/measure/remote_place.h"

namespace throughline::ui {

/// Chooses the folder of images and says what it is: device, file system, free space, images. Where
/// another computer measures, the folder is one of that computer, and nothing is known of it here.
/// Thread: GUI. The facts come from the engine.
class DatasetPicker : public QWidget {
    Q_OBJECT
public:
    DatasetPicker(QString engine, QSettings* settings, QWidget* parent = nullptr);

    /// Which computer measures.
    HostPicker* hosts() { return hosts_; }
    QString host() const { return hosts_->host(); }
    /// Of this computer, as chosen, or data in a store: "s3://…"; "" = none.
    QString folder() const;
    /// The one chosen, else that of the default data set; "" = there is none either. Of the
    /// computer that measures.
    QString folderToMeasure() const;
    /// Data in a store are reached as they were when they were measured last.
    void setFolder(const QString& folder);
    /// dataset.path with what says how its store is reached, as a study has them.
    void setValues(const spec::Settings& settings);
    /// The same for a study that is to be measured: of folderToMeasure().
    void writeTo(spec::Settings& settings) const;
    /// The settings of the store were changed elsewhere in the form.
    void takeAccess(const spec::Settings& settings);
    /// Asks for data in a store, where they lie and how they are reached.
    void addRemote();
    /// Remembers the folder among the recent ones.
    void remember();
    /// The facts are there and the folder holds images.
    bool isReady() const { return host().isEmpty() ? ready_ : obstacle().isEmpty(); }
    /// Nothing is in the way but the time that it takes to read the folder.
    bool isReading() const {
        return host().isEmpty() ? !folder().isEmpty() && !images_known_ : hosts_->isAsking();
    }
    /// What is measured with when no folder is chosen.
    DefaultDataset* defaults() { return &defaults_; }
    /// Why nothing can be measured with what is chosen; "" = it can.
    QString obstacle() const;
    /// Whether reads bypass the page cache or have outgrown it: what fits in memory is else read
    /// from there.
    void setColdAndDirect(bool cold_and_direct);
    const ImageFacts& images() const;
    void setEngine(const QString& engine);
    /// Looks at the folder again: the facts may be of the past.
    void ask();

Q_SIGNALS:
    /// Folder or facts changed.
    void changed();

private:
    void build();
    void setPlace(const RemotePlace& place);
    /// Of folder().
    RemotePlace place() const { return {.path = folder(), .access = reached_.access}; }
    bool isFar() const;
    void showPlace();
    void browse();
    void makeDataset();
    void deleteDataset();
    void askPlace();
    void askImages();
    void takePlace(const QJsonObject& answer, const QString& error);
    void takeImages(const QJsonObject& answer, const QString& error);
    void showFacts();

    QString engine_;
    QSettings* settings_;  // borrowed
    RemotePlace
        reached_{};  ///< the path as it was written or set last, and how its store is reached
    QString added_;  ///< by the dialog: remembered once the engine could read it
    HostPicker* hosts_ = nullptr;
    QWidget* local_ = nullptr;  ///< what is chosen and known of this computer
    QComboBox* folder_ = nullptr;
    QPushButton* make_ = nullptr;
    QPushButton* delete_ = nullptr;
    QLabel* place_label_ = nullptr;
    QLabel* images_label_ = nullptr;
    QLabel* warnings_label_ = nullptr;
    QTimer ask_later_;
    DefaultDataset defaults_;
    EngineCommand place_command_;
    EngineCommand images_command_;
    EngineCommand delete_command_;
    PlaceFacts place_;
    ImageFacts images_;
    QString place_error_;
    QString images_error_;
    bool cold_and_direct_ = true;
    bool place_known_ = false;
    bool images_known_ = false;
    bool ready_ = false;
    // Asked again while a question was open: its answer is dropped and starts the new one.
    bool place_outdated_ = false;
    bool images_outdated_ = false;
};

}  // namespace throughline::ui
