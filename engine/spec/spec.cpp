// SPDX-License-Identifier: Apache-2.0
#include "engine/spec/spec.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "engine/base/far_path.h"
#include "engine/base/say.h"
#include "engine/base/shell_quote.h"
#include "engine/spec/gpu_network.h"
#include "engine/spec/setting_parts.h"
#include "engine/spec/study_loader.h"

namespace throughline::spec {
namespace {

/// What must hold between the keys of the consumer.
Result<void> check_consumer(const Settings& point) {
    const auto kind = consumer_kind_of(point);
    const bool paced = kind == ConsumerKind::Paced;
    const bool preset = !text_of(point, "consumer.preset").empty();
    const std::int64_t accelerators = integer_of(point, "consumer.accelerators");
    if (paced && !preset && real_of(point, "consumer.batch_seconds") <= 0.0) {
        return usage_error(
            say("consumer.kind=paced needs consumer.batch_seconds > 0 or a consumer.preset"));
    }
    if (!paced && preset) {
        return usage_error(say("consumer.preset needs consumer.kind=paced"));
    }
    if (kind == ConsumerKind::Null && accelerators > 1) {
        return usage_error(
            say("consumer.accelerators needs consumer.kind=paced or gpu: else there are none"));
    }
    constexpr std::int64_t kGpusMax = 16;  // kTlGpuDevicesMax
    if (kind == ConsumerKind::Gpu && accelerators > kGpusMax) {
        return usage_error(say("consumer.accelerators is at most %1 with consumer.kind=gpu",
                               std::to_string(kGpusMax)));
    }
    if (integer_of(point, "batch.images") == 0 &&
        (kind != ConsumerKind::Gpu || !runs_program(text_of(point, "consumer.network")))) {
        return usage_error(
            say("batch.images=0, the largest batch that fits, needs consumer.kind=gpu and a "
                "consumer.network of the catalogue: else any size fits"));
    }
    if (integer_of(point, "batch.slots") <= accelerators) {
        return usage_error(
            say("batch.slots must be more than consumer.accelerators (%1): each holds one batch "
                "while the next is filled",
                std::to_string(accelerators)));
    }
    return {};
}

/// What must hold between the keys of one point.
Result<void> check_point(const Settings& point, bool ceilings) {
    const bool alone = stages_of(point) == Stages::Consumer;
    if (text_of(point, "dataset.path").empty()) {
        return usage_error(
            say("dataset.path is not set: set it to the folder or file that holds the images"));
    }
    if (auto checked = check_consumer(point); !checked) {
        return checked;
    }
    if (auto checked = check_gpu_settings(point); !checked) {
        return checked;
    }
    if (auto checked = check_loader_settings(point); !checked) {
        return checked;
    }
    if (auto checked = check_storage_settings(point); !checked) {
        return checked;
    }
    if (auto checked = check_remote_settings(point); !checked) {
        return checked;
    }
    if (alone && consumer_kind_of(point) == ConsumerKind::Null) {
        return usage_error(
            say("stages=consumer needs consumer.kind=paced or gpu: a null consumer has no limit"));
    }
    if (alone && real_of(point, "duration_seconds") <= 0.0) {
        return usage_error(
            ceilings
                ? say("the ceiling of the consumer (ceilings=true) needs duration_seconds > 0: the "
                      "consumer alone reads nothing, so an epoch has no end there")
                : say("stages=consumer needs duration_seconds > 0: the consumer alone reads "
                      "nothing, "
                      "so an epoch has no end there"));
    }
    return check_pipeline_settings(point);
}

std::vector<Settings> sweep_points(const StudySpec& spec) {
    std::vector<Settings> points{spec.base};
    for (const auto& axis : spec.sweep) {
        std::vector<Settings> finer;
        finer.reserve(points.size() * axis.values.size());
        for (const auto& point : points) {
            for (std::size_t i = 0; i < axis.values.size(); ++i) {
                finer.push_back(point);
                finer.back()[axis.key] = axis.values[i];
                for (const LinkedKey& linked : axis.with) {
                    finer.back()[linked.key] = linked.values[i];
                }
            }
        }
        points = std::move(finer);
    }
    put_loader_workers(points);
    return points;
}

}  // namespace

void reset_unread(StudySpec& spec) {
    for (const std::string& unread : unread_settings(sweep_points(spec))) {
        spec.base[unread] = find_setting(unread)->default_value;
    }
}

StudySpec default_spec() {
    return StudySpec{.title = {}, .base = default_settings(), .sweep = {}, .ceilings = false};
}

Result<void> apply_set(StudySpec& spec, std::string_view assignment) {
    const auto parts = split_assignment(assignment);
    if (!parts) {
        return parts.error();
    }
    const auto [key, text] = *parts;
    if (key == "title") {
        spec.title = std::string(text);
        return {};
    }
    if (key == "ceilings") {
        // Read like any other Boolean key.
        auto flag = parse_setting("storage.direct", text);
        if (!flag) {
            return usage_error(say("ceilings=%1: must be true or false", text));
        }
        spec.ceilings = std::get<bool>(*flag);
        return {};
    }
    auto value = parse_setting(key, text);
    if (!value) {
        return std::move(value).error();
    }
    spec.base.insert_or_assign(std::string(key), *std::move(value));
    return {};
}

Result<void> apply_sweep(StudySpec& spec, std::string_view assignment) {
    auto axis = read_axis(assignment);
    if (!axis) {
        return std::move(axis).error();
    }
    auto axes = spec.sweep;
    axes.push_back(*std::move(axis));
    if (auto checked = check_axes(axes); !checked) {
        return checked;
    }
    spec.sweep = std::move(axes);
    return {};
}

Result<void> validate(const StudySpec& spec) {
    for (const auto& setting : all_settings()) {
        if (!spec.base.contains(setting.key)) {
            return usage_error(say("the setting %1 is missing", setting.key));
        }
    }
    for (const auto& [key, value] : spec.base) {
        if (auto checked = check_setting(key, value); !checked) {
            return std::move(checked).error();
        }
    }
    if (auto checked = check_axes(spec.sweep); !checked) {
        return checked;
    }
    const std::vector<Settings> points = expand(spec);  // with those that `ceilings` adds
    for (const Settings& point : points) {
        if (auto checked = check_point(point, spec.ceilings); !checked) {
            return checked;
        }
    }
    if (auto checked = check_loader_axes(spec.sweep, points); !checked) {
        return checked;
    }
    return check_keys_are_read(points);
}

std::vector<Settings> expand(const StudySpec& spec) {
    std::vector<Settings> runs;
    std::set<std::string> measured;
    for (auto& point : sweep_points(spec)) {
        const auto stages = stages_of(point);
        if (spec.ceilings && stages == Stages::Full) {
            for (const Stages alone : kSingleStages) {
                const bool has_ceiling =
                    alone != Stages::Consumer || consumer_kind_of(point) != ConsumerKind::Null;
                if (has_ceiling && measured.insert(signature(point, alone)).second) {
                    runs.push_back(point);
                    runs.back()["stages"] = std::string(name_of(alone));
                }
            }
        }
        measured.insert(signature(point, stages));
        runs.push_back(std::move(point));
    }
    return runs;
}

bool setting_matters(std::string_view key, std::optional<Stages> stages) {
    if (key == "stages") {
        return false;
    }
    const SettingInfo* setting = find_setting(key);
    if (setting == nullptr || stages == Stages::Full) {
        return true;
    }
    const std::string_view section = key.substr(0, key.find('.'));
    if (!pipeline_setting_matters(key, stages)) {
        return false;
    }
    if (section == "loader") {
        return false;
    }
    if (section == "dataset") {
        return stages == Stages::Storage || stages == Stages::Decode;
    }
    if (section == "storage" || section == "page_cache") {
        return stages == Stages::Storage;
    }
    if (key == "decode.width_px" || key == "decode.height_px") {
        return stages == Stages::Decode ||
               stages == Stages::Consumer;  // what a GPU's step works on
    }
    if (section == "decode") {
        return stages == Stages::Decode;
    }
    if (section == "batch") {
        return stages == Stages::Decode || stages == Stages::Consumer;
    }
    if (key == "consumer.device") {
        return stages == Stages::Decode || stages == Stages::Consumer;  // which may decode
    }
    if (section == "consumer") {
        return stages == Stages::Consumer;
    }
    return true;  // warm-up, duration and repeats are part of every measurement
}

std::string signature(const Settings& settings,
                      std::optional<Stages> stages,
                      std::string_view except) {
    std::string text(stages ? name_of(*stages) : "");
    for (const auto& [key, value] : settings) {
        const bool follows = except == "decode.threads" && key == "loader.workers";
        const bool matters = setting_matters(key, stages) &&
                             (stages != Stages::Full || loader_setting_matters(key, settings));
        if (key != except && !follows && matters) {
            text += '\0' + key + '=' + setting_text(value);
        }
    }
    return text;
}

std::string spec_to_command(const StudySpec& spec) {
    std::string command = "throughline-engine run";
    const auto add = [&](const char* flag, const std::string& text) {
        command += std::string(" ") + flag + " " + shell_quote(text);
    };
    if (!spec.title.empty()) {
        add("--set", "title=" + spec.title);
    }
    const bool with_loader = has_loader(spec.base, spec.sweep);
    for (const auto& setting : all_settings()) {
        const auto value = spec.base.find(setting.key);
        const auto swept = [&](const SweepAxis& axis) { return axis.sets(setting.key); };
        if (value == spec.base.end() || std::any_of(spec.sweep.begin(), spec.sweep.end(), swept)) {
            continue;
        }
        // The default of decode.threads is another on another machine, so it is always written.
        const bool threads = value->first == "decode.threads";
        if (threads ? !with_loader : value->second != setting.default_value) {
            add("--set", value->first + "=" + setting_text(value->second));
        }
    }
    if (spec.ceilings) {
        add("--set", "ceilings=true");
    }
    for (const auto& axis : spec.sweep) {
        add("--sweep", axis_text(axis));
    }
    return command;
}

}  // namespace throughline::spec
