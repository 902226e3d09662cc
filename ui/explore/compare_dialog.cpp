// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/compare_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTabWidget>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/metrics/registry.h"
#include "ui/charts/curves.h"
#include "ui/charts/meant_runs.h"
#include "ui/style/theme.h"

namespace throughline::ui {

namespace {

constexpr QSize kFirstSize(1080, 640);
constexpr int kListWidthPx = 260;
constexpr int kColumnWidthMax = 400;  ///< a difference with its interval in one line

QTableWidgetItem* cell(const QString& text) {
    auto* item = new QTableWidgetItem(text);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    return item;
}

QString text(const std::string& of) {
    return QString::fromStdString(of);
}

/// "+34.5 images/s \u00B1 12.3 images/s (+2.06 %)": the difference, its 95 % interval where both
/// runs were repeated, and its share of the baseline.
QString differenceText(const std::string& key, const analysis::Difference& difference) {
    QString words = text(analysis::absolute_text(key, *difference.absolute));
    if (difference.half_width) {
        words +=
            QStringLiteral(" \u00B1 ") + text(analysis::length_text(key, *difference.half_width));
    }
    if (difference.percent) {
        words += QStringLiteral(" (%1)").arg(text(analysis::change_text(*difference.percent)));
    }
    return words;
}

/// The value, and below it the difference: bold where it is beyond the noise, muted where it is
/// within it.
QTableWidgetItem* differenceCell(const std::string& key, const analysis::Difference& difference) {
    if (!difference.value) {
        auto* item = cell(QStringLiteral("\u2013"));
        item->setToolTip(CompareDialog::tr("This run does not have this figure."));
        return item;
    }
    const QString value = text(metrics::format_metric(key, *difference.value));
    auto* item = cell(value);
    if (!difference.absolute) {
        item->setToolTip(CompareDialog::tr("The baseline does not have this figure."));
        return item;
    }
    const auto sure = difference.excludes_zero();
    const QString sign = !sure   ? QString()
                         : *sure ? QStringLiteral("  \u2260")
                                 : QStringLiteral("  \u2248");
    item->setText(value + QChar(u'\n') + differenceText(key, difference) + sign);
    if (!sure) {
        item->setToolTip(
            CompareDialog::tr("At least one of the two was not repeated, so the difference cannot "
                              "be told from noise"));
        return item;
    }
    if (*sure) {
        QFont bold = item->font();
        bold.setBold(true);
        item->setFont(bold);
        item->setToolTip(CompareDialog::tr("Beyond noise: the 95 % interval excludes 0"));
    } else {
        item->setForeground(currentTheme().mutedText);
        item->setToolTip(CompareDialog::tr("Within noise: the 95 % interval contains 0"));
    }
    return item;
}

/// Columns as wide as their cells, under heads of as many lines as the names of runs take there.
void fitColumns(QTableWidget* table) {
    constexpr int kColumnWidthMin = 170;
    constexpr int kHeadingMarginPx = 12;
    constexpr int kHeadLinesMax = 8;
    const QFontMetrics metrics = table->horizontalHeader()->fontMetrics();
    int height = 0;
    for (int column = 0; column < table->columnCount(); ++column) {
        int cells = 0;
        for (int row = 0; row < table->rowCount(); ++row) {
            const QTableWidgetItem* item = table->item(row, column);
            if (item != nullptr) {
                cells = std::max(
                    cells,
                    QFontMetrics(item->font()).size(Qt::TextExpandTabs, item->text()).width());
            }
        }
        const int width = std::clamp(cells + kHeadingMarginPx, kColumnWidthMin, kColumnWidthMax);
        table->setColumnWidth(column, width);
        const QRect room(0, 0, width - kHeadingMarginPx, metrics.height() * kHeadLinesMax);
        height = std::max(
            height,
            metrics
                .boundingRect(room, Qt::TextWordWrap, table->horizontalHeaderItem(column)->text())
                .height());
    }
    table->horizontalHeader()->setFixedHeight(std::min(height, metrics.height() * kHeadLinesMax) +
                                              kHeadingMarginPx / 2);
}

QTableWidget* makeTable(const QString& name) {
    auto* table = new QTableWidget;
    table->setAccessibleName(name);
    table->setAlternatingRowColors(true);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() * 3 / 2);
    table->verticalHeader()->setMinimumSectionSize(table->fontMetrics().height() * 3 / 2);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::Alignment(Qt::TextWordWrap));
    table->horizontalHeader()->setMinimumHeight(table->fontMetrics().height() * 5 / 2);
    table->setTabKeyNavigation(false);
    return table;
}

}  // namespace

