// SPDX-License-Identifier: Apache-2.0
#include "app/engine/whatif_table.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "app/engine/terminal.h"
#include "app/engine/text_table.h"
#include "engine/base/format.h"
#include "engine/whatif/assumptions.h"
#include "engine/whatif/headline.h"
#include "engine/whatif/reach.h"

namespace throughline::app {
namespace {

using whatif::Answer;
using whatif::WhatIf;
using Row = std::vector<std::string>;
using Cell = std::function<std::string(const Answer&)>;

constexpr std::size_t kOffersShown = 10;
constexpr std::size_t kLeversShown = 3;
constexpr double kSecondsPerHour = 3600.0;

std::string number(double value, int digits = 4) {
    return std::isinf(value) ? "no limit" : format_significant(value, digits);
}

/// A predicted rate, rounded to the digits that its grade is worth.
std::string rate_of(const Answer& answer, double images_per_s) {
    const int digits = whatif::digits_of(answer.graded.grade);
    if (!std::isfinite(images_per_s) || images_per_s <= 0.0) {
        return number(images_per_s);
    }
    const double step = std::pow(10.0, std::floor(std::log10(images_per_s)) - (digits - 1));
    return number(std::round(images_per_s / step) * step, digits);
}

/// A count: without the places that a measured figure has.
std::string whole(double count) {
    return std::isinf(count) ? "no limit" : std::to_string(static_cast<long long>(count));
}

std::string usd(double amount) {
    return std::isinf(amount) ? "never ends" : "$" + format_significant(amount, 3);
}

std::string duration(double seconds) {
    if (std::isinf(seconds)) {
        return "never ends";
    }
    return seconds < 10.0 ? format_quantity(seconds, "s") : format_duration(seconds);
}

/// A cell of what a job has; a dash where the rate is 0 or nothing limits it.
Cell of_job(const std::function<std::string(const model::Job&)>& text) {
    return [text](const Answer& answer) {
        return answer.prediction.job ? text(*answer.prediction.job) : std::string(kNone);
    };
}

/// The same for amounts of money.
Cell price(const std::function<std::string(const model::Job&)>& text) {
    return [text](const Answer& answer) {
        const bool known = answer.prediction.job && answer.has_price;
        return known ? text(*answer.prediction.job) : std::string(kNone);
    };
}

/// The same for shares of a resource of which it is known how much there is.
Cell of_use(std::optional<double> whatif::KnownUse::* share, const char* unit) {
    return [share, unit](const Answer& answer) {
        const auto value = whatif::known_use(answer).*share;
        return value ? number(*value, 3) + unit : std::string(kNone);
    };
}

void add_row(std::vector<Row>& rows,
             const std::string& label,
             const WhatIf& what_if,
             const Cell& cell) {
    Row row{label};
    for (const auto& answer : what_if.answers) {
        row.push_back(cell(answer));
    }
    rows.push_back(std::move(row));
}

std::string interval_text(const Answer& answer) {
    return answer.interval ? rate_of(answer, answer.interval->low) + " \u2026 " +
                                 rate_of(answer, answer.interval->high)
                           : kNone;
}

void add_limits(std::vector<Row>& rows, const WhatIf& what_if) {
    for (std::size_t i = 0; i < model::kLimitCount; ++i) {
        const auto limit = static_cast<model::Limit>(i);
        add_row(rows, std::string("  ") + name_of(limit), what_if, [&](const Answer& answer) {
            const bool binds = answer.prediction.bottleneck == limit;
            return rate_of(answer, answer.prediction.rates.limits[i]) + (binds ? " <- binds" : "");
        });
    }
    add_row(rows, "  headroom to the next", what_if, [](const Answer& answer) {
        return answer.prediction.headroom ? number(*answer.prediction.headroom, 3) + "x" : kNone;
    });
}

void add_use(std::vector<Row>& rows, const WhatIf& what_if) {
    using whatif::KnownUse;
    add_row(rows, "disk used", what_if, of_use(&KnownUse::disk_pct, " %"));
    add_row(rows, "network used", what_if, of_use(&KnownUse::net_pct, " %"));
    add_row(rows, "cores busy per node", what_if, of_use(&KnownUse::cores_busy_per_node, ""));
    add_row(rows, "GPU used", what_if, of_use(&KnownUse::gpu_pct, " %"));
    add_row(rows, "read MB/s", what_if, [](const Answer& answer) {
        return number(answer.prediction.read_mb_per_s);
    });
    add_row(rows, "read IOPS", what_if, [](const Answer& answer) {
        return number(answer.prediction.read_iops);
    });
    add_row(rows, "cache hits", what_if, [](const Answer& answer) {
        return number(answer.prediction.rates.hit_ratio * 100.0, 3) + " %";
    });
}

void add_times_and_costs(std::vector<Row>& rows, const WhatIf& what_if) {
    const auto hours = [](double seconds) {
        return std::isinf(seconds) ? std::string("never ends")
                                   : format_significant(seconds / kSecondsPerHour, 3) + " h";
    };
    add_row(rows, "epoch", what_if, of_job([&](const auto& job) { return hours(job.epoch_s); }));
    add_row(rows, "whole training", what_if, of_job([&](const auto& job) {
                return hours(job.train_s);
            }));
    add_row(rows, "time to first batch", what_if, of_job([](const auto& job) {
                return duration(job.time_to_first_batch_s);
            }));
    add_row(rows, "GPUs that storage feeds", what_if, [](const Answer& answer) {
        return answer.feedable ? whole(answer.feedable->accelerators) : std::string(kNone);
    });
    add_row(rows, "per hour", what_if, price([](const auto& job) {
                return usd(job.all_usd_per_hour());
            }));
    add_row(
        rows, "per epoch", what_if, price([](const auto& job) { return usd(job.usd_per_epoch); }));
    add_row(
        rows, "per training", what_if, price([](const auto& job) { return usd(job.train_usd); }));
    add_row(rows, "per million images", what_if, price([](const auto& job) {
                return usd(job.usd_per_million);
            }));
    add_row(rows, "idle GPUs per hour", what_if, [](const Answer& answer) {
        const auto idle = whatif::idle_gpu_usd_per_hour(answer);
        return idle ? usd(*idle) : std::string(kNone);
    });
}

std::string answers_table(const WhatIf& what_if) {
    std::vector<Row> rows;
    Row heading{""};
    for (const auto& answer : what_if.answers) {
        heading.push_back(answer.name);
    }
    rows.push_back(std::move(heading));
    add_row(rows, "images/s", what_if, [](const Answer& answer) {
        return rate_of(answer, answer.prediction.images_per_s());
    });
    add_row(rows, "90 % interval", what_if, interval_text);
    const auto& answers = what_if.answers;
    if (std::ranges::any_of(
            answers, [](const Answer& answer) { return answer.after_credits.has_value(); })) {
        add_row(rows, "without burst credits", what_if, [](const Answer& answer) {
            return answer.after_credits ? rate_of(answer, answer.after_credits->images_per_s)
                                        : kNone;
        });
    }
    add_row(rows, "grade", what_if, [](const Answer& answer) {
        return std::string(name_of(answer.graded.grade));
    });
    rows.push_back({"limits, images/s"});
    add_limits(rows, what_if);
    add_use(rows, what_if);
    add_times_and_costs(rows, what_if);
    add_row(rows, "measure this next", what_if, [](const Answer& answer) -> std::string {
        if (!answer.interval) {
            return kNone;
        }
        return answer.interval->most_uncertain ? key_of(*answer.interval->most_uncertain)
                                               : "the model itself";
    });
    return aligned(rows, {.heading = true, .columns = output_columns()});
}

std::string notes(const WhatIf& what_if) {
    std::string text;
    for (const auto& answer : what_if.answers) {
        text += "\n" + answer.name + ": grade " + name_of(answer.graded.grade) + ", " +
                answer.grade_reason;
        if (answer.throttled) {
            text +=
                "; throttled: more requests than the store serves, which leads to errors and "
                "retries";
        }
        for (const std::string& sentence : whatif::assumptions_of(answer)) {
            text += "\n  " + sentence;
        }
        if (const std::string sentence = whatif::overlap_text(answer); !sentence.empty()) {
            text += "\n  " + sentence;
        }
        for (const auto& gap : answer.gaps) {
            text += "\n  not known: " + gap;
        }
    }
    for (std::size_t i = 0; i < what_if.levers.size(); ++i) {
        const double now = what_if.answers[i].prediction.images_per_s();
        std::string levers;
        for (std::size_t j = 0; j < what_if.levers[i].size() && j < kLeversShown; ++j) {
            const auto& lever = what_if.levers[i][j];
            const bool doubled =
                lever.images_per_s_doubled >= lever.images_per_s_halved.value_or(0.0);
            if (lever.best() > now * (1.0 + model::kLeverageMin)) {
                levers += (levers.empty() ? "" : ", ") + std::string(doubled ? "twice " : "half ") +
                          key_of(lever.input) + " " + number(lever.best());
            }
        }
        text +=
            levers.empty() ? "" : "\n" + what_if.answers[i].name + ": what would help: " + levers;
    }
    return text.empty() ? text : text + "\n";
}

std::string at_text(const std::vector<whatif::Change>& at) {
    std::string text;
    for (const auto& change : at) {
        text += (text.empty() ? "" : ", ") + std::string(key_of(change.input)) + " = " +
                model::value_text(change.value);
    }
    return text;
}

Row short_row(const std::string& name, const Answer& answer) {
    return {name,
            rate_of(answer, answer.prediction.images_per_s()),
            interval_text(answer),
            answer.prediction.bottleneck ? name_of(*answer.prediction.bottleneck) : "none",
            name_of(answer.graded.grade),
            price([](const auto& job) { return usd(job.all_usd_per_hour()); })(answer),
            price([](const auto& job) { return usd(job.usd_per_million); })(answer)};
}

Row short_heading(const std::string& first) {
    return {first, "images/s", "90 % interval", "limit", "grade", "per hour", "per million"};
}

std::string curves_table(const WhatIf& what_if) {
    std::string text;
    for (const auto& curve : what_if.curves) {
        std::vector<Row> rows{short_heading(curve.scenario)};
        for (const auto& point : curve.points) {
            rows.push_back(short_row(at_text(point.at), point.answer));
        }
        text += "\n" + aligned(rows, {.heading = true, .columns = output_columns()});
    }
    return text;
}

std::string offers_table(const WhatIf& what_if) {
    if (!what_if.target) {
        return {};
    }
    const std::string text = "\n" + search_text(what_if) + "\n";
    if (what_if.offers.empty()) {
        return text;
    }
    std::vector<Row> rows{short_heading("cheapest first")};
    for (std::size_t i = 0; i < what_if.offers.size() && i < kOffersShown; ++i) {
        rows.push_back(short_row(what_if.offers[i].candidate.name, what_if.offers[i].answer));
    }
    const std::size_t left = what_if.matches - (rows.size() - 1);
    return text + "\n" + aligned(rows, {.heading = true, .columns = output_columns()}) +
           (left > 0 ? "and " + std::to_string(left) + " more\n" : "");
}

/// When a scenario and the base take the same time, and who is ahead before and after.
std::string crossovers_text(const WhatIf& what_if) {
    std::string text;
    for (std::size_t i = 0; i < what_if.crossovers.size(); ++i) {
        const auto& crossover = what_if.crossovers[i];
        if (!crossover || !crossover->epochs) {
            continue;
        }
        const auto name = [&](model::Side side) {
            return what_if.answers[side == model::Side::A ? i + 1 : 0].name;
        };
        text += "\n" + name(crossover->one) + " is faster up to " + number(*crossover->epochs, 3) +
                " epochs, " + name(crossover->many) + " beyond";
    }
    return text.empty() ? text : text + "\n";
}

std::string enough_text(const WhatIf& what_if) {
    std::string text;
    for (const auto& [scenario, reach] : what_if.enough) {
        const auto answer = std::ranges::find(what_if.answers, scenario, &Answer::name);
        const int digits = answer == what_if.answers.end()
                               ? whatif::digits_of(model::Grade::A)
                               : whatif::digits_of(answer->graded.grade);
        text += "\n" + scenario + ": " + reach_text(reach, digits);
    }
    return text.empty() ? text : text + "\n";
}

}  // namespace

std::string what_if_table(const WhatIf& what_if) {
    const std::string title = what_if.title.empty() ? "" : what_if.title + "\n\n";
    std::string headlines;
    for (const auto& answer : what_if.answers) {
        headlines += headline_text(answer, what_if.answers.front()) + "\n";
    }
    return title + headlines + "\n" + answers_table(what_if) + notes(what_if) +
           crossovers_text(what_if) + curves_table(what_if) + offers_table(what_if) +
           enough_text(what_if);
}

}  // namespace throughline::app
