// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ui/charts/choice_parts.h"
#include "ui/charts/plot_builder.h"
#include "ui/explore/field_menu.h"

class QAction;

namespace throughline::ui {

/// How a chart is read: as values, relative to something, and against which lines.
/// Thread: GUI.
class ReadingButton : public QToolButton {
    Q_OBJECT
public:
    explicit ReadingButton(QWidget* parent = nullptr);

    /// Shows what of `choice` is chosen here. `hasBaseline`: a plotted study has the star;
    /// `fields`: what the plotted studies have.
    void setChoice(const PlotChoice& choice, bool hasBaseline, const std::vector<Field>& fields);
    /// Puts what is chosen here into `choice`.
    void readInto(PlotChoice& choice) const;

Q_SIGNALS:
    void chosen();

private:
    void keepTips();  ///< as they are where a chart allows all controls
    void askGoal();

    std::map<YAs, QAction*> as_;
    QAction* ideal_ = nullptr;
    QAction* ceilings_ = nullptr;
    QAction* full_only_ = nullptr;
    QAction* limits_ = nullptr;
    QAction* goal_action_ = nullptr;
    FieldMenu* colour_by_ = nullptr;
    FieldMenu* marker_by_ = nullptr;
    /// A control that only some charts allow, with its tooltip where it is allowed.
    struct Part {
        ChoicePart part{};
        QString tip{};
    };
    std::map<QAction*, Part> parts_;
    std::optional<double> goal_;
    std::string y_key_;
};

}  // namespace throughline::ui
