// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/preset_cards.h"

#include <QKeyEvent>
#include <QPainter>
#include <algorithm>

#include "engine/base/format.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

constexpr int kCardPadding = 10;
constexpr int kCardGap = 4;  ///< below the title
constexpr int kCardWidthInLines = 9;
constexpr int kNarrowInLines = 8;  ///< of several rows of cards
constexpr int kRoomy = 10000;      ///< a height that no card reaches

QString timeOf(Preset preset, int cores) {
    if (preset == Preset::Play) {
        return PresetCards::tr("until you stop it");
    }
    if (preset == Preset::Custom) {
        return PresetCards::tr("as you set it");
    }
    if (preset == Preset::Storage) {
        return PresetCards::tr("1 to 45 minutes");
    }
    if (preset == Preset::Observe) {
        return PresetCards::tr("half a minute");
    }
    if (preset == Preset::Ways) {
        return PresetCards::tr("27 whole epochs");
    }
    if (cores < 1 && (preset == Preset::Standard || preset == Preset::ThreadSweep)) {
        return PresetCards::tr("longer with more cores");
    }
    // Which networks there are is read from the catalogue: not while the window opens.
    const double seconds = preset == Preset::NetworkRates
                               ? kNetworkRatesSeconds
                               : estimateOf(presetSpec(preset, QString(), cores), 0).seconds;
    const int minutes = std::max(1, static_cast<int>((seconds + 30) / 60));
    return PresetCards::tr("about %n minute(s)", nullptr, minutes);
}

/// What tells cards apart at a glance: what is measured, or how.
const char* pictureOf(Preset preset) {
    switch (preset) {
        case Preset::Quick:
            return "chart-stages";
        case Preset::Standard:
            return "repeat";
        case Preset::ThreadSweep:
            return "explore";
        case Preset::Study:
            return "gallery";
        case Preset::NetworkRates:
            return "gpu";
        case Preset::Custom:
            return "settings";
        case Preset::Play:
            return "start";
        case Preset::Observe:
            return "search";
        case Preset::Ways:
            return "copy";
        case Preset::Storage:
            break;
    }
    return "device";
}

}  // namespace

PresetCard::PresetCard(Preset preset, QWidget* parent) : QAbstractButton(parent) {
    setText(titleOf(preset));
    setIcon(ui::icon(QLatin1String(pictureOf(preset))));
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void PresetCard::setWords(const QString& meaning, const QString& time) {
    meaning_ = meaning;
    time_ = time;
    describe();
}

void PresetCard::setUnavailable(const QString& reason) {
    unavailable_ = reason;
    setEnabled(reason.isEmpty());
    describe();
}

void PresetCard::describe() {
    const bool there = unavailable_.isEmpty();
    setAccessibleDescription(meaning_ + u' ' + (there ? time_ : unavailable_));
    setToolTip(there ? tr("Choose what to measure with the arrow keys; Return starts")
                     : unavailable_);
    updateGeometry();
    update();
}

QSize PresetCard::sizeHint() const {
    const int width = fontMetrics().height() * kCardWidthInLines;
    return {width, heightForWidth(width)};
}

/// Narrow enough for fewer columns to be made in time.
QSize PresetCard::minimumSizeHint() const {
    return {sizeHint().width() / 2, sizeHint().height()};
}

int PresetCard::widthOfWords() const {
    const auto widest = [](const QString& words, const QFontMetrics& metrics) {
        int width = 0;
        for (const QString& word : words.split(u' ')) {
            width = std::max(width, metrics.horizontalAdvance(word));
        }
        return width;
    };
    return 2 * kCardPadding + std::max({widest(text(), QFontMetrics(headingFont())),
                                        widest(meaning_, fontMetrics()),
                                        widest(foot(), fontMetrics()) + pictureRoom()});
}

int PresetCard::heightOfTitle(int width) const {
    return QFontMetrics(headingFont())
        .boundingRect(QRect(0, 0, width, kRoomy), Qt::TextWordWrap, text())
        .height();
}

int PresetCard::heightForWidth(int width) const {
    const QRect room(0, 0, width - 2 * kCardPadding, kRoomy);
    return 2 * kCardPadding + heightOfTitle(room.width()) + kCardGap +
           fontMetrics().boundingRect(room, Qt::TextWordWrap, meaning_).height() +
           fontMetrics().height() / 2 +
           fontMetrics()
               .boundingRect(room.adjusted(0, 0, -pictureRoom(), 0), Qt::TextWordWrap, foot())
               .height();
}

int PresetCard::pictureRoom() const {
    return fontMetrics().height() + kCardGap;
}

QString PresetCard::foot() const {
    return unavailable_.isEmpty() ? time_ : tr("not available");
}

/// Return starts, whatever the desktop presses buttons by.
void PresetCard::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        event->ignore();
        return;
    }
    QAbstractButton::keyPressEvent(event);
}

