// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record/study.h"
#include "engine/report/chart_data.h"
#include "engine/report/content.h"

// What the blocks of a report are made of.
namespace throughline::report {

using Studies = std::span<const record::Study>;
using Items = std::vector<Item>;

/// Stands where a figure or setting is missing.
inline constexpr const char* kMissing = "\u2013";

/// Keys of the figures that say most about a run, at most `most`, rate first. A figure of a disk or
/// stage stands for all of its kind.
std::vector<std::string> telling_keys(const record::RunData& run, std::size_t most);

/// A figure of a run as a cell; "–" with no source where it has none.
Cell figure_cell(const record::Study& study, const record::RunData& run, std::string_view key);

/// "Measured", "Published", …, and whether accelerator or volume were emulated.
std::string origin_text(const record::Study& study);

void add_verdict(Studies studies, Items& items);
/// What limits one study, two numbers, and what stands against it.
void add_answer(const record::Study& study, Items& items);
void add_numbers(Studies studies, Items& items);
void add_runs(Studies studies, Items& items);
void add_method(Studies studies, Items& items);
void add_environment(Studies studies, Items& items);
void add_provenance(Studies studies, Items& items);

/// Who published a study, when and where, behind its title; "" for what nobody published.
std::string citation_of(const record::Study& study);

// comparison_blocks.cpp
/// Which of several is faster, by how much, and whether that is more than noise.
void add_comparison(Studies studies, Items& items);
void add_differences(Studies studies, Items& items);
void add_changes(Studies studies, Items& items);

// beside_block.cpp
/// Figures of a published study and of one's own at the same places of the first chart that has
/// both, or that there are none.
void add_reproduced(Studies studies, std::span<const ChartData> charts, Items& items);

// findings_block.cpp
/// Whether the findings of this panel of engine/panels hold in the studies that measured it, by
/// which rule, how sure that is and what was emulated; "": of all panels that they measured.
void add_findings(const std::string& panel, Studies studies, Items& items);

}  // namespace throughline::report
