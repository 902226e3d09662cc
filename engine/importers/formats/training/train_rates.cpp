// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/training/train_rates.h"

#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"

namespace throughline::importers::train {

std::optional<double> number_behind(std::string_view line, std::string_view name) {
    constexpr std::string_view kOfWords =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_/";
    std::size_t at = line.find(name);
    while (at != std::string_view::npos) {
        const bool begins = at == 0 || kOfWords.find(line[at - 1]) == std::string_view::npos;
        std::string_view behind = line.substr(at + name.size());
        const std::size_t value = behind.find_first_not_of(" =:'\"");
        if (begins && value != std::string_view::npos && value > 0) {
            behind.remove_prefix(value);
            if (const auto found = match(behind, "%n")) {
                // A thousands separator or a unit in the number's place is not a number.
                return found->number(0);
            }
        }
        at = line.find(name, at + 1);
    }
    return std::nullopt;
}

std::optional<double> time_of_line(std::string_view line, Draft& draft) {
    const auto parts = words(line.substr(0, 64));
    if (parts.size() < 2) {
        return std::nullopt;
    }
    const std::string stamp = std::string(parts[0]) + " " + std::string(parts[1]);
    auto moment = parse_moment(stamp);
    if (!moment) {
        moment = parse_moment(parts[0]);
    }
    if (!moment) {
        return std::nullopt;
    }
    return draft.utc_of(*moment);
}

}  // namespace throughline::importers::train
