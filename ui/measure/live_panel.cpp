// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/live_panel.h"

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/analysis/emulation.h"
#include "engine/base/format.h"
#include "engine/base/say_again.h"
#include "engine/record/record.h"
#include "engine/spec/amounts.h"
#include "engine/spec/gpu_network.h"
#include "engine/spec/spec.h"
#include "ui/study/notes_list.h"
#include "ui/study/stage_names.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

constexpr std::array<const char*, kFigureCount> kTileMetrics = {"images_per_second",
                                                                "disk_utilisation",
                                                                "read_iops",
                                                                "read_bytes_per_second",
                                                                "volume_io_credits",
                                                                "volume_byte_credits"};
constexpr std::array<int, kFigureCount> kTileColours = {0, 1, 2, 3, 4, 4};

/// Whether a measurement has the figure; those of credits few have.
bool isUsual(std::size_t figure) {
    return figure < static_cast<std::size_t>(Figure::IoCredits);
}
bool has(const LiveSnapshot& snapshot, std::size_t figure) {
    return std::isfinite(snapshot.figures[figure]) ||
           std::ranges::any_of(snapshot.history, [figure](const HistoryPoint& point) {
               return std::isfinite(point.values[figure]);
           });
}

std::vector<TracePoint> traceOf(const LiveSnapshot& snapshot, std::size_t figure) {
    std::vector<TracePoint> trace;
    trace.reserve(snapshot.history.size());
    for (const HistoryPoint& point : snapshot.history) {
        trace.push_back({.run = point.run,
                         .stages = point.stages,
                         .seconds = point.seconds,
                         .value = point.values[figure]});
    }
    return trace;
}

/// The network that a GPU runs a proxy of; "" = none.
QString proxyOf(const LiveSnapshot& snapshot) {
    if (!snapshot.current) {
        return {};
    }
    const spec::Settings& settings = snapshot.current->settings;
    const std::string network = spec::text_or_empty(settings, "consumer.network");
    return spec::consumer_kind_of(settings) == spec::ConsumerKind::Gpu && spec::is_proxy(network)
               ? QString::fromUtf8(spec::catalogue_id(network))
               : QString();
}

/// A cell of a storage baseline: "random reads, 4 KiB, depth 32, 2 jobs"; "" = it is none.
QString cellTitle(const spec::Settings& settings) {
    const std::string pattern = spec::text_or_empty(settings, "pattern");
    const QString word = pattern == "randread"    ? LivePanel::tr("random reads")
                         : pattern == "read"      ? LivePanel::tr("sequential reads")
                         : pattern == "randwrite" ? LivePanel::tr("random writes")
                         : pattern == "write"     ? LivePanel::tr("sequential writes")
                                                  : QString();
    if (pattern == "metadata") {
        return LivePanel::tr("metadata of small files");
    }
    if (word.isEmpty()) {
        return {};
    }
    const auto block = settings.find("storage.block_bytes");
    const QString size =
        block == settings.end()
            ? LivePanel::tr("ImageNet file sizes")
            : QString::fromStdString(spec::bytes_text(std::get<std::int64_t>(block->second)));
    QString title = LivePanel::tr("%1, %2, depth %3")
                        .arg(word, size)
                        .arg(spec::integer_of(settings, "storage.queue_depth"));
    if (const auto jobs = static_cast<int>(spec::integer_of(settings, "storage.threads"));
        jobs > 1) {
        title += QStringLiteral(", ") + LivePanel::tr("%n job(s)", nullptr, jobs);
    }
    return spec::boolean_of(settings, "storage.direct")
               ? title
               : title + QStringLiteral(", ") + LivePanel::tr("through the page cache");
}

/// Which of its repeats is measured; "" = there is but one.
QString repeatTitle(const LiveSnapshot& snapshot) {
    const auto repeats = snapshot.current
                             ? spec::number_at(snapshot.current->settings, "repeats").value_or(1.0)
                             : 1.0;
    if (repeats < 2.0) {
        return {};
    }
    const bool rounds = spec::text_or_empty(snapshot.current->settings, "repeat_order") == "rounds";
    return (rounds ? LivePanel::tr("round %1 of %2") : LivePanel::tr("repeat %1 of %2"))
        .arg(snapshot.repeat)
        .arg(static_cast<int>(repeats));
}

