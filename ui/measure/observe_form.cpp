// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/observe_form.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QIntValidator>
#include <QJsonArray>
#include <QShowEvent>
#include <QVBoxLayout>
#include <array>
#include <limits>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/say_again.h"
#include "ui/bridge/paths.h"
#include "ui/style/icons.h"
#include "ui/style/number_text.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

constexpr int kNudgeSeconds = 60;
constexpr int kRowsShown = 5;
enum JobColumn { kProgram, kNumber, kCores, kWhy, kJobColumns };

QString textOf(const QJsonValue& words) {
    QStringList texts;
    for (const auto& word : words.toArray()) {
        texts << word.toString();
    }
    return texts.join(u' ');
}

/// The engine tells them in English.
QString reasonsOf(const QJsonValue& reasons) {
    QStringList texts;
    for (const auto& reason : reasons.toArray()) {
        texts << QString::fromStdString(say_again(reason.toString().toStdString()));
    }
    return texts.join(QStringLiteral("; "));
}

bool isRunningProcess(const QString& process) {
    return QFileInfo::exists(QStringLiteral("/proc/") + process);
}

}  // namespace

ObserveForm::ObserveForm(QWidget* parent) : CommandForm(parent) {
    build();
    connect(&command_, &EngineCommand::finished, this, &ObserveForm::takeList);
    connect(process_, &QLineEdit::textChanged, this, &ObserveForm::changed);
    connect(log_, &QLineEdit::textChanged, this, &ObserveForm::changed);
    connect(seconds_, &QSpinBox::valueChanged, this, &ObserveForm::changed);
    connect(nudge_, &QCheckBox::toggled, this, &ObserveForm::changed);
    connect(again_, &QPushButton::clicked, this, &ObserveForm::look);
    connect(jobs_, &QTableWidget::itemSelectionChanged, this, [this] {
        if (const auto chosen = jobs_->selectedItems(); !chosen.isEmpty()) {
            process_->setText(jobs_->item(chosen.front()->row(), kNumber)->text());
        }
    });
}

QWidget* ObserveForm::buildProcess() {
    process_ = new QLineEdit;
    process_->setValidator(new QIntValidator(1, std::numeric_limits<int>::max(), process_));
    process_->setMaximumWidth(fontMetrics().height() * 8);
    process_->setAccessibleName(tr("Number of the process"));
    process_->setToolTip(tr("Type the number (PID) of a process that is not in the list"));
    again_ = new QPushButton(icon(QStringLiteral("repeat")), tr("&Look again"));
    again_->setToolTip(tr("Look for running jobs again (Alt+L)"));
    auto* place = new QWidget;
    auto* row = bareLayout<QHBoxLayout>(place);
    row->addWidget(process_);
    row->addStretch(1);
    row->addWidget(again_);
    return place;
}

QWidget* ObserveForm::buildLog() {
    log_ = new QLineEdit;
    log_->setPlaceholderText(tr("None: images/s are estimated from what the job reads"));
    log_->setAccessibleName(tr("Log of the job"));
    log_->setToolTip(
        tr("Type the path of the file that the job writes its log to; its images/s are read as "
           "it grows"));
    auto* file = new QPushButton(icon(QStringLiteral("open")), tr("Choose lo&g…"));
    file->setToolTip(tr("Choose the file that the job writes its log to (Alt+G)"));
    connect(file, &QPushButton::clicked, this, &ObserveForm::browseLog);
    auto* place = new QWidget;
    auto* row = bareLayout<QHBoxLayout>(place);
    row->addWidget(log_, 1);
    row->addWidget(file);
    return place;
}

void ObserveForm::build() {
    auto* column = bareLayout<QVBoxLayout>(this);
    jobs_ = new QTableWidget(0, kJobColumns);
    makeReadOnly(jobs_);
    jobs_->setObjectName(QStringLiteral("observe.jobs"));
    jobs_->setAccessibleName(tr("Running jobs"));
    jobs_->setToolTip(tr("Choose the job to observe"));
    jobs_->setHorizontalHeaderLabels(
        {tr("Program"), tr("PID"), tr("Cores"), tr("Why it is listed")});
    jobs_->horizontalHeader()->setSectionResizeMode(kProgram, QHeaderView::Stretch);
    jobs_->horizontalHeader()->setSectionResizeMode(kWhy, QHeaderView::Stretch);
    jobs_->setMinimumHeight(fontMetrics().height() * 2 * kRowsShown);
    column->addWidget(jobs_);
    found_ = new QLabel;
    found_->setWordWrap(true);
    found_->setTextFormat(Qt::PlainText);
    setInk(found_, &Theme::mutedText);
    column->addWidget(found_);
    auto* form = new QFormLayout;
    form->addRow(tr("Process"), buildProcess());
    form->addRow(tr("Log"), buildLog());
    seconds_ = new QSpinBox;
    seconds_->setRange(5, 3600);
    seconds_->setValue(30);
    seconds_->setSuffix(tr(" s"));
    seconds_->setToolTip(tr("Type how long the job is watched"));
    form->addRow(tr("Watch for"), seconds_);
    column->addLayout(form);
    nudge_ = new QCheckBox(tr("&Prove it by slowing the job down for moments"));
    nudge_->setToolTip(
        tr("Take processors and disk from the job in short pulses for another minute, and measure "
           "how much slower it becomes. Other programs become slower, too"));
    column->addWidget(nudge_);
}

