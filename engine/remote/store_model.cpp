// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/store_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace throughline::remote {
namespace {

/// FNV-1a, 64 bits: which keys share a prefix is the same on every machine.
std::uint64_t hash_of(std::string_view key) noexcept {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char letter : key) {
        hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001B3U;
    }
    return hash ^ (hash >> 32U);  // whose low bits alone are weak
}

}  // namespace

StoreModel::StoreModel(const StoreRules& rules, std::uint64_t seed, double now_s)
    : rules_(rules),
      random_(seed),
      spread_(std::sqrt(std::log1p(rules.first_byte_c2))),
      prefixes_(std::clamp<std::uint32_t>(rules.prefixes, 1U, kPrefixesMax),
                {.left = kRoomSeconds * rules.requests_per_s, .at_s = now_s}),
      last_s_(now_s),
      sent_by_s_(now_s),
      refused_at_s_(-std::numeric_limits<double>::infinity()) {}

std::uint32_t StoreModel::prefixes_asked() const noexcept {
    return std::max(asked_, asked_before_split_);
}

StoreModel::Prefix& StoreModel::prefix_of(std::string_view key) {
    const std::uint64_t hash = hash_of(key);
    Prefix& prefix = prefixes_[hash % prefixes_.size()];
    if (!prefix.asked) {
        prefix.asked = true;
        prefix.key = hash;
        ++asked_;
    }
    prefix.has_several = prefix.has_several || prefix.key != hash;
    return prefix;
}

bool StoreModel::passes(Prefix& prefix, double now_s) const {
    if (rules_.requests_per_s <= 0.0) {
        return true;
    }
    prefix.left = std::min(kRoomSeconds * rules_.requests_per_s,
                           prefix.left + rules_.requests_per_s * (now_s - prefix.at_s));
    prefix.at_s = now_s;
    if (prefix.left < 1.0) {
        return false;
    }
    prefix.left -= 1.0;
    return true;
}

/// Keys of prefix i go to i or to i + size, whose tokens are as few; which, shows when they are
/// asked for.
void StoreModel::split() {
    asked_before_split_ = prefixes_asked();
    asked_ = 0;
    for (Prefix& prefix : prefixes_) {
        prefix.asked = prefix.has_several = false;
    }
    const std::vector<Prefix> half = prefixes_;
    prefixes_.insert(prefixes_.end(), half.begin(), half.end());
}

void StoreModel::refuse(const Prefix& prefix, double now_s) {
    if (!prefix.has_several) {
        return;  // no split would help it
    }
    if (now_s - refused_at_s_ > kForgetSeconds) {
        overload_since_s_ = now_s;
    }
    refused_at_s_ = now_s;
    if (rules_.splits_after_s > 0.0 && now_s - overload_since_s_ >= rules_.splits_after_s &&
        2 * prefixes_.size() <= kPrefixesMax) {
        split();
        overload_since_s_ = now_s;
    }
}

double StoreModel::first_byte() {
    return rules_.first_byte_s * std::exp(spread_ * random_.normal());
}

StoreAnswer StoreModel::ask(std::string_view key, std::uint64_t bytes, double now_s) {
    now_s = last_s_ = std::max(last_s_, now_s);
    const double first_byte_s = now_s + first_byte();
    if (Prefix& prefix = prefix_of(key); !passes(prefix, now_s)) {
        refuse(prefix, now_s);
        return {.refused = true, .first_byte_s = first_byte_s, .done_s = first_byte_s};
    }
    StoreAnswer answer{.first_byte_s = first_byte_s, .done_s = first_byte_s};
    const auto size = static_cast<double>(bytes);
    if (rules_.connection_bytes_per_s > 0.0) {
        answer.done_s += size / rules_.connection_bytes_per_s;
    }
    if (rules_.bytes_per_s > 0.0) {
        sent_by_s_ = std::max(sent_by_s_, now_s) + size / (rules_.bytes_per_s * rules_.servers);
        answer.done_s = std::max(answer.done_s, sent_by_s_);
    }
    return answer;
}

}  // namespace throughline::remote
