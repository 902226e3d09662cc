// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/study_list_model.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QSet>
#include <algorithm>
#include <utility>

#include "engine/analysis/emulation.h"
#include "engine/metrics/registry.h"
#include "ui/style/short_names.h"

namespace throughline::ui {

namespace {

constexpr auto kPlottedKey = "library/checked";

QString uuidOf(const store::StudyRow& item) {
    return QString::fromStdString(item.uuid);
}

QString titleOf(const store::StudyRow& item) {
    return item.title.empty() ? StudyListModel::tr("Untitled study")
                              : QString::fromStdString(item.title);
}

QDateTime startOf(const store::StudyRow& study) {
    return localStart(QString::fromStdString(study.started_at));
}

QString listedNameOf(const store::StudyRow& study) {
    QString name = titleOf(study);
    if (!analysis::emulated_mark(study.emulated).empty()) {
        // Its mark says that. Words of somebody's own title stay.
        name.replace(QStringLiteral(", emulated "), QStringLiteral(", "));
    }
    return name;
}

/// "storage" where the figure is not of the whole pipeline.
QString stageOf(const store::StudyRow& study) {
    if (study.best_stages == "storage") {
        return StudyListModel::tr("storage");
    }
    if (study.best_stages == "decode") {
        return StudyListModel::tr("decode");
    }
    return study.best_stages == "consumer" ? StudyListModel::tr("consumer") : QString();
}

/// Its best rate, or where it has none, what came out of it.
QString figureOf(const store::StudyRow& study) {
    if (study.run_count == 0 && study.origin == record::Origin::Published) {
        return StudyListModel::tr("remarks only");
    }
    if (study.origin == record::Origin::Published || !study.key_value) {
        return StudyListModel::tr("%n run(s)", nullptr, static_cast<int>(study.run_count));
    }
    if (study.origin == record::Origin::Observed && study.key_metric != "images_per_second") {
        return StudyListModel::tr("observed");  // what the machine did says nothing of the job
    }
    const QString figure =
        QString::fromStdString(metrics::format_metric(study.key_metric, *study.key_value));
    const QString stage = stageOf(study);
    // Beside rates of whole pipelines a stage's rate says which it is.
    return stage.isEmpty() ? figure : StudyListModel::tr("%1: %2").arg(stage, figure);
}

QString flawOf(const store::StudyRow& study) {
    if (study.interrupted) {
        return StudyListModel::tr("Interrupted: the measurement ended before its last run.");
    }
    if (study.runs_done < study.run_count) {  // stopped, or a run failed
        return StudyListModel::tr("Incomplete: %1 of %n run(s) gave a result.",
                                  nullptr,
                                  static_cast<int>(study.run_count))
            .arg(study.runs_done);
    }
    return study.disturbed ? StudyListModel::tr("Disturbed: other programs were busy meanwhile.")
                           : QString();
}

QString emulatedOf(const store::StudyRow& study) {
    return QString::fromStdString(analysis::emulated_mark(study.emulated));
}

QStringList tagsOf(const store::StudyRow& study) {
    QStringList tags;
    for (const std::string& tag : study.tags) {
        tags << QStringLiteral("#") + QString::fromStdString(tag);
    }
    return tags;
}

QString originWord(record::Origin origin) {
    switch (origin) {
        case record::Origin::Measured:
            break;
        case record::Origin::Observed:
            return StudyListModel::tr("observed");
        case record::Origin::Imported:
            return StudyListModel::tr("imported");
        case record::Origin::Published:
            return StudyListModel::tr("published");
        case record::Origin::Predicted:
            return StudyListModel::tr("predicted");
    }
    return {};
}

}  // namespace

NamedStudy namedStudy(const store::StudyRow& study) {
    const bool imported = study.origin == record::Origin::Imported;
    return {.title = QString::fromStdString(study.title),
            .from = imported ? QFileInfo(QString::fromStdString(study.source_path)).dir().dirName()
                             : QString(),
            .startedAt = QString::fromStdString(study.started_at),
            .uuid = uuidOf(study)};
}

StudyNames studyNames(const std::vector<store::StudyRow>& studies) {
    std::vector<NamedStudy> named;
    named.reserve(studies.size());
    for (const store::StudyRow& study : studies) {
        named.push_back(namedStudy(study));
    }
    return StudyNames(named);
}

void forgetPlotted(QSettings& settings) {
    settings.remove(QLatin1String(kPlottedKey));
}

StudyListModel::StudyListModel(RunColours* colours, QSettings* settings, QObject* parent)
    : QAbstractListModel(parent), colours_(colours), settings_(settings) {
    plotted_ = settings_->value(QLatin1String(kPlottedKey)).toStringList();
    colours_->keep(plotted_);
}

void StudyListModel::setStudies(const std::vector<store::StudyRow>& studies) {
    names_ = studyNames(studies);
    QStringList names;
    for (const store::StudyRow& study : studies) {
        names << listedNameOf(study);
    }
    shared_ = sharedBeginnings(names);
    const std::vector<Shown> before = shown();
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
    if (shown() != before) {
        Q_EMIT plottedChanged();
    }
}

std::vector<StudyListModel::Shown> StudyListModel::shown() const {
    std::vector<Shown> result;
    for (const std::int64_t id : plottedStudies()) {
        const store::StudyRow& study = *item(indexOf(id));
        result.emplace_back(study.id,
                            study.title,
                            study.baseline,
                            study.target,
                            study.price_per_hour,
                            study.run_count);
    }
    return result;
}

void StudyListModel::plotThese(const std::vector<std::int64_t>& studies) {
    QStringList uuids;
    for (const std::int64_t study : studies) {
        if (const store::StudyRow* found = item(indexOf(study))) {
            uuids << uuidOf(*found);
        }
    }
    plotUuids(uuids);
}

void StudyListModel::setPlotted(const std::vector<std::int64_t>& studies, bool plotted) {
    QStringList uuids = plotted_;
    for (const std::int64_t study : studies) {
        if (const store::StudyRow* found = item(indexOf(study))) {
            const QString uuid = uuidOf(*found);
            uuids.removeAll(uuid);
            if (plotted) {
                uuids << uuid;
            }
        }
    }
    if (!plotted || QSet(uuids.begin(), uuids.end()) != QSet(plotted_.begin(), plotted_.end())) {
        plotUuids(uuids);
    }
}

void StudyListModel::plotUuids(const QStringList& uuids) {
    if (uuids == plotted_) {
        return;
    }
    plotted_ = uuids;
    settings_->setValue(QLatin1String(kPlottedKey), plotted_);
    colours_->keep(plotted_);
    if (!studies_.empty()) {
        Q_EMIT dataChanged(index(0),
                           index(static_cast<int>(studies_.size()) - 1),
                           {PlottedRole, SlotRole, Qt::ToolTipRole});
    }
    Q_EMIT plottedChanged();
}

std::vector<std::int64_t> StudyListModel::plottedStudies() const {
    std::vector<std::int64_t> ids(static_cast<std::size_t>(plotted_.size()));
    for (const store::StudyRow& study : studies_) {
        if (const qsizetype at = plotted_.indexOf(uuidOf(study)); at >= 0) {
            ids[static_cast<std::size_t>(at)] = study.id;
        }
    }
    std::erase(ids, 0);  // in the bin
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
        case Qt::ToolTipRole:
            return toolTip(*study);
        case Qt::AccessibleTextRole:
            return accessibleText(*study);
        case IdRole:
            return static_cast<qint64>(study->id);
        case UuidRole:
            return uuidOf(*study);
        case ListedNameRole:
            return listedNameOf(*study);
        case SharedRole:
            return shared_[static_cast<std::size_t>(index.row())];
        case PlottedRole:
            return plotted_.contains(uuidOf(*study));
        case SlotRole:
            return colours_->slotOf(uuidOf(*study));
        case DateRole:
            return startOf(*study);
        case ApartRole:
            return names_.apartOf(namedStudy(*study));
        case FigureRole:
            return figureOf(*study);
        case FlawRole:
            return flawOf(*study);
        case EmulatedRole:
            return emulatedOf(*study);
        case TagsRole:
            return tagsOf(*study);
        case SearchRole:
            return QStringList{titleOf(*study),
                               QString::fromStdString(study->host),
                               QString::fromStdString(study->started_at),
                               QString::fromStdString(study->verdict),
                               QString::fromStdString(study->device),
                               QString::fromStdString(study->model),
                               QString::fromStdString(study->note),
                               QString::fromStdString(study->tool),
                               originWord(study->origin),
                               study->machine.demo ? tr("demo") : QString(),
                               emulatedOf(*study),
                               tagsOf(*study).join(u' ')}
                .join(u'\n');
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
    const QString title = value.toString().trimmed();
    if (role == Qt::EditRole && !title.isEmpty() && title != titleOf(*study)) {
        Q_EMIT renameAsked(study->id, title);
        return true;
    }
    return false;
}

Qt::ItemFlags StudyListModel::flags(const QModelIndex& index) const {
    return QAbstractListModel::flags(index) | Qt::ItemIsEditable | Qt::ItemIsDragEnabled;
}

QString StudyListModel::accessibleText(const store::StudyRow& study) const {
    QStringList words{titleOf(study),
                      QLocale().toString(startOf(study), QLocale::ShortFormat),
                      figureOf(study),
                      emulatedOf(study),
                      flawOf(study),
                      plotted_.contains(uuidOf(study)) ? tr("plotted") : QString()};
    words.removeAll(QString());
    return words.join(QStringLiteral(", "));
}

QString StudyListModel::toolTip(const store::StudyRow& study) const {
    QStringList lines{titleOf(study)};
    const QString when = QLocale().toString(startOf(study), QLocale::ShortFormat);
    if (study.origin == record::Origin::Published) {
        lines << tr("Published, %1").arg(QString::fromStdString(study.source_path));
    } else if (study.host.empty()) {
        lines << when;
    } else {
        lines << tr("%1, on %2").arg(when, QString::fromStdString(study.host));
    }
    lines << tr("%n run(s)", nullptr, static_cast<int>(study.run_count));
    if (study.key_value) {
        lines << figureOf(study);
    }
    QStringList marks{study.machine.demo ? tr("demo") : originWord(study.origin),
                      emulatedOf(study),
                      flawOf(study)};
    marks << tagsOf(study);
    marks.removeAll(QString());
    lines << marks;
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

}  // namespace throughline::ui
