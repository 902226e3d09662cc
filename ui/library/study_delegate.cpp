// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/study_delegate.h"

#include <QApplication>
#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/library/study_tree.h"
#include "ui/style/icons.h"
#include "ui/style/number_text.h"
#include "ui/style/run_colours.h"
#include "ui/style/short_names.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"

namespace throughline::ui {

namespace {

constexpr int kPadding = 5;
constexpr int kBadgePadding = 3;

int badgeWidth(const QString& word) {
    return QFontMetrics(smallFont()).horizontalAdvance(word) + 2 * kBadgePadding;
}

/// The rest of a row, taken away from its right or left end part by part.
class Row {
public:
    Row(QPainter* painter, const QRect& place) : painter_(painter), place_(place) {}

    QRect takeRight(int width) {
        const QRect part(place_.right() - width + 1, place_.top(), width, place_.height());
        place_.setRight(part.left() - kPadding);
        return part;
    }
    QRect takeLeft(int width) {
        const QRect part(place_.left(), place_.top(), width, place_.height());
        place_.setLeft(part.right() + kPadding);
        return part;
    }
    void textRight(const QFont& font, const QColor& colour, const QString& text) {
        painter_->setFont(font);
        painter_->setPen(colour);
        const QRect part = takeRight(painter_->fontMetrics().horizontalAdvance(text));
        painter_->drawText(part, Qt::AlignRight | Qt::AlignVCenter, text);
    }
    /// `kept`: pixels that stay free behind it.
    void textLeft(const QFont& font,
                  const QColor& colour,
                  const QString& text,
                  int shared = 0,
                  int kept = 0) {
        painter_->setFont(font);
        painter_->setPen(colour);
        const QFontMetrics metrics = painter_->fontMetrics();
        const QString elided =
            shortName(text, shared, QFontMetricsF(metrics), place_.width() - kept);
        painter_->drawText(place_, Qt::AlignLeft | Qt::AlignVCenter, elided);
        place_.setLeft(place_.left() + metrics.horizontalAdvance(elided) + kPadding);
    }
    void iconLeft(const QIcon& what) {
        const int side = painter_->fontMetrics().height();
        const QRect part = takeLeft(side);
        what.paint(painter_, QRect(part.left(), part.center().y() - side / 2, side, side));
    }
    void iconRight(const QIcon& what) {
        const int side = painter_->fontMetrics().height();
        const QRect part = takeRight(side);
        what.paint(painter_, QRect(part.left(), part.center().y() - side / 2, side, side));
    }
    /// A word in a frame.
    void badgeRight(const QFont& font, const QColor& colour, const QString& word) {
        painter_->setFont(font);
        painter_->setPen(colour);
        const QFontMetrics metrics = painter_->fontMetrics();
        const QRect part = takeRight(badgeWidth(word));
        const QRect frame(
            part.left(), part.center().y() - metrics.height() / 2, part.width(), metrics.height());
        painter_->drawRoundedRect(
            QRectF(frame).adjusted(0.5, 0.5, -0.5, -0.5), kBadgePadding, kBadgePadding);
        painter_->drawText(frame, Qt::AlignCenter, word);
    }
    int width() const { return place_.width(); }

private:
    QPainter* painter_;
    QRect place_;
};

void drawGround(QPainter* painter, const QStyleOptionViewItem& option) {
    const Theme& theme = currentTheme();
    if (option.state.testFlag(QStyle::State_Selected)) {
        QColor ground = theme.accent;
        ground.setAlphaF(option.state.testFlag(QStyle::State_Active) ? 0.22F : 0.12F);
        painter->fillRect(option.rect, ground);
    } else if (option.state.testFlag(QStyle::State_MouseOver)) {
        painter->fillRect(option.rect, theme.grid);
    }
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())),
                          theme.accent);
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(theme.accent, 1));
        painter->drawRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

/// What the study's curves are drawn with; of one that is not plotted, where that would be.
void drawDot(QPainter* painter, const QRect& place, const QModelIndex& index) {
    const int slot = index.data(StudyListModel::SlotRole).toInt();
    const bool published = index.data(StudyListModel::PublishedRole).toBool();
    painter->save();
    painter->translate(QRectF(place).center());
    if (index.data(StudyListModel::PlottedRole).toBool()) {
        painter->fillPath(markerPath(runMarker(slot), place.width() * 0.62),
                          curveColour(slot, 0, published, currentTheme().dark));
    } else {
        painter->setPen(QPen(currentTheme().axis, 1));
        painter->drawEllipse(QPointF(0, 0), place.width() * 0.22, place.width() * 0.22);
    }
    painter->restore();
}

void paintFolder(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) {
    const Theme& theme = currentTheme();
    Row row(painter, option.rect.adjusted(kPadding, 0, -kPadding, 0));
    const bool open = option.state.testFlag(QStyle::State_Open);
    QStyleOption arrow;
    arrow.rect = row.takeLeft(QFontMetrics(option.font).height());
    arrow.palette = option.palette;
    arrow.state = QStyle::State_Enabled;
    QApplication::style()->drawPrimitive(
        open ? QStyle::PE_IndicatorArrowDown : QStyle::PE_IndicatorArrowRight, &arrow, painter);
    row.textRight(
        smallFont(), theme.mutedText, countText(index.data(StudyTree::CountRole).toInt()));
    QFont bold = option.font;
    bold.setBold(true);
    row.textLeft(bold, theme.text, index.data().toString());
}

