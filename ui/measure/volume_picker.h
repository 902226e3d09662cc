// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QWidget>

#include "engine/spec/settings.h"
#include "ui/bridge/engine_command.h"
#include "ui/style/word_chooser.h"

namespace throughline::ui {

/// Whether the disk is to behave as a block volume of a cloud or as an object store, which one, and
/// how full a volume's burst credits are when a run begins, or how long a store takes to the first
/// byte where nobody has published it; below, what that means, in the engine's words. Thread: GUI.
/// The facts come from `volume describe` and `store describe`.
class VolumePicker : public QWidget {
    Q_OBJECT
public:
    enum class Offers : std::uint8_t { Volumes, VolumesAndStores };
    explicit VolumePicker(Offers offers, QWidget* parent = nullptr);

    void setEngine(const QString& engine);
    void setValues(const spec::Settings& settings);
    /// Whether the data lie in a store, over which nothing is emulated.
    void setFar(bool far);
    /// Chooses a store where nothing is chosen; "" takes it back, unless something else was chosen
    /// since. Returns whether that changed what is chosen.
    bool lend(const QString& store);
    /// storage.volume with storage.volume_credits; where stores are offered storage.store as well.
    void writeTo(spec::Settings& settings) const;
    /// Why such a volume or store cannot be emulated; "" = it can, or nothing is to be emulated.
    const QString& obstacle() const { return obstacle_; }

Q_SIGNALS:
    void edited();
    /// The facts came: there may be an obstacle now, or none any more.
    void described();

private:
    void choose(const QString& volume, const QString& credits);
    bool isStore() const;
    /// Of a store without a published one, as set: "50 ms".
    QString latency() const;
    void showTip();
    void makeLatency();
    void showLatency();
    void takeLatency(const QString& text);
    QString titleOf(const QString& volume) const;
    void ask();
    void takeFacts(const QJsonObject& facts, const QString& error);

    Offers offers_;
    bool far_ = false;
    QString engine_;
    QString volume_;  ///< as in storage.volume or storage.store; "" = none
    QString credits_;
    QString instance_;  ///< as set elsewhere; its limits are said, too
    WordChooser* kind_ = nullptr;
    WordChooser* full_ = nullptr;
    QLabel* latency_label_ = nullptr;
    WordChooser* latency_ = nullptr;
    QLabel* facts_ = nullptr;
    EngineCommand command_;
    bool outdated_ = false;  ///< something else was chosen while the engine answered
    QString obstacle_;
    QString lent_;  ///< "": none
};

}  // namespace throughline::ui
