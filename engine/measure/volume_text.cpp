// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/volume_text.h"

#include <cstdint>
#include <optional>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/say.h"
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
    if (!lasts) {
        return {};
    }
    return "; " + say(of_bytes ? to_say("it begins with %1 of %2 byte credits, which last %3 s at "
                                        "the burst rate")
                               : to_say("it begins with %1 of %2 I/O credits, which last %3 s at "
                                        "the burst rate"),
                      amount(credits),
                      amount(burst.bucket),
                      format_significant(*lasts, 4));
}

}  // namespace

std::string limit_text(const model::Burst& burst, const char* unit) {
    const std::string baseline = format_quantity(burst.baseline, unit);
    return burst.burst > burst.baseline
               ? say("%1, with credits %2", baseline, format_quantity(burst.burst, unit))
               : baseline;
}

std::string io_text(const volume::IoRule& io) {
    if (io.counted_max_bytes == 0) {
        return say("each request counts as one I/O");
    }
    const std::string most = spec::bytes_text(static_cast<std::int64_t>(io.counted_max_bytes));
    return (io.merges ? say("an I/O counts up to %1, contiguous ones together", most)
                      : say("an I/O counts up to %1", most)) +
           (io.write_cost == 1.0
                ? ""
                : ", " + say("one that writes as %1", format_significant(io.write_cost, 2)));
}

std::string volume_sentence(const catalog::StorageTarget& target,
                            const ChosenVolume& chosen,
                            const catalog::Catalog& catalog) {
    const volume::Rules& rules = chosen.rules;
    std::string text =
        say("emulates the volume %1 (%2)", chosen.name, target.name) + ": " +
        limit_text(rules.limits.iops, "IOPS") +
        (rules.reads_per_s > 0.0
             ? ", " + say("of them %1", format_quantity(rules.reads_per_s, "reads/s"))
             : "") +
        "; " + limit_text(rules.limits.bytes_per_s, "bytes/s") + "; " + io_text(rules.io) +
        credits_text(rules.limits.iops, chosen.start.ios, false) +
        credits_text(rules.limits.bytes_per_s, chosen.start.bytes, true);
    for (const auto& [limit, unit] : {std::pair(rules.instance.iops, "IOPS"),
                                      std::pair(rules.instance.bytes_per_s, "bytes/s")}) {
        if (limit.baseline > 0.0) {
            text += "; " + say("the instance gives %1", limit_text(limit, unit));
        }
    }
    text += "; " + (rules.latency_s > 0.0
                        ? say("a read takes at least %1", spec::seconds_text(rules.latency_s))
                        : say("within the limits a read takes what the real disk takes, as no "
                              "latency is published"));
    text +=
        "; " +
        say("past them it is held for %1 or a multiple of it", spec::seconds_text(rules.hold_s)) +
        "; " + say("figures of devices are those of the real disk");
    if (const auto* kind = volume::kind_of(target.id); kind != nullptr && !kind->gap.empty()) {
        text += "; " + say("not known: %1", std::string(kind->gap));
    }
    std::string sources;
    for (const std::string& id : target.sources) {
        const auto* source = catalog.find_source(id);
        sources += (sources.empty() ? "" : ", ") + (source == nullptr ? id : source->title);
    }
    return sources.empty() ? text : text + "; " + say("limits by %1", sources);
}

}  // namespace throughline::measure
