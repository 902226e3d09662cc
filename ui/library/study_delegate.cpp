// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/study_delegate.h"

#include <QApplication>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "ui/library/study_list_model.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"

namespace throughline::ui {

namespace {

constexpr int kPadding = 6;

/// The name of the group that begins with this row; empty within a group or without groups.
QString groupHead(const QModelIndex& index) {
    const QString group = index.data(StudyListModel::GroupRole).toString();
    const QModelIndex before = index.sibling(index.row() - 1, 0);
    return before.isValid() && before.data(StudyListModel::GroupRole).toString() == group
               ? QString()
               : group;
}

int headHeight(const QStyleOptionViewItem& option) {
    return QFontMetrics(option.font).height() + 2 * kPadding;
}

/// The row without the head of its group.
QStyleOptionViewItem bodyOf(const QStyleOptionViewItem& option, const QModelIndex& index) {
    QStyleOptionViewItem body = option;
    if (!groupHead(index).isEmpty()) {
        body.rect.setTop(body.rect.top() + headHeight(option));
    }
    return body;
}

/// Where the parts of a row lie.
struct Places {
    QRect check;
    QRect marker;
    QRect title;
    QRect details;
};

Places placesOf(const QStyleOptionViewItem& option) {
    const QRect row = option.rect.adjusted(kPadding, kPadding, -kPadding, -kPadding);
    const QFontMetrics title_metrics(option.font);
    const int box = QApplication::style()->pixelMetric(QStyle::PM_IndicatorWidth);
    const int line = title_metrics.height();
    Places places;
    places.check = QRect(row.left(), row.top() + (line - box) / 2, box, box);
    places.marker = QRect(places.check.right() + kPadding, row.top(), line, line);
    const int left = places.marker.right() + kPadding;
    places.title = QRect(left, row.top(), row.right() - left, line);
    places.details = QRect(left, places.title.bottom() + 3, row.right() - left, line);
    return places;
}

/// Draws badges from the right end of `place` on and takes them out of the list, as long as a text
/// of this width, or half of the place, stays free. Returns what is left of it.
QRect drawBadges(QPainter* painter, QRect place, int text_width, QStringList& badges) {
    const QFontMetrics metrics(painter->font());
    const int kept = std::min(text_width, place.width() / 2);
    while (!badges.isEmpty()) {
        const QString badge = badges.front();
        const int width = metrics.horizontalAdvance(badge) + 2 * kPadding;
        if (place.width() - width - kPadding < kept) {
            break;
        }
        badges.removeFirst();
        QRect pill(place.right() - width, place.top(), width, metrics.height());
        painter->setPen(QPen(currentTheme().axis, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(
            QRectF(pill).adjusted(0.5, 0.5, -0.5, -0.5), pill.height() / 2.0, pill.height() / 2.0);
        painter->setPen(currentTheme().mutedText);
        painter->drawText(pill, Qt::AlignCenter, badge);
        place.setRight(pill.left() - kPadding);
    }
    return place;
}

/// What the study's curves are drawn with.
void drawMarker(QPainter* painter, const QRect& place, const QModelIndex& index, bool checked) {
    const int slot = index.data(StudyListModel::SlotRole).toInt();
    const bool published = index.data(StudyListModel::PublishedRole).toBool();
    painter->save();
    painter->translate(QRectF(place).center());
    painter->setOpacity(checked ? 1.0 : 0.55);
    painter->fillPath(markerPath(runMarker(slot), place.height() * 0.72),
                      published ? currentTheme().mutedText : runColour(slot));
    painter->restore();
}

/// The head of the group that begins with this row, if one does.
void drawHead(QPainter* painter, const QStyleOptionViewItem& whole, const QModelIndex& index) {
    const QString head = groupHead(index);
    if (head.isEmpty()) {
        return;
    }
    const QRect place(whole.rect.left(), whole.rect.top(), whole.rect.width(), headHeight(whole));
    painter->save();
    painter->fillRect(place, currentTheme().grid);
    painter->setFont(headingFont());
    painter->setPen(currentTheme().text);
    painter->drawText(
        place.adjusted(kPadding, 0, -kPadding, 0),
        Qt::AlignLeft | Qt::AlignVCenter,
        painter->fontMetrics().elidedText(head, Qt::ElideRight, place.width() - 2 * kPadding));
    painter->restore();
}

}  // namespace

void StudyDelegate::paint(QPainter* painter,
                          const QStyleOptionViewItem& whole,
                          const QModelIndex& index) const {
    const Theme& theme = currentTheme();
    const QStyleOptionViewItem option = bodyOf(whole, index);
    drawHead(painter, whole, index);
    const Places places = placesOf(option);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (option.state.testFlag(QStyle::State_Selected)) {
        QColor ground = theme.accent;
        ground.setAlphaF(option.state.testFlag(QStyle::State_Active) ? 0.22F : 0.12F);
        painter->fillRect(option.rect, ground);
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())),
                              theme.accent);
        }
    }

    QStyleOptionButton box;
    box.rect = places.check;
    box.palette = option.palette;
    const bool checked = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    box.state = QStyle::State_Enabled | (checked ? QStyle::State_On : QStyle::State_Off);
    QApplication::style()->drawPrimitive(QStyle::PE_IndicatorCheckBox, &box, painter);
    const bool published = index.data(StudyListModel::PublishedRole).toBool();
    drawMarker(painter, places.marker, index, checked);

    painter->setFont(smallFont());
    // What has no room beside the name stands below it, or only in the tooltip.
    QStringList badges = index.data(StudyListModel::BadgesRole).toStringList();
    const bool starred = index.data(StudyListModel::BaselineRole).toBool();
    const int title_width = QFontMetrics(option.font).horizontalAdvance(index.data().toString()) +
                            (starred ? places.title.height() + kPadding : 0);
    QRect title = drawBadges(painter, places.title, title_width, badges);
    if (starred) {
        const QRect star(title.left(), title.top(), title.height(), title.height());
        icon(QStringLiteral("star-filled"), theme.warning).paint(painter, star);
        title.setLeft(star.right() + kPadding);
    }
    painter->setFont(option.font);
    painter->setPen(published ? theme.mutedText : theme.text);
    painter->drawText(title,
                      Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(option.font)
                          .elidedText(index.data().toString(), Qt::ElideRight, title.width()));

    painter->setFont(smallFont());
    const QDateTime date = index.data(StudyListModel::DateRole).toDateTime();
    QStringList words{index.data(StudyListModel::RateRole).toString(),
                      published ? QLocale().toString(date, QStringLiteral("yyyy"))
                                : whenText(date)};  // no more is known of most published ones
    words.removeAll(QString());
    const QString text = words.join(QStringLiteral(" · "));
    const int text_width = painter->fontMetrics().horizontalAdvance(text);
    const QRect details = drawBadges(painter, places.details, text_width, badges);
    painter->setPen(theme.mutedText);
    painter->drawText(details,
                      Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(text, Qt::ElideRight, details.width()));
    painter->setPen(theme.grid);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    painter->restore();
}

