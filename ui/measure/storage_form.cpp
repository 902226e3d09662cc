// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/storage_form.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/bridge/paths.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

/// Typing pauses this long before the engine is asked.
constexpr int kTypingPauseMs = 400;

QString pathKey() {
    return QStringLiteral("storage/path");
}

QStringList textsOf(const QJsonValue& list) {
    QStringList texts;
    for (const auto& text : list.toArray()) {
        texts << text.toString();
    }
    return texts;
}

}  // namespace

StorageForm::StorageForm(QSettings* settings, QWidget* parent)
    : CommandForm(parent), settings_(settings) {
    build();
    ask_later_.setSingleShot(true);
    ask_later_.setInterval(kTypingPauseMs);
    connect(&ask_later_, &QTimer::timeout, this, &StorageForm::ask);
    connect(&command_, &EngineCommand::finished, this, &StorageForm::takePlan);
    connect(path_, &QLineEdit::textChanged, this, &StorageForm::edit);
    for (QAbstractButton* choice :
         std::initializer_list<QAbstractButton*>{quick_, make_file_, writes_}) {
        connect(choice, &QAbstractButton::toggled, this, &StorageForm::edit);
    }
    connect(volume_, &VolumePicker::edited, this, &StorageForm::edit);
    connect(volume_, &VolumePicker::described, this, &StorageForm::changed);
    path_->setText(settings_->value(pathKey()).toString());
}

QWidget* StorageForm::buildPlace() {
    path_ = new QLineEdit;
    path_->setPlaceholderText(tr("Big file to read, or folder on the disk to measure"));
    path_->setAccessibleName(tr("File or folder to measure"));
    path_->setToolTip(tr("Type the path of a big file, which is only read, or of a folder"));
    auto* file = new QPushButton(icon(QStringLiteral("open")), tr("Choose fi&le…"));
    file->setToolTip(tr("Choose a big file to read (Alt+L)"));
    connect(file, &QPushButton::clicked, this, &StorageForm::browseFile);
    auto* folder = new QPushButton(icon(QStringLiteral("folder")), tr("&Choose folder…"));
    folder->setToolTip(tr("Choose a folder on the disk to measure (Alt+C)"));
    connect(folder, &QPushButton::clicked, this, &StorageForm::browseFolder);
    auto* place = new QWidget;
    auto* row = bareLayout<QHBoxLayout>(place);
    row->addWidget(path_, 1);
    row->addWidget(file);
    row->addWidget(folder);
    return place;
}

void StorageForm::build() {
    auto* column = bareLayout<QVBoxLayout>(this);
    column->addWidget(buildPlace());
    volume_ = new VolumePicker(VolumePicker::Offers::Volumes);
    column->addWidget(volume_);
    quick_ = new QRadioButton(tr("&Quick"));
    quick_->setToolTip(tr("Measure a small grid of sizes and depths, in about a minute"));
    quick_->setChecked(true);
    full_ = new QRadioButton(tr("F&ull"));
    full_->setToolTip(
        tr("Measure 4 KiB to 4 MiB at depths 1 to 128, each until its rate is steady"));
    auto* amount = new QHBoxLayout;
    amount->addWidget(quick_);
    amount->addWidget(full_);
    amount->addStretch(1);
    column->addLayout(amount);
    make_file_ = new QCheckBox(tr("&Write a file to read, and remove it at the end"));
    make_file_->setToolTip(
        tr("Agree that a new file is written into a new folder there, is read, and is removed "
           "at the end"));
    writes_ = new QCheckBox(tr("Measure writes and small files too"));
    writes_->setToolTip(
        tr("Write new files into a new folder there, which is removed at the end; no file that "
           "exists is changed"));
    column->addWidget(make_file_);
    column->addWidget(writes_);
    facts_ = new QLabel;
    facts_->setObjectName(QStringLiteral("storage.facts"));
    facts_->setWordWrap(true);
    facts_->setTextFormat(Qt::PlainText);
    facts_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    setInk(facts_, &Theme::mutedText);
    column->addWidget(facts_);
    edit();
}

