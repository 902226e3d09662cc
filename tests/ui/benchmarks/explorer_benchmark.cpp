// SPDX-License-Identifier: GPL-3.0-or-later
// What the explorer costs where it has most to show: frames of zoom and pan over 12 runs of a
// million samples each, opening a study of 200 runs, a chart to PDF. Without a screen, on a real
// library. tests/benchmarks/explorer.sh builds and runs it.
#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QMouseEvent>
#include <QSaveFile>
#include <QTemporaryDir>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <random>
#include <vector>

#include "engine/spec/spec.h"
#include "engine/store/library.h"
#include "ui/bridge/library_service.h"
#include "ui/charts/default_choice.h"
#include "ui/explore/explore_widget.h"
#include "ui/shell/explore_feed.h"
#include "ui/shell/view_gallery.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"

namespace throughline::ui {
namespace {

constexpr int kLongRuns = 12;
constexpr int kSamplesOfRun = 1'000'000;
constexpr int kRunsOfStudy = 200;
constexpr int kZoomSteps = 40;
constexpr int kPanRounds = 8;
constexpr int kPanSteps = 40;
constexpr int kOpenings = 15;
constexpr int kExports = 15;
/// From one event of a hand to the next: 60 a second.
constexpr int kFrameMs = 16;
constexpr qint64 kLongestWaitMs = 60'000;

double quantileOf(std::vector<double> values, double q) {
    std::sort(values.begin(), values.end());
    const double at = q * static_cast<double>(values.size() - 1);
    return values[static_cast<std::size_t>(std::lround(at))];
}

/// Wall time, and beside it the processor time of the GUI thread: on a machine with other work the
/// second still tells what the program itself costs.
class Stopwatch {
public:
    Stopwatch() : cpu_ms_(cpuNowMs()) { wall_.start(); }
    double ms() const { return static_cast<double>(wall_.nsecsElapsed()) / 1e6; }
    double cpuMs() const { return cpuNowMs() - cpu_ms_; }

private:
    static double cpuNowMs() {
        timespec now{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
    }
    QElapsedTimer wall_;
    double cpu_ms_;
};

/// What took a time, once for each.
struct Times {
    const char* title;
    double must_ms;      ///< the median's bar
    double must_p99_ms;  ///< 0: none
    std::vector<double> ms{};
    std::vector<double> cpu_ms{};

