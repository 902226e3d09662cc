// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/spec/choices.h"
#include "engine/spec/settings.h"
#include "engine/spec/sweep_axes.h"

namespace throughline::spec {

/// What a study measures. Limits: at most three axes; at most 10,000 points.
struct StudySpec {
    std::string title;             ///< "" = the program makes one from the settings
    Settings base;                 ///< every key
    std::vector<SweepAxis> sweep;  ///< first axis varies slowest
    /// Measure the stages of each full point alone too (storage, decode), with the same settings:
    /// each distinct one once, just before the first full run that needs it.
    bool ceilings = false;
};

/// A spec with defaults everywhere; dataset.path is empty.
StudySpec default_spec();

/// Reads a spec file: nested JSON objects ("dataset": {"path": …}), plus the top keys
/// "title", "ceilings" and "sweep": [{"key": …, "values": […], "with": [{"key": …, "values":
/// […]}]}]; "with" may be left out. Missing keys keep their defaults. Errors: Usage with the
/// offending key; Format for text that is not JSON.
Result<StudySpec> parse_spec(std::string_view json_text);

/// Whether the JSON of a spec says anything of a setting; false for text that is no JSON object.
bool states_setting(std::string_view json_text, std::string_view key);

/// The same as JSON, pretty-printed, every key written; but for those in `left_out`, which the
/// defaults of the computer that reads it fill in.
std::string spec_to_json(const StudySpec& spec, std::span<const std::string_view> left_out = {});

/// Applies "KEY=VALUE" (also title= and ceilings=). Errors: Usage.
Result<void> apply_set(StudySpec& spec, std::string_view assignment);

/// Applies "KEY=V1,V2,…", and behind it, as often as wanted, " with KEY=V1,V2,…" of a key that
/// changes with it. A key swept twice is an error; `\,` is a comma inside a value.
Result<void> apply_sweep(StudySpec& spec, std::string_view assignment);

/// All that must hold between keys (dataset.path is set; a paced consumer has a batch time; …).
Result<void> validate(const StudySpec& spec);

/// Sets keys of the consumer that no point reads to their defaults: a form keeps what was chosen
/// for another kind, and older studies carry it, where validate() refuses it. Keys that are swept
/// stay.
void reset_unread(StudySpec& spec);

/// What takes the batches of a point, in words: "A100 ResNet-50"; "" = nothing.
using ConsumerWords = std::function<std::string(const Settings& point)>;
/// What emulated storage is called that was set as `wish`: "AWS EBS gp2, 100 GiB".
using StorageWords = std::function<std::string(const std::string& wish)>;
/// The title of a study that was given none: the data set's folder and what tells it from others,
/// "photos, 1–4 threads", "photos, A100 ResNet-50".
std::string default_title(const StudySpec& spec,
                          const ConsumerWords& consumer,
                          const StorageWords& storage);

/// The points of the study in the order they are run, ceilings included.
std::vector<Settings> expand(const StudySpec& spec);

/// The keys that a run with these `stages` (none: a foreign run) depends on: two runs that agree in
/// them measure the same thing (decode.threads says nothing about a storage-only run).
bool setting_matters(std::string_view key, std::optional<Stages> stages);

/// The settings that matter to `stages`, as one text: runs of these stages with the same signature
/// measure the same thing. `except` is left aside.
std::string signature(const Settings& settings,
                      std::optional<Stages> stages,
                      std::string_view except = {});

/// `throughline-engine run …` that measures the same, quoted for a shell.
std::string spec_to_command(const StudySpec& spec);

}  // namespace throughline::spec
