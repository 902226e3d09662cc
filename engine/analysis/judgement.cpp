// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/judgement.h"

#include "engine/analysis/run_lookup.h"

namespace throughline::analysis {

std::optional<double> Judgement::keep(const std::string& key, std::optional<double> value) {
    if (value) {
        evidence.insert_or_assign(key, *value);
    }
    return value;
}

std::optional<double> Judgement::use(const record::RunData& of, const std::string& key) {
    return keep(key, metric_of(of, key));
}

std::optional<double> Judgement::use_max(const record::RunData& of, const std::string& id) {
    return keep(id, metric_max(of, id));
}

std::optional<double> Judgement::use_min(const record::RunData& of, const std::string& id) {
    return keep(id, metric_min(of, id));
}

const char* name_of(Limit limit) noexcept {
    switch (limit) {
        case Limit::None:
            return "none";
        case Limit::Storage:
            return "storage";
        case Limit::Decode:
            return "decode";
        case Limit::Consumer:
            return "consumer";
        case Limit::Copy:
            return "copy";
        case Limit::GpuDecode:
            return "gpu_decode";
        case Limit::Exchange:
            return "exchange";
        case Limit::Cpu:
            return "cpu";
        case Limit::Network:
            return "network";
        case Limit::Throttled:
            return "throttled";
        case Limit::Workers:
            return "workers";
        case Limit::Queue:
            return "queue";
        case Limit::Loader:
            return "loader";
        case Limit::Unsure:
            break;
    }
    return "unsure";
}

}  // namespace throughline::analysis
