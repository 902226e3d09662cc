// SPDX-License-Identifier: Apache-2.0
#include "engine/report/definition.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/base/say.h"

namespace throughline::report {
namespace {

using Json = nlohmann::json;             ///< for reading: keys are found at once
using Written = nlohmann::ordered_json;  ///< for writing, in our order

constexpr const char* kFormat = "throughline-report";
constexpr int kMajor = 1;

struct KindName {
    BlockKind kind;
    const char* name;
};
constexpr std::array kKinds{KindName{BlockKind::Verdict, "verdict"},
                            KindName{BlockKind::Chart, "chart"},
                            KindName{BlockKind::Numbers, "numbers"},
                            KindName{BlockKind::Differences, "differences"},
                            KindName{BlockKind::Reproduced, "reproduced"},
                            KindName{BlockKind::Findings, "findings"},
                            KindName{BlockKind::Changes, "changes"},
                            KindName{BlockKind::Runs, "runs"},
                            KindName{BlockKind::Method, "method"},
                            KindName{BlockKind::Environment, "environment"},
                            KindName{BlockKind::Provenance, "provenance"},
                            KindName{BlockKind::WhatIf, "whatif"},
                            KindName{BlockKind::Text, "text"}};

constexpr std::array kDiskBlocks{BlockKind::Verdict,
                                 BlockKind::Numbers,
                                 BlockKind::Chart,
                                 BlockKind::Runs,
                                 BlockKind::Method,
                                 BlockKind::Environment,
                                 BlockKind::Provenance};
constexpr std::array kMachineBlocks{BlockKind::Verdict,
                                    BlockKind::Chart,
                                    BlockKind::Differences,
                                    BlockKind::Changes,
                                    BlockKind::Runs,
                                    BlockKind::Method,
                                    BlockKind::Provenance};
constexpr std::array kGpuBlocks{BlockKind::WhatIf,
                                BlockKind::Numbers,
                                BlockKind::Chart,
                                BlockKind::Runs,
                                BlockKind::Method,
                                BlockKind::Environment,
                                BlockKind::Provenance};
constexpr std::array kReproducedBlocks{BlockKind::Reproduced,
                                       BlockKind::Chart,
                                       BlockKind::Findings,
                                       BlockKind::Changes,
                                       BlockKind::Method,
                                       BlockKind::Environment,
                                       BlockKind::Provenance};
constexpr std::array kBlankBlocks{BlockKind::Text};
constexpr std::array kTemplates{
    Template{.name = "disk",
             .title = to_say("Is this disk enough?"),
             .question = to_say("Does storage deliver images as fast as the rest can take them?"),
             .blocks = kDiskBlocks},
    Template{.name = "machines",
             .title = to_say("Which of these machines?"),
             .question = to_say("Which one feeds images the fastest, and by how much?"),
             .blocks = kMachineBlocks},
    Template{
        .name = "gpus",
        .title = to_say("What would more GPUs need?"),
        .question = to_say(
            "How many GPUs can be fed by what was measured here, and what do more of them take?"),
        .blocks = kGpuBlocks},
    Template{.name = "study",
             .title = to_say("Study reproduced"),
             .question = to_say("Does this computer show what the published study shows?"),
             .blocks = kReproducedBlocks,
             .chart = "ready"},
    Template{.name = "blank", .title = to_say("Report"), .question = "", .blocks = kBlankBlocks}};

std::string said_in(Language language, const char* message) {
    const Speaking speaking(language);
    return *message == '\0' ? std::string() : say(message);
}

std::optional<BlockKind> kind_named(std::string_view name) {
    const auto found = std::ranges::find_if(
        kKinds, [&](const KindName& one) { return std::string_view(one.name) == name; });
    return found == kKinds.end() ? std::nullopt : std::optional(found->kind);
}

/// Takes the fields of an object one by one; what is left is unknown.
class Fields {
public:
    Fields(const Json& object, std::string where) : object_(object), where_(std::move(where)) {}

    std::string text(const char* name) {
        const Json* value = take(name);
        if (value != nullptr && !value->is_string()) {
            fail(name, to_say("'%1' is not a string"));
        }
        return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
    }
    bool flag(const char* name) {
        const Json* value = take(name);
        if (value != nullptr && !value->is_boolean()) {
            fail(name, to_say("'%1' is not true or false"));
        }
        return value != nullptr && value->is_boolean() && value->get<bool>();
    }
    /// Empty where there is no such field.
    std::vector<std::string> texts(const char* name) {
        const Json* value = take(name);
        std::vector<std::string> all;
        if (value == nullptr) {
            return all;
        }
        const bool strings = value->is_array() && std::ranges::all_of(*value, [](const Json& one) {
                                 return one.is_string();
                             });
        if (!strings) {
            fail(name, to_say("'%1' is not a list of strings"));
            return all;
        }
        return value->get<std::vector<std::string>>();
    }
    std::int64_t number(const char* name) {
        const Json* value = take(name);
        if (value == nullptr || !value->is_number_integer()) {
            fail(name,
                 value == nullptr ? to_say("'%1' is missing")
                                  : to_say("'%1' is not a whole number"));
            return 0;
        }
        return value->get<std::int64_t>();
    }
    const Json& list(const char* name) {
        static const Json kEmpty = Json::array();
        const Json* value = take(name);
        if (value == nullptr || !value->is_array()) {
            fail(name, value == nullptr ? to_say("'%1' is missing") : to_say("'%1' is not a list"));
            return kEmpty;
        }
        return *value;
    }
    /// `message`: with the field, and what else it names.
    void fail(std::string_view name, const char* message, std::string_view more = {}) {
        if (error_.empty()) {
            error_ = say("%1: %2", where_, say(message, name, more));
        }
    }
    /// "" when all was well.
    std::string error() {
        for (const auto& [name, value] : object_.items()) {
            if (std::ranges::find(taken_, name) == taken_.end()) {
                fail(name, to_say("'%1' is not known"));
            }
        }
        return error_;
    }

private:
    const Json* take(const char* name) {
        taken_.emplace_back(name);
        const auto found = object_.find(name);
        return found == object_.end() ? nullptr : &*found;
    }

