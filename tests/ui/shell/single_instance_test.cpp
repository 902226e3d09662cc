// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/single_instance.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <thread>

namespace throughline::ui {
namespace {

TEST(SingleInstance, OnlyOneClaimsALibrary) {
    const QTemporaryDir folder;
    const QTemporaryDir other;
    SingleInstance first(folder.path());
    SingleInstance second(folder.path());
    SingleInstance elsewhere(other.path());

    EXPECT_TRUE(first.claim());
    EXPECT_FALSE(second.claim());
    EXPECT_TRUE(elsewhere.claim());
}

TEST(SingleInstance, SecondStartHandsItsFilesOver) {
    const QTemporaryDir folder;
    SingleInstance first(folder.path());
    ASSERT_TRUE(first.claim());
    QSignalSpy started(&first, &SingleInstance::started);
    bool handed = false;

    std::jthread second([&] {  // as another process would: it waits for the answer
        const SingleInstance late(folder.path());
        handed = late.handOver({{QStringLiteral("a.tlrun")}, true});
    });
    ASSERT_TRUE(started.wait(10'000));
    second.join();

    EXPECT_TRUE(handed);
    EXPECT_EQ(started[0][0].value<StartRequest>(),
              (StartRequest{{QDir::current().absoluteFilePath(QStringLiteral("a.tlrun"))}, true}));
}

TEST(SingleInstance, NobodyThereIsSaid) {
    const QTemporaryDir folder;
    const SingleInstance late(folder.path());
    EXPECT_FALSE(late.handOver({}));
}

TEST(SingleInstance, FolderIsFreeAgainAfterwards) {
    const QTemporaryDir folder;
    {
        EXPECT_TRUE(SingleInstance(folder.path()).claim());
    }
    EXPECT_TRUE(SingleInstance(folder.path()).claim());
}

}  // namespace
}  // namespace throughline::ui
