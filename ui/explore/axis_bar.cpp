// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/axis_bar.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <algorithm>

#include "ui/charts/chart_kinds.h"
#include "ui/charts/choice_parts.h"

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
    kind_ = new KindButton(this);
    connect(kind_, &KindButton::chosen, document_, &ExploreDocument::setKind);
    row_->addWidget(kind_);
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
    picker->setContextMenuPolicy(Qt::CustomContextMenu);
    picker->lineEdit()->setContextMenuPolicy(Qt::NoContextMenu);  // its copy and paste have keys
    connect(picker, &QWidget::customContextMenuRequested, this, [this, picker, side] {
        Q_EMIT menuAsked(side, picker->mapToGlobal(picker->rect().bottomLeft()));
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

void AxisBar::browse(PlotSide side) {
    FieldPicker* picker = pickerOf(side);
    picker->setFocus(Qt::OtherFocusReason);
    picker->showPopup();
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
    kind_->setKind(choice.points());
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
    shareRoom();
    const QSignalBlocker block_x(x_log_);
    const QSignalBlocker block_y(y_log_);
    x_log_->setChecked(choice.partOrNone<AlongX>().logX);
    y_log_->setChecked(choice.partOrNone<LogY>().logY);
}

void AxisBar::setShownLogY(bool logarithmic) {
    const QSignalBlocker block(y_log_);
    y_log_->setChecked(logarithmic);
}

/// Who has more to say gets more of the row.
void AxisBar::shareRoom() {
    constexpr qsizetype kCharactersMin = 10;
    constexpr qsizetype kCharactersMax = 30;
    for (FieldPicker* picker : {x_, y_, y2_}) {
        row_->setStretchFactor(picker,
                               static_cast<int>(std::clamp(
                                   picker->currentText().size(), kCharactersMin, kCharactersMax)));
    }
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

}  // namespace throughline::ui
