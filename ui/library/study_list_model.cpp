// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/study_list_model.h"

#include <QLocale>
#include <algorithm>

#include "engine/metrics/registry.h"
#include "engine/record/this_machine.h"

namespace throughline::ui {

namespace {

constexpr auto kCheckedKey = "library/checked";

QString uuidOf(const store::StudyRow& item) {
    return QString::fromStdString(item.uuid);
}

QString titleOf(const store::StudyRow& item) {
    return item.title.empty() ? StudyListModel::tr("Untitled study")
                              : QString::fromStdString(item.title);
}

/// A host's name does not tell whose figures they are: many a computer is called "vm".
QString placeWord(const store::StudyRow& row) {
    switch (record::place_of(row.machine, record::this_machine())) {
        case record::Place::Here:
            return StudyListModel::tr("Measured on this computer");
        case record::Place::Elsewhere:
            return StudyListModel::tr("Measured on another computer");
        case record::Place::Unknown:
            return StudyListModel::tr("Measured on an unknown computer");
        case record::Place::Demo:
            break;
    }
    return StudyListModel::tr("Demo recordings");
}

QString originWord(const store::StudyRow& row) {
    switch (row.origin) {
        case record::Origin::Measured:
            return placeWord(row);
        case record::Origin::Observed:
            return StudyListModel::tr("Observed");
        case record::Origin::Imported:
            return StudyListModel::tr("Imported");
        case record::Origin::Published:
            return StudyListModel::tr("Published");
        case record::Origin::Predicted:
            return StudyListModel::tr("Predicted");
    }
    return {};
}

QString rateOf(const store::StudyRow& item) {
    if (!item.best_images_per_second || item.origin == record::Origin::Published) {
        QString runs = StudyListModel::tr("%n run(s)", nullptr, static_cast<int>(item.run_count));
        if (item.origin != record::Origin::Published) {
            return runs;
        }
        return item.run_count == 0 ? StudyListModel::tr("published, remarks only")
                                   : StudyListModel::tr("published, %1").arg(runs);
    }
    const QString rate = QString::fromStdString(
        metrics::format_metric("images_per_second", *item.best_images_per_second));
    if (item.best_stages == "storage") {
        return StudyListModel::tr("%1, storage alone").arg(rate);
    }
    if (item.best_stages == "decode") {
        return StudyListModel::tr("%1, decode alone").arg(rate);
    }
    return item.best_stages == "consumer" ? StudyListModel::tr("%1, consumer alone").arg(rate)
                                          : rate;
}

}  // namespace

QDateTime startedAt(const store::StudyRow& item) {
    return QDateTime::fromString(QString::fromStdString(item.started_at), Qt::ISODate)
        .toLocalTime();
}

QString whenText(const QDateTime& date) {
    const bool this_year = date.date().year() == QDate::currentDate().year();
    return QLocale().toString(
        date, this_year ? QStringLiteral("d MMM HH:mm") : QStringLiteral("d MMM yyyy"));
}

StudyListModel::StudyListModel(RunColours* colours, QSettings* settings, QObject* parent)
    : QAbstractListModel(parent), colours_(colours), settings_(settings) {
    const QStringList checked = settings_->value(QLatin1String(kCheckedKey)).toStringList();
    checked_ = QSet<QString>(checked.begin(), checked.end());
}

void StudyListModel::setStudies(const std::vector<store::StudyRow>& studies) {
    std::vector<record::Machine> machines;
    machines.reserve(studies.size());
    for (const store::StudyRow& study : studies) {
        machines.push_back(study.machine);
    }
    computers_ = record::machine_names(machines);
    const std::vector<Ticked> before = ticked();
    const bool same_rows =
        studies.size() == studies_.size() &&
        std::equal(studies.begin(),
                   studies.end(),
                   studies_.begin(),
                   [](const store::StudyRow& a, const store::StudyRow& b) { return a.id == b.id; });
    if (same_rows) {  // keeps selection, scroll position and an open editor
        studies_ = studies;
        if (!studies_.empty()) {
            Q_EMIT dataChanged(index(0), index(static_cast<int>(studies_.size()) - 1));
        }
    } else {
        beginResetModel();
        studies_ = studies;
        endResetModel();
    }
    if (ticked() != before) {
        Q_EMIT checkedChanged();
    }
}

std::vector<StudyListModel::Ticked> StudyListModel::ticked() const {
    std::vector<Ticked> result;
    for (const store::StudyRow& study : studies_) {
        if (checked_.contains(uuidOf(study))) {
            result.emplace_back(study.id,
                                study.title,
                                study.baseline,
                                study.target,
                                study.price_per_hour,
                                study.run_count);
        }
    }
    return result;
}

void StudyListModel::setChecked(qint64 study, bool checked) {
    setData(indexOf(study), checked ? Qt::Checked : Qt::Unchecked, Qt::CheckStateRole);
}

void StudyListModel::checkThese(const std::vector<std::int64_t>& studies) {
    checked_.clear();
    for (const std::int64_t study : studies) {
        if (const store::StudyRow* found = item(indexOf(study))) {
            checked_ << uuidOf(*found);
        }
    }
    rememberChecks();
    if (!studies_.empty()) {
        Q_EMIT dataChanged(index(0), index(static_cast<int>(studies_.size()) - 1));
    }
    Q_EMIT checkedChanged();
}

std::vector<std::int64_t> StudyListModel::checkedStudies() const {
    std::vector<std::int64_t> ids;
    for (const store::StudyRow& study : studies_) {
        if (checked_.contains(uuidOf(study))) {
            ids.push_back(study.id);
        }
    }
    return ids;
}

QModelIndex StudyListModel::indexOf(qint64 study) const {
    const auto it = std::ranges::find_if(
        studies_, [study](const store::StudyRow& item) { return item.id == study; });
    return it == studies_.end() ? QModelIndex() : index(static_cast<int>(it - studies_.begin()));
}

const store::StudyRow* StudyListModel::item(const QModelIndex& index) const {
    const auto row = static_cast<std::size_t>(index.row());
    return index.isValid() && row < studies_.size() ? &studies_[row] : nullptr;
}

int StudyListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(studies_.size());
}

