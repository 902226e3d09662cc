// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/study_form.h"

#include <QDoubleValidator>
#include <QEvent>
#include <QFormLayout>
#include <QLocale>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/catalog/catalog.h"
#include "ui/style/number_input.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"

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

StudyForm::StudyForm(QWidget* parent) : QWidget(parent) {
    makeFields();
    auto* column = bareLayout<QVBoxLayout>(this);
    auto* form = new QFormLayout;
    form->addRow(tr("T&itle"), title_);
    form->addRow(tr("T&ags"), tags_);
    form->addRow(tr("&Note"), note_);
    form->addRow(tr("St&orage"), target_);
    form->addRow(tr("&Price, USD/h"), price_);
    form->addRow(baseline_);
    column->addLayout(form);
    source_ = new QLabel;
    source_->setWordWrap(true);
    source_->setFont(smallFont());
    source_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    setInk(source_, &Theme::mutedText);
    column->addWidget(source_);
    for (QLineEdit* field : {title_, tags_, price_}) {
        connect(field, &QLineEdit::editingFinished, this, &StudyForm::say);
    }
    note_->installEventFilter(this);
    connect(target_, &QComboBox::activated, this, &StudyForm::say);
    connect(baseline_, &QCheckBox::clicked, this, &StudyForm::say);
}

void StudyForm::makeFields() {
    title_ = new QLineEdit;
    title_->setToolTip(tr("Type the name to show in lists and charts"));
    tags_ = new QLineEdit;
    tags_->setPlaceholderText(tr("e.g. keep, a100, night run"));
    tags_->setToolTip(tr("Type words to find the study by, separated by commas"));
    note_ = new QPlainTextEdit;
    note_->setToolTip(tr("Type anything worth knowing; the filter searches it too"));
    note_->setTabChangesFocus(true);
    note_->setFixedHeight(fontMetrics().lineSpacing() * 5);
    target_ = new QComboBox;
    target_->addItem(tr("– not linked"), QString());
    const auto catalog = catalog::Catalog::built_in();
    for (const catalog::StorageTarget& target : catalog.storage()) {
        target_->addItem(QString::fromStdString(target.name), QString::fromStdString(target.id));
    }
    target_->setToolTip(tr("Choose the catalogue entry of the storage that held the data"));
    target_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    target_->setMinimumContentsLength(10);
    price_ = new QLineEdit;
    auto* numbers = new QDoubleValidator(0.0, 1e6, 4, price_);
    numbers->setNotation(QDoubleValidator::StandardNotation);
    numbers->setLocale(QLocale::c());  // as every figure of the window
    price_->setValidator(numbers);
    price_->setPlaceholderText(tr("not given"));
    price_->setToolTip(
        tr("Type the cost of the machine in USD per hour; it gives the price per million images"));
    baseline_ = new QCheckBox(tr("&Baseline for comparisons"));
    baseline_->setToolTip(tr("Make this study the baseline; the star moves here from any other"));
}

void StudyForm::setStudy(const store::StudyRow& study) {
    if (study.id != study_.id) {
        say();
    }
    const store::StudyChange typed = study.id == study_.id ? change() : store::StudyChange();
    study_ = study;
    if (!typed.title) {
        title_->setText(QString::fromStdString(study.title));
        title_->setCursorPosition(0);  // a long one is read from its beginning
    }
    if (!typed.tags) {
        tags_->setText(joined(study.tags));
    }
    if (const QString note = QString::fromStdString(study.note);
        !typed.note && note != note_->toPlainText()) {
        note_->setPlainText(note);
    }
    if (!typed.price_per_hour) {
        price_->setText(study.price_per_hour
                            ? withMarks(QLocale::c().toString(*study.price_per_hour, 'g', 8))
                            : QString());
    }
    target_->setCurrentIndex(std::max(0, target_->findData(QString::fromStdString(study.target))));
    baseline_->setChecked(study.baseline);
    source_->setText(tr("From %1").arg(QString::fromStdString(study.source_path)));
    source_->setVisible(!study.source_path.empty());
    setEnabled(study.id != 0);
}

void StudyForm::say() {
    const store::StudyChange now = change();
    if (study_.id != 0 && now != store::StudyChange()) {
        Q_EMIT changeAsked(study_, now);
    }
    if (title_->text().trimmed().isEmpty()) {  // a study has a name
        title_->setText(QString::fromStdString(study_.title));
    }
}

bool StudyForm::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusOut) {
        say();
    }
    return QWidget::eventFilter(watched, event);
}

store::StudyChange StudyForm::change() const {
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
    const QString typed = price_->text().trimmed();
    bool number = false;
    const double price = QLocale::c().toDouble(QString(typed).replace(u',', u'.'), &number);
    const auto wanted = number ? std::optional<double>(price) : std::nullopt;
    if ((number || typed.isEmpty()) && wanted != study_.price_per_hour) {
        change.price_per_hour = wanted;
    }
    if (baseline_->isChecked() != study_.baseline) {
        change.baseline = baseline_->isChecked();
    }
    return change;
}

}  // namespace throughline::ui