CompareDialog::CompareDialog(std::vector<StudyForPlot> studies, QWidget* parent)
    : QDialog(parent),
      studies_(std::move(studies)),
      baseline_(new QComboBox),
      runs_(new QListWidget),
      tabs_(new QTabWidget),
      figures_(makeTable(tr("Figures of the runs"))),
      settings_(makeTable(tr("Settings of the runs"))),
      hint_(new QLabel) {
    setWindowTitle(tr("Compare runs"));
    auto* left = new QVBoxLayout;
    auto* base_label = new QLabel(tr("&Baseline"));
    base_label->setBuddy(baseline_);
    auto* runs_label =
        new QLabel(tr("Compare &with (at most %1 runs)").arg(analysis::kComparedMax));
    runs_label->setBuddy(runs_);
    baseline_->setToolTip(tr("Choose the run that the others are compared with"));
    baseline_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    runs_->setToolTip(tr("Press Space to tick a run"));
    runs_->setWordWrap(true);
    runs_->setFixedWidth(kListWidthPx);
    baseline_->setFixedWidth(kListWidthPx);
    for (QWidget* widget : std::initializer_list<QWidget*>{base_label, baseline_, runs_label}) {
        left->addWidget(widget);
    }
    left->addWidget(runs_, 1);
    tabs_->addTab(figures_, tr("&Figures"));
    tabs_->addTab(settings_, tr("&Settings"));
    auto* right = new QVBoxLayout;
    right->addWidget(tabs_, 1);
    hint_->setWordWrap(true);
    hint_->setForegroundRole(QPalette::PlaceholderText);
    right->addWidget(hint_);
    auto* across = new QHBoxLayout;
    across->addLayout(left);
    across->addLayout(right, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QPushButton* copy = buttons->addButton(tr("&Copy table"), QDialogButtonBox::ActionRole);
    copy->setToolTip(
        tr("Copy this table as tab-separated text, with plain numbers in the stated unit"));
    connect(
        copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(toTsv()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addLayout(across, 1);
    column->addWidget(buttons);
    resize(kFirstSize);

    listRuns();
    chooseFirst();
    compareChosen();
    connect(baseline_, &QComboBox::currentIndexChanged, this, &CompareDialog::compareChosen);
    connect(runs_, &QListWidget::itemChanged, this, &CompareDialog::compareChosen);
}

void CompareDialog::listRuns() {
    for (const StudyForPlot& study : studies_) {
        std::vector<const RunForPlot*> runs;
        runs.reserve(study.runs.size());
        for (const RunForPlot& run : study.runs) {
            runs.push_back(&run);
        }
        for (const Curve& curve : curvesOfSingleRuns(runs)) {
            choices_.push_back({.study = &study,
                                .run = curve.runs.front(),
                                .name = curveName(study, curve, studies_.size() > 1)});
        }
    }
    for (const Choice& choice : choices_) {
        baseline_->addItem(choice.name);
        auto* item = new QListWidgetItem(choice.name, runs_);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Unchecked);
        item->setToolTip(choice.name);
    }
}

void CompareDialog::chooseFirst() {
    const auto isSlower = [&](std::size_t a, std::size_t b) {
        const RunForPlot& one = *choices_[a].run;
        const RunForPlot& other = *choices_[b].run;
        return analysis::is_slower({one.settings, one.metrics}, {other.settings, other.metrics});
    };
    // A stage alone says nothing of a whole pipeline.
    const auto fits = stagesThatFit(studies_, false);
    const auto best_of = [&](const StudyForPlot& study) {
        int best = -1;
        for (std::size_t i = 0; i < choices_.size(); ++i) {
            const bool mine = choices_[i].study == &study && fits(*choices_[i].run);
            if (mine && (best < 0 || isSlower(static_cast<std::size_t>(best), i))) {
                best = static_cast<int>(i);
            }
        }
        return best;
    };
    const auto star =
        std::ranges::find_if(studies_, [](const auto& study) { return study.isBaseline; });
    if (choices_.empty()) {
        return;
    }
    const auto first =
        std::ranges::find_if(studies_, [&](const auto& study) { return best_of(study) >= 0; });
    const StudyForPlot& base = star != studies_.end()    ? *star
                               : first != studies_.end() ? *first
                                                         : *choices_.front().study;
    baseline_->setCurrentIndex(std::max(best_of(base), 0));
    std::size_t ticked = 0;
    const auto tick = [&](int row) {
        if (row >= 0 && row != baseline_->currentIndex() && ticked < analysis::kComparedMax) {
            runs_->item(row)->setCheckState(Qt::Checked);
            ++ticked;
        }
    };
    for (const StudyForPlot& study : studies_) {
        if (&study != &base) {
            tick(best_of(study));
        }
    }
    for (int row = 0; ticked == 0 && studies_.size() == 1 && row < runs_->count(); ++row) {
        constexpr int kRunsFirst = 5;
        for (int next = 0; next < std::min(runs_->count(), kRunsFirst); ++next) {
            tick(next);
        }
        break;
    }
}

void CompareDialog::compareChosen() {
    const QSignalBlocker blocker(runs_);
    shown_.clear();
    if (baseline_->currentIndex() < 0) {
        hint_->setText(
            tr("First plot studies that have runs: click the dots before them in the list."));
        return;
    }
    shown_.push_back(static_cast<std::size_t>(baseline_->currentIndex()));
    bool too_many = false;
    for (int row = 0; row < runs_->count(); ++row) {
        const bool is_base = row == baseline_->currentIndex();
        if (runs_->item(row)->checkState() != Qt::Checked || is_base) {
            continue;
        }
        if (shown_.size() > analysis::kComparedMax) {
            runs_->item(row)->setCheckState(Qt::Unchecked);
            too_many = true;
            continue;
        }
        shown_.push_back(static_cast<std::size_t>(row));
    }
    std::vector<analysis::ComparedRun> others;
    for (std::size_t i = 1; i < shown_.size(); ++i) {
        others.push_back({choices_[shown_[i]].run->settings, choices_[shown_[i]].run->metrics});
    }
    const RunForPlot& base = *choices_[shown_.front()].run;
    comparison_ = analysis::compare({base.settings, base.metrics}, others);
    fillFigures();
    fillSettings();
    hint_->setText(
        too_many ? tr("At most %1 runs can be compared at once.").arg(analysis::kComparedMax)
        : shown_.size() == 1
            ? tr("Tick runs on the left to compare them with the baseline.")
            : tr("\u00B1: 95 % interval of the difference. Bold, \u2260: beyond noise (it excludes "
                 "0). \u2248: within noise. Plain: not both were repeated."));
}

void CompareDialog::setColumns(QTableWidget* table, const QString& first) const {
    QStringList names{first};
    for (std::size_t i = 0; i < shown_.size(); ++i) {
        const QString& name = choices_[shown_[i]].name;
        names << (i == 0 ? tr("Baseline: %1").arg(name) : name);
    }
    table->setColumnCount(static_cast<int>(names.size()));
    table->setHorizontalHeaderLabels(names);
    for (int column = 0; column < table->columnCount(); ++column) {
        table->horizontalHeaderItem(column)->setToolTip(names[column]);
    }
}

void CompareDialog::fillFigures() {
    figures_->clear();
    figures_->setRowCount(static_cast<int>(comparison_.metrics.size()));
    setColumns(figures_, tr("Figure"));
    int row = 0;
    for (const analysis::ComparedMetric& metric : comparison_.metrics) {
        auto* title = cell(text(analysis::compared_title(metric)));
        if (const auto* const info = metrics::find_metric(metric.key)) {
            title->setToolTip(QString::fromUtf8(info->meaning));
        }
        figures_->setItem(row, 0, title);
        figures_->setItem(row,
                          1,
                          cell(metric.baseline ? QString::fromStdString(metrics::format_metric(
                                                     metric.key, metric.baseline->value))
                                               : QStringLiteral("\u2013")));
        int column = 2;
        for (const analysis::Difference& difference : metric.others) {
            figures_->setItem(row, column++, differenceCell(metric.key, difference));
        }
        ++row;
    }
    fitColumns(figures_);
    figures_->resizeRowsToContents();  // of a difference there are two lines
}

void CompareDialog::fillSettings() {
    settings_->clear();
    settings_->setRowCount(static_cast<int>(comparison_.settings.size()));
    setColumns(settings_, tr("Setting"));
    int row = 0;
    for (const analysis::ComparedSetting& setting : comparison_.settings) {
        auto* title = cell(QString::fromStdString(metrics::metric_title(setting.key)));
        title->setToolTip(QString::fromStdString(setting.key));
        settings_->setItem(row, 0, title);
        int column = 1;
        for (const std::string& text : setting.texts) {
            settings_->setItem(
                row,
                column++,
                cell(text.empty() ? QStringLiteral("\u2013") : QString::fromStdString(text)));
        }
        for (int c = 0; c < settings_->columnCount(); ++c) {
            QTableWidgetItem* item = settings_->item(row, c);
            if (setting.differs) {
                QFont bold = item->font();
                bold.setBold(true);
                item->setFont(bold);
            } else {
                item->setForeground(currentTheme().mutedText);
            }
        }
        ++row;
    }
    fitColumns(settings_);
}

/// A cell of tab-separated text.
static QString plain(QString words) {
    return words.replace(QChar(u'\t'), QChar(u' ')).replace(QChar(u'\n'), QChar(u' '));
}

/// As precise as it is; empty: there is none.
static QString number(const std::optional<double>& value) {
    return value ? QString::number(*value, 'g', QLocale::FloatingPointShortest) : QString();
}

QString CompareDialog::toTsv() const {
    return tabs_->currentIndex() == 0 ? figuresTsv() : settingsTsv();
}

QStringList CompareDialog::namesShown() const {
    QStringList names;
    for (const std::size_t shown : shown_) {
        names << plain(choices_[shown].name);
    }
    return names;
}

QString CompareDialog::figuresTsv() const {
    const QStringList names = namesShown();
    QStringList heading{tr("Figure"), tr("Key"), tr("Unit")};
    for (qsizetype i = 0; i < names.size(); ++i) {
        const QString& name = names[i];
        if (i == 0) {
            heading << tr("Baseline: %1").arg(name);
            continue;
        }
        heading << name << tr("%1: difference (of % in pp)").arg(name)
                << tr("%1: difference, 95 % interval, low").arg(name)
                << tr("%1: difference, 95 % interval, high").arg(name)
                << tr("%1: difference, % of the baseline").arg(name);
    }
    QStringList lines{heading.join(QChar(u'\t'))};
    for (const analysis::ComparedMetric& metric : comparison_.metrics) {
        const auto* const info = metrics::find_metric(metric.key);
        QStringList cells{plain(text(analysis::compared_title(metric))),
                          text(metric.key),
                          info == nullptr ? QString() : QString::fromUtf8(info->unit)};
        cells << number(metric.baseline ? std::optional(metric.baseline->value) : std::nullopt);
        for (const analysis::Difference& difference : metric.others) {
            cells << number(difference.value) << number(difference.absolute);
            std::optional<double> low;
            std::optional<double> high;
            if (difference.absolute && difference.half_width) {
                low = *difference.absolute - *difference.half_width;
                high = *difference.absolute + *difference.half_width;
            }
            cells << number(low) << number(high) << number(difference.percent);
        }
        lines << cells.join(QChar(u'\t'));
    }
    return lines.join(QChar(u'\n')) + QChar(u'\n');
}

QString CompareDialog::settingsTsv() const {
    QStringList heading{tr("Setting"), tr("Key")};
    const QStringList names = namesShown();
    for (qsizetype i = 0; i < names.size(); ++i) {
        heading << (i == 0 ? tr("Baseline: %1").arg(names[i]) : names[i]);
    }
    QStringList lines{heading.join(QChar(u'\t'))};
    for (const analysis::ComparedSetting& setting : comparison_.settings) {
        QStringList cells{plain(text(metrics::metric_title(setting.key))), text(setting.key)};
        for (const std::string& value : setting.texts) {
            cells << plain(text(value));
        }
        lines << cells.join(QChar(u'\t'));
    }
    return lines.join(QChar(u'\n')) + QChar(u'\n');
}

}  // namespace throughline::ui
