// SPDX-License-Identifier: Apache-2.0
#include "engine/spec/spec.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "engine/base/say.h"
#include "engine/spec/gpu_network.h"
#include "engine/spec/setting_parts.h"

namespace throughline::spec {
namespace {

constexpr std::size_t kAxesMax = 3;
constexpr std::size_t kPointsMax = 10'000;

Result<std::pair<std::string_view, std::string_view>> split(std::string_view assignment) {
    const auto equals = assignment.find('=');
    if (equals == std::string_view::npos || equals == 0) {
        return usage_error(say("'%1': must be KEY=VALUE", assignment));
    }
    return std::pair{assignment.substr(0, equals), assignment.substr(equals + 1)};
}

/// Values between commas; `\,` is a comma and `\\` a backslash inside a value.
std::vector<std::string> split_values(std::string_view text) {
    std::vector<std::string> values(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool escape =
            text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == ',' || text[i + 1] == '\\');
        if (escape) {
            values.back() += text[++i];
        } else if (text[i] == ',') {
            values.emplace_back();
        } else {
            values.back() += text[i];
        }
    }
    return values;
}

std::string escape_value(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == ',' || c == '\\') {
            escaped += '\\';
        }
        escaped += c;
    }
    return escaped;
}

/// Quoted for a POSIX shell, only where needed.
std::string shell_quote(std::string_view text) {
    constexpr std::string_view kSafe =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
    if (!text.empty() && text.find_first_not_of(kSafe) == std::string_view::npos) {
        return std::string(text);
    }
    std::string quoted = "'";
    for (const char c : text) {
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return quoted + "'";
}

Result<void> check_axis(const SweepAxis& axis) {
    if (axis.values.empty()) {
        return usage_error(say("sweep of %1: needs at least one value", axis.key));
    }
    for (auto value = axis.values.begin(); value != axis.values.end(); ++value) {
        auto checked = check_setting(axis.key, *value);
        if (!checked) {
            return std::move(checked).error();
        }
        if (std::find(axis.values.begin(), value, *value) != value) {
            return usage_error(
                say("sweep of %1: %2 is given twice", axis.key, setting_text(*value)));
        }
    }
    return {};
}

Result<void> check_axes(const std::vector<SweepAxis>& axes) {
    if (axes.size() > kAxesMax) {
        return usage_error(say("a sweep has at most %1 keys", std::to_string(kAxesMax)));
    }
    std::size_t points = 1;
    for (auto axis = axes.begin(); axis != axes.end(); ++axis) {
        if (axis->key == "repeat_order") {
            return usage_error(say("repeat_order cannot be swept: all points of a study share it"));
        }
        const auto same = [&](const SweepAxis& other) { return other.key == axis->key; };
        if (std::find_if(axes.begin(), axis, same) != axis) {
            return usage_error(say("%1 is swept twice", axis->key));
        }
        if (auto checked = check_axis(*axis); !checked) {
            return checked;
        }
        if (axis->values.size() > kPointsMax / points) {
            return usage_error(say("a sweep has at most %1 points", std::to_string(kPointsMax)));
        }
        points *= axis->values.size();
    }
    return {};
}

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

bool on_a_gpu(const Settings& point) {
    return consumer_kind_of(point) == ConsumerKind::Gpu;
}

bool on_the_processor(const Settings& point) {
    return !decodes_on_gpu(point);
}

bool of_several(const Settings& point) {
    return consumer_kind_of(point) == ConsumerKind::Paced &&
           integer_of(point, "consumer.accelerators") > 1;
}

bool on_a_volume(const Settings& point) {
    return !text_of(point, "storage.volume").empty();
}

/// Keys that only some points read.
struct PartialKey {
    const char* key;
    bool (*is_read)(const Settings&);
    const char* needs;
};
constexpr std::array<PartialKey, 9> kPartialKeys{
    {{"consumer.network", &on_a_gpu, "consumer.kind=gpu"},
     {"consumer.phase", &on_a_gpu, "consumer.kind=gpu"},
     {"consumer.device", &on_a_gpu, "consumer.kind=gpu"},
     {"consumer.transfer", &on_a_gpu, "consumer.kind=gpu"},
     {"decode.dct", &on_the_processor, "decode.device=cpu"},
     {"decode.scale", &on_the_processor, "decode.device=cpu"},
     {"storage.volume_credits", &on_a_volume, "storage.volume"},
     {"storage.volume_instance", &on_a_volume, "storage.volume"},
     {"consumer.barrier",
      &of_several,
      "consumer.kind=paced and consumer.accelerators > 1, as only several accelerators wait for "
      "each other"}}};

/// Those that no point reads.
std::vector<PartialKey> unread_keys(const std::vector<Settings>& points) {
    std::vector<PartialKey> unread;
    for (const PartialKey& partial : kPartialKeys) {
        if (std::none_of(points.begin(), points.end(), partial.is_read)) {
            unread.push_back(partial);
        }
    }
    return unread;
}

std::string no_effect(const PartialKey& unread, const std::string& value, const Settings& point) {
    const std::string_view key = unread.key;
    const std::string set = std::string(key) + "=" + value;
    const std::string_view needs = unread.needs;
    return key.starts_with("storage.") ? say("%1 needs %2: without it it has no effect", set, needs)
           : key.starts_with("decode.")
               ? say("%1 needs %2: with decode.device=gpu it has no effect", set, needs)
               : say("%1 needs %2: with consumer.kind=%3 and consumer.accelerators=%4 it has no "
                     "effect",
                     set,
                     needs,
                     text_of(point, "consumer.kind"),
                     std::to_string(integer_of(point, "consumer.accelerators")));
}

/// What is set must have a point that reads it: else it is taken for measured.
Result<void> check_keys_are_read(const std::vector<Settings>& points) {
    for (const PartialKey& unread : unread_keys(points)) {
        for (const Settings& point : points) {
            const SettingValue& value = point.at(unread.key);
            if (value != find_setting(unread.key)->default_value) {
                return usage_error(no_effect(unread, setting_text(value), point));
            }
        }
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
    if (auto checked = check_storage_settings(point); !checked) {
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
            for (const auto& value : axis.values) {
                finer.push_back(point);
                finer.back()[axis.key] = value;
            }
        }
        points = std::move(finer);
    }
    return points;
}

}  // namespace

