// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "engine/base/result.h"
#include "engine/pipeline/pipeline_options.h"
#include "engine/spec/settings.h"
#include "engine/storage/read_tier.h"

namespace throughline::measure {

/// A cache on a disk or in memory in front of the storage that a run reads from.
struct ChosenTier {
    storage::TierOptions options{};  ///< its budget is no more than the data set takes
    std::uint64_t data_bytes = 0;    ///< that the whole data set takes in it
    bool copied_before = false;      ///< the whole data set is copied into it before the run

    /// Of memory that it takes, with its table of what it holds.
    std::uint64_t memory_bytes() const noexcept;
};

/// The one that the settings say; none: no such cache, or nothing is read in these stages.
/// `options` say in which pieces the data set is read.
std::optional<ChosenTier> choose_tier(const spec::Settings& settings,
                                      const pipeline::PipelineOptions& options);

/// Empty, as each repeat begins with it; null for none. Errors: those of
/// ReadTier::open(); Limit for a copy that does not fit into its budget.
Result<std::shared_ptr<storage::ReadTier>> make_tier(const std::optional<ChosenTier>& chosen);

/// Puts it in front of the readers that the options make.
void put_in_front(const std::shared_ptr<storage::ReadTier>& tier,
                  pipeline::PipelineOptions& options);

}  // namespace throughline::measure
