// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/wrap_layout.h"

#include <QLabel>
#include <QStyle>
#include <QWidget>
#include <algorithm>

namespace throughline::ui {

namespace {

bool isWordsAfter(const QLayoutItem* item) {
    const QWidget* const widget = const_cast<QLayoutItem*>(item)->widget();
    return widget != nullptr && widget->property(WrapLayout::kStaysBehind).toBool();
}

bool isWords(const QLayoutItem* item) {
    return qobject_cast<QLabel*>(const_cast<QLayoutItem*>(item)->widget()) != nullptr &&
           !item->expandingDirections().testFlag(Qt::Horizontal) && !isWordsAfter(item);
}

bool isStretch(QLayoutItem* item) {
    return item->spacerItem() != nullptr;
}

/// A field of a fixed width expands by its nature, but cannot.
bool grows(QLayoutItem* item) {
    return item->expandingDirections().testFlag(Qt::Horizontal) &&
           item->maximumSize().width() > item->sizeHint().width();
}

/// A text that is wider than its line takes several.
int heightOf(const QLayoutItem& item, int width) {
    return item.hasHeightForWidth() ? item.heightForWidth(width) : item.sizeHint().height();
}

}  // namespace

WrapLayout::WrapLayout(QWidget* parent, int spacing) : QLayout(parent) {
    setContentsMargins(0, 0, 0, 0);
    setSpacing(spacing);
}

WrapLayout::~WrapLayout() = default;

void WrapLayout::addStretch() {
    addItem(new QSpacerItem(0, 0, QSizePolicy::Expanding, QSizePolicy::Minimum));
}

void WrapLayout::insertWidget(int index, QWidget* widget) {
    addChildWidget(widget);
    items_.insert(items_.begin() + index, std::make_unique<QWidgetItem>(widget));
    invalidate();
}

void WrapLayout::addItem(QLayoutItem* item) {
    items_.emplace_back(item);
    invalidate();
}

QLayoutItem* WrapLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* WrapLayout::takeAt(int index) {
    if (index < 0 || index >= count()) {
        return nullptr;
    }
    QLayoutItem* item = items_[static_cast<std::size_t>(index)].release();
    items_.erase(items_.begin() + index);
    invalidate();
    return item;
}

std::vector<WrapLayout::Line> WrapLayout::linesOf(int width) const {
    std::vector<Line> lines(1);
    std::size_t next = 0;
    while (next < items_.size()) {
        // Words and what they are of.
        Line part;
        bool open = true;
        while (open && next < items_.size()) {
            QLayoutItem* item = items_[next++].get();
            if (item->isEmpty() && !isStretch(item)) {  // hidden
                continue;
            }
            const QSize hint = item->sizeHint();
            part.width += hint.width() + (part.items.empty() || isStretch(item) ? 0 : spacing());
            part.height = std::max(part.height, hint.height());
            part.items.push_back(item);
            open = isWords(item) || (next < items_.size() && isWordsAfter(items_[next].get()));
        }
        if (part.items.empty()) {
            continue;
        }
        const int gap = lines.back().items.empty() ? 0 : spacing();
        if (gap > 0 && lines.back().width + gap + part.width > width) {
            lines.emplace_back();
        } else {
            lines.back().width += gap;
        }
        Line& line = lines.back();
        if (line.items.empty() && part.items.size() == 1) {
            part.height = heightOf(*part.items.front(), std::min(part.width, width));
        }
        line.width += part.width;
        line.height = std::max(line.height, part.height);
        line.items.insert(line.items.end(), part.items.begin(), part.items.end());
    }
    return lines;
}

void WrapLayout::placeLine(const Line& line, const QRect& room) const {
    const auto growing = std::ranges::count_if(
        line.items, [](QLayoutItem* item) { return !isStretch(item) && grows(item); });
    const auto stretches = std::ranges::count_if(line.items, isStretch);
    const auto takers = stretches > 0 ? stretches : growing;
    const int rest = room.width() - line.width;
    // A line that is too long has one item, or words and one: the last one gives way.
    int left = takers > 0 ? std::max(0, rest) : 0;
    auto still = takers;
    int x = room.left();
    for (QLayoutItem* item : line.items) {
        int width = item->sizeHint().width();
        if ((stretches > 0 ? isStretch(item) : grows(item)) && still > 0) {
            const int share = left / static_cast<int>(still);
            width += share;
            left -= share;
            --still;
        }
        if (item == line.items.back()) {
            width = std::min(width, std::max(item->minimumSize().width(), room.right() + 1 - x));
        }
        const int height = std::min(line.height, heightOf(*item, width));
        const QRect box(x, room.top() + (line.height - height) / 2, width, height);
        item->setGeometry(QStyle::visualRect(parentWidget()->layoutDirection(), room, box));
        x += width + (isStretch(item) && width == 0 ? 0 : spacing());
    }
}

int WrapLayout::heightForWidth(int width) const {
    const QMargins margins = contentsMargins();
    const auto lines = linesOf(width - margins.left() - margins.right());
    int height = margins.top() + margins.bottom() + spacing() * static_cast<int>(lines.size() - 1);
    for (const Line& line : lines) {
        height += line.height;
    }
    return height;
}

QSize WrapLayout::sizeHint() const {
    const QMargins margins = contentsMargins();
    const Line line = linesOf(QWIDGETSIZE_MAX).front();
    return {line.width + margins.left() + margins.right(),
            line.height + margins.top() + margins.bottom()};
}

QSize WrapLayout::minimumSize() const {
    const QMargins margins = contentsMargins();
    QSize size;
    for (const auto& item : items_) {
        if (!item->isEmpty()) {
            size = size.expandedTo(item->minimumSize());
        }
    }
    return size.grownBy(margins);
}

void WrapLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    const QRect room = rect.marginsRemoved(contentsMargins());
    int top = room.top();
    for (const Line& line : linesOf(room.width())) {
        placeLine(line, QRect(room.left(), top, room.width(), line.height));
        top += line.height + spacing();
    }
}

}  // namespace throughline::ui
