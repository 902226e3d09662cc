// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QDateTime>
#include <QSet>
#include <optional>
#include <string>
#include <vector>

#include "ui/bridge/library_service.h"
#include "ui/style/run_colours.h"

namespace throughline::ui {

/// The studies, newest first; a check mark means plotted.
/// Thread: GUI.
class StudyListModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        IdRole = Qt::UserRole + 1,
        UuidRole,
        SlotRole,        ///< colour and marker
        DateRole,        ///< QDateTime, local
        RateRole,        ///< text, "1.42 k images/s", or how many runs
        BadgesRole,      ///< QStringList, translated
        SearchRole,      ///< what the filter looks at while it is typed
        GroupRole,       ///< what the study is grouped by; empty without groups
        GroupNamedRole,  ///< bool: false for the group of what is not known
        PublishedRole,   ///< bool
        BaselineRole,    ///< bool
    };

    StudyListModel(RunColours* colours, QSettings* settings, QObject* parent = nullptr);

    void setStudies(const std::vector<store::StudyRow>& studies);
    enum class Group { None, Host, Device, Model, Origin };
    void setGroup(Group group);
    void setChecked(qint64 study, bool checked);
    void checkOnly(qint64 study) { checkThese({study}); }
    /// These and no others.
    void checkThese(const std::vector<std::int64_t>& studies);
    /// In the order of the list.
    std::vector<std::int64_t> checkedStudies() const;
    QModelIndex indexOf(qint64 study) const;
    const store::StudyRow* item(const QModelIndex& index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

Q_SIGNALS:
    void checkedChanged();
    void renameAsked(qint64 study, const QString& title);

private:
    QStringList badges(const store::StudyRow& item) const;
    QString groupOf(const store::StudyRow& item) const;
    bool isGroupNamed(const store::StudyRow& item) const;
    QString computerOf(const store::StudyRow& item) const;
    QString toolTip(const store::StudyRow& item) const;
    void rememberChecks();

    RunColours* colours_;  // borrowed
    QSettings* settings_;  // borrowed
    /// What charts show of a ticked study besides its runs: when it changes, they are drawn anew.
    using Ticked = std::
        tuple<std::int64_t, std::string, bool, std::string, std::optional<double>, std::int64_t>;
    std::vector<Ticked> ticked() const;

    std::vector<store::StudyRow> studies_;
    QSet<QString> checked_;               // uuids
    std::vector<std::string> computers_;  ///< of each study, by record::machine_names()
    Group group_ = Group::None;
};

/// "2026-11-21 10:47" in local time from the record's UTC text.
QDateTime startedAt(const store::StudyRow& item);
/// "23 Nov 02:57"; of another year "23 Nov 2025".
QString whenText(const QDateTime& date);

}  // namespace throughline::ui
