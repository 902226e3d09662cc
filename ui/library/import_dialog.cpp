// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/import_dialog.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>

#include "ui/bridge/csv_memory.h"
#include "ui/library/import_words.h"
#include "ui/style/icons.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"

namespace throughline::ui {

namespace {

using State = ImportOutcome::State;
enum Column { kFile, kFormat, kRuns, kSamples, kResult };
constexpr int kBarSteps = 1000;

/// It failed, holds nothing that is understood, or asks a question.
bool asksForALook(const ImportOutcome& outcome) {
    return outcome.state == State::Failed || outcome.state == State::Nothing ||
           !outcome.questions.empty();
}

}  // namespace

ImportDialog::ImportDialog(LibraryService* library, QWidget* parent)
    : QDialog(parent), library_(library), run_(library) {
    setWindowTitle(tr("Import"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    auto* column = new QVBoxLayout(this);
    summary_ = new QLabel;
    summary_->setFont(headingFont());
    summary_->setTextFormat(Qt::PlainText);
    bar_ = new QProgressBar;
    bar_->setRange(0, kBarSteps);
    bar_->setTextVisible(false);
    bar_->setAccessibleName(tr("Progress of the import"));
    column->addWidget(summary_);
    column->addWidget(bar_);
    buildList();
    details_ = new QLabel;
    details_->setWordWrap(true);
    details_->setTextFormat(Qt::PlainText);
    details_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    details_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    details_->setMinimumHeight(fontMetrics().height() * 3);
    details_->setAccessibleName(tr("About the selected file"));
    answers_ = new ImportAnswers;
    connect(answers_, &ImportAnswers::answered, this, &ImportDialog::answer);
    offer_ = new MergeOffer;
    connect(offer_, &MergeOffer::accepted, this, &ImportDialog::mergeRows);
    only_ = new QCheckBox;
    only_->setToolTip(tr("Hide the files that were taken in without a question"));
    connect(only_, &QCheckBox::toggled, this, &ImportDialog::hideOthers);
    only_->hide();
    auto* open = new QAction(this);
    open->setShortcuts({QKeySequence::Open, QKeySequence(Qt::CTRL | Qt::Key_I)});
    connect(open, &QAction::triggered, this, &ImportDialog::openAsked);
    addAction(open);
    column->addWidget(only_);
    column->addWidget(list_, 1);
    column->addWidget(offer_);
    column->addWidget(details_);
    column->addWidget(answers_);
    buildButtons();
    connectRun();
    constexpr double kShareOfScreen = 0.9;
    resize(QSize(fontMetrics().averageCharWidth() * 160, fontMetrics().height() * 42)
               .boundedTo(screen()->availableSize() * kShareOfScreen));
    updateDetails();
}

void ImportDialog::buildList() {
    list_ = new QTreeWidget;
    list_->setColumnCount(5);
    list_->setHeaderLabels({tr("File"), tr("Kind"), tr("Runs"), tr("Samples"), tr("Result")});
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setAlternatingRowColors(true);
    list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    list_->setTextElideMode(Qt::ElideRight);
    list_->setAccessibleName(tr("Files"));
    for (const int column : {kRuns, kSamples}) {
        list_->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    QHeaderView* header = list_->header();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(kFile, QHeaderView::Stretch);
    header->setSectionResizeMode(kFormat, QHeaderView::Interactive);
    header->resizeSection(kFormat, fontMetrics().averageCharWidth() * 26);
    for (const int column : {kRuns, kSamples}) {
        header->setSectionResizeMode(column, QHeaderView::Interactive);
    }
    header->setSectionResizeMode(kResult, QHeaderView::Stretch);
    header->resizeSection(kRuns, fontMetrics().averageCharWidth() * 9);
    header->resizeSection(kSamples, fontMetrics().averageCharWidth() * 13);
    connect(list_, &QTreeWidget::itemSelectionChanged, this, &ImportDialog::updateDetails);
}

void ImportDialog::buildButtons() {
    const auto make = [](const char* name, const QString& text, const QString& tip) {
        auto* button = new QPushButton(icon(QLatin1String(name)), text);
        button->setToolTip(tip);
        button->setAutoDefault(false);
        return button;
    };
    map_ =
        make("table",
             tr("Map &columns…"),
             tr("Assign the columns of a plain CSV file; remembered for the next import (Alt+C)"));
    merge_ =
        make("more",
             tr("&Merge…"),
             tr("Join by time the selected files, which were recorded during one run (Alt+M)"));
    copy_ = make("copy", tr("Copy &list"), tr("Copy the list as text (Alt+L)"));
    show_ = make("explore",
                 tr("&Show in charts"),
                 tr("Plot the results of the selected files, or of all (Alt+S)"));
    stop_ =
        make("stop", tr("S&top"), tr("Stop the import; results imported so far are kept (Alt+T)"));
    close_ = make("close", tr("Clos&e"), tr("Close this list (Esc)"));
    auto* row = new QHBoxLayout;
    row->addWidget(map_);
    row->addWidget(merge_);
    row->addWidget(copy_);
    row->addStretch(1);
    row->addWidget(show_);
    row->addWidget(stop_);
    row->addWidget(close_);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    connect(map_, &QPushButton::clicked, this, [this] { mapColumns(); });
    connect(merge_, &QPushButton::clicked, this, &ImportDialog::mergeChosen);
    connect(copy_, &QPushButton::clicked, this, &ImportDialog::copyList);
    connect(show_, &QPushButton::clicked, this, [this] {
        const auto studies = chosenStudies();
        came_.clear();  // they are looked at there
        close();
        Q_EMIT showAsked(studies);
    });
    connect(stop_, &QPushButton::clicked, &run_, &ImportRun::stop);
    connect(close_, &QPushButton::clicked, this, &ImportDialog::close);
}

void ImportDialog::connectRun() {
    connect(&run_, &ImportRun::found, this, &ImportDialog::takeFound);
    connect(&run_, &ImportRun::fileStarted, this, [this](int row) {
        current_ = base_ + row;
        summary_->setText(summary());
    });
    connect(&run_, &ImportRun::progressed, this, [this](int row, double share) {
        const auto files = std::max<std::size_t>(1, rows_.size() - static_cast<std::size_t>(base_));
        bar_->setValue(static_cast<int>((row + share) / static_cast<double>(files) * kBarSteps));
    });
    connect(&run_, &ImportRun::fileDone, this, [this](int row, const ImportOutcome& outcome) {
        takeOutcome(base_ + row, outcome);
    });
    connect(&run_, &ImportRun::merged, this, &ImportDialog::takeMerged);
    connect(&run_, &ImportRun::ended, this, &ImportDialog::takeEnd);
}

void ImportDialog::start(const QStringList& paths) {
    if (run_.isRunning()) {
        waiting_ += paths;
        return;
    }
    rows_.clear();
    outcomes_.clear();
    list_->clear();
    came_.clear();
    only_->setChecked(false);
    take(paths);
}

void ImportDialog::take(const QStringList& paths) {
    fresh_.clear();
    base_ = static_cast<int>(rows_.size());
    unmerged_ = 0;
    current_ = -1;
    stopped_ = false;
    bar_->setValue(0);
    run_.start(paths);
    updateButtons();
}

void ImportDialog::takeFound(const std::vector<importers::Candidate>& files) {
    const std::vector<importers::CsvMapping> mappings = csvMappings();
    for (const importers::Candidate& file : files) {
        importers::Options how;
        how.mappings = mappings;
        rows_.push_back({file, how});
        ImportOutcome& outcome = outcomes_.emplace_back();
        outcome.path = QString::fromStdString(file.path);
        auto* item = new QTreeWidgetItem;
        item->setTextAlignment(kRuns, Qt::AlignRight | Qt::AlignVCenter);
        item->setTextAlignment(kSamples, Qt::AlignRight | Qt::AlignVCenter);
        list_->addTopLevelItem(item);
        setRow(static_cast<int>(rows_.size()) - 1, outcome);
    }
    summary_->setText(summary());
}

void ImportDialog::setRow(int row, const ImportOutcome& outcome) {
    QTreeWidgetItem* item = list_->topLevelItem(row);
    const QFileInfo file(outcome.path);
    item->setText(kFile, file.fileName());
    item->setToolTip(kFile, file.absoluteFilePath());
    const QString tool = outcome.tool.isEmpty()
                             ? outcome.format
                             : QStringLiteral("%1 (%2)").arg(outcome.format, outcome.tool);
    item->setText(kFormat, tool);
    item->setToolTip(kFormat, tool);
    item->setText(kRuns, outcome.runs > 0 ? countText(outcome.runs) : QString());
    item->setText(
        kSamples,
        outcome.samples > 0 ? countText(static_cast<double>(outcome.samples)) : QString());
    const QString why = outcome.message.section(u'\n', 0, 0);
    const bool said = why.isEmpty() || outcome.state == State::Imported;
    item->setText(kResult, said ? wordOf(outcome) : tr("%1: %2").arg(wordOf(outcome), why));
    item->setToolTip(kResult, detailsOf(outcome));
    item->setIcon(kResult, iconOf(outcome));
    const bool dim = outcome.state == State::Skipped || outcome.state == State::Waiting;
    for (int column = kFile; column <= kResult; ++column) {
        item->setForeground(column, dim ? currentTheme().mutedText : currentTheme().text);
    }
}

void ImportDialog::takeOutcome(int row, const ImportOutcome& outcome) {
    outcomes_[static_cast<std::size_t>(row)] = outcome;
    setRow(row, outcome);
    if (outcome.state == State::Imported) {
        fresh_.push_back(outcome.study);
    }
    const auto files = std::max(1, static_cast<int>(rows_.size()) - base_);
    bar_->setValue((row - base_ + 1) * kBarSteps / files);
}

void ImportDialog::takeMerged(const ImportOutcome& outcome) {
    const std::vector<int> rows = std::exchange(merging_, {});
    if (outcome.study == 0) {
        for (const int row : rows) {  // the files stay as they are, and say why not
            outcomes_[static_cast<std::size_t>(row)].message =
                tr("Not merged: %1").arg(outcome.message);
        }
        unmerged_ = static_cast<int>(rows.size());
        summary_->setText(summary());
        updateDetails();
        return;
    }
    for (const int row : rows) {
        ImportOutcome& part = outcomes_[static_cast<std::size_t>(row)];
        came_.erase(part.study);
        part.study = outcome.study;
        part.message = tr("One of the %1 files of a run, merged by time.").arg(rows.size());
        setRow(row, part);
        list_->topLevelItem(row)->setText(kResult, tr("merged"));
    }
    unmerged_ = 0;
    fresh_ = {outcome.study};
}

void ImportDialog::takeEnd(bool stopped) {
    current_ = -1;
    stopped_ = stopped;
    if (stopped) {
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            if (outcomes_[row].state == State::Waiting) {
                outcomes_[row].state = State::Stopped;
                setRow(static_cast<int>(row), outcomes_[row]);
            }
        }
    }
    bar_->setValue(kBarSteps);
    summary_->setText(summary());
    if (list_->selectedItems().isEmpty() && list_->topLevelItemCount() > 0) {
        // What needs a look comes first: a failure, else a question, else the first file.
        const auto first_with = [this](auto fits) {
            const auto found = std::find_if(outcomes_.begin() + base_, outcomes_.end(), fits);
            return found == outcomes_.end() ? -1 : static_cast<int>(found - outcomes_.begin());
        };
        int row = first_with([](const auto& each) { return each.state == State::Failed; });
        row = row >= 0 ? row : first_with([](const auto& each) { return !each.questions.empty(); });
        list_->setCurrentItem(list_->topLevelItem(row >= 0 ? row : base_));
    }
    updateDetails();
    hideOthers();
    came_.insert(fresh_.begin(), fresh_.end());
    Q_EMIT ended(fresh_);
    if (!waiting_.isEmpty()) {
        take(std::exchange(waiting_, {}));
    } else if (!needsALook() && !came_.empty()) {
        close();
    }
}

bool ImportDialog::needsALook() const {
    return stopped_ || unmerged_ > 0 || !offer_->rows().empty() ||
           std::ranges::any_of(outcomes_, asksForALook);
}

void ImportDialog::hideOthers() {
    const auto count = std::ranges::count_if(outcomes_, asksForALook);
    only_->setText(tr("Show only the %n file(s) worth a look", nullptr, static_cast<int>(count)));
    only_->setVisible(count > 0 && count < static_cast<int>(outcomes_.size()));
    for (std::size_t row = 0; row < outcomes_.size(); ++row) {
        list_->topLevelItem(static_cast<int>(row))
            ->setHidden(only_->isChecked() && !asksForALook(outcomes_[row]));
    }
}

QString ImportDialog::summary() const {
    if (current_ >= 0 && static_cast<std::size_t>(current_) < rows_.size()) {
        return tr("%1 of %2: %3")
            .arg(current_ - base_ + 1)
            .arg(static_cast<int>(rows_.size()) - base_)
            .arg(QFileInfo(outcomes_[static_cast<std::size_t>(current_)].path).fileName());
    }
    std::map<State, int> counts;
    int asking = 0;
    for (const ImportOutcome& outcome : outcomes_) {
        const bool asks = !outcome.questions.empty();
        asking += asks ? 1 : 0;
        counts[outcome.state] += outcome.state == State::Nothing && asks ? 0 : 1;
    }
    QStringList words;
    const auto add = [&](int count, const QString& word) {
        if (count > 0) {
            words << QStringLiteral("%1 %2").arg(count).arg(word);
        }
    };
    add(counts[State::Imported], tr("imported"));
    add(counts[State::AlreadyThere], tr("already imported"));
    add(counts[State::Failed], tr("failed"));
    add(unmerged_, tr("not merged"));
    add(counts[State::Stopped], tr("stopped"));
    add(counts[State::Nothing] + counts[State::Skipped], tr("without results"));
    add(asking, asking == 1 ? tr("asks a question") : tr("ask a question"));
    return words.isEmpty() ? tr("Looking for files…") : words.join(QStringLiteral(", "));
}

std::vector<int> ImportDialog::chosenRows() const {
    std::vector<int> rows;
    const auto items = list_->selectedItems();
    for (QTreeWidgetItem* item : items) {
        rows.push_back(list_->indexOfTopLevelItem(item));
    }
    std::ranges::sort(rows);
    return rows;
}

std::vector<qint64> ImportDialog::chosenStudies() const {
    std::vector<int> rows = chosenRows();
    if (rows.size() < 2) {  // one row is only the one whose details are shown
        rows.clear();
        for (int row = 0; row < static_cast<int>(outcomes_.size()); ++row) {
            rows.push_back(row);
        }
    }
    std::set<qint64> studies;
    for (const int row : rows) {
        studies.insert(outcomes_[static_cast<std::size_t>(row)].study);
    }
    studies.erase(0);
    return {studies.begin(), studies.end()};
}

void ImportDialog::updateDetails() {
    const auto rows = chosenRows();
    if (rows.size() == 1 && !run_.isRunning()) {
        const auto row = static_cast<std::size_t>(rows.front());
        details_->setText(detailsOf(outcomes_[row]));
        // The columns of a table have a dialog of their own.
        if (outcomes_[row].isCsv()) {
            answers_->ask({}, {});
        } else {
            answers_->ask(outcomes_[row].questions, rows_[row].how.assume);
        }
    } else {
        details_->clear();
        answers_->ask({}, {});
    }
    updateButtons();
}

void ImportDialog::updateButtons() {
    const bool busy = run_.isRunning();
    const auto rows = chosenRows();
    const bool csv = rows.size() == 1 && outcomes_[static_cast<std::size_t>(rows[0])].isCsv();
    int merge_able = 0;
    for (const int row : rows) {
        merge_able += outcomes_[static_cast<std::size_t>(row)].runs == 1 ? 1 : 0;
    }
    map_->setEnabled(!busy && csv);
    merge_->setEnabled(!busy && merge_able >= 2 && merge_able == static_cast<int>(rows.size()));
    show_->setEnabled(!chosenStudies().empty());
    copy_->setEnabled(!outcomes_.empty());
    stop_->setVisible(busy);
    close_->setVisible(!busy);
    bar_->setVisible(busy);
    offer_->offer(busy ? std::vector<ImportOutcome>() : outcomes_);
}

void ImportDialog::copyList() const {
    QStringList lines;
    for (const ImportOutcome& outcome : outcomes_) {
        lines << QStringList{outcome.path,
                             outcome.format,
                             QString::number(outcome.runs),
                             QString::number(outcome.samples),
                             wordOf(outcome),
                             outcome.message.simplified()}
                     .join(u'\t');
    }
    QApplication::clipboard()->setText(lines.join(u'\n'));
}

void ImportDialog::reject() {
    if (run_.isRunning()) {
        run_.stop();
        return;
    }
    close();
}

void ImportDialog::closeEvent(QCloseEvent* event) {
    run_.stop();
    event->accept();
    if (!came_.empty()) {
        const std::vector<qint64> studies(came_.begin(), came_.end());
        came_.clear();
        Q_EMIT left(studies, othersText(outcomes_));
    }
}

}  // namespace throughline::ui
