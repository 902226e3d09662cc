// SPDX-License-Identifier: Apache-2.0
#include "engine/report/pdf_text.h"

#include <stdexcept>

#include "engine/base/say.h"
#include "engine/report/qpdf.h"
#include "engine/report/squeezed_text.h"

namespace throughline::report {
namespace {

using Token = QPDFTokenizer::Token;

constexpr unsigned kGlyphsMax = 0x10000;
constexpr std::size_t kOperandsMax = 100'000;

/// Pieces of a content stream or a map, one after the other.
class Tokens {
public:
    explicit Tokens(const std::string& text)
        : source_(std::make_shared<BufferInputSource>("contents", text)) {
        tokenizer_.allowEOF();
    }
    Token next() { return tokenizer_.readToken(source_, "contents", true); }

private:
    std::shared_ptr<InputSource> source_;
    QPDFTokenizer tokenizer_;
};

unsigned number_of(std::string_view bytes) {
    unsigned number = 0;
    for (const char byte : bytes.substr(0, 4)) {
        number = (number << 8U) | static_cast<unsigned char>(byte);
    }
    return number;
}

/// UTF-16, most significant byte first.
std::string utf8_of(std::string_view utf16) {
    constexpr unsigned kHigh = 0xD800;
    constexpr unsigned kLow = 0xDC00;
    constexpr unsigned kPlane = 0x10000;
    std::string text;
    for (std::size_t i = 0; i + 1 < utf16.size(); i += 2) {
        unsigned unit = number_of(utf16.substr(i, 2));
        if (unit >= kHigh && unit < kLow && i + 3 < utf16.size()) {
            i += 2;
            unit = kPlane + ((unit - kHigh) << 10U) + (number_of(utf16.substr(i, 2)) & 0x3FFU);
        }
        if (unit != 0) {
            append_utf8(text, unit);
        }
    }
    return text;
}

/// Adds to the last unit of a UTF-16 text, as the glyphs of a range do.
std::string advanced(std::string utf16, unsigned by) {
    if (utf16.size() >= 2) {
        const unsigned unit = number_of(std::string_view(utf16).substr(utf16.size() - 2)) + by;
        utf16[utf16.size() - 2] = static_cast<char>((unit >> 8U) & 0xFFU);
        utf16[utf16.size() - 1] = static_cast<char>(unit & 0xFFU);
    }
    return utf16;
}

void read_singles(Tokens& tokens, GlyphTexts& texts) {
    for (Token token = tokens.next(); token.getType() == QPDFTokenizer::tt_string;
         token = tokens.next()) {
        const unsigned glyph = number_of(token.getValue());
        texts[glyph] = utf8_of(tokens.next().getValue());
    }
}

void read_ranges(Tokens& tokens, GlyphTexts& texts) {
    for (Token token = tokens.next(); token.getType() == QPDFTokenizer::tt_string;
         token = tokens.next()) {
        const unsigned from = number_of(token.getValue());
        const unsigned to = number_of(tokens.next().getValue());
        if (from > to || to >= kGlyphsMax) {
            throw std::runtime_error(say("a font has more glyphs than there can be"));
        }
        const Token first = tokens.next();
        if (first.getType() == QPDFTokenizer::tt_string) {
            for (unsigned glyph = from; glyph <= to; ++glyph) {
                texts[glyph] = utf8_of(advanced(first.getValue(), glyph - from));
            }
            continue;
        }
        unsigned glyph = from;
        for (Token one = tokens.next(); one.getType() == QPDFTokenizer::tt_string;
             one = tokens.next()) {
            texts[glyph++ % kGlyphsMax] = utf8_of(one.getValue());
        }
    }
}

}  // namespace

GlyphTexts glyph_texts(const std::string& map) {
    GlyphTexts texts;
    Tokens tokens(map);
    for (Token token = tokens.next(); token.getType() != QPDFTokenizer::tt_eof;
         token = tokens.next()) {
        if (token.isWord("beginbfchar")) {
            read_singles(tokens, texts);
        } else if (token.isWord("beginbfrange")) {
            read_ranges(tokens, texts);
        }
    }
    return texts;
}

void for_each_operator(const std::string& contents,
                       const std::function<void(const std::string& name,
                                                const std::vector<PdfOperand>& operands)>& each) {
    Tokens tokens(contents);
    std::vector<PdfOperand> operands;
    for (Token token = tokens.next(); token.getType() != QPDFTokenizer::tt_eof;
         token = tokens.next()) {
        if (token.getType() == QPDFTokenizer::tt_bad) {
            throw std::runtime_error(say("the drawing of a page is damaged"));
        }
        if (token.getType() == QPDFTokenizer::tt_word) {
            each(token.getValue(), operands);
            operands.clear();
        } else if (operands.size() < kOperandsMax) {
            operands.push_back({token.getType() == QPDFTokenizer::tt_string, token.getValue()});
        } else {
            throw std::runtime_error(say("the drawing of a page is not of this program"));
        }
    }
}

std::string PdfTextReader::of(QPDFObjectHandle form) {
    std::string text;
    const GlyphTexts* font = nullptr;
    QPDFObjectHandle fonts = form.getDict().getKey("/Resources").getKey("/Font");
    const auto show = [&](const std::string& glyphs) {
        for (std::size_t i = 0; font != nullptr && i + 1 < glyphs.size(); i += 2) {
            const auto found = font->find(number_of(std::string_view(glyphs).substr(i, 2)));
            text += found == font->end() ? std::string() : found->second;
        }
    };
    for_each_operator(
        stream_bytes(form, room_),
        [&](const std::string& name, const std::vector<PdfOperand>& operands) {
            if (name == "Tf" && operands.size() == 2) {
                font = &this->font(fonts.getKey(operands.front().value));
            } else if (name == "Tj" || name == "TJ" || name == "'" || name == "\"") {
                for (const PdfOperand& operand : operands) {
                    show(operand.is_text ? operand.value : std::string());
                }
            } else if (name == "Do" || name == "BI") {
                throw std::runtime_error(say("a page has a picture, which our pages do not have"));
            }
        });
    return text;
}

const GlyphTexts& PdfTextReader::font(QPDFObjectHandle font) {
    const auto found = fonts_.find(font.getObjGen());
    if (found != fonts_.end()) {
        return found->second;
    }
    return fonts_[font.getObjGen()] = glyph_texts(stream_bytes(font.getKey("/ToUnicode"), room_));
}

}  // namespace throughline::report
