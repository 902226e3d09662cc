// SPDX-License-Identifier: Apache-2.0
// The answers as a table for a spreadsheet: a row for each quantity, a column for each scenario.
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/whatif/what_if.h"

namespace throughline::whatif {
namespace {

using Number = std::function<std::optional<double>(const Answer&)>;
using Text = std::function<std::string(const Answer&)>;

/// RFC 4180: in quotes where the text would not be one cell.
std::string cell(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char letter : text) {
        quoted.append(letter == '"' ? 2U : 1U, letter);
    }
    return quoted + '"';
}

class Table {
public:
    explicit Table(const WhatIf& what_if) : answers_(what_if.answers) {
        row("quantity", "unit", [](const Answer& answer) { return answer.name; });
    }

    void row(const std::string& name, const std::string& unit, const Text& text) {
        csv_ += cell(name) + ',' + cell(unit);
        for (const Answer& answer : answers_) {
            csv_ += ',' + cell(text(answer));
        }
        csv_ += '\n';
    }

    /// What is not known, or not limited, is an empty cell.
    void number(const std::string& name, const std::string& unit, const Number& number) {
        row(name, unit, [&](const Answer& answer) {
            const auto value = number(answer);
            return value && std::isfinite(*value) ? model::value_text(*value) : std::string();
        });
    }

    std::string take() { return std::move(csv_); }

private:
    const std::vector<Answer>& answers_;
    std::string csv_{};
};

void add_inputs(Table& table) {
    for (const auto& info : model::input_table()) {
        table.row(std::string("input ") + info.key, info.unit, [&](const Answer& answer) {
            const auto value = model::value_of(answer.inputs, info.id);
            const auto* number = std::get_if<double>(&value);
            const bool unlimited = number != nullptr && std::isinf(*number);
            return unlimited ? std::string() : model::value_text(value);
        });
    }
}

void add_rates(Table& table) {
    table.number("predicted images/s", "1/s", [](const Answer& answer) {
        return answer.prediction.images_per_s();
    });
    table.number("90 % interval, low", "1/s", [](const Answer& answer) {
        return answer.interval ? std::optional(answer.interval->low) : std::nullopt;
    });
    table.number("90 % interval, high", "1/s", [](const Answer& answer) {
        return answer.interval ? std::optional(answer.interval->high) : std::nullopt;
    });
    table.row("grade", "", [](const Answer& answer) {
        return std::string(name_of(answer.graded.grade));
    });
    table.row("limited by", "", [](const Answer& answer) {
        const auto& limit = answer.prediction.bottleneck;
        return limit ? std::string(name_of(*limit)) : std::string();
    });
    table.number("without burst credits", "1/s", [](const Answer& answer) {
        return answer.after_credits ? std::optional(answer.after_credits->images_per_s)
                                    : std::nullopt;
    });
    for (std::size_t i = 0; i < model::kLimitCount; ++i) {
        table.number(std::string("limit of ") + name_of(static_cast<model::Limit>(i)),
                     "1/s",
                     [i](const Answer& answer) { return answer.prediction.rates.limits[i]; });
    }
}

void add_use(Table& table) {
    const auto use =
        [&table](const char* name, const char* unit, std::optional<double> KnownUse::* share) {
            table.number(
                name, unit, [share](const Answer& answer) { return known_use(answer).*share; });
        };
    use("disk used", "%", &KnownUse::disk_pct);
    use("network used", "%", &KnownUse::net_pct);
    use("cores busy per node", "", &KnownUse::cores_busy_per_node);
    use("GPU used", "%", &KnownUse::gpu_pct);
    table.number("read rate", "bytes/s", [](const Answer& answer) {
        return answer.prediction.read_mb_per_s * 1e6;
    });
    table.number(
        "read IOPS", "1/s", [](const Answer& answer) { return answer.prediction.read_iops; });
    table.number("cache hits", "%", [](const Answer& answer) {
        return answer.prediction.rates.hit_ratio * 100.0;
    });
    table.number("GPUs that storage feeds", "", [](const Answer& answer) {
        return answer.feedable ? std::optional(answer.feedable->accelerators) : std::nullopt;
    });
}

void add_job(Table& table) {
    const auto job =
        [&table](const char* name, const char* unit, bool money, double model::Job::* amount) {
            table.number(name, unit, [money, amount](const Answer& answer) {
                const auto& of = answer.prediction.job;
                return of && (!money || answer.has_price) ? std::optional((*of).*amount)
                                                          : std::nullopt;
            });
        };
    job("epoch", "s", false, &model::Job::epoch_s);
    job("whole training", "s", false, &model::Job::train_s);
    job("time to first batch", "s", false, &model::Job::time_to_first_batch_s);
    job("cost per hour without reading", "USD", true, &model::Job::usd_per_hour);
    job("cost of reading per hour", "USD", true, &model::Job::reading_usd_per_hour);
    job("cost per epoch", "USD", true, &model::Job::usd_per_epoch);
    job("cost per training", "USD", true, &model::Job::train_usd);
    job("cost per million images", "USD", true, &model::Job::usd_per_million);
    table.number("idle GPUs per hour", "USD", idle_gpu_usd_per_hour);
}

}  // namespace

std::string what_if_csv(const WhatIf& what_if) {
    Table table(what_if);
    add_rates(table);
    add_use(table);
    add_job(table);
    add_inputs(table);
    return table.take();
}

}  // namespace throughline::whatif
