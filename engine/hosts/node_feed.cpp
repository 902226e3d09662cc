// SPDX-License-Identifier: Apache-2.0
#include "engine/hosts/node_feed.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <variant>

#include "engine/record/record_json.h"

namespace throughline::hosts {
namespace {

using Json = nlohmann::json;

/// 0 where it is missing.
double number(const Json& json, const char* field) {
    const auto found = json.find(field);
    return found != json.end() && found->is_number() ? found->get<double>() : 0.0;
}

RepeatKey repeat_of(const Json& json) {
    return {static_cast<int>(number(json, "run")), static_cast<int>(number(json, "repeat"))};
}

}  // namespace

void NodeFeed::take(std::string_view line) {
    const Json json = Json::parse(line, nullptr, false);
    const auto kind = json.is_object() ? json.find("type") : json.end();
    if (!json.is_object() || kind == json.end() || !kind->is_string()) {
        ++missed_;
        return;
    }
    const auto& type = kind->get_ref<const std::string&>();
    if (type == "progress") {
        const auto phase = json.find("phase");
        phase_ = phase != json.end() && phase->is_string() ? phase->get<std::string>() : "";
        runs_ = std::max(runs_, static_cast<int>(number(json, "runs")));
        held_ = phase_ == "held" ? std::optional(repeat_of(json)) : std::nullopt;
        return;
    }
    if (type == "begun") {
        begun_[repeat_of(json)] = {.at = SteadyTime(from_seconds(number(json, "steady_s"))),
                                   .t_s = number(json, "t_s")};
        held_.reset();
        return;
    }
    auto parsed = record::parse_line(line);
    if (!parsed) {
        ++missed_;
        return;
    }
    if (!parsed->line) {
        return;  // the answer to a command
    }
    missed_ += parsed->seq > last_seq_ + 1 ? parsed->seq - last_seq_ - 1 : 0;
    last_seq_ = std::max(last_seq_, parsed->seq);
    if (const auto* sample = std::get_if<record::Sample>(&*parsed->line)) {
        const auto rate = sample->metrics.find("images_per_second");
        last_rate_ = rate == sample->metrics.end() ? 0.0 : rate->second;
    }
    if (!builder_.add(*parsed->line)) {
        ++missed_;
    }
}

const record::RunData* NodeFeed::run(int number) const {
    const auto& runs = study().runs;
    const auto found = std::ranges::find_if(
        runs, [&](const record::RunData& one) { return one.started.run == number; });
    return found == runs.end() ? nullptr : &*found;
}

}  // namespace throughline::hosts
