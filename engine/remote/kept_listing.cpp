// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/kept_listing.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/base/visible_text.h"

namespace throughline::remote {
namespace {

constexpr std::size_t kListingFileBytesMax = std::size_t{4} << 30U;
constexpr std::string_view kListingMark = "# Throughline listing 1";
constexpr std::string_view kPlace = "# place: ";
constexpr std::string_view kObjectCount = "# objects: ";
constexpr std::string_view kLeftOutCount = "# left out: ";

/// Whether `listed`, a prefix that ends with '/' or one key, holds all that is at or below
/// `wanted`.
bool covers(const std::string& listed, const std::string& wanted) {
    return folder_prefix(listed) == listed ? folder_prefix(wanted).starts_with(listed)
                                           : wanted == listed;
}

/// The lines of a text, one after another.
class Lines {
public:
    explicit Lines(std::string_view text) : rest_(text) {}
    std::optional<std::string_view> next() {
        if (rest_.empty()) {
            return std::nullopt;
        }
        const std::size_t end = std::min(rest_.find('\n'), rest_.size());
        const std::string_view line = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        ++number_;
        return line;
    }
    std::uint64_t number() const noexcept { return number_; }

private:
    std::string_view rest_;
    std::uint64_t number_ = 0;
};

class ListingReader {
public:
    ListingReader(std::string path, std::string_view text, const Location& location)
        : path_(std::move(path)),
          lines_(text),
          location_(location),
          folder_(folder_prefix(location.key)) {}

    Result<KeptListing> read() {
        if (auto head = read_head(); !head) {
            return std::move(head).error();
        }
        KeptListing listing{.objects = {}, .left_out = left_out_};
        std::uint64_t named = 0;
        while (const auto line = lines_.next()) {
            auto object = read_object(*line);
            if (!object) {
                return std::move(object).error();
            }
            ++named;
            if (is_wanted(object->key)) {
                listing.objects.push_back(*std::move(object));
            }
        }
        if (named != objects_) {
            return format_error(say("'%1' is to name %2 objects and names %3; was it cut off?",
                                    path_,
                                    format_count(objects_),
                                    format_count(named)));
        }
        return listing;
    }

private:
    Error bad_line(const std::string& reason) const {
        return format_error(
            say("line %1 of '%2': %3", std::to_string(lines_.number()), path_, reason));
    }

    /// What stands behind `mark` in the next line. Errors: Format.
    Result<std::string_view> entry(std::string_view mark) {
        const auto line = lines_.next();
        if (!line || !line->starts_with(mark)) {
            return line ? bad_line(say("“%1” should stand here", std::string(mark)))
                        : format_error(say("'%1' ends before its first object", path_));
        }
        return line->substr(mark.size());
    }

    Result<void> read_head() {
        const auto first = lines_.next();
        if (!first || *first != kListingMark) {
            return format_error(
                say("'%1' is no kept listing: 'throughline-engine dataset list PATH -o FILE' "
                    "writes one",
                    path_));
        }
        const auto place = entry(kPlace);
        if (!place) {
            return place.error();
        }
        if (auto right = take_place(*place); !right) {
            return right;
        }
        for (auto [mark, count] :
             {std::pair(kObjectCount, &objects_), std::pair(kLeftOutCount, &left_out_)}) {
            const auto text = entry(mark);
            if (!text) {
                return text.error();
            }
            const auto number = number_in<std::uint64_t>(*text);
            if (!number) {
                return bad_line(say("'%1' is no number", visible_line(*text)));
            }
            *count = *number;
        }
        return {};
    }

    Result<void> take_place(std::string_view place) {
        const std::string root = location_.root();
        const auto key = place.starts_with(root) ? percent_decoded(place.substr(root.size()), false)
                                                 : std::nullopt;
        if (!key || !covers(*key, location_.key)) {
            return usage_error(say("'%1' is a listing of '%2', which does not hold '%3'",
                                   path_,
                                   visible_line(place),
                                   visible_line(root + location_.key)));
        }
        listed_ = *key;
        return {};
    }

    Result<Object> read_object(std::string_view line) const {
        const std::size_t tab = line.find('\t');
        if (tab == std::string_view::npos) {
            return bad_line(say("there is no tab between a size and a key"));
        }
        const auto bytes = number_in<std::uint64_t>(line.substr(0, tab));
        if (!bytes) {
            return bad_line(say("'%1' is no size in bytes", visible_line(line.substr(0, tab))));
        }
        const std::string_view text = line.substr(tab + 1);
        const bool plain =
            std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7F; });
        auto key = plain ? percent_decoded(text, false) : std::nullopt;
        if (!key || key->empty()) {
            return bad_line(
                say("'%1' is no key with its bytes escaped as %XX", visible_line(text)));
        }
        if (!key->starts_with(listed_)) {
            return bad_line(
                say("'%1' does not lie at the place of the listing", visible_line(text)));
        }
        return Object{.key = *std::move(key), .bytes = *bytes};
    }

    bool is_wanted(const std::string& key) const {
        return key == location_.key || key.starts_with(folder_);
    }

    std::string path_;
    Lines lines_;
    const Location& location_;
    const std::string folder_;
    std::string listed_;
    std::uint64_t objects_ = 0;
    std::uint64_t left_out_ = 0;
};

/// Only what is a listing itself may be replaced by one.
Result<void> check_may_replace(const std::string& path) {
    const auto file = open_file(path, O_RDONLY | O_NONBLOCK);
    if (!file) {
        return file.error().code == ErrorCode::NotFound ? Result<void>()
                                                        : Result<void>(file.error());
    }
    std::array<char, kListingMark.size()> start{};
    const ssize_t bytes = ::pread(file->get(), start.data(), start.size(), 0);
    return bytes == ssize_t{start.size()} &&
                   std::string_view(start.data(), start.size()) == kListingMark
               ? Result<void>()
               : usage_error(say("'%1' exists and is no kept listing; choose another name", path));
}

}  // namespace

Result<void> write_listing(const Location& location,
                           const std::string& key_prefix,
                           const std::vector<dataset::FarFiles::File>& files,
                           std::uint64_t left_out,
                           const std::string& path) {
    if (auto may = check_may_replace(path); !may) {
        return may;
    }
    // A prefix was listed as a folder; an object that is named as a whole is its own place.
    const bool single = files.size() == 1 && key_prefix + files[0].path == location.key;
    const std::string& place = single ? location.key : key_prefix;
    std::string text = std::string(kListingMark) + "\n";
    text += std::string(kPlace) + location.root() + percent_encoded(place, true) + "\n";
    text += std::string(kObjectCount) + std::to_string(files.size()) + "\n";
    text += std::string(kLeftOutCount) + std::to_string(left_out) + "\n";
    for (const auto& file : files) {
        text += std::to_string(file.bytes) + "\t" + percent_encoded(key_prefix + file.path, true) +
                "\n";
    }
    return write_file_atomically(path, text);
}

Result<KeptListing> read_listing(const std::string& path, const Location& location) {
    const auto text = read_whole_file(path, kListingFileBytesMax);
    if (!text) {
        return text.error();
    }
    return ListingReader(path, *text, location).read();
}

}  // namespace throughline::remote
