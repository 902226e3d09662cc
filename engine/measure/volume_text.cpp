// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/volume_text.h"

#include <cstdint>
#include <optional>
#include <utility>

#include "engine/base/format.h"
#include "engine/spec/amounts.h"

namespace throughline::measure {
namespace {

/// How many it begins with, and how long they last at the burst rate.
std::string credits_text(const model::Burst& burst, std::optional<double> start, bool of_bytes) {
    const auto amount = [of_bytes](double credits) {
        return of_bytes ? format_quantity(credits, "bytes", ByteUnits::Binary)
                        : format_count(static_cast<std::uint64_t>(credits));
    };
    const double credits = start.value_or(burst.bucket);
    const auto lasts = model::credits_last_s(burst, credits);
    return lasts ? "; it begins with " + amount(credits) + " of " + amount(burst.bucket) +
                       (of_bytes ? " byte" : " I/O") + " credits, which last " +
                       format_significant(*lasts, 4) + " s at the burst rate"
                 : "";
}

}  // namespace

std::string limit_text(const model::Burst& burst, const char* unit) {
    const std::string baseline = format_quantity(burst.baseline, unit);
    return burst.burst > burst.baseline
               ? baseline + ", with credits " + format_quantity(burst.burst, unit)
               : baseline;
}

std::string io_text(const volume::IoRule& io) {
    if (io.counted_max_bytes == 0) {
        return "each request counts as one I/O";
    }
    return "an I/O counts up to " +
           spec::bytes_text(static_cast<std::int64_t>(io.counted_max_bytes)) +
           (io.merges ? ", contiguous ones together" : "") +
           (io.write_cost == 1.0 ? ""
                                 : ", one that writes as " + format_significant(io.write_cost, 2));
}

std::string volume_sentence(const catalog::StorageTarget& target,
                            const ChosenVolume& chosen,
                            const catalog::Catalog& catalog) {
    const volume::Rules& rules = chosen.rules;
    std::string text =
        "emulates the volume " + chosen.name + " (" + target.name +
        "): " + limit_text(rules.limits.iops, "IOPS") +
        (rules.reads_per_s > 0.0 ? ", of them " + format_quantity(rules.reads_per_s, "reads/s")
                                 : "") +
        "; " + limit_text(rules.limits.bytes_per_s, "bytes/s") + "; " + io_text(rules.io) +
        credits_text(rules.limits.iops, chosen.start.ios, false) +
        credits_text(rules.limits.bytes_per_s, chosen.start.bytes, true);
    for (const auto& [limit, unit] : {std::pair(rules.instance.iops, "IOPS"),
                                      std::pair(rules.instance.bytes_per_s, "bytes/s")}) {
        text += limit.baseline > 0.0 ? "; the instance gives " + limit_text(limit, unit) : "";
    }
    text += rules.latency_s > 0.0
                ? "; a read takes at least " + spec::seconds_text(rules.latency_s)
                : "; within the limits a read takes what the real disk takes, as no latency is "
                  "published";
    text += "; past them it is held for " + spec::seconds_text(rules.hold_s) +
            " or a multiple of it; figures of devices are those of the real disk";
    if (const auto* kind = volume::kind_of(target.id); kind != nullptr && !kind->gap.empty()) {
        text += "; not known: " + std::string(kind->gap);
    }
    std::string sources;
    for (const std::string& id : target.sources) {
        const auto* source = catalog.find_source(id);
        sources += (sources.empty() ? "" : ", ") + (source == nullptr ? id : source->title);
    }
    return sources.empty() ? text : text + "; limits by " + sources;
}

}  // namespace throughline::measure
