// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/svg_writer.h"

#include <QCryptographicHash>
#include <QFontInfo>
#include <QGlyphRun>
#include <QPaintEngine>
#include <QPainterPath>
#include <QRawFont>
#include <QTextLayout>
#include <cmath>
#include <map>
#include <optional>

namespace throughline::ui {

namespace {

/// Outlines are in thousandths of the font's size: whole numbers, and no hinting for a screen.
constexpr double kUnitsPerEm = 1000.0;
constexpr double kMillimetresPerInch = 25.4;

QByteArray number(double value) {
    return QByteArray::number(value, 'g', 6);
}

/// As the d attribute of a path; "" for a space. What ends where it began has no ends but a corner.
QByteArray pathData(const QPainterPath& path) {
    QByteArray data;
    QPointF start;
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element& at = path.elementAt(i);
        static constexpr const char* kLetters[] = {"M", "L", "C", " "};  // by element type
        data += kLetters[at.type] + number(at.x) + ' ' + number(at.y);
        start = at.isMoveTo() ? QPointF(at) : start;
        const bool last = i + 1 == path.elementCount() || path.elementAt(i + 1).isMoveTo();
        data += last && !at.isMoveTo() && QPointF(at) == start ? "Z" : "";
    }
    return data;
}

/// In whole units of a font.
QPainterPath rounded(QPainterPath path) {
    for (int i = 0; i < path.elementCount(); ++i) {
        path.setElementPositionAt(i, qRound(path.elementAt(i).x), qRound(path.elementAt(i).y));
    }
    return path;
}

QByteArray matrix(const QTransform& by) {
    return "transform=\"matrix(" + number(by.m11()) + ' ' + number(by.m12()) + ' ' +
           number(by.m21()) + ' ' + number(by.m22()) + ' ' + number(by.dx()) + ' ' +
           number(by.dy()) + ")\"";
}

QByteArray colour(const char* what, const QColor& colour, double opacity) {
    const double alpha = colour.alphaF() * opacity;
    return QByteArray(" ") + what + "=\"" + colour.name().toLatin1() + "\"" +
           (alpha < 1.0 ? QByteArray(" ") + what + "-opacity=\"" + number(alpha) + "\"" : "");
}

QByteArray strokeOf(const QPen& pen, double opacity, double scale) {
    if (pen.style() == Qt::NoPen) {
        return {};
    }
    const double width = pen.widthF() > 0.0 ? pen.widthF() : 1.0;
    QByteArray text =
        colour("stroke", pen.color(), opacity) + " stroke-width=\"" + number(width * scale) + "\"";
    if (pen.capStyle() != Qt::FlatCap) {
        text += pen.capStyle() == Qt::RoundCap ? " stroke-linecap=\"round\""
                                               : " stroke-linecap=\"square\"";
    }
    if (pen.joinStyle() != Qt::MiterJoin) {
        text += pen.joinStyle() == Qt::RoundJoin ? " stroke-linejoin=\"round\""
                                                 : " stroke-linejoin=\"bevel\"";
    }
    QByteArrayList dashes;
    for (const double dash : pen.dashPattern()) {
        dashes << number(dash * width * scale);
    }
    if (dashes.isEmpty()) {
        return text;
    }
    text += " stroke-dasharray=\"" + dashes.join(',') + "\"";
    return pen.dashOffset() == 0.0
               ? text
               : text + " stroke-dashoffset=\"" + number(pen.dashOffset() * width * scale) + "\"";
}

}  // namespace

class SvgWriter::Engine final : public QPaintEngine {
public:
    Engine() : QPaintEngine(AllFeatures & ~(PatternBrush | PorterDuff | PerspectiveTransform)) {}

