// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QDialog>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeWidget>
#include <set>
#include <vector>

#include "ui/bridge/import_run.h"
#include "ui/library/import_answers.h"
#include "ui/library/merge_offer.h"

namespace throughline::ui {

/// Files being taken in, and what became of each: format and tool, runs and samples, or why not.
/// Questions of the files are answered here, plain tables mapped, files of one run merged.
/// Thread: GUI.
class ImportDialog : public QDialog {
    Q_OBJECT
public:
    explicit ImportDialog(LibraryService* library, QWidget* parent = nullptr);

    /// Takes these files and folders in: as a new list, or behind those that are being taken in.
    void start(const QStringList& paths);
    bool isBusy() const { return run_.isRunning(); }
    const std::vector<ImportOutcome>& outcomes() const { return outcomes_; }
    QTreeWidget* list() { return list_; }
    ImportAnswers* answers() { return answers_; }
    /// Asks what the columns of the chosen table are. `row` < 0: of the current row.
    void mapColumns(int row = -1);
    void mergeChosen() { mergeRows(chosenRows()); }
    MergeOffer* offer() { return offer_; }
    /// "9 imported, 1 failed"; while it works, the file under way.
    QString summary() const;

Q_SIGNALS:
    /// Everything was taken in; the studies that are new.
    void ended(const std::vector<qint64>& studies);
    /// Plot these.
    void showAsked(const std::vector<qint64>& studies);
    /// The list is closed, by itself where nothing of it needs a look: what came in, and what is to
    /// be said of the files that did not.
    void left(const std::vector<qint64>& studies, const QString& others);
    /// Choose more files.
    void openAsked();

protected:
    void closeEvent(QCloseEvent* event) override;
    void reject() override;

private:
    struct Row {
        importers::Candidate file;
        importers::Options how;  ///< as it was last taken in
    };
    void buildList();
    void buildButtons();
    void connectRun();
    void take(const QStringList& paths);
    bool needsALook() const;
    /// Shows only the files that ask a question or failed, where that is chosen.
    void hideOthers();
    void takeFound(const std::vector<importers::Candidate>& files);
    void takeOutcome(int row, const ImportOutcome& outcome);
    void takeMerged(const ImportOutcome& outcome);
    void takeEnd(bool stopped);
    void setRow(int row, const ImportOutcome& outcome);
    std::vector<int> chosenRows() const;
    std::vector<qint64> chosenStudies() const;
    /// Asks whose figures win and how the clocks stood, then merges.
    void mergeRows(const std::vector<int>& rows);
    void updateDetails();
    void updateButtons();
    void answer(const importers::Assumptions& answers, bool everywhere);
    void retry(const std::vector<int>& rows, const importers::Options& with);
    void copyList() const;

    LibraryService* library_;  // borrowed
    ImportRun run_;
    std::vector<Row> rows_;
    std::vector<ImportOutcome> outcomes_;
    std::vector<qint64> fresh_;  ///< studies taken in since the last start
    std::set<qint64> came_;      ///< those of the list that nobody has looked at yet
    std::vector<int> merging_;   ///< rows that are being merged
    QStringList waiting_;        ///< dropped while files were taken in
    int unmerged_ = 0;           ///< files of the last merge, which failed
    int base_ = 0;               ///< row of the run's first file
    int current_ = -1;
    bool stopped_ = false;
    QCheckBox* only_ = nullptr;

    QLabel* summary_ = nullptr;
    QProgressBar* bar_ = nullptr;
    QTreeWidget* list_ = nullptr;
    MergeOffer* offer_ = nullptr;
    QLabel* details_ = nullptr;
    ImportAnswers* answers_ = nullptr;
    QPushButton* map_ = nullptr;
    QPushButton* merge_ = nullptr;
    QPushButton* show_ = nullptr;
    QPushButton* copy_ = nullptr;
    QPushButton* stop_ = nullptr;
    QPushButton* close_ = nullptr;
};

}  // namespace throughline::ui
