// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/measure_form.h"

#include <QGroupBox>
#include <QThread>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <utility>

#include "engine/analysis/emulation.h"
#include "engine/base/far_path.h"
#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/catalog/accelerator_choice.h"
#include "engine/catalog/storage_words.h"
#include "ui/style/icons.h"
#include "ui/style/number_text.h"
#include "ui/style/said.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

/// As the study will be called unless it is given another title.
static QString defaultTitleOf(const spec::StudySpec& spec) {
    const auto consumer = [](const spec::Settings& point) {
        const std::string kind = spec::text_or_empty(point, "consumer.kind");
        return kind == "null"
                   ? std::string()
                   : catalog::consumer_words(publishedFacts(),
                                             kind,
                                             spec::text_or_empty(point, "consumer.preset"),
                                             spec::text_or_empty(point, "consumer.network"));
    };
    return QString::fromStdString(spec::default_title(spec, consumer, [](const std::string& wish) {
        const Speaking english(Language::English);  // as in the record
        return catalog::storage_words(publishedFacts(), wish);
    }));
}

/// What needs data, counters or programs of this computer.
static constexpr std::array kOnlyHere{
    Preset::Study, Preset::Play, Preset::Storage, Preset::Observe};

static bool isOnlyHere(Preset preset) {
    return std::ranges::find(kOnlyHere, preset) != kOnlyHere.end();
}

/// Writes the cores on the cards. Whether what is chosen is another measurement then; the threads
/// of Custom are the user's.
static bool changesPreset(PresetCards& cards, int cores) {
    if (cores == cards.cores()) {
        return false;
    }
    cards.setCores(cores);
    return cards.chosen() != Preset::Custom;
}

MeasureForm::MeasureForm(QString engine, QSettings* settings, QWidget* parent)
    : QWidget(parent), engine_(engine), cores_(std::max(QThread::idealThreadCount(), 1)) {
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(12);
    auto* title = new QLabel(tr("Measure this computer"));
    title->setFont(titleFont());
    title->setObjectName(QStringLiteral("measure.title"));
    column->addWidget(title);
    commands_ = new CommandBoxes(settings);
    QWidget* images = buildImages(std::move(engine), settings);
    QWidget* presets = buildPresets();
    QWidget* consumer = buildConsumer();
    QWidget* advanced = buildAdvanced();
    pipeline_boxes_ = {images, consumer, advanced};
    for (QWidget* box :
         std::initializer_list<QWidget*>{images, commands_, presets, consumer, advanced}) {
        column->addWidget(box);
    }
    column->addStretch(1);
    scroll_ = new QScrollArea;
    scroll_->setWidget(content);
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    auto* layout = bareLayout<QVBoxLayout>(this, 0);
    layout->addWidget(scroll_, 1);
    layout->addWidget(buildFooter());
    connect(commands_, &CommandBoxes::changed, this, &MeasureForm::refresh);
    setPreset(Preset::Quick);
}

void MeasureForm::showSetting(const std::string& key) {
    if (commands_->form() != nullptr) {
        setPreset(Preset::Custom);
    }
    QWidget* shown = settings_form_->findChild<QWidget*>(QString::fromStdString(key));
    if (shown != nullptr) {
        fold_->setChecked(true);
        settings_form_->search()->clear();  // a filter would hide all others
    } else {                                // it has a place of its own
        shown = findChild<QWidget*>(QStringLiteral("picker.") + QString::fromStdString(key));
        if (shown != nullptr && key == "storage.volume_credits" && !shown->isVisible()) {
            shown = findChild<QWidget*>(QStringLiteral("picker.storage.volume"));
        }
        if (key == "dataset.path") {
            shown = picker_;
        } else if (shown == nullptr || !shown->isVisible()) {  // goes with the consumer
            shown = consumer_->findChild<QWidget*>(QStringLiteral("picker.consumer.kind"));
        }
    }
    shown->setFocus(Qt::OtherFocusReason);
    // What was just unfolded has its place only when the layout is done.
    QTimer::singleShot(0, shown, [this, shown] { scroll_->ensureWidgetVisible(shown, 0, 120); });
}

