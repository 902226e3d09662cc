// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "engine/spec/choices.h"

namespace throughline::analysis {

/// The settings of a run of this program in the conditions that imported and published runs have,
/// so that one chart can hold both; each repeats what the settings say already.
/// `gpu_count`: the emulated accelerators, or the one GPU that was used; none where nothing was
/// fed. `node_count`: among how many nodes the data were shared out; the run is of one of them.
/// `data`: "real", or "synthetic" where the consumer was measured alone, without any.
/// Settings that are there under these names already are left to themselves.
spec::Settings foreign_names(const spec::Settings& settings);

/// Whether `key` is one of these and a run of these stages can have none, such as the GPUs of
/// storage alone.
bool foreign_name_needs_more(std::string_view key, std::optional<spec::Stages> stages);

}  // namespace throughline::analysis
