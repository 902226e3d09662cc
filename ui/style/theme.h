// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QObject>
#include <QPalette>
#include <QString>
#include <cstdint>

namespace throughline::ui {

/// What the user chose; System follows the desktop.
enum class ThemeChoice : std::uint8_t { System, Light, Dark };

/// The colours of everything that we paint ourselves. Text on window or surface reaches a contrast
/// of 4.5 : 1, mutedText too; grid is decoration only.
struct Theme {
    QColor window;      ///< behind everything
    QColor surface;     ///< cards, tables, the plot area
    QColor border;      ///< around surfaces
    QColor text;        ///< main text
    QColor mutedText;   ///< captions, units, ticks
    QColor grid;        ///< grid lines of charts
    QColor axis;        ///< axis lines
    QColor accent;      ///< selection, links, progress
    QColor accentText;  ///< on accent
    QColor busy;        ///< a stage at work
    QColor starved;     ///< a stage with nothing to take
    QColor blocked;     ///< a stage with nowhere to put
    QColor good;
    QColor warning;
    QColor error;
    bool dark = false;
};

/// The colour on the way from one to another: at 0 the one, at 1 the other.
QColor mixedColour(const QColor& from, const QColor& towards, double share);

Theme lightTheme();
Theme darkTheme();
/// For paper and exported files, whatever the screen shows: white ground, black text.
Theme printTheme();

/// What the application shows now. Light before anything was applied.
const Theme& currentTheme();

/// The palette of the widgets of a theme.
QPalette paletteOf(const Theme& theme);

/// True when the desktop asks for dark windows: the portal's color-scheme, else the lightness of
/// the palette that the platform gave. Blocks: up to 100 ms on D-Bus; asked once at the start.
bool systemPrefersDark();

/// "system", "light", "dark": as stored and as typed after --theme.
QString nameOf(ThemeChoice choice);
ThemeChoice themeChoiceOf(const QString& name);

/// Tells when currentTheme() changed. Widgets may as well wait for QEvent::PaletteChange.
/// Thread: GUI.
class ThemeNotifier : public QObject {
    Q_OBJECT
public:
    /// Lives as long as the application object.
    static ThemeNotifier* instance();

Q_SIGNALS:
    void themeChanged();

private:
    using QObject::QObject;
};

/// Sets palette and currentTheme() of the application and tells the notifier.
void applyTheme(ThemeChoice choice);

}  // namespace throughline::ui
