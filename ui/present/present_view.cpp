// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/present/present_view.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScreen>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/plot/plot_export.h"
#include "ui/plot/plot_text.h"
#include "ui/plot/svg_writer.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace throughline::ui {

namespace {

/// A page in units of 1/96 inch that fills the view: in a view of 1280 x 720 each is 1.6 pixels, so
/// that lines, markers and texts are that much larger than in the window.
constexpr QSizeF kPage(800.0, 450.0);
constexpr double kTextPx = 14.0;         ///< of tick labels, in units
constexpr double kHeadlinePx = 30.0;     ///< in units
constexpr double kFootPx = 21.0;         ///< height of the last line, in units
constexpr double kFootTextPx = 10.5;     ///< in units
constexpr qsizetype kFootLinesMax = 12;  ///< of what it rests on; the chart gives way to them
constexpr double kPagesPixels = 2.4;     ///< of an exported page: 1920 x 1080

QFont fontOf(double px) {
    QFont font = QApplication::font();
    font.setPointSizeF(px * kPointsPerInch /
                       QGuiApplication::primaryScreen()->logicalDotsPerInchY());
    return font;
}

}  // namespace

PresentView::PresentView(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setAutoFillBackground(false);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setPages({});
}

void PresentView::setPages(std::vector<PresentPage> pages) {
    const QString shown = !awaited_.isEmpty()      ? awaited_
                          : index_ < pages_.size() ? pages_[index_].id
                                                   : QString();
    pages_ = std::move(pages);
    if (pages_.empty()) {
        pages_.push_back(
            {.headline = tr("There is nothing to present yet."),
             .figures = tr("Measure this computer or plot a study, then start again.")});
    }
    showPage(shown);
}

void PresentView::showPage(std::size_t index) {
    index_ = std::min(index, pages_.size() - 1);
    setAccessibleName(pages_[index_].headline);
    setAccessibleDescription(pages_[index_].figures + u' ' + describePlot(pages_[index_].model));
    outdate();
}

void PresentView::showPage(const QString& id) {
    const auto found =
        std::ranges::find_if(pages_, [&](const PresentPage& page) { return page.id == id; });
    awaited_ = found == pages_.end() ? id : QString();
    showPage(found == pages_.end() ? 0 : static_cast<std::size_t>(found - pages_.begin()));
}

double PresentView::scale() const {
    return std::max(0.1, std::min(width() / kPage.width(), height() / kPage.height()));
}

double PresentView::headlinePx() const {
    return kHeadlinePx * scale();
}

QString PresentView::mark() const {
    return pages_.size() < 2 ? QString() : tr("%1 / %2").arg(index_ + 1).arg(pages_.size());
}

PlotPage PresentView::plotPage() const {
    const PresentPage& page = pages_[index_];
    return {.title = wholeUnits(page.headline),
            .titleScale = kHeadlinePx / kTextPx,
            .subtitle = wholeUnits(page.figures),
            .caution = wholeUnits(page.caution),
            .namesAtEnds = true};
}

std::vector<PagePlot> PresentView::plots() const {
    const PresentPage& page = pages_[index_];
    return {{.model = &page.model, .range = page.range ? &*page.range : nullptr}};
}

Result<void> PresentView::exportTo(const QString& path) const {
    PlotPage page = plotPage();
    page.footer = pages_[index_].footer;
    page.size = kPage.toSize();
    page.scale = kPagesPixels;
    return saveChart(path, {.plots = plots(), .page = page});
}

QString PresentView::fileName() const {
    return fileNameOf(pages_[index_].headline);
}

void PresentView::say(const QString& words) {
    said_ = words;
    update();
}

void PresentView::step(int by) {
    const auto last = static_cast<int>(pages_.size()) - 1;
    const int next = std::clamp(static_cast<int>(index_) + by, 0, last);
    said_.clear();
    says_keys_ = false;
    awaited_.clear();
    showPage(static_cast<std::size_t>(next));
}

void PresentView::outdate() {
    picture_ = {};
    update();
}

