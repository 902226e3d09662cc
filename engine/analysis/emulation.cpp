// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/emulation.h"

#include <algorithm>
#include <array>
#include <set>

#include "engine/analysis/run_lookup.h"
#include "engine/base/say.h"
#include "engine/spec/choices.h"

namespace throughline::analysis {

namespace {

bool reads(const spec::Settings& settings) {
    const auto stages = spec::stages_of(settings);
    return stages != spec::Stages::Decode && stages != spec::Stages::Consumer;
}

struct EmulatedWords {
    const char* mark;
    const char* text;
};
/// By accelerator (1), volume (2) and store (4).
constexpr std::array<EmulatedWords, 8> kEmulatedWords{{
    {"", ""},
    {to_say("emulated accelerator"), to_say("an emulated accelerator")},
    {to_say("emulated volume"), to_say("an emulated volume")},
    {to_say("emulated accelerator and volume"),
     to_say("an emulated accelerator and an emulated volume")},
    {to_say("emulated store"), to_say("an emulated store")},
    {to_say("emulated accelerator and store"),
     to_say("an emulated accelerator and an emulated store")},
    {to_say("emulated storage"), to_say("emulated storage")},
    {to_say("emulated accelerator and storage"),
     to_say("an emulated accelerator and emulated storage")},
}};

const EmulatedWords& words_of(Emulated emulated) noexcept {
    return kEmulatedWords[(emulated.accelerator ? 1U : 0U) + (emulated.volume ? 2U : 0U) +
                          (emulated.store ? 4U : 0U)];
}

}  // namespace

EmulatedStorage emulated_storage_of(const record::RunData& run) {
    if (!reads(run.started.settings)) {
        return {};
    }
    const std::string store = setting_or_empty(run, "storage.store");
    return store.empty() ? EmulatedStorage{.name = setting_or_empty(run, "storage.volume")}
                         : EmulatedStorage{.name = store, .is_store = true};
}

Emulated& Emulated::operator|=(const Emulated& other) noexcept {
    accelerator = accelerator || other.accelerator;
    volume = volume || other.volume;
    store = store || other.store;
    return *this;
}

Emulated emulated_in(const spec::Settings& settings) {
    const auto stages = spec::stages_of(settings);
    const bool fed = stages != spec::Stages::Storage && stages != spec::Stages::Decode;
    const auto is_set = [&](const char* key) {
        return reads(settings) && !spec::text_or_empty(settings, key).empty();
    };
    return {.accelerator = fed && spec::consumer_kind_of(settings) == spec::ConsumerKind::Paced,
            .volume = is_set("storage.volume"),
            .store = is_set("storage.store")};
}

Emulated emulated_in(const record::Study& study) {
    Emulated result;
    for (const record::RunData& run : study.runs) {
        result |= emulated_in(run.started.settings);
    }
    return result;
}

std::string emulated_mark(Emulated emulated) {
    return emulated ? say(words_of(emulated).mark) : "";
}

std::string marked_title(const std::string& title, Emulated emulated) {
    if (!emulated) {
        return title;
    }
    return title.empty() ? emulated_mark(emulated) : title + " (" + emulated_mark(emulated) + ")";
}

std::string marked_title(const record::Study& study) {
    return marked_title(study.header.title, emulated_in(study));
}

std::string emulated_text(const record::Study& study) {
    const Emulated emulated = emulated_in(study);
    return emulated ? say(words_of(emulated).text) : "";
}

std::string emulated_reads_text(const record::Study& study) {
    std::set<std::string> names;
    bool all = true;
    for (const record::RunData& run : study.runs) {
        if (reads(run.started.settings)) {
            const std::string name = emulated_storage_of(run).name;
            all = all && !name.empty();
            names.insert(name);
        }
    }
    names.erase("");
    if (names.empty()) {
        return {};
    }
    const Emulated emulated = emulated_in(study);
    if (emulated.volume && emulated.store) {
        return say(all ? to_say("Read from emulated storage.")
                       : to_say("Some runs read from emulated storage."));
    }
    if (names.size() > 1) {
        return emulated.store ? say(all ? to_say("Read from emulated stores.")
                                        : to_say("Some runs read from emulated stores."))
                              : say(all ? to_say("Read from emulated volumes.")
                                        : to_say("Some runs read from emulated volumes."));
    }
    return emulated.store ? say(all ? to_say("Read from the emulated store %1.")
                                    : to_say("Some runs read from the emulated store %1."),
                                *names.begin())
                          : say(all ? to_say("Read from the emulated volume %1.")
                                    : to_say("Some runs read from the emulated volume %1."),
                                *names.begin());
}

}  // namespace throughline::analysis