void PresetCard::paintEvent(QPaintEvent* /*event*/) {
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(isChecked() ? theme.accent : theme.border, isChecked() ? 2 : 1));
    painter.setBrush(underMouse() && !isChecked() ? theme.grid : theme.surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 8, 8);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.text, 1, Qt::DotLine));
        painter.drawRoundedRect(QRectF(rect()).adjusted(4, 4, -4, -4), 6, 6);
    }
    QRect area = rect().adjusted(kCardPadding, kCardPadding, -kCardPadding, -kCardPadding);
    painter.setFont(headingFont());
    const QColor ink = isEnabled() ? theme.text : theme.mutedText;
    painter.setPen(isChecked() && isEnabled() ? theme.accent : ink);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, text());
    area.setTop(area.top() + heightOfTitle(area.width()) + kCardGap);
    painter.setFont(font());
    painter.setPen(ink);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, meaning_);
    painter.setPen(theme.mutedText);
    painter.drawText(area.adjusted(0, 0, -pictureRoom(), 0),
                     Qt::AlignLeft | Qt::AlignBottom | Qt::TextWordWrap,
                     foot());
    const int side = fontMetrics().height();
    icon().paint(&painter,
                 QRect(area.right() - side, area.bottom() - side, side, side),
                 Qt::AlignCenter,
                 isEnabled() ? QIcon::Normal : QIcon::Disabled);
}

PresetCards::PresetCards(QWidget* parent) : QWidget(parent) {
    grid_ = bareLayout<QGridLayout>(this, 10);
    for (const Preset preset : kPresets) {
        group_.addButton(new PresetCard(preset, this), static_cast<int>(preset));
    }
    group_.button(static_cast<int>(Preset::Quick))->setChecked(true);
    setFocusProxy(group_.checkedButton());
    connect(&group_, &QButtonGroup::idToggled, this, [this](int id, bool checked) {
        if (checked) {
            setFocusProxy(group_.button(id));
        }
    });
    connect(&group_, &QButtonGroup::idClicked, this, [this](int id) {
        Q_EMIT choiceMade(static_cast<Preset>(id));
    });
    place(static_cast<int>(kPresets.size()));
}

void PresetCards::choose(Preset preset) {
    QAbstractButton* card = group_.button(static_cast<int>(preset));
    const QWidget* in_focus = window()->focusWidget();  // also while the window is not in front
    card->setChecked(true);
    if (in_focus != nullptr && isAncestorOf(in_focus)) {
        card->setFocus();
    }
}

void PresetCards::setCores(int cores) {
    cores_ = cores;
    for (const Preset preset : kPresets) {
        cardOf(preset)->setWords(meaningOf(preset, cores), timeOf(preset, cores));
    }
    fit();
}

void PresetCards::setUnavailable(Preset preset, const QString& reason) {
    cardOf(preset)->setUnavailable(reason);
    fit();
}

PresetCard* PresetCards::cardOf(Preset preset) const {
    return qobject_cast<PresetCard*>(group_.button(static_cast<int>(preset)));
}

/// The arrow keys that the chosen card leaves: they go from card to card, and choose.
void PresetCards::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        Q_EMIT startAsked();
        return;
    }
    QWidget::keyPressEvent(event);
}

void PresetCards::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void PresetCards::fit() {
    int words = 0;
    for (const Preset preset : kPresets) {
        words = std::max(words, cardOf(preset)->widthOfWords());
    }
    const int line = fontMetrics().height();
    const int least = std::max(line * kCardWidthInLines, words) + grid_->spacing();
    const int narrow = std::max(line * kNarrowInLines, words) + grid_->spacing();
    const auto most = static_cast<int>(kPresets.size());
    place(width() >= least * most ? most : std::clamp(width() / narrow, 2, (most + 1) / 2));
}

void PresetCards::place(int columns) {
    if (columns == columns_) {
        return;
    }
    columns_ = columns;
    for (int i = 0; i < static_cast<int>(kPresets.size()); ++i) {
        QWidget* card = group_.button(static_cast<int>(kPresets[static_cast<std::size_t>(i)]));
        grid_->addWidget(card, i / columns, i % columns);
    }
    for (int column = 0; column < static_cast<int>(kPresets.size()); ++column) {
        grid_->setColumnStretch(column, column < columns ? 1 : 0);
    }
}

}  // namespace throughline::ui