/// A storage baseline has no images and no pipeline.
bool isBaseline(const LiveSnapshot& snapshot) {
    const record::RunStarted* const run = snapshot.current ? snapshot.current.get()
                                          : snapshot.ended.empty()
                                              ? nullptr
                                              : &snapshot.ended.back()->started;
    return run != nullptr && !cellTitle(run->settings).isEmpty();
}

/// A job that is not ours is watched; its record comes at the end.
bool isObserving(const LiveSnapshot& snapshot) {
    return snapshot.phase == "observing" || snapshot.phase == "nudging";
}

/// What was emulated in any run until now: the heading says it from the first such run on.
analysis::Emulated emulatedIn(const LiveSnapshot& snapshot) {
    analysis::Emulated result;
    const auto add = [&result](const record::RunStarted& run) {
        result |= analysis::emulated_in(run.settings);
    };
    for (const auto& run : snapshot.ended) {
        add(run->started);
    }
    if (snapshot.current) {
        add(*snapshot.current);
    }
    return result;
}

/// The last sample of a run that has ended says nothing of now.
bool isIdle(const LiveSnapshot& snapshot) {
    return snapshot.run == 0 || pauseOf(snapshot) == PauseState::Paused;
}

}  // namespace

QString runTitle(const LiveSnapshot& snapshot) {
    if (isObserving(snapshot)) {
        return snapshot.phase == "nudging"
                   ? LivePanel::tr("What its threads did before they were slowed down")
                   : LivePanel::tr("What its threads did in the last second");
    }
    if (snapshot.run == 0) {
        return LivePanel::tr("Preparing the measurement");
    }
    QString title = LivePanel::tr("Run %1 of %2").arg(snapshot.run).arg(snapshot.runs);
    if (const QString repeat = repeatTitle(snapshot); !repeat.isEmpty()) {
        title += QStringLiteral(", ") + repeat;
    }
    if (snapshot.current) {
        const spec::Settings& settings = snapshot.current->settings;
        const spec::Stages stages = spec::stages_of(settings).value_or(spec::Stages::Full);
        if (const QString cell = cellTitle(settings); !cell.isEmpty()) {
            return title + QStringLiteral(": ") + cell;
        }
        title += QStringLiteral(": ") + stagesTitle(stages);
        const auto threads = settings.find("decode.threads");
        const bool decodes = spec::setting_matters("decode.threads", stages);
        if (decodes && threads != settings.end()) {
            title +=
                QStringLiteral(", ") +
                LivePanel::tr("%n decode thread(s)",
                              nullptr,
                              QString::fromStdString(spec::setting_text(threads->second)).toInt());
        }
        const bool consumes = spec::setting_matters("consumer.network", stages);
        if (const QString network = proxyOf(snapshot); consumes && !network.isEmpty()) {
            title += QStringLiteral(", ") + LivePanel::tr("proxy of %1").arg(network);
        }
    }
    return title;
}

QString phaseTitle(const LiveSnapshot& snapshot) {
    if (snapshot.stopping) {
        return LivePanel::tr("stopping");
    }
    if (snapshot.elsewhere.heardAgo) {
        return LivePanel::tr("no word from %1")
            .arg(QString::fromStdString(snapshot.elsewhere.host));
    }
    if (pauseOf(snapshot) == PauseState::Paused) {
        return LivePanel::tr("paused before it starts");
    }
    const std::string& phase = snapshot.phase;
    if (phase == "preparing" || phase == "paused" || phase.empty()) {
        return LivePanel::tr("preparing");
    }
    if (phase == "evicting") {
        return LivePanel::tr("emptying the page cache");
    }
    if (phase == "loading") {
        return LivePanel::tr("loading images into memory");
    }
    if (phase == "copying") {
        return LivePanel::tr("copying the data set");
    }
    if (phase == "observing") {
        return LivePanel::tr("watching");
    }
    if (phase == "nudging") {
        return LivePanel::tr("slowing it down for moments");
    }
    if (phase == "warmup") {
        return LivePanel::tr("warming up");
    }
    return phase == "drain" ? LivePanel::tr("finishing") : LivePanel::tr("measuring");
}