    void add(const Stopwatch& watch) {
        ms.push_back(watch.ms());
        cpu_ms.push_back(watch.cpuMs());
    }
    double quantile(double q) const { return quantileOf(ms, q); }
    bool met() const {
        return quantile(0.5) < must_ms && (must_p99_ms == 0.0 || quantile(0.99) < must_p99_ms);
    }
};

record::Study studyOf(int number, const std::string& title) {
    record::Study study;
    study.header.study = QStringLiteral("00000000-0000-4000-8000-0000000000%1")
                             .arg(number, 2, 10, QChar(u'0'))
                             .toStdString();
    study.header.title = title;
    study.header.started_at = "2026-11-22T00:00:00.000Z";
    study.footer = record::Footer{};
    return study;
}

record::RunData runOf(int number, double rate) {
    record::RunData data;
    data.started = {
        .run = number, .settings = spec::default_settings(), .at = "2026-11-22T00:00:00.000Z"};
    data.status = record::RunStatus::Done;
    data.metrics["images_per_second"] = {.value = rate, .low = rate * 0.97, .high = rate * 1.03};
    return data;
}

/// As of a machine with a hiccup now and then: a wandering rate with noise and spikes.
record::Study longStudy(int number) {
    std::mt19937_64 random(static_cast<std::uint64_t>(number));
    std::normal_distribution<double> noise(0.0, 40.0);
    record::Study study = studyOf(number, "A million samples " + std::to_string(number));
    double level = 1000.0 + 100.0 * number;
    record::RunData data = runOf(1, level);
    data.samples.reserve(kSamplesOfRun);
    for (int i = 0; i < kSamplesOfRun; ++i) {
        level += noise(random) * 0.02;
        const double dip = i % 9973 == 0 ? 0.2 : 1.0;
        data.samples.push_back(
            {.run = 1,
             .t_s = i + 1.0,
             .dt_s = 1.0,
             .phase = record::Phase::Measured,
             .metrics = {{"images_per_second", std::max(1.0, (level + noise(random)) * dip)}}});
    }
    study.runs.push_back(std::move(data));
    return study;
}

/// A sweep of decode threads by queue depth, each run with what a measured one has.
record::Study wideStudy() {
    constexpr int kDepths = 10;
    record::Study study = studyOf(99, "200 runs");
    for (int i = 0; i < kRunsOfStudy; ++i) {
        const int threads = 1 + i / kDepths;
        const int depth = 1 << (i % kDepths);
        const double rate = 900.0 * threads / (1.0 + 0.04 * threads) * depth / (depth + 2.0);
        record::RunData data = runOf(i + 1, rate);
        data.started.settings["decode.threads"] = std::int64_t{threads};
        data.started.settings["storage.queue_depth"] = std::int64_t{depth};
        for (const char* key : {"disk_utilisation{device=vda}",
                                "read_iops{device=vda}",
                                "read_bytes_per_second{device=vda}",
                                "cpu_utilisation",
                                "read_latency_p50",
                                "read_latency_p99"}) {
            data.metrics[key] = {.value = rate / 7.0, .low = rate / 8.0, .high = rate / 6.0};
        }
        study.runs.push_back(std::move(data));
    }
    return study;
}

/// The library, made once: the long studies first.
bool makeLibrary(const QString& path) {
    if (QFileInfo::exists(path)) {
        return true;
    }
    const QString unfinished = path + QStringLiteral(".new");
    QFile::remove(unfinished);
    {
        auto library = store::Library::open(unfinished.toStdString());
        for (int i = 1; library && i <= kLongRuns; ++i) {
            if (const auto added = (*library)->add(longStudy(i), "benchmark"); !added) {
                std::fprintf(stderr, "%s\n", describe(added.error()).c_str());
                return false;
            }
            std::fprintf(stderr, "made %d of %d million samples\n", i, kLongRuns);
        }
        if (!library || !(*library)->add(wideStudy(), "benchmark")) {
            std::fprintf(stderr, "the library could not be made\n");
            return false;
        }
    }
    return QFile::rename(unfinished, path);
}

/// The explorer on the library, as the main window has it.
class Bench {
public:
    Bench(const QString& path, QSettings* settings)
        : library_(path), feed_(&library_, &explore_, settings) {
        QObject::connect(&library_, &LibraryService::unusable, [](const QString& reason) {
            qFatal("%s", qPrintable(reason));
        });
        QObject::connect(&library_,
                         &LibraryService::studiesListed,
                         [this](const std::vector<store::StudyRow>& items) { items_ = items; });
        explore_.resize(1280, 720);
        explore_.show();
        library_.refresh();
        waitFor([this] { return items_.size() == kLongRuns + 1; });
    }

    ExploreWidget& explore() { return explore_; }
    ExploreFeed& feed() { return feed_; }

    void tick(const std::string& title) {
        std::vector<std::int64_t> ids;
        for (const store::StudyRow& item : items_) {
            if (item.title.starts_with(title)) {
                ids.push_back(item.id);
            }
        }
        feed_.setStudies(ids);
    }

    template <class Condition>
    void waitFor(Condition condition) {
        QElapsedTimer timer;
        timer.start();
        while (!condition()) {
            QApplication::processEvents(QEventLoop::WaitForMoreEvents, kFrameMs);
            if (timer.elapsed() > kLongestWaitMs) {
                qFatal("waited in vain");
            }
        }
    }

    /// Long enough for answers of the library and what is drawn after them.
    static void settle() {
        constexpr qint64 kSettleMs = 600;
        QElapsedTimer since;
        since.start();
        while (since.elapsed() < kSettleMs) {
            QApplication::processEvents(QEventLoop::WaitForMoreEvents, kFrameMs);
        }
    }

