// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/headline.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>

#include "engine/base/format.h"
#include "engine/base/say.h"

namespace throughline::whatif {
namespace {

std::string capital(std::string text) {
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text;
}

Told absent(const char* why) {
    return {.value = {}, .absent = say(why)};
}

Told gpu_idle(const Answer& answer) {
    if (const auto used = known_use(answer).gpu_pct; used) {
        // A tenth is more than is known.
        return {.value = std::max(0.0, std::round((100.0 - *used) * 10.0) / 10.0), .absent = {}};
    }
    return std::isfinite(answer.prediction.rates.gpu()) ? absent(to_say("the rate has no limit"))
                                                        : absent(to_say("no GPU rate is given"));
}

Told against(const Answer& answer, const Answer& base) {
    const double rate = answer.prediction.images_per_s();
    const double before = base.prediction.images_per_s();
    if (&answer == &base) {
        return absent(to_say("this is the base"));
    }
    if (!std::isfinite(rate) || !std::isfinite(before) || before <= 0.0) {
        return absent(std::isfinite(before) && before <= 0.0 ? to_say("the base has a rate of 0")
                                                             : to_say("the rate has no limit"));
    }
    return {.value = (rate / before - 1.0) * 100.0, .absent = {}};
}

std::string price_text(const Headline& said) {
    if (!said.usd_per_hour.value) {
        return capital(said.usd_per_hour.absent) + ".";
    }
    return say(said.storage_price_only ? to_say("$%1 per hour for storage alone.")
                                       : to_say("$%1 per hour."),
               format_significant(*said.usd_per_hour.value, 3));
}

/// `base`: its name; a base that nobody named is "the base".
std::string difference_text(const Told& against, int digits, const std::string& base) {
    if (!against.value) {
        return {};
    }
    const double percent = std::round(*against.value * 10.0) / 10.0;
    const bool named = !base.empty() && base != kUnnamedBase;
    if (percent == 0.0) {
        return " " + (named ? say("As fast as “%1”.", base) : say("As fast as the base."));
    }
    const std::string by = format_significant(std::abs(percent), std::min(digits, 3));
    if (named) {
        return " " +
               say(percent > 0.0 ? to_say("%1 % more than “%2”.") : to_say("%1 % less than “%2”."),
                   by,
                   base);
    }
    return " " + say(percent > 0.0 ? to_say("%1 % more than the base.")
                                   : to_say("%1 % less than the base."),
                     by);
}

constexpr int kHeadlineDigits = 4;

/// Stages that work at the same time, each with those of its limits that do not wait for one
/// another (engine/model/README.md, Join).
enum class OverlapPart : std::uint8_t { Reading, Processor, Device };
constexpr std::size_t kOverlapParts = 3;

OverlapPart part_of_limit(std::size_t limit) noexcept {
    switch (static_cast<model::Limit>(limit)) {
        case model::Limit::Cpu:
            return OverlapPart::Processor;
        case model::Limit::HostToDevice:
        case model::Limit::Gpu:
            return OverlapPart::Device;
        default:
            return OverlapPart::Reading;
    }
}

/// The least limit of the other stages.
std::size_t next_limit_after(const model::Limits& limits, model::Limit bottleneck) noexcept {
    const OverlapPart own = part_of_limit(static_cast<std::size_t>(bottleneck));
    auto next = static_cast<std::size_t>(bottleneck);
    for (std::size_t i = 0; i < limits.size(); ++i) {
        if (part_of_limit(i) != own && (part_of_limit(next) == own || limits[i] < limits[next])) {
            next = i;
        }
    }
    return next;
}

/// "31 minutes".
std::string time_words(double seconds) {
    constexpr double kSecondsPerMinute = 60.0;
    constexpr double kMinutesPerHour = 60.0;
    constexpr double kSmall = 2.0;  // of a unit; below it the smaller one is said
    const double minutes = seconds / kSecondsPerMinute;
    return minutes < kSmall ? say("%1 seconds", format_significant(seconds, 2))
           : minutes < kSmall * kMinutesPerHour
               ? say("%1 minutes", format_significant(minutes, 2))
               : say("%1 hours", format_significant(minutes / kMinutesPerHour, 2));
}

}  // namespace

int digits_of(model::Grade grade) noexcept {
    constexpr int kOfEstimate = 2;
    return grade == model::Grade::D ? kOfEstimate : kHeadlineDigits;
}

std::string limit_words(model::Limit limit) {
    switch (limit) {
        case model::Limit::StorageBandwidth:
            return say("the storage bandwidth");
        case model::Limit::StorageIops:
            return say("the storage IOPS");
        case model::Limit::StorageClient:
            return say("the limit of a node to storage");
        case model::Limit::StorageLatency:
            return say("the storage latency");
        case model::Limit::Network:
            return say("the network");
        case model::Limit::Cpu:
            return say("the CPU");
        case model::Limit::HostToDevice:
            return say("the hand-over to the GPUs");
        case model::Limit::Gpu:
            break;
    }
    return say("the GPUs");
}

std::string rate_words(double images_per_s) {
    return rate_words(images_per_s, kHeadlineDigits);
}

std::string rate_words(double images_per_s, int digits) {
    constexpr double kWhole = 1000.0;  // from here on without decimals
    if (!std::isfinite(images_per_s) ||
        images_per_s < std::min(kWhole, std::pow(10.0, digits - 1))) {
        return format_significant(images_per_s, digits);
    }
    const double step =
        std::max(1.0, std::pow(10.0, std::floor(std::log10(images_per_s)) - (digits - 1)));
    return format_count(static_cast<std::uint64_t>(std::round(images_per_s / step) * step));
}

std::string share_words(double percent) {
    constexpr double kAlmost = 99.5;  // from here on two digits would say all of it
    return percent >= kAlmost && percent < 100.0 ? say("more than 99")
                                                 : format_significant(percent, 2);
}

Headline headline(const Answer& answer, const Answer& base) {
    Headline said;
    const auto& prediction = answer.prediction;
    const double rate = prediction.images_per_s();
    said.images_per_s = std::isfinite(rate) ? Told{.value = rate, .absent = {}}
                                            : absent(to_say("nothing limits the rate"));
    said.gpu_idle_pct = gpu_idle(answer);
    said.against_base_pct = against(answer, base);
    if (answer.has_price) {
        said.usd_per_hour.value = prediction.job ? prediction.job->all_usd_per_hour()
                                                 : model::usd_per_hour(answer.inputs);
        said.storage_price_only = answer.inputs.node_usd_per_h == 0.0;
    }
    if (!answer.has_price || *said.usd_per_hour.value == 0.0) {
        said.usd_per_hour = absent(answer.has_price ? to_say("the price is by request")
                                                    : to_say("no price is given"));
    }
    return said;
}

std::string credits_text(const Answer& answer) {
    const int digits = digits_of(answer.graded.grade);
    if (const auto& with = answer.with_credits) {
        return say(
            "Burst credits are left out: a full balance would give ≈ %1 images/s for about "
            "%2.",
            rate_words(with->images_per_s, digits),
            time_words(with->credits_last_s));
    }
    if (const auto& after = answer.after_credits) {
        return say("Burst credits count in. They last about %1; then ≈ %2 images/s are left.",
                   time_words(after->credits_last_s),
                   rate_words(after->images_per_s, digits));
    }
    return {};
}

std::string overlap_text(const Answer& answer) {
    constexpr double kCostMin = 1.0;  // in per cent
    const auto& prediction = answer.prediction;
    const auto& rates = prediction.rates;
    if (!prediction.bottleneck || !prediction.has_finite_rate() || answer.inputs.threads == 0.0) {
        return {};  // without threads nothing overlaps: the times add up
    }
    const std::array<double, kOverlapParts> parts{
        std::min(rates.storage, rates.network()), rates.cpu(), std::min(rates.h2d(), rates.gpu())};
    const auto bottleneck = static_cast<std::size_t>(*prediction.bottleneck);
    const double own = parts.at(static_cast<std::size_t>(part_of_limit(bottleneck)));
    const std::size_t next = next_limit_after(rates.limits, *prediction.bottleneck);
    const double ratio = rates.limits.at(next) / rates.limits.at(bottleneck);
    const double cost = 100.0 * (1.0 - prediction.images_per_s() / own);
    if (!(cost >= kCostMin) || !std::isfinite(ratio)) {
        return {};
    }
    return say(
        "Next comes %1, at %2 times the rate of %3; as both vary, they wait for each other, which "
        "costs %4 %.",
        limit_words(static_cast<model::Limit>(next)),
        format_significant(ratio, 3),
        limit_words(*prediction.bottleneck),
        format_significant(cost, 2));
}

std::string headline_text(const Answer& answer, const Answer& base) {
    return headline_text(answer, base, digits_of(answer.graded.grade));
}

std::string headline_text(const Answer& answer, const Answer& base, int digits) {
    const Headline said = headline(answer, base);
    std::string rate = said.images_per_s.absent;
    if (said.images_per_s.value) {
        rate = "\u2248 " + rate_words(*said.images_per_s.value, digits) +
               number_marks().unit_space + say("images/s");
    }
    if (answer.interval) {
        rate += " (" + rate_words(answer.interval->low, digits) + " \u2026 " +
                rate_words(answer.interval->high, digits) + ")";
    }
    std::string text = answer.prediction.bottleneck
                           ? say("%1: %2, limited by %3.",
                                 answer.name,
                                 rate,
                                 limit_words(*answer.prediction.bottleneck))
                           : say("%1: %2.", answer.name, rate);
    text += difference_text(said.against_base_pct, digits, base.name);
    text +=
        " " + (said.gpu_idle_pct.value
                   ? say("The GPUs wait %1 % of the time.", share_words(*said.gpu_idle_pct.value))
                   : say("How long the GPUs wait is not known: %1.", said.gpu_idle_pct.absent));
    return text + " " + price_text(said);
}

}  // namespace throughline::whatif
