// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>
#include <vector>

#include "engine/analysis/compare.h"
#include "ui/bridge/library_service.h"
#include "ui/charts/study_for_plot.h"

namespace throughline::ui {

/// A study whose page is shown: what the library says of it, and what was recorded.
struct ChosenStudy {
    store::StudyRow row;  ///< id 0: it is not in the library yet
    StudyPtr study;
    int colourSlot = -1;  ///< that it is plotted with; < 0: it is not plotted
    QString apart{};      ///< what tells it from others of its title in the library; "" for none
};

/// Which runs of the chosen studies stand side by side, and against which of them the others are
/// held. The pages of figures and of settings show the same.
/// Thread: GUI.
class RunSelection : public QObject {
    Q_OBJECT
public:
    struct Choice {
        std::size_t study = 0;  ///< its place in studies()
        const RunForPlot* run = nullptr;
        QString name;
        bool shown = false;
    };
    /// A baseline and what can be told apart beside it.
    static constexpr int kShownMax = static_cast<int>(analysis::kComparedMax) + 1;

    using QObject::QObject;

    /// Of several studies the fastest run of each is shown, against that of the starred study or of
    /// the first; of one study the first runs, side by side. The same runs once more leave what is
    /// shown as it is.
    void setStudies(std::vector<ChosenStudy> studies);
    const std::vector<ChosenStudy>& studies() const noexcept { return chosen_; }
    /// How many more were chosen than can stand side by side.
    void setLeftOut(std::size_t studies);
    std::size_t leftOut() const noexcept { return left_out_; }

    const std::vector<Choice>& choices() const noexcept { return choices_; }
    int shownCount() const;
    /// False: there are kShownMax already.
    bool setShown(int choice, bool shown);
    /// -1: there are no runs.
    int baseline() const noexcept { return baseline_; }
    void setBaseline(int choice);
    bool isCompared() const noexcept { return compared_ && shownCount() > 1; }
    void setCompared(bool compared);

    /// Of what is shown: the baseline first where runs are compared, else in the order of the runs.
    const std::vector<Choice>& columns() const noexcept { return columns_; }
    /// Of the columns, against the first.
    const analysis::Comparison& comparison() const noexcept { return comparison_; }

Q_SIGNALS:
    void studiesChanged();  ///< others, or other runs of them; changed() follows
    void changed();

private:
    void listRuns();
    void chooseFirst();
    /// Which runs of a study can stand beside those of the others.
    std::function<bool(const RunForPlot&)> likeForLike(std::size_t study) const;
    int fastestOf(std::size_t study) const;
    void refresh();

    std::vector<ChosenStudy> chosen_;
    std::size_t left_out_ = 0;
    std::vector<StudyForPlot> studies_;  ///< the same, as curves are named
    std::vector<Choice> choices_;
    std::vector<Choice> columns_;
    analysis::Comparison comparison_;
    int baseline_ = -1;
    bool compared_ = false;
};

/// The figures and the settings of the columns as tab-separated text with a heading: figures as
/// plain numbers in their stored units, differences of per cents in percentage points.
QString figuresAsTsv(const RunSelection& runs);
QString settingsAsTsv(const RunSelection& runs);

}  // namespace throughline::ui
