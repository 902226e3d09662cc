// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/answer_table_model.h"

#include <QCoreApplication>
#include <QFont>
#include <algorithm>
#include <cmath>

#include "engine/base/format.h"
#include "engine/whatif/headline.h"
#include "ui/style/number_text.h"
#include "ui/style/run_colours.h"
#include "ui/style/theme.h"
#include "ui/whatif/quantity_text.h"
#include "ui/whatif/words.h"

namespace throughline::ui {

namespace {

using model::Limit;
using whatif::Answer;

/// For a narrow column; the ladder below has the whole names.
QString limitShort(Limit limit) {
    switch (limit) {
        case Limit::StorageBandwidth:
            return AnswerTableModel::tr("storage MB/s");
        case Limit::StorageIops:
            return AnswerTableModel::tr("storage IOPS");
        case Limit::StorageClient:
            return AnswerTableModel::tr("node limit");
        case Limit::StorageLatency:
            return AnswerTableModel::tr("latency");
        default:
            return limitTitle(limit);
    }
}

constexpr double kSecondsPerHour = 3600.0;
constexpr int kMarkerPx = 14;
constexpr double kRungsShown = 4.0;  ///< a bar is full at four times the smallest limit

QString percentText(const std::optional<double>& value) {
    return value ? figureText(*value, 3) + QStringLiteral(" %") : kDash;
}

QString hoursText(double seconds) {
    if (std::isinf(seconds)) {
        return QCoreApplication::translate("throughline::whatif", "never ends");
    }
    if (seconds < 60.0) {
        return QString::fromStdString(format_quantity(seconds, "s"));
    }
    return seconds < kSecondsPerHour
               ? figureText(seconds / 60.0, 3) + QStringLiteral(" min")
               : figureText(seconds / kSecondsPerHour, 3) + QStringLiteral(" h");
}

/// A figure of the job; a dash where nothing limits the rate.
template <class Read>
auto ofJob(Read read) {
    return [read](const Answer& answer, std::size_t) {
        return answer.prediction.job ? read(*answer.prediction.job) : kDash;
    };
}

template <class Read>
auto priced(Read read) {
    return [read](const Answer& answer, std::size_t) {
        return answer.prediction.job && answer.has_price ? read(*answer.prediction.job) : kDash;
    };
}

auto ofUse(std::optional<double> whatif::KnownUse::* share, QString (*text)(double)) {
    return [share, text](const Answer& answer, std::size_t) {
        const auto value = whatif::known_use(answer).*share;
        return value ? text(*value) : kDash;
    };
}

}  // namespace

QString limitTitle(Limit limit) {
    switch (limit) {
        case Limit::StorageBandwidth:
            return AnswerTableModel::tr("Storage bandwidth");
        case Limit::StorageIops:
            return AnswerTableModel::tr("Storage IOPS");
        case Limit::StorageClient:
            return AnswerTableModel::tr("Storage limit of a node");
        case Limit::StorageLatency:
            return AnswerTableModel::tr("Storage latency");
        case Limit::Network:
            return AnswerTableModel::tr("Network");
        case Limit::Cpu:
            return AnswerTableModel::tr("CPU");
        case Limit::HostToDevice:
            return AnswerTableModel::tr("Hand-over to GPUs");
        case Limit::Gpu:
            break;
    }
    return AnswerTableModel::tr("GPUs");
}

QString predictedText(double rate, model::Grade grade) {
    return figureText(rate, whatif::digits_of(grade));
}

QString intervalText(const model::Interval& interval, model::Grade grade) {
    const int digits = std::min(3, whatif::digits_of(grade));
    return figureText(interval.low, digits) + u'…' + figureText(interval.high, digits);
}

QString gradeMeaning(model::Grade grade) {
    switch (grade) {
        case model::Grade::A:
            return AnswerTableModel::tr(
                "A: calibrated, inside the measured range, and other runs predicted within 10 %");
        case model::Grade::B:
            return AnswerTableModel::tr(
                "B: calibrated, at most twice outside the measured range, or other runs predicted "
                "within 20 %");
        case model::Grade::C:
            return AnswerTableModel::tr(
                "C: stated figures only, up to eight times outside the measured range, or other "
                "runs predicted within 50 %");
        case model::Grade::D:
            break;
    }
    return AnswerTableModel::tr(
        "D: further outside the measured range, other runs predicted worse, measured on a busy "
        "computer, or no source for the limit");
}

AnswerTableModel::AnswerTableModel(ScenarioDocument* document, QObject* parent)
    : QAbstractTableModel(parent), document_(document), columns_(document->columnCount()) {
    addRate();
    addLadder();
    addUse();
    addTimes();
    addCosts();
    addRemarks();
    connect(document_, &ScenarioDocument::changed, this, &AnswerTableModel::refresh);
}

void AnswerTableModel::add(const QString& title, const QString& tip, Text text) {
    rows_.push_back({.title = title, .tip = tip, .text = std::move(text)});
}

void AnswerTableModel::addRate() {
    add(tr("Images/s, predicted"),
        tr("Predicted rate of the whole pipeline"),
        [](const Answer& answer, std::size_t) {
            const double rate = answer.prediction.images_per_s();
            return std::isinf(rate)
                       ? tr("no limit")
                       : QStringLiteral("≈ ") + predictedText(rate, answer.graded.grade);
        });
    add(tr("90 % interval"),
        tr("Range of the rate in nine of ten cases, given the uncertainty of the inputs"),
        [](const Answer& answer, std::size_t) {
            return answer.interval ? intervalText(*answer.interval, answer.graded.grade) : kDash;
        });
    credits_row_ = static_cast<int>(rows_.size());
    add(tr("Without burst credits"),
        tr("Rate after the volume has used up its burst credits"),
        [](const Answer& answer, std::size_t) {
            return answer.after_credits
                       ? QStringLiteral("≈ ") +
                             predictedText(answer.after_credits->images_per_s, answer.graded.grade)
                       : kDash;
        });
    add(tr("Grade"),
        tr("How far to trust the prediction, A to D"),
        [](const Answer& answer, std::size_t) {
            return QString::fromLatin1(name_of(answer.graded.grade));
        });
    add(tr("Limited by"),
        tr("The stage with the lowest limit"),
        [](const Answer& answer, std::size_t) {
            return answer.prediction.bottleneck ? limitShort(*answer.prediction.bottleneck)
                                                : tr("nothing");
        });
    add(tr("Headroom"),
        tr("Distance to the next limit: the most to gain by raising the first one"),
        [](const Answer& answer, std::size_t) {
            const auto& headroom = answer.prediction.headroom;
            return headroom ? figureText(*headroom, 3) + QStringLiteral("×") : kDash;
        });
}

void AnswerTableModel::addLadder() {
    add(tr("Limits, images/s"),
        tr("Rate that each stage alone would allow; the lowest one limits the whole pipeline"),
        [](const Answer&, std::size_t) { return QString(); });
    first_rung_ = static_cast<int>(rows_.size());
    for (std::size_t i = 0; i < model::kLimitCount; ++i) {
        add(QStringLiteral("   ") + limitTitle(static_cast<Limit>(i)),
            tr("Images/s that this stage alone would allow. The bar is full at four times the "
               "lowest limit."),
            [i](const Answer& answer, std::size_t) {
                return predictedText(answer.prediction.rates.limits[i], answer.graded.grade);
            });
    }
}

void AnswerTableModel::addUse() {
    using whatif::KnownUse;
    const auto percent = [](double value) { return percentText(value); };
    const auto cores = [](double value) { return figureText(value, 3); };
    add(tr("Disk used"),
        tr("Share of its bandwidth or IOPS in use, whichever is higher"),
        ofUse(&KnownUse::disk_pct, percent));
    add(tr("Network used"),
        tr("Share of the link of a node in use"),
        ofUse(&KnownUse::net_pct, percent));
    add(tr("Busy cores per node"),
        tr("Cores used by the decode threads"),
        ofUse(&KnownUse::cores_busy_per_node, cores));
    add(tr("GPUs used"),
        tr("Share of the time in which they compute"),
        ofUse(&KnownUse::gpu_pct, percent));
    add(tr("Read, MB/s"),
        withOneMark(tr("Read from storage; 1 MB is 1,000,000 bytes")),
        [](auto& answer, auto) {
            return predictedText(answer.prediction.read_mb_per_s, answer.graded.grade);
        });
    add(tr("Read, IOPS"),
        tr("Read requests per second, as the storage counts them"),
        [](auto& answer, auto) {
            return predictedText(answer.prediction.read_iops, answer.graded.grade);
        });
    add(tr("Served by the cache"),
        tr("Share of the images read from the cache"),
        [](auto& answer, auto) { return percentText(answer.prediction.rates.hit_ratio * 100.0); });
    add(tr("GPUs that could be fed"),
        tr("GPUs of this kind that storage and network can keep at %1 % utilisation, and the "
           "capacity left over")
            .arg(whatif::kFedUtilisation * 100.0),
        [](const Answer& answer, std::size_t) {
            if (!answer.feedable) {
                return kDash;
            }
            const QString count = figureText(answer.feedable->accelerators, 6);
            return answer.feedable->margin
                       ? tr("%1, %2 % left")
                             .arg(count, figureText(*answer.feedable->margin * 100.0, 2))
                       : count;
        });
}

void AnswerTableModel::addTimes() {
    add(tr("Epoch"), tr("One pass over the data, warm"), ofJob([](auto& job) {
            return hoursText(job.epoch_s);
        }));
    add(tr("Whole training"),
        tr("All epochs, with the initial copy, validation and checkpoints"),
        ofJob([](auto& job) { return hoursText(job.train_s); }));
    add(tr("Time to the first batch"),
        tr("Including the initial copy, if any"),
        ofJob([](auto& job) { return hoursText(job.time_to_first_batch_s); }));
    add(tr("Ahead of the base"),
        tr("Number of epochs after which this scenario and the base have taken equally long, and "
           "whether the scenario is ahead until or from then. If one of them has “%1”, this tells "
           "whether to copy first or to stream.")
            .arg(inputTitle(model::Input::StageInBw)),
        [this](const Answer&, std::size_t column) {
            const auto& crossovers = document_->answers().crossovers;
            if (column == 0 || column > crossovers.size() || !crossovers[column - 1]) {
                return kDash;
            }
            const auto& crossover = *crossovers[column - 1];
            if (crossover.epochs) {
                const QString epochs = figureText(*crossover.epochs, 3);
                return crossover.one == model::Side::A ? tr("until %1 epochs").arg(epochs)
                                                       : tr("from %1 epochs").arg(epochs);
            }
            return crossover.many == model::Side::A ? tr("never slower") : tr("never faster");
        });
}

void AnswerTableModel::addCosts() {
    add(tr("Cost per hour"),
        tr("Nodes, storage, requests and bytes read, at the predicted rate"),
        priced([](auto& job) { return moneyText(job.all_usd_per_hour()); }));
    add(tr("Cost per epoch"),
        tr("Including the price of requests and bytes read"),
        priced([](auto& job) { return moneyText(job.usd_per_epoch); }));
    add(tr("Cost of whole training"), tr("All epochs"), priced([](auto& job) {
            return moneyText(job.train_usd);
        }));
    add(tr("Cost per million images"), tr("In a warm epoch"), priced([](auto& job) {
            return moneyText(job.usd_per_million);
        }));
    add(tr("Idle GPUs, per hour"),
        tr("Cost of GPUs while they wait"),
        [](const Answer& answer, std::size_t) {
            const auto idle = whatif::idle_gpu_usd_per_hour(answer);
            return idle ? moneyText(*idle) : kDash;
        });
}

void AnswerTableModel::addRemarks() {
    add(tr("Measure this next"),
        tr("The input that widens the interval most"),
        [](const Answer& answer, std::size_t) {
            if (!answer.interval) {
                return kDash;
            }
            return answer.interval->most_uncertain ? inputTitle(*answer.interval->most_uncertain)
                                                   : tr("the model itself");
        });
    add(tr("Remarks"),
        tr("Figures missing from the catalogue, and what the model does not cover"),
        [](const Answer& answer, std::size_t) {
            QStringList remarks;
            if (const auto& after = answer.after_credits) {
                remarks << tr("a full balance of burst credits lasts %1")
                               .arg(hoursText(after->credits_last_s));
            }
            if (answer.throttled) {
                remarks << tr("throttled: expect errors and retries");
            }
            for (const auto& gap : answer.gaps) {
                remarks << tr("not known: %1").arg(QString::fromStdString(gap));
            }
            return remarks.isEmpty() ? kDash : remarks.join(QStringLiteral("; "));
        });
}

void AnswerTableModel::refresh() {
    if (columns_ != document_->columnCount()) {
        beginResetModel();
        columns_ = document_->columnCount();
        endResetModel();
        return;
    }
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columns_ - 1));
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, columns_ - 1);
}

