// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QWidget>

#include "ui/bridge/engine_command.h"

namespace throughline::ui {

/// Which computer measures: this one, or another over ssh, of the user's configuration of ssh, used
/// before, or typed. Another one is asked at once whether an engine answers there; where none is
/// there it offers to copy this one, and where runs wait there to fetch them. Passwords are asked
/// for by $SSH_ASKPASS alone. Thread: GUI; what the engine is asked comes back later.
class HostPicker : public QWidget {
    Q_OBJECT
public:
    HostPicker(QString engine, QSettings* settings, QWidget* parent = nullptr);

    QString host() const;  ///< "" = this computer
    void setHost(const QString& host);
    /// Whether it is one of those that can be chosen without typing.
    bool offers(const QString& host) const { return hosts_->findData(host) >= 0; }
    /// How a computer that calls itself so is chosen here: the one that is chosen now, or one that
    /// has answered before; "" = none is known.
    QString hostOf(const QString& computer) const;
    /// Where the images lie on that computer, or in a store; of this one "".
    QString folder() const;
    void setFolder(const QString& folder);
    /// Of the computer that is chosen; 0 = it has not said, or it is this one.
    int cores() const { return cores_; }
    /// Why nothing can be measured there, in a few words where the picker says it at length; "" =
    /// it can, or this computer is chosen.
    QString obstacle() const;
    /// What to do where that computer cannot be reached, as it is said here; "" = nothing is known.
    QString advice() const { return problem_.isEmpty() || isAsking() ? QString() : advice_; }
    /// Says so in a box about `host`, too, as soon as that has been asked once more.
    void adviseIn(QMessageBox* box, const QString& host);
    /// The other computer is asked still.
    bool isAsking() const { return asking_.isRunning() || installing_.isRunning(); }
    void setEngine(const QString& engine) { engine_ = engine; }
    /// Remembers host and folder for the next start.
    void remember();
    /// Asks the other computer once more.
    void ask();

    QPushButton* installButton() { return install_; }
    QPushButton* fetchButton() { return fetch_; }

Q_SIGNALS:
    void changed();
    /// A run that waits on that computer is to be brought home.
    void fetchAsked(const QString& host, const QString& run);

private:
    void build();
    void offerHosts();
    void choose(int index);
    void askForName();
    void takeAnswer(const QJsonObject& answer, const QString& error);
    void offerInstall();
    void install();
    void takeInstalled(const QString& error);
    void fetchNewest();
    void refresh();

    QString engine_;
    QSettings* settings_;  // borrowed
    EngineCommand asking_;
    EngineCommand installing_;
    QString asked_;       ///< whose answer comes next
    QString copied_to_;   ///< where an installation goes on
    QString chosen_;      ///< "" = this computer
    QString problem_;     ///< why it cannot be measured on; "" = none is known
    QString advice_;      ///< what to do about it; "" = nothing is known
    QString computer_;    ///< its own name; "" = it has not said
    QString version_;     ///< of the engine there; "" = none has answered
    int cores_ = 0;       ///< there; 0 = not known
    QJsonObject copy_;    ///< what would be copied there; empty = an engine is there
    QJsonArray waiting_;  ///< runs that can be fetched there
    QComboBox* hosts_ = nullptr;
    QPushButton* again_ = nullptr;
    QLabel* state_ = nullptr;
    QPushButton* install_ = nullptr;
    QPushButton* fetch_ = nullptr;
    QWidget* place_ = nullptr;  ///< folder there
    QLineEdit* folder_ = nullptr;
};

}  // namespace throughline::ui
