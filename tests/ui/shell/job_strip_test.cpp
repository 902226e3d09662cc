// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/job_strip.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QLabel>
#include <algorithm>

namespace throughline::ui {
namespace {

// Goal: what became of a pause stands beside its button.
TEST(JobStrip, SaysThatItWaitsToPauseAndThatItPauses) {
    QAction pause;
    QAction stop;
    JobStrip strip(&pause, &stop);
    strip.show();
    const auto* said = strip.findChild<QLabel*>(QStringLiteral("pausing"));
    LiveSnapshot snapshot;
    snapshot.run = 2;
    snapshot.runs = 3;
    snapshot.phase = "measured";
    strip.setSnapshot(&snapshot);
    EXPECT_FALSE(said->isVisible());

    snapshot.paused = true;
    strip.setSnapshot(&snapshot);
    EXPECT_TRUE(said->isVisible());
    EXPECT_EQ(said->text().toStdString(), "Will pause after run 2.");

    snapshot.run = 3;
    snapshot.phase = "paused";
    strip.setSnapshot(&snapshot);
    snapshot.imagesPerSecondLast10 = 341.0;  // of the run that has ended
    strip.setSnapshot(&snapshot);
    EXPECT_EQ(said->text().toStdString(), "Paused.");
    const auto labels = strip.findChildren<QLabel*>();
    EXPECT_TRUE(std::none_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->text().contains(QStringLiteral("images/s"));
    }));
    strip.setSnapshot(nullptr);
    EXPECT_FALSE(said->isVisible());
}

// Goal: what is played until it is stopped has no time left and no share that is done.
TEST(JobStrip, SaysNothingOfTheEndOfWhatHasNone) {
    QAction pause;
    QAction stop;
    JobStrip strip(&pause, &stop);
    LiveSnapshot snapshot;
    snapshot.phase = "measured";
    snapshot.secondsLeft = 3599.0;
    for (const bool endless : {false, true, false}) {
        strip.setEndless(endless);
        strip.setSnapshot(&snapshot);
        EXPECT_EQ(strip.findChild<QProgressBar*>()->isVisible(), !endless);
        const auto labels = strip.findChildren<QLabel*>();
        EXPECT_EQ(std::ranges::any_of(labels,
                                      [](const QLabel* label) {
                                          return label->isVisible() &&
                                                 label->text().contains(QStringLiteral("left"));
                                      }),
                  !endless);
    }
}

}  // namespace
}  // namespace throughline::ui
