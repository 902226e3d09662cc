// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/level_lines.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "engine/analysis/emulation.h"
#include "engine/base/say_again.h"
#include "engine/metrics/registry.h"
#include "engine/spec/spec.h"
#include "ui/charts/decode_devices.h"
#include "ui/charts/fields.h"
#include "ui/charts/meant_runs.h"
#include "ui/charts/run_flaws.h"
#include "ui/charts/words.h"
#include "ui/style/short_names.h"

namespace throughline::ui {

namespace {

struct Alone {
    double best = 0.0;
    analysis::Emulated emulated{};  ///< of the best
    int runs = 0;
};

/// What each stage alone reached, of finished runs that cannot be placed on x, or are left out.
std::map<QString, Alone> stagesAlone(const StudyForPlot& study, const PlotChoice& choice) {
    std::map<QString, Alone> stages_alone;
    const bool has_full = std::ranges::any_of(
        study.runs, [](const RunForPlot& run) { return spec::is_full(run.settings); });
    for (const RunForPlot& run : study.runs) {
        const auto stages = spec::stages_of(run.settings);
        const auto value = measuredOf(run, choice.y);
        const bool alone = stages && stages != spec::Stages::Full;
        const bool has_no_place = isSetting(run, choice.x) && choice.x != "stages" &&
                                  !spec::setting_matters(choice.x, stages);
        const bool is_left_out =
            choice.partOrNone<AlongX>().fullOnly && has_full && !isSetting(run, choice.x);
        if (alone && whyNoResult(run).isEmpty() && value && value->value > 0.0 &&
            (has_no_place || is_left_out)) {
            Alone& at = stages_alone[QLatin1String(spec::name_of(*stages))];
            if (value->value > at.best) {
                at.best = value->value;
                at.emulated = analysis::emulated_in(run.settings);
            }
            ++at.runs;
        }
    }
    return stages_alone;
}

/// From which utilisation of the emulated accelerators MLPerf Storage takes a result.
/// Source: its rules, v1.0 and v2.0; RetinaNet v3.0.
struct PassMark {
    const char* model;  ///< as names hold it, in small letters and digits alone
    double percent;
    const char* name;
};
constexpr std::array kPassMarks{PassMark{"unet3d", 90.0, "U-Net3D"},
                                PassMark{"resnet50", 90.0, "ResNet-50"},
                                PassMark{"retinanet", 85.0, "RetinaNet"},
                                PassMark{"cosmoflow", 70.0, "CosmoFlow"}};

QString lettersAndDigits(const QString& text) {
    QString result;
    for (const QChar c : text.toLower()) {
        if (c.isLetterOrNumber()) {
            result += c;
        }
    }
    return result;
}

bool isOfModel(const RunForPlot& run, const PassMark& mark) {
    return lettersAndDigits(settingText(run, "model") + settingText(run, "consumer.preset"))
        .contains(QLatin1String(mark.model));
}

/// The marks of the models that the runs are of.
std::vector<PlotLevel> passMarks(const std::vector<StudyForPlot>& studies,
                                 const PlotChoice& choice) {
    std::vector<PlotLevel> levels;
    if (metrics::parse_metric_key(choice.y).id != "accelerator_utilisation") {
        return levels;
    }
    for (const PassMark& mark : kPassMarks) {
        const bool meant = std::ranges::any_of(studies, [&](const StudyForPlot& study) {
            return std::ranges::any_of(study.runs, [&](const auto& run) {
                return isMeant(study, run, choice) && isOfModel(run, mark);
            });
        });
        if (meant) {
            levels.push_back(
                {.y = mark.percent,
                 .text = tr("MLPerf Storage requirement for %1:").arg(QLatin1String(mark.name)),
                 .colourSlot = -1});
        }
    }
    return levels;
}

}  // namespace

/// What each study is called beside a line, which has little room: what titles share is left out.
static QStringList titlesBesideLines(const std::vector<StudyForPlot>& studies) {
    constexpr qsizetype kShort = 24;  ///< as it is
    QStringList titles;
    for (const StudyForPlot& study : studies) {
        titles << plainTitleOf(study);
    }
    const std::vector<int> shared = sharedBeginnings(titles);
    for (qsizetype i = 0; i < titles.size(); ++i) {
        if (titles[i].size() > kShort) {
            titles[i] =
                withoutShared(titles[i], apartFrom(titles[i], shared[static_cast<std::size_t>(i)]));
        }
    }
    return titles;
}

std::vector<PlotLevel> levelLines(const std::vector<StudyForPlot>& studies,
                                  const PlotChoice& choice) {
    std::vector<PlotLevel> levels;
    const AlongX& along = choice.partOrNone<AlongX>();
    if (along.yAs != YAs::Value) {
        return levels;
    }
    const bool is_rate = choice.y == "images_per_second";
    const QStringList titles = titlesBesideLines(studies);
    for (std::size_t i = 0; i < studies.size(); ++i) {
        const StudyForPlot& study = studies[i];
        if (!along.ceilings || !is_rate || isTrend(choice.x)) {  // they are curves there
            break;
        }
        for (const auto& [stages, alone] : stagesAlone(study, choice)) {
            QString name = settingName("stages", stages);
            if (studies.size() == 1) {
                name = QString::fromStdString(
                    analysis::marked_title(name.toStdString(), alone.emulated));
            }
            if (alone.runs > 1) {
                name = tr("%1, best of %2:").arg(name).arg(alone.runs);
            }
            StudyForPlot named;  // as it is called here
            named.title = titles[static_cast<qsizetype>(i)];
            named.apart = study.apart;
            levels.push_back(
                {.y = alone.best,
                 .text =
                     studies.size() > 1
                         ? QStringLiteral("%1 \u00B7 %2").arg(titleOf(named, alone.emulated), name)
                         : name,
                 .colourSlot = study.colourSlot,
                 .group = study.uuid});
        }
    }
    for (PlotLevel& gpu : gpuDecodingLines(studies, choice)) {
        levels.push_back(std::move(gpu));
    }
    for (PlotLevel& limit : limitLines(studies, choice)) {
        levels.push_back(std::move(limit));
    }
    return levels;
}

namespace {

/// Lines of limits, each once.
class LimitLines {
public:
    explicit LimitLines(std::vector<PlotLevel>& levels) : levels_(levels) {}