QVariant StudyListModel::data(const QModelIndex& index, int role) const {
    const store::StudyRow* study = item(index);
    if (study == nullptr) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole:
        case Qt::EditRole:
            return titleOf(*study);
        case Qt::CheckStateRole:
            return checked_.contains(uuidOf(*study)) ? Qt::Checked : Qt::Unchecked;
        case Qt::ToolTipRole:
            return toolTip(*study);
        case Qt::AccessibleTextRole:
            return QStringList{titleOf(*study),
                               QLocale().toString(startedAt(*study), QLocale::ShortFormat),
                               rateOf(*study),
                               badges(*study).join(QStringLiteral(", "))}
                .join(QStringLiteral(", "));
        case IdRole:
            return static_cast<qint64>(study->id);
        case UuidRole:
            return uuidOf(*study);
        case SlotRole:
            return study->origin == record::Origin::Published
                       ? RunColours::greySlotOf(uuidOf(*study))
                       : colours_->slotOf(uuidOf(*study));
        case DateRole:
            return startedAt(*study);
        case RateRole:
            return rateOf(*study);
        case BadgesRole:
            return badges(*study);
        case SearchRole:
            return QStringList{titleOf(*study),
                               QString::fromStdString(study->host),
                               QString::fromStdString(study->started_at),
                               QString::fromStdString(study->verdict),
                               QString::fromStdString(study->device),
                               QString::fromStdString(study->model),
                               QString::fromStdString(study->note),
                               badges(*study).join(u' ')}
                .join(u'\n');
        case GroupRole:
            return groupOf(*study);
        case GroupNamedRole:
            return isGroupNamed(*study);
        case PublishedRole:
            return study->origin == record::Origin::Published;
        case BaselineRole:
            return study->baseline;
        default:
            return {};
    }
}

