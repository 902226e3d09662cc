// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/judgement.h"

#include "engine/analysis/run_lookup.h"

namespace throughline::analysis {

std::optional<double> Judgement::use(const record::RunData& of, const std::string& key) {
    const auto value = metric_of(of, key);
    if (value) {
        evidence.insert_or_assign(key, *value);
    }
    return value;
}

std::optional<double> Judgement::use_max(const record::RunData& of, const std::string& id) {
    const auto value = metric_max(of, id);
    if (value) {
        evidence.insert_or_assign(id, *value);
    }
    return value;
}

}  // namespace throughline::analysis