    void add(double most, const QString& text, int slot, const QString& group) {
        const auto same = std::ranges::find_if(
            levels_, [&](const PlotLevel& level) { return level.text == text; });
        if (same == levels_.end()) {
            levels_.push_back({.y = most, .text = text, .colourSlot = slot, .group = group});
        } else if (same->group != group) {
            same->colourSlot = -1;  // of several studies
            same->group.clear();
        }
    }

private:
    std::vector<PlotLevel>& levels_;
};

}  // namespace

/// What linked storage delivers at most, what a baseline knew of its disk, and from which MLPerf
/// Storage takes a result.
static std::vector<PlotLevel> knownLimits(const std::vector<StudyForPlot>& studies,
                                          const PlotChoice& choice) {
    const std::string id = metrics::parse_metric_key(choice.y).id;
    const bool reads_bytes =
        id == "read_bytes_per_second" || id == "requested_read_bytes_per_second";
    const bool reads_ios = id == "read_iops" || id == "read_requests_per_second";
    const bool writes_bytes = id == "requested_write_bytes_per_second";
    const bool writes_ios = id == "write_requests_per_second";
    std::vector<PlotLevel> levels = passMarks(studies, choice);
    if (!reads_bytes && !reads_ios && !writes_bytes && !writes_ios) {
        return levels;
    }
    LimitLines limits(levels);
    const auto addStorage = [&](const StorageLimits& storage, int slot, const QString& group) {
        const auto most = reads_bytes ? storage.readBytesPerSecond
                          : reads_ios ? storage.readIops
                                      : std::nullopt;
        if (most) {
            limits.add(*most,
                       storage.per.isEmpty()
                           ? tr("%1, at most").arg(storage.name)
                           : tr("%1, at most per %2:").arg(storage.name, storage.per),
                       slot,
                       group);
        }
    };
    const std::string known =
        reads_bytes || writes_bytes ? "storage_limit_bytes_per_second{" : "storage_limit_iops{";
    for (const StudyForPlot& study : studies) {
        if (study.storage) {
            addStorage(*study.storage, study.colourSlot, study.uuid);
        }
        for (const RunForPlot* run : meantRuns(study, choice)) {
            if (!measuredOf(*run, choice.y)) {
                continue;
            }
            if (run->storage) {
                addStorage(*run->storage, -1, study.uuid);  // nobody's: published figures are pale
            }
            for (const auto& [key, limit] : run->metrics) {
                if (key.starts_with(known)) {
                    const std::string name = metrics::parse_metric_key(key).value;
                    limits.add(limit.value,
                               tr("%1, at most")
                                   .arg(QString::fromStdString(publishedNameOf(say_again(name)))),
                               study.colourSlot,
                               study.uuid);
                }
            }
        }
    }
    return levels;
}

std::vector<PlotLevel> limitLines(const std::vector<StudyForPlot>& studies,
                                  const PlotChoice& choice) {
    const auto& shown = choice.partOrNone<LevelsShown>();
    std::vector<PlotLevel> levels;
    if (shown.limits) {
        levels = knownLimits(studies, choice);
    }
    if (shown.goal) {
        levels.push_back({.y = *shown.goal, .text = tr("target"), .colourSlot = -1});
    }
    return levels;
}

}  // namespace throughline::ui
