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
#include "ui/style/widgets.h"

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

TEST(Dialogs, AreAsWideAsTheirTitle) {
    QDialog dialog;
    dialog.setWindowTitle(QStringLiteral("A title that is far longer than what it asks for"));
    fitTitle(&dialog);
    EXPECT_GT(dialog.minimumWidth(),
              QFontMetrics(dialog.font()).horizontalAdvance(dialog.windowTitle()));
}

TEST(Theme, NamesGoThereAndBack) {
    for (const ThemeChoice choice : {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark}) {
        EXPECT_EQ(themeChoiceOf(nameOf(choice)), choice);
    }
}

TEST(RunColours, EachColourWithEachMarkerIsASlot) {
    std::set<std::pair<QRgb, MarkerShape>> looks;
    for (int slot = 0; slot < kRunColourCount * kMarkerShapeCount; ++slot) {
        looks.emplace(runColour(slot).rgb(), runMarker(slot));
    }
    EXPECT_EQ(looks.size(), 88U);
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

TEST(RunColours, TintsOfAColourDifferAndStandOut) {
    for (const bool on_dark : {false, true}) {
        const QColor ground = (on_dark ? darkTheme() : lightTheme()).surface;
        for (int slot = 0; slot < 2 * kRunColourCount; ++slot) {
            for (const bool muted : {false, true}) {
                std::set<QRgb> tints;
                for (int tint = 0; tint < kTintCount; ++tint) {
                    const QColor colour = curveColour(slot, tint, muted, on_dark);
                    tints.insert(colour.rgb());
                    EXPECT_GE(contrast(colour, ground), 1.3) << slot << ", tint " << tint;
                }
                EXPECT_EQ(tints.size(), static_cast<std::size_t>(kTintCount)) << slot;
            }
        }
    }
}

// Goal: a study keeps its colour while others come and go beside it. Method: the settings are read
// again in between, as after a restart.
TEST(RunColours, AStudyKeepsItsSlotForAsLongAsItIsPlotted) {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("settings.ini"));
    const QString a = QStringLiteral("a");
    const QString b = QStringLiteral("b");
    const QString c = QStringLiteral("c");
    {
        QSettings settings(file, QSettings::IniFormat);
        RunColours(&settings).keep({a, b});
    }
    QSettings settings(file, QSettings::IniFormat);
    RunColours colours(&settings);
    EXPECT_EQ(colours.slotsOf({b, a}), std::vector({1, 0}));
    EXPECT_EQ(colours.slotsOf({c, QStringLiteral("d")}), std::vector({2, 3})) << "if they were";
    EXPECT_EQ(colours.slotOf(c), 2) << "asking plots nothing";

    colours.keep({b});
    EXPECT_EQ(colours.slotOf(b), 1);
    colours.keep({b, c});
    EXPECT_EQ(colours.slotOf(c), 0) << "the first that is free again";

    colours.keep({});
    colours.keep({c, b, a});
    EXPECT_EQ(colours.slotsOf({c, b, a}), std::vector({0, 1, 2})) << "as before Clear and Undo";
}

}  // namespace
}  // namespace throughline::ui
