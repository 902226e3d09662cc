// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/run_selection.h"

#include <algorithm>
#include <utility>

#include "ui/charts/curves.h"
#include "ui/charts/fields.h"
#include "ui/charts/meant_runs.h"
#include "ui/charts/run_flaws.h"

namespace throughline::ui {

namespace {

constexpr int kRunsFirst = 6;

bool areSameRuns(const std::vector<ChosenStudy>& before, const std::vector<ChosenStudy>& now) {
    return std::ranges::equal(before, now, [](const ChosenStudy& a, const ChosenStudy& b) {
        return a.study->header.study == b.study->header.study &&
               a.study->runs.size() == b.study->runs.size();
    });
}

/// Whether a study tells of reading alone, as an imported fio file does.
bool isOfStorageAlone(const StudyForPlot& study) {
    return !study.runs.empty() && std::ranges::all_of(study.runs, [](const RunForPlot& run) {
        return !run.metrics.contains("images_per_second") &&
               (run.metrics.contains("requested_read_bytes_per_second") ||
                run.metrics.contains("read_bytes_per_second"));
    });
}

bool hasStorageAlone(const StudyForPlot& study) {
    return std::ranges::any_of(study.runs, [](const RunForPlot& run) {
        return spec::stages_of(run.settings) == spec::Stages::Storage && whyNoResult(run).isEmpty();
    });
}

}  // namespace

void RunSelection::setStudies(std::vector<ChosenStudy> studies) {
    const bool same = areSameRuns(chosen_, studies);
    chosen_ = std::move(studies);
    studies_.clear();
    for (const ChosenStudy& chosen : chosen_) {
        studies_.push_back(studyForPlot(*chosen.study, 0));
        studies_.back().isBaseline = chosen.row.baseline;
    }
    tellStudiesApart(studies_);
    for (std::size_t i = 0; i < studies_.size(); ++i) {  // from those that are not chosen, too
        studies_[i].apart = chosen_[i].apart.isEmpty() ? studies_[i].apart : chosen_[i].apart;
    }
    const auto before = std::move(choices_);
    choices_.clear();
    listRuns();
    if (same && before.size() == choices_.size()) {
        for (std::size_t i = 0; i < choices_.size(); ++i) {
            choices_[i].shown = before[i].shown;
        }
    } else {
        chooseFirst();
    }
    refresh();
    Q_EMIT studiesChanged();
    Q_EMIT changed();
}

void RunSelection::setLeftOut(std::size_t studies) {
    if (std::exchange(left_out_, studies) != studies) {
        Q_EMIT changed();
    }
}

void RunSelection::listRuns() {
    for (std::size_t i = 0; i < studies_.size(); ++i) {
        std::vector<const RunForPlot*> runs;
        runs.reserve(studies_[i].runs.size());
        for (const RunForPlot& run : studies_[i].runs) {
            runs.push_back(&run);
        }
        for (const Curve& curve : curvesOfSingleRuns(runs)) {
            const QString name = runs.size() == 1
                                     ? titleOf(studies_[i])
                                     : curveName(studies_[i], curve, studies_.size() > 1);
            const QString flaw = whyNoResult(*curve.runs.front());
            choices_.push_back({.study = i,
                                .run = curve.runs.front(),
                                .name = flaw.isEmpty() ? name : tr("%1 (%2)").arg(name, flaw)});
        }
    }
}

std::function<bool(const RunForPlot&)> RunSelection::likeForLike(std::size_t study) const {
    // Beside what only read, a pipeline that waits for its decoding says nothing of the storage.
    if (studies_.size() > 1 && hasStorageAlone(studies_[study]) &&
        std::ranges::any_of(studies_, isOfStorageAlone)) {
        return [](const RunForPlot& run) {
            return spec::stages_of(run.settings) == spec::Stages::Storage;
        };
    }
    // A stage alone says nothing of a whole pipeline.
    return stagesThatFit(studies_, false);
}

int RunSelection::fastestOf(std::size_t study) const {
    const auto fits = likeForLike(study);
    int best = -1;
    for (std::size_t i = 0; i < choices_.size(); ++i) {
        if (choices_[i].study != study || !fits(*choices_[i].run)) {
            continue;
        }
        const RunForPlot& run = *choices_[i].run;
        const RunForPlot* const before =
            best < 0 ? nullptr : choices_[static_cast<std::size_t>(best)].run;
        const bool result = whyNoResult(run).isEmpty();
        const bool better = before == nullptr ? true
                            : whyNoResult(*before).isEmpty() != result
                                ? result
                                : analysis::is_slower({before->settings, before->metrics},
                                                      {run.settings, run.metrics});
        best = better ? static_cast<int>(i) : best;
    }
    return best;
}

void RunSelection::chooseFirst() {
    compared_ = studies_.size() > 1;
    baseline_ = choices_.empty() ? -1 : 0;
    if (!compared_) {
        const int best = fastestOf(0);
        const int others = best < kRunsFirst ? kRunsFirst : kRunsFirst - 1;
        for (int i = 0; i < std::min(static_cast<int>(choices_.size()), others); ++i) {
            choices_[static_cast<std::size_t>(i)].shown = true;
        }
        if (best >= 0) {
            choices_[static_cast<std::size_t>(best)].shown = true;  // the result is of it
        }
        return;
    }
    int first = -1;
    int starred = -1;
    for (std::size_t i = 0; i < studies_.size(); ++i) {
        const int best = fastestOf(i);
        if (best < 0 || shownCount() >= kShownMax) {
            continue;
        }
        choices_[static_cast<std::size_t>(best)].shown = true;
        first = first < 0 ? best : first;
        starred = studies_[i].isBaseline ? best : starred;
    }
    baseline_ = starred >= 0 ? starred : std::max(first, baseline_);
    if (baseline_ >= 0) {
        choices_[static_cast<std::size_t>(baseline_)].shown = true;
    }
}

int RunSelection::shownCount() const {
    return static_cast<int>(std::ranges::count_if(choices_, &Choice::shown));
}

bool RunSelection::setShown(int choice, bool shown) {
    Choice& one = choices_[static_cast<std::size_t>(choice)];
    if (shown && !one.shown && shownCount() >= kShownMax) {
        return false;
    }
    one.shown = shown;
    refresh();
    Q_EMIT changed();
    return true;
}

void RunSelection::setBaseline(int choice) {
    if (choice < 0 || choice == baseline_) {
        return;
    }
    baseline_ = choice;
    choices_[static_cast<std::size_t>(choice)].shown = true;
    if (shownCount() > kShownMax) {  // it takes the place of the last
        const auto last = std::find_if(choices_.rbegin(), choices_.rend(), [&](const Choice& one) {
            return one.shown && &one != &choices_[static_cast<std::size_t>(choice)];
        });
        last->shown = false;
    }
    refresh();
    Q_EMIT changed();
}

void RunSelection::setCompared(bool compared) {
    if (compared != compared_) {
        compared_ = compared;
        refresh();
        Q_EMIT changed();
    }
}

void RunSelection::refresh() {
    const auto is_base = [this](std::size_t i) { return static_cast<int>(i) == baseline_; };
    if (baseline_ >= 0 && !choices_[static_cast<std::size_t>(baseline_)].shown) {
        const auto first = std::ranges::find_if(choices_, &Choice::shown);
        baseline_ = first == choices_.end() ? 0 : static_cast<int>(first - choices_.begin());
    }
    columns_.clear();
    for (std::size_t i = 0; i < choices_.size(); ++i) {
        if (choices_[i].shown) {
            const bool first = is_base(i) && isCompared();
            columns_.insert(first ? columns_.begin() : columns_.end(), choices_[i]);
        }
    }
    std::vector<analysis::ComparedRun> others;
    for (std::size_t i = 1; i < columns_.size(); ++i) {
        others.push_back({columns_[i].run->settings, columns_[i].run->metrics});
    }
    comparison_ =
        columns_.empty()
            ? analysis::Comparison()
            : analysis::compare({columns_.front().run->settings, columns_.front().run->metrics},
                                others);
}

}  // namespace throughline::ui
