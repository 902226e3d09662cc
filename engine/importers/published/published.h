// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/catalog/catalog.h"
#include "engine/record/study.h"

namespace throughline::importers {

/// "<=", ">=" or "~" of the code of a note on a figure that its source gives as a bound or an
/// approximation; its `item` is the metric. "" for the code of any other note.
std::string_view relation_of_note(std::string_view code) noexcept;

/// The published figures of the catalogue, a study a source, so that they stand beside one's own
/// runs. Entries with the same conditions are one run. Figures without a metric of the registry
/// (limits that a vendor lists, say) become notes, so that they are found. Nothing is filled in.
/// The uuid of a study follows from its content.
std::vector<record::Study> published_studies(const catalog::Catalog& catalog);

/// The uuids of the studies of these sources ("lambda-io"), in the order of the catalogue.
std::vector<std::string> published_uuids(const catalog::Catalog& catalog,
                                         const std::vector<std::string>& sources);

}  // namespace throughline::importers
