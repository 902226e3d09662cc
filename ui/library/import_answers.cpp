// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/import_answers.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/base/say.h"
#include "engine/base/say_again.h"
#include "engine/metrics/registry.h"
#include "ui/style/icons.h"
#include "ui/style/ui_style.h"

namespace throughline::ui {

namespace {

struct Known {
    const char* key;
    const char* title;
    const char* example;
};

/// Questions about the file itself; all others ask for a condition of the registry.
constexpr Known kKnown[] = {
    {"time_zone", QT_TRANSLATE_NOOP("ImportAnswers", "Time zone"), "+02:00"},
    {"period_seconds", QT_TRANSLATE_NOOP("ImportAnswers", "Seconds between rows"), "1"},
    {"latency_unit", QT_TRANSLATE_NOOP("ImportAnswers", "Latency unit"), "ns, us"},
    {"log_type", QT_TRANSLATE_NOOP("ImportAnswers", "Kind of log"), "bw, iops, lat, clat, slat"},
    {"samples_are", QT_TRANSLATE_NOOP("ImportAnswers", "What a sample counts"), "images"},
    {"columns", QT_TRANSLATE_NOOP("ImportAnswers", "Columns, in order"), "timestamp,index,…"},
    {"metric",
     QT_TRANSLATE_NOOP("ImportAnswers", "Quantity of the values"),
     "read_bytes_per_second"},
    {"start_time", QT_TRANSLATE_NOOP("ImportAnswers", "Start of the run"), "2026-11-21T10:00:00Z"},
    {"pattern", QT_TRANSLATE_NOOP("ImportAnswers", "Reads or writes"), "read, write"},
    {"statistic", QT_TRANSLATE_NOOP("ImportAnswers", "Statistic"), "Average, Sum"},
};

QString titleOf(const std::string& key, QString& example) {
    for (const Known& known : kKnown) {
        if (key == known.key) {
            example = QString::fromUtf8(known.example);
            return ImportAnswers::tr(known.title);
        }
    }
    if (key.starts_with("column.")) {
        example = QStringLiteral("images_per_second");
        return ImportAnswers::tr("Column %1").arg(QString::fromStdString(key.substr(7)));
    }
    if (key.starts_with("metric.")) {
        example = QStringLiteral("read_iops");
        return ImportAnswers::tr("Series %1").arg(QString::fromStdString(key.substr(7)));
    }
    const auto* const info = metrics::find_metric(key);
    if (info != nullptr && std::string_view(info->unit) != "text") {
        example = QStringLiteral("8");
    }
    return QString::fromStdString(metrics::metric_title(key));
}

}  // namespace

ImportAnswers::ImportAnswers(QWidget* parent) : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    auto* heading = new QLabel(tr("The file does not say:"));
    heading->setFont(headingFont());
    column->addWidget(heading);
    form_ = new QFormLayout;
    form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    column->addLayout(form_);
    auto* row = new QHBoxLayout;
    everywhere_ = new QCheckBox(tr("Use these answers for &all files that ask this"));
    everywhere_->setToolTip(tr("Import each of these files again with these answers (Alt+A)"));
    everywhere_->setChecked(true);
    again_ = new QPushButton(icon(QStringLiteral("restore")), tr("Import &again with this"));
    again_->setToolTip(
        tr("Import again with these answers; the earlier result goes to the bin (Alt+A or Enter)"));
    row->addWidget(again_);
    row->addWidget(everywhere_);
    row->addStretch(1);
    column->addLayout(row);
    connect(again_, &QPushButton::clicked, this, [this] {
        importers::Assumptions answers;
        for (const auto& [key, field] : fields_) {
            if (!field->text().trimmed().isEmpty()) {
                answers[key] = field->text().trimmed().toStdString();
            }
        }
        if (!answers.empty()) {
            Q_EMIT answered(answers, everywhere_->isChecked());
        }
    });
    hide();
}

void ImportAnswers::ask(const std::vector<importers::Question>& questions,
                        const importers::Assumptions& before) {
    while (form_->rowCount() > 0) {
        form_->removeRow(0);
    }
    fields_.clear();
    std::vector<importers::Question> all = questions;
    for (const auto& [key, value] : before) {
        const bool open =
            std::ranges::any_of(questions, [&](const auto& each) { return each.key == key; });
        if (!open) {
            all.push_back({key, tr("answered before").toStdString()});
        }
    }
    for (const importers::Question& question : all) {
        QString example;
        const QString title = titleOf(question.key, example);
        auto* field = new QLineEdit;
        field->setPlaceholderText(example.isEmpty() ? QString() : tr("e.g. %1").arg(example));
        const QString why_asked = QString::fromStdString(say_again(question.why));
        field->setToolTip(why_asked);
        field->setAccessibleName(title);
        field->setFixedWidth(fontMetrics().averageCharWidth() * 30);
        const auto known = before.find(question.key);
        if (known != before.end()) {
            field->setText(QString::fromStdString(known->second));
        }
        connect(field, &QLineEdit::returnPressed, again_, &QPushButton::click);
        auto* why = new QLabel(why_asked);
        why->setWordWrap(true);
        why->setFont(smallFont());
        auto* cell = new QHBoxLayout;
        cell->addWidget(field);
        cell->addWidget(why, 1);
        form_->addRow(title, cell);
        fields_[question.key] = field;
    }
    setVisible(!all.empty());
}

QLineEdit* ImportAnswers::field(const std::string& key) const {
    const auto found = fields_.find(key);
    return found == fields_.end() ? nullptr : found->second;
}

}  // namespace throughline::ui
