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
      tokens_(std::clamp<std::uint32_t>(rules.prefixes, 1U, kPrefixesMax),
              {.left = kRoomSeconds * rules.requests_per_s, .at_s = now_s}),
      last_s_(now_s),
      sent_by_s_(now_s),
      refused_at_s_(-std::numeric_limits<double>::infinity()) {}

bool StoreModel::passes(std::string_view key, double now_s) {
    if (rules_.requests_per_s <= 0.0) {
        return true;
    }
    Tokens& tokens = tokens_[hash_of(key) % tokens_.size()];
    tokens.left = std::min(kRoomSeconds * rules_.requests_per_s,
                           tokens.left + rules_.requests_per_s * (now_s - tokens.at_s));
    tokens.at_s = now_s;
    if (tokens.left < 1.0) {
        return false;
    }
    tokens.left -= 1.0;
    return true;
}

void StoreModel::refuse(double now_s) {
    if (now_s - refused_at_s_ > kForgetSeconds) {
        overload_since_s_ = now_s;
    }
    refused_at_s_ = now_s;
    if (rules_.splits_after_s > 0.0 && now_s - overload_since_s_ >= rules_.splits_after_s &&
        2 * tokens_.size() <= kPrefixesMax) {
        // Keys of prefix i go to i or to i + size, whose tokens are as few.
        tokens_.insert(tokens_.end(), tokens_.begin(), tokens_.end());
        overload_since_s_ = now_s;
    }
}

double StoreModel::first_byte() {
    return rules_.first_byte_s * std::exp(spread_ * random_.normal());
}

StoreAnswer StoreModel::ask(std::string_view key, std::uint64_t bytes, double now_s) {
    now_s = last_s_ = std::max(last_s_, now_s);
    const double first_byte_s = now_s + first_byte();
    if (!passes(key, now_s)) {
        refuse(now_s);
        return {.refused = true, .first_byte_s = first_byte_s, .done_s = first_byte_s};
    }
    StoreAnswer answer{.first_byte_s = first_byte_s, .done_s = first_byte_s};
    const auto size = static_cast<double>(bytes);
    if (rules_.connection_bytes_per_s > 0.0) {
        answer.done_s += size / rules_.connection_bytes_per_s;
    }
    if (rules_.bytes_per_s > 0.0) {
        sent_by_s_ = std::max(sent_by_s_, now_s) + size / rules_.bytes_per_s;
        answer.done_s = std::max(answer.done_s, sent_by_s_);
    }
    return answer;
}

}  // namespace throughline::remote