    bool begin(QPaintDevice* /*device*/) override { return true; }
    bool end() override {
        setGroup({});
        return true;
    }
    Type type() const override { return SVG; }
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}

    void updateState(const QPaintEngineState& now) override {
        QPainterPath path;
        if (now.state() & DirtyClipPath) {
            path = now.clipPath();
        } else if (now.state() & DirtyClipRegion) {
            path.addRegion(now.clipRegion());
        } else {
            return;
        }
        path = now.transform().map(path);
        if (now.clipOperation() == Qt::NoClip) {
            clip_.reset();
        } else if (now.clipOperation() == Qt::IntersectClip && clip_) {
            clip_ = clip_->intersected(path);
        } else {
            clip_ = path;
        }
    }

    void drawPath(const QPainterPath& path) override { add(path, state->brush()); }

    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
        QPainterPath path;
        path.addPolygon(QPolygonF(QList<QPointF>(points, points + count)));
        if (mode == PolylineMode) {
            add(path, Qt::NoBrush);
            return;
        }
        path.closeSubpath();
        path.setFillRule(mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
        drawPath(path);
    }

    void drawTextItem(const QPointF& at, const QTextItem& item) override {
        const QFont asked = item.font();
        const double size = asked.pixelSize() > 0
                                ? asked.pixelSize()
                                : asked.pointSizeF() * kUnitsPerInch / kPointsPerInch;
        QTextLayout layout(item.text(), asked);
        layout.beginLayout();
        const QTextLine line = layout.createLine();
        layout.endLayout();
        if (!line.isValid()) {
            return;
        }
        QByteArray glyphs;
        double scale = 1.0;  // the layout's pixels are those of some screen
        for (const QGlyphRun& run : layout.glyphRuns()) {
            const QList<quint32> indexes = run.glyphIndexes();
            const QList<QPointF> places = run.positions();
            scale = size / run.rawFont().pixelSize();
            for (qsizetype i = 0; i < indexes.size(); ++i) {
                const QByteArray id = outlineOf(run.rawFont(), indexes[i]);
                if (!id.isEmpty()) {
                    const double x = places[i].x() * scale / size * kUnitsPerEm;
                    glyphs += "<use xlink:href=\"#" + id + "\" x=\"" +
                              QByteArray::number(qRound(x)) + "\"/>";
                }
            }
        }
        QTransform to = state->transform();
        to.translate(at.x(), at.y());
        const QByteArray place = matrix(to);
        to.scale(size / kUnitsPerEm, size / kUnitsPerEm);
        add("<g" + colour("fill", state->pen().color(), state->opacity()) +
            " stroke=\"none\" aria-hidden=\"true\" " + matrix(to) + ">" + glyphs + "</g>\n<text " +
            place + " fill-opacity=\"0\" stroke=\"none\" xml:space=\"preserve\" font-family=\"" +
            QFontInfo(asked).family().toHtmlEscaped().toUtf8() +
            ", DejaVu Sans, Verdana, sans-serif\" font-size=\"" + number(size) +
            "\" font-weight=\"" + QByteArray::number(asked.weight()) + "\" font-style=\"" +
            (asked.italic() ? "italic" : "normal") + "\" textLength=\"" +
            number(line.naturalTextWidth() * scale) + "\" lengthAdjust=\"spacingAndGlyphs\">" +
            item.text().toHtmlEscaped().toUtf8() + "</text>\n");
    }

    QByteArray definitions() const {
        QByteArray text;
        for (const auto& [id, data] : outlines_) {
            text += "<path id=\"" + id + "\" d=\"" + data + "\"/>\n";
        }
        for (const auto& [id, data] : clips_) {
            text += "<clipPath id=\"" + id + "\"><path d=\"" + data + "\"/></clipPath>\n";
        }
        return text;
    }
    const QByteArray& body() const noexcept { return body_; }

