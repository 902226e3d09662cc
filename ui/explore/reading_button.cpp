// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/reading_button.h"

#include <QAction>
#include <QActionGroup>
#include <QInputDialog>
#include <QMenu>

#include "ui/charts/fields.h"
#include "ui/plot/ticks.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

ReadingButton::ReadingButton(QWidget* parent) : QToolButton(parent) {
    setToolTip(tr("Choose absolute or relative values and reference lines (Alt+W)"));
    setShortcut(QKeySequence(Qt::ALT | Qt::Key_W));
    setPopupMode(QToolButton::InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setFocusPolicy(Qt::TabFocus);
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    auto* group = new QActionGroup(menu);
    const auto add = [&](const QString& text, const QString& tip) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setToolTip(tip);
        connect(action, &QAction::triggered, this, &ReadingButton::chosen);
        return action;
    };
    const auto addAs = [&](YAs as, const QString& text, const QString& tip) {
        QAction* action = add(text, tip);
        group->addAction(action);
        as_[as] = action;
    };
    addAs(YAs::Value, tr("&Values"), tr("Show values as measured"));
    addAs(YAs::RelativeToFirst,
          tr("Relative to the &first point"),
          tr("Divide each curve by its first point, which gives its speed-up"));
    addAs(YAs::RelativeToBaseline,
          tr("Relative to the &baseline"),
          tr("Divide each value by that of the baseline study at the same x"));
    addAs(YAs::Efficiency,
          tr("Scaling &efficiency"),
          tr("Divide the speed-up by the growth of x: 100 % is perfect scaling"));
    menu->addSeparator();
    ideal_ = add(tr("&Ideal scaling"), tr("Draw a dashed line for growth in proportion to x"));
    ceilings_ =
        add(tr("&Stages alone"),
            tr("Draw a level line at the rate of each stage alone, where x does not affect it; "
               "storage alone is a point, too, where x was measured of it"));
    full_only_ = add(tr("&Whole pipeline only"),
                     tr("Leave out the curves of stages measured alone; their level lines stay"));
    limits_ =
        add(tr("Storage &limits"),
            tr("Draw level lines at the limits of the storage linked under Settings and notes"));
    goal_action_ = menu->addAction(tr("&Target value\u2026"), this, &ReadingButton::askGoal);
    goal_action_->setCheckable(true);
    goal_action_->setToolTip(
        tr("Draw a level line at a value of your choice; choose again to remove it"));
    menu->addSeparator();
    colour_by_ =
        new FieldMenu(tr("&Colour by"), tr("A different one for each study and curve"), menu);
    marker_by_ =
        new FieldMenu(tr("&Marker by"), tr("A different one for each study and curve"), menu);
    for (FieldMenu* by : {colour_by_, marker_by_}) {
        menu->addMenu(by);
        by->menuAction()->setToolTip(tr("Choose a setting, shown alike in every study."));
        connect(by, &FieldMenu::keyChosen, this, &ReadingButton::chosen);
    }
    setMenu(menu);
    keepTips();
}

void ReadingButton::keepTips() {
    const std::pair<QAction*, ChoicePart> parts[] = {
        {as_[YAs::RelativeToFirst], ChoicePart::Relative},
        {as_[YAs::RelativeToBaseline], ChoicePart::Baseline},
        {as_[YAs::Efficiency], ChoicePart::Efficiency},
        {ideal_, ChoicePart::Ideal},
        {ceilings_, ChoicePart::Ceilings},
        {full_only_, ChoicePart::Stages},
        {limits_, ChoicePart::Limits},
        {goal_action_, ChoicePart::Goal},
        {colour_by_->menuAction(), ChoicePart::ColourBy},
        {marker_by_->menuAction(), ChoicePart::MarkerBy}};
    for (const auto& [action, part] : parts) {
        parts_[action] = {part, action->toolTip()};
    }
}

void ReadingButton::setChoice(const PlotChoice& choice,
                              bool hasBaseline,
                              const std::vector<Field>& fields) {
    const AlongX& along = choice.partOrNone<AlongX>();
    const LevelsShown& levels = choice.partOrNone<LevelsShown>();
    colour_by_->setFields(fields, choice.partOrNone<ColourBy>().colourBy);
    marker_by_->setFields(fields, choice.partOrNone<MarkerBy>().markerBy);
    y_key_ = choice.y;
    goal_ = levels.goal;
    for (const auto& [as, action] : as_) {
        action->setChecked(as == along.yAs);
    }
    ideal_->setChecked(along.ideal);
    ceilings_->setChecked(along.ceilings);
    full_only_->setChecked(along.fullOnly);
    limits_->setChecked(levels.limits);
    bool any = false;
    for (const auto& [action, of] : parts_) {
        const auto misfit = misfitOf(of.part, choice);
        action->setEnabled(!misfit);
        action->setToolTip(misfit ? sentence(misfit->why) : of.tip);
        any = any || !misfit;
    }
    QAction* baseline = as_[YAs::RelativeToBaseline];
    if (baseline->isEnabled() && !hasBaseline) {
        baseline->setEnabled(false);
        baseline->setToolTip(
            tr("None of the plotted studies is the baseline: make one the baseline in the list "
               "(Ctrl+*) and plot it"));
    }
    goal_action_->setChecked(goal_.has_value());
    goal_action_->setText(goal_ ? tr("&Target: %1").arg(valueText(axisOf(y_key_), *goal_))
                                : tr("&Target value\u2026"));
    QString name = as_[along.yAs]->text();
    setText(tr("Show: %1").arg(withinSentence(name.remove(QChar(u'&')))));
    setEnabled(any);
}

void ReadingButton::readInto(PlotChoice& choice) const {
    if (auto* along = choice.part<AlongX>()) {
        for (const auto& [as, action] : as_) {
            along->yAs = action->isChecked() ? as : along->yAs;
        }
        along->ideal = ideal_->isChecked();
        along->ceilings = ceilings_->isChecked();
        along->fullOnly = full_only_->isChecked();
    }
    if (auto* levels = choice.part<LevelsShown>()) {
        levels->limits = limits_->isChecked();
        levels->goal = goal_;
    }
    if (auto* colour = choice.part<ColourBy>()) {
        colour->colourBy = colour_by_->currentKey();
    }
    if (auto* marker = choice.part<MarkerBy>()) {
        marker->markerBy = marker_by_->currentKey();
    }
}

void ReadingButton::askGoal() {
    if (goal_) {
        goal_.reset();
    } else {
        constexpr double kMost = 1e15;
        const PlotAxis axis = axisOf(y_key_);
        const bool per_second = axis.unit == "1/s" || axis.unit == "bytes/s";
        const int decimals = per_second ? 0 : axis.unit == "%" ? 1 : 6;
        QInputDialog dialog(this);
        dialog.setInputMode(QInputDialog::DoubleInput);
        dialog.setWindowTitle(tr("Target value"));
        dialog.setLabelText(tr("%1, in %2:").arg(axis.title, axis.shownUnit));
        dialog.setDoubleDecimals(decimals);
        dialog.setDoubleRange(0.0, kMost);
        fitTitle(&dialog);
        if (dialog.exec() == QDialog::Accepted && dialog.doubleValue() > 0.0) {
            goal_ = dialog.doubleValue();
        }
    }
    Q_EMIT chosen();
}

}  // namespace throughline::ui