void MeasureForm::setPreset(Preset preset) {
    const std::string title = spec_.title;
    const bool custom = preset == Preset::Custom;
    const Preset before = cards_->chosen();
    if (bringsConsumer(preset) && !chosen_) {
        chosen_ = spec_.base;
    }
    if (chosen_ && isWhole(before) && !isWhole(preset)) {
        volume_->setValues(*chosen_);
    }
    if (chosen_ && !bringsConsumer(preset)) {
        if (isWhole(before) || !custom || edited_) {  // else Custom opens the networks for changes
            consumer_->setValues(*chosen_);
        }
        chosen_.reset();
    }
    const QString folder = picker_->folderToMeasure();
    if (isWhole(preset)) {
        spec_ = study_->spec(studyFolder(picker_->defaults()->folder()));
    } else if (custom && edited_) {  // what another preset has replaced on the screen
        spec_ = *edited_;
    } else if (!custom || spec_.base.empty()) {  // else Custom opens what is set for changes
        spec_ = presetSpec(preset, folder, cards_->cores());
    }
    if (!bringsConsumer(preset)) {  // what is fed stays, whatever is measured around it
        consumer_->writeTo(spec_.base);
    }
    if (!isWhole(preset)) {
        picker_->writeTo(spec_.base);
        lendStore(preset);
        volume_->writeTo(spec_.base);
    }
    spec_.title = title;
    cards_->choose(preset);
    fold_->setChecked(custom || fold_->isChecked());
    showBoxes();
    pushToForms();
    refresh();
    if (commands_->form() != nullptr && isVisible()) {  // what it is about stands above the cards
        QTimer::singleShot(0, commands_, [this] {
            layout()->activate();
            scroll_->ensureWidgetVisible(commands_, 0, 0);
        });
    }
}

void MeasureForm::lendStore(Preset preset) {
    const bool far = is_far(picker_->folderToMeasure().toStdString());
    if (volume_->lend(preset == Preset::Ways && !far ? QLatin1String(kWaysStore)
                                                     : QLatin1String())) {
        volume_->writeTo(spec_.base);
    }
}

void MeasureForm::addRemote() {
    if (commands_->form() != nullptr) {
        setPreset(Preset::Quick);
    }
    picker_->addRemote();
}

void MeasureForm::setStudy(const QString& experiment) {
    study_->choose(experiment);
    setPreset(Preset::Study);
    scroll_->ensureWidgetVisible(study_);
}

void MeasureForm::showBoxes() {
    study_->setVisible(isWhole(cards_->chosen()));
    const QString folder = picker_->folderToMeasure();
    commands_->choose(cards_->chosen(), is_far(folder.toStdString()) ? QString() : folder);
    for (QWidget* box : pipeline_boxes_) {
        box->setVisible(commands_->form() == nullptr);
    }
}

void MeasureForm::setSpec(const spec::StudySpec& spec) {
    spec_ = spec;
    chosen_.reset();
    spec::reset_unread(spec_);  // of older studies
    edited_ = spec_;
    cards_->choose(Preset::Custom);
    // Before the data, which take what these show into the settings.
    volume_->lend({});
    volume_->setValues(spec_.base);
    if (spec_.base.contains("dataset.path")) {
        picker_->setValues(spec_.base);
    }
    showBoxes();
    fold_->setChecked(true);
    pushToForms();
    refresh();
    scroll_->ensureWidgetVisible(cards_);
}

void MeasureForm::setEngine(const QString& engine, int cores, const QString& problem) {
    engine_ = engine;
    problem_ = problem;
    cores_ = cores > 0 ? cores : cores_;
    if (picker_->host().isEmpty() && changesPreset(*cards_, cores_)) {
        setPreset(cards_->chosen());
    }
    picker_->setEngine(problem.isEmpty() ? engine : QString());
    consumer_->setEngine(problem.isEmpty() ? engine : QString());
    volume_->setEngine(problem.isEmpty() ? engine : QString());
    commands_->setEngine(problem.isEmpty() ? engine : QString());
    refresh();
}

void MeasureForm::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    cards_->setFocus();  // the arrow keys choose, Return starts
}

void MeasureForm::pushToForms() {
    consumer_->setValues(spec_.base);
    volume_->setValues(spec_.base);
    settings_form_->setValues(spec_.base);
    settings_form_->setSwept(spec_.sweep);
    sweep_form_->setAxes(spec_.sweep);
    ceilings_->setChecked(spec_.ceilings);
    title_->setText(QString::fromStdString(spec_.title));
    sweep_error_.clear();
}