bool PresentView::event(QEvent* event) {
    switch (event->type()) {
        case QEvent::ShortcutOverride:
            event->accept();  // no command of the window behind
            return true;
        case QEvent::Resize:
        case QEvent::PaletteChange:
        case QEvent::FontChange:
            outdate();
            break;
        default:
            break;
    }
    return QWidget::event(event);
}

double PresentView::footRoom() const {
    const QFontMetricsF metrics(fontOf(kFootTextPx * scale()));
    const double edge = QFontMetricsF(fontOf(kTextPx)).height() * scale();  // the page's own
    return width() - 2 * edge - metrics.horizontalAdvance(mark()) - kFootPx * scale();
}

QStringList PresentView::footLines() const {
    const QFont small = fontOf(kFootTextPx * scale());
    const double room = footRoom();
    const QString words = wholeUnits(said_.isEmpty() ? pages_[index_].source : said_)
                              .replace(QStringLiteral(" GiB"), QStringLiteral("\u00A0GiB"));
    QStringList lines = words.isEmpty() ? QStringList() : wrappedLines(words, small, room);
    if (lines.size() > kFootLinesMax) {
        lines = lines.mid(0, kFootLinesMax - 1) << QFontMetricsF(small).elidedText(
                    lines.mid(kFootLinesMax - 1).join(u' '), Qt::ElideRight, room);
    }
    if (says_keys_) {  // on lines of their own: how to get out of it is never cut
        lines << wrappedLines(tr("Arrow keys: other pages. E: export. Escape: back."), small, room);
    }
    return lines;
}

void PresentView::paintEvent(QPaintEvent* /*event*/) {
    const double unit = scale();
    const Theme& theme = currentTheme();
    const double edge = QFontMetricsF(fontOf(kTextPx)).height() * unit;  // the page's own
    const QFont small = fontOf(kFootTextPx * unit);
    const QStringList lines = footLines();
    const double more =
        std::max(0.0, static_cast<double>(lines.size() - 1)) * QFontMetricsF(small).lineSpacing();
    const double foot = kFootPx * unit + more;
    if (picture_.isNull() || picture_.devicePixelRatio() != devicePixelRatioF() ||
        std::abs(foot - foot_px_) > 0.5) {
        PlotPage page = plotPage();
        page.size = (QSizeF(width(), height() - foot) / unit).toSize();
        page.scale = unit * devicePixelRatioF();
        picture_ = plotImage(plots(), page, {.theme = theme, .font = fontOf(kTextPx)});
        picture_.setDevicePixelRatio(devicePixelRatioF());
        foot_px_ = foot;
    }
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    painter.drawImage(QPointF(), picture_);
    painter.setFont(small);
    painter.setPen(theme.mutedText);
    const QRectF area =
        QRectF(0.0, height() - foot, width(), foot).adjusted(edge, 0.0, -edge, -kFootPx * unit / 4);
    painter.drawText(area, Qt::AlignRight | Qt::AlignBottom, mark());
    painter.drawText(area, Qt::AlignLeft | Qt::AlignBottom | Qt::TextDontClip, lines.join(u'\n'));
}

void PresentView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Right:
        case Qt::Key_Down:
        case Qt::Key_PageDown:
        case Qt::Key_Space:
        case Qt::Key_Return:
        case Qt::Key_Enter:
            step(1);
            break;
        case Qt::Key_Left:
        case Qt::Key_Up:
        case Qt::Key_PageUp:
        case Qt::Key_Backspace:
            step(-1);
            break;
        case Qt::Key_Home:
            step(-static_cast<int>(pages_.size()));
            break;
        case Qt::Key_End:
            step(static_cast<int>(pages_.size()));
            break;
        case Qt::Key_E:
            Q_EMIT exportAsked();
            break;
        case Qt::Key_Escape:
        case Qt::Key_F5:
            Q_EMIT left();
            break;
        default:
            break;
    }
    event->accept();
}

void PresentView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        step(1);
    }
    event->accept();
}

/// Tab leads nowhere.
bool PresentView::focusNextPrevChild(bool /*next*/) {
    return true;
}

}  // namespace throughline::ui
