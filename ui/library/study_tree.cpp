// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/study_tree.h"

#include <algorithm>
#include <map>
#include <utility>

namespace throughline::ui {

namespace {

/// How well a study fits: words at the beginning of its name count most, those that only the
/// library's full text knows least. < 0: not all words are in it.
int fitOf(const QModelIndex& study, const QStringList& words) {
    const QString title = study.data(Qt::DisplayRole).toString();
    const QString text = study.data(StudyListModel::SearchRole).toString();
    int fit = 0;
    for (const QString& word : words) {
        if (title.startsWith(word, Qt::CaseInsensitive)) {
            fit += 4;
        } else if (title.contains(u' ' + word, Qt::CaseInsensitive)) {
            fit += 3;
        } else if (title.contains(word, Qt::CaseInsensitive)) {
            fit += 2;
        } else if (text.contains(word, Qt::CaseInsensitive)) {
            fit += 1;
        } else {
            return -1;
        }
    }
    return fit;
}

}  // namespace

StudyTree::StudyTree(StudyListModel* studies, QObject* parent)
    : QAbstractItemModel(parent), studies_(studies), nodes_(1) {
    connect(studies_, &QAbstractItemModel::modelReset, this, &StudyTree::refresh);
    connect(studies_,
            &QAbstractItemModel::dataChanged,
            this,
            [this](const QModelIndex&, const QModelIndex&, const QList<int>& roles) {
                if (roles.isEmpty()) {  // names or places may be others
                    refresh();
                }
                for (std::size_t node = 0; node < nodes_.size(); ++node) {
                    if (const auto& children = nodes_[node].children; !children.empty()) {
                        const QModelIndex of = createIndex(0, 0, children.front());
                        const int last = static_cast<int>(children.size()) - 1;
                        Q_EMIT dataChanged(of, createIndex(last, 0, children.back()), roles);
                    }
                }
            });
    refresh();
}

void StudyTree::setArrangement(Arrangement arrangement) {
    arrangement_ = arrangement;
    refresh();
}

void StudyTree::setPublishedShown(bool shown) {
    published_shown_ = shown;
    refresh();
}

bool StudyTree::isShown(std::size_t row) const {
    return published_shown_ || studies_->studies()[row].origin != record::Origin::Published;
}

void StudyTree::setWords(const QString& text) {
    words_ = text.split(u' ', Qt::SkipEmptyParts);
    found_.clear();
    refresh();
}

void StudyTree::setFound(const QSet<qint64>& studies) {
    found_ = studies;
    refresh();
}

std::vector<int> StudyTree::found() const {
    std::vector<std::pair<int, int>> fits;  // the better the fit, the less; row
    for (int row = 0; row < studies_->rowCount(); ++row) {
        if (!isShown(static_cast<std::size_t>(row))) {
            continue;
        }
        const QModelIndex study = studies_->index(row);
        const int fit = fitOf(study, words_);
        if (fit >= 0 || found_.contains(study.data(StudyListModel::IdRole).toLongLong())) {
            fits.emplace_back(-fit, row);
        }
    }
    std::ranges::sort(fits);
    std::vector<int> rows;
    rows.reserve(fits.size());
    for (const auto& [fit, row] : fits) {
        rows.push_back(row);
    }
    return rows;
}

std::vector<StudyTree::Node> StudyTree::made() const {
    std::vector<Node> nodes(1);
    const auto add = [&nodes](int parent, Node node) {
        const int at = static_cast<int>(nodes.size());
        node.parent = parent;
        nodes.push_back(std::move(node));
        nodes[static_cast<std::size_t>(parent)].children.push_back(at);
        return at;
    };
    if (isSearched()) {
        for (const int row : found()) {
            add(0, {.study = row});
        }
    } else {
        const std::vector<StudyPath> paths = pathsOf(studies_->studies(), arrangement_);
        std::map<QString, int> folders;
        for (std::size_t row = 0; row < paths.size(); ++row) {
            if (!isShown(row)) {
                continue;
            }
            int parent = 0;
            QString key;
            for (const StudyGroup& group : paths[row]) {
                key += group.key + u'/';
                const auto known = folders.find(key);
                parent = known != folders.end() ? known->second
                                                : add(parent, {.group = group, .key = key});
                folders.emplace(key, parent);
                ++nodes[static_cast<std::size_t>(parent)].studies;
            }
            add(parent, {.study = static_cast<int>(row)});
        }
    }
    for (Node& node : nodes) {
        if (!isSearched()) {
            std::ranges::stable_sort(node.children, [&nodes](int a, int b) {
                const Node& left = nodes[static_cast<std::size_t>(a)];
                const Node& right = nodes[static_cast<std::size_t>(b)];
                if ((left.study < 0) != (right.study < 0)) {
                    return left.study < 0;
                }
                return left.group.rank != right.group.rank
                           ? left.group.rank < right.group.rank
                           : QString::localeAwareCompare(left.group.name.toCaseFolded(),
                                                         right.group.name.toCaseFolded()) < 0;
            });
        }
        for (std::size_t place = 0; place < node.children.size(); ++place) {
            nodes[static_cast<std::size_t>(node.children[place])].place = static_cast<int>(place);
        }
    }
    return nodes;
}

void StudyTree::refresh() {
    std::vector<Node> nodes = made();
    std::vector<qint64> ids;
    for (const store::StudyRow& study : studies_->studies()) {
        ids.push_back(study.id);
    }
    if (nodes == nodes_ && ids == ids_) {
        return;
    }
    Q_EMIT layoutAboutToBeChanged();
    // What is selected or unfolded stays so, wherever it stands now.
    const QModelIndexList before = persistentIndexList();
    std::vector<std::pair<qint64, QString>> meant;
    for (const QModelIndex& index : before) {
        const Node& node = nodeAt(index);
        meant.emplace_back(node.study < 0 ? 0 : ids_[static_cast<std::size_t>(node.study)],
                           node.key);
    }
    nodes_ = std::move(nodes);
    ids_ = std::move(ids);
    std::map<std::pair<qint64, QString>, int> places;
    for (std::size_t node = 1; node < nodes_.size(); ++node) {
        const int study = nodes_[node].study;
        places.emplace(
            std::pair(study < 0 ? 0 : ids_[static_cast<std::size_t>(study)], nodes_[node].key),
            static_cast<int>(node));
    }
    QModelIndexList after;
    for (const auto& one : meant) {
        const auto place = places.find(one);
        after << (place == places.end()
                      ? QModelIndex()
                      : createIndex(nodes_[static_cast<std::size_t>(place->second)].place,
                                    0,
                                    place->second));
    }
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged();
}

const StudyTree::Node& StudyTree::nodeAt(const QModelIndex& index) const {
    return nodes_[index.isValid() ? static_cast<std::size_t>(index.internalId()) : 0U];
}

QModelIndex StudyTree::indexOf(qint64 study) const {
    for (std::size_t node = 1; node < nodes_.size(); ++node) {
        const int row = nodes_[node].study;
        if (row >= 0 && ids_[static_cast<std::size_t>(row)] == study) {
            return createIndex(nodes_[node].place, 0, static_cast<int>(node));
        }
    }
    return {};
}

int StudyTree::shownCount() const {
    return static_cast<int>(
        std::ranges::count_if(nodes_, [](const Node& node) { return node.study >= 0; }));
}

int StudyTree::allCount() const {
    int count = 0;
    for (std::size_t row = 0; row < studies_->studies().size(); ++row) {
        count += isShown(row) ? 1 : 0;
    }
    return count;
}

bool StudyTree::isFolder(const QModelIndex& index) const {
    return index.isValid() && nodeAt(index).study < 0;
}

QModelIndex StudyTree::index(int row, int column, const QModelIndex& parent) const {
    const Node& node = nodeAt(parent);
    const auto place = static_cast<std::size_t>(row);
    return column == 0 && row >= 0 && place < node.children.size()
               ? createIndex(row, 0, node.children[place])
               : QModelIndex();
}

QModelIndex StudyTree::parent(const QModelIndex& index) const {
    const int parent = index.isValid() ? nodeAt(index).parent : 0;
    return parent <= 0 ? QModelIndex()
                       : createIndex(nodes_[static_cast<std::size_t>(parent)].place, 0, parent);
}

int StudyTree::rowCount(const QModelIndex& parent) const {
    return static_cast<int>(nodeAt(parent).children.size());
}

int StudyTree::columnCount(const QModelIndex& /*parent*/) const {
    return 1;
}

QVariant StudyTree::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const Node& node = nodeAt(index);
    if (node.study >= 0) {
        return role == FolderKeyRole ? QVariant(QString())
                                     : studies_->data(studies_->index(node.study), role);
    }
    switch (role) {
        case Qt::DisplayRole:
            return node.group.name;
        case Qt::ToolTipRole:
        case Qt::AccessibleTextRole:
            return tr("%1: %n study(s)", nullptr, node.studies).arg(node.group.name);
        case FolderKeyRole:
            return node.key;
        case FoldedAtFirstRole:
            return node.group.foldedAtFirst;
        case CountRole:
            return node.studies;
        default:
            return {};
    }
}

bool StudyTree::setData(const QModelIndex& index, const QVariant& value, int role) {
    return index.isValid() && !isFolder(index) &&
           studies_->setData(studies_->index(nodeAt(index).study), value, role);
}

Qt::ItemFlags StudyTree::flags(const QModelIndex& index) const {
    if (!index.isValid()) {
        return Qt::NoItemFlags;
    }
    return isFolder(index) ? Qt::ItemIsEnabled | Qt::ItemIsSelectable
                           : studies_->flags(studies_->index(nodeAt(index).study));
}

}  // namespace throughline::ui
