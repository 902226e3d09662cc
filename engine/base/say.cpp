// SPDX-License-Identifier: Apache-2.0
#include "engine/base/say.h"

#include <algorithm>
#include <span>
#include <vector>

#include "engine/base/format.h"
#include "engine/base/message_file.h"

namespace throughline {
namespace {

using Parts = std::vector<std::string_view>;

const MessageFile& german() {
    static const MessageFile kFile(german_messages());
    return kFile;
}

bool is_place(std::string_view text, std::size_t at) {
    return text[at] == '%' && at + 1 < text.size() && text[at + 1] >= '1' && text[at + 1] <= '9';
}

std::size_t number_of(std::string_view text, std::size_t at) {
    return static_cast<std::size_t>(text[at + 1] - '1');
}

std::string filled(std::string_view message, std::span<const std::string_view> parts) {
    std::string text;
    for (std::size_t at = 0; at < message.size(); ++at) {
        if (is_place(message, at) && number_of(message, at) < parts.size()) {
            text += parts[number_of(message, at)];
            ++at;
        } else {
            text += message[at];
        }
    }
    return text;
}

/// `which`: of the plural forms, where there are some. The languages that there are have two, and
/// the first is that of one.
std::string spoken_text(const char* context,
                        const char* one,
                        const char* many,
                        bool plural,
                        std::span<const std::string_view> parts) {
    const std::string_view english = plural ? many : one;
    switch (spoken()) {
        case Language::English:
            break;
        case Language::Marked:
            return "\u27E6" + filled(english, parts) + "\u27E7";
        case Language::German: {
            const std::string key =
                context == nullptr ? std::string(one) : std::string(context) + '\4' + one;
            if (const auto both = german().find(key)) {
                const std::size_t end = both->find('\0');
                return filled(plural ? both->substr(end + 1) : both->substr(0, end), parts);
            }
            break;
        }
    }
    return filled(english, parts);
}

/// The parts of a text that a message makes with them; none: it does not make it.
std::optional<Parts> parts_in(std::string_view text, std::string_view message) {
    Parts parts;
    std::size_t read = 0;
    std::optional<std::size_t> place;  ///< which part is open
    const auto close = [&](std::string_view literal, bool last) {
        const std::size_t at = last && text.size() >= read + literal.size()
                                   ? text.size() - literal.size()
                                   : text.find(literal, read);
        if (at == std::string_view::npos || text.substr(at, literal.size()) != literal ||
            (!place && at != read)) {
            return false;
        }
        if (place) {
            parts.resize(std::max(parts.size(), *place + 1));
            parts[*place] = text.substr(read, at - read);
        }
        read = at + literal.size();
        return true;
    };
    std::size_t begin = 0;
    for (std::size_t at = 0; at < message.size(); ++at) {
        if (is_place(message, at)) {
            if (!close(message.substr(begin, at - begin), false)) {
                return std::nullopt;
            }
            place = number_of(message, at);
            begin = at + 2;
            ++at;
        }
    }
    return close(message.substr(begin), true) && read == text.size() ? std::optional(parts)
                                                                     : std::nullopt;
}

std::size_t literal_size(std::string_view message) {
    std::size_t size = message.size();
    for (std::size_t at = 0; at < message.size(); ++at) {
        size -= is_place(message, at) ? 2 : 0;
    }
    return size;
}

/// "1.5 GB/s" with the spoken marks: a number, alone or with a unit behind it.
std::string marked_number(std::string_view part) {
    const std::size_t end = part.find_first_not_of("0123456789.");
    const bool number = !part.empty() && end != 0 && part.find('.') != std::string_view::npos &&
                        part.find('.') == part.rfind('.') &&
                        (end == std::string_view::npos || part[end] == ' ');
    return number ? with_marks(std::string(part.substr(0, end))) +
                        std::string(end == std::string_view::npos ? "" : part.substr(end))
                  : std::string(part);
}

}  // namespace

std::string say_parts(const char* context,
                      const char* message,
                      std::initializer_list<std::string_view> parts) {
    return spoken_text(context, message, message, false, std::span(parts.begin(), parts.size()));
}

std::string say_count_parts(std::uint64_t count,
                            const char* one,
                            const char* many,
                            std::initializer_list<std::string_view> parts) {
    const std::string number = format_count(count);
    Parts all{number};
    all.insert(all.end(), parts.begin(), parts.end());
    return spoken_text(nullptr, one, many, count != 1, all);
}

std::string say_again(std::string_view english) {
    if (spoken() != Language::German || english.empty()) {
        return std::string(english);
    }
    std::string_view best;
    Parts parts;
    std::string_view text;
    for (const auto& [key, translated] : german().all()) {
        if (key.empty() || key.find('\4') != std::string_view::npos ||
            translated.find('\0') != std::string_view::npos ||
            (!best.empty() && literal_size(key) <= literal_size(best))) {
            continue;
        }
        if (auto found = parts_in(english, key)) {
            best = key;
            parts = *std::move(found);
            text = translated;
        }
    }
    constexpr std::size_t kLettersMin = 4;  // "%1 %2" makes anything
    if (best.empty() || literal_size(best) < kLettersMin) {
        return std::string(english);
    }
    std::vector<std::string> said;
    for (const std::string_view part : parts) {
        said.push_back(marked_number(part));
    }
    return filled(text, Parts(said.begin(), said.end()));
}

}  // namespace throughline
