// SPDX-License-Identifier: Apache-2.0
#include "engine/base/say.h"

#include <algorithm>
#include <span>
#include <vector>

#include "engine/base/digit_groups.h"
#include "engine/base/message_file.h"
#include "engine/base/say_again.h"

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
            return english.empty() ? std::string() : "\u27E6" + filled(english, parts) + "\u27E7";
        case Language::German: {
            if (*one == '\0') {
                break;  // the file's header has this key
            }
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

/// "1.5 GB/s", "1.5 – 2.5", "ld 5.3 %" with the spoken marks: numbers between spaces, where a part
/// begins with one, and shares.
std::string marked_number(std::string_view part) {
    constexpr std::string_view kDigits = "0123456789";
    std::string text(part);
    const bool begins = !part.empty() && kDigits.find(part.front()) != part.npos;
    for (std::size_t at = 0; at < part.size();) {
        const std::size_t end = std::min(part.find(' ', at), part.size());
        const std::size_t dot = part.substr(0, end).find('.', at);
        // Elsewhere only shares: "Linux 6.1" is none.
        const bool meant = begins || part.substr(end).starts_with(" %");
        const bool number =
            meant && dot != part.npos && dot > at && dot + 1 < end &&
            part.substr(at, end - at).find_first_not_of("0123456789.") == part.npos &&
            part.substr(dot + 1, end - dot - 1).find('.') == part.npos;
        if (number) {
            text[dot] = number_marks().decimal;
        }
        at = end + 1;
    }
    return text;
}

/// "open '%1'", "import '%1': %2": a word and its object between quotes.
bool is_act(std::string_view message) {
    const std::size_t quote = message.find(" '%");
    return quote != message.npos && quote > 0 &&
           message.substr(0, quote).find_first_not_of("abcdefghijklmnopqrstuvwxyz ") ==
               message.npos;
}

std::optional<std::string> said_again(std::string_view english);
std::optional<std::string> said_whole(std::string_view english);

/// "open '/data': Permission denied": what was tried, and the cause as the system calls it.
std::optional<std::string> said_with_cause(std::string_view english) {
    const std::size_t colon = english.rfind(": ");
    if (colon == english.npos) {
        return std::nullopt;
    }
    const auto cause = german().find(english.substr(colon + 2));
    const auto act = cause ? said_again(english.substr(0, colon)) : std::nullopt;
    return act ? std::optional(*act + ": " + std::string(*cause)) : std::nullopt;
}

/// "'s3://photos/a': there is no bucket photos": an object, and what is said of it.
std::optional<std::string> said_of_object(std::string_view english) {
    constexpr std::string_view kEnd = "': ";
    const std::size_t end = english.starts_with("'") ? english.find(kEnd) : english.npos;
    if (end == english.npos) {
        return std::nullopt;
    }
    const auto rest = said_again(english.substr(end + kEnd.size()));
    // In German quotes, as its messages have them.
    return rest ? std::optional("„" + std::string(english.substr(1, end - 1)) + "“: " + *rest)
                : std::nullopt;
}

/// "4 images at once; driver 535": clauses, where each is a message, which may have such marks.
std::optional<std::string> said_by_clauses(std::string_view english) {
    constexpr std::string_view kBetween = "; ";
    for (std::size_t end = english.rfind(kBetween); end != english.npos && end > 0;
         end = english.rfind(kBetween, end - 1)) {
        const auto last = said_whole(english.substr(end + kBetween.size()));
        const auto others = last ? said_again(english.substr(0, end)) : std::nullopt;
        if (others) {
            return *others + std::string(kBetween) + *last;
        }
    }
    return std::nullopt;
}

/// The message of the catalogue that makes a text, or those that make its clauses.
std::optional<std::string> said_again(std::string_view english) {
    if (english.empty()) {
        return std::nullopt;  // the file's header has this key
    }
    if (const auto same = german().find(english); same && same->find('\0') == same->npos) {
        return std::string(*same);
    }
    auto all = said_by_clauses(english);
    return all ? all : said_whole(english);
}

/// The message that makes all of a text, with its parts, which may be messages as well.
std::optional<std::string> said_whole(std::string_view english) {
    constexpr std::size_t kLettersMin = 11;  // "%1 of %2" makes anything
    constexpr std::size_t kActMin = 7;       // "open '%1'" makes acts only
    if (english.empty()) {
        return std::nullopt;
    }
    if (const auto same = german().find(english); same && same->find('\0') == same->npos) {
        return std::string(*same);
    }
    std::string_view best;
    Parts parts;
    std::string_view text;
    for (const auto& [key, translated] : german().all()) {
        const bool plain = key.find('\4') == std::string_view::npos &&
                           translated.find('\0') == std::string_view::npos;
        const std::size_t least = is_act(key) ? kActMin : kLettersMin;
        if (!plain || literal_size(key) < std::max(least, literal_size(best) + 1)) {
            continue;
        }
        if (auto found = parts_in(english, key)) {
            best = key;
            parts = *std::move(found);
            text = translated;
        }
    }
    // "%1 to %2" makes anything, unless its first part is a message by itself.
    if (best.empty() || (best.starts_with("%") && !said_again(parts.front()))) {
        if (auto of_object = said_of_object(english)) {
            return of_object;
        }
    }
    if (best.empty()) {
        if (auto both = said_with_cause(english)) {
            return both;
        }
        // "p3.2xlarge, Storage IOPS: no figure was found": a name, a title and what is said of it.
        const std::size_t colon = std::min(english.find(": "), english.size());
        const std::size_t comma = english.substr(0, colon).rfind(", ");
        const std::size_t begin = comma == english.npos ? 0 : comma + 2;
        const auto title = german().find(english.substr(begin, colon - begin));
        return title && colon < english.size()
                   ? std::optional(std::string(english.substr(0, begin)) + std::string(*title) +
                                   ": " + say_recorded(english.substr(colon + 2)))
                   : std::nullopt;
    }
    std::vector<std::string> said;
    for (const std::string_view part : parts) {
        said.push_back(said_again(part).value_or(marked_number(part)));
    }
    return filled(text, Parts(said.begin(), said.end()));
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
    const std::string number = digit_groups(std::to_string(count));
    Parts all{number};
    all.insert(all.end(), parts.begin(), parts.end());
    return spoken_text(nullptr, one, many, count != 1, all);
}

std::string say_again(std::string_view text) {
    const auto again = spoken() == Language::English ? std::nullopt : said_again(text);
    return !again                         ? std::string(text)
           : spoken() == Language::German ? *again
                                          : "\u27E6" + std::string(text) + "\u27E7";
}

std::string say_recorded(std::string_view english) {
    if (spoken() == Language::English || english.empty()) {
        return std::string(english);
    }
    const auto again = spoken() == Language::German ? said_again(english) : std::nullopt;
    return again ? *again : say("in the record: “%1”", english);
}

}  // namespace throughline