bool StudyListModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const store::StudyRow* study = item(index);
    if (study == nullptr) {
        return false;
    }
    if (role == Qt::CheckStateRole) {
        if (value.toInt() == Qt::Checked) {
            checked_ << uuidOf(*study);
        } else {
            checked_.remove(uuidOf(*study));
        }
        rememberChecks();
        Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
        Q_EMIT checkedChanged();
        return true;
    }
    const QString title = value.toString().trimmed();
    if (role == Qt::EditRole && !title.isEmpty() && title != titleOf(*study)) {
        Q_EMIT renameAsked(study->id, title);
        return true;
    }
    return false;
}

Qt::ItemFlags StudyListModel::flags(const QModelIndex& index) const {
    return QAbstractListModel::flags(index) | Qt::ItemIsUserCheckable | Qt::ItemIsEditable |
           Qt::ItemIsDragEnabled;
}

QStringList StudyListModel::badges(const store::StudyRow& study) const {
    QStringList list;
    if (study.machine.demo) {
        list << tr("demo");
    }
    for (const std::string& tag : study.tags) {
        list << QStringLiteral("#") + QString::fromStdString(tag);
    }
    if (study.interrupted) {
        list << tr("interrupted");
    } else if (study.runs_done < study.run_count) {
        list << tr("incomplete");  // stopped, or a run failed
    }
    switch (study.origin) {
        case record::Origin::Measured:
            break;
        case record::Origin::Observed:
            list << tr("observed");
            break;
        case record::Origin::Imported:
            list << tr("imported");
            break;
        case record::Origin::Published:  // grey, and said below the title: they are many
            break;
        case record::Origin::Predicted:
            list << tr("predicted");
            break;
    }
    return list;
}

void StudyListModel::setGroup(Group group) {
    group_ = group;
    if (!studies_.empty()) {
        Q_EMIT dataChanged(index(0), index(static_cast<int>(studies_.size()) - 1));
    }
}

QString StudyListModel::groupOf(const store::StudyRow& study) const {
    const auto named = [](const std::string& name, const QString& otherwise) {
        return name.empty() ? otherwise : QString::fromStdString(name);
    };
    switch (group_) {
        case Group::None:
            return {};
        case Group::Host:
            return computerOf(study);
        case Group::Device:
            return named(study.device, tr("Unknown device"));
        case Group::Model:
            return named(study.model, tr("No model"));
        case Group::Origin:
            return originWord(study);
    }
    return {};
}

bool StudyListModel::isGroupNamed(const store::StudyRow& study) const {
    switch (group_) {
        case Group::Host:
            return !study.host.empty();
        case Group::Device:
            return !study.device.empty();
        case Group::Model:
            return !study.model.empty();
        case Group::None:
        case Group::Origin:
            break;
    }
    return true;
}

QString StudyListModel::computerOf(const store::StudyRow& study) const {
    const auto index = static_cast<std::size_t>(&study - studies_.data());
    const std::string& name = index < computers_.size() ? computers_[index] : study.host;
    return name.empty() ? tr("Unknown host") : QString::fromStdString(name);
}

QString StudyListModel::toolTip(const store::StudyRow& study) const {
    QStringList lines{titleOf(study)};
    const QString when = QLocale().toString(startedAt(study), QLocale::ShortFormat);
    if (study.origin == record::Origin::Published) {
        lines << tr("Published, %1").arg(QString::fromStdString(study.source_path));
    } else if (study.host.empty()) {
        lines << when;
    } else {
        lines << tr("%1, on %2").arg(when, QString::fromStdString(study.host));
    }
    lines << tr("%n run(s)", nullptr, static_cast<int>(study.run_count));
    if (const QStringList marks = badges(study); !marks.isEmpty()) {
        lines << marks.join(QStringLiteral(", "));
    }
    if (study.baseline) {
        lines << tr("Baseline: other studies are compared with it");
    }
    if (!study.note.empty()) {
        lines << QString::fromStdString(study.note);
    }
    if (!study.verdict.empty()) {
        lines << QString::fromStdString(study.verdict);
    }
    return lines.join(u'\n');
}

void StudyListModel::rememberChecks() {
    settings_->setValue(QLatin1String(kCheckedKey), QStringList(checked_.begin(), checked_.end()));
}

}  // namespace throughline::ui
