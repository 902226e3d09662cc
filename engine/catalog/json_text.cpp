// SPDX-License-Identifier: Apache-2.0
#include "engine/catalog/json_text.h"

#include <algorithm>
#include <cstddef>

#include "engine/base/say.h"

namespace throughline::catalog {
namespace {

/// Brackets nest no deeper than this in any file of ours; a parser recurses as deep.
constexpr int kDepthMax = 32;

/// Finds the byte at which a text stops being JSON.
struct FaultFinder : nlohmann::json_sax<Json> {
    std::size_t position = 0;
    int depth = 0;

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override { return ++depth <= kDepthMax; }
    bool key(string_t&) override { return true; }
    bool end_object() override { return --depth >= 0; }
    bool start_array(std::size_t) override { return ++depth <= kDepthMax; }
    bool end_array() override { return --depth >= 0; }
    bool parse_error(std::size_t at, const std::string&, const Json::exception&) override {
        position = at;
        return false;
    }
};

}  // namespace

Result<Json> parse_json(std::string_view text, const std::string& file) {
    FaultFinder finder;
    if (Json::sax_parse(text, &finder)) {
        return Json::parse(text, nullptr, false);
    }
    if (finder.depth > kDepthMax) {
        return format_error(say("'%1' nests deeper than %2", file, std::to_string(kDepthMax)));
    }
    const std::string_view before = text.substr(0, finder.position == 0 ? 0 : finder.position - 1);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t line_start =
        before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    return format_error(say("'%1' line %2, column %3: not JSON",
                            file,
                            std::to_string(line),
                            std::to_string(before.size() - line_start + 1)));
}

}  // namespace throughline::catalog
