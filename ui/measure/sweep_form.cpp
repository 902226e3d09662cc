// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/sweep_form.h"

#include <QGridLayout>
#include <QRegularExpression>

#include "engine/spec/people.h"
#include "ui/study/setting_words.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

/// "1, 2, 4", as apply_sweep() takes them.
QString valuesText(const std::string& key, const std::vector<spec::SettingValue>& all) {
    const spec::SettingInfo* const info = spec::find_setting(key);
    const bool choice = info->type == spec::SettingType::Choice;
    QStringList values;
    for (const spec::SettingValue& value : all) {
        values << QString::fromStdString(choice ? spec::setting_text(value)
                                                : spec::people_text(*info, value))
                      .replace(u',', QStringLiteral("\\,"));
    }
    return values.join(QStringLiteral(", "));
}

}  // namespace

SweepForm::SweepForm(QWidget* parent) : QWidget(parent) {
    auto* grid = bareLayout<QGridLayout>(this);
    const auto changed = [this] {
        if (!setting_) {
            showRows();
            Q_EMIT edited();
        }
    };
    for (int i = 0; i < kAxesMax; ++i) {
        Row row{.key = new QComboBox, .values = new QLineEdit};
        row.key->addItem(tr("(nothing)"), QString());
        for (const spec::SettingInfo& info : spec::all_settings()) {
            row.key->addItem(settingTitle(info.key), QString::fromLatin1(info.key));
        }
        row.key->setAccessibleName(tr("Swept setting %1").arg(i + 1));
        row.key->setToolTip(
            tr("Choose a setting to measure at several values; the first one varies slowest"));
        row.values->setPlaceholderText(tr("values, such as 1, 2, 4 or 64 KiB, 1 MiB"));
        row.values->setAccessibleName(tr("Values of swept setting %1").arg(i + 1));
        row.values->setToolTip(
            tr("Type values separated by commas; write \\, for a comma inside a value"));
        connect(row.key, &QComboBox::currentIndexChanged, this, changed);
        connect(row.values, &QLineEdit::textChanged, this, changed);
        grid->addWidget(row.key, i, 0);
        grid->addWidget(row.values, i, 1);
        rows_.push_back(row);
    }
    grid->setColumnStretch(1, 1);
    showRows();
}

void SweepForm::setAxes(const std::vector<spec::SweepAxis>& axes) {
    setting_ = true;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (i >= axes.size()) {
            rows_[i].key->setCurrentIndex(0);
            rows_[i].values->clear();
            continue;
        }
        rows_[i].key->setCurrentIndex(rows_[i].key->findData(QString::fromStdString(axes[i].key)));
        QString values = valuesText(axes[i].key, axes[i].values);
        for (const spec::LinkedKey& linked : axes[i].with) {
            values +=
                QStringLiteral(" with %1=%2")
                    .arg(QString::fromStdString(linked.key), valuesText(linked.key, linked.values));
        }
        rows_[i].values->setText(values);
    }
    setting_ = false;
    showRows();
}

/// Those in use, and one more.
void SweepForm::showRows() {
    bool before = true;
    for (const Row& row : rows_) {
        const bool used = row.key->currentIndex() > 0;
        row.key->setVisible(before || used);
        row.values->setVisible(before || used);
        before = used;
    }
}

Result<void> SweepForm::applyTo(spec::StudySpec& spec) const {
    spec.sweep.clear();
    for (const Row& row : rows_) {
        const QString key = row.key->currentData().toString();
        if (key.isEmpty()) {
            continue;
        }
        // An empty value may stand before " with", whose space belongs to it.
        static const QRegularExpression kBehindComma(QStringLiteral(", (?!with )"));
        const QString values =
            row.values->text().simplified().replace(kBehindComma, QStringLiteral(","));
        const QString assignment = key + u'=' + values;
        if (auto applied = spec::apply_sweep(spec, assignment.toStdString()); !applied) {
            return applied;
        }
    }
    return {};
}

}  // namespace throughline::ui
