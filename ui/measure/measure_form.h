// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <optional>
#include <vector>

#include "ui/bridge/engine_command.h"
#include "ui/measure/command_boxes.h"
#include "ui/measure/consumer_picker.h"
#include "ui/measure/dataset_picker.h"
#include "ui/measure/preset_cards.h"
#include "ui/measure/settings_form.h"
#include "ui/measure/storage_form.h"
#include "ui/measure/study_picker.h"
#include "ui/measure/sweep_form.h"
#include "ui/measure/volume_picker.h"

namespace throughline::ui {

/// What to measure: the images, a preset, every setting, and Start; or what another command of the
/// engine measures.
/// Thread: GUI.
class MeasureForm : public QWidget {
    Q_OBJECT
public:
    MeasureForm(QString engine, QSettings* settings, QWidget* parent = nullptr);

    DatasetPicker* picker() { return picker_; }
    StorageForm* storage() { return commands_->storage(); }
    const spec::StudySpec& spec() const { return spec_; }
    /// "Run again…": shows the spec, as Custom.
    void setSpec(const spec::StudySpec& spec);
    /// Custom brings back the last edits, if there were any.
    void setPreset(Preset preset);
    /// Asks for data in a store; not for storage alone.
    void addRemote();
    /// An experiment of the published studies, by its id (engine/panels), ready to be started.
    void setStudy(const QString& experiment);
    /// The engine and the cores that it counts; `problem` is why nothing can be measured, or "".
    void setEngine(const QString& engine, int cores, const QString& problem);
    /// A measurement runs already.
    void setBusy(bool busy) {
        busy_ = busy;
        refresh();
    }
    QPushButton* startButton() { return start_; }
    /// Unfolds all settings and looks for this one.
    void showSetting(const std::string& key);

Q_SIGNALS:
    void startAsked(const throughline::spec::StudySpec& spec);
    /// Play: a run that is not recorded.
    void playAsked(const throughline::spec::StudySpec& spec);
    /// What another command measures; arguments of the engine.
    void commandAsked(const QStringList& arguments);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildImages(QString engine, QSettings* settings);
    QWidget* buildPresets();
    QWidget* buildConsumer();
    QWidget* buildAdvanced();
    QWidget* buildFooter();
    /// Only what has to do with what is measured.
    void showBoxes();
    void pushToForms();
    void pullFromForms();
    /// Why it cannot be started; "" = it can.
    QString obstacle() const;
    QString estimateWords() const;
    void refresh();
    /// The store that Ways emulates under data of this computer; none of the others does.
    void lendStore(Preset preset);
    void startNow();
    void takeImages();
    void takeStudyData(const QString& error);
    bool isMaking() const { return picker_->defaults()->isMaking() || study_->isMaking(); }
    void start();

    QString engine_;
    int cores_;  ///< of this computer; the cards have those of the one that is chosen
    QString problem_;
    bool busy_ = false;
    bool starting_ = false;  ///< as soon as the images are made
    QString making_error_;
    spec::StudySpec spec_;
    std::optional<spec::StudySpec> edited_;  ///< comes back with Custom after another preset
    std::optional<spec::Settings> chosen_;   ///< in the pickers, before a study with its own
    QString sweep_error_;
    DatasetPicker* picker_ = nullptr;
    VolumePicker* volume_ = nullptr;
    CommandBoxes* commands_ = nullptr;
    std::vector<QWidget*> pipeline_boxes_;  ///< not of other commands
    QScrollArea* scroll_ = nullptr;
    PresetCards* cards_ = nullptr;
    StudyPicker* study_ = nullptr;
    ConsumerPicker* consumer_ = nullptr;
    QToolButton* fold_ = nullptr;
    QWidget* advanced_ = nullptr;
    SettingsForm* settings_form_ = nullptr;
    SweepForm* sweep_form_ = nullptr;
    QCheckBox* ceilings_ = nullptr;
    QLineEdit* title_ = nullptr;
    QLabel* estimate_ = nullptr;
    QProgressBar* making_ = nullptr;
    QPushButton* start_ = nullptr;
};

}  // namespace throughline::ui
