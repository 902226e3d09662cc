// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QWidget>

#include "ui/whatif/input_table_model.h"

namespace throughline::ui {

/// The catalogue: figures with source and date, gaps as gaps, searchable; an entry goes into the
/// chosen scenario. Below it, where one's own entries lie, and what is wrong with them.
/// Thread: GUI.
class CatalogPanel : public QWidget {
    Q_OBJECT
public:
    explicit CatalogPanel(ScenarioDocument* document, QWidget* parent = nullptr);

    void refresh();  ///< where the catalogue is another one
    /// Where files with the user's own entries lie.
    static QString ownEntriesFolder();
    /// What is wrong with them, each with file, entry and field; empty: nothing.
    void setFaults(const QStringList& faults);
    QString faultsText() const { return faults_->text(); }
    QLineEdit* filterBox() { return filter_; }
    QTableWidget* table() { return table_; }
    QString details() const { return details_->text(); }
    void useChosen();

Q_SIGNALS:
    void rereadAsked();  ///< the files of own entries

private:
    struct Entry {
        CatalogKind kind{};
        std::string id;
        QStringList cells;
        std::string search;
    };
    void collect();
    QWidget* makeOwnEntries();
    void fill();
    void showDetails();
    const Entry* chosen() const;

    ScenarioDocument* document_;  // borrowed
    std::shared_ptr<const catalog::Catalog> shown_;
    std::vector<Entry> entries_;
    std::vector<std::size_t> rows_;  ///< indexes into entries_
    QLineEdit* filter_;
    QTableWidget* table_;
    QLabel* details_;
    QLabel* faults_;
    QPushButton* use_;
};

}  // namespace throughline::ui
