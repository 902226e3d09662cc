// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/axis_bar.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <algorithm>

#include "ui/charts/chart_kinds.h"
#include "ui/charts/choice_parts.h"
#include "ui/explore/tool_buttons.h"

namespace throughline::ui {

namespace {

constexpr int kGapPx = 8;

}  // namespace

AxisBar::AxisBar(ExploreDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      row_(new QHBoxLayout(this)),
      y_label_(new QLabel(this)),
      y2_label_(new QLabel(this)) {
    row_->setContentsMargins(0, 0, 0, 0);
    x_ =
        addPicker(tr("Choose the quantity on the x axis"), new QLabel(tr("&x"), this), PlotSide::X);
    x_log_ = addLog(tr("Make the x axis logarithmic (Shift+L)"));
    y_ = addPicker(tr("Choose the quantity on the y axis"), y_label_, PlotSide::Y);
    y_log_ = addLog(tr("Make the y axis logarithmic (L); a second y stays linear"));
    y2_ = addPicker(tr("Choose the quantity on the second y axis"), y2_label_, PlotSide::SecondY);
    row_->addSpacing(kGapPx);
    row_->addWidget(new QLabel(tr("Points:"), this));
    addKind(tr("Runs"), tr("Show each run as one point"), PointsOf::Runs)
        ->setObjectName(QStringLiteral("runs"));
    addKind(tr("Samples"), tr("Show each second of a run as one point"), PointsOf::Samples);
    addKind(
        tr("Map"), tr("Show a heat map of two settings, with a cell for each run"), PointsOf::Map);
    rarer_ = textButton(QString(), this);
    makeRarerKinds();
    row_->addWidget(rarer_);
    connect(document_, &ExploreDocument::changed, this, &AxisBar::show);
    show();
}

FieldPicker* AxisBar::addPicker(const QString& name, QLabel* label, PlotSide side) {
    auto* picker = new FieldPicker(this);
    picker->setAccessibleName(name);
    label->setBuddy(picker);
    row_->addWidget(label);
    row_->addWidget(picker, 1);
    connect(picker, &FieldPicker::keyChosen, document_, [this, side](const QString& key) {
        document_->setAxis(side, key.toStdString());
    });
    return picker;
}

QCheckBox* AxisBar::addLog(const QString& name) {
    auto* box = new QCheckBox(tr("log"), this);
    box->setToolTip(name);
    box->setAccessibleName(name);
    row_->addWidget(box);
    connect(box, &QCheckBox::toggled, document_, [this] {
        document_->setScales(x_log_->isChecked(), y_log_->isChecked());
    });
    return box;
}

QToolButton* AxisBar::addKind(const QString& text, const QString& tip, PointsOf points) {
    QToolButton* button = textButton(text, this);
    button->setToolTip(tip);
    row_->addWidget(button);
    connect(
        button, &QToolButton::clicked, document_, [this, points] { document_->setKind(points); });
    kinds_[points] = button;
    return button;
}

void AxisBar::makeRarerKinds() {
    rarer_->setPopupMode(QToolButton::InstantPopup);
    rarer_->setShortcut(QKeySequence(Qt::ALT | Qt::Key_K));
    rarer_->setToolTip(tr("Show percentiles, histograms or stacked bars of runs (Alt+K)"));
    auto* menu = new QMenu(rarer_);
    menu->setToolTipsVisible(true);
    struct Kind {
        PointsOf points;
        Qt::Key key;
        QString name;  ///< what the button says then
        QString text;
        QString tip;
    };
    const Kind rarer[] = {
        {PointsOf::Percentiles,
         Qt::Key_P,
         tr("Percentiles"),
         tr("Latency &percentiles"),
         tr("Show how slow the slowest reads are: p50 to p99.99, one curve per run")},
        {PointsOf::Histogram,
         Qt::Key_H,
         tr("Histogram"),
         tr("&Histogram"),
         tr("Show latencies of runs and file sizes of data sets in power-of-two bins")},
        {PointsOf::Stacks,
         Qt::Key_G,
         tr("Stages"),
         tr("Stacked bars of sta&ges"),
         tr("Show how the workers of each stage spent their time, and the CPU time per image")}};
    for (const Kind& kind : rarer) {
        QAction* action = menu->addAction(
            kind.text, document_, [this, points = kind.points] { document_->setKind(points); });
        action->setIconText(kind.name);
        action->setShortcut(QKeySequence(QKeyCombination(Qt::CTRL | Qt::ALT, kind.key)));
        action->setCheckable(true);
        action->setData(static_cast<int>(kind.points));
        action->setToolTip(kind.tip);
        action->setStatusTip(kind.tip);
    }
    rarer_->setMenu(menu);
}

QList<QAction*> AxisBar::kindActions() const {
    return rarer_->menu()->actions();
}

FieldPicker* AxisBar::pickerOf(PlotSide side) const {
    return side == PlotSide::X ? x_ : side == PlotSide::Y ? y_ : y2_;
}

bool AxisBar::offers(const QString& key, PlotSide side) const {
    const FieldPicker* picker = pickerOf(side);
    return picker->isEnabled() && picker->findData(key) >= 0;
}

void AxisBar::putOnAxis(const QString& key, PlotSide side) {
    if (offers(key, side)) {
        document_->setAxis(side, key.toStdString());
    }
}

void AxisBar::setTitleOfX(const QString& title) {
    if (x_->currentIndex() < 0) {
        x_->setEditText(title);
    }
}

void AxisBar::show() {
    const PlotChoice& choice = document_->choice();
    const auto* map = choice.part<MapRows>();
    const auto* subject = choice.part<Subject>();
    showFields();
    showKind();
    showWhatFits();
    y_label_->setText(map != nullptr ? tr("&colour") : subject != nullptr ? tr("&of") : tr("&y"));
    y2_label_->setText(map != nullptr ? tr("r&ows") : tr("&2nd y"));
    if (isRunByRun(choice.points())) {
        x_->setCurrentIndex(-1);  // the chart says what it is over
    } else {
        x_->setCurrentKey(choice.x);
    }
    y_->setCurrentKey(subject != nullptr ? subject->subject : choice.y);
    y2_->setCurrentKey(map != nullptr ? map->rows : choice.partOrNone<SecondY>().y2);
    const QSignalBlocker block_x(x_log_);
    const QSignalBlocker block_y(y_log_);
    x_log_->setChecked(choice.partOrNone<AlongX>().logX);
    y_log_->setChecked(choice.partOrNone<LogY>().logY);
}

void AxisBar::showFields() {
    const PlotChoice& choice = document_->choice();
    const std::vector<StudyForPlot>& studies = document_->studies();
    const std::vector<Field>& fields = document_->fields();
    const bool curves = choice.has<SecondY>();
    x_->setFields(fields, {.allowNone = false, .allowText = true});
    y_->setFields(choice.has<Subject>() ? subjectsOf(choice.points(), studies) : fields,
                  {.allowNone = false, .allowText = false, .allowSeveral = curves});
    if (!choice.has<MapChart>()) {
        y2_->setFields(fields, {.allowNone = true, .allowText = false, .allowSeveral = curves});
        return;
    }
    const auto rows = mapRows(studies, choice);
    std::vector<Field> varied = fields;
    std::erase_if(varied, [&](const Field& field) {
        return std::ranges::find(rows, field.key) == rows.end();
    });
    y2_->setFields(varied, {.allowNone = false, .allowText = true});
}

void AxisBar::showWhatFits() {
    const PlotChoice& choice = document_->choice();
    const auto show = [&](QWidget* control, ChoicePart part, const QString& tip, bool otherwise) {
        const auto misfit = misfitOf(part, choice);
        control->setEnabled((!misfit || otherwise) && !document_->studies().empty());
        control->setToolTip(misfit && !otherwise ? sentence(misfit->why) : tip);
    };
    show(x_, ChoicePart::X, QString(), false);
    show(y_, ChoicePart::Y, QString(), choice.has<Subject>());
    show(y2_, ChoicePart::Y2, QString(), choice.has<MapChart>());  // which picks the rows there
    show(x_log_, ChoicePart::LogX, tr("Make the x axis logarithmic (Shift+L)"), false);
    show(y_log_,
         ChoicePart::LogY,
         tr("Make the y axis logarithmic (L); a second y stays linear"),
         false);
}

void AxisBar::showKind() {
    const PointsOf points = document_->choice().points();
    for (const auto& [kind, button] : kinds_) {
        button->setChecked(kind == points);
    }
    QString name = tr("More");
    const QList<QAction*> actions = kindActions();
    for (QAction* action : actions) {
        const bool chosen = action->data().toInt() == static_cast<int>(points);
        action->setChecked(chosen);
        name = chosen ? action->iconText() : name;
    }
    rarer_->setText(name);
    rarer_->setChecked(hasSubject(points));
}

}  // namespace throughline::ui
