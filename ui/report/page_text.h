// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QTextLayout>
#include <memory>
#include <string>
#include <vector>

// Texts on pages, in points. They are laid out at a fixed resolution and without hinting, so that a
// page is the same whatever screen it is made beside.
namespace throughline::ui {

/// The resolution that charts are painted at; a painter of pages has such a device.
inline constexpr int kPageDpi = 96;
inline constexpr double kPointsPerInchOfPage = 72.0;

struct TextLook {
    double size = 10.0;  ///< points
    bool bold = false;
    bool italic = false;
    bool mono = false;
    QColor ink{Qt::black};
    double spacing = 1.32;  ///< of lines, in sizes
};

/// A text of the contents, in which a number stays with its unit's first sign.
QString pageText(const std::string& text);

/// A font of pages for a device of this resolution.
QFont pageFont(const TextLook& look, int dpi);

/// A run of a text in another look.
struct TextPiece {
    QString text;
    bool strong = false;
    bool emphasis = false;
    bool code = false;
    QString link{};
};

struct TextLink {
    QRectF place;
    QString address;
};

/// A text in lines of at most `width` points; a word that is longer is broken.
/// Thread: GUI. Copies are of one text.
class TextLines {
public:
    TextLines(const QString& text, const TextLook& look, double width);
    TextLines(const std::vector<TextPiece>& pieces, const TextLook& look, double width);

    int count() const;
    double lineHeight(int line) const;
    double height() const;
    double width() const;  ///< of the longest line
    /// With its top left at `at`.
    void paint(QPainter& painter, int line, const QPointF& at) const;
    /// The links in a line whose top left is at `at`.
    std::vector<TextLink> links(int line, const QPointF& at) const;

private:
    struct Range {
        int from = 0;
        int to = 0;
        QString address;
    };
    void breakLines(double width);

    std::shared_ptr<QTextLayout> layout_;
    TextLook look_;
    std::vector<Range> links_;
};

/// Of a text in one line.
double textWidth(const QString& text, const TextLook& look);
/// Of its longest word.
double longestWord(const QString& text, const TextLook& look);

}  // namespace throughline::ui
