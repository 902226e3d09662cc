// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_legend.h"

#include <QContextMenuEvent>
#include <QIcon>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPixmap>
#include <QResizeEvent>
#include <QStyle>
#include <algorithm>
#include <tuple>
#include <utility>

#include "ui/plot/plot_canvas.h"
#include "ui/plot/plot_paint.h"
#include "ui/plot/plot_text.h"
#include "ui/style/short_names.h"

namespace throughline::ui {

namespace {

constexpr QSize kSwatchPx(32, 14);
constexpr int kWidthMin = 140;
constexpr int kWidthMax = 260;
constexpr int kNarrowest = 200;   ///< that a splitter leaves it
constexpr int kOfSplitter = 4;    ///< of a wider one a quarter, where its names take that
constexpr int kNameLinesMin = 2;  ///< that a long name has
constexpr int kNameLinesMax = 4;  ///< where all names have room
constexpr int kRowMarginPx = 4;
constexpr int kSeriesRole = Qt::UserRole;
constexpr int kTextRole = Qt::UserRole + 1;  ///< as long as it is
constexpr qreal kHiddenOpacity = 0.25;       ///< of the swatch of what is not drawn

/// Whether a legend says the same of both.
bool sameEntry(const PlotSeries& a, const PlotSeries& b) {
    const auto look = [](const PlotSeries& one) {
        return std::tie(one.name,
                        one.head,
                        one.label,
                        one.headNote,
                        one.colourSlot,
                        one.tint,
                        one.stageAlone,
                        one.unmeasured,
                        one.marker,
                        one.origin,
                        one.markers,
                        one.fill,
                        one.onSecondAxis);
    };
    // Samples nearby and their means from afar are the same curve.
    const auto kind = [](const PlotSeries& one) {
        return one.kind == SeriesKind::Band ? SeriesKind::Line : one.kind;
    };
    return kind(a) == kind(b) && look(a) == look(b);
}

/// No more of a text than `most` (>= 2) lines hold, the beginning and the end of it. Of the last
/// line what `shared` characters of the text have in common with another text goes first, then what
/// is in the middle.
QStringList inLines(const QString& text, int shared, const QFont& font, int width, int most) {
    QStringList lines = wrappedLines(text, font, width);
    if (lines.size() <= most) {
        return lines;
    }
    lines.resize(most - 1);
    qsizetype before = 0;
    for (const QString& line : lines) {
        before = text.indexOf(line, before) + line.size();
    }
    const QString rest = text.mid(before).trimmed();
    before = text.size() - rest.size();
    const int common = std::max(0, apartFrom(text, shared) - static_cast<int>(before));
    const QFontMetricsF metrics(font);
    const QString own = withoutShared(rest, common);
    lines << (metrics.horizontalAdvance(own) > width
                  ? metrics.elidedText(own, Qt::ElideMiddle, width)
                  : shortName(rest, common, metrics, width));
    return lines;
}

QString wholeText(const QListWidgetItem* item) {
    return item->data(kTextRole).toString();
}

bool isEntry(const QListWidgetItem* item) {
    return item->data(kSeriesRole).isValid();
}

}  // namespace

PlotLegend::PlotLegend(QWidget* parent) : QListWidget(parent) {
    setAccessibleName(tr("Series of the chart"));
    setIconSize(kSwatchPx);
    setFrameShape(QFrame::NoFrame);
    setTextElideMode(Qt::ElideRight);
    setWordWrap(true);
    setResizeMode(QListView::Adjust);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    setSelectionMode(QAbstractItemView::NoSelection);
    setMouseTracking(true);
    connect(this, &QListWidget::itemEntered, this, [this](const QListWidgetItem* item) {
        Q_EMIT lifted(seriesOf(item));
    });
    connect(this, &QListWidget::viewportEntered, this, [this] { Q_EMIT lifted({}); });
    connect(ThemeNotifier::instance(), &ThemeNotifier::themeChanged, this, &PlotLegend::showDrawn);
}

/// Whose the curves below are. That others published them is told by more than a paler colour.
static QString headText(const PlotSeries& series) {
    return series.head.isEmpty() || series.origin != record::Origin::Published
               ? series.head
               : PlotLegend::tr("Published: %1").arg(series.head);
}

static QString entryText(const PlotSeries& series) {
    const QString& text = series.label.isEmpty() ? series.name : series.label;
    return series.head.isEmpty() && series.origin == record::Origin::Published
               ? PlotLegend::tr("%1 (published)").arg(text)
               : text;
}

void PlotLegend::setModelSeries(const PlotModel& model) {
    if (isOf(model)) {  // where somebody is in the list stays
        bool same = true;
        for (std::size_t s = 0; s < model.series.size(); ++s) {
            same = same && model_.series[s].visible == model.series[s].visible;
            model_.series[s].visible = model.series[s].visible;
        }
        if (!same) {
            showDrawn();
        }
        return;
    }
    clear();
    pressed_ = nullptr;
    model_ = PlotModel();
    model_.legendNote = model.legendNote;
    model_.x = model.x;
    model_.y = model.y;
    model_.z = model.z;
    addHead(model.legendNote, false);
    QString head;
    for (const PlotSeries& series : model.series) {
        if (series.head != head) {
            head = series.head;
            addHead(headText(series), true);
            addHead(series.headNote, false);
        }
        auto* item = new QListWidgetItem(this);  // owned by the list
        item->setFlags(Qt::ItemIsEnabled);
        item->setData(kTextRole, entryText(series));
        item->setData(kSeriesRole, static_cast<int>(model_.series.size()));
        PlotSeries bare = series;
        if (series.kind != SeriesKind::Cells) {  // whose colours have a scale
            bare.points.clear();
        }
        model_.series.push_back(std::move(bare));
    }
    showDrawn();
    fitTexts();
    updateGeometry();
}

void PlotLegend::addHead(const QString& text, bool ofSeries) {
    if (text.isEmpty()) {
        return;
    }
    auto* item = new QListWidgetItem(this);
    item->setFlags(ofSeries ? Qt::ItemIsEnabled : Qt::NoItemFlags);
    item->setToolTip(text);
    item->setData(Qt::AccessibleTextRole, text);
    item->setData(kTextRole, text);
}

void PlotLegend::showDrawn() {
    const bool several = model_.series.size() > 1;
    const SeriesSet now = drawn();
    for (int row = 0; row < count(); ++row) {
        QListWidgetItem* at = item(row);
        const SeriesSet of = seriesOf(at);
        if (of.empty()) {
            continue;
        }
        const QString hint = now == of     ? tr("Click to show all curves again")
                             : isEntry(at) ? tr("Click to show only this curve; Ctrl+click to add "
                                                "or remove it")
                                           : tr("Click to show only these curves; Ctrl+click to "
                                                "add or remove them");
        const QString name = isEntry(at) ? model_.series[*of.begin()].name : wholeText(at);
        at->setToolTip(several ? name + u'\n' + hint : name);
        const bool hidden = isEntry(at) && !model_.series[*of.begin()].visible;
        at->setData(Qt::AccessibleTextRole, hidden ? tr("%1, hidden").arg(name) : name);
        at->setData(
            Qt::ForegroundRole,
            hidden || !isEntry(at) ? QVariant(QBrush(currentTheme().mutedText)) : QVariant());
        QFont shown = font();
        shown.setItalic(hidden);
        at->setFont(shown);
    }
    refreshIcons();
}

QListWidgetItem* PlotLegend::entry(int series) const {
    for (int row = 0; row < count(); ++row) {
        if (isEntry(item(row)) && item(row)->data(kSeriesRole).toInt() == series) {
            return item(row);
        }
    }
    return nullptr;
}

SeriesSet PlotLegend::seriesOf(const QListWidgetItem* item) const {
    SeriesSet series;
    if (item == nullptr || !item->flags().testFlag(Qt::ItemIsEnabled)) {
        return series;
    }
    for (std::size_t s = 0; s < model_.series.size(); ++s) {
        const bool is_it = isEntry(item) ? item->data(kSeriesRole).toUInt() == s
                                         : headText(model_.series[s]) == wholeText(item);
        if (is_it) {
            series.insert(s);
        }
    }
    return series;
}

SeriesSet PlotLegend::drawn() const {
    SeriesSet series;
    for (std::size_t s = 0; s < model_.series.size(); ++s) {
        if (model_.series[s].visible) {
            series.insert(s);
        }
    }
    return series;
}

void PlotLegend::showOnly(const SeriesSet& series) {
    if (series.empty()) {
        return;
    }
    if (series == drawn()) {
        Q_EMIT allWanted();
    } else {
        Q_EMIT drawnWanted(series);
    }
}

void PlotLegend::toggle(const SeriesSet& series) {
    SeriesSet next = drawn();
    const bool all = std::ranges::includes(next, series);
    for (const std::size_t s : series) {
        if (all) {
            next.erase(s);
        } else {
            next.insert(s);
        }
    }
    if (!series.empty()) {
        Q_EMIT drawnWanted(next);
    }
}

void PlotLegend::mousePressEvent(QMouseEvent* event) {
    QListWidget::mousePressEvent(event);
    pressed_ = event->button() == Qt::LeftButton ? itemAt(event->position().toPoint()) : nullptr;
}

void PlotLegend::mouseReleaseEvent(QMouseEvent* event) {
    QListWidget::mouseReleaseEvent(event);
    QListWidgetItem* pressed = std::exchange(pressed_, nullptr);
    if (event->button() != Qt::LeftButton || pressed == nullptr ||
        pressed != itemAt(event->position().toPoint())) {
        return;
    }
    const SeriesSet series = seriesOf(pressed);
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        toggle(series);
    } else {
        showOnly(series);
    }
}

