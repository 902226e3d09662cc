// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/nodes_panel.h"

#include <QEvent>
#include <QPointer>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

#include "engine/whatif/study_base.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"
#include "ui/style/wrap_layout.h"
#include "ui/whatif/nodes_plot.h"
#include "ui/whatif/words.h"

namespace throughline::ui {

namespace {

constexpr int kNodesChartLinesMin = 9;
constexpr std::uint64_t kStepsPlayed = 400;
/// Nodes in all that are played through in less than a frame or two: 0.2 us a step of each.
constexpr std::uint64_t kNodesAtOnce = 256;
constexpr std::array kSlowNodes{1.0, 1.05, 1.1, 1.2, 1.5, 2.0};

QString slowNodeText(double times) {
    constexpr double kWhole = 100.0;
    return times == 1.0   ? words("all alike")
           : times == 2.0 ? words("one takes twice as long")
           : times < 2.0 ? words("one takes %1 % longer").arg(figureText(kWhole * (times - 1.0), 3))
                         : words("one takes %1 times as long").arg(figureText(times, 3));
}

QLabel* nodesLabel(const QString& text, QWidget* field) {
    auto* label = new QLabel(text);
    label->setBuddy(field);
    return label;
}

}  // namespace

/// A question with its answer, on the way to another thread and back.
struct NodesPanel::Play {
    Asked asked{};
    std::optional<Result<whatif::ScalingAnswer>> answer{};

