// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QApplication>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <cmath>
#include <cstdlib>
#include <set>

#include "ui/style/run_colours.h"
#include "ui/style/theme.h"

namespace throughline::ui {
namespace {

/// Relative luminance and contrast as WCAG 2.1 defines them.
double luminance(const QColor& colour) {
    const auto channel = [](double value) {
        return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(colour.redF()) + 0.7152 * channel(colour.greenF()) +
           0.0722 * channel(colour.blueF());
}
double contrast(const QColor& a, const QColor& b) {
    const double high = std::max(luminance(a), luminance(b));
    const double low = std::min(luminance(a), luminance(b));
    return (high + 0.05) / (low + 0.05);
}

TEST(Theme, TextCanBeReadOnEveryGround) {
    for (const Theme& theme : {lightTheme(), darkTheme(), printTheme()}) {
        for (const QColor& ground : {theme.window, theme.surface}) {
            EXPECT_GE(contrast(theme.text, ground), 7.0);
            for (const QColor& ink :
                 {theme.mutedText, theme.accent, theme.good, theme.warning, theme.error}) {
                EXPECT_GE(contrast(ink, ground), 4.5)
                    << ink.name().toStdString() << " on " << ground.name().toStdString();
            }
        }
        EXPECT_GE(contrast(theme.accentText, theme.accent), 4.5);
    }
}

TEST(Theme, ChangeIsToldAndReachesThePalette) {
    QSignalSpy spy(ThemeNotifier::instance(), &ThemeNotifier::themeChanged);

    applyTheme(ThemeChoice::Dark);

    EXPECT_EQ(spy.count(), 1);
    EXPECT_TRUE(currentTheme().dark);
    EXPECT_EQ(QApplication::palette().color(QPalette::Window), darkTheme().window);
    applyTheme(ThemeChoice::Light);
    EXPECT_FALSE(currentTheme().dark);
}

TEST(Theme, NamesGoThereAndBack) {
    for (const ThemeChoice choice : {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark}) {
        EXPECT_EQ(themeChoiceOf(nameOf(choice)), choice);
    }
}

TEST(RunColours, FiftySixSlotsLookDifferent) {
    std::set<std::pair<QRgb, MarkerShape>> looks;
    for (int slot = 0; slot < kRunColourCount * kMarkerShapeCount; ++slot) {
        looks.emplace(runColour(slot).rgb(), runMarker(slot));
    }
    EXPECT_EQ(looks.size(), 56U);
}

TEST(RunColours, StandOutFromBothGrounds) {
    for (int slot = 0; slot < 2 * kRunColourCount; ++slot) {
        EXPECT_GE(contrast(runColour(slot, true), darkTheme().surface), 3.0) << slot;
    }
}

TEST(RunColours, MarkersAreFilledInTheirMiddle) {
    for (int slot = 0; slot < kMarkerShapeCount; ++slot) {
        EXPECT_TRUE(markerPath(runMarker(slot), 10.0).contains(QPointF(0.0, 0.0))) << slot;
    }
}

// Goal: twelve runs over each other, as lines without markers, can be told apart.
TEST(RunColours, SixteenSlotsDifferInColourAlone) {
    for (const bool on_dark : {false, true}) {
        for (int a = 0; a < 2 * kRunColourCount; ++a) {
            for (int b = 0; b < a; ++b) {
                const QColor one = runColour(a, on_dark);
                const QColor other = runColour(b, on_dark);
                const int apart = std::abs(one.red() - other.red()) +
                                  std::abs(one.green() - other.green()) +
                                  std::abs(one.blue() - other.blue());
                EXPECT_GE(apart, 36) << a << " and " << b << (on_dark ? ", dark" : ", light");
            }
        }
    }
}

TEST(RunColours, StudyKeepsItsSlotForLife) {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("settings.ini"));
    int first = 0;
    int second = 0;
    {
        QSettings settings(file, QSettings::IniFormat);
        RunColours colours(&settings);
        first = colours.slotOf(QStringLiteral("a"));
        second = colours.slotOf(QStringLiteral("b"));
    }

    QSettings settings(file, QSettings::IniFormat);
    RunColours colours(&settings);

    EXPECT_NE(first, second);
    EXPECT_EQ(colours.slotOf(QStringLiteral("b")), second);
    EXPECT_EQ(colours.slotOf(QStringLiteral("a")), first);
}

}  // namespace
}  // namespace throughline::ui
