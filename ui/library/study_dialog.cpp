// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/study_dialog.h"

#include <QDialogButtonBox>
#include <QDoubleValidator>
#include <QFormLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/catalog/catalog.h"

namespace throughline::ui {

namespace {

QString joined(const std::vector<std::string>& tags) {
    QStringList words;
    for (const std::string& tag : tags) {
        words << QString::fromStdString(tag);
    }
    return words.join(QStringLiteral(", "));
}

}  // namespace

StudyDialog::StudyDialog(const store::StudyRow& study, QWidget* parent)
    : QDialog(parent), study_(study) {
    setWindowTitle(tr("Properties of the study"));
    auto* column = new QVBoxLayout(this);
    auto* form = new QFormLayout;
    title_ = new QLineEdit(QString::fromStdString(study.title));
    title_->setCursorPosition(0);  // a long one is read from its beginning
    title_->setToolTip(tr("Type the name to show in lists and charts"));
    tags_ = new QLineEdit(joined(study.tags));
    tags_->setPlaceholderText(tr("e.g. keep, a100, night run"));
    tags_->setToolTip(tr("Type words to find the study by, separated by commas"));
    note_ = new QPlainTextEdit(QString::fromStdString(study.note));
    note_->setToolTip(tr("Type anything worth knowing; the filter searches it too"));
    note_->setTabChangesFocus(true);
    note_->setMinimumHeight(fontMetrics().height() * 4);
    target_ = new QComboBox;
    target_->addItem(tr("– not linked"), QString());
    const auto catalog = catalog::Catalog::built_in();
    for (const catalog::StorageTarget& target : catalog.storage()) {
        target_->addItem(QString::fromStdString(target.name), QString::fromStdString(target.id));
    }
    target_->setToolTip(tr("Choose the catalogue entry of the storage that held the data"));
    target_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    target_->setMinimumContentsLength(36);
    target_->setCurrentIndex(std::max(0, target_->findData(QString::fromStdString(study.target))));
    price_ = new QLineEdit;
    auto* numbers = new QDoubleValidator(0.0, 1e6, 4, price_);
    numbers->setNotation(QDoubleValidator::StandardNotation);
    price_->setValidator(numbers);
    price_->setPlaceholderText(tr("not given"));
    price_->setToolTip(
        tr("Type the cost of the machine in USD per hour; it gives the price per million images"));
    if (study.price_per_hour) {
        price_->setText(QLocale().toString(*study.price_per_hour, 'g', 8));
    }
    baseline_ = new QCheckBox(tr("&Baseline: other studies are compared with it"));
    baseline_->setToolTip(tr("Make this study the baseline; the star moves here from any other"));
    baseline_->setChecked(study.baseline);
    form->addRow(tr("&Title"), title_);
    form->addRow(tr("T&ags"), tags_);
    form->addRow(tr("&Note"), note_);
    form->addRow(tr("&Storage"), target_);
    form->addRow(tr("&Price, USD/h"), price_);
    form->addRow(QString(), baseline_);
    column->addLayout(form);
    auto* source = new QLabel(tr("From %1").arg(QString::fromStdString(study.source_path)));
    source->setWordWrap(true);
    source->setTextInteractionFlags(Qt::TextSelectableByMouse);
    source->setVisible(!study.source_path.empty());
    column->addWidget(source);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(title_, &QLineEdit::textChanged, buttons, [buttons](const QString& title) {
        buttons->button(QDialogButtonBox::Ok)->setEnabled(!title.trimmed().isEmpty());
    });
    resize(fontMetrics().averageCharWidth() * 75, sizeHint().height());
}

store::StudyChange StudyDialog::change() const {
    store::StudyChange change;
    const std::string title = title_->text().trimmed().toStdString();
    if (!title.empty() && title != study_.title) {
        change.title = title;
    }
    std::vector<std::string> tags;
    const QStringList words = tags_->text().split(u',', Qt::SkipEmptyParts);
    for (const QString& word : words) {
        if (!word.trimmed().isEmpty()) {
            tags.push_back(word.trimmed().toStdString());
        }
    }
    std::ranges::sort(tags);
    tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
    if (tags != study_.tags) {
        change.tags = tags;
    }
    if (const std::string note = note_->toPlainText().toStdString(); note != study_.note) {
        change.note = note;
    }
    const std::string target = target_->currentData().toString().toStdString();
    if (target != study_.target) {
        change.target = target;
    }
    bool number = false;
    const double price = QLocale().toDouble(price_->text(), &number);
    const auto wanted = number ? std::optional<double>(price) : std::nullopt;
    if (wanted != study_.price_per_hour) {
        change.price_per_hour = wanted;
    }
    if (baseline_->isChecked() != study_.baseline) {
        change.baseline = baseline_->isChecked();
    }
    return change;
}

}  // namespace throughline::ui
