// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/language.h"
#include "engine/base/result.h"

namespace throughline::report {

enum class BlockKind : std::uint8_t {
    Verdict,      ///< who limits, two numbers, doubts; of several studies which is faster
    Chart,        ///< a drawing
    Numbers,      ///< four to six figures of the fastest run, with their spread
    Differences,  ///< figures of several studies against the first
    Reproduced,   ///< a published study's figures beside one's own, place by place
    Findings,     ///< whether what a published study showed holds here, chart by chart
    Changes,      ///< settings and machine, as far as they differ
    Runs,         ///< each run with what was varied and its rate
    Method,       ///< how it was measured
    Environment,  ///< the computer
    Provenance,   ///< where the records come from
    WhatIf,       ///< predictions of scenarios and what they assume
    Text,         ///< what the author wrote
};
const char* name_of(BlockKind kind) noexcept;

struct Block {
    BlockKind kind = BlockKind::Verdict;
    std::string title{};  ///< "" = the kind's own, or none
    /// Chart: what it shows, in the words of whoever draws it. Findings: the panel of
    /// engine/panels; "" = each that one of the studies measured, with its chart.
    std::string choice{};
    /// Text: Markdown. WhatIf: a file of scenarios as whatif::parse_scenario_file() reads it; "" =
    /// more and more GPUs on what the studies measured.
    std::string text{};
    /// Uuids, of those of the report, that it is about; empty: all of them.
    std::vector<std::string> studies{};

    bool operator==(const Block&) const = default;
};

/// What a report is made of; kept, it makes the report again from newer runs.
struct Definition {
    std::string title{};
    std::string question{};
    std::vector<std::string> studies{};  ///< uuids; the first is what others are compared with
    std::vector<Block> blocks{};
    /// Hosts, users, paths and names of devices are left out, in the records too. What the author
    /// wrote is cleaned of those that the records have.
    bool is_private = false;
    /// What the program says in it. What the author wrote, and names, stay as they are.
    Language language = Language::English;

    bool operator==(const Definition&) const = default;
};

/// Of a definition that is read: more is no report, and takes a reader's machine down.
inline constexpr std::size_t kBlocksMax = 500;
inline constexpr std::size_t kStudiesMax = 200;

/// A question that reports are asked again and again, and the blocks that answer it.
struct Template {
    const char* name;      ///< "disk": for the command line
    const char* title;     ///< "Is this disk enough?"
    const char* question;  ///< what stands below the title
    std::span<const BlockKind> blocks;
    const char* chart = "";  ///< Block::choice of its charts
};
/// A report that asks it of no study yet.
Definition definition_from(const Template& asked, Language language = Language::English);
/// The same report in another language: a title or question that is a template's own is put into
/// it.
Definition in_language(Definition definition, Language language);
std::span<const Template> all_templates() noexcept;
/// Null: there is none of this name.
const Template* find_template(std::string_view name) noexcept;

/// Errors: Usage: no JSON, a field that is missing, unknown or of the wrong type, named.
Result<Definition> parse_definition(std::string_view json);
/// One line of JSON, the same for the same definition.
std::string definition_json(const Definition& definition);

}  // namespace throughline::report
