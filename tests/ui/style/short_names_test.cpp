// SPDX-License-Identifier: GPL-3.0-or-later
// What is left of names where there is little room.
#include "ui/style/short_names.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QSet>

namespace throughline::ui {
namespace {

QString cutTo(const QStringList& names, qsizetype which, double share) {
    const QFontMetricsF metrics(QApplication::font());
    const QString& name = names[which];
    const double width = metrics.horizontalAdvance(name) * share;
    const QString cut =
        shortName(name, sharedBeginnings(names)[static_cast<std::size_t>(which)], metrics, width);
    EXPECT_LE(metrics.horizontalAdvance(cut), width);
    return cut;
}

TEST(ShortNames, TheCommonPartIsCutAndNotTheNumber) {
    const QStringList names{QStringLiteral("photos, 2 threads"),
                            QStringLiteral("photos, 1–4 threads"),
                            QStringLiteral("photos, 1–2 threads")};
    EXPECT_EQ(cutTo(names, 1, 1.01), names[1]);
    for (const double share : {0.9, 0.8, 0.7}) {
        EXPECT_TRUE(cutTo(names, 1, share).endsWith(QStringLiteral("…1–4 threads")));
        EXPECT_TRUE(cutTo(names, 0, share).endsWith(QStringLiteral("…2 threads")));
    }
    EXPECT_TRUE(cutTo(names, 1, 0.4).startsWith(QStringLiteral("…1–4")));
}

TEST(ShortNames, NamesOfFilesKeepTheirNumber) {
    QStringList names;
    for (const char* name : {"gp3-alpha-0987.json", "gp3-alpha-0972.json", "nvme-beta-0971.json"}) {
        names << QLatin1String(name);
    }
    EXPECT_EQ(sharedBeginnings(names), (std::vector<int>{10, 10, 0}));
    EXPECT_TRUE(cutTo(names, 0, 0.8).endsWith(QStringLiteral("…0987.json")));
}

// Goal: a list of titles is read by how they begin, though they begin alike. Method: titles of
// published studies in a narrow list.
TEST(ShortNames, LongTitlesKeepTheirBeginning) {
    const QStringList names{
        QStringLiteral("Lambda deep learning performance of current GPUs"),
        QStringLiteral("Lambda deep learning benchmarks with and without network storage"),
        QStringLiteral("Lambda TensorFlow benchmarks, and what XLA changes in them")};
    for (const qsizetype which : {0, 1, 2}) {
        const QString cut = cutTo(names, which, 0.5);
        EXPECT_TRUE(cut.startsWith(QStringLiteral("Lam"))) << cut.toStdString();
    }
    EXPECT_TRUE(cutTo(names, 2, 0.5).startsWith(QStringLiteral("Lambda TensorFlow")));
    EXPECT_NE(cutTo(names, 0, 0.45), cutTo(names, 1, 0.34)) << "what differs is seen";
    EXPECT_TRUE(cutTo(names, 0, 0.45).contains(QStringLiteral("…per")))
        << cutTo(names, 0, 0.45).toStdString();
}

// Goal: names that share nothing, or everything, are known by their beginning.
TEST(ShortNames, OthersLoseTheirEnd) {
    const QStringList names{QStringLiteral("one name of many words"),
                            QStringLiteral("another name of many words"),
                            QStringLiteral("one name of many words")};
    EXPECT_EQ(sharedBeginnings(names), (std::vector<int>{0, 0, 0}));
    const QString cut = cutTo(names, 0, 0.6);
    EXPECT_TRUE(cut.startsWith(QStringLiteral("one name")) && cut.endsWith(u'…'))
        << cut.toStdString();
}

// Goal: a list of thousand names is drawn without delay, and no two look the same.
TEST(ShortNames, OfThousandNamesNoTwoLookTheSame) {
    QStringList names;
    for (int i = 0; i < 1000; ++i) {
        names << QStringLiteral("photos on the disk of the server, emulated, run %1").arg(i);
    }
    const std::vector<int> shared = sharedBeginnings(names);
    const QFontMetricsF metrics(QApplication::font());
    QSet<QString> cut;
    for (qsizetype i = 0; i < names.size(); ++i) {
        cut << shortName(names[i], shared[static_cast<std::size_t>(i)], metrics, 120.0);
    }
    EXPECT_EQ(cut.size(), names.size());
}

}  // namespace
}  // namespace throughline::ui