void PlotLegend::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter:
            return showOnly(seriesOf(currentItem()));
        case Qt::Key_Space:
            return toggle(seriesOf(currentItem()));
        default:
            QListWidget::keyPressEvent(event);
            Q_EMIT lifted(seriesOf(currentItem()));
    }
}

void PlotLegend::focusInEvent(QFocusEvent* event) {
    QListWidget::focusInEvent(event);
    if (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason) {
        Q_EMIT lifted(seriesOf(currentItem()));
    }
}

void PlotLegend::focusOutEvent(QFocusEvent* event) {
    QListWidget::focusOutEvent(event);
    Q_EMIT lifted({});
}

void PlotLegend::contextMenuEvent(QContextMenuEvent* event) {
    const bool by_key = event->reason() == QContextMenuEvent::Keyboard;
    const QListWidgetItem* item = by_key ? currentItem() : itemAt(event->pos());
    const SeriesSet series = seriesOf(item);
    if (!series.empty()) {
        const QPoint at = by_key ? visualItemRect(item).bottomLeft() : event->pos();
        Q_EMIT menuAsked(series, viewport()->mapToGlobal(at));
    }
}

bool PlotLegend::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave) {
        Q_EMIT lifted({});
    }
    return QListWidget::viewportEvent(event);
}

