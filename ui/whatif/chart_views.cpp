// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/chart_views.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QResizeEvent>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/record/this_machine.h"
#include "ui/plot/plot_page.h"
#include "ui/style/number_text.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"
#include "ui/whatif/assumed_text.h"
#include "ui/whatif/calibration_table.h"
#include "ui/whatif/catalog_panel.h"
#include "ui/whatif/nodes_panel.h"
#include "ui/whatif/offers_panel.h"
#include "ui/whatif/quantity_text.h"
#include "ui/whatif/ways_panel.h"
#include "ui/whatif/whatif_plots.h"

namespace throughline::ui {

namespace {

constexpr int kChartLinesMin = 10;

/// A view in the stack, which asks for no height while another is in front: the stack would else
/// be as high as the highest of all, and the axis of the one in front out of sight.
class FrontPage : public QWidget {
public:
    explicit FrontPage(QWidget* view) { bareLayout<QVBoxLayout>(this, 0)->addWidget(view); }
    int heightForWidth(int width) const override {
        const auto* const stack = qobject_cast<QStackedWidget*>(parentWidget());
        return stack != nullptr && stack->currentWidget() != this ? 0
                                                                  : QWidget::heightForWidth(width);
    }
    /// With its words in as many lines as they take: the table would else lie over the chart's
    /// axis.
    QSize minimumSizeHint() const override {
        const QSize least = QWidget::minimumSizeHint();
        return {least.width(),
                hasHeightForWidth()
                    ? std::max(least.height(), layout()->minimumHeightForWidth(width()))
                    : least.height()};
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        QWidget::resizeEvent(event);
        if (event->oldSize().width() != width()) {
            updateGeometry();
        }
    }
};

/// Beside each scenario's point its name, also where the curves of several lie on one another.
PlotModel withNamedPoints(PlotModel model) {
    for (PlotSeries& series : model.series) {
        if (series.kind == SeriesKind::Points && series.origin == record::Origin::Predicted) {
            for (PlotPoint& point : series.points) {
                point.label = series.name;
            }
        }
    }
    return model;
}

}  // namespace

ChartViews::ChartViews(ScenarioDocument* document, OfferSearch* search, QWidget* parent)
    : QWidget(parent),
      document_(document),
      search_(search),
      chooser_(new QComboBox),
      stack_(new QStackedWidget),
      curve_input_(new QComboBox),
      cost_per_(new QComboBox),
      tornado_(new TornadoView),
      offers_(new OffersPanel(document, search)),
      catalog_(new CatalogPanel(document)),
      ways_(new WaysPanel(document)),
      nodes_(new NodesPanel(document)),
      calibration_(new CalibrationTable) {
    chooser_->setToolTip(tr("Choose what is shown below"));
    chooser_->setAccessibleName(tr("View"));
    chooser_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    bareLayout<QVBoxLayout>(this, 0)->addWidget(stack_);
    makePlots();
    add(plots_[Curve].page, tr("Curve"), tr("Images/s over any input, for all scenarios"));
    add(plots_[Roofline].page,
        tr("Roofline"),
        tr("Images/s against bytes per image, under the limits of the chosen scenario"));
    add(tornado_,
        tr("Levers"),
        tr("What would help most: each input of the chosen scenario halved and doubled"));
    add(plots_[Cost].page, tr("Cost"), tr("Images/s against cost, with the efficient frontier"));
    add(offers_, tr("Offers"), tr("The cheapest ways to the rate that is to be reached"));
    add(plots_[BackTest].page,
        tr("Tested"),
        tr("How well runs outside the calibration were predicted"));
    add(catalog_,
        tr("Catalogue"),
        tr("Storage, machines, models, links and GPU rates, with source and date"));
    add(ways_,
        tr("Streaming"),
        tr("What the epochs of a job take copied first, streamed from a store, and through a "
           "cache"));
    add(nodes_,
        tr("Many nodes"),
        tr("Images/s and the share of the ideal against nodes that meet after each step"));
    connect(curve_input_, &QComboBox::currentIndexChanged, this, &ChartViews::refresh);
    connect(cost_per_, &QComboBox::currentIndexChanged, this, &ChartViews::refresh);
    connect(chooser_, &QComboBox::currentIndexChanged, stack_, &QStackedWidget::setCurrentIndex);
    connect(stack_, &QStackedWidget::currentChanged, this, &ChartViews::fitFront);
    connect(stack_, &QStackedWidget::currentChanged, this, &ChartViews::refresh);
    fitFront();
    connect(document_, &ScenarioDocument::changed, this, &ChartViews::refresh);
    connect(document_, &ScenarioDocument::chosenChanged, this, &ChartViews::refresh);
    connect(search_, &OfferSearch::changed, this, [this] {
        if (currentIndex() == Cost) {
            refresh();
        }
    });
    refresh();
}

void ChartViews::add(QWidget* view, const QString& name, const QString& tip) {
    stack_->addWidget(new FrontPage(view));
    chooser_->addItem(name);
    chooser_->setItemData(chooser_->count() - 1, tip, Qt::ToolTipRole);
}

void ChartViews::fitFront() {
    for (int i = 0; i < stack_->count(); ++i) {
        stack_->widget(i)->setSizePolicy(
            QSizePolicy::Preferred,
            i == stack_->currentIndex() ? QSizePolicy::Preferred : QSizePolicy::Ignored);
    }
    for (std::size_t i = 0; i < std::size(plots_); ++i) {
        if (plots_[i].control != nullptr) {
            plots_[i].control->setVisible(static_cast<int>(i) == stack_->currentIndex());
        }
    }
}

QList<QWidget*> ChartViews::controls() const {
    return {plots_[Curve].control, plots_[Cost].control};
}

void ChartViews::setCurrentIndex(int view) {
    chooser_->setCurrentIndex(view);
}

void ChartViews::makePlots() {
    for (const model::Input input : curveInputs()) {
        curve_input_->addItem(inputTitle(input), static_cast<int>(input));
        curve_input_->setItemData(curve_input_->count() - 1, inputTip(input), Qt::ToolTipRole);
    }
    curve_input_->setMaxVisibleItems(curve_input_->count());
    followScenarios();
    const auto isChosen = [this] { input_is_chosen_ = true; };
    connect(curve_input_, &QComboBox::currentIndexChanged, this, isChosen);
    connect(curve_input_, &QComboBox::activated, this, isChosen);  // the one that was shown, too
    curve_input_->setToolTip(tr("Choose the input on the x axis"));
    cost_per_->setToolTip(tr("Choose what the cost is divided by"));
    cost_per_->addItem(tr("per hour"), static_cast<int>(CostPer::Hour));
    cost_per_->addItem(tr("per million images"), static_cast<int>(CostPer::MillionImages));
    for (Chart& chart : plots_) {
        chart = makeChart();
    }
    plots_[Curve].control = labelled(tr("Images/s &over"), curve_input_);
    plots_[Cost].control = labelled(tr("C&ost"), cost_per_);
    // Between the chart and the words below.
    static_cast<QVBoxLayout*>(plots_[BackTest].page->layout())->insertWidget(1, calibration_);
}

QWidget* ChartViews::labelled(const QString& text, QWidget* field) {
    auto* row = new QWidget(this);
    auto* layout = bareLayout<QHBoxLayout>(row);
    auto* label = new QLabel(text);
    label->setBuddy(field);
    layout->addWidget(label);
    layout->addWidget(field);
    row->hide();
    return row;
}

ChartViews::Chart ChartViews::makeChart() {
    Chart chart{.page = new QWidget, .view = new PlotView, .caption = new QLabel};
    chart.caption->setWordWrap(true);
    chart.caption->setFont(smallFont());
    chart.caption->setContentsMargins(8, 2, 8, 6);
    // Takes what the page has left: it would else be as high as a chart likes to be, and its axis
    // out of sight.
    chart.view->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    chart.view->setMinimumHeight(fontMetrics().height() * kChartLinesMin);
    auto* column = bareLayout<QVBoxLayout>(chart.page, 0);
    column->addWidget(chart.view, 1);
    column->addWidget(chart.caption);
    return chart;
}

void ChartViews::show(Chart& chart, PlotModel model) {
    chart.view->setModel(std::move(model));
}

QString ChartViews::backTestText() const {
    const StudyBase* study = document_->studyBase();
    if (study == nullptr) {
        const auto lost = QString::fromStdString(document_->file().lost_base);
        return lost.isEmpty()
                   ? tr("Not calibrated: no run supports these figures.")
                   : tr("These figures were calibrated on %1, but its runs were not saved with "
                        "them. They are graded D until you choose the study as the base again.")
                         .arg(lost);
    }
    const auto source = QString::fromStdString(whatif::source_of(*study, record::this_machine()));
    const QString tested = QString::fromStdString(whatif::test_text(study->test));
    return tested.isEmpty()
               ? tr("Calibrated on %1; no other run is left to test the predictions.").arg(source)
               : tr("Calibrated on %1. %2").arg(source, tested);
}

QString ChartViews::remarkText() const {
    const StudyBase* study = document_->studyBase();
    return study == nullptr || study->calibration.remark.empty()
               ? QString()
               : QString::fromStdString(say_recorded(study->calibration.remark)) + u'.';
}

QString ChartViews::notPredictedText() const {
    const StudyBase* study = document_->studyBase();
    if (study == nullptr) {
        return {};
    }
    QStringList others;
    for (const auto& [reason, count] : study->test.not_of_machine) {
        others << tr("%n study(s) (%1)", nullptr, count)
                      .arg(QString::fromStdString(say_recorded(reason)));
    }
    const QString no_test =
        others.isEmpty() ? QString()
                         : tr("Left out of the test: %1.").arg(others.join(QStringLiteral(", ")));
    if (study->test.not_predicted.empty()) {
        return no_test;
    }
    std::map<std::string, std::vector<whatif::StudyPoint>> by_reason;
    for (const auto& point : study->test.not_predicted) {
        by_reason[point.unusable].push_back(point);
    }
    QStringList reasons;
    for (const auto& [reason, points] : by_reason) {
        QStringList runs;
        for (const auto& point : points) {
            runs << tr("%1, run %2").arg(QString::fromStdString(point.study)).arg(point.run);
        }
        constexpr qsizetype kNamed = 4;
        const auto more = runs.size() - kNamed;
        const QString named = runs.mid(0, kNamed).join(QStringLiteral(", "));
        const QString why = QString::fromStdString(say_recorded(reason));
        reasons << (more > 0 ? tr("%1 and %2 more: %3").arg(named).arg(more).arg(why)
                             : tr("%1: %2").arg(named, why));
    }
    return (tr("Not predicted: %1.").arg(reasons.join(QStringLiteral("; "))) + u' ' + no_test)
        .trimmed();
}

PlotView* ChartViews::frontPlot() const {
    return currentIndex() == Ways       ? ways_->plot()
           : currentIndex() == Nodes    ? nodes_->plot()
           : currentIndex() <= BackTest ? plots_[currentIndex()].view
                                        : nullptr;
}

std::optional<ChartInFront> ChartViews::inFront() const {
    const PlotView* const view = currentIndex() == Curve ? nullptr : frontPlot();
    if (view == nullptr || !view->model().hasPoints()) {
        return std::nullopt;
    }
    const bool nodes = currentIndex() == Nodes;
    const bool ways = currentIndex() == Ways;
    return ChartInFront{.title = chooser_->currentText(),
                        .sentence = nodes  ? nodes_->sentence()
                                    : ways ? ways_->sentence()
                                           : QString(),
                        .caption = nodes  ? nodes_->footText()
                                   : ways ? ways_->testText()
                                          : plots_[currentIndex()].caption->text(),
                        .plot = view->model()};
}

QImage ChartViews::picture() {
    const PlotView* const view = frontPlot();
    if (view == nullptr) {
        return stack_->currentWidget()->grab().toImage();
    }
    const PlotRange range = view->zoom().current();
    const bool ways = currentIndex() == Ways;
    const PlotPage page{.title = shownTitle(*document_),
                        .footer = QStringList{tr("Predicted by Throughline, not measured. %1")
                                                  .arg(ways ? ways_->testText() : backTestText())} +
                                  (ways ? QStringList() : assumedOfAll(*document_))};
    return plotImage({{.model = &view->model(), .range = &range}},
                     page,
                     {.theme = printTheme(), .font = font()});
}

void ChartViews::copyPicture() {
    QGuiApplication::clipboard()->setImage(picture());
}

void ChartViews::showTested() {
    const StudyBase* study = document_->studyBase();
    calibration_->showStudy(study);
    QStringList texts{
        study == nullptr
            ? backTestText()
            : tr("Dots: runs not used for calibration; line: predicted as measured. %1")
                  .arg(remarkText())};
    constexpr qsizetype kCaptionChars = 240;  // the chart needs the room
    const QString missing = notPredictedText();
    texts << (missing.size() > kCaptionChars ? missing.left(kCaptionChars) + u'…' : missing);
    plots_[BackTest].caption->setText(texts.join(u' ').simplified());
    plots_[BackTest].caption->setToolTip(missing);
}

/// Silent: whoever asks for it draws the chart.
void ChartViews::followScenarios() {
    if (!input_is_chosen_) {
        const QSignalBlocker quiet(curve_input_);
        curve_input_->setCurrentIndex(
            curve_input_->findData(static_cast<int>(usualCurveInput(*document_))));
    }
}

model::Input ChartViews::curveInput() const {
    return static_cast<model::Input>(curve_input_->currentData().toInt());
}

void ChartViews::refresh() {
    followScenarios();
    const int column = document_->chosen();
    const auto index = static_cast<std::size_t>(column);
    switch (static_cast<View>(currentIndex())) {
        case Curve:
            show(plots_[Curve], withNamedPoints(curvePlot(*document_, curveInput())));
            plots_[Curve].caption->setText(
                tr("Dotted: predicted, in the colours of the cards; markers: the scenarios, with "
                   "their 90 % intervals; stars, if any: measured."));
            break;
        case Roofline:
            show(plots_[Roofline], rooflinePlot(*document_, column));
            plots_[Roofline].caption->setText(
                tr("Predicted ceilings of “%1”. %2")
                    .arg(document_->columnName(column),
                         document_->resolved(column).cpu_cost
                             ? tr("CPU time scales with the image size, as measured.")
                             : tr("CPU time per image is held at its current value.")));
            break;
        case Levers: {
            const auto& answers = document_->answers();
            if (index < answers.answers.size()) {
                const bool answered = document_->isAnswered(column);
                tornado_->setLevers(
                    document_->columnName(column),
                    answers.answers[index].prediction.images_per_s(),
                    answers.answers[index].graded.grade,
                    answered ? answers.levers[index] : std::vector<model::Leverage>());
            }
            break;
        }
        case Cost:
            show(plots_[Cost],
                 costPlot(*document_,
                          static_cast<CostPer>(cost_per_->currentData().toInt()),
                          search_->offers()));
            plots_[Cost].caption->setText(
                tr("Rates are predicted; prices are list prices, typed in or from the catalogue. "
                   "Diamonds: offers of the last search; dotted line: nothing is both faster and "
                   "cheaper. Scenarios without a price are left out."));
            break;
        case Offers:
            offers_->refresh();
            break;
        case BackTest:
            show(plots_[BackTest], backTestPlot(*document_));
            showTested();
            break;
        case Catalogue:
            catalog_->refresh();
            break;
        case Ways:
            ways_->refresh();
            break;
        case Nodes:
            nodes_->refresh();
            break;
    }
}

}  // namespace throughline::ui
