// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/study_tree_view.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "ui/library/study_delegate.h"

namespace throughline::ui {

namespace {

constexpr int kLinesWideMin = 12;  ///< a name that can be told from others, and what is wrong
/// The rows from the top to it: the less, the further up it stands.
std::vector<int> placeOf(QModelIndex index) {
    std::vector<int> rows;
    for (; index.isValid(); index = index.parent()) {
        rows.insert(rows.begin(), index.row());
    }
    return rows;
}

constexpr auto kFoldedKey = "library/folded";
constexpr auto kUnfoldedKey = "library/unfolded";  ///< of those that are folded at first

}  // namespace

StudyTreeView::StudyTreeView(StudyTree* tree, QSettings* settings, QWidget* parent)
    : QTreeView(parent), tree_(tree), settings_(settings) {
    setModel(tree_);
    setItemDelegate(new StudyDelegate(this));
    setHeaderHidden(true);
    setUniformRowHeights(true);
    setRootIsDecorated(false);
    setIndentation(fontMetrics().height() / 2);
    setMinimumWidth(fontMetrics().height() * kLinesWideMin);
    setExpandsOnDoubleClick(false);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::EditKeyPressed);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    setFrameShape(QFrame::NoFrame);
    setDragEnabled(true);
    connect(selectionModel(),
            &QItemSelectionModel::selectionChanged,
            this,
            &StudyTreeView::selectedChanged);
    connect(this, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        if (tree_->isFolder(index)) {
            setExpanded(index, !isExpanded(index));
        } else if (selected().size() == 1) {
            Q_EMIT studyClicked(index.data(StudyListModel::IdRole).toLongLong());
        }
    });
    connect(this, &QTreeView::expanded, this, [this](const QModelIndex& folder) {
        keepFolded(folder, false);
    });
    connect(this, &QTreeView::collapsed, this, [this](const QModelIndex& folder) {
        keepFolded(folder, true);
    });
    connect(tree_, &QAbstractItemModel::layoutChanged, this, &StudyTreeView::unfold);
    unfold();
}

void StudyTreeView::unfold() {
    const QStringList folded = settings_->value(QLatin1String(kFoldedKey)).toStringList();
    const QStringList unfolded = settings_->value(QLatin1String(kUnfoldedKey)).toStringList();
    unfolding_ = true;
    const std::function<void(const QModelIndex&)> visit = [&](const QModelIndex& parent) {
        for (int row = 0; row < tree_->rowCount(parent); ++row) {
            const QModelIndex index = tree_->index(row, 0, parent);
            if (tree_->isFolder(index)) {
                const QString key = index.data(StudyTree::FolderKeyRole).toString();
                setExpanded(index,
                            index.data(StudyTree::FoldedAtFirstRole).toBool()
                                ? unfolded.contains(key)
                                : !folded.contains(key));
                visit(index);
            }
        }
    };
    visit({});
    unfolding_ = false;
}

void StudyTreeView::keepFolded(const QModelIndex& folder, bool folded) {
    if (unfolding_) {
        return;
    }
    const bool at_first = folder.data(StudyTree::FoldedAtFirstRole).toBool();
    const QLatin1String name(at_first ? kUnfoldedKey : kFoldedKey);
    QStringList keys = settings_->value(name).toStringList();
    const QString key = folder.data(StudyTree::FolderKeyRole).toString();
    keys.removeAll(key);
    if (folded != at_first) {
        keys << key;
    }
    settings_->setValue(name, keys);
}

std::vector<std::int64_t> StudyTreeView::selected() const {
    std::vector<std::int64_t> ids;
    const QModelIndexList indexes = selectionModel()->selectedIndexes();
    for (const QModelIndex& index : indexes) {
        if (!tree_->isFolder(index)) {
            ids.push_back(index.data(StudyListModel::IdRole).toLongLong());
        }
    }
    return ids;
}

