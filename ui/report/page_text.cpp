// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/page_text.h"

#include <QFontMetricsF>
#include <QImage>
#include <QTextOption>
#include <algorithm>

namespace throughline::ui {

namespace {

constexpr int kLayoutDpi = 1200;
constexpr double kPoint = kLayoutDpi / kPointsPerInchOfPage;  ///< in units of the layout
constexpr double kMetresPerInch = 0.0254;
constexpr double kCodeScale = 0.92;  ///< its letters are wide

QImage deviceOf(int dpi) {
    QImage image(1, 1, QImage::Format_ARGB32_Premultiplied);
    const int dots = qRound(dpi / kMetresPerInch);
    image.setDotsPerMeterX(dots);
    image.setDotsPerMeterY(dots);
    return image;
}

/// Of a line that would end within a rate ("84.2 MB/", "s"): how many characters stand before that
/// word; 0: it does not, or begins with it.
int columnsBefore(const QString& text, const QTextLine& line) {
    const int end = line.textStart() + line.textLength();
    const bool within = line.textLength() > 1 && end < text.size() &&
                        text[end - 1] == QChar(u'/') && text[end] == QChar(u's') &&
                        text[end - 2].isLetter() &&
                        (end + 1 == text.size() || !text[end + 1].isLetterOrNumber());
    if (!within) {
        return 0;
    }
    const auto space = static_cast<int>(text.lastIndexOf(QChar::Space, end - 1));
    return std::max(0, space + 1 - line.textStart());
}

}  // namespace

QString pageText(const std::string& text) {
    QString result = QString::fromStdString(text);
    result.remove(QChar(QChar::SoftHyphen));  // drawn where a line is broken
    for (qsizetype i = 1; i + 1 < result.size(); ++i) {
        const bool unit = result[i + 1] == QChar(u'%') ||
                          (QStringLiteral("kMGT").contains(result[i + 1]) &&
                           (i + 2 == result.size() || result[i + 2] == QChar::Space));
        if (result[i] == QChar::Space && result[i - 1].isDigit() && unit) {
            result[i] = QChar::Nbsp;
        }
    }
    return result;
}

QFont pageFont(const TextLook& look, int dpi) {
    QFont font(look.mono ? QStringLiteral("DejaVu Sans Mono") : QStringLiteral("DejaVu Sans"));
    font.setPointSizeF(look.size);
    font.setBold(look.bold);
    font.setItalic(look.italic);
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(QFont::ForceOutline);
    const QImage device = deviceOf(dpi);
    return {font, &device};
}

TextLines::TextLines(const QString& text, const TextLook& look, double width)
    : layout_(std::make_shared<QTextLayout>(text, pageFont(look, kLayoutDpi))), look_(look) {
    breakLines(width);
}

TextLines::TextLines(const std::vector<TextPiece>& pieces, const TextLook& look, double width)
    : look_(look) {
    QString text;
    QList<QTextLayout::FormatRange> formats;
    for (const TextPiece& piece : pieces) {
        const int from = static_cast<int>(text.size());
        text += piece.text;
        const int to = static_cast<int>(text.size());
        QTextCharFormat format;
        if (piece.strong) {
            format.setFontWeight(QFont::Bold);
        }
        if (piece.emphasis) {
            format.setFontItalic(true);
        }
        if (piece.code) {
            format.setFontFamilies({QStringLiteral("DejaVu Sans Mono")});
            format.setFontPointSize(look.size * kCodeScale);
        }
        if (!piece.link.isEmpty()) {
            format.setFontUnderline(true);
            links_.push_back({from, to, piece.link});
        }
        formats.push_back({from, to - from, format});
    }
    layout_ = std::make_shared<QTextLayout>(text, pageFont(look, kLayoutDpi));
    layout_->setFormats(formats);
    breakLines(width);
}

void TextLines::breakLines(double width) {
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    option.setTextDirection(layout_->text().isRightToLeft() ? Qt::RightToLeft : Qt::LeftToRight);
    option.setUseDesignMetrics(true);
    layout_->setTextOption(option);
    layout_->setCacheEnabled(true);
    layout_->beginLayout();
    for (QTextLine line = layout_->createLine(); line.isValid(); line = layout_->createLine()) {
        line.setLineWidth(width * kPoint);
        const int columns = columnsBefore(layout_->text(), line);
        if (columns > 0) {
            line.setNumColumns(columns);
        }
        line.setPosition({0.0, 0.0});
    }
    layout_->endLayout();
}

int TextLines::count() const {
    return layout_->lineCount();
}

double TextLines::lineHeight(int line) const {
    return std::max(look_.size * look_.spacing, layout_->lineAt(line).height() / kPoint);
}

double TextLines::height() const {
    double height = 0.0;
    for (int i = 0; i < count(); ++i) {
        height += lineHeight(i);
    }
    return height;
}

double TextLines::width() const {
    double width = 0.0;
    for (int i = 0; i < count(); ++i) {
        width = std::max(width, layout_->lineAt(i).naturalTextWidth() / kPoint);
    }
    return width;
}

void TextLines::paint(QPainter& painter, int line, const QPointF& at) const {
    const QTextLine text = layout_->lineAt(line);
    painter.save();
    painter.translate(at);
    painter.scale(1.0 / kPoint, 1.0 / kPoint);
    painter.setPen(look_.ink);
    text.draw(&painter, {0.0, (lineHeight(line) * kPoint - text.height()) / 2});
    painter.restore();
}

std::vector<TextLink> TextLines::links(int line, const QPointF& at) const {
    const QTextLine text = layout_->lineAt(line);
    std::vector<TextLink> links;
    for (const Range& link : links_) {
        const int from = std::max(link.from, text.textStart());
        const int to = std::min(link.to, text.textStart() + text.textLength());
        if (from < to) {
            const double left = text.cursorToX(from) / kPoint;
            const double right = text.cursorToX(to) / kPoint;
            links.push_back(
                {QRectF(at.x() + left, at.y(), right - left, lineHeight(line)), link.address});
        }
    }
    return links;
}

double textWidth(const QString& text, const TextLook& look) {
    return QFontMetricsF(pageFont(look, kLayoutDpi)).horizontalAdvance(text) / kPoint;
}

double longestWord(const QString& text, const TextLook& look) {
    const QFontMetricsF metrics(pageFont(look, kLayoutDpi));
    double longest = 0.0;
    for (const QString& word : text.split(QChar::Space)) {
        longest = std::max(longest, metrics.horizontalAdvance(word) / kPoint);
    }
    return longest;
}

}  // namespace throughline::ui
