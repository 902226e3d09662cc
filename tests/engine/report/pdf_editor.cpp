// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/report/pdf_editor.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFEFStreamObjectHelper.hh>
#include <qpdf/QPDFEmbeddedFileDocumentHelper.hh>
#include <qpdf/QPDFFileSpecObjectHelper.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <qpdf/QPDFWriter.hh>
#include <regex>

#include "engine/record/sha256.h"
#include "engine/report/pdf_objects.h"
#include "engine/report/pdf_text.h"
#include "engine/report/squeezed_text.h"

namespace throughline::report {
namespace {

using Handle = QPDFObjectHandle;

/// A PDF in memory; the bytes outlive it.
class Opened {
public:
    explicit Opened(const std::string& bytes) {
        pdf_.setSuppressWarnings(true);
        pdf_.processMemoryFile("edited", bytes.data(), bytes.size());
    }
    QPDF& pdf() { return pdf_; }
    std::vector<Handle> pages() {
        std::vector<Handle> pages;
        for (QPDFPageObjectHelper& page : QPDFPageDocumentHelper(pdf_).getAllPages()) {
            pages.push_back(page.getObjectHandle());
        }
        return pages;
    }

private:
    QPDF pdf_;
};

std::string written(QPDF& pdf, const std::function<void(QPDFWriter&)>& set) {
    QPDFWriter writer(pdf);
    writer.setOutputMemory();
    writer.setObjectStreamMode(qpdf_o_disable);
    writer.setStreamDataMode(qpdf_s_compress);
    writer.setDeterministicID(true);
    set(writer);
    writer.write();
    const auto buffer = writer.getBufferSharedPointer();
    return {reinterpret_cast<const char*>(buffer->getBuffer()), buffer->getSize()};
}
std::string written(QPDF& pdf) {
    return written(pdf, [](QPDFWriter& /*writer*/) {});
}

std::string bytes_of(Handle stream) {
    DecodingRoom room;
    return stream_bytes(stream, room);
}
void replace(Handle stream, const std::string& bytes) {
    stream.replaceStreamData(bytes, Handle::newNull(), Handle::newNull());
}

std::string hex(unsigned glyph) {
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "%04x", glyph);
    return text.data();
}

/// A glyph that a content stream shows.
struct Shown {
    std::size_t at = 0;  ///< of its four hex digits
    std::string text{};
    std::shared_ptr<std::map<std::string, unsigned>> font{};  ///< glyphs by their texts
};
std::vector<Shown> shown_by(Handle form, const std::string& contents) {
    Handle fonts = form.getDict().getKey("/Resources").getKey("/Font");
    std::map<std::string, std::pair<GlyphTexts, decltype(Shown::font)>> known;
    std::vector<Shown> all;
    std::string font;
    const std::regex piece("(/[A-Za-z0-9]+) [0-9.]+ Tf|<([0-9a-fA-F]{4})> Tj");
    for (std::sregex_iterator i(contents.begin(), contents.end(), piece), end; i != end; ++i) {
        if ((*i)[1].matched) {
            font = (*i)[1];
            if (!known.contains(font)) {
                known[font].first = glyph_texts(bytes_of(fonts.getKey(font).getKey("/ToUnicode")));
                known[font].second = std::make_shared<std::map<std::string, unsigned>>();
                for (const auto& [glyph, text] : known[font].first) {
                    known[font].second->emplace(text, glyph);
                }
            }
            continue;
        }
        const auto glyph = static_cast<unsigned>(std::stoul((*i)[2], nullptr, 16));
        all.push_back({static_cast<std::size_t>(i->position(2)),
                       known[font].first[glyph],
                       known[font].second});
    }
    return all;
}

/// The digests of pages in the proof, and the printed one of the proof.
void forge_digests(Opened& opened) {
    std::string proof = attachment_of(written(opened.pdf()), kProofFile);
    const std::size_t list = proof.rfind("\"pages\":[");
    DecodingRoom room;
    DigestWalk walk(room);
    std::size_t at = proof.find('"', list + 8);
    constexpr std::size_t kDigits = 64;
    for (Handle page : opened.pages()) {
        proof.replace(at + 1, kDigits, page_digest(page, walk));
        at += kDigits + 3;
    }
    auto stream = QPDFEFStreamObjectHelper::createEFStream(opened.pdf(), proof);
    QPDFEmbeddedFileDocumentHelper(opened.pdf())
        .replaceEmbeddedFile(
            kProofFile, QPDFFileSpecObjectHelper::createFileSpec(opened.pdf(), kProofFile, stream));
    Handle form = opened.pages().back().getKey("/Resources").getKey("/XObject").getKey(kDigestForm);
    std::string contents = bytes_of(form);
    const std::string digits = record::sha256_hex(proof);
    const std::vector<Shown> shown = shown_by(form, contents);
    for (std::size_t i = 0; i < std::min(digits.size(), shown.size()); ++i) {
        const auto glyph = shown[i].font->find(digits.substr(i, 1));
        if (glyph != shown[i].font->end()) {  // a font has the digits that it shows, no others
            contents.replace(shown[i].at, 4, hex(glyph->second));
        }
    }
    replace(form, contents);
}

}  // namespace