/// What a name needs beside the figure, of a row that is so wide: all of it, or most of the row,
/// and always what tells it from others, where the row has room for that.
int neededOf(const QString& name, int shared, const QFontMetrics& metrics, int row) {
    const int telling = metrics.horizontalAdvance(withoutShared(name, shared));
    return std::max(shared > 0 && telling <= row ? telling : 0,
                    std::min(metrics.horizontalAdvance(name), row * 3 / 5));
}

/// Not rounded down: half a pixel less, and its last digits would be cut.
int widthOfApart(const QString& apart) {
    return static_cast<int>(std::ceil(QFontMetricsF(smallFont()).horizontalAdvance(apart))) + 1;
}

/// The same where the time is what tells a study from others of its name: that stays whole, and the
/// name gives way a little for the figure.
int neededBesideApart(int needed, int name, const QFontMetrics& metrics) {
    constexpr int kLinesMin = 3;  ///< width of a few letters, in heights of a line
    return std::min(needed, std::max(name * 3 / 5, kLinesMin * metrics.height()));
}

/// What tells a study from others of its title needs, with a few letters of that: 0 where the row
/// has no room for both.
int neededApart(const QString& apart, const QFontMetrics& metrics, int row) {
    constexpr int kTitleLines = 3;  ///< width of those letters, in heights of a line
    const int wide = apart.isEmpty() ? 0 : widthOfApart(apart) + kPadding;
    return wide + kTitleLines * metrics.height() <= row ? wide : 0;
}

void paintStudy(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) {
    const Theme& theme = currentTheme();
    drawDot(painter, StudyDelegate::dotOf(option.rect), index);
    Row row(painter,
            option.rect.adjusted(
                StudyDelegate::dotOf(option.rect).width() + kPadding, 0, -kPadding, 0));
    const bool published = index.data(StudyListModel::PublishedRole).toBool();
    const bool emulated = !index.data(StudyListModel::EmulatedRole).toString().isEmpty();
    const bool flawed = !index.data(StudyListModel::FlawRole).toString().isEmpty();
    QString mark = emulated ? StudyDelegate::tr("emulated") : QString();
    const QString name = index.data(StudyListModel::ListedNameRole).toString();
    const int shared = index.data(StudyListModel::SharedRole).toInt();
    const QFontMetrics metrics(option.font);
    const int name_width = metrics.horizontalAdvance(name);
    // In a narrow list the figure gives way to the name, and the word of the mark to both; all of
    // it is in the tooltip, too.
    const QString figure = index.data(StudyListModel::FigureRole).toString();
    const QString letter = mark.left(1).toUpper();
    const int beside = (flawed ? metrics.height() + kPadding : 0) +
                       (emulated ? badgeWidth(letter) + kPadding : 0) + kPadding;
    const QString apart = index.data(StudyListModel::ApartRole).toString();
    const int kept = neededApart(apart, metrics, row.width() - beside);
    const int whole = neededOf(name, shared, metrics, row.width());
    const int needed = kept > 0 ? neededBesideApart(whole, name_width, metrics) : whole;
    int room = row.width() - beside - kept - needed;
    const int wide = QFontMetrics(smallFont()).horizontalAdvance(figure);
    if (!figure.isEmpty() && wide <= room) {
        row.textRight(smallFont(), published ? theme.mutedText : theme.text, figure);
        room -= wide + kPadding;
    }
    const bool in_a_word =
        room - std::max(0, name_width - needed) >= badgeWidth(mark) - badgeWidth(letter);
    mark = in_a_word ? mark : letter;
    if (flawed) {
        row.iconRight(icon(QStringLiteral("warning"), theme.warning));
    }
    if (emulated) {  // the tooltip says what
        row.badgeRight(smallFont(), theme.mutedText, mark);
    }
    if (index.data(StudyListModel::BaselineRole).toBool()) {
        row.iconLeft(icon(QStringLiteral("star-filled"), theme.warning));
    }
    // What has no room beside the name is in the tooltip.
    const QString tags = index.data(StudyListModel::TagsRole).toStringList().join(u' ');
    if (!tags.isEmpty() &&
        QFontMetrics(smallFont()).horizontalAdvance(tags) + name_width + kept + kPadding <
            row.width()) {
        row.textRight(smallFont(), theme.mutedText, tags);
    }
    row.textLeft(option.font, published ? theme.mutedText : theme.text, name, shared, kept);
    if (widthOfApart(apart) <= row.width()) {  // whole, or not
        row.textLeft(smallFont(), theme.mutedText, apart);
    }
}

}  // namespace

QRect StudyDelegate::dotOf(const QRect& row) {
    return {row.left(), row.top(), row.height(), row.height()};
}

void StudyDelegate::paint(QPainter* painter,
                          const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    drawGround(painter, option);
    if (index.data(StudyTree::FolderKeyRole).toString().isEmpty()) {
        paintStudy(painter, option, index);
    } else {
        paintFolder(painter, option, index);
    }
    painter->restore();
}

QSize StudyDelegate::sizeHint(const QStyleOptionViewItem& option,
                              const QModelIndex& /*index*/) const {
    const int line = QFontMetrics(option.font).height();
    return {line * 12, line + 2 * kPadding};
}

void StudyDelegate::updateEditorGeometry(QWidget* editor,
                                         const QStyleOptionViewItem& option,
                                         const QModelIndex& /*index*/) const {
    editor->setGeometry(option.rect.adjusted(dotOf(option.rect).width(), 0, 0, 0));
}

}  // namespace throughline::ui
