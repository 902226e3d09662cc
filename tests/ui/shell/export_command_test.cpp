// SPDX-License-Identifier: GPL-3.0-or-later
// The real program `throughline export`, without a display, on a library made here.
#include <gtest/gtest.h>

#include <QFile>
#include <QImage>
#include <QProcess>
#include <QSvgRenderer>
#include <QTemporaryDir>

#include "engine/analysis/distribution.h"
#include "engine/metrics/latency_histogram.h"
#include "engine/store/library.h"
#include "tests/ui/bridge/record_maker.h"

namespace throughline::ui {
namespace {

constexpr int kPatienceMs = 30'000;
constexpr auto kUuid = "0f7c61c9-98a5-4d9b-8a53-0d0f0a7b1c11";

struct Answer {
    int status = -1;
    QString errors;
};

/// The same with a run's latencies, file sizes and the time of its decoders.
std::vector<record::Line> withSpreads(const std::vector<record::Line>& lines) {
    std::vector<record::Line> all;
    for (record::Line line : lines) {
        if (auto* ended = std::get_if<record::RunEnded>(&line)) {
            metrics::LatencyHistogram latencies;
            for (std::uint64_t i = 0; i < 1000; ++i) {
                latencies.record(100'000 + i * 100);
            }
            all.emplace_back(record::HistogramLine{.run = ended->run,
                                                   .metric = "read_latency",
                                                   .scheme = metrics::LatencyHistogram::kScheme,
                                                   .counts = latencies.sparse()});
            all.emplace_back(record::HistogramLine{.run = ended->run,
                                                   .metric = "file_size",
                                                   .scheme = analysis::kLog2Scheme,
                                                   .counts = {{16, 30}, {17, 10}}});
            ended->metrics["gpu_memory{gpu=0}"] = {.value = 4e9};
            ended->metrics["gpu_memory{gpu=1}"] = {.value = 6e9};
            ended->metrics["stage_busy{stage=decode}"] = {.value = 80.0};
            ended->metrics["stage_starved{stage=decode}"] = {.value = 15.0};
            ended->metrics["stage_blocked{stage=decode}"] = {.value = 5.0};
        }
        all.push_back(std::move(line));
    }
    return all;
}

class ExportCommand : public testing::Test {
protected:
    void SetUp() override {
        const QString record = file("study.tlrun");
        writeRecord(record, withSpreads(smallStudy(kUuid, "Small study", 4)));
        auto library = store::Library::open(file("library.sqlite").toStdString());
        ASSERT_TRUE(library);
        ASSERT_TRUE((*library)->ingest(record.toStdString()));
    }
    QString file(const char* name) const { return folder_.filePath(QLatin1String(name)); }
    QByteArray content(const char* name) const {
        QFile read(file(name));
        return read.open(QIODevice::ReadOnly) ? read.readAll() : QByteArray();
    }
    Answer call(const QStringList& arguments) const {
        QProcess program;
        program.start(
            QStringLiteral(THROUGHLINE_TEST_WINDOW),
            QStringList{
                QStringLiteral("export"), QStringLiteral("--library"), file("library.sqlite")} +
                arguments);
        Answer answer;
        if (program.waitForFinished(kPatienceMs)) {
            answer.status = program.exitCode();
        }
        answer.errors = QString::fromUtf8(program.readAllStandardError());
        return answer;
    }
    Answer chart(const char* name, const QStringList& more = {}) const {
        return call(QStringList{QStringLiteral("--runs"), QStringLiteral("1")} + more +
                    QStringList{QStringLiteral("-o"), file(name)});
    }

    QTemporaryDir folder_;
};

TEST_F(ExportCommand, WritesEveryFormatFromWhatTheLibraryHolds) {
    for (const char* name : {"c.png", "c.svg", "c.pdf", "c.csv"}) {
        const Answer answer =
            chart(name, {QStringLiteral("--x"), QStringLiteral("decode.threads")});
        EXPECT_EQ(answer.status, 0) << name << ": " << answer.errors.toStdString();
    }

    EXPECT_EQ(QImage(file("c.png")).size(), QSize(2560, 1440));
    EXPECT_TRUE(content("c.pdf").startsWith("%PDF-"));
    EXPECT_TRUE(content("c.pdf").contains("/FontFile2"));  // fonts travel with it
    const QByteArray svg = content("c.svg");
    EXPECT_TRUE(QSvgRenderer(svg).isValid());
    EXPECT_TRUE(svg.contains("clip-path=\"url(#c"));
    EXPECT_TRUE(svg.contains("width=\"1280\" height=\"720\""));
    EXPECT_TRUE(svg.contains("0f7c61c9"));  // where the figures come from
    EXPECT_EQ(content("c.csv").count('\n'), 5);
    EXPECT_TRUE(content("c.csv").contains(",4,400"));
}

TEST_F(ExportCommand, AQuantityOfSeveralGpusIsACurveForEach) {
    const QStringList gpus{QStringLiteral("--x"),
                           QStringLiteral("decode.threads"),
                           QStringLiteral("--y"),
                           QStringLiteral("gpu_memory")};
    ASSERT_EQ(chart("each.csv", gpus).status, 0);
    EXPECT_EQ(content("each.csv").count("GPU 0,"), 4);
    EXPECT_EQ(content("each.csv").count("GPU 1,"), 4);

    ASSERT_EQ(
        chart("one.csv", {gpus[0], gpus[1], gpus[2], QStringLiteral("gpu_memory{gpu=1}")}).status,
        0);
    EXPECT_EQ(content("one.csv").count('\n'), 5);

    const Answer along = chart("no.csv", {QStringLiteral("--x"), QStringLiteral("gpu_memory")});
    EXPECT_EQ(along.status, 2) << "x takes one value a run";
    EXPECT_TRUE(along.errors.contains(QStringLiteral("gpu_memory{gpu=0}")))
        << along.errors.toStdString();
}

TEST_F(ExportCommand, SvgIsWrittenWithoutAWordOfQt) {
    const QString errors = chart("quiet.svg").errors;
    EXPECT_FALSE(errors.contains(QStringLiteral("QP"))) << errors.toStdString();
}

TEST_F(ExportCommand, TheSvgNeedsNoFont) {
    ASSERT_EQ(chart("c.svg").status, 0);
    const QByteArray svg = content("c.svg");

    EXPECT_GT(svg.count("<use xlink:href="), 50);
    EXPECT_EQ(svg.count("<text "), svg.count("fill-opacity=\"0\""));
    EXPECT_TRUE(svg.contains(">Decode threads</text>")) << "to be found and selected";
    EXPECT_LT(svg.size(), 300'000);
}

TEST_F(ExportCommand, TakesSingleRunsSizesAndSamples) {
    ASSERT_EQ(call({QStringLiteral("--runs"),
                    QStringLiteral("0f7c61c9/2,1/3"),
                    QStringLiteral("--x"),
                    QStringLiteral("decode.threads"),
                    QStringLiteral("-o"),
                    file("two.csv")})
                  .status,
              0);
    EXPECT_EQ(content("two.csv").count('\n'), 3);

    ASSERT_EQ(chart("small.png",
                    {QStringLiteral("--size"),
                     QStringLiteral("column"),
                     QStringLiteral("--scale"),
                     QStringLiteral("3")})
                  .status,
              0);
    EXPECT_EQ(QImage(file("small.png")).size(), QSize(1008, 900));

    ASSERT_EQ(chart("samples.csv", {QStringLiteral("--samples")}).status, 0);
    EXPECT_EQ(content("samples.csv").count('\n'), 1 + 4 * 3);
}

TEST_F(ExportCommand, ReadsValuesRelativeToTheFirstPoint) {
    ASSERT_EQ(
        chart("efficiency.csv", {QStringLiteral("--as"), QStringLiteral("efficiency")}).status, 0);
    EXPECT_TRUE(content("efficiency.csv").contains("Scaling efficiency"))
        << content("efficiency.csv").toStdString();

    const auto wrong = chart("wrong.csv", {QStringLiteral("--view"), QStringLiteral("nope")});
    EXPECT_EQ(wrong.status, 2);
    EXPECT_TRUE(wrong.errors.contains(QStringLiteral("loader-threads")));
}

TEST_F(ExportCommand, WritesPercentilesHistogramsAndStacks) {
    const auto csv = [&](const char* option, const char* of) {
        const Answer answer = chart("k.csv", {QLatin1String(option), QLatin1String(of)});
        EXPECT_EQ(answer.status, 0) << answer.errors.toStdString();
        return content("k.csv").replace('\r', "");
    };

    const QByteArray percentiles = csv("--percentiles", "read_latency");
    EXPECT_TRUE(percentiles.startsWith("Series,Percentile (%),Read latency (s)"))
        << percentiles.left(200).toStdString();
    EXPECT_TRUE(percentiles.contains(",99.9,"));
    EXPECT_FALSE(percentiles.contains(",99.99,")) << "of 1,000 reads there is none";
    EXPECT_EQ(percentiles.count(",100,"), 4) << "the largest of each run";

    const QByteArray sizes = csv("--histogram", "file_size");
    EXPECT_EQ(sizes.count('\n'), 3) << "one data set, two bins";
    EXPECT_TRUE(sizes.contains(",64K,65536,131072,75\n"));

    const QByteArray stacks = csv("--stacks", "stage_busy");
    EXPECT_TRUE(stacks.contains("\"decode, busy\",1 thread,80\n")) << stacks.toStdString();
    EXPECT_EQ(stacks.count('\n'), 1 + 3 * 4);

    const Answer unknown =
        chart("k.csv", {QStringLiteral("--histogram"), QStringLiteral("write_latency")});
    EXPECT_EQ(unknown.status, 2);
    EXPECT_TRUE(unknown.errors.contains(QStringLiteral("did you mean read_latency?")))
        << unknown.errors.toStdString();
    const Answer two = chart(
        "k.csv",
        {QStringLiteral("--samples"), QStringLiteral("--stacks"), QStringLiteral("stage_busy")});
    EXPECT_EQ(two.status, 2);
}

TEST_F(ExportCommand, ColoursByASetting) {
    ASSERT_EQ(chart("by.csv",
                    {QStringLiteral("--x"),
                     QStringLiteral("stage_busy{stage=decode}"),
                     QStringLiteral("--colour-by"),
                     QStringLiteral("decode.threads")})
                  .status,
              0);
    EXPECT_TRUE(content("by.csv").contains("\n4 threads,80,400"))
        << content("by.csv").toStdString();
    EXPECT_EQ(chart("by.csv", {QStringLiteral("--colour-by"), QStringLiteral("read_iops")}).status,
              2);
}

TEST_F(ExportCommand, DatesAreWrittenAsDates) {
    ASSERT_EQ(chart("trend.csv", {QStringLiteral("--x"), QStringLiteral("started_at")}).status, 0);

    EXPECT_TRUE(content("trend.csv").startsWith("Series,Start of the run (UTC),"));
    EXPECT_TRUE(content("trend.csv").contains("\n4 threads,2026-11-21T10:00:00Z,400"))
        << content("trend.csv").toStdString();
}

// Goal: a kept view of several charts is drawn as it was kept. Method: a file of two in a column,
// of which two of the four runs are left.
TEST_F(ExportCommand, DrawsAllChartsOfAView) {
    QFile view(file("both.json"));
    ASSERT_TRUE(view.open(QIODevice::WriteOnly));
    view.write(R"({"format": "throughline-view", "version": 1, "title": "Rate & bytes",
        "chart": {"x": "decode.threads", "y": "images_per_second", "points": "runs", "as": "value"},
        "charts_beside": [{"x": "decode.threads", "y": "images_per_second", "points": "runs",
                           "as": "first"}],
        "column": true, "only_runs": {"0f7c61c9-98a5-4d9b-8a53-0d0f0a7b1c11": [2, 4]}})");
    view.close();
    const QStringList named{QStringLiteral("--view"), file("both.json")};

    ASSERT_EQ(chart("both.svg", named).status, 0);
    const QByteArray svg = content("both.svg");
    EXPECT_TRUE(svg.contains("clip-path=\"url(#c"));
    EXPECT_TRUE(QSvgRenderer(svg).isValid());
    EXPECT_EQ(svg.count(">Rate &amp; bytes<"), 2) << "its title, and the page's";
    EXPECT_EQ(svg.count(">Decode threads<"), 1) << "a column names its x axis once";

    ASSERT_EQ(chart("both.csv", named).status, 0);
    EXPECT_EQ(content("both.csv").count('\n'), 2 * 3 + 1);

    const Answer changed =
        chart("no.svg", named + QStringList{QStringLiteral("--y"), QStringLiteral("read_iops")});
    EXPECT_EQ(changed.status, 2);
    EXPECT_TRUE(changed.errors.contains(QStringLiteral("several charts")))
        << changed.errors.toStdString();
}

TEST_F(ExportCommand, WritesWhatAChartIsDrawnFrom) {
    ASSERT_EQ(chart("runs.csv", {QStringLiteral("--raw")}).status, 0);
    const QByteArray runs = content("runs.csv");
    EXPECT_TRUE(runs.startsWith("study,study_uuid,origin,run,started_at,status,"))
        << runs.left(100).toStdString();
    EXPECT_TRUE(runs.contains("storage.queue_depth"));
    EXPECT_EQ(runs.count('\n'), 1 + 4);

    ASSERT_EQ(chart("all.csv", {QStringLiteral("--raw"), QStringLiteral("--samples")}).status, 0);
    const QByteArray samples = content("all.csv");
    EXPECT_TRUE(samples.startsWith(
        "study,study_uuid,run,started_at,repeat,phase,row,t_s,dt_s,metric,unit,value\r\n"));
    EXPECT_GT(samples.count("images_per_second"), 4);

    const Answer picture = chart("raw.png", {QStringLiteral("--raw")});
    EXPECT_EQ(picture.status, 2);
    EXPECT_TRUE(picture.errors.contains(QStringLiteral(".csv")));
}

// Goal: whole runs are drawn where an x is asked for, also of a library in which nothing was swept,
// whose first chart is one of samples.
TEST_F(ExportCommand, AnXMeansWholeRuns) {
    const Answer one = call({QStringLiteral("--runs"),
                             QStringLiteral("1/2"),
                             QStringLiteral("-x"),
                             QStringLiteral("storage.queue_depth"),
                             QStringLiteral("-o"),
                             file("one.csv")});
    EXPECT_EQ(one.status, 0) << one.errors.toStdString();
    EXPECT_TRUE(content("one.csv").contains("Queue depth")) << content("one.csv").toStdString();
    EXPECT_EQ(content("one.csv").count('\n'), 2);
}

// Goal: a studies' chart needs no more than its name, as in the window.
TEST_F(ExportCommand, AStudysChartBringsItsPublishedRuns) {
    const Answer threads = call({QStringLiteral("--view"),
                                 QStringLiteral("loader-threads"),
                                 QStringLiteral("-o"),
                                 file("threads.csv")});
    EXPECT_EQ(threads.status, 0) << threads.errors.toStdString();
    EXPECT_TRUE(content("threads.csv").contains("8627"));

    // What is said of the published studies stands below them, and not below one's own runs.
    const QStringList view{QStringLiteral("--view"), QStringLiteral("disk-types")};
    ASSERT_EQ(call(view + QStringList{QStringLiteral("-o"), file("types.svg")}).status, 0);
    EXPECT_TRUE(content("types.svg").contains("The cloud study shows"));
    EXPECT_TRUE(content("types.svg").contains(">Images/s by storage and GPUs</text>"))
        << "the title of the view";

    const Answer disk = call({QStringLiteral("--view"),
                              QStringLiteral("disk-over-time"),
                              QStringLiteral("-o"),
                              file("disk.svg")});
    EXPECT_EQ(disk.status, 0) << disk.errors.toStdString();
    EXPECT_TRUE(QSvgRenderer(file("disk.svg")).isValid());
}

// Goal: a view of one's own runs finds them by itself, and says what it lacks. Method: a library in
// which nothing was decoded on a GPU, before and after such a study was added.
TEST_F(ExportCommand, AViewOfOwnRunsTakesThemFromTheLibrary) {
    const QStringList view{QStringLiteral("--view"),
                           QStringLiteral("decode-devices"),
                           QStringLiteral("-o"),
                           file("devices.csv")};
    EXPECT_TRUE(call(view).errors.contains(QStringLiteral("was decoded on a GPU; measure with")));
    auto lines = smallStudy("1f7c61c9-98a5-4d9b-8a53-0d0f0a7b1c12", "On a GPU", 2);
    for (record::Line& line : lines) {
        if (auto* run = std::get_if<record::RunStarted>(&line)) {
            run->settings["decode.device"] = std::string("gpu");
        }
    }
    writeRecord(file("gpu.tlrun"), lines);
    auto library = store::Library::open(file("library.sqlite").toStdString());
    ASSERT_TRUE(library && (*library)->ingest(file("gpu.tlrun").toStdString()));
    const Answer found = call(view);
    EXPECT_EQ(found.status, 0) << found.errors.toStdString();
    EXPECT_TRUE(found.errors.contains(QStringLiteral("decoded on the CPU"))) << "it says so";
}

// Goal: no option is dropped without a word. Method: each with a kind of chart that has no use for
// it; the message names both and says what to do.
TEST_F(ExportCommand, SaysWhichOptionDoesNotGoWithWhich) {
    const QStringList kinds[] = {{QStringLiteral("--samples")},
                                 {QStringLiteral("--map"), QStringLiteral("storage.queue_depth")},
                                 {QStringLiteral("--percentiles"), QStringLiteral("read_latency")},
                                 {QStringLiteral("--histogram"), QStringLiteral("read_latency")},
                                 {QStringLiteral("--stacks"), QStringLiteral("stage_busy")}};
    const QStringList options[] = {{QStringLiteral("--as"), QStringLiteral("first")},
                                   {QStringLiteral("--goal"), QStringLiteral("300")},
                                   {QStringLiteral("--ideal")},
                                   {QStringLiteral("--bars")},
                                   {QStringLiteral("--log-x")}};
    for (const QStringList& kind : kinds) {
        for (const QStringList& option : options) {
            if (kind[0] == QLatin1String("--samples") && option[0] == QLatin1String("--goal")) {
                continue;  // a wanted rate is one over time, too
            }
            const Answer answer = chart("no.svg", kind + option);
            EXPECT_EQ(answer.status, 2) << (kind + option).join(u' ').toStdString();
            EXPECT_TRUE(answer.errors.contains(
                QStringLiteral("%1 cannot be combined with %2:").arg(option[0], kind[0])))
                << answer.errors.toStdString();
            EXPECT_TRUE(answer.errors.contains(QStringLiteral("Leave one of them out")));
        }
    }
    const QString y = QStringLiteral("-y");
    const QString rate = QStringLiteral("images_per_second");
    EXPECT_EQ(chart("no.svg", kinds[1] + QStringList{QStringLiteral("--y2"), rate}).status, 2);
    EXPECT_EQ(chart("no.svg", kinds[2] + QStringList{y, rate}).status, 2);
    const QStringList efficiency{QStringLiteral("--as"), QStringLiteral("efficiency")};
    const Answer goal = chart("no.svg", efficiency + options[1]);
    EXPECT_EQ(goal.status, 2);
    EXPECT_TRUE(
        goal.errors.contains(QStringLiteral("--goal cannot be combined with --as efficiency:")))
        << goal.errors.toStdString();
    EXPECT_EQ(chart("no.svg", {options[3][0], options[4][0]}).status, 2) << "bars have names";
    EXPECT_FALSE(QFile::exists(file("no.svg")));

    ASSERT_EQ(chart("ideal.svg", efficiency + options[2]).status, 0);
    EXPECT_TRUE(content("ideal.svg").contains(">Ideal scaling</text>"));
}

// Goal: a kept view is drawn with the curves and the part that were in view. Method: two of four
// runs ticked in the one chart, a hidden curve and a span in the other.
TEST_F(ExportCommand, DrawsWhatAViewShowedOfItsCharts) {
    QFile view(file("close.json"));
    ASSERT_TRUE(view.open(QIODevice::WriteOnly));
    view.write(R"({"format": "throughline-view", "version": 1, "title": "Close",
        "chart": {"x": "decode.threads", "y": "images_per_second", "points": "runs", "as": "value",
                  "zoom": {"x": [2.5, 3.5]}},
        "charts_beside": [{"x": "time_s", "y": "images_per_second", "points": "samples",
                           "as": "value"}],
        "shown_runs": {"0f7c61c9-98a5-4d9b-8a53-0d0f0a7b1c11": [2, 4]}})");
    view.close();

    ASSERT_EQ(chart("close.csv", {QStringLiteral("--view"), file("close.json")}).status, 0);
    EXPECT_EQ(content("close.csv").count('\n'), 1 + 4 + 1 + 1 + 2 * 3)
        << content("close.csv").toStdString();
    ASSERT_EQ(chart("close.svg", {QStringLiteral("--view"), file("close.json")}).status, 0);
    EXPECT_TRUE(content("close.svg").contains(">3</text>"));
    EXPECT_FALSE(content("close.svg").contains(">4</text>")) << "it is out of view";
}

// Goal: a chart of a view that has nothing to show takes no room. Method: disk utilisation over
// time is published by nobody, the two charts above it are.
TEST_F(ExportCommand, AChartWithoutDataIsLeftOut) {
    ASSERT_EQ(call({QStringLiteral("--view"),
                    QStringLiteral("disk-over-time"),
                    QStringLiteral("-o"),
                    file("disk.svg")})
                  .status,
              0);
    const QByteArray svg = content("disk.svg");
    EXPECT_FALSE(svg.contains("Disk utilisation by time")) << svg.left(400).toStdString();
    EXPECT_EQ(svg.count(">Time since the first row shown by the source, s</text>"), 1)
        << "the lower of the two names their x";
}

// Goal: a reader of the picture learns what the window says below the chart.
TEST_F(ExportCommand, PicturesCarryWhereTheyComeFromAndWhatIsMissing) {
    ASSERT_EQ(chart("p.svg").status, 0);
    const QByteArray svg = content("p.svg");
    EXPECT_TRUE(svg.contains("Small study (measured")) << svg.left(1000).toStdString();
}

// Goal: what a view is of stays, also where the runs named have none of it.
TEST_F(ExportCommand, AViewIsNotReplacedByAnother) {
    const Answer gpu = call({QStringLiteral("--view"),
                             QStringLiteral("workers-gpu"),
                             QStringLiteral("--runs"),
                             QStringLiteral("1"),
                             QStringLiteral("-o"),
                             file("v.svg")});
    EXPECT_EQ(gpu.status, 1);
    EXPECT_TRUE(gpu.errors.contains(QStringLiteral("GPU utilisation"))) << gpu.errors.toStdString();
    EXPECT_FALSE(QFile::exists(file("v.svg")));
}

TEST_F(ExportCommand, SaysWhatIsWrongAndWritesNothing) {
    const Answer ending = chart("c.docx");
    EXPECT_EQ(ending.status, 2);
    EXPECT_TRUE(ending.errors.contains(QStringLiteral(".svg")));

    const Answer quantity =
        chart("c.svg", {QStringLiteral("--y"), QStringLiteral("no_such_metric")});
    EXPECT_EQ(quantity.status, 2);
    EXPECT_TRUE(quantity.errors.contains(QStringLiteral("no_such_metric")));
    EXPECT_TRUE(quantity.errors.contains(QStringLiteral("images_per_second")))
        << "what there is: " << quantity.errors.toStdString();

    const Answer like = chart("c.svg", {QStringLiteral("--x"), QStringLiteral("depth")});
    EXPECT_EQ(like.status, 2);
    EXPECT_TRUE(like.errors.contains(QStringLiteral("did you mean storage.queue_depth")))
        << like.errors.toStdString();
    const Answer typo = chart("c.svg", {QStringLiteral("--x"), QStringLiteral("decode.thread")});
    EXPECT_EQ(typo.status, 2);
    EXPECT_TRUE(typo.errors.contains(QStringLiteral(
        "--x decode.thread: these runs have no such quantity; did you mean decode.threads?")))
        << typo.errors.toStdString();

    const Answer small = chart("c.svg", {QStringLiteral("--size"), QStringLiteral("100x100")});
    EXPECT_EQ(small.status, 2);
    EXPECT_TRUE(small.errors.contains(QStringLiteral("--size 100x100: at least 300x240")))
        << small.errors.toStdString();

    for (const QStringList& wrong : {QStringList{QStringLiteral("--goal"), QStringLiteral("nan")},
                                     {QStringLiteral("--goal"), QStringLiteral("1e300")},
                                     {QStringLiteral("--as"), QStringLiteral("baseline")},
                                     {QStringLiteral("--samples"),
                                      QStringLiteral("-x"),
                                      QStringLiteral("storage.queue_depth")}}) {
        EXPECT_EQ(chart("c.svg", wrong).status, 2) << wrong.join(QChar(u' ')).toStdString();
    }

    const Answer run = call({QStringLiteral("--runs"),
                             QStringLiteral("1/2,1/99"),
                             QStringLiteral("-o"),
                             file("c.svg")});
    EXPECT_EQ(run.status, 2);
    EXPECT_TRUE(run.errors.contains(QStringLiteral("1/99"))) << run.errors.toStdString();

    const Answer study =
        call({QStringLiteral("--runs"), QStringLiteral("77"), QStringLiteral("-o"), file("c.svg")});
    EXPECT_EQ(study.status, 1);
    EXPECT_TRUE(study.errors.contains(QStringLiteral("'77'")));

    const Answer folder = chart("no/such/folder.svg");
    EXPECT_EQ(folder.status, 1);
    EXPECT_TRUE(folder.errors.contains(QStringLiteral("no/such")));
    EXPECT_FALSE(QFile::exists(file("c.svg")));
}

}  // namespace
}  // namespace throughline::ui
