// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/pipeline_view.h"

#include <gtest/gtest.h>

#include <QImage>
#include <QLabel>
#include <algorithm>
#include <limits>

#include "tests/ui/kept_picture.h"
#include "ui/measure/live_panel.h"
#include "ui/style/theme.h"

namespace throughline::ui {
namespace {

const metrics::MetricValues kValues = {{"stage_busy{stage=storage}", 100.0},
                                       {"stage_starved{stage=storage}", 0.0},
                                       {"stage_blocked{stage=storage}", 0.0},
                                       {"stage_busy{stage=decode}", 25.0},
                                       {"stage_starved{stage=decode}", 75.0},
                                       {"stage_blocked{stage=decode}", 0.0},
                                       {"queue_fill{queue=encoded}", 40.0}};

/// Pixels of exactly this colour.
int pixelsOf(const QImage& image, const QColor& colour) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            count += image.pixel(x, y) == colour.rgb() ? 1 : 0;
        }
    }
    return count;
}

TEST(PipelineView, BarsShowTheShares) {
    PipelineView view;
    view.resize(900, view.sizeHint().height());

    view.setMetrics(kValues);

    const QImage image = view.grab().toImage();
    const double busy = pixelsOf(image, currentTheme().busy);
    const double starved = pixelsOf(image, currentTheme().starved);
    // 125 % of a bar is busy, 75 % starved; figures in the bars and the legend take a little.
    EXPECT_NEAR(busy / starved, 125.0 / 75.0, 0.25);
}

TEST(PipelineView, QueuesShowHowFullTheyAre) {
    PipelineView view;
    view.resize(900, view.sizeHint().height());
    view.setMetrics(kValues);
    const int part = pixelsOf(view.grab().toImage(), currentTheme().axis);

    auto full = kValues;
    full["queue_fill{queue=encoded}"] = 80.0;
    view.setMetrics(full);

    EXPECT_GT(pixelsOf(view.grab().toImage(), currentTheme().axis), part + part / 2);
}

// Goal: what a network mount delivers stands at the stage that reads it. Method: two mounts, of
// which one tells no await.
TEST(PipelineView, StorageSaysWhatTheMountsOwnCountersTell) {
    PipelineView view;
    view.resize(900, view.sizeHint().height());
    view.setMetrics(kValues);
    const QImage without = view.grab().toImage();
    EXPECT_FALSE(view.accessibleDescription().contains(QStringLiteral("mount")));

    auto values = kValues;
    values["mount_read_bytes_per_second{mount=/data}"] = 300e6;
    values["mount_read_bytes_per_second{mount=/more}"] = 200e6;
    values["mount_reads_per_second{mount=/data}"] = 4000.0;
    values["mount_read_await{mount=/data}"] = 0.002;
    view.setMetrics(values);

    EXPECT_TRUE(view.accessibleDescription().contains(QStringLiteral("mount: 500 MB/s, 4.00 k")))
        << view.accessibleDescription().toStdString();
    EXPECT_NE(view.grab().toImage(), without);
}

// Goal: who watches a run sees that the store throttles it, and when it still is held back.
TEST(PipelineView, StorageSaysWhetherTheStoreThrottles) {
    PipelineView view;
    view.resize(900, view.sizeHint().height());
    auto values = kValues;
    const auto expect = [&](const char* words) {
        view.setMetrics(values);
        EXPECT_TRUE(view.accessibleDescription().contains(QLatin1String(words)))
            << view.accessibleDescription().toStdString();
    };
    values["http_requests_per_second"] = 308.0;
    values["http_throttled_share"] = 0.0;
    values["http_requests_waiting"] = 0.0;
    expect("308 requests/s");
    values["http_requests_per_second"] = 0.4;
    expect("0.4");
    values["http_requests_held_back"] = 12.0;  // by faults that are no refusals
    expect("0.4");
    values["http_requests_waiting"] = 12.0;
    expect("held back");
    values["http_throttled_share"] = 2.6;
    expect("throttled: 2.6");
}