std::string drawn_text_pdf(const std::vector<std::vector<std::string>>& pages) {
    QPDF pdf;
    pdf.emptyPDF();
    Handle font =
        Handle::parse("<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-H >>");
    font.replaceKey("/ToUnicode",
                    Handle::newStream(&pdf, "1 beginbfrange\n<0000> <23ff> <0000>\nendbfrange\n"));
    font = pdf.makeIndirectObject(font);
    for (const std::vector<std::string>& lines : pages) {
        std::string contents = "BT\n/F1 10 Tf\n";
        for (const std::string& line : lines) {
            for (std::size_t at = 0; at < line.size();) {
                contents += "<" + hex(next_character(line, at)) + "> Tj\n";
            }
        }
        Handle page = Handle::parse("<< /Type /Page /MediaBox [ 0 0 600 800 ] >>");
        Handle resources = Handle::parse("<< /Font << >> >>");
        resources.getKey("/Font").replaceKey("/F1", font);
        page.replaceKey("/Resources", resources);
        page.replaceKey("/Contents", Handle::newStream(&pdf, contents + "ET\n"));
        pdf.addPage(pdf.makeIndirectObject(page), false);
    }
    return written(pdf);
}

std::string sealed_again(const std::string& bytes) {
    const std::string before = bytes.substr(0, bytes.rfind(kFileDigestMark));
    return before + std::string(kFileDigestMark) + record::sha256_hex(before) + "\n";
}

std::string with_contents(const std::string& file,
                          std::size_t page,
                          const std::string& form,
                          const std::function<void(std::string& contents)>& edit,
                          Forgery forgery) {
    Opened opened(file);
    Handle of = opened.pages().at(page);
    Handle stream = form.empty() ? of.getKey("/Contents")
                                 : of.getKey("/Resources").getKey("/XObject").getKey(form);
    std::string contents = bytes_of(stream);
    edit(contents);
    replace(stream, contents);
    if (forgery == Forgery::Everything) {
        forge_digests(opened);
    }
    return sealed_again(written(opened.pdf()));
}

std::optional<std::string> with_digit_changed(const std::string& file,
                                              std::size_t page,
                                              const std::string& form,
                                              std::mt19937& random,
                                              Forgery forgery) {
    Opened opened(file);
    Handle of = opened.pages().at(page).getKey("/Resources").getKey("/XObject").getKey(form);
    std::string contents = bytes_of(of);
    std::vector<Shown> digits;
    for (Shown& one : shown_by(of, contents)) {
        if (one.text.size() == 1 && one.text[0] >= '0' && one.text[0] <= '9') {
            digits.push_back(std::move(one));
        }
    }
    if (digits.empty()) {
        return std::nullopt;
    }
    const Shown& changed = digits[random() % digits.size()];
    std::string other = changed.text;
    for (int i = 0; i < 10 && (other == changed.text || !changed.font->contains(other)); ++i) {
        other[0] = other[0] == '9' ? '0' : static_cast<char>(other[0] + 1);
    }
    if (other == changed.text) {
        return std::nullopt;  // the font has this digit alone
    }
    return with_contents(
        file,
        page,
        form,
        [&](std::string& text) { text.replace(changed.at, 4, hex(changed.font->at(other))); },
        forgery);
}

std::string with_attachment(const std::string& file,
                            const std::string& name,
                            const std::optional<std::string>& bytes) {
    Opened opened(file);
    QPDFEmbeddedFileDocumentHelper files(opened.pdf());
    if (bytes) {
        auto stream = QPDFEFStreamObjectHelper::createEFStream(opened.pdf(), *bytes);
        files.replaceEmbeddedFile(
            name, QPDFFileSpecObjectHelper::createFileSpec(opened.pdf(), name, stream));
    } else {
        files.removeEmbeddedFile(name);
    }
    return sealed_again(written(opened.pdf()));
}

std::string attachment_of(const std::string& file, const std::string& name) {
    Opened opened(file);
    return bytes_of(QPDFEmbeddedFileDocumentHelper(opened.pdf())
                        .getEmbeddedFile(name)
                        ->getEmbeddedFileStream());
}

std::vector<std::string> attachments_of(const std::string& file) {
    Opened opened(file);
    std::vector<std::string> names;
    for (const auto& [name, spec] :
         QPDFEmbeddedFileDocumentHelper(opened.pdf()).getEmbeddedFiles()) {
        names.push_back(name);
    }
    return names;
}

std::string encrypted_pdf(const std::string& file) {
    Opened opened(file);
    return sealed_again(written(opened.pdf(), [](QPDFWriter& writer) {
        writer.setDeterministicID(false);
        writer.setStaticID(true);
        writer.setR6EncryptionParameters(
            "", "owner", true, true, true, true, true, true, qpdf_r3p_full, true);
    }));
}

std::string saved_again_pdf(const std::string& file) {
    Opened opened(file);
    return written(opened.pdf(),
                   [](QPDFWriter& writer) { writer.setObjectStreamMode(qpdf_o_generate); });
}

std::size_t pages_of_pdf(const std::string& file) {
    return Opened(file).pages().size();
}

}  // namespace throughline::report
