// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/make_dataset_dialog.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>

#include "engine/base/format.h"
#include "ui/bridge/paths.h"
#include "ui/measure/dataset_facts.h"
#include "ui/measure/default_dataset.h"
#include "ui/style/icons.h"
#include "ui/style/number_text.h"

namespace throughline::ui {

namespace {

constexpr int kPlanAfterMs = 300;
constexpr int kImagesMax = 10'000'000;

}  // namespace

MakeDatasetDialog::MakeDatasetDialog(QString engine, const QString& suggested, QWidget* parent)
    : QDialog(parent), engine_(std::move(engine)) {
    setWindowTitle(tr("Make a data set"));
    build(suggested);
    plan_later_.setSingleShot(true);
    plan_later_.setInterval(kPlanAfterMs);
    connect(&plan_later_, &QTimer::timeout, this, &MakeDatasetDialog::plan);
    connect(&plan_command_, &EngineCommand::finished, this, &MakeDatasetDialog::takePlan);
    connect(&make_command_, &EngineCommand::progress, this, &MakeDatasetDialog::takeProgress);
    connect(&make_command_, &EngineCommand::finished, this, &MakeDatasetDialog::takeEnd);
    setMaking(false);
    plan();
}

void MakeDatasetDialog::buildFields(const QString& suggested) {
    folder_ = new QLineEdit(suggested);
    folder_->setToolTip(tr("Choose a new or empty folder on the disk that you want to measure"));
    browse_ = new QPushButton(icon(QStringLiteral("folder")), tr("&Choose…"));
    browse_->setToolTip(tr("Choose where to write the data set (Alt+C)"));
    connect(browse_, &QPushButton::clicked, this, [this] {
        const QString chosen =
            QFileDialog::getExistingDirectory(this, tr("Folder for the data set"), folder());
        if (!chosen.isEmpty()) {
            folder_->setText(chosen);
        }
    });
    images_ = new CountBox;
    images_->setRange(1, kImagesMax);
    images_->setValue(kImagesDefault);
    images_->setSingleStep(1000);
    images_->setToolTip(
        tr("Choose how many images to make. They are like those of ImageNet: 110 kB and 500 × 375 "
           "pixels on average."));
    repeat_ = new QCheckBox(tr("Draw only this many and copy them under new names:"));
    repeat_->setToolTip(
        tr("Copy images instead of drawing each one: much quicker for large data sets, and the "
           "disk reads copies like any other file"));
    repeat_->setChecked(true);
    unique_ = new CountBox;
    unique_->setRange(1, kImagesMax);
    unique_->setValue(kDrawnDefault);
    unique_->setAccessibleName(tr("Different pictures"));
    connect(repeat_, &QCheckBox::toggled, unique_, &QWidget::setEnabled);

    plan_label_ = new QLabel;
    plan_label_->setWordWrap(true);
    plan_label_->setMinimumHeight(fontMetrics().height() * 3);
    plan_label_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    bar_ = new QProgressBar;
    bar_->setTextVisible(false);
    bar_->setAccessibleName(tr("Progress"));
}

void MakeDatasetDialog::build(const QString& suggested) {
    buildFields(suggested);
    auto* where = new QHBoxLayout;
    where->addWidget(folder_, 1);
    where->addWidget(browse_);
    auto* copies = new QHBoxLayout;
    copies->addWidget(repeat_);
    copies->addWidget(unique_);
    auto* form = new QFormLayout;
    auto* folder_label = new QLabel(tr("&Folder"));
    folder_label->setBuddy(folder_);
    form->addRow(folder_label, where);
    form->addRow(tr("&Images"), images_);
    form->addRow(QString(), copies);
    auto* buttons = new QDialogButtonBox;
    make_ = buttons->addButton(tr("&Make"), QDialogButtonBox::ActionRole);
    make_->setToolTip(tr("Start writing the images (Enter)"));
    cancel_ = buttons->addButton(QDialogButtonBox::Cancel);
    cancel_->setToolTip(
        tr("Stop; finished files are kept, and making resumes here next time (Esc)"));
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(plan_label_);
    layout->addWidget(bar_);
    layout->addWidget(buttons);
    make_->setDefault(true);  // means nothing before the button is the dialog's
    setMinimumWidth(fontMetrics().height() * 34);

    for (QSpinBox* box : {images_, unique_}) {
        connect(box, &QSpinBox::valueChanged, this, [this] { plan_later_.start(); });
    }
    connect(repeat_, &QCheckBox::toggled, this, [this] { plan_later_.start(); });
    connect(folder_, &QLineEdit::textChanged, this, [this] { plan_later_.start(); });
    connect(make_, &QPushButton::clicked, this, &MakeDatasetDialog::make);
    connect(buttons, &QDialogButtonBox::rejected, this, &MakeDatasetDialog::reject);
}

QString MakeDatasetDialog::folder() const {
    return folderFromText(folder_->text());
}

QStringList MakeDatasetDialog::arguments(bool dry_run) const {
    QStringList list{QStringLiteral("dataset"),
                     QStringLiteral("make"),
                     folder(),
                     QStringLiteral("--images"),
                     QString::number(images_->value()),
                     QStringLiteral("--json")};
    if (repeat_->isChecked() && unique_->value() < images_->value()) {
        list << QStringLiteral("--unique") << QString::number(unique_->value());
    }
    list << (dry_run ? QStringLiteral("--dry-run") : QStringLiteral("--events"));
    return list;
}

void MakeDatasetDialog::plan() {
    make_->setEnabled(false);
    if (folder().isEmpty()) {
        plan_label_->setText(tr("Choose where to write the data set."));
        return;
    }
    if (engine_.isEmpty() || plan_command_.isRunning()) {
        return;  // a running question is asked again when it ends, see takePlan()
    }
    planned_ = arguments(true);
    plan_command_.start(engine_, planned_);
}

void MakeDatasetDialog::takePlan(const QJsonObject& answer, const QString& error) {
    if (planned_ != arguments(true)) {
        plan();
        return;
    }
    const QJsonObject plan = answer.value(QLatin1String("plan")).toObject();
    const double bytes = plan.value(QLatin1String("bytes_expected")).toDouble();
    const double free = plan.value(QLatin1String("bytes_free")).toDouble();
    plan_label_->setText(error.isEmpty() ? tr("Writes about %1; %2 are free in that folder.")
                                               .arg(bytesText(bytes), bytesText(free))
                                         : error);
    make_->setEnabled(error.isEmpty());
}

void MakeDatasetDialog::make() {
    setMaking(true);
    bar_->setRange(0, images_->value());
    bar_->setValue(0);
    make_command_.start(engine_, arguments(false));
}

void MakeDatasetDialog::takeProgress(const QJsonObject& line) {
    const QJsonValue done = line.value(QLatin1String("images_done"));
    if (!done.isDouble()) {
        return;
    }
    const double seconds = line.value(QLatin1String("seconds")).toDouble();
    const double images = images_->value();
    bar_->setValue(done.toInt());
    const QString made = countText(done.toDouble());
    const QString all = countText(images);
    const QString written = bytesText(line.value(QLatin1String("bytes_written")).toDouble());
    const double left = seconds * (images - done.toDouble()) / done.toDouble();
    plan_label_->setText(
        done.toDouble() > 0 && seconds > 1
            ? tr("%1 of %2 images, %3 written, %4 left")
                  .arg(made, all, written, QString::fromStdString(format_duration(left)))
            : tr("%1 of %2 images, %3 written").arg(made, all, written));
}

void MakeDatasetDialog::takeEnd(const QJsonObject& /*answer*/, const QString& error) {
    setMaking(false);
    if (error.isEmpty()) {
        accept();
        return;
    }
    plan_label_->setText(error + u' ' +
                         tr("Finished files are kept. Press Resume to make the rest."));
    make_->setText(tr("&Resume"));
    make_->setEnabled(true);
}

void MakeDatasetDialog::setMaking(bool making) {
    for (QWidget* widget : std::initializer_list<QWidget*>{folder_, browse_, images_, repeat_}) {
        widget->setEnabled(!making);
    }
    unique_->setEnabled(!making && repeat_->isChecked());
    make_->setEnabled(!making);
    bar_->setVisible(making);
}

void MakeDatasetDialog::reject() {
    if (make_command_.isRunning()) {
        make_command_.cancel();
        return;
    }
    QDialog::reject();
}

}  // namespace throughline::ui
