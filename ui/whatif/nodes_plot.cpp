// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/nodes_plot.h"

#include <algorithm>
#include <cmath>

#include "ui/style/number_text.h"
#include "ui/style/run_colours.h"
#include "ui/whatif/quantity_text.h"
#include "ui/whatif/whatif_plots.h"
#include "ui/whatif/words.h"

namespace throughline::ui {

namespace {

using model::Input;

constexpr double kWholePercent = 100.0;
constexpr std::uint64_t kPowersOfTwoNodesMax = 4096;

bool isSameButNodes(model::Inputs one, const model::Inputs& other) {
    one.nodes = other.nodes;
    return one == other;
}

/// "92 % of the ideal; what takes most of the time besides computing: the exchange of gradients".
QString noteOf(const whatif::ScalingAt& at) {
    const QString share =
        words("%1 % of the ideal").arg(figureText(kWholePercent * at.efficiency, 3));
    const auto loss = QString::fromStdString(whatif::loss_text(at.played));
    return loss.isEmpty() || at.nodes == 1
               ? share
               : words("%1; what takes most of the time besides computing: %2").arg(share, loss);
}

PlotBeyond beyondOf(std::uint64_t nodes) {
    return {.x = static_cast<double>(nodes),
            .text = nodes == 0 ? words("All of this is modelled: none of it was measured")
                               : QCoreApplication::translate("throughline::whatif",
                                                             "Modelled beyond %n node(s)",
                                                             nullptr,
                                                             static_cast<int>(nodes))};
}

}  // namespace

std::uint64_t measuredNodes(const ScenarioDocument& document) {
    if (document.studyBase() == nullptr ||
        !isSameButNodes(document.resolved(document.chosen()).inputs,
                        document.studyBase()->calibration.base.inputs)) {
        return 0;
    }
    double most = document.studyBase()->calibration.base.inputs.nodes;
    for (const PlotPoint& point :
         measuredSeries(document, Input::Nodes, document.chosen()).points) {
        most = std::max(most, point.x);
    }
    return static_cast<std::uint64_t>(most);
}

PlotModel nodesPlot(const ScenarioDocument& document, const whatif::ScalingAnswer& answer) {
    PlotModel plot{
        .x = {.title = inputTitle(Input::Nodes), .scale = AxisScale::Logarithmic, .integral = true},
        .y = {.key = "images_per_second",
              .title = words("Predicted images/s"),
              .unit = "1/s",
              .shownUnit = words("images/s"),
              .scale = AxisScale::Logarithmic},
        .y2 = PlotAxis{
            .title = words("Of the ideal"), .unit = "%", .shownUnit = QStringLiteral("%")}};
    if (answer.at.empty()) {
        return plot;
    }
    const int slot = document.slotOf(document.chosen());
    const QString name = document.columnName(document.chosen());
    PlotSeries ideal{.name = words("ideal: as many single nodes"),
                     .origin = record::Origin::Predicted,
                     .kind = SeriesKind::Reference,
                     .markers = false};
    PlotSeries rates{.name = name,
                     .colourSlot = slot,
                     .marker = runMarker(slot),
                     .origin = record::Origin::Predicted};
    PlotSeries shares{.name = words("%1: share of the ideal (right axis)").arg(name),
                      .colourSlot = slot + kRunColourCount,
                      .marker = runMarker(slot + kRunColourCount),
                      .origin = record::Origin::Predicted,
                      .onSecondAxis = true};
    double most_share = kWholePercent;
    for (const whatif::ScalingAt& at : answer.at) {
        const auto nodes = static_cast<double>(at.nodes);
        const QString note = noteOf(at);
        ideal.points.push_back({.x = nodes, .y = at.ideal_images_per_s});
        rates.points.push_back({.x = nodes, .y = at.played.images_per_s, .note = note});
        shares.points.push_back({.x = nodes, .y = kWholePercent * at.efficiency, .note = note});
        most_share = std::max(most_share, kWholePercent * at.efficiency);
    }
    plot.y2->range = Span{0.0, most_share};
    plot.x.powersOfTwo = answer.at.back().nodes <= kPowersOfTwoNodesMax;
    PlotSeries measured = measuredSeries(document, Input::Nodes, document.chosen());
    plot.series = {std::move(ideal), std::move(rates), std::move(shares)};
    const std::uint64_t measured_nodes = measuredNodes(document);
    if (measured_nodes > 0 && !measured.points.empty()) {
        plot.series.push_back(std::move(measured));
    }
    plot.beyond = beyondOf(measured_nodes);
    return plot;
}

}  // namespace throughline::ui
