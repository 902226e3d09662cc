// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/choice_parts.h"

#include <algorithm>
#include <initializer_list>

#include "ui/charts/chart_kinds.h"
#include "ui/charts/fields.h"
#include "ui/charts/words.h"

namespace throughline::ui {

namespace {

bool isOneOf(ChoicePart part, std::initializer_list<ChoicePart> parts) {
    return std::ranges::find(parts, part) != parts.end();
}

bool kindHas(ChoicePart part, const PlotChoice& choice) {
    using enum ChoicePart;
    switch (part) {
        case X:  // of stacks: the order of the bars
            return !isRunByRun(choice.points());
        case Y:
            return !choice.has<Subject>();
        case Y2:
            return choice.has<SecondY>();
        case LogY:
            return choice.has<ui::LogY>();
        case LogX:
        case Bars:
        case Relative:
        case Efficiency:
        case Baseline:
        case Ideal:
        case Ceilings:
        case Stages:
            return choice.has<AlongX>();
        case Goal:
        case Limits:
            return choice.has<LevelsShown>();
        case ColourBy:
            // Of file sizes a series is a data set, which many runs with many settings read.
            return choice.has<ui::ColourBy>() &&
                   choice.partOrNone<Subject>().subject != "file_size";
        case MarkerBy:
            return choice.has<ui::MarkerBy>();
    }
    return false;
}

QString nameOf(ChoicePart part) {
    switch (part) {
        case ChoicePart::X:
            return tr("a separate x");
        case ChoicePart::Y:
            return tr("a separate y");
        case ChoicePart::Y2:
            return tr("a second y");
        case ChoicePart::LogX:
            return tr("a logarithmic x");
        case ChoicePart::LogY:
            return tr("a logarithmic y");
        case ChoicePart::Bars:
            return tr("an axis of categories");
        case ChoicePart::Relative:
        case ChoicePart::Efficiency:
        case ChoicePart::Baseline:
            return tr("a relative value");
        case ChoicePart::Ideal:
            return tr("a line for ideal scaling");
        case ChoicePart::Goal:
            return tr("a target value");
        case ChoicePart::Ceilings:
            return tr("lines for the stages alone");
        case ChoicePart::Stages:
            return tr("a choice of stages");
        case ChoicePart::Limits:
            return tr("lines for the storage limits");
        case ChoicePart::ColourBy:
            return tr("a colour by setting");
        case ChoicePart::MarkerBy:
            return tr("a marker by setting");
    }
    return {};
}

/// Of charts of whole runs, which have all of them: what one of them leaves no room for.
std::optional<Misfit> misfitAmongParts(ChoicePart part, const std::string& x, const AlongX& along) {
    using enum ChoicePart;
    if (isOneOf(part, {Goal, Ceilings, Limits}) && along.yAs != YAs::Value) {
        return Misfit{.why = tr("level lines need a unit; relative values have none"),
                      .because = Relative};
    }
    if (part == Ideal && along.yAs == YAs::RelativeToBaseline) {
        return Misfit{.why = tr("values relative to the baseline have no ideal scaling"),
                      .because = Relative};
    }
    if (part == LogX && along.xAsNames) {
        return Misfit{.why = tr("categories have no logarithmic scale"), .because = Bars};
    }
    if (isTrend(x)) {
        if (isOneOf(part, {Efficiency, Baseline})) {
            return Misfit{
                .why = tr("a trend shows values as measured or relative to its first point"),
                .because = X};
        }
        if (isOneOf(part, {LogX, Bars, Ideal})) {
            return Misfit{.why = tr("%1 cannot be shown along dates or versions").arg(nameOf(part)),
                          .because = X};
        }
    }
    return std::nullopt;
}

}  // namespace

QString sentence(const QString& why) {
    return why.left(1).toUpper() + why.mid(1) + QChar(u'.');
}

std::optional<Misfit> misfitOf(ChoicePart part, const PlotChoice& choice) {
    if (!kindHas(part, choice)) {
        return Misfit{
            .why = tr("%1 is not available for %2").arg(nameOf(part), nameOfKind(choice.points()))};
    }
    const auto* along = choice.part<AlongX>();
    return along == nullptr ? std::nullopt : misfitAmongParts(part, choice.x, *along);
}

}  // namespace throughline::ui
