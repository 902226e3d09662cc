// SPDX-License-Identifier: Apache-2.0
#include "app/engine/study_list.h"

#include <map>
#include <string>
#include <vector>

#include "app/engine/json_output.h"
#include "app/engine/report.h"
#include "app/engine/terminal.h"
#include "app/engine/text_table.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/catalog/catalog.h"

namespace throughline::app {
namespace {

using panels::Panel;

std::string study_of(const Panel& panel) {
    return panel.studies.empty() ? std::string() : panel.studies.front();
}

/// "The study in full (2018)"; of one's own runs: what they are.
std::string title_of_study(const catalog::Catalog& catalog, const std::string& id) {
    const catalog::Source* const source = catalog.find_source(id);
    return id.empty()          ? say("Your own runs alone")
           : source == nullptr ? id
                               : id + ": " + source->title + ", " + source->date;
}

/// How much of a chart is drawn from published figures.
const char* published_word(const Panel& panel) {
    return panel.sources.empty() ? "no" : panel.unpublished[0] == '\0' ? "yes" : "in part";
}

/// At least: warm-up and measured time; an epoch counts as 2 s, and what comes between runs not.
double seconds_of(const panels::Experiment& experiment, bool quick) {
    constexpr double kEpochSeconds = 2.0;
    double seconds = 0.0;
    for (const spec::Settings& point : spec::expand(panels::spec_of(experiment, {}, quick))) {
        const double duration = spec::real_of(point, "duration_seconds");
        const auto epochs = static_cast<double>(spec::integer_of(point, "epochs"));
        seconds += static_cast<double>(spec::integer_of(point, "repeats")) *
                   (spec::real_of(point, "warmup_seconds") +
                    (duration > 0.0 ? duration : epochs * kEpochSeconds));
    }
    return seconds;
}

Json texts_json(const std::vector<const char*>& texts) {
    return json_texts({texts.begin(), texts.end()});
}

/// Null where there is nothing to say.
Json said_json(const char* message) {
    return message[0] == '\0' ? Json(nullptr) : Json(say(message));
}

Json panel_json(const Panel& panel) {
    Json lesson = Json::array();
    for (const char* const sentence : panel.lesson.sentences) {
        lesson.push_back(say(sentence));
    }
    Json quantities = Json::array();
    for (const panels::View& view : panel.views) {
        quantities.push_back(
            {{"x", view.points == panels::Points::Samples ? "time" : view.x}, {"y", view.y}});
    }
    const panels::Experiment* const experiment = panels::experiment_of(panel);
    const bool measured = experiment != nullptr;
    return {{"panel", panel.id},
            {"studies", texts_json(panel.studies)},
            {"question", panels::name_of(panel.question)},
            {"title", say(panel.title)},
            {"what", say(panel.what)},
            {"published", published_word(panel)},
            {"published_sources", texts_json(panel.sources)},
            {"unpublished", said_json(panel.unpublished)},
            {"charts", quantities},
            {"not_drawn", said_json(panel.not_drawn)},
            {"measured_here", measured},
            {"experiment", measured ? Json(experiment->id) : Json(nullptr)},
            {"emulated", measured ? said_json(experiment->emulated) : Json(nullptr)},
            {"quick_seconds", measured ? Json(seconds_of(*experiment, true)) : Json(nullptr)},
            {"data_bytes", measured ? Json(panels::data_bytes_of(*experiment)) : Json(nullptr)},
            {"claim", said_json(panel.claim.claim)},
            {"rule", said_json(panel.claim.rule)},
            {"not_measured", said_json(panel.not_measured)},
            {"lesson", lesson},
            {"figures", texts_json(panel.lesson.figures)},
            {"setting", panel.lesson.setting},
            {"scenario", panel.lesson.scenario}};
}

/// Which panels of a study are not measured here, reason by reason.
void print_why_not(const std::string& study) {
    std::map<std::string, std::string> by_reason;
    for (const Panel& panel : panels::all_panels()) {
        if (study_of(panel) == study && panel.not_measured[0] != '\0') {
            std::string& names = by_reason[say(panel.not_measured)];
            names += (names.empty() ? "" : ", ") + std::string(panel.id);
        }
    }
    for (const auto& [reason, names] : by_reason) {
        print(names + ": " + reason + "\n");
    }
    print("\n");
}

void print_table(const catalog::Catalog& catalog, const std::string& study) {
    std::vector<std::vector<std::string>> rows{
        {"panel", "question", "published", "measured by", "title"}};
    for (const Panel& panel : panels::all_panels()) {
        if (study_of(panel) == study) {
            rows.push_back({panel.id,
                            say(panels::title_of(panel.question)),
                            published_word(panel),
                            panel.experiment[0] == '\0' ? "no" : panel.experiment,
                            say(panel.title)});
        }
    }
    print(title_of_study(catalog, study) + "\n" +
          aligned(std::move(rows), {.heading = true, .columns = output_columns()}) + "\n");
    print_why_not(study);
}

}  // namespace

void print_panels(bool as_json) {
    if (as_json) {
        Json list = Json::array();
        for (const Panel& panel : panels::all_panels()) {
            list.push_back(panel_json(panel));
        }
        print_json({{"panels", list}});
        return;
    }
    const catalog::Catalog catalog = catalog::Catalog::built_in();
    std::vector<std::string> studies;
    for (const Panel& panel : panels::all_panels()) {
        if (studies.empty() || studies.back() != study_of(panel)) {
            studies.push_back(study_of(panel));
        }
    }
    for (const std::string& study : studies) {
        print_table(catalog, study);
    }
    print(
        "'throughline-engine study PANEL --quick -o FILE.tlrun' measures one and says whether its "
        "finding holds here, 'study PANEL --about' explains it, 'throughline export --view PANEL "
        "-o "
        "FILE' draws it.\n");
}

void print_panel(const Panel& panel, bool as_json) {
    if (as_json) {
        print_json(panel_json(panel));
        return;
    }
    const catalog::Catalog catalog = catalog::Catalog::built_in();
    std::string text = say(panel.title) + "\n" + say(panel.what) + ".\n\n";
    for (const char* const sentence : panel.lesson.sentences) {
        text += say(sentence) + "\n";
    }
    std::string figures;
    for (const char* const figure : panel.lesson.figures) {
        figures += (figures.empty() ? "" : ", ") + std::string(figure);
    }
    text += "\n";
    std::vector<std::vector<std::string>> rows;
    for (const char* const study : panel.studies) {
        rows.push_back({"study", title_of_study(catalog, study)});
    }
    const auto add = [&](const char* name, const std::string& what) {
        if (!what.empty()) {
            rows.push_back({name, what});
        }
    };
    add("figures", figures);
    add("published", published_word(panel));
    add("not published", say(panel.unpublished));
    add("not drawn", say(panel.not_drawn));
    const panels::Experiment* const experiment = panels::experiment_of(panel);
    add("measured here", experiment != nullptr ? "yes" : "no");
    if (experiment != nullptr) {
        add("by", experiment->id + (": " + say(experiment->title)));
        add("emulated", say(experiment->emulated));
        add("takes",
            format_duration(seconds_of(*experiment, true)) + " with --quick, else " +
                format_duration(seconds_of(*experiment, false)));
        add("data", format_quantity(panels::data_bytes_of(*experiment), "bytes") + ", made once");
        add("finding", say(panel.claim.claim) + ".");
        add("rule", say(panel.claim.rule));
    }
    add("not measured", say(panel.not_measured));
    add("setting", panel.lesson.setting);
    add("what if", panel.lesson.scenario);
    print(text + aligned(std::move(rows), {.columns = output_columns()}));
}

}  // namespace throughline::app