QSize StudyDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const int line = QFontMetrics(option.font).height();
    const int head = groupHead(index).isEmpty() ? 0 : headHeight(option);
    return {line * 12, head + 2 * line + 3 + 2 * kPadding};
}

void StudyDelegate::updateEditorGeometry(QWidget* editor,
                                         const QStyleOptionViewItem& option,
                                         const QModelIndex& index) const {
    editor->setGeometry(placesOf(bodyOf(option, index)).title.adjusted(-4, -3, 0, 5));
}

bool StudyDelegate::editorEvent(QEvent* event,
                                QAbstractItemModel* model,
                                const QStyleOptionViewItem& option,
                                const QModelIndex& index) {
    const auto toggle = [&] {
        const bool checked = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        return model->setData(index, checked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    };
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        return (key == Qt::Key_Space || key == Qt::Key_Select) && toggle();
    }
    if (event->type() == QEvent::MouseButtonRelease ||
        event->type() == QEvent::MouseButtonDblClick || event->type() == QEvent::MouseButtonPress) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const Places places = placesOf(bodyOf(option, index));
        const QRect target = places.check.united(places.marker).adjusted(-4, -4, 4, 4);
        if (mouse->button() == Qt::LeftButton && target.contains(mouse->position().toPoint())) {
            return event->type() != QEvent::MouseButtonRelease || toggle();
        }
    }
    return false;
}

}  // namespace throughline::ui
