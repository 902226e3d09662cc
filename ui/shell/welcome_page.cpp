// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/welcome_page.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {
constexpr int kPadding = 16;
constexpr int kTileWidthInLines = 15;
constexpr int kTileWidthMinInLines = 8;  ///< three beside each other in the smallest window
}  // namespace

WelcomeTile::WelcomeTile(QString iconName,
                         const QString& title,
                         const QString& words,
                         QWidget* parent)
    : QAbstractButton(parent), icon_name_(std::move(iconName)), words_(words) {
    setText(title);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAccessibleDescription(words);
    QSizePolicy policy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void WelcomeTile::setWords(const QString& words) {
    words_ = words;
    setAccessibleDescription(words);
    updateGeometry();
    update();
}

/// Where title and words stand in a tile that is so wide; its height follows from them.
WelcomeTile::Parts WelcomeTile::partsAt(int width) const {
    const int line = fontMetrics().height();
    constexpr int kWrapped = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
    Parts parts;
    parts.title = text();
    parts.title.remove(u'&');
    parts.icon = QRect(kPadding, kPadding, 2 * line, 2 * line);
    QRect room(kPadding, parts.icon.bottom() + 1 + line / 2, width - 2 * kPadding, 100 * line);
    parts.title_box = QFontMetrics(headingFont()).boundingRect(room, kWrapped, parts.title);
    parts.title_box.setWidth(room.width());
    room.setTop(parts.title_box.bottom() + line / 3);
    parts.words_box = fontMetrics().boundingRect(room, kWrapped, words_);
    parts.words_box.setWidth(room.width());
    return parts;
}

int WelcomeTile::heightForWidth(int width) const {
    return partsAt(width).words_box.bottom() + 1 + kPadding;
}

QSize WelcomeTile::sizeHint() const {
    const int width = kTileWidthInLines * fontMetrics().height();
    return {width, heightForWidth(width)};
}

QSize WelcomeTile::minimumSizeHint() const {
    const int width = kTileWidthMinInLines * fontMetrics().height();
    return {width, kPadding};  // its height follows from its width
}

void WelcomeTile::paintEvent(QPaintEvent* /*event*/) {
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool chosen = isEnabled() && hasFocus();  // which Return takes; one at a time
    const bool pointed_at = isEnabled() && underMouse();
    painter.setPen(QPen(chosen ? theme.accent : theme.border, chosen ? 2 : 1));
    painter.setBrush(isDown()     ? theme.grid
                     : pointed_at ? mixedColour(theme.surface, theme.grid, 0.5)
                                  : theme.surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 10, 10);

    const Parts parts = partsAt(width());
    ui::icon(icon_name_, isEnabled() ? theme.accent : theme.axis).paint(&painter, parts.icon);
    painter.setFont(headingFont());
    painter.setPen(isEnabled() ? theme.text : theme.mutedText);
    painter.drawText(parts.title_box, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, parts.title);
    painter.setFont(font());
    painter.setPen(theme.mutedText);
    painter.drawText(parts.words_box, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, words_);
}

void WelcomeTile::enterEvent(QEnterEvent* event) {
    update();
    QAbstractButton::enterEvent(event);
}

void WelcomeTile::leaveEvent(QEvent* event) {
    update();
    QAbstractButton::leaveEvent(event);
}

void WelcomeTile::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        click();
        return;
    }
    QAbstractButton::keyPressEvent(event);
}

WelcomePage::WelcomePage(QWidget* parent) : QWidget(parent) {
    title_ = new QLabel(tr("What starves your GPU?"));
    title_->setAlignment(Qt::AlignCenter);
    words_ =
        new QLabel(tr("Throughline measures how many images per second this computer reads, "
                      "decodes and hands over – each stage alone, then all together."));
    words_->setWordWrap(true);
    words_->setAlignment(Qt::AlignCenter);
    problem_ = new QLabel;
    problem_->setWordWrap(true);
    problem_->setAlignment(Qt::AlignCenter);
    problem_->setVisible(false);
    problem_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    setInk(problem_, &Theme::error);

    demo_words_ =
        tr("Explore recordings of real measurements without measuring anything yourself. "
           "(Ctrl+Shift+D)");
    measure_ = new WelcomeTile(QStringLiteral("new-measurement"),
                               tr("&Measure this computer"),
                               tr("Choose a folder of images, or make a data set. The first result "
                                  "takes about a minute. (Ctrl+N)"));
    auto* open = new WelcomeTile(
        QStringLiteral("open"),
        tr("&Open a result"),
        tr("Results of fio, iostat, nvidia-smi, training logs and many other tools, or a "
           "Throughline record. You can also drop files and folders on this window. (Ctrl+O)"));
    demo_ = new WelcomeTile(QStringLiteral("explore"), tr("Look at the &demo"), demo_words_);
    measure_->setShortcut(QKeySequence(Qt::ALT | Qt::Key_M));
    connect(measure_, &QAbstractButton::clicked, this, &WelcomePage::measureAsked);
    connect(open, &QAbstractButton::clicked, this, &WelcomePage::openAsked);
    connect(demo_, &QAbstractButton::clicked, this, &WelcomePage::demoAsked);

    auto* tiles = new QHBoxLayout;
    tiles->setSpacing(16);
    tiles->addStretch(1);
    for (WelcomeTile* tile : {measure_, open, demo_}) {
        tile->setToolTip(tile->accessibleDescription());
        tiles->addWidget(tile);
    }
    tiles->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 24, 24, 24);
    layout->setSpacing(16);
    layout->addStretch(2);
    layout->addWidget(title_);
    layout->addWidget(words_);
    layout->addSpacing(8);
    layout->addLayout(tiles);
    layout->addWidget(problem_);
    layout->addStretch(3);
    refreshFonts();
}

void WelcomePage::setDemoObstacle(const QString& reason) {
    demo_->setEnabled(reason.isEmpty());
    demo_->setWords(reason.isEmpty() ? demo_words_ : reason);
    demo_->setToolTip(reason.isEmpty() ? demo_words_ : reason);
}

void WelcomePage::setEngineProblem(const QString& problem) {
    problem_->setText(problem);
    problem_->setVisible(!problem.isEmpty());
}

void WelcomePage::refreshFonts() {
    QFont font = titleFont();
    font.setPointSizeF(font.pointSizeF() * 1.2);
    title_->setFont(font);
}

void WelcomePage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::ApplicationFontChange) {
        refreshFonts();
    }
    QWidget::changeEvent(event);
}

}  // namespace throughline::ui