    /// Does what a hand does, draws, and goes on with what comes until the next frame is due. Each
    /// time that the window was busy drawing is a frame.
    template <class Deed>
    void frame(Times& times, Deed deed) {
        const Stopwatch since;
        deed();
        QApplication::processEvents(QEventLoop::AllEvents);
        times.add(since);
        while (since.ms() < kFrameMs) {
            const Stopwatch one;
            QApplication::processEvents(QEventLoop::AllEvents);
            if (one.ms() > 2.0) {
                times.add(one);
            }
        }
    }

private:
    LibraryService library_;
    ExploreWidget explore_;
    ExploreFeed feed_;
    std::vector<store::StudyRow> items_;
};

void wheel(PlotView* plot, const QPointF& at, int notches) {
    QWheelEvent event(at,
                      plot->mapToGlobal(at),
                      QPoint(),
                      QPoint(0, notches * 120),
                      Qt::NoButton,
                      Qt::NoModifier,
                      Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(plot, &event);
}

void mouse(PlotView* plot, QEvent::Type type, const QPointF& at, Qt::MouseButtons held) {
    const auto button = type == QEvent::MouseMove ? Qt::NoButton : Qt::MiddleButton;
    QMouseEvent event(type, at, plot->mapToGlobal(at), button, held, Qt::NoModifier);
    QApplication::sendEvent(plot, &event);
}

void showSamples(Bench& bench) {
    bench.tick("A million");
    bench.waitFor([&] { return bench.explore().document()->studies().size() == kLongRuns; });
    PlotChoice choice = bench.explore().document()->choice();
    choice.chart = SamplesChart{};
    choice.y = "images_per_second";
    choice.part<SecondY>()->y2.clear();
    bench.explore().document()->setChoice(choice);
    PlotView* plot = bench.explore().plot();
    SeriesSet all_runs;
    for (std::size_t s = 0; s < plot->model().series.size(); ++s) {
        all_runs.insert(s);
    }
    bench.explore().document()->drawCurves(plot->model(), all_runs);
    bench.waitFor([&] {
        const auto& all = plot->model().series;
        return all.size() == kLongRuns && std::all_of(all.begin(), all.end(), [](const auto& one) {
                   return one.visible && !one.points.empty();
               });
    });
    bench.settle();
}

void measureFrames(Bench& bench, Times& zoom, Times& pan) {
    PlotView* plot = bench.explore().plot();
    const QPointF at = plot->map().area.center() + QPointF(40, 10);
    for (const int notches : {1, -1, 1}) {
        for (int i = 0; i < kZoomSteps; ++i) {
            bench.frame(zoom, [&] { wheel(plot, at, notches); });
        }
    }
    // From single samples to where all of each run is in view.
    for (int round = 0; round < kPanRounds; ++round) {
        mouse(plot, QEvent::MouseButtonPress, at, Qt::MiddleButton);
        for (int i = 0; i < kPanSteps; ++i) {
            const QPointF to = at + QPointF(-3.0 * i, 0.5 * (i % 20));
            bench.frame(pan, [&] { mouse(plot, QEvent::MouseMove, to, Qt::MiddleButton); });
        }
        mouse(plot, QEvent::MouseButtonRelease, at, Qt::NoButton);
        for (int i = 0; i < kZoomSteps / kPanRounds; ++i) {
            bench.frame(zoom, [&] { wheel(plot, at, -1); });
        }
    }
    plot->fit();
    bench.settle();
}

void measureOpening(Bench& bench, Times& opening) {
    bench.tick("200 runs");
    bench.waitFor([&] {
        const auto& studies = bench.explore().document()->studies();
        return studies.size() == 1 && studies.front().runs.size() == kRunsOfStudy;
    });
    bench.explore().document()->setChoice(defaultChoice(bench.explore().document()->studies()));
    for (int i = 0; i < kOpenings; ++i) {
        bench.tick("no such title");
        bench.waitFor([&] { return bench.explore().document()->studies().empty(); });
        bench.settle();
        const Stopwatch watch;
        bench.tick("200 runs");
        bench.waitFor([&] { return bench.explore().plot()->model().hasPoints(); });
        QApplication::processEvents(QEventLoop::AllEvents);
        opening.add(watch);
    }
}

/// Opened on the view of all samples; each time that the window is busy drawing its pictures is a
/// step.
void measureGallery(Bench& bench, Times& opening, Times& steps) {
    const QTemporaryDir folder;
    QUndoStack undo;
    ViewKeeper keeper(folder.path(), &bench.explore(), &undo);
    keeper.keep(QStringLiteral("All samples"));
    for (int i = 0; i < kOpenings; ++i) {
        const Stopwatch watch;
        ViewGallery gallery(
            &keeper, bench.explore().document(), bench.feed().makePreviews(), &undo, nullptr);
        gallery.show();
        QApplication::sendPostedEvents();
        gallery.repaint();
        opening.add(watch);
        bench.waitFor([&] {
            const Stopwatch one;
            QApplication::processEvents(QEventLoop::AllEvents);
            if (one.ms() > 2.0) {
                steps.add(one);
            }
            return gallery.isDrawn();
        });
    }
}

void measureExport(Bench& bench, Times& pdf) {
    const QTemporaryDir folder;
    for (int i = 0; i < kExports; ++i) {
        const Stopwatch watch;
        if (!bench.explore().exporter()->exportTo(folder.filePath(QStringLiteral("chart.pdf")))) {
            qFatal("no PDF");
        }
        pdf.add(watch);
    }
}

int report(const std::vector<Times>& all, const QString& json) {
    QJsonArray bars;
    bool met = true;
    std::printf("%-46s %6s %8s %8s %8s %8s %8s %5s   %s\n",
                "what",
                "must",
                "median",
                "p99",
                "worst",
                "CPU med",
                "CPU p99",
                "n",
                "verdict");
    for (const Times& times : all) {
        met = met && times.met();
        std::printf("%-46s %6.0f %8.1f %8.1f %8.1f %8.1f %8.1f %5zu   %s\n",
                    times.title,
                    times.must_ms,
                    times.quantile(0.5),
                    times.quantile(0.99),
                    times.quantile(1.0),
                    quantileOf(times.cpu_ms, 0.5),
                    quantileOf(times.cpu_ms, 0.99),
                    times.ms.size(),
                    times.met() ? "met" : "MISSED");
        QJsonArray values;
        QJsonArray cpu_values;
        for (std::size_t i = 0; i < times.ms.size(); ++i) {
            values.append(times.ms[i]);
            cpu_values.append(times.cpu_ms[i]);
        }
        bars.append(QJsonObject{{QStringLiteral("what"), QLatin1String(times.title)},
                                {QStringLiteral("must_ms"), times.must_ms},
                                {QStringLiteral("must_p99_ms"), times.must_p99_ms},
                                {QStringLiteral("median_ms"), times.quantile(0.5)},
                                {QStringLiteral("p99_ms"), times.quantile(0.99)},
                                {QStringLiteral("ms"), values},
                                {QStringLiteral("gui_cpu_ms"), cpu_values}});
    }
    if (!json.isEmpty()) {
        QSaveFile file(json);
        const QByteArray text = QJsonDocument(QJsonObject{{QStringLiteral("bars"), bars}}).toJson();
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit()) {
            std::fprintf(stderr, "%s could not be written\n", qPrintable(json));
            return 2;
        }
    }
    return met ? 0 : 1;
}

int benchmark(const QString& folder, const QString& json) {
    const QString library = folder + QStringLiteral("/explorer-benchmark.sqlite");
    if (!makeLibrary(library)) {
        return 2;
    }
    const QTemporaryDir settings_folder;
    QSettings settings(settings_folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    Bench bench(library, &settings);
    std::vector<Times> all{{"zoom frame, 12 x 1,000,000 samples, ms", 16.0, 33.0},
                           {"pan frame, 12 x 1,000,000 samples, ms", 16.0, 33.0},
                           {"that chart to PDF, ms", 300.0, 0.0},
                           {"opening the gallery, ms", 100.0, 0.0},
                           {"a step of drawing its pictures, ms", 33.0, 0.0},
                           {"opening a study of 200 runs, ms", 200.0, 0.0},
                           {"its chart to PDF, ms", 300.0, 0.0}};
    showSamples(bench);
    measureFrames(bench, all[0], all[1]);
    measureExport(bench, all[2]);
    measureGallery(bench, all[3], all[4]);
    measureOpening(bench, all[5]);
    measureExport(bench, all[6]);
    return report(all, json);
}

}  // namespace
}  // namespace throughline::ui

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QLocale::setDefault(QLocale::c());
    application.setFont(QFont(QStringLiteral("DejaVu Sans"), 10));
    throughline::ui::applyUiScale(1.0);
    throughline::ui::applyTheme(throughline::ui::ThemeChoice::Light);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addPositionalArgument(QStringLiteral("folder"),
                                 QStringLiteral("where the library is made and kept"));
    parser.addOption({QStringLiteral("json"), QStringLiteral("every time"), QStringLiteral("OUT")});
    parser.process(application);
    if (parser.positionalArguments().size() != 1) {
        parser.showHelp(2);
    }
    return throughline::ui::benchmark(parser.positionalArguments().constFirst(),
                                      parser.value(QStringLiteral("json")));
}