void reset_unread(StudySpec& spec) {
    for (const PartialKey& unread : unread_keys(sweep_points(spec))) {
        spec.base[unread.key] = find_setting(unread.key)->default_value;
    }
}

StudySpec default_spec() {
    return StudySpec{.title = {}, .base = default_settings(), .sweep = {}, .ceilings = false};
}

Result<void> apply_set(StudySpec& spec, std::string_view assignment) {
    const auto parts = split(assignment);
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
    const auto parts = split(assignment);
    if (!parts) {
        return parts.error();
    }
    SweepAxis axis{.key = std::string(parts->first), .values = {}};
    for (const auto& text : split_values(parts->second)) {
        auto value = parse_setting(axis.key, text);
        if (!value) {
            return std::move(value).error();
        }
        axis.values.push_back(*std::move(value));
    }
    auto axes = spec.sweep;
    axes.push_back(std::move(axis));
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
        if (key != except && setting_matters(key, stages)) {
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
    for (const auto& setting : all_settings()) {
        const auto value = spec.base.find(setting.key);
        const auto swept = [&](const SweepAxis& axis) { return axis.key == setting.key; };
        if (value == spec.base.end() || std::any_of(spec.sweep.begin(), spec.sweep.end(), swept)) {
            continue;
        }
        // The default of decode.threads is another on another machine, so it is always written.
        if (value->second != setting.default_value || value->first == "decode.threads") {
            add("--set", value->first + "=" + setting_text(value->second));
        }
    }
    if (spec.ceilings) {
        add("--set", "ceilings=true");
    }
    for (const auto& axis : spec.sweep) {
        std::string values;
        for (const auto& value : axis.values) {
            values += (values.empty() ? "" : ",") + escape_value(setting_text(value));
        }
        add("--sweep", axis.key + "=" + values);
    }
    return command;
}

}  // namespace throughline::spec