private:
    using Shapes = std::map<QByteArray, QByteArray>;

    /// Ids are made of the shape: files with the same ones may be put into one page.
    static QByteArray idIn(Shapes& shapes, char kind, const QByteArray& data) {
        constexpr qsizetype kIdDigits = 10;
        const QByteArray hash = QCryptographicHash::hash(data, QCryptographicHash::Sha256);
        return shapes.try_emplace(kind + hash.toHex().left(kIdDigits), data).first->first;
    }

    /// The id of a glyph's outline; "" where it has no ink.
    QByteArray outlineOf(const QRawFont& font, quint32 glyph) {
        const QString name = QStringLiteral("%1/%2/%3").arg(font.familyName(), font.styleName());
        const auto [at, is_new] = glyphs_.try_emplace(name.arg(glyph));
        if (is_new) {
            QRawFont large = font;
            large.setPixelSize(kUnitsPerEm);
            const QPainterPath path = large.pathForGlyph(glyph);
            at->second =
                path.isEmpty() ? QByteArray() : idIn(outlines_, 'g', pathData(rounded(path)));
        }
        return at->second;
    }

    /// Ends the group of one clip and begins that of another; "" for none.
    void setGroup(const QByteArray& clip) {
        if (clip != group_) {
            body_ += group_.isEmpty() ? "" : "</g>\n";
            body_ += clip.isEmpty() ? "" : "<g clip-path=\"url(#" + clip + ")\">\n";
            group_ = clip;
        }
    }

    void add(const QByteArray& element) {
        setGroup(clip_ ? idIn(clips_, 'c', pathData(*clip_)) : QByteArray());
        body_ += element;
    }

    void add(const QPainterPath& path, const QBrush& brush) {
        const QTransform by = state->transform();
        const QByteArray rule =
            path.fillRule() == Qt::OddEvenFill ? " fill-rule=\"evenodd\"" : QByteArray();
        add("<path d=\"" + pathData(by.map(path)) + "\"" +
            (brush.style() == Qt::NoBrush
                 ? " fill=\"none\""
                 : colour("fill", brush.color(), state->opacity()) + rule) +
            strokeOf(state->pen(), state->opacity(), std::sqrt(std::abs(by.determinant()))) +
            "/>\n");
    }

    std::optional<QPainterPath> clip_;
    QByteArray group_;
    QByteArray body_;
    Shapes outlines_;
    Shapes clips_;
    std::map<QString, QByteArray> glyphs_;
};

SvgWriter::SvgWriter(const QSize& size) : size_(size), engine_(std::make_unique<Engine>()) {}
SvgWriter::~SvgWriter() = default;

QPaintEngine* SvgWriter::paintEngine() const {
    return engine_.get();
}

int SvgWriter::metric(PaintDeviceMetric metric) const {
    switch (metric) {
        case PdmWidth:
            return size_.width();
        case PdmHeight:
            return size_.height();
        case PdmWidthMM:
            return qRound(size_.width() * kMillimetresPerInch / kUnitsPerInch);
        case PdmHeightMM:
            return qRound(size_.height() * kMillimetresPerInch / kUnitsPerInch);
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY:
            return kUnitsPerInch;
        case PdmDevicePixelRatio:
            return 1;
        case PdmDevicePixelRatioScaled:
            return qRound(devicePixelRatioFScale());
        default:  // colours and depth: QPaintDevice's own answer to these is a warning
            return 0;
    }
}

QByteArray SvgWriter::file(const QString& title,
                           const QString& description,
                           const QString& creator) const {
    const QByteArray width = QByteArray::number(size_.width());
    const QByteArray height = QByteArray::number(size_.height());
    return "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<svg width=\"" + width +
           "\" height=\"" + height + "\" viewBox=\"0 0 " + width + ' ' + height +
           "\" xmlns=\"http://www.w3.org/2000/svg\" "
           "xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\">\n<title>" +
           title.toHtmlEscaped().toUtf8() + "</title>\n<desc>" +
           description.toHtmlEscaped().toUtf8() + "</desc>\n<!-- " + creator.toUtf8() +
           " -->\n<defs>\n" + engine_->definitions() + "</defs>\n" + engine_->body() + "</svg>\n";
}

}  // namespace throughline::ui