void StudyTreeView::setCurrentStudy(qint64 study) {
    const QModelIndex index = tree_->indexOf(study);
    setCurrentIndex(index);
    scrollTo(index);  // it unfolds what it lies in
}

void StudyTreeView::select(const std::vector<std::int64_t>& studies) {
    QItemSelection rows;
    QModelIndex first;  // of what stands in the list, not of what came in
    for (const std::int64_t study : studies) {
        const QModelIndex index = tree_->indexOf(study);
        rows.select(index, index);
        const bool above = index.isValid() && (!first.isValid() || placeOf(index) < placeOf(first));
        first = above ? index : first;
    }
    if (first.isValid()) {
        scrollTo(first);
        selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
        selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
    }
}

std::int64_t StudyTreeView::besideThese(const std::vector<std::int64_t>& studies) const {
    const auto next = [&](std::int64_t from, auto step) -> std::int64_t {
        QModelIndex index = tree_->indexOf(from);
        while (index.isValid()) {
            index = step(index);
            const auto id = index.isValid() && !tree_->isFolder(index)
                                ? index.data(StudyListModel::IdRole).toLongLong()
                                : 0;
            if (id != 0 && std::ranges::find(studies, id) == studies.end()) {
                return id;
            }
        }
        return 0;
    };
    if (studies.empty()) {
        return 0;
    }
    const std::int64_t below =
        next(studies.back(), [this](const QModelIndex& at) { return indexBelow(at); });
    return below != 0
               ? below
               : next(studies.front(), [this](const QModelIndex& at) { return indexAbove(at); });
}

void StudyTreeView::enter() {
    setFocus(Qt::TabFocusReason);
    if (!selected().empty()) {
        return;
    }
    const QModelIndex top = tree_->index(0, 0);
    QModelIndex first = top;
    while (first.isValid() && tree_->isFolder(first)) {
        first = indexBelow(first);
    }
    setCurrentIndex(first.isValid() ? first : top);  // a folder, where all of them are folded
}

void StudyTreeView::startDrag(Qt::DropActions /*actions*/) {
    if (!selected().empty()) {
        dragging_ = true;
        Q_EMIT draggedOut();
    }
}

void StudyTreeView::mouseMoveEvent(QMouseEvent* event) {
    // While the files are written the mouse must not select others.
    dragging_ = dragging_ && (event->buttons() & Qt::LeftButton) != 0;
    if (!dragging_ && !on_dot_) {
        QTreeView::mouseMoveEvent(event);
    }
}

qint64 StudyTreeView::studyAt(const QMouseEvent& event, bool onDot) const {
    const QPoint at = event.position().toPoint();
    const QModelIndex index = indexAt(at);
    return event.button() == Qt::LeftButton && index.isValid() && !tree_->isFolder(index) &&
                   StudyDelegate::dotOf(visualRect(index)).contains(at) == onDot
               ? index.data(StudyListModel::IdRole).toLongLong()
               : 0;
}

void StudyTreeView::mousePressEvent(QMouseEvent* event) {
    dragging_ = false;
    const qint64 dotted = studyAt(*event, true);
    on_dot_ = dotted != 0;
    if (on_dot_) {
        Q_EMIT dotClicked(dotted);
    } else {
        QTreeView::mousePressEvent(event);
    }
}

void StudyTreeView::mouseReleaseEvent(QMouseEvent* event) {
    if (!on_dot_) {
        QTreeView::mouseReleaseEvent(event);
    }
    on_dot_ = false;
}

void StudyTreeView::mouseDoubleClickEvent(QMouseEvent* event) {
    const qint64 study = studyAt(*event, false);
    QTreeView::mouseDoubleClickEvent(event);
    if (study != 0) {
        Q_EMIT studyDoubleClicked(study);
    }
}

void StudyTreeView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        setIndentation(fontMetrics().height() / 2);
        setMinimumWidth(fontMetrics().height() * kLinesWideMin);
        doItemsLayout();
    }
    QTreeView::changeEvent(event);
}

}  // namespace throughline::ui
