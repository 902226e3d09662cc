// SPDX-License-Identifier: Apache-2.0
#include "engine/spec/choices.h"

#include <algorithm>
#include <span>
#include <string>

namespace throughline::spec {
namespace {

std::optional<std::size_t> place_among(std::span<const char* const> words, std::string_view word) {
    const auto place = std::find(words.begin(), words.end(), word);
    return place == words.end() ? std::nullopt
                                : std::optional(static_cast<std::size_t>(place - words.begin()));
}

/// "" where there is none.
std::string_view word_at(const Settings& settings, std::string_view key) {
    const auto found = settings.find(key);
    const auto* word = found == settings.end() ? nullptr : std::get_if<std::string>(&found->second);
    return word == nullptr ? std::string_view() : *word;
}

}  // namespace

std::optional<Stages> stages_named(std::string_view word) {
    const auto place = place_among(kStagesNames, word);
    return place ? std::optional(static_cast<Stages>(*place)) : std::nullopt;
}

std::optional<Stages> stages_of(const Settings& settings) {
    return stages_named(word_at(settings, "stages"));
}

std::optional<ConsumerKind> consumer_kind_of(const Settings& settings) {
    const auto place = place_among(kConsumerKindNames, word_at(settings, "consumer.kind"));
    return place ? std::optional(static_cast<ConsumerKind>(*place)) : std::nullopt;
}

bool decodes_on_gpu(const Settings& settings) {
    return word_at(settings, "decode.device") == kDecodeDeviceNames.back();
}

bool is_full(const Settings& settings) {
    return stages_of(settings) == Stages::Full || word_at(settings, "stages").empty();
}

std::optional<std::size_t> choice_place(const Settings& settings, std::string_view key) {
    return place_among(find_setting(key)->choices, word_at(settings, key));
}

}  // namespace throughline::spec
