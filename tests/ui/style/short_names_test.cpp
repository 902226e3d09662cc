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

// Goal: of two runs of one name the time is read, which alone tells which is which. Method: every
// width down to that of the time, and below it.
TEST(ShortNames, RunsOfOneNameKeepTheirTime) {
    const QStringList names{QStringLiteral("photos, 2 threads (27 Nov 20:57)"),
                            QStringLiteral("photos, 2 threads (27 Nov 20:56)"),
                            QStringLiteral("fio.json")};
    const QFontMetricsF metrics(QApplication::font());
    const double time = metrics.horizontalAdvance(QStringLiteral("…20:57)"));
    for (double width = metrics.horizontalAdvance(names[0]); width >= time / 2; width -= 3.0) {
        const QStringList shown = shortNames(names, metrics, width);
        EXPECT_NE(shown[0], shown[1]) << width;
        for (const QString& name : shown) {
            EXPECT_LE(metrics.horizontalAdvance(name), width) << name.toStdString();
        }
        if (width >= time) {
            EXPECT_TRUE(shown[0].endsWith(QStringLiteral("20:57)"))) << shown[0].toStdString();
            EXPECT_TRUE(shown[1].endsWith(QStringLiteral("20:56)"))) << shown[1].toStdString();
        }
    }
    const QStringList most = shortNames(names, metrics, metrics.horizontalAdvance(names[0]) - 2.0);
    EXPECT_TRUE(most[0].startsWith(QStringLiteral("photos, 2 ")))
        << "as little as must be is left out: " << most[0].toStdString();
}

// Goal: what tells apart stays wherever it stands: at the beginning, in the middle, at the end.
TEST(ShortNames, NamesThatDifferStayDifferent) {
    QStringList names;
    for (const char* data : {"photos", "flowers"}) {
        for (const char* threads : {"2", "4", "16"}) {
            for (const char* stage : {"full pipeline", "decode alone"}) {
                names << QStringLiteral("%1 of a whole year, %2 threads, cold cache · %3")
                             .arg(
                                 QLatin1String(data), QLatin1String(threads), QLatin1String(stage));
            }
        }
    }
    names << names.front();  // the same twice is the same
    const QFontMetricsF metrics(QApplication::font());
    for (const double width : {400.0, 300.0, 240.0, 200.0}) {
        const QStringList shown = shortNames(names, metrics, width);
        const QSet<QString> different(shown.begin(), shown.end());
        EXPECT_EQ(different.size(), names.size() - 1)
            << width << ": " << shown.join(u'|').toStdString();
        EXPECT_EQ(shown.front(), shown.back());
    }
}

// Goal: a way of one's own stays where it tells names apart.
TEST(ShortNames, OnlyWhatLooksAlikeIsShortenedOtherwise) {
    const QStringList names{
        QStringLiteral("photos, cold"), QStringLiteral("photos, warm"), QStringLiteral("flowers")};
    const QFontMetricsF metrics(QApplication::font());
    QStringList shown{QStringLiteral("photos"), QStringLiteral("photos"), QStringLiteral("fl")};
    keepApart(shown, names, metrics, std::vector<double>(3, 1000.0));
    EXPECT_EQ(shown, QStringList({names[0], names[1], QStringLiteral("fl")}));
}

}  // namespace
}  // namespace throughline::ui