void MeasureForm::pullFromForms() {
    settings_form_->writeTo(spec_.base);
    consumer_->setValues(spec_.base);
    volume_->setValues(spec_.base);
    picker_->takeAccess(spec_.base);
    spec_.ceilings = ceilings_->isChecked();
    sweep_error_.clear();
    if (auto applied = sweep_form_->applyTo(spec_); !applied) {
        sweep_error_ = QString::fromStdString(describe(applied.error()));
    }
    settings_form_->setSwept(spec_.sweep);
    if (cards_->chosen() != Preset::Play) {  // which has settings of its own, too
        edited_ = spec_;
        cards_->choose(Preset::Custom);
    }
    refresh();
}

void MeasureForm::takeStudyData(const QString& error) {
    making_error_ = error;
    refresh();
    if (error.isEmpty() && isWhole(cards_->chosen())) {
        start();
    }
}

void MeasureForm::takeImages() {
    const QString host = picker_->host();
    auto* title = findChild<QLabel*>(QStringLiteral("measure.title"));
    const QString words = host.isEmpty() ? tr("Measure this computer") : tr("Measure %1").arg(host);
    if (title->text() != words) {  // another computer is chosen
        title->setText(words);
        for (const Preset preset : kOnlyHere) {
            cards_->setUnavailable(
                preset, host.isEmpty() ? QString() : tr("Only this computer can do that."));
        }
        consumer_->setElsewhere(!host.isEmpty());
        if (!host.isEmpty() && isOnlyHere(cards_->chosen())) {
            setPreset(Preset::Quick);
        }
    }
    if (changesPreset(*cards_, host.isEmpty() ? cores_ : picker_->hosts()->cores())) {
        setPreset(cards_->chosen());
    }
    const spec::Settings before = spec_.base;
    if (!isWhole(cards_->chosen())) {  // which brings its own
        picker_->writeTo(spec_.base);
        lendStore(cards_->chosen());
    }
    if (spec_.base != before) {
        settings_form_->setValues(spec_.base);
    }
    making_error_.clear();
    refresh();
    if (starting_ && picker_->isReady()) {
        start();
    }
}

QString MeasureForm::obstacle() const {
    if (!problem_.isEmpty()) {
        return problem_;
    }
    if (busy_) {
        return tr("A measurement is running. Stop it, or wait until it ends.");
    }
    if (!picker_->host().isEmpty() && isOnlyHere(cards_->chosen())) {
        return tr("Only this computer can do that. Choose it above.");
    }
    if (const CommandForm* form = commands_->form()) {
        return form->obstacle();
    }
    if (!sweep_error_.isEmpty()) {
        return sweep_error_;
    }
    for (const AmountBox* box : findChildren<AmountBox*>()) {
        if (const QString reason = box->problem(); !reason.isEmpty()) {
            return reason;
        }
    }
    const bool swept_path =
        std::ranges::any_of(spec_.sweep, [](const auto& a) { return a.sets("dataset.path"); });
    const bool own_data = swept_path || isWhole(cards_->chosen());
    if (const QString reason = picker_->obstacle(); !own_data && !reason.isEmpty()) {
        return reason;
    }
    for (const QString& reason : {volume_->obstacle(), consumer_->obstacle()}) {
        if (!reason.isEmpty()) {
            return reason;
        }
    }
    const auto valid = spec::validate(spec_);
    return valid ? QString() : QString::fromStdString(describe(valid.error()));
}

static bool readsStore(const spec::StudySpec& spec) {
    return is_far(spec::text_or_empty(spec.base, "dataset.path"));
}

/// How many runs and how long, and what comes on top: of `far` data no page cache is emptied.
static QString runsWords(const Estimate& estimate, bool far) {
    const QString took = QString::fromStdString(format_duration(estimate.seconds));
    const bool known = estimate.seconds > 0.0;
    if (far) {
        return known ? MeasureForm::tr(
                           "%n run(s), about %1, plus the time to find the images in the store.",
                           nullptr,
                           estimate.points)
                           .arg(took)
                     : MeasureForm::tr("%n run(s), and the time to find the images in the store.",
                                       nullptr,
                                       estimate.points);
    }
    return known
               ? MeasureForm::tr("%n run(s), about %1, plus the time to empty the page cache.",
                                 nullptr,
                                 estimate.points)
                     .arg(took)
               : MeasureForm::tr(
                     "%n run(s), and the time to empty the page cache.", nullptr, estimate.points);
}