bool PlotLegend::isOf(const PlotModel& model) const {
    if (model.series.size() != model_.series.size() || model.legendNote != model_.legendNote) {
        return false;
    }
    for (std::size_t s = 0; s < model.series.size(); ++s) {
        if (drawnAsBars(model, model.series[s]) != drawnAsBars(model_, model_.series[s])) {
            return false;
        }
    }
    for (int row = 0; row < count(); ++row) {
        if (!isEntry(item(row))) {
            continue;
        }
        const auto s = item(row)->data(kSeriesRole).toUInt();
        if (!sameEntry(model_.series[s], model.series[s])) {
            return false;
        }
    }
    return true;
}

void PlotLegend::refreshIcons() {
    const qreal ratio = devicePixelRatioF();
    for (int row = 0; row < count(); ++row) {
        if (!isEntry(item(row))) {
            item(row)->setForeground(currentTheme().mutedText);
            continue;
        }
        QPixmap pixmap(kSwatchPx * ratio);
        pixmap.setDevicePixelRatio(ratio);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        const PlotSeries& series = model_.series[item(row)->data(kSeriesRole).toUInt()];
        painter.setOpacity(series.visible ? 1.0 : kHiddenOpacity);
        paintSwatch(painter,
                    model_,
                    series,
                    currentTheme(),
                    QRectF(QPointF(1, 0), QSizeF(kSwatchPx) - QSizeF(2, 0)));
        item(row)->setIcon(QIcon(pixmap));
    }
}

