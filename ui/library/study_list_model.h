// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QDateTime>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ui/bridge/library_service.h"
#include "ui/style/run_colours.h"
#include "ui/style/study_names.h"

namespace throughline::ui {

/// What the studies of a library are told apart by.
NamedStudy namedStudy(const store::StudyRow& study);
StudyNames studyNames(const std::vector<store::StudyRow>& studies);

/// Nothing is plotted at the next start.
void forgetPlotted(QSettings& settings);

/// The studies, newest first, and which of them are plotted: those have a colour.
/// Thread: GUI.
class StudyListModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        IdRole = Qt::UserRole + 1,
        UuidRole,
        ListedNameRole,  ///< the title without what the mark beside it says
        SharedRole,      ///< how many characters of that name others begin with, too
        PlottedRole,     ///< bool
        SlotRole,        ///< colour and marker
        DateRole,        ///< QDateTime, local
        ApartRole,       ///< what tells it from others of its title; "" where nothing needs to
        FigureRole,      ///< text: its key figure, "1.42 k images/s", or how many runs
        FlawRole,        ///< text: why its result is not whole or clean; "" where it is
        EmulatedRole,    ///< text: what of it was emulated, "emulated volume"; "" where nothing was
        TagsRole,        ///< QStringList, "#nightly"
        SearchRole,      ///< what the filter looks at while it is typed
        PublishedRole,   ///< bool
        BaselineRole,    ///< bool
    };

    StudyListModel(RunColours* colours, QSettings* settings, QObject* parent = nullptr);

    void setStudies(const std::vector<store::StudyRow>& studies);
    const std::vector<store::StudyRow>& studies() const noexcept { return studies_; }
    /// These and no others, in this order.
    void plotThese(const std::vector<std::int64_t>& studies);
    void setPlotted(const std::vector<std::int64_t>& studies, bool plotted);
    /// In the order in which they were plotted.
    std::vector<std::int64_t> plottedStudies() const;
    /// The same as uuids, with those that are in the bin and would be plotted out of it.
    const QStringList& plottedUuids() const noexcept { return plotted_; }
    void plotUuids(const QStringList& uuids);
    QModelIndex indexOf(qint64 study) const;
    const store::StudyRow* item(const QModelIndex& index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

Q_SIGNALS:
    void plottedChanged();
    void renameAsked(qint64 study, const QString& title);

private:
    QString accessibleText(const store::StudyRow& study) const;
    QString toolTip(const store::StudyRow& study) const;

    RunColours* colours_;  // borrowed
    QSettings* settings_;  // borrowed
    /// What charts show of a plotted study besides its runs: when it changes, they are drawn anew.
    using Shown = std::
        tuple<std::int64_t, std::string, bool, std::string, std::optional<double>, std::int64_t>;
    std::vector<Shown> shown() const;

    std::vector<store::StudyRow> studies_;
    QStringList plotted_;  // uuids, in the order in which they were plotted
    StudyNames names_;
    std::vector<int> shared_;  ///< of studies_, see SharedRole
};

}  // namespace throughline::ui