LivePanel::LivePanel(QWidget* parent) : QWidget(parent) {
    headline_ = new QLabel;
    headline_->setFont(titleFont());
    what_ = new QLabel;
    what_->setWordWrap(true);
    where_ = new QLabel;
    where_->setWordWrap(true);
    where_->setTextFormat(Qt::PlainText);
    tile_row_ = new QWidget;
    auto* tiles = bareLayout<QHBoxLayout>(tile_row_);
    for (std::size_t i = 0; i < kFigureCount; ++i) {
        tiles_[i] = new FigureTile(kTileMetrics[i], kTileColours[i]);
        tiles->addWidget(tiles_[i]);
    }
    tiles_[static_cast<std::size_t>(Figure::DiskUtilisation)]->setFixedMaximum(100);
    threads_ = new ThreadsControl;
    pipeline_ = new PipelineView;
    observed_ = new ObservedView;
    table_ = new RunTable;
    table_->setMinimumHeight(fontMetrics().height() * 5);
    notes_ = new QLabel;
    notes_->setTextFormat(Qt::PlainText);
    notes_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 8);
    layout->setSpacing(10);
    layout->addWidget(headline_);
    layout->addWidget(what_);
    try_now_ = new QPushButton(tr("Tr&y now"));
    try_now_->setToolTip(tr("Connect to the other computer at once, without the wait"));
    connect(try_now_, &QPushButton::clicked, this, &LivePanel::tryNowAsked);
    auto* where = new QHBoxLayout;
    where->addWidget(where_, 1);
    where->addWidget(try_now_, 0, Qt::AlignTop);
    layout->addLayout(where);
    layout->addWidget(tile_row_, 3);
    layout->addWidget(threads_);
    layout->addWidget(pipeline_);
    layout->addWidget(observed_);
    layout->addWidget(table_, 2);
    constexpr qreal kOfThePast = 0.55;
    for (std::size_t i = 0;
         QWidget * figures : std::initializer_list<QWidget*>{tile_row_, pipeline_}) {
        muting_[i] = new QGraphicsOpacityEffect(figures);
        muting_[i]->setOpacity(kOfThePast);
        muting_[i]->setEnabled(false);
        figures->setGraphicsEffect(muting_[i++]);
    }
    below_ = new QWidget;  // keeps what is watched at the top
    layout->addWidget(below_, 2);
    layout->addWidget(notes_);
    clear();
    setPlaying(false);
}

void LivePanel::setPlaying(bool playing) {
    playing_ = playing;
    threads_->setVisible(playing);
    table_->setVisible(!playing);
}

void LivePanel::clear() {
    setSnapshot(LiveSnapshot{});
    table_->setRows({});
    rows_shown_ = {};
}

void LivePanel::setSnapshot(const LiveSnapshot& snapshot) {
    const QString title = headlineOf(snapshot);
    if (headline_->text() != title) {
        headline_->setText(title);
    }
    const QString what = (playing_ ? tr("Full pipeline") : runTitle(snapshot)) +
                         QStringLiteral(" – ") + phaseTitle(snapshot);
    if (what_->text() != what) {
        what_->setText(what);
    }
    showWhere(snapshot.elsewhere);
    const bool observing = isObserving(snapshot);
    observed_->setVisible(observing);
    below_->setVisible(observing);
    tile_row_->setVisible(!observing);
    pipeline_->setVisible(!observing && !isBaseline(snapshot));
    table_->setVisible(!observing && !playing_);
    if (observing) {
        observed_->setMetrics(snapshot.latest);
    }
    showTiles(snapshot);
    threads_->setSnapshot(snapshot);
    pipeline_->setProxy(!proxyOf(snapshot).isEmpty());
    pipeline_->setMetrics(isIdle(snapshot) ? metrics::MetricValues{} : snapshot.latest);
    const RowsShown rows{.ended = snapshot.ended.size(),
                         .run = snapshot.current ? snapshot.current->run : 0,
                         .repeat = snapshot.repeat};
    if (rows != rows_shown_) {
        const bool more = rows.ended != std::exchange(rows_shown_, rows).ended;
        table_->setRows(rowsOf(snapshot));
        if (more) {
            table_->scrollToBottom();
        }
    }
    showNotes(snapshot);
}

