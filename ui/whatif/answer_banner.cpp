// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/answer_banner.h"

#include <QApplication>
#include <QEvent>
#include <QGridLayout>
#include <QPainter>
#include <array>

#include "engine/whatif/headline.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"
#include "ui/style/ui_scale.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"
#include "ui/whatif/answer_table_model.h"
#include "ui/whatif/assumed_text.h"
#include "ui/whatif/quantity_text.h"
#include "ui/whatif/words.h"

namespace throughline::ui {

namespace {

/// Of the rate over the application's font: 32 pixels where that has 13.
constexpr double kRateScale = 2.5;
/// What is left over is shared by these, so that the captions have room.
constexpr std::array kStretch{0, 10, 9, 7, 8};

QString capital(const QString& text) {
    return text.left(1).toUpper() + text.mid(1);
}

}  // namespace

WrappedLine::WrappedLine(QWidget* parent) : QLabel(parent) {
    setWordWrap(true);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void WrappedLine::setLine(const QString& text) {
    line_ = text;
    setText(QString(text).replace(QChar(0x2026), QStringLiteral("\u2060\u2026\u2060")));
}

QSize WrappedLine::sizeHint() const {
    return {fontMetrics().horizontalAdvance(text()) + 2,  // italics lean out
            fontMetrics().height()};
}

QSize WrappedLine::minimumSizeHint() const {
    return {0, fontMetrics().height()};
}

AnswerBanner::AnswerBanner(ScenarioDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      foot_(new ElidedLine),
      assumed_(new ElidedLine),
      source_(new ElidedLine) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(12, 2, 12, 2);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(0);
    for (int i = 0; i < TileCount; ++i) {
        Figure& tile = tiles_[i];
        tile.figure = i == Rate ? new QLabel : new WrappedLine;
        tile.figure->setAlignment(Qt::AlignLeft | Qt::AlignBottom);
        tile.caption = new WrappedLine;
        tile.caption->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        setInk(tile.caption, &Theme::mutedText);
        grid->addWidget(tile.figure, 0, i);
        grid->addWidget(tile.caption, 1, i);
        grid->setColumnStretch(i, kStretch.at(static_cast<std::size_t>(i)));
    }
    int row = 2;
    for (ElidedLine* line : {assumed_, foot_, source_}) {
        grid->addWidget(line, row++, 0, 1, TileCount);
        setInk(line, line == assumed_ ? &Theme::text : &Theme::mutedText);
    }
    setAccessibleName(tr("Predicted answer for the chosen scenario"));
    setFonts();
    connect(document_, &ScenarioDocument::changed, this, &AnswerBanner::refresh);
    connect(document_, &ScenarioDocument::chosenChanged, this, &AnswerBanner::refresh);
    refresh();
}

double AnswerBanner::rateScale() const {
    const double enlarged = uiScale();
    return enlarged > 1.0 ? std::max(scale_, 1.0 / enlarged) : scale_;
}

void AnswerBanner::setFonts() {
    constexpr double kSmallCaptions = 0.8;  // of a scale below that
    QFont large = titleFont();
    large.setPointSizeF(QApplication::font().pointSizeF() * kRateScale);
    for (int i = 0; i < TileCount; ++i) {
        QFont font = i == Rate ? large : titleFont();
        font.setItalic(true);  // predicted
        font.setPointSizeF(font.pointSizeF() * (i == Rate ? rateScale() : scale_));
        tiles_[i].figure->setFont(font);
        tiles_[i].caption->setFont(scale_ < kSmallCaptions ? smallFont() : QApplication::font());
    }
    assumed_->setFont(smallFont());
    foot_->setFont(smallFont());
    source_->setFont(smallFont());
}

QSize AnswerBanner::minimumSizeHint() const {
    constexpr int kChars = 70;
    return {fontMetrics().averageCharWidth() * kChars, QWidget::minimumSizeHint().height()};
}

void AnswerBanner::fit() {
    struct Attempt {
        double scale;
        double caption;  ///< how much of a caption has to fit into a line
    };
    constexpr std::array kAttempts{Attempt{1.0, 1.0},
                                   Attempt{0.85, 1.0},
                                   Attempt{0.7, 1.0},
                                   Attempt{0.7, 0.6},
                                   Attempt{0.6, 1.0},
                                   Attempt{0.6, 0.6}};
    auto* grid = static_cast<QGridLayout*>(layout());
    const QMargins margins = grid->contentsMargins();
    for (const Attempt& attempt : kAttempts) {
        scale_ = attempt.scale;
        setFonts();
        int wanted = margins.left() + margins.right() + grid->horizontalSpacing() * TileCount;
        std::array<int, TileCount> widths{};
        for (int i = 0; i < TileCount; ++i) {
            const Figure& tile = tiles_[i];
            const int caption = tile.caption->fontMetrics().horizontalAdvance(tile.caption->text());
            widths[i] = std::max(tile.figure->fontMetrics().horizontalAdvance(tile.figure->text()),
                                 static_cast<int>(caption * attempt.caption)) +
                        2;  // italics lean out
            wanted += widths[i];
        }
        const bool fits = wanted <= width();
        for (int i = 0; i < TileCount; ++i) {
            grid->setColumnMinimumWidth(i, fits ? widths[i] : 0);
        }
        if (fits) {
            return;
        }
    }
}

void AnswerBanner::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void AnswerBanner::setSource(const QString& text) {
    source_->setText(text);
    source_->setHidden(text.isEmpty());
}

void AnswerBanner::setWhole(bool whole) {
    for (ElidedLine* line : {assumed_, foot_, source_}) {
        line->setWhole(whole);
    }
}

void AnswerBanner::say(Tile tile, const QString& figure, const QString& caption) {
    tiles_[tile].figure->setText(figure);
    tiles_[tile].figure->setToolTip(figure);
    tiles_[tile].caption->setLine(caption);
}

QString AnswerBanner::text() const {
    QStringList parts;
    for (const Figure& tile : tiles_) {
        parts << (tile.figure->text() + u' ' + tile.caption->line()).trimmed();
    }
    return parts.join(QStringLiteral("; "));
}

QString AnswerBanner::gradeText(const whatif::Answer& answer) const {
    return tr("Grade %1: %2.")
        .arg(QLatin1String(name_of(answer.graded.grade)),
             QString::fromStdString(answer.grade_reason));
}

QString AnswerBanner::againstWhat() const {
    constexpr int kNameCharsMax = 26;  // the whole stands in the tooltip
    const QString name = baseName(*document_);
    tiles_[Against].caption->setToolTip(name);
    const int room = fontMetrics().averageCharWidth() * kNameCharsMax;
    return name.isEmpty()
               ? tr("against now")
               : tr("against now: %1").arg(fontMetrics().elidedText(name, Qt::ElideMiddle, room));
}

void AnswerBanner::showAnswer(const whatif::Answer& answer, const whatif::Headline& said) {
    const auto reason = [](const whatif::Told& told) {
        return capital(QString::fromStdString(told.absent));
    };
    const auto grade = QLatin1String(name_of(answer.graded.grade));
    say(Rate,
        said.images_per_s.value
            ? tr("≈ %1 images/s").arg(predictedText(*said.images_per_s.value, answer.graded.grade))
            : tr("no limit"),
        answer.interval ? tr("90 % interval %1 · grade %2")
                              .arg(intervalText(*answer.interval, answer.graded.grade), grade)
                        : reason(said.images_per_s));
    const auto& limit = answer.prediction.bottleneck;
    say(LimitedBy, limit ? limitTitle(*limit) : kDash, limit ? tr("limits") : tr("nothing limits"));
    say(GpusWait,
        said.gpu_idle_pct.value ? tr("%1 %").arg(figureText(*said.gpu_idle_pct.value, 2)) : kDash,
        said.gpu_idle_pct.value ? tr("the GPUs wait") : reason(said.gpu_idle_pct));
    const auto& against = said.against_base_pct;
    say(Against,
        against.value ? differenceText(*against.value, whatif::digits_of(answer.graded.grade))
                      : kDash,
        against.value ? againstWhat() : reason(against));
    say(Price,
        said.usd_per_hour.value ? moneyText(*said.usd_per_hour.value) : kDash,
        !said.usd_per_hour.value  ? reason(said.usd_per_hour)
        : said.storage_price_only ? tr("storage, per hour")
                                  : tr("per hour"));
    const QString assumed = assumedText(answer);
    assumed_->setText(answer.with_credits
                          ? assumed + u' ' +
                                tr("“Hours of reading” under All inputs counts the credits in.")
                          : assumed);
    foot_->setText(outside_
                       ? tr("Predicted by the model, not measured. Hatched, because the model "
                            "is asked beyond what was measured. %1")
                             .arg(gradeText(answer))
                       : tr("Predicted by the model, not measured. %1").arg(gradeText(answer)));
}

void AnswerBanner::refresh() {
    const int column = document_->chosen();
    const auto& answers = document_->answers().answers;
    outside_ = false;
    if (!document_->isAnswered(column)) {
        for (int i = 0; i < TileCount; ++i) {
            say(static_cast<Tile>(i), i == Rate ? tr("no answer") : QString(), QString());
        }
        foot_->setText(document_->problemOf(column));
        assumed_->clear();
    } else {
        const auto& answer = answers[static_cast<std::size_t>(column)];
        outside_ = answer.graded.cause == model::GradeCause::OutsideMeasured ||
                   answer.graded.cause == model::GradeCause::NotMeasured;
        showAnswer(answer, whatif::headline(answer, answers.front()));
    }
    fit();
    tiles_[Rate].figure->setToolTip(
        outside_ ? tr("Hatched: the model is asked beyond what was measured") : QString());
    update();
}

void AnswerBanner::paintEvent(QPaintEvent* event) {
    QWidget::paintEvent(event);
    QPainter painter(this);
    painter.fillRect(rect(), currentTheme().surface);
    if (outside_) {
        QColor colour = currentTheme().warning;
        colour.setAlphaF(0.35F);
        painter.fillRect(tiles_[Rate].figure->geometry(), QBrush(colour, Qt::BDiagPattern));
    }
}

void AnswerBanner::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange) {
        setFonts();
    }
    QWidget::changeEvent(event);
}

}  // namespace throughline::ui
