// SPDX-License-Identifier: Apache-2.0
#include "engine/catalog/storage_words.h"

#include <array>

#include "engine/base/say.h"
#include "engine/base/text.h"

namespace throughline::catalog {
namespace {

struct PartWords {
    std::string_view key;
    const char* words;
};
constexpr std::array<PartWords, 7> kPartWords{{{"latency", to_say("latency %1")},
                                               {"requests", to_say("%1 requests/s")},
                                               {"prefixes", to_say("prefixes: %1")},
                                               {"nodes", to_say("data nodes: %1")},
                                               {"splits", to_say("splits after %1")},
                                               {"link", to_say("link of %1")},
                                               {"connection", to_say("connections of %1")}}};

/// "334 GiB" of "334GiB", "6000 IOPS" of "6000iops".
std::string spaced(std::string_view amount) {
    const std::size_t unit = amount.find_first_not_of("0123456789.");
    if (unit == 0 || unit == std::string_view::npos) {
        return std::string(amount);
    }
    const std::string_view word = trim(amount.substr(unit));
    const bool iops = lower(word) == "iops";
    return std::string(amount.substr(0, unit)) + ' ' + (iops ? "IOPS" : std::string(word));
}

std::string part_words(std::string_view part) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) {
        return spaced(part);
    }
    const std::string key = lower(trim(part.substr(0, equals)));
    for (const PartWords& known : kPartWords) {
        if (known.key == key) {
            return say(known.words, spaced(trim(part.substr(equals + 1))));
        }
    }
    return std::string(part);
}

}  // namespace

std::string storage_words(const Catalog& catalog, std::string_view wish) {
    std::size_t at = wish.find(':');
    const StorageTarget* const target = catalog.find_storage(trim(wish.substr(0, at)));
    if (target == nullptr) {
        return std::string(wish);
    }
    std::string words = target->name;
    while (at != std::string_view::npos) {
        const std::size_t end = wish.find(':', at + 1);
        const std::size_t length = end == std::string_view::npos ? end : end - at - 1;
        words += ", " + part_words(trim(wish.substr(at + 1, length)));
        at = end;
    }
    return words;
}

}  // namespace throughline::catalog
