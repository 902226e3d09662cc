// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QSet>
#include <QStringList>
#include <vector>

#include "ui/library/study_groups.h"
#include "ui/library/study_list_model.h"

namespace throughline::ui {

/// The studies in folders. While words are sought, those that hold all of them, in the list or
/// anywhere in the library, the best first and in no folder.
/// Thread: GUI.
class StudyTree : public QAbstractItemModel {
    Q_OBJECT
public:
    /// Of folders; studies have the roles of StudyListModel.
    enum Role {
        FolderKeyRole = StudyListModel::BaselineRole + 1,  ///< QString; "" for a study
        FoldedAtFirstRole,                                 ///< bool
        CountRole,                                         ///< studies in it and in its folders
    };

    explicit StudyTree(StudyListModel* studies, QObject* parent = nullptr);

    void setArrangement(Arrangement arrangement);
    void setPublishedShown(bool shown);
    void setWords(const QString& text);
    /// What the library's full-text search found for these words.
    void setFound(const QSet<qint64>& studies);
    bool isSearched() const noexcept { return !words_.isEmpty(); }
    /// Invalid: it is not in the list, or not among those found.
    QModelIndex indexOf(qint64 study) const;
    int shownCount() const;  ///< studies
    int allCount() const;    ///< that there would be without a filter
    bool isFolder(const QModelIndex& index) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Node {
        int parent = -1;
        int place = 0;       ///< among its parent's children
        int study = -1;      ///< its row in the list; < 0 for a folder
        int studies = 0;     ///< in a folder and in those within it
        StudyGroup group{};  ///< of a folder
        QString key{};       ///< of a folder: those of all its folders
        std::vector<int> children{};

        bool operator==(const Node&) const = default;
    };

    bool isShown(std::size_t row) const;
    const Node& nodeAt(const QModelIndex& index) const;
    std::vector<Node> made() const;
    std::vector<int> found() const;
    void refresh();
    void take(std::vector<Node> nodes);

    StudyListModel* studies_;  // borrowed
    Arrangement arrangement_ = Arrangement::Source;
    bool published_shown_ = true;
    QStringList words_;
    QSet<qint64> found_;
    std::vector<Node> nodes_;  ///< the first is the root
    std::vector<qint64> ids_;  ///< of the list's rows, as nodes_ has them
};

}  // namespace throughline::ui