TEST(PipelineView, SaysTheSameToAScreenReader) {
    PipelineView view;

    view.setMetrics(kValues);

    const QString words = view.accessibleDescription();
    EXPECT_TRUE(words.contains(QStringLiteral("Decode: busy 25 %, starved 75 %, blocked 0 %")))
        << words.toStdString();
    EXPECT_TRUE(words.contains(QStringLiteral("Consumer: not part of this run")));
    EXPECT_TRUE(words.contains(QStringLiteral("queue encoded: 40 % full")));
    view.setMetrics({});  // paused: no stage is said to be left out
    EXPECT_TRUE(view.accessibleDescription().contains(QStringLiteral("Consumer: –")));
}

TEST(PipelineView, GpuThatDecodesAndExchangesGradientsSaysSo) {
    PipelineView view;
    metrics::MetricValues values;
    values["gpu_busy{gpu=0}"] = 60.0;
    values["gpu_busy{gpu=1}"] = 40.0;
    values["gpu_decoding{gpu=0}"] = 30.0;
    values["gpu_decoding{gpu=1}"] = 20.0;
    values["gpu_all_reduce{gpu=0}"] = 10.0;
    values["gpu_all_reduce{gpu=1}"] = 12.0;
    view.setMetrics(values);
    EXPECT_TRUE(view.accessibleDescription().contains(
        QStringLiteral("GPU: computing 50 %, idle 50 %, decoding 25 %, exchanging gradients 11 %")))
        << view.accessibleDescription().toStdString();
}

// Goal: what the exchange of gradients takes is seen beside what the stages take; without nodes
// that exchange there is no such stage.
TEST(PipelineView, TheNetworkIsAStageWhereNodesExchangeGradients) {
    PipelineView view;
    view.resize(1000, view.sizeHint().height());
    view.setMetrics(kValues);
    EXPECT_FALSE(view.accessibleDescription().contains(QStringLiteral("Network")));
    const int without = pixelsOf(view.grab().toImage(), currentTheme().busy);
    auto values = kValues;
    values["step_exchange"] = 60.0;
    values["step_wait"] = 5.0;
    view.setMetrics(values);
    EXPECT_TRUE(view.accessibleDescription().contains(
        QStringLiteral("Network: exchanging gradients 60 %, waiting for the slowest node 5 %")))
        << view.accessibleDescription().toStdString();
    EXPECT_GT(pixelsOf(view.grab().toImage(), currentTheme().busy), without);
    keepPicture(view, QStringLiteral("pipeline-network"));
    view.setMetrics(kValues);
    EXPECT_EQ(pixelsOf(view.grab().toImage(), currentTheme().busy), without);
}

TEST(PipelineView, GpuShowsComputingIdleAndCopying) {
    PipelineView view;
    view.resize(900, view.sizeHint().height());
    view.setMetrics(kValues);
    const int without = pixelsOf(view.grab().toImage(), currentTheme().good);
    EXPECT_EQ(without, 0);
    auto values = kValues;
    values["stage_busy{stage=consumer}"] = 100.0;
    values["gpu_busy{gpu=0}"] = 60.0;
    values["gpu_starved{gpu=0}"] = 39.0;
    values["gpu_copying{gpu=0}"] = 50.0;

    view.setMetrics(values);

    EXPECT_TRUE(view.accessibleDescription().contains(
        QStringLiteral("GPU: computing 60 %, idle 40 %, copying 50 %")))
        << view.accessibleDescription().toStdString();
    keepPicture(view, QStringLiteral("pipeline-gpu"));
    view.setProxy(true);
    view.setMetrics(values);
    EXPECT_TRUE(
        view.accessibleDescription().contains(QStringLiteral("GPU (proxy): computing 60 %")));
    keepPicture(view, QStringLiteral("pipeline-gpu-proxy"));
    view.setProxy(false);
    const int half = pixelsOf(view.grab().toImage(), currentTheme().good);
    values["gpu_copying{gpu=0}"] = 100.0;
    view.setMetrics(values);
    EXPECT_GT(pixelsOf(view.grab().toImage(), currentTheme().good), half + half / 4);
    view.setMetrics(kValues);
    EXPECT_TRUE(view.accessibleDescription().contains(QStringLiteral("Consumer: not part")));
}