    void run() {
        answer = whatif::answer_scaling(asked.scenario,
                                        asked.inputs,
                                        {.nodes = whatif::doubled_nodes(asked.question.most),
                                         .steps = kStepsPlayed,
                                         .slow_node = asked.question.slow_node,
                                         .tail = asked.slow_reads});
    }
};

bool NodesPanel::Asked::isAs(const Asked& other) const {
    // Its own number of nodes is not what is asked.
    model::Inputs own = inputs;
    own.nodes = other.inputs.nodes;
    return scenario == other.scenario && own == other.inputs && question == other.question &&
           slow_reads.share == other.slow_reads.share &&
           slow_reads.excess_s == other.slow_reads.excess_s;
}

NodesPanel::NodesPanel(ScenarioDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      most_(new CountBox),
      slow_(new QComboBox),
      sentence_(new ElidedLine),
      view_(new PlotView),
      legend_(new PlotLegend),
      foot_(new QLabel) {
    QFont italic = sentence_->font();
    italic.setItalic(true);  // predicted
    sentence_->setFont(italic);
    sentence_->setContentsMargins(8, 2, 8, 2);
    view_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    view_->setMinimumHeight(fontMetrics().height() * kNodesChartLinesMin);
    legend_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    legend_->setMaximumHeight(fontMetrics().height() * 9 / 2);
    foot_->setWordWrap(true);
    foot_->setFont(smallFont());
    foot_->setContentsMargins(8, 2, 8, 6);
    connectLegend(legend_, view_);
    auto* column = bareLayout<QVBoxLayout>(this, 0);
    column->addWidget(makeQuestion());
    column->addWidget(sentence_);
    column->addWidget(view_, 1);
    column->addWidget(legend_);
    column->addWidget(foot_);
}

QWidget* NodesPanel::makeQuestion() {
    most_->setRange(2, static_cast<int>(whatif::kScalingNodesMax));
    most_->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    most_->setKeyboardTracking(false);
    most_->setAccessibleName(tr("Most nodes"));
    most_->setToolTip(tr("Type the largest number of nodes to play through, at most %1")
                          .arg(countText(static_cast<double>(whatif::kScalingNodesMax))));
    for (const double times : kSlowNodes) {
        slow_->addItem(slowNodeText(times), times);
    }
    slow_->setAccessibleName(tr("Slow node"));
    slow_->setToolTip(
        tr("Choose whether one of several nodes takes longer for a step: all others wait for it"));
    auto* row = new QWidget;
    auto* layout = new WrapLayout(row, 6);
    layout->setContentsMargins(8, 4, 8, 0);
    for (QWidget* part : std::initializer_list<QWidget*>{nodesLabel(tr("Nodes &up to"), most_),
                                                         most_,
                                                         nodesLabel(tr("S&peed of nodes"), slow_),
                                                         slow_}) {
        layout->addWidget(part);
    }
    connect(most_, &QSpinBox::valueChanged, this, [this](int most) {
        whatif::NodesQuestion question = document_->file().nodes;
        question.most = static_cast<std::uint64_t>(most);
        ask(question, tr("Change the number of nodes"), QStringLiteral("nodes/most"));
    });
    connect(slow_, &QComboBox::activated, this, [this] {
        whatif::NodesQuestion question = document_->file().nodes;
        question.slow_node = slow_->currentData().toDouble();
        ask(question, tr("Change the slow node"), QString());
    });
    return row;
}

void NodesPanel::ask(const whatif::NodesQuestion& question,
                     const QString& text,
                     const QString& mergeKey) {
    if (question != document_->file().nodes) {
        document_->askNodes(question, text, mergeKey);
    }
}

void NodesPanel::fillQuestion() {
    const whatif::NodesQuestion& question = document_->file().nodes;
    const QSignalBlocker quiet(most_);
    most_->setValue(static_cast<int>(question.most));
    int at = slow_->findData(question.slow_node);
    while (slow_->count() > static_cast<int>(kSlowNodes.size()) &&
           at < static_cast<int>(kSlowNodes.size())) {
        slow_->removeItem(slow_->count() - 1);  // what another file asked
    }
    if (at < 0) {
        at = slow_->count();
        slow_->addItem(slowNodeText(question.slow_node), question.slow_node);
    }
    slow_->setCurrentIndex(at);
}

NodesPanel::Asked NodesPanel::asked() const {
    const int column = document_->chosen();
    const StudyBase* const base = document_->studyBase();
    return {.scenario = document_->columnName(column).toStdString(),
            .inputs = document_->resolved(column).inputs,
            .question = document_->file().nodes,
            .slow_reads = base == nullptr ? model::ReadTail() : base->slow_reads};
}

void NodesPanel::refresh() {
    fillQuestion();
    if (!document_->isAnswered(document_->chosen())) {
        played_.reset();
        view_->setModel(PlotModel{.emptyText = document_->problemOf(document_->chosen())});
        legend_->setModelSeries(view_->model());
        say({});
        return;
    }
    const Asked now = asked();
    if (played_ && played_->asked.isAs(now)) {
        show(*played_);
    } else if (!under_way_) {
        play(now);
    }
}

void NodesPanel::play(const Asked& asked) {
    auto play = std::make_shared<Play>(Play{.asked = asked, .answer = {}});
    const auto counts = whatif::doubled_nodes(asked.question.most);
    if (!runner_ ||
        std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) <= kNodesAtOnce) {
        play->run();
        played_ = play;
        show(*play);
        return;
    }
    under_way_ = true;
    say(tr("Playing the nodes through…"));
    runWork(
        runner_,
        [play] { play->run(); },
        [panel = QPointer<NodesPanel>(this), play] {
            if (panel) {
                panel->under_way_ = false;
                panel->played_ = play;
                panel->refresh();  // more may have been asked meanwhile
            }
        });
}

void NodesPanel::say(const QString& line) {
    sentence_->setText(line);
    sentence_->setVisible(!line.isEmpty());
    foot_->setVisible(!line.isEmpty());
}

void NodesPanel::show(const Play& played) {
    const Result<whatif::ScalingAnswer>& answer = *played.answer;
    PlotModel plot = answer ? nodesPlot(*document_, *answer)
                            : PlotModel{.emptyText = QString::fromStdString(answer.error().what)};
    const auto& before = view_->model().series;
    for (std::size_t i = 0; i < plot.series.size() && i < before.size(); ++i) {
        plot.series[i].visible = plot.series[i].name != before[i].name || before[i].visible;
    }
    legend_->setModelSeries(plot);
    legend_->setVisible(answer.has_value());
    view_->setModel(std::move(plot));
    if (!answer) {
        say({});
        return;
    }
    say(QString::fromStdString(whatif::scaling_sentence(*answer) + " " +
                               whatif::losses_sentence(*answer))
            .trimmed());
    foot_->setText(
        (answer->has_tail
             ? tr("Dotted: simulated, all nodes meet after each step and the slowest sets the "
                  "pace. The slow reads of the base's runs count in.")
             : tr("Dotted: simulated, all nodes meet after each step and the slowest sets the "
                  "pace. No run says how often a read takes much longer.")) +
        u' ' + view_->model().beyond->text + u'.');
}

void NodesPanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && isVisible() && played_) {
        show(*played_);
    }
}

}  // namespace throughline::ui
