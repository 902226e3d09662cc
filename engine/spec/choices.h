// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/base/check.h"
#include "engine/spec/settings.h"

// The choices of settings that code asks about, as types; their words are said here alone.
namespace throughline::spec {

/// The setting `stages`: what a run measures. Storage, Decode and Consumer alone are ceilings: the
/// neighbour stages are replaced by something that never waits.
enum class Stages : std::uint8_t { Full, Storage, Decode, Consumer };
inline constexpr std::array<const char*, 4> kStagesNames{"full", "storage", "decode", "consumer"};
/// Those that have a ceiling, in the order of the images' way.
inline constexpr std::array<Stages, 3> kSingleStages{
    Stages::Storage, Stages::Decode, Stages::Consumer};

/// The setting `consumer.kind`.
enum class ConsumerKind : std::uint8_t {
    Null,   ///< takes a batch and gives it back at once
    Paced,  ///< emulated accelerator: holds each batch for a stated time
    Gpu,    ///< a GPU, through a plug-in in a process of its own
};
inline constexpr std::array<const char*, 3> kConsumerKindNames{"null", "paced", "gpu"};

/// The setting `decode.device`: the processor, or the GPU of consumer.device by its plug-in.
inline constexpr std::array<const char*, 2> kDecodeDeviceNames{"cpu", "gpu"};

constexpr const char* name_of(Stages stages) noexcept {
    return kStagesNames[static_cast<std::size_t>(stages)];
}

/// nullopt for a word that is none of kStagesNames.
std::optional<Stages> stages_named(std::string_view word);

/// What a run was set to; nullopt where it says nothing (a foreign run) or a word that is no choice
/// (a record of another version).
std::optional<Stages> stages_of(const Settings& settings);
std::optional<ConsumerKind> consumer_kind_of(const Settings& settings);
/// Whether a GPU decodes; not where the settings do not say.
bool decodes_on_gpu(const Settings& settings);
/// Whether it is of the whole pipeline, which runs that do not say have measured.
bool is_full(const Settings& settings);

/// Which of the setting's choices, counted from 0; likewise.
std::optional<std::size_t> choice_place(const Settings& settings, std::string_view key);

/// A choice as a type whose values stand in the order of the setting's choices. `settings` are
/// complete and checked.
template <class Choice>
Choice choice_of(const Settings& settings, std::string_view key) {
    const auto place = choice_place(settings, key);
    THROUGHLINE_CHECK(place.has_value());
    return static_cast<Choice>(*place);
}

}  // namespace throughline::spec
