// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QSpinBox>
#include <QStackedWidget>
#include <QWidget>

#include "engine/spec/settings.h"
#include "ui/bridge/engine_command.h"
#include "ui/bridge/gpu_info.h"
#include "ui/measure/accelerator_picker.h"

namespace throughline::ui {

/// What takes the batches: nothing, an emulated accelerator by a published figure, or a GPU with a
/// network or its proxy, a phase, a batch and a device; which of them this machine has, and why
/// not. The engine is asked for GPUs when the picker is first seen: a driver may take seconds to
/// answer. Thread: GUI.
class ConsumerPicker : public QWidget {
    Q_OBJECT
public:
    explicit ConsumerPicker(QWidget* parent = nullptr);

    void setValues(const spec::Settings& settings);
    void writeTo(spec::Settings& settings) const;
    /// The program that is asked; "" = none that can be used.
    void setEngine(const QString& engine);
    void setGpu(const GpuInfo& info);
    /// Another computer measures: what this one has says nothing of it.
    void setElsewhere(bool elsewhere);
    /// Why the choice cannot be measured here; "" = it can, as far as is known.
    QString obstacle() const;
    /// Why no network can be run on a GPU here, whatever is chosen; "" = it can, or is not known.
    QString obstacleOfNetworks() const;

Q_SIGNALS:
    void edited();
    /// obstacle() may be another one now.
    void availabilityChanged();

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildGpu();
    QWidget* buildTransfer();
    QComboBox* makeBox(const char* key);
    QSpinBox* makeBatchBox();
    QWidget* buildGpuCount();
    QString network() const;
    QString problemOfDevice(int index) const;
    void askForGpus();
    void takeAnswer(const QJsonObject& answer, const QString& error);
    void offer();
    QString availability() const;
    void nameNetworks();
    void refresh();
    void changed();

    QString engine_;
    QString asked_engine_;  ///< whose answer comes next
    EngineCommand command_;
    bool asked_ = false;
    bool known_ = false;
    bool elsewhere_ = false;
    bool named_ = false;  ///< the networks have the names of the catalogue
    GpuInfo gpu_;
    QComboBox* kind_ = nullptr;
    QStackedWidget* details_ = nullptr;
    QWidget* transfer_row_ = nullptr;  ///< of a GPU: how it gets the batches
    AcceleratorPicker* accelerator_ = nullptr;
    QComboBox* network_ = nullptr;
    QComboBox* phase_ = nullptr;
    QSpinBox* batch_ = nullptr;
    QComboBox* device_ = nullptr;
    QWidget* gpu_count_ = nullptr;  ///< where there are several
    QSpinBox* gpus_ = nullptr;
    QComboBox* transfer_ = nullptr;
    QLabel* availability_ = nullptr;
    bool setting_ = true;  ///< until everything is made
};

}  // namespace throughline::ui
