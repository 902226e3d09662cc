// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <vector>

#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

/// A row of the inputs: a heading, an entry of the catalogue, a number of a volume, or an input.
struct InputRow {
    QString heading{};
    std::optional<CatalogKind> entry{};
    double whatif::Volume::* volume = nullptr;
    std::optional<model::Input> input{};
    bool common = true;  ///< asked for in most meetings

    bool isHeading() const { return !entry && volume == nullptr && !input; }
};

/// Inputs as rows, scenarios as columns. What differs from the base stands out, what is taken over
/// from it steps back.
/// Thread: GUI.
class InputTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit InputTableModel(ScenarioDocument* document, QObject* parent = nullptr);

    /// All inputs, or only the common ones and those that some scenario changes.
    void setAllShown(bool all);
    const InputRow& row(int row) const { return rows_[static_cast<std::size_t>(row)]; }
    int rowOf(model::Input input) const;  ///< -1: not shown

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

Q_SIGNALS:
    void refused(const QString& why);  ///< what was typed does not fit

private:
    void refresh();
    std::vector<InputRow> shownRows() const;
    QString entryText(int column, CatalogKind kind) const;
    QVariant volumeData(int column, double whatif::Volume::* number, int role) const;
    bool setVolume(int column, double whatif::Volume::* number, const QString& text);
    QVariant inputData(int column, model::Input input, int role) const;

    ScenarioDocument* document_;  // borrowed
    bool all_ = false;
    std::vector<InputRow> rows_;
    int columns_ = 0;
};

/// "AWS EBS io1 (aws-io1)", … with its id: everything of a kind, for pickers.
std::vector<std::pair<QString, QString>> catalogEntries(const catalog::Catalog& catalog,
                                                        CatalogKind kind);
/// The name of one of them; its id where there is none of it.
QString catalogName(const catalog::Catalog& catalog, CatalogKind kind, const std::string& id);
/// Figures, date and source of an entry; gaps as gaps.
QString catalogTip(const catalog::Catalog& catalog, CatalogKind kind, const std::string& id);

}  // namespace throughline::ui
