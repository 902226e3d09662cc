// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "ui/bridge/engine_command.h"
#include "ui/measure/remote_place.h"

namespace throughline::ui {

/// Names data in a store, how it is reached and who signs in, and tries it: `dataset test` of the
/// engine. Keys are never asked for: the engine reads them where the AWS tools do.
/// Thread: GUI.
class RemoteDialog : public QDialog {
    Q_OBJECT
public:
    /// `place`: what is shown first; its path may be "".
    RemoteDialog(QString engine, const RemotePlace& place, QWidget* parent = nullptr);

    RemotePlace place() const;
    QPushButton* testButton() { return test_; }
    QPushButton* useButton() { return use_; }

protected:
    /// Sees a kind of store chosen by mouse.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Kind : std::uint8_t { Amazon, Google, Other, Web, Hdfs };
    void build();
    void buildFields();
    void buildSignIn();
    QWidget* buildButtons();
    void addRow(const QString& title, QWidget* field);
    void fill(const RemotePlace& place);
    /// An address that was pasted into the bucket's field, or into that of another kind, goes where
    /// its parts belong.
    void takeAddress(const QString& text);
    /// Of one address: neither a bucket nor keys.
    bool isByAddress() const { return kind() == Kind::Web || kind() == Kind::Hdfs; }
    Kind kind() const { return static_cast<Kind>(kind_->currentIndex()); }
    /// Why there is no place yet.
    struct Lack {
        QString reason{};    ///< "": there is one
        bool wrong = false;  ///< and not just unfinished
    };
    Lack lack() const;
    Lack lackOfAddress() const;
    Lack lackOfBucket() const;
    void refresh();
    /// The first field that the kind of store has.
    void focusFirst();
    /// `reason`: why these data cannot be used; "": they can.
    void offerUse(const QString& reason);
    void test();
    void takeAnswer(const QJsonObject& answer, const QString& error);

    QString engine_;
    RemotePlace shown_;  ///< first; some of its access has no field here
    QFormLayout* form_ = nullptr;
    QComboBox* kind_ = nullptr;
    QLineEdit* address_ = nullptr;
    QLineEdit* endpoint_ = nullptr;
    QLineEdit* bucket_ = nullptr;
    QLineEdit* prefix_ = nullptr;
    QComboBox* sign_in_ = nullptr;
    QLineEdit* profile_ = nullptr;
    QLineEdit* region_ = nullptr;
    QComboBox* addressing_ = nullptr;
    QLineEdit* data_nodes_ = nullptr;
    QLineEdit* ca_file_ = nullptr;
    QLabel* keys_ = nullptr;
    QLabel* answer_ = nullptr;
    QPushButton* test_ = nullptr;
    QPushButton* use_ = nullptr;
    EngineCommand command_;
    bool by_mouse_ = false;  ///< the kind that is being chosen
    bool again_ = false;     ///< another answer is wanted than the one that is under way
};

}  // namespace throughline::ui
