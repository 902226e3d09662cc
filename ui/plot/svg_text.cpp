// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/svg_text.h"

#include <QCryptographicHash>
#include <QGlyphRun>
#include <QPainterPath>
#include <QRawFont>
#include <QRegularExpression>
#include <QTextLayout>
#include <algorithm>
#include <map>

namespace throughline::ui {

namespace {

/// Outlines are in thousandths of the font's size: whole numbers, and no hinting for a screen.
constexpr double kUnitsPerEm = 1000.0;
constexpr double kUnitsPerInch = 96.0;
constexpr double kPointsPerInch = 72.0;

void addPlace(QByteArray& data, const QPainterPath::Element& at) {
    data += QByteArray::number(qRound(at.x)) + ' ' + QByteArray::number(qRound(at.y));
}

/// As the d attribute of a path; "" for a space.
QByteArray pathData(const QPainterPath& path) {
    QByteArray data;
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element& element = path.elementAt(i);
        switch (element.type) {
            case QPainterPath::MoveToElement:
                data += (data.isEmpty() ? "M" : "ZM");
                break;
            case QPainterPath::LineToElement:
                data += 'L';
                break;
            case QPainterPath::CurveToElement:
                data += 'C';
                break;
            case QPainterPath::CurveToDataElement:
                data += ' ';
                break;
        }
        addPlace(data, element);
    }
    return data.isEmpty() ? data : data + 'Z';
}

/// The outlines of a file, each once.
class Outlines {
public:
    /// The id of a glyph's outline; "" where it has no ink. Ids are made of the outline: files with
    /// the same glyphs may be put into one page.
    QByteArray idOf(const QRawFont& font, quint32 glyph) {
        const QString name = QStringLiteral("%1/%2/%3").arg(font.familyName(), font.styleName());
        const auto [at, is_new] = ids_.try_emplace(name.arg(glyph));
        if (is_new) {
            QRawFont large = font;
            large.setPixelSize(kUnitsPerEm);
            const QByteArray data = pathData(large.pathForGlyph(glyph));
            if (!data.isEmpty()) {
                constexpr qsizetype kIdDigits = 10;
                const QByteArray hash = QCryptographicHash::hash(data, QCryptographicHash::Sha256);
                at->second = "g" + hash.toHex().left(kIdDigits);
                paths_[at->second] = data;
            }
        }
        return at->second;
    }

    QByteArray definitions() const {
        QByteArray text;
        for (const auto& [id, data] : paths_) {
            text += "<path id=\"" + id + "\" d=\"" + data + "\"/>\n";
        }
        return text;
    }

private:
    std::map<QString, QByteArray> ids_;
    std::map<QByteArray, QByteArray> paths_;
};

QString unescaped(QString text) {
    return text.replace(QLatin1String("&lt;"), QLatin1String("<"))
        .replace(QLatin1String("&gt;"), QLatin1String(">"))
        .replace(QLatin1String("&quot;"), QLatin1String("\""))
        .replace(QLatin1String("&amp;"), QLatin1String("&"));
}

/// An attribute of a tag; "" without it.
QString attribute(const QString& tag, const char* name) {
    const QRegularExpression pattern(QStringLiteral("\\b%1=\"([^\"]*)\"").arg(QLatin1String(name)));
    return pattern.match(tag).captured(1);
}

/// The font of a text, as large as a screen of 96 dots an inch shows it.
QFont fontOf(const QString& tag, const QFont& font) {
    QFont own = font;
    own.setPointSizeF(attribute(tag, "font-size").toDouble() * kPointsPerInch / kUnitsPerInch);
    own.setWeight(static_cast<QFont::Weight>(attribute(tag, "font-weight").toInt()));
    own.setItalic(attribute(tag, "font-style") == QLatin1String("italic"));
    return own;
}

/// A text element as outlines, and itself without ink.
QString drawn(const QString& tag, const QString& escaped, const QFont& font, Outlines& outlines) {
    QTextLayout layout(unescaped(escaped), fontOf(tag, font));
    layout.beginLayout();
    const QTextLine line = layout.createLine();
    layout.endLayout();
    if (!line.isValid()) {
        return {};
    }
    const double size = attribute(tag, "font-size").toDouble();
    QByteArray glyphs;
    double scale = 1.0;
    const QList<QGlyphRun> runs = layout.glyphRuns();
    for (const QGlyphRun& run : runs) {
        const QList<quint32> indexes = run.glyphIndexes();
        const QList<QPointF> places = run.positions();
        scale = size / run.rawFont().pixelSize();
        for (qsizetype i = 0; i < indexes.size(); ++i) {
            const QByteArray id = outlines.idOf(run.rawFont(), indexes[i]);
            if (!id.isEmpty()) {
                const double x = places[i].x() * scale / size * kUnitsPerEm;
                glyphs +=
                    "<use xlink:href=\"#" + id + "\" x=\"" + QByteArray::number(qRound(x)) + "\"/>";
            }
        }
    }
    QString unseen = tag;
    static const QRegularExpression kOpacity(QStringLiteral("fill-opacity=\"[^\"]*\""));
    unseen.replace(kOpacity,
                   QStringLiteral("fill-opacity=\"0\" textLength=\"%1\" "
                                  "lengthAdjust=\"spacingAndGlyphs\"")
                       .arg(line.naturalTextWidth() * scale));
    return QStringLiteral(
               "<g fill=\"%1\" fill-opacity=\"%2\" stroke=\"none\" aria-hidden=\"true\" "
               "transform=\"translate(%3 %4) scale(%5)\">%6</g>\n<text %7>%8</text>")
        .arg(attribute(tag, "fill"),
             attribute(tag, "fill-opacity"),
             attribute(tag, "x"),
             attribute(tag, "y"),
             QString::number(size / kUnitsPerEm),
             QString::fromLatin1(glyphs),
             unseen.simplified(),
             escaped);
}

}  // namespace

QByteArray withTextAsOutlines(const QByteArray& svg, const QFont& font) {
    static const QRegularExpression kText(QStringLiteral("<text\\s([^>]*)>([^<]*)</text>"));
    const QString before = QString::fromUtf8(svg);
    QString after;
    Outlines outlines;
    qsizetype done = 0;
    auto found = kText.globalMatch(before);
    while (found.hasNext()) {
        const QRegularExpressionMatch match = found.next();
        after += QStringView(before).mid(done, match.capturedStart() - done);
        after += drawn(match.captured(1), match.captured(2), font, outlines);
        done = match.capturedEnd();
    }
    after += QStringView(before).mid(done);
    const qsizetype definitions = after.indexOf(QLatin1String("</defs>"));
    after.insert(std::max<qsizetype>(definitions, 0), QString::fromLatin1(outlines.definitions()));
    return after.toUtf8();
}

}  // namespace throughline::ui
