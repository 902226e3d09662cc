// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/report/pdf_objects.h"
#include "engine/report/qpdf.h"

// The text that a drawing of our writer shows: glyphs of two bytes and what they were drawn for.
namespace throughline::report {

/// UTF-8 of glyphs by their numbers; those that the font does not tell are missing.
using GlyphTexts = std::map<unsigned, std::string>;
/// Of a ToUnicode map. Throws std::runtime_error: more than a font has.
GlyphTexts glyph_texts(const std::string& map);

/// Reads drawings of one file. Thread: one owner.
class PdfTextReader {
public:
    /// `room` outlives this.
    explicit PdfTextReader(DecodingRoom& room) : room_(room) {}

    /// What a form shows, in the order in which it is painted. Throws std::runtime_error: damaged;
    /// drawn in a way that our pages are not, such as a drawing within a drawing.
    std::string of(QPDFObjectHandle form);

private:
    const GlyphTexts& font(QPDFObjectHandle font);

    DecodingRoom& room_;
    std::map<QPDFObjGen, GlyphTexts> fonts_;
};

/// Calls `each` for each operator of a content stream with what stands before it, as qpdf reads
/// it: names with their "/", strings decoded.
struct PdfOperand {
    bool is_text = false;
    std::string value{};
};
void for_each_operator(const std::string& contents,
                       const std::function<void(const std::string& name,
                                                const std::vector<PdfOperand>& operands)>& each);

}  // namespace throughline::report