TEST(PipelineView, FollowsTheTheme) {
    PipelineView view;
    view.resize(900, view.sizeHint().height());
    view.setMetrics(kValues);

    applyTheme(ThemeChoice::Dark);
    const QImage dark = view.grab().toImage();
    applyTheme(ThemeChoice::Light);

    EXPECT_GT(pixelsOf(dark, darkTheme().surface), 1000);
    EXPECT_EQ(pixelsOf(dark, lightTheme().surface), 0);
}

// Goal: in one frame eight reads do not look like sixteen thousand. Method: storage alone, decode
// alone, then the whole pipeline; the colour of the trace at a third of its height.
TEST(FigureTile, HasOneScaleForAllStages) {
    FigureTile tile("read_iops", 2);
    tile.resize(300, 220);
    constexpr int kSeconds = 20;
    std::vector<TracePoint> trace;
    const std::array<std::pair<spec::Stages, double>, 3> runs{{{spec::Stages::Storage, 16'800.0},
                                                               {spec::Stages::Decode, 8.0},
                                                               {spec::Stages::Full, 600.0}}};
    for (int run = 0; run < 3; ++run) {
        const auto& [stages, value] = runs[static_cast<std::size_t>(run)];
        for (int i = 0; i < kSeconds; ++i) {
            trace.push_back({.run = run + 1, .stages = stages, .seconds = 1.0, .value = value});
        }
    }
    const auto isFilled = [&tile](double share) {
        const QImage picture = tile.grab().toImage();
        return picture.pixelColor(static_cast<int>(12 + (300 - 24) * share), 180) !=
               currentTheme().surface;
    };
    const auto shown = [&](std::size_t runs_shown) {
        tile.setValue(0.0,
                      {trace.begin(), trace.begin() + static_cast<int>(runs_shown) * kSeconds});
    };

    shown(3);
    EXPECT_TRUE(isFilled(0.25)) << "storage is far above";
    EXPECT_FALSE(isFilled(0.5)) << "eight reads beside six hundred";
    EXPECT_TRUE(isFilled(0.75));
    keepPicture(tile.grab().toImage(), QStringLiteral("figure-tile"));
    shown(2);
    EXPECT_TRUE(isFilled(0.75)) << "while decoding runs, its eight reads are what is watched";
}

// Goal: the ground of a trace ends where its line is. Method: samples that go up and down; where
// one ends and the next begins, the first that is not the surface, from above, is the line.
TEST(FigureTile, TheGroundLiesBelowTheLine) {
    FigureTile tile("read_iops", 2);
    tile.resize(300, 220);
    std::vector<TracePoint> trace;
    for (int i = 0; i < 12; ++i) {
        trace.push_back({.run = 1,
                         .stages = spec::Stages::Full,
                         .seconds = 1.0,
                         .value = i % 2 == 0 ? 400.0 : 800.0});
    }
    tile.setValue(0.0, trace);
    const QImage picture = tile.grab().toImage();
    keepPicture(picture, QStringLiteral("figure-tile-ground"));
    const QColor surface = currentTheme().surface;
    for (int sample = 5; sample < 12; ++sample) {  // away from the words above
        const int x = 12 + (300 - 24) * sample / 12;
        int y = 130;
        while (y < 200 && picture.pixelColor(x, y) == surface) {
            ++y;
        }
        const auto strength = [&](int at) {
            const QColor colour = picture.pixelColor(x, at);
            return std::abs(colour.red() - surface.red()) +
                   std::abs(colour.green() - surface.green()) +
                   std::abs(colour.blue() - surface.blue());
        };
        EXPECT_GT(std::max(strength(y), strength(y + 1)), 2 * strength(y + 8)) << sample;
    }
}

// Goal: a volume without byte credits has no card of them, also while it is prepared.
TEST(LivePanel, BeforeTheFirstSampleThereAreNoCredits) {
    LivePanel panel;
    LiveSnapshot snapshot;
    snapshot.run = 1;
    snapshot.runs = 3;
    panel.setSnapshot(snapshot);
    const auto tiles = panel.findChildren<FigureTile*>();
    EXPECT_EQ(
        std::ranges::count_if(tiles, [](const FigureTile* tile) { return !tile->isHidden(); }), 4);

    const auto at = static_cast<std::size_t>(Figure::IoCredits);
    snapshot.latest["volume_io_credits"] = 2700.0;
    snapshot.figures.fill(std::numeric_limits<double>::quiet_NaN());
    snapshot.figures[at] = 2700.0;
    panel.setSnapshot(snapshot);
    EXPECT_FALSE(tiles[static_cast<qsizetype>(at)]->isHidden());
    EXPECT_TRUE(tiles.back()->isHidden());
}

// Goal: of points that are measured in rounds one can see how far they are.
TEST(LivePanel, TheTitleOfARunSaysWhichOfItsRepeatsIsMeasured) {
    LiveSnapshot snapshot;
    snapshot.run = 2;
    snapshot.runs = 6;
    snapshot.repeat = 1;
    const auto title = [&](spec::Settings settings) {
        const auto started = std::make_shared<record::RunStarted>();
        started->settings = std::move(settings);
        snapshot.current = started;
        return runTitle(snapshot).toStdString();
    };
    const spec::Settings rounds{{"stages", std::string("storage")},
                                {"repeats", std::int64_t{3}},
                                {"repeat_order", std::string("rounds")}};
    EXPECT_EQ(title(rounds), "Run 2 of 6, round 1 of 3: storage alone");
    snapshot.repeat = 3;
    spec::Settings settings = rounds;
    settings["repeat_order"] = std::string("points");
    EXPECT_EQ(title(settings), "Run 2 of 6, repeat 3 of 3: storage alone");
    settings["repeats"] = std::int64_t{1};
    EXPECT_EQ(title(settings), "Run 2 of 6: storage alone");
}

// Goal: what is read from an emulated volume or store says so while it is measured, whatever it is
// called, and what else was emulated with it.
TEST(LivePanel, TheHeadingSaysWhatIsEmulated) {
    LivePanel panel;
    LiveSnapshot snapshot;
    snapshot.run = 1;
    const auto header = std::make_shared<record::Header>();
    header->title = "photos";
    snapshot.header = header;
    const auto heading_says = [&](spec::Settings settings, const QString& text) {
        const auto started = std::make_shared<record::RunStarted>();
        started->settings = std::move(settings);
        snapshot.current = started;
        panel.setSnapshot(snapshot);
        const auto labels = panel.findChildren<QLabel*>();
        return std::ranges::any_of(labels,
                                   [&](const QLabel* label) { return label->text() == text; });
    };

    EXPECT_TRUE(heading_says({{"stages", std::string("storage")}}, QStringLiteral("photos")));
    EXPECT_TRUE(heading_says(
        {{"stages", std::string("storage")}, {"storage.volume", std::string("aws-gp2:100GiB")}},
        QStringLiteral("photos (emulated volume)")));
    EXPECT_TRUE(
        heading_says({{"stages", std::string("storage")}, {"storage.store", std::string("aws-s3")}},
                     QStringLiteral("photos (emulated store)")));
    EXPECT_TRUE(heading_says({{"stages", std::string("full")},
                              {"consumer.kind", std::string("paced")},
                              {"storage.store", std::string("aws-s3")}},
                             QStringLiteral("photos (emulated accelerator and store)")));
}

}  // namespace
}  // namespace throughline::ui
