// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/amount_box.h"

#include <QLineEdit>
#include <QStyleOptionSpinBox>
#include <algorithm>
#include <cmath>

#include "engine/spec/people.h"
#include "ui/style/number_input.h"
#include "ui/style/theme.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

/// What a line edit keeps free around its text and for its cursor, pixels.
constexpr int kCursorWidth = 8;

bool isBytes(const spec::SettingInfo& info) {
    return std::string_view(info.unit) == "bytes";
}

/// One in the second digit: 0.02 after 0.01, 13 after 12, 130 after 120.
double realStep(double value) {
    return value <= 0 ? 0.01 : std::pow(10.0, std::floor(std::log10(value)) - 1);
}

}  // namespace

AmountBox::AmountBox(const spec::SettingInfo& info, QWidget* parent)
    : QAbstractSpinBox(parent), info_(info), value_(info.default_value) {
    setFocusPolicy(Qt::StrongFocus);
    connect(lineEdit(), &QLineEdit::textEdited, this, &AmountBox::take);
    connect(this, &QAbstractSpinBox::editingFinished, this, &AmountBox::showValue);
    showValue();
}

void AmountBox::setValue(const spec::SettingValue& value) {
    const bool typed = hasFocus() && value == value_;
    value_ = value;
    if (!typed) {  // else the text would change under the cursor
        showValue();
    }
}

void AmountBox::showValue() {
    lineEdit()->setText(withMarks(QString::fromStdString(spec::people_text(info_, value_))));
    updateGeometry();
    setInk(lineEdit(), &Theme::text);
    const bool was_wrong = !std::exchange(problem_, QString()).isEmpty();
    if (was_wrong) {
        Q_EMIT valueChanged();
    }
    if (!meaning_.isEmpty()) {
        setToolTip(std::exchange(meaning_, QString()));
    }
}

void AmountBox::take(const QString& text) {
    const auto read = spec::parse_setting(info_.key, withPoint(text).trimmed().toStdString());
    setInk(lineEdit(), read ? &Theme::text : &Theme::error);
    const bool was_wrong = !problem_.isEmpty();
    if (!read) {
        if (meaning_.isEmpty()) {
            meaning_ = toolTip();
        }
        const QString allowed = QString::fromStdString(spec::allowed_text(info_));
        setToolTip(tr("This is not allowed: it must be %1.").arg(allowed));
        problem_ = tr("%1 must be %2.").arg(accessibleName(), allowed);
        Q_EMIT valueChanged();
        return;
    }
    problem_.clear();
    if (!meaning_.isEmpty()) {
        setToolTip(std::exchange(meaning_, QString()));
    }
    if (*read != value_ || was_wrong) {
        value_ = *read;
        Q_EMIT valueChanged();
    }
}

QSize AmountBox::sizeHint() const {
    ensurePolished();
    const QFontMetrics metrics(fontMetrics());
    const int text = std::max(metrics.horizontalAdvance(lineEdit()->text()),
                              metrics.horizontalAdvance(QStringLiteral("0 000.00 MiB")));
    QStyleOptionSpinBox option;
    initStyleOption(&option);
    const QSize content(text + kCursorWidth, lineEdit()->sizeHint().height());
    return style()->sizeFromContents(QStyle::CT_SpinBox, &option, content, this);
}

double AmountBox::number() const {
    double number = 0;
    spec::setting_number(value_, &number);
    return number;
}

void AmountBox::stepBy(int steps) {
    double next = number();
    for (int i = 0; i < std::abs(steps); ++i) {
        const bool up = steps > 0;
        if (isBytes(info_)) {
            const auto least = static_cast<double>(std::max<std::int64_t>(info_.step, 1024));
            next = up ? std::max(next * 2, least) : next <= least ? 0 : next / 2;
        } else if (info_.type == spec::SettingType::Integer) {
            next += static_cast<double>(up ? info_.step : -info_.step);
        } else {
            const double step = realStep(next);
            next = std::round((next + (up ? step : -step)) / step) * step;
        }
    }
    next = std::clamp(next, info_.minimum, info_.maximum);
    const spec::SettingValue wanted = info_.type == spec::SettingType::Integer
                                          ? spec::SettingValue(static_cast<std::int64_t>(next))
                                          : spec::SettingValue(next);
    if (const auto checked = spec::check_setting(info_.key, wanted);
        checked && *checked != value_) {
        value_ = *checked;
        showValue();
        selectAll();
        Q_EMIT valueChanged();
    }
}

QAbstractSpinBox::StepEnabled AmountBox::stepEnabled() const {
    StepEnabled enabled = StepNone;
    enabled |= number() < info_.maximum ? StepUpEnabled : StepNone;
    enabled |= number() > info_.minimum ? StepDownEnabled : StepNone;
    return enabled;
}

QValidator::State AmountBox::validate(QString& /*text*/, int& /*position*/) const {
    return QValidator::Acceptable;  // take() says what is not
}

}  // namespace throughline::ui
