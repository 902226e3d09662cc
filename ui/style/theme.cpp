// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/theme.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QPointer>

namespace throughline::ui {

namespace {

/// How long the start may wait for the desktop portal's answer.
constexpr int kPortalTimeoutMs = 100;

Theme& themeInUse() {
    static Theme theme = lightTheme();
    return theme;
}

}  // namespace

QColor mixedColour(const QColor& from, const QColor& towards, double share) {
    const auto part = [share](float a, float b) { return static_cast<float>(a + (b - a) * share); };
    return QColor::fromRgbF(part(from.redF(), towards.redF()),
                            part(from.greenF(), towards.greenF()),
                            part(from.blueF(), towards.blueF()));
}

Theme lightTheme() {
    return {.window = QColor(0xF3, 0xF4, 0xF6),
            .surface = QColor(0xFF, 0xFF, 0xFF),
            .border = QColor(0xD3, 0xD7, 0xDE),
            .text = QColor(0x1B, 0x20, 0x28),
            .mutedText = QColor(0x57, 0x60, 0x6E),
            .grid = QColor(0xE3, 0xE6, 0xEB),
            .axis = QColor(0x8A, 0x93, 0xA1),
            .accent = QColor(0x0B, 0x62, 0xA8),
            .accentText = QColor(0xFF, 0xFF, 0xFF),
            .busy = QColor(0x00, 0x72, 0xB2),
            .starved = QColor(0xE6, 0x9F, 0x00),
            .blocked = QColor(0xCC, 0x79, 0xA7),
            .good = QColor(0x00, 0x74, 0x54),
            .warning = QColor(0x8F, 0x58, 0x00),
            .error = QColor(0xB3, 0x26, 0x1E),
            .dark = false};
}

Theme darkTheme() {
    return {.window = QColor(0x16, 0x19, 0x1F),
            .surface = QColor(0x1F, 0x23, 0x2B),
            .border = QColor(0x39, 0x40, 0x4C),
            .text = QColor(0xEC, 0xEF, 0xF4),
            .mutedText = QColor(0xA6, 0xAF, 0xBD),
            .grid = QColor(0x2E, 0x34, 0x3E),
            .axis = QColor(0x76, 0x80, 0x8F),
            .accent = QColor(0x5A, 0xB0, 0xF2),
            .accentText = QColor(0x0B, 0x16, 0x20),
            .busy = QColor(0x4A, 0xA3, 0xDF),
            .starved = QColor(0xE6, 0x9F, 0x00),
            .blocked = QColor(0xCC, 0x79, 0xA7),
            .good = QColor(0x3C, 0xC4, 0x9A),
            .warning = QColor(0xF0, 0xB4, 0x4A),
            .error = QColor(0xF2, 0x8B, 0x82),
            .dark = true};
}

Theme printTheme() {
    Theme theme = lightTheme();
    theme.window = Qt::white;
    theme.text = Qt::black;
    theme.mutedText = QColor(0x40, 0x40, 0x40);
    theme.axis = QColor(0x60, 0x60, 0x60);
    return theme;
}

const Theme& currentTheme() {
    return themeInUse();
}

QPalette paletteOf(const Theme& theme) {
    QPalette palette;
    const QColor button = theme.dark ? QColor(0x2A, 0x2F, 0x39) : QColor(0xFA, 0xFB, 0xFC);
    palette.setColor(QPalette::Window, theme.window);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::Base, theme.surface);
    palette.setColor(QPalette::AlternateBase,
                     theme.dark ? QColor(0x24, 0x29, 0x32) : QColor(0xF7, 0xF8, 0xFA));
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::Button, button);
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::BrightText, theme.error);
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, theme.accentText);
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::LinkVisited, theme.accent);
    palette.setColor(QPalette::PlaceholderText, theme.mutedText);
    palette.setColor(QPalette::ToolTipBase, theme.surface);
    palette.setColor(QPalette::ToolTipText, theme.text);
    // Fusion draws frames and grooves from these; derived so that both themes have soft edges.
    palette.setColor(QPalette::Light, button.lighter(theme.dark ? 125 : 102));
    palette.setColor(QPalette::Midlight, button.lighter(theme.dark ? 110 : 101));
    palette.setColor(QPalette::Mid, theme.border);
    palette.setColor(QPalette::Dark, theme.dark ? theme.window.darker(120) : theme.axis);
    palette.setColor(QPalette::Shadow, theme.dark ? QColor(Qt::black) : theme.axis);
    QColor faded = theme.mutedText;
    faded.setAlphaF(0.65F);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, faded);
    }
    palette.setColor(QPalette::Disabled, QPalette::Highlight, theme.border);
    return palette;
}

bool systemPrefersDark() {
    // org.freedesktop.appearance color-scheme: 0 no preference, 1 dark, 2 light.
    // Source: XDG desktop portal, org.freedesktop.portal.Settings. Qt 6.4 does not ask it.
    QDBusMessage call =
        QDBusMessage::createMethodCall(QStringLiteral("org.freedesktop.portal.Desktop"),
                                       QStringLiteral("/org/freedesktop/portal/desktop"),
                                       QStringLiteral("org.freedesktop.portal.Settings"),
                                       QStringLiteral("Read"));
    call << QStringLiteral("org.freedesktop.appearance") << QStringLiteral("color-scheme");
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (bus.isConnected()) {
        const QDBusMessage reply = bus.call(call, QDBus::Block, kPortalTimeoutMs);
        if (reply.type() == QDBusMessage::ReplyMessage && !reply.arguments().isEmpty()) {
            QVariant value = reply.arguments().constFirst();
            while (value.canConvert<QDBusVariant>()) {  // Read() wraps the answer twice
                value = value.value<QDBusVariant>().variant();
            }
            if (value.toUInt() != 0) {
                return value.toUInt() == 1;
            }
        }
    }
    static const bool kPlatformIsDark =
        QApplication::palette().color(QPalette::Window).lightness() < 128;
    return kPlatformIsDark;
}

QString nameOf(ThemeChoice choice) {
    switch (choice) {
        case ThemeChoice::System:
            return QStringLiteral("system");
        case ThemeChoice::Light:
            return QStringLiteral("light");
        case ThemeChoice::Dark:
            return QStringLiteral("dark");
    }
    return {};
}

ThemeChoice themeChoiceOf(const QString& name) {
    if (name == QLatin1String("light")) {
        return ThemeChoice::Light;
    }
    return name == QLatin1String("dark") ? ThemeChoice::Dark : ThemeChoice::System;
}

ThemeNotifier* ThemeNotifier::instance() {
    static QPointer<ThemeNotifier> notifier;
    if (notifier.isNull()) {
        notifier = new ThemeNotifier(QCoreApplication::instance());
    }
    return notifier;
}

void applyTheme(ThemeChoice choice) {
    const bool dark =
        choice == ThemeChoice::Dark || (choice == ThemeChoice::System && systemPrefersDark());
    themeInUse() = dark ? darkTheme() : lightTheme();
    QApplication::setPalette(paletteOf(currentTheme()));
    Q_EMIT ThemeNotifier::instance()->themeChanged();
}

}  // namespace throughline::ui