QStringList ObserveForm::arguments() const {
    QStringList arguments{QStringLiteral("observe"),
                          QStringLiteral("--pid"),
                          process_->text(),
                          QStringLiteral("--seconds"),
                          QString::number(seconds_->value())};
    if (const QString log = folderFromText(log_->text()); !log.isEmpty()) {
        arguments << QStringLiteral("--log") << log;
    }
    // A title is what somebody would call the study: it stays in the record in his language.
    if (const QString title = tr("Observed: %1"); title != QLatin1String("Observed: %1")) {
        arguments << QStringLiteral("--title") << title;
    }
    if (nudge_->isChecked()) {
        arguments << QStringLiteral("--nudge") << QString::number(kNudgeSeconds);
    }
    return arguments;
}

QString ObserveForm::obstacle() const {
    if (!process_->hasAcceptableInput()) {
        return command_.isRunning()
                   ? tr("Looking for running jobs…")
                   : tr("Choose a running job, or type the number of its process.");
    }
    if (!isRunningProcess(process_->text())) {
        return tr("There is no process %1. Look again for running jobs.").arg(process_->text());
    }
    const QString log = folderFromText(log_->text());
    return log.isEmpty() || QFileInfo(log).isReadable() ? QString()
                                                        : tr("The log %1 cannot be read.").arg(log);
}

bool ObserveForm::canStillStart() {
    if (obstacle().isEmpty()) {
        return true;
    }
    job_ended_ = process_->hasAcceptableInput() && !isRunningProcess(process_->text());
    look();
    Q_EMIT changed();
    return false;
}

void ObserveForm::showEvent(QShowEvent* event) {
    CommandForm::showEvent(event);
    if (!event->spontaneous()) {
        look();
    }
}

QString ObserveForm::estimate() const {
    const int seconds = seconds_->value() + (nudge_->isChecked() ? kNudgeSeconds : 0);
    const QString time = QString::fromStdString(format_duration(seconds));
    return nudge_->isChecked() ? tr("About %1. The job becomes slower for moments.").arg(time)
                               : tr("About %1. Nothing is done to the job.").arg(time);
}

void ObserveForm::setEngine(const QString& engine) {
    engine_ = engine;
    if (isVisible()) {
        look();
    }
}

void ObserveForm::begin(const QString& /*images*/) {
    look();
}

void ObserveForm::look() {
    if (!engine_.isEmpty() && !command_.isRunning()) {
        again_->setEnabled(false);
        command_.start(
            engine_,
            {QStringLiteral("observe"), QStringLiteral("--list"), QStringLiteral("--json")});
        Q_EMIT changed();
    }
}

void ObserveForm::showRow(int row, const QJsonObject& job) {
    const QString program = textOf(job[QLatin1String("command")]);
    const QString why = reasonsOf(job[QLatin1String("why")]);
    const std::array<QString, kJobColumns> texts{
        program,
        QString::number(job[QLatin1String("pid")].toInteger()),
        numberText(job[QLatin1String("cpu_cores")].toDouble(), 2),
        why};
    for (int column = 0; column < kJobColumns; ++column) {
        auto* cell = new QTableWidgetItem(texts[static_cast<std::size_t>(column)]);
        cell->setToolTip(texts[static_cast<std::size_t>(column)]);
        if (column == kNumber || column == kCores) {
            cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        }
        jobs_->setItem(row, column, cell);
    }
}

void ObserveForm::takeList(const QJsonObject& answer, const QString& error) {
    const QString chosen = process_->text();
    const QJsonArray jobs = answer[QLatin1String("candidates")].toArray();
    jobs_->clearSelection();  // the row that was chosen may be another job's now
    jobs_->setRowCount(static_cast<int>(jobs.size()));
    for (int row = 0; row < jobs_->rowCount(); ++row) {
        showRow(row, jobs[row].toObject());
        if (jobs_->item(row, kNumber)->text() == chosen) {
            jobs_->selectRow(row);
        }
    }
    jobs_->resizeColumnToContents(kNumber);
    jobs_->resizeColumnToContents(kCores);
    const bool said_ended = std::exchange(job_ended_, false);
    if ((chosen.isEmpty() || !isRunningProcess(chosen)) && jobs_->rowCount() > 0) {
        jobs_->selectRow(0);
    } else if (said_ended && !isRunningProcess(chosen)) {
        process_->clear();
    }
    found_->setText(!error.isEmpty() ? error
                    : said_ended     ? tr("That job has ended.")
                    : jobs.isEmpty()
                        ? tr("No process here has a GPU or image files open, or loads data with "
                             "workers of Python. Any other can be observed by its number. To try "
                             "it, start a stand-in: throughline-engine selftest job.")
                        : tr("Only states and waits of its threads are read: no restart, no "
                             "changed line."));
    again_->setEnabled(true);
    Q_EMIT changed();
}

void ObserveForm::browseLog() {
    const QString chosen =
        QFileDialog::getOpenFileName(this, tr("Log of the job"), folderFromText(log_->text()));
    if (!chosen.isEmpty()) {
        log_->setText(chosen);
    }
}

}  // namespace throughline::ui