QString LivePanel::headlineOf(const LiveSnapshot& snapshot) const {
    if (playing_) {
        return tr("Playing – nothing is recorded");
    }
    if (isObserving(snapshot)) {
        return tr("Observing a running job");
    }
    return snapshot.header && !snapshot.header->title.empty()
               ? QString::fromStdString(
                     analysis::marked_title(snapshot.header->title, emulatedIn(snapshot)))
               : tr("Measuring");
}

void LivePanel::showWhere(const Elsewhere& there) {
    const QString host = QString::fromStdString(there.host);
    QString where = there.host.empty() ? QString()
                    : there.news.empty()
                        ? tr("On %1: connecting").arg(host)
                        : tr("On %1: %2").arg(host, QString::fromStdString(say_again(there.news)));
    if (there.heardAgo) {
        where += QLatin1String(where.endsWith(u'.') ? " " : ". ") +
                 tr("Last heard from %1 %2 ago.")
                     .arg(host, QString::fromStdString(format_duration(*there.heardAgo))
                              .replace(u' ', QChar::Nbsp));
    }
    if (where_->text() != where) {
        where_->setText(where);
    }
    where_->setVisible(!where.isEmpty());
    setInk(where_, there.heardAgo ? &Theme::warning : &Theme::text);
    const bool hadFocus = try_now_->hasFocus();
    try_now_->setVisible(there.waits);
    if (hadFocus && !there.waits) {
        setFocus();
    }
    for (QGraphicsOpacityEffect* effect : muting_) {
        effect->setEnabled(there.heardAgo.has_value());
    }
}

void LivePanel::showTiles(const LiveSnapshot& snapshot) {
    const bool idle = isIdle(snapshot);
    const bool baseline = isBaseline(snapshot);
    for (std::size_t i = 0; i < kFigureCount; ++i) {
        const bool images = i == static_cast<std::size_t>(Figure::ImagesPerSecond);
        tiles_[i]->setVisible((isUsual(i) && !(images && baseline)) || has(snapshot, i));
        if (!idle) {
            tiles_[i]->setMetric(metricOf(static_cast<Figure>(i), snapshot.latest));
        }
        // A sample holds whole batches: none, then 64 images. The number is of some seconds, as in
        // the bar below; the trace has the samples.
        const bool is_rate = i == static_cast<std::size_t>(Figure::ImagesPerSecond);
        const double value = is_rate ? snapshot.imagesPerSecondLast10.value_or(snapshot.figures[i])
                                     : snapshot.figures[i];
        tiles_[i]->setValue(idle ? std::numeric_limits<double>::quiet_NaN() : value,
                            traceOf(snapshot, i));
    }
}

void LivePanel::showNotes(const LiveSnapshot& snapshot) {
    QStringList all;
    for (const record::Note& note : snapshot.notes) {
        if (!playing_ || note.code != record::kTouchedCode) {  // the slider says it
            all << sentenceOf(note);
        }
    }
    QString line(u' ');  // keeps its place, so that a note that comes moves nothing
    if (!all.isEmpty()) {
        const auto more = static_cast<int>(all.size()) - 1;
        const QString rest =
            more == 0 ? QString() : u' ' + tr("(and %n more note(s))", nullptr, more);
        const QFontMetrics metrics(notes_->font());
        line = metrics.elidedText(
                   all.back(), Qt::ElideRight, notes_->width() - metrics.horizontalAdvance(rest)) +
               rest;
    }
    if (notes_->text() != line) {
        notes_->setText(line);
        notes_->setToolTip(all.join(QStringLiteral("\n")));
    }
}

}  // namespace throughline::ui
