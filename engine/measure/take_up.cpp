// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/take_up.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "engine/base/say.h"
#include "engine/measure/environment.h"
#include "engine/measure/estimate.h"
#include "engine/record/touched.h"
#include "engine/spec/spec.h"

namespace throughline::measure {
namespace {

/// A kernel that reserves more memory at its start makes no other machine.
constexpr double kSameMemory = 0.05;
constexpr std::size_t kChangesNamed = 3;

bool is_one_of(std::string_view key, std::initializer_list<std::string_view> ends) {
    return std::any_of(
        ends.begin(), ends.end(), [&](std::string_view end) { return key.ends_with(end); });
}

/// What is written down and may differ: a figure beside it is still one of the same machine.
bool is_notable(std::string_view key) {
    return is_one_of(key,
                     {"host.kernel", "host.os", "cpu.governor", ".scheduler", ".mount_options"});
}

/// What only says in what state this process was started.
bool says_nothing(std::string_view key) {
    return is_one_of(key, {"disturbed", "memory_lock_bytes"});
}

bool same_value(const std::string& key, const spec::SettingValue& a, const spec::SettingValue& b) {
    double one = 0.0;
    double other = 0.0;
    if (key == "memory_bytes" && spec::setting_number(a, &one) && spec::setting_number(b, &other)) {
        return std::fabs(one - other) <= kSameMemory * std::max(one, other);
    }
    return spec::setting_text(a) == spec::setting_text(b);
}

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (std::size_t i = 0; i < parts.size() && i < kChangesNamed; ++i) {
        text += (i == 0 ? "" : "; ") + parts[i];
    }
    return parts.size() > kChangesNamed
               ? say("%1; and %2 more", text, std::to_string(parts.size() - kChangesNamed))
               : text;
}

Error not_the_same(const std::string& why) {
    return Error{
        .code = ErrorCode::Unsupported,
        .what = say("the missing runs cannot be measured under the conditions of the existing ones "
                    "(%1): measure the study again",
                    why)};
}

/// Where a finished run was set otherwise than its point is now; "" when they agree.
std::string other_setting(const record::RunData& run, const spec::Settings& point) {
    const auto stages = spec::stages_of(point);
    for (const auto& [key, value] : point) {
        const auto then = run.started.settings.find(key);
        if (then != run.started.settings.end() && spec::setting_matters(key, stages) &&
            spec::setting_text(then->second) != spec::setting_text(value)) {
            return say("run %1 had %2=%3, and would now have %4",
                       std::to_string(run.started.run),
                       key,
                       spec::setting_text(then->second),
                       spec::setting_text(value));
        }
    }
    return {};
}

Result<void> check_runs(const PreparedStudy& prepared, const record::Study& begun) {
    if (begun.header.plan.runs != static_cast<std::int64_t>(prepared.points.size())) {
        return not_the_same(say("the record plans %1 runs, but its spec gives %2",
                                std::to_string(begun.header.plan.runs),
                                std::to_string(prepared.points.size())));
    }
    for (const auto& run : begun.runs) {
        if (!record::is_result(run)) {
            continue;
        }
        const int number = run.started.run;
        if (number < 1 || number > static_cast<int>(prepared.points.size())) {
            return not_the_same(
                say("the record has a run %1, which is not in its spec", std::to_string(number)));
        }
        const std::string other =
            other_setting(run, prepared.points[static_cast<std::size_t>(number - 1)]);
        if (!other.empty()) {
            return not_the_same(other);
        }
    }
    return {};
}

}  // namespace

ConditionChanges condition_changes(const spec::Settings& then, const spec::Settings& now) {
    ConditionChanges changes;
    const auto id = then.find("machine.id");
    const auto id_now = now.find("machine.id");
    // A name may change; without an identity it is all there is.
    const bool same_machine =
        id != then.end() && id_now != now.end() && id->second == id_now->second;
    for (const auto& [key, value] : then) {
        const auto found = now.find(key);
        if (found == now.end() || says_nothing(key) || same_value(key, value, found->second)) {
            continue;
        }
        const std::string change = key + " was " + spec::setting_text(value) + " and is " +
                                   spec::setting_text(found->second);
        const bool notable = is_notable(key) || (same_machine && key == "host.name");
        (notable ? changes.notable : changes.forbidding).push_back(change);
    }
    return changes;
}

Result<void> take_up(PreparedStudy& prepared, record::Study begun, std::stop_token stop) {
    if (begun.header.origin != record::Origin::Measured) {
        return not_the_same(say("it was not measured by this program"));
    }
    if (begun.header.environment.contains("nodes")) {
        return not_the_same(say("several nodes measured it together, under throughline-mpi"));
    }
    const ConditionChanges changes =
        condition_changes(begun.header.environment, environment(prepared.sources));
    if (!changes.forbidding.empty()) {
        return not_the_same(joined(changes.forbidding));
    }
    if (auto fits = check_runs(prepared, begun); !fits) {
        return fits;
    }
    std::vector<spec::Settings> points;
    prepared.todo.clear();
    for (const int number : record::missing_runs(begun)) {
        prepared.todo.push_back(static_cast<std::size_t>(number - 1));
        points.push_back(prepared.points[prepared.todo.back()]);
    }
    if (!points.empty()) {
        prepared.plan = estimate(points, prepared.sources, std::move(stop)).plan;
    }
    prepared.begun = std::move(begun);
    prepared.since_begun = joined(changes.notable);
    return {};
}

}  // namespace throughline::measure