const Answer* AnswerTableModel::answerAt(int column) const {
    const auto& answers = document_->answers().answers;
    return column < static_cast<int>(answers.size()) ? &answers[static_cast<std::size_t>(column)]
                                                     : nullptr;
}

int AnswerTableModel::rowTitled(const QString& title) const {
    const auto found =
        std::ranges::find_if(rows_, [&](const Row& row) { return row.title == title; });
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

int AnswerTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int AnswerTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns_;
}

QVariant AnswerTableModel::unansweredData(const QModelIndex& index, int role) const {
    switch (role) {
        case Qt::DisplayRole:
            return index.row() == 0 ? tr("no answer") : kDash;
        case Qt::ToolTipRole:
            return document_->problemOf(index.column());
        case Qt::TextAlignmentRole:
            return int(Qt::AlignRight | Qt::AlignVCenter);
        case Qt::ForegroundRole:
            return currentTheme().error;
        case kRungRole:
            return -1.0;
        default:
            return {};
    }
}

QVariant AnswerTableModel::data(const QModelIndex& index, int role) const {
    const Answer* answer = answerAt(index.column());
    if (answer == nullptr) {
        return {};
    }
    if (!document_->isAnswered(index.column())) {
        return unansweredData(index, role);
    }
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    const int rung = index.row() - first_rung_;
    const bool is_rung = rung >= 0 && rung < static_cast<int>(model::kLimitCount);
    const bool binds =
        is_rung && answer->prediction.bottleneck == static_cast<Limit>(std::max(rung, 0));
    switch (role) {
        case Qt::DisplayRole:
            return row.text(*answer, static_cast<std::size_t>(index.column()));
        case Qt::ToolTipRole: {
            const QString text = row.text(*answer, static_cast<std::size_t>(index.column()));
            return QStringLiteral("%1: %2\n%3\n%4\n%5")
                .arg(row.title.trimmed(),
                     text,
                     row.tip,
                     gradeMeaning(answer->graded.grade),
                     QString::fromStdString(answer->grade_reason));
        }
        case Qt::TextAlignmentRole:
            return int(Qt::AlignRight | Qt::AlignVCenter);
        case Qt::FontRole: {
            QFont font;
            font.setItalic(true);  // predicted
            font.setBold(binds || index.row() == 0);
            return font;
        }
        case kRungRole: {
            const double bound = answer->prediction.bound_images_per_s;
            const double limit =
                is_rung ? answer->prediction.rates.limits[static_cast<std::size_t>(rung)] : 0.0;
            return !is_rung || !(bound > 0.0)
                       ? -1.0
                       : (std::isinf(limit) ? -1.0 : std::min(limit / (kRungsShown * bound), 1.0));
        }
        case kBindsRole:
            return binds;
        case kLargeRole:
            return index.row() == 0;
        case kOutsideRole:
            return index.row() == 0 &&
                   (answer->graded.cause == model::GradeCause::OutsideMeasured ||
                    answer->graded.cause == model::GradeCause::NotMeasured);
        default:
            return {};
    }
}

QVariant AnswerTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal) {
        if (role == Qt::ToolTipRole) {
            return section == 0 ? tr("The base that the scenarios change")
                                : tr("Double-click to rename");
        }
        if (role == Qt::DecorationRole) {
            return markerPixmap(document_->slotOf(section), kMarkerPx, 2.0);  // as in the charts
        }
        return role == Qt::DisplayRole ? QVariant(document_->columnName(section)) : QVariant();
    }
    if (section < 0 || section >= rowCount()) {
        return {};
    }
    const Row& row = rows_[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) {
        return row.title;
    }
    if (role == Qt::ToolTipRole) {
        return row.tip;
    }
    return role == Qt::TextAlignmentRole ? QVariant(int(Qt::AlignLeft | Qt::AlignVCenter))
                                         : QVariant();
}

}  // namespace throughline::ui
