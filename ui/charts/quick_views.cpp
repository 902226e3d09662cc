// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/quick_views.h"

#include "engine/metrics/registry.h"
#include "ui/charts/default_choice.h"
#include "ui/charts/fields.h"
#include "ui/charts/words.h"

namespace throughline::ui {

namespace {

/// The key of one value a run under which most have `id`: bare, or with its label.
std::string bestKey(const std::vector<Field>& fields, const std::string& id) {
    const Field* best = nullptr;
    for (const Field& field : fields) {
        if (!field.isSeveral && metrics::parse_metric_key(field.key).id == id &&
            (best == nullptr || field.runs > best->runs)) {
            best = &field;
        }
    }
    return best == nullptr ? std::string() : best->key;
}

}  // namespace

std::vector<QuickView> quickViews(const std::vector<StudyForPlot>& studies) {
    const std::vector<Field> fields = availableFields(studies);
    std::vector<QuickView> views;
    const auto add = [&](const QString& title, const std::string& x, PointsOf points) {
        QuickView view{.title = title, .choice = {}, .unavailable = {}};
        view.choice.chart = chartOf(points);
        view.choice.y = bestKey(fields, "images_per_second");
        if (view.choice.y.empty() && points == PointsOf::Samples) {
            view.choice.y = defaultChoice(studies).y;  // of logs of other tools
        }
        view.choice.x = points == PointsOf::Samples ? std::string(kTimeKey) : bestKey(fields, x);
        for (const auto& [id, key] : {std::pair(std::string("images_per_second"), view.choice.y),
                                      std::pair(x, view.choice.x)}) {
            if (key.empty()) {
                view.unavailable =
                    tr("The plotted studies have no %1.").arg(withinSentence(axisOf(id).title));
            }
        }
        leaveOutStagesAlone(view.choice);
        view.choice.part<LogY>()->logByData = true;
        views.push_back(std::move(view));
    };
    add(tr("by threads"), "decode.threads", PointsOf::Runs);
    add(tr("by disk utilisation"), "disk_utilisation", PointsOf::Runs);
    add(tr("by IOPS"), "read_iops", PointsOf::Runs);
    add(tr("over time"), kTimeKey, PointsOf::Samples);
    return views;
}

}  // namespace throughline::ui