QString StorageForm::path() const {
    return folderFromText(path_->text());
}

void StorageForm::setPath(const QString& path) {
    path_->setText(path);
}

void StorageForm::remember() {
    settings_->setValue(pathKey(), path());
}

void StorageForm::setEngine(const QString& engine) {
    volume_->setEngine(engine);
    if (engine != engine_) {
        engine_ = engine;
        edit();
    }
}

bool StorageForm::isFolder() const {
    return QFileInfo(path()).isDir();
}

bool StorageForm::lacksConsent() const {
    return isFolder() && !make_file_->isChecked() && !writes_->isChecked();
}

QStringList StorageForm::arguments() const {
    QStringList arguments{QStringLiteral("storage"), path()};
    if (quick_->isChecked()) {
        arguments << QStringLiteral("--quick");
    }
    if (make_file_->isChecked() && isFolder()) {
        arguments << QStringLiteral("--make-file");
    }
    if (writes_->isChecked()) {
        arguments << QStringLiteral("--writes");
    }
    spec::Settings chosen;
    volume_->writeTo(chosen);
    if (const std::string volume = spec::text_or_empty(chosen, "storage.volume"); !volume.empty()) {
        arguments << QStringLiteral("--volume") << QString::fromStdString(volume)
                  << QStringLiteral("--volume-credits")
                  << QString::fromStdString(spec::text_or_empty(chosen, "storage.volume_credits"));
    }
    return arguments;
}

QString StorageForm::obstacle() const {
    if (path().isEmpty()) {
        return tr("Choose a big file, or a folder on the disk to measure.");
    }
    if (lacksConsent()) {
        return tr("Choose a big file in this folder, or agree that one is written there.");
    }
    if (!volume_->obstacle().isEmpty()) {
        return volume_->obstacle();
    }
    return asking_ ? tr("Looking at the disk…") : error_;
}

QString StorageForm::estimate() const {
    return tr("The study opens in the library when it is done.");
}

void StorageForm::begin(const QString& images) {
    if (path().isEmpty()) {
        setPath(images);
    }
}

void StorageForm::browseFile() {
    const QString chosen = QFileDialog::getOpenFileName(this, tr("Big file to read"), path());
    if (!chosen.isEmpty()) {
        setPath(chosen);
    }
}

void StorageForm::browseFolder() {
    const QString chosen =
        QFileDialog::getExistingDirectory(this, tr("Folder on the disk to measure"), path());
    if (!chosen.isEmpty()) {
        setPath(chosen);
    }
}

void StorageForm::edit() {
    make_file_->setEnabled(isFolder() && !writes_->isChecked());
    error_.clear();
    lines_.clear();
    asking_ = !engine_.isEmpty() && !path().isEmpty() && !lacksConsent();
    if (asking_) {
        ask_later_.start();
    } else {
        ask_later_.stop();
    }
    showFacts();
    Q_EMIT changed();
}

void StorageForm::ask() {
    outdated_ = command_.isRunning();
    if (!outdated_) {
        command_.start(engine_,
                       arguments() << QStringLiteral("--dry-run") << QStringLiteral("--json"));
    }
}

void StorageForm::takePlan(const QJsonObject& plan, const QString& error) {
    if (outdated_) {
        ask();
        return;
    }
    if (ask_later_.isActive() || !asking_) {
        return;  // chosen on since; asked again in a moment
    }
    asking_ = false;
    error_ = error;
    lines_ = textsOf(plan[QLatin1String("text")]) + textsOf(plan[QLatin1String("warnings")]);
    showFacts();
    Q_EMIT changed();
}

void StorageForm::showFacts() {
    QString text = lines_.join(u'\n');
    if (text.isEmpty()) {
        text = writes_->isChecked() || make_file_->isChecked()
                   ? tr("How much is written, and how much stays free, is said here first.")
                   : tr("Nothing is written; reads go past the page cache.");
    }
    facts_->setText(text);
}

}  // namespace throughline::ui