int PlotLegend::textWidth(bool entry) const {
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    option.rect = QRect(0, 0, viewport()->width(), fontMetrics().height());
    option.text = QStringLiteral("-");
    option.features = QStyleOptionViewItem::HasDisplay;
    if (entry) {
        option.features |= QStyleOptionViewItem::HasDecoration;
        option.decorationSize = kSwatchPx;
    }
    const int left = style()->subElementRect(QStyle::SE_ItemViewItemText, &option, this).left();
    const int margin = style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, this) + 1;
    return viewport()->width() - left - 2 * margin;
}

void PlotLegend::fitTexts() {
    QStringList texts;
    for (int row = 0; row < count(); ++row) {
        texts << (isEntry(item(row)) || item(row)->flags().testFlag(Qt::ItemIsEnabled)
                      ? wholeText(item(row))
                      : QString());  // what is said of all is no name
    }
    const std::vector<int> shared = sharedBeginnings(texts);
    std::vector<QStringList> rows(shared.size());
    for (int most = kNameLinesMax; most >= kNameLinesMin; --most) {
        int height = 0;
        for (int row = 0; row < count(); ++row) {
            const auto at = static_cast<std::size_t>(row);
            rows[at] = linesOf(item(row), shared[at], most);
            height += std::max(1, static_cast<int>(rows[at].size())) * fontMetrics().lineSpacing() +
                      kRowMarginPx;
        }
        if (height <= viewport()->height()) {
            break;
        }
    }
    for (int row = 0; row < count(); ++row) {
        item(row)->setText(rows[static_cast<std::size_t>(row)].join(QChar(QChar::LineSeparator)));
    }
    doItemsLayout();
}

QStringList PlotLegend::linesOf(const QListWidgetItem* item, int shared, int most) const {
    const int width = textWidth(isEntry(item));
    const bool is_scale =
        isEntry(item) && model_.series[item->data(kSeriesRole).toUInt()].kind == SeriesKind::Cells;
    // Of a scale of colours both ends are there, however long its name is.
    return is_scale ? wrappedLines(wholeText(item), font(), width)
                    : inLines(wholeText(item), shared, font(), width, most);
}

void PlotLegend::resizeEvent(QResizeEvent* event) {
    QListWidget::resizeEvent(event);
    if (event->oldSize() != event->size()) {
        fitTexts();
    }
}

QSize PlotLegend::sizeHint() const {
    // Longer names go on in a second line.
    const int beside = 2 * kSwatchPx.width() + 2 * frameWidth();
    int width = 0;
    for (int row = 0; row < count(); ++row) {
        width = std::max(width, fontMetrics().horizontalAdvance(wholeText(item(row))) + beside);
    }
    return {std::clamp(width, kWidthMin, kWidthMax), 120};
}

QSize PlotLegend::minimumSizeHint() const {
    const int share = parentWidget() == nullptr ? 0 : parentWidget()->width() / kOfSplitter;
    return {std::min(sizeHint().width(), std::max(kNarrowest, share)), 60};
}

void connectLegend(PlotLegend* legend, PlotCanvas* plot) {
    const auto draw = [legend, plot](const auto& isDrawn) {
        for (std::size_t s = 0; s < plot->model().series.size(); ++s) {
            plot->setSeriesVisible(s, isDrawn(s));
        }
        legend->setModelSeries(plot->model());
    };
    QObject::connect(legend, &PlotLegend::drawnWanted, plot, [draw](const SeriesSet& series) {
        draw([&](std::size_t s) { return series.count(s) > 0; });
    });
    QObject::connect(
        legend, &PlotLegend::allWanted, plot, [draw] { draw([](std::size_t) { return true; }); });
    QObject::connect(legend, &PlotLegend::lifted, plot, &PlotCanvas::setLifted);
}

}  // namespace throughline::ui
