// SPDX-License-Identifier: Apache-2.0
#include "engine/report/whatif_blocks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/catalog/accelerator_choice.h"
#include "engine/catalog/catalog.h"
#include "engine/catalog/gpu_rate.h"
#include "engine/spec/amounts.h"
#include "engine/whatif/headline.h"
#include "engine/whatif/reach.h"
#include "engine/whatif/study_base.h"
#include "engine/whatif/what_if.h"

namespace throughline::report {
namespace {

using whatif::Answer;

constexpr std::array kUsualCounts{1, 2, 4, 8};

const catalog::Catalog& the_catalog() {
    static const catalog::Catalog kCatalog = catalog::Catalog::built_in();
    return kCatalog;
}

Result<whatif::ScenarioFile> usual_scenarios(Studies studies) {
    auto base = whatif::study_base(studies, {});
    if (!base) {
        return std::move(base).error();
    }
    whatif::ScenarioFile file{.title = say("What would more GPUs need?"),
                              .base = {.name = say("As measured")},
                              .study_base = std::make_shared<whatif::StudyBase>(*std::move(base))};
    const catalog::AcceleratorChoices choices(the_catalog());
    const catalog::AcceleratorPreset& usual = choices.usual();
    for (const int count : kUsualCounts) {
        whatif::Scenario scenario{.name = std::to_string(count) + " \u00d7 " +
                                          catalog::short_name(usual)};
        scenario.catalog.gpu_rate = usual.id;
        scenario.changes.push_back(
            whatif::set_to(model::Input::GpusPerNode, static_cast<double>(count)));
        file.scenarios.push_back(std::move(scenario));
    }
    return file;
}

/// A predicted rate with as many digits as its grade has.
std::string rate_text(const Answer& answer, double rate) {
    return "\u2248 " + whatif::rate_words(rate, whatif::digits_of(answer.graded.grade)) +
           number_marks().unit_space + say("images/s");
}

/// An input as a person reads it.
std::string input_text(model::Input input, const model::Inputs& inputs) {
    if (!model::is_number(input)) {
        return say(model::value_text(model::value_of(inputs, input)).c_str());
    }
    const double value = model::number_of(inputs, input);
    const std::string unit = model::info_of(input).unit;
    if (std::isinf(value)) {
        return say("no limit");
    }
    if (model::is_count(input) || unit.empty()) {
        return value == std::floor(value) && value >= 0.0 && value < 1e15
                   ? format_count(static_cast<std::uint64_t>(value))
                   : format_significant(value, 3);
    }
    if (unit == "images" && value == std::floor(value) && value >= 0.0 && value < 1e15) {
        return spec::count_text(static_cast<std::int64_t>(value), unit);
    }
    if (input == model::Input::RequestBytes && value >= inputs.image_bytes) {
        return say("whole image");
    }
    if (input == model::Input::GpuRate) {
        return format_quantity(value, "images/s");
    }
    return unit == "USD" ? say("$%1", format_significant(value, 3)) : format_quantity(value, unit);
}

/// What a table of scenarios has a row for.
struct RowOf {
    const char* title;
    std::string (*text)(const Answer& answer, const Answer& base);
};

/// `words`: with %1 for the number.
std::string told(const whatif::Told& figure, const char* words, int digits) {
    if (!figure.value) {
        return figure.absent;
    }
    // A true minus sign: a hyphen is no sign.
    const char* const sign = *figure.value < 0.0 ? "\u2212" : "";
    return say(words, sign + format_significant(std::abs(*figure.value), digits));
}

constexpr std::array kRows{
    RowOf{to_say("Predicted rate"),
          [](const Answer& answer, const Answer& base) {
              const whatif::Told rate = whatif::headline(answer, base).images_per_s;
              return rate.value ? rate_text(answer, *rate.value) : rate.absent;
          }},
    RowOf{to_say("90 % interval"),
          [](const Answer& answer, const Answer& /*base*/) {
              const int digits = whatif::digits_of(answer.graded.grade);
              return answer.interval ? say("%1 to %2",
                                           whatif::rate_words(answer.interval->low, digits),
                                           whatif::rate_words(answer.interval->high, digits))
                                     : std::string(kMissing);
          }},
    RowOf{to_say("Limited by"),
          [](const Answer& answer, const Answer& /*base*/) {
              return answer.prediction.bottleneck
                         ? whatif::limit_words(*answer.prediction.bottleneck)
                         : say("nothing known");
          }},
    RowOf{to_say("The GPUs wait"),
          [](const Answer& answer, const Answer& base) {
              const whatif::Told idle = whatif::headline(answer, base).gpu_idle_pct;
              return idle.value ? say("%1 % of the time", whatif::share_words(*idle.value))
                                : say("not known: %1", idle.absent);
          }},
    RowOf{to_say("Against the base"),
          [](const Answer& answer, const Answer& base) {
              const whatif::Told change = whatif::headline(answer, base).against_base_pct;
              const double percent = std::round(change.value.value_or(0.0) * 10.0) / 10.0;
              return &answer == &base ? std::string(kMissing)
                     : change.value && percent == 0.0
                         ? say("as fast")
                         : told(change, percent > 0.0 ? to_say("+%1 %") : to_say("%1 %"), 3);
          }},
    RowOf{to_say("Price"),
          [](const Answer& answer, const Answer& base) {
              const whatif::Headline said = whatif::headline(answer, base);
              return told(said.usd_per_hour,
                          said.storage_price_only ? to_say("$%1 per hour for storage")
                                                  : to_say("$%1 per hour"),
                          3);
          }},
    RowOf{to_say("Grade"), [](const Answer& answer, const Answer& /*base*/) {
              return std::string(name_of(answer.graded.grade));
          }}};

Table answers_table(const whatif::WhatIf& what_if) {
    Table table{.caption = say("Predicted by a model, not measured"),
                .heading = {say("Prediction")}};
    for (const Answer& answer : what_if.answers) {
        table.heading.push_back(answer.name);
    }
    for (const RowOf& row : kRows) {
        std::vector<Cell> cells{{.text = say(row.title)}};
        for (const Answer& answer : what_if.answers) {
            cells.push_back(
                {.text = row.text(answer, what_if.answers.front()), .tone = Tone::Predicted});
        }
        table.rows.push_back(std::move(cells));
    }
    return table;
}

/// "measured", "stated", "assumed": where a figure is from.
std::string known_from(const whatif::Resolved& one, model::Input input) {
    return one.knowledge.is_calibrated(input) ? say("measured")
           : one.knowledge.is_stated(input)   ? say("stated")
                                              : say("assumed");
}

bool is_the_same(std::span<const whatif::Resolved> all, model::Input input) {
    return std::ranges::all_of(all, [&](const whatif::Resolved& one) {
        return model::value_of(one.inputs, input) == model::value_of(all.front().inputs, input);
    });
}

void add_assumptions(std::span<const whatif::Resolved> all, Items& items) {
    Table differs{.caption = say("What the scenarios change"), .heading = {say("Input")}};
    for (const whatif::Resolved& one : all) {
        differs.heading.push_back(one.name);
    }
    Table same{.caption = say("What they all assume"),
               .heading = {say("Input"), say("Value"), say("Known from")}};
    for (const model::InputInfo& info : model::input_table()) {
        const whatif::Resolved& first = all.front();
        if (!is_the_same(all, info.id)) {
            std::vector<Cell> cells{{.text = say(info.title)}};
            for (const whatif::Resolved& one : all) {
                cells.push_back(
                    {.text = input_text(info.id, one.inputs), .change = known_from(one, info.id)});
            }
            differs.rows.push_back(std::move(cells));
        } else if (first.knowledge.is_stated(info.id) || first.knowledge.is_calibrated(info.id)) {
            same.rows.push_back({{.text = say(info.title)},
                                 {.text = input_text(info.id, first.inputs)},
                                 {.text = known_from(first, info.id)}});
        }
    }
    for (Table* table : {&differs, &same}) {
        if (!table->rows.empty()) {
            items.emplace_back(std::move(*table));
        }
    }
}

/// Who waits, in one sentence.
std::string lead_text(const Answer& answer, const Answer& base) {
    const whatif::Headline said = whatif::headline(answer, base);
    if (!said.gpu_idle_pct.value) {
        return said.images_per_s.value ? say("%1 would get %2.",
                                             answer.name,
                                             rate_text(answer, *said.images_per_s.value))
                                       : answer.name + ": " + said.images_per_s.absent + ".";
    }
    const bool fed = *said.gpu_idle_pct.value <= (1.0 - whatif::kFedUtilisation) * 100.0;
    return fed ? say("%1 would be kept busy.", answer.name)
               : say("%1 would wait %2 % of the time.",
                     answer.name,
                     whatif::share_words(*said.gpu_idle_pct.value));
}

/// What brings the last scenario to where its GPUs are fed.
std::string feeding_text(const whatif::Resolved& last, const Answer& answer) {
    const double rate = answer.prediction.rates.gpu() * whatif::kFedUtilisation;
    if (!std::isfinite(rate) || rate <= answer.prediction.images_per_s()) {
        return {};
    }
    return say("To feed %1 for %2 % of the time: %3",
               answer.name,
               format_significant(whatif::kFedUtilisation * 100.0, 2),
               whatif::reach_text(whatif::reach(last, rate)));
}

/// How far each may be trusted; in one sentence where that is the same.
void add_grades(const whatif::WhatIf& what_if, Items& items) {
    const auto add = [&](const std::string& name, const Answer& answer) {
        items.emplace_back(Paragraph{
            say("%1: grade %2, %3.", name, name_of(answer.graded.grade), answer.grade_reason),
            Tone::Small});
    };
    const Answer& first = what_if.answers.front();
    const bool same = std::ranges::all_of(what_if.answers, [&](const Answer& answer) {
        return answer.graded.grade == first.graded.grade &&
               answer.grade_reason == first.grade_reason;
    });
    if (same && what_if.answers.size() > 1) {
        add(say("All of them"), first);
        return;
    }
    for (const Answer& answer : what_if.answers) {
        add(answer.name, answer);
    }
}

}  // namespace

Result<whatif::ScenarioFile> scenarios_of(const Block& block, Studies studies) {
    return block.text.empty()
               ? usual_scenarios(studies)
               : whatif::parse_scenario_file(block.text, say("what-if of the report"));
}

Result<void> add_what_if(const Block& block, Studies studies, Items& items, Items& assumed) {
    const auto file = scenarios_of(block, studies);
    if (!file) {
        return file.error();
    }
    const whatif::Resolved start = whatif::start_of(*file);
    std::vector<whatif::Resolved> resolved;
    auto base = whatif::resolve(file->base, start, the_catalog());
    if (!base) {
        return std::move(base).error();
    }
    resolved.push_back(*std::move(base));
    for (const whatif::Scenario& scenario : file->scenarios) {
        auto one = whatif::resolve(scenario, resolved.front(), the_catalog());
        if (!one) {
            return std::move(one).error();
        }
        resolved.push_back(*std::move(one));
    }
    const whatif::WhatIf what_if = whatif::answers_of(resolved, start);
    const Answer& last = what_if.answers.back();
    items.emplace_back(Paragraph{lead_text(last, what_if.answers.front()), Tone::Lead});
    items.emplace_back(
        Paragraph{whatif::headline_text(last, what_if.answers.front()), Tone::Predicted});
    if (const std::string text = feeding_text(resolved.back(), last); !text.empty()) {
        items.emplace_back(Paragraph{text, Tone::Predicted});
    }
    if (file->study_base) {
        if (const auto text = whatif::emulation_text(*file->study_base); !text.empty()) {
            items.emplace_back(Paragraph{text, Tone::Caution});
        }
    }
    items.emplace_back(answers_table(what_if));
    add_grades(what_if, items);
    add_assumptions(resolved, assumed);
    for (const std::string& gap : what_if.answers.back().gaps) {
        assumed.emplace_back(Paragraph{say("Not known: %1.", say_recorded(gap)), Tone::Small});
    }
    return {};
}

}  // namespace throughline::report
