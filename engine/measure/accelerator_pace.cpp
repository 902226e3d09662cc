// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/accelerator_pace.h"

#include <cmath>
#include <optional>

#include "engine/base/counted.h"
#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/catalog/accelerator_choice.h"
#include "engine/catalog/storage_words.h"

namespace throughline::measure {
namespace {

constexpr const char* kPreset = "consumer.preset";
constexpr const char* kBatchSeconds = "consumer.batch_seconds";
constexpr double kRoundedSeconds = 1e-6;

Error unknown_preset(const catalog::Catalog& catalog, const std::string& id) {
    constexpr int kShown = 5;
    std::string near;
    int shown = 0;
    for (const auto& preset : catalog::accelerator_presets(catalog)) {
        if (shown < kShown && matches(search_text(preset), id)) {
            near += (shown++ == 0 ? "" : ", ") + preset.id;
        }
    }
    return {
        .code = ErrorCode::Usage,
        .what =
            near.empty()
                ? say("there is no accelerator preset '%1'; 'throughline-engine catalog presets' "
                      "lists "
                      "them",
                      id)
                : say("there is no accelerator preset '%1'; did you mean %2; 'throughline-engine "
                      "catalog presets' lists them",
                      id,
                      near)};
}

std::string seconds_text(double seconds) {
    return format_significant(seconds, 4) + " s";
}

Result<void> apply_preset(const catalog::AcceleratorPreset& preset, spec::Settings& point) {
    const auto images = static_cast<double>(spec::integer_of(point, "batch.images"));
    const double seconds = preset.image_seconds * images;
    const double given = spec::real_of(point, kBatchSeconds);
    // A run that is measured again brings the time that its preset gave, rounded in a form.
    if (given > 0.0 && std::fabs(given - seconds) > kRoundedSeconds) {
        return usage_error(say("%1 is %2, but consumer.preset=%3 gives %4: set one of them",
                               kBatchSeconds,
                               seconds_text(given),
                               preset.id,
                               seconds_text(seconds)));
    }
    point.insert_or_assign(kBatchSeconds, seconds);
    return {};
}

}  // namespace

Result<PacePresets> apply_presets(std::vector<spec::Settings>& points,
                                  const CatalogSource& catalog) {
    std::optional<catalog::Catalog> facts;
    PacePresets presets;
    for (spec::Settings& point : points) {
        const std::string id = spec::text_of(point, kPreset);
        if (id.empty()) {
            continue;
        }
        if (!facts) {
            facts = catalog();
        }
        auto preset = catalog::find_accelerator_preset(*facts, id);
        if (!preset) {
            return unknown_preset(*facts, id);
        }
        if (auto applied = apply_preset(*preset, point); !applied) {
            return std::move(applied).error();
        }
        presets.insert_or_assign(id, *std::move(preset));
    }
    return presets;
}

std::string title_of(const spec::StudySpec& spec, const PacePresets& presets) {
    const auto consumer = [&presets](const spec::Settings& point) {
        const std::string id = spec::text_or_empty(point, "consumer.preset");
        const auto preset = presets.find(id);
        return preset != presets.end()
                   ? catalog::short_name(preset->second)
                   : catalog::consumer_words(catalog::Catalog::built_in(),
                                             spec::text_or_empty(point, "consumer.kind"),
                                             id,
                                             spec::text_or_empty(point, "consumer.network"));
    };
    return spec::default_title(spec, consumer, [](const std::string& wish) {
        const Speaking english(Language::English);  // for the record
        return catalog::storage_words(catalog::Catalog::built_in(), wish);
    });
}

std::string pace_text(const catalog::AcceleratorPreset& preset, const spec::Settings& point) {
    const std::int64_t accelerators = spec::integer_of(point, "consumer.accelerators");
    const std::int64_t images = spec::integer_of(point, "batch.images");
    const char* emulates = accelerators == 1 ? to_say("emulates %1 accelerator by %2")
                                             : to_say("emulates %1 accelerators by %2");
    const std::string of =
        describe(preset) + (preset.source.address.empty() ? "" : ", " + preset.source.address);
    std::string text =
        say_english(emulates, format_count(static_cast<std::uint64_t>(accelerators)), of) + "; " +
        say_english(images == 1 ? to_say("a batch of %1 image takes %2")
                                : to_say("a batch of %1 images takes %2"),
                    format_count(static_cast<std::uint64_t>(images)),
                    seconds_text(spec::real_of(point, kBatchSeconds)));
    if (preset.batch_images && *preset.batch_images != static_cast<double>(images)) {
        text += "; " + say_english("scaled from the source's batch of %1", batch_text(preset));
    }
    if (preset.fed_from_data) {
        text += "; " + say_english("the source fed it with %1, which may have limited its rate",
                                   preset.data);
    }
    if (preset.pass_mark_percent) {
        text += "; " + say_english(
                           "the source's benchmark passes at an accelerator utilisation of %1 %, "
                           "which is only a reference here: this is not an MLPerf result, and the "
                           "benchmark's data stay in host memory without being decoded",
                           format_significant(*preset.pass_mark_percent, 2));
    }
    return text;
}

}  // namespace throughline::measure