QString MeasureForm::estimateWords() const {
    if (cards_->chosen() == Preset::Play) {
        return tr("Plays until you stop it, an hour at most. Nothing is recorded.");
    }
    if (const CommandForm* form = commands_->form()) {
        return form->estimate();
    }
    const double bytes = isWhole(cards_->chosen()) ? panels::data_bytes_of(study_->chosen())
                                                   : picker_->images().bytes;
    const Estimate estimate = estimateOf(spec_, bytes);
    QString text = runsWords(estimate, readsStore(spec_));
    // What the last measurement had is kept, and may stand below the fold.
    if (const auto emulated = analysis::emulated_in(spec_.base)) {
        text += u' ' + tr("With this setting: %1.")
                           .arg(QString::fromStdString(analysis::emulated_mark(emulated)));
    }
    if (estimate.wholeEpochs == 0) {
        return text;
    }
    if (!isWhole(cards_->chosen()) && picker_->images().hasMore) {
        return text + u' ' +
               tr("%n whole epoch(s); how long they take is not known in advance.",
                  nullptr,
                  estimate.wholeEpochs);
    }
    return text + u' ' +
           tr("%n whole epoch(s), %1 in all; how long they take is not known in advance.",
              nullptr,
              estimate.wholeEpochs)
               .arg(bytesText(estimate.epochBytes));
}

void MeasureForm::refresh() {
    volume_->setFar(readsStore(spec_));
    const bool making = isMaking();
    const bool play = cards_->chosen() == Preset::Play;
    sweep_form_->setEnabled(!play);
    ceilings_->setEnabled(!play);
    title_->setEnabled(!play);
    title_->setPlaceholderText(defaultTitleOf(spec_));
    const double budget = spec::number_at(spec_.base, "storage.page_cache_bytes").value_or(0.0);
    const bool outgrown = budget > 0.0 && budget < picker_->images().bytes;
    picker_->setColdAndDirect(spec::text_or_empty(spec_.base, "page_cache") == "cold" &&
                              (outgrown || spec::boolean_of(spec_.base, "storage.direct")));
    making_->setVisible(making);
    start_->setText(making ? tr("&Cancel") : tr("&Start"));
    start_->setIcon(icon(making ? QStringLiteral("stop") : QStringLiteral("start")));
    scroll_->setEnabled(!making);
    const QString reason = making ? QString() : obstacle();
    start_->setEnabled(reason.isEmpty() && !(starting_ && !making));
    start_->setToolTip(!reason.isEmpty() ? reason
                       : making          ? tr("Stop making images; finished ones are kept")
                                         : tr("Start measuring (Ctrl+Enter)"));
    if (!making) {
        estimate_->setText(!reason.isEmpty()          ? reason
                           : !making_error_.isEmpty() ? making_error_
                                                      : estimateWords());
        const bool asking =
            commands_->form() != nullptr ? commands_->form()->isAsking() : picker_->isReading();
        const bool problem = !making_error_.isEmpty() || (!reason.isEmpty() && !asking);
        setInk(estimate_, problem ? &Theme::warning : &Theme::text);
    }
}

void MeasureForm::startNow() {
    if (CommandForm* form = commands_->form()) {
        if (start_->isEnabled() && form->canStillStart()) {
            form->remember();
            Q_EMIT commandAsked(form->arguments());
        }
    } else if (isMaking()) {
        picker_->defaults()->cancel();
        study_->cancel();
    } else if (start_->isEnabled() && isWhole(cards_->chosen())) {
        making_->setValue(0);
        study_->makeData(engine_, studyFolder(picker_->defaults()->folder()));
        refresh();
        estimate_->setText(tr("Making the data of the study first, %1 in %2; they are kept.")
                               .arg(bytesText(panels::data_bytes_of(study_->chosen())),
                                    studyFolder(picker_->defaults()->folder())));
    } else if (start_->isEnabled() && picker_->folder().isEmpty() && picker_->host().isEmpty()) {
        making_->setValue(0);
        picker_->defaults()->make();
        refresh();
    } else if (start_->isEnabled()) {
        start();
    }
}

void MeasureForm::start() {
    starting_ = false;
    picker_->remember();
    spec::StudySpec spec = spec_;
    if (isWhole(cards_->chosen()) && spec.title.empty()) {
        spec.title = said(study_->chosen().title).toStdString();
    } else if (cards_->chosen() == Preset::Ways && spec.title.empty()) {
        spec.title = titleOf(Preset::Ways).toStdString();
    }
    spec_.title.clear();  // a name is for one study
    title_->clear();
    if (cards_->chosen() == Preset::Play) {
        Q_EMIT playAsked(spec);
    } else {
        Q_EMIT startAsked(spec);
    }
}

}  // namespace throughline::ui
