// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <vector>

#include "engine/importers/draft/csv_mapping.h"
#include "ui/bridge/library_service.h"

namespace throughline::ui {

/// What the columns of a plain table are, beside its first rows. Known names are suggested.
/// Thread: GUI.
class CsvMappingDialog : public QDialog {
    Q_OBJECT
public:
    CsvMappingDialog(LibraryService* library, const QString& path, QWidget* parent = nullptr);

    importers::CsvMapping mapping() const;
    /// What a column is, and the unit it is written in.
    QComboBox* meaning(int column) const { return lines_[static_cast<std::size_t>(column)].what; }
    QComboBox* unit(int column) const { return lines_[static_cast<std::size_t>(column)].unit; }
    int columnCount() const { return static_cast<int>(lines_.size()); }
    void save(const QString& path);

Q_SIGNALS:
    void loaded();
    void mapped(const throughline::importers::CsvMapping& mapping);

private:
    struct Line {
        std::string column;
        QComboBox* what = nullptr;
        QComboBox* unit = nullptr;
    };
    void build();
    void take(Result<importers::CsvPreview> preview);
    void addColumn(int row, const importers::CsvPreview& preview);
    void fillUnits(const Line& line, double factor);
    void updateButtons();
    std::string targetOf(const Line& line) const;

    QString path_;
    std::vector<Line> lines_;
    QLabel* words_ = nullptr;
    QTableWidget* table_ = nullptr;
    QPushButton* save_ = nullptr;
    QPushButton* ok_ = nullptr;
};

}  // namespace throughline::ui