    const Json& object_;
    std::string where_;
    std::vector<std::string> taken_;
    std::string error_;
};

Result<Block> block_from(const Json& json, std::size_t number) {
    const std::string where = say("block %1", std::to_string(number));
    if (!json.is_object()) {
        return usage_error(say("%1: %2", where, say("it is not an object")));
    }
    Fields fields(json, where);
    const std::string kind = fields.text("kind");
    Block block{.kind = kind_named(kind).value_or(BlockKind::Verdict),
                .title = fields.text("title"),
                .choice = fields.text("choice"),
                .text = fields.text("text"),
                .studies = fields.texts("studies")};
    if (!kind_named(kind)) {
        fields.fail("kind", to_say("'%2' is no kind of block"), kind);
    }
    const std::string error = fields.error();
    return error.empty() ? Result<Block>(std::move(block)) : usage_error(error);
}

}  // namespace

Definition definition_from(const Template& asked, Language language) {
    Definition definition{.title = said_in(language, asked.title),
                          .question = said_in(language, asked.question),
                          .language = language};
    for (const BlockKind kind : asked.blocks) {
        Block block{.kind = kind};
        if (kind == BlockKind::Chart) {
            block.choice = asked.chart;
        }
        definition.blocks.push_back(std::move(block));
    }
    return definition;
}

Definition in_language(Definition definition, Language language) {
    for (const Template& one : kTemplates) {
        const auto turn = [&](std::string& text, const char* own) {
            text = text == said_in(definition.language, own) ? said_in(language, own) : text;
        };
        turn(definition.title, one.title);
        turn(definition.question, one.question);
    }
    definition.language = language;
    return definition;
}

const char* name_of(BlockKind kind) noexcept {
    return std::ranges::find(kKinds, kind, &KindName::kind)->name;
}

std::span<const Template> all_templates() noexcept {
    return kTemplates;
}

const Template* find_template(std::string_view name) noexcept {
    const auto found = std::ranges::find_if(
        kTemplates, [&](const Template& one) { return std::string_view(one.name) == name; });
    return found == kTemplates.end() ? nullptr : &*found;
}

Result<Definition> parse_definition(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) {
        return usage_error(say("a report's definition is a JSON object, and this is none"));
    }
    Fields fields(json, say("definition"));
    if (fields.text("format") != kFormat) {
        fields.fail("format", to_say("'%1' is not \"%2\""), kFormat);
    }
    const Json& blocks = fields.list("blocks");
    Definition definition{.title = fields.text("title"),
                          .question = fields.text("question"),
                          .studies = fields.texts("studies"),
                          .is_private = fields.flag("private")};
    const std::string language = fields.text("language");
    if (const auto known = language_of(language); known || language.empty()) {
        definition.language = known.value_or(Language::English);
    } else {
        fields.fail(
            "language", to_say("'%2' is no language of reports; write \"en\" or \"de\""), language);
    }
    if (fields.number("major") != kMajor) {
        fields.fail(
            "major", to_say("'%1' is not %2: made by another version"), std::to_string(kMajor));
    }
    if (const std::string error = fields.error(); !error.empty()) {
        return usage_error(error);
    }
    if (blocks.size() > kBlocksMax || definition.studies.size() > kStudiesMax) {
        return usage_error(say("definition: a report has at most %1 blocks and %2 studies",
                               std::to_string(kBlocksMax),
                               std::to_string(kStudiesMax)));
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        auto block = block_from(blocks[i], i + 1);
        if (!block) {
            return std::move(block).error();
        }
        definition.blocks.push_back(*std::move(block));
    }
    return definition;
}

std::string definition_json(const Definition& definition) {
    Written blocks = Written::array();
    for (const Block& block : definition.blocks) {
        Written one{{"kind", name_of(block.kind)}};
        if (!block.title.empty()) {
            one["title"] = block.title;
        }
        if (!block.choice.empty()) {
            one["choice"] = block.choice;
        }
        if (!block.text.empty()) {
            one["text"] = block.text;
        }
        if (!block.studies.empty()) {
            one["studies"] = block.studies;
        }
        blocks.push_back(std::move(one));
    }
    Written json{{"format", kFormat},
                 {"major", kMajor},
                 {"title", definition.title},
                 {"question", definition.question},
                 {"private", definition.is_private},
                 {"studies", definition.studies},
                 {"blocks", std::move(blocks)}};
    if (definition.language != Language::English) {  // without, as it was before there was another
        json["language"] = code_of(definition.language);
    }
    return json.dump(-1, ' ', false, Written::error_handler_t::replace);
}

}  // namespace throughline::report
