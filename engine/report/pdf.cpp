// SPDX-License-Identifier: Apache-2.0
#include "engine/report/pdf.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <stdexcept>

#include "engine/base/say.h"
#include "engine/record/sha256.h"
#include "engine/report/pdf_objects.h"
#include "engine/report/qpdf.h"

namespace throughline::report {
namespace {

using Object = QPDFObjectHandle;

std::string number(double value) {
    constexpr int kDigits = 3;
    return QUtil::double_to_string(value, kDigits);
}

/// What a font says its glyphs mean, so that texts are found and copied: Qt calls the space a tab,
/// and ligatures by signs of their own.
std::string mended_map(const std::string& map) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kMeant{
        {{"<0009>", "<0020>"},
         {"<FB00>", "<00660066>"},
         {"<FB01>", "<00660069>"},
         {"<FB02>", "<0066006C>"},
         {"<FB03>", "<006600660069>"},
         {"<FB04>", "<00660066006C>"}}};
    std::string mended;
    bool listed = false;  // within [ ], where meanings stand; before it are glyphs
    for (std::size_t at = 0; at < map.size();) {
        listed = map[at] == '[' || (listed && map[at] != ']');
        const auto* const meant = std::ranges::find_if(kMeant, [&](const auto& one) {
            return listed && map.compare(at, one.first.size(), one.first) == 0;
        });
        const bool found = meant != kMeant.end();
        mended += found ? std::string(meant->second) : std::string(1, map[at]);
        at += found ? meant->first.size() : 1;
    }
    return mended;
}

/// Fonts are named by their glyphs: Qt names them by the order in which it happens to write them.
void mend_fonts(Object form, DecodingRoom& room) {
    constexpr std::size_t kTag = 6;  // letters before a subset's name. Source: ISO 32000-1, 9.6.4
    for (auto& [name, font] : form.getDict().getKey("/Resources").getKey("/Font").getDictAsMap()) {
        Object map = Object(font).getKey("/ToUnicode");
        if (map.isStream()) {
            map.replaceStreamData(
                mended_map(stream_bytes(map, room)), Object::newNull(), Object::newNull());
        }
        Object parts = Object(font).getKey("/DescendantFonts");
        if (!parts.isArray() || parts.getArrayNItems() != 1) {
            continue;
        }
        Object glyphs = parts.getArrayItem(0);
        Object descriptor = glyphs.getKey("/FontDescriptor");
        if (!descriptor.isDictionary() || !descriptor.hasKey("/FontFile2")) {
            continue;
        }
        const std::string before = descriptor.getKey("/FontName").getName();
        const std::size_t plus = before.find('+');
        const std::string digest =
            record::sha256_hex(stream_bytes(descriptor.getKey("/FontFile2"), room));
        std::string tag;
        for (const char digit : digest.substr(0, kTag)) {
            tag += static_cast<char>('A' + (digit <= '9' ? digit - '0' : digit - 'a' + 10));
        }
        const Object called = Object::newName(
            "/" + tag + "+" + before.substr(plus == std::string::npos ? 1 : plus + 1));
        descriptor.replaceKey("/FontName", called);
        glyphs.replaceKey("/BaseFont", called);
        Object(font).replaceKey("/BaseFont", called);
    }
}

/// A PDF that is read; its objects are copied out of it while it lives.
class SourcePdf {
public:
    explicit SourcePdf(const std::string& bytes) {
        pdf_.setSuppressWarnings(true);
        pdf_.processMemoryFile("drawing", bytes.data(), bytes.size());
        pages_ = QPDFPageDocumentHelper(pdf_).getAllPages();
    }
    std::size_t size() const { return pages_.size(); }
    /// What a page draws, as an object of `out`.
    Object form_in(QPDF& out, std::size_t page, DecodingRoom& room) {
        Object from = pages_.at(page).getObjectHandle();
        Object form = Object::newStream(&pdf_, stream_bytes(from.getKey("/Contents"), room));
        Object dictionary = form.getDict();
        dictionary.replaceKey("/Type", Object::newName("/XObject"));
        dictionary.replaceKey("/Subtype", Object::newName("/Form"));
        dictionary.replaceKey("/BBox", from.getKey("/MediaBox"));
        dictionary.replaceKey("/Resources", from.getKey("/Resources"));
        Object copy = out.copyForeignObject(form);
        mend_fonts(copy, room);
        return copy;
    }

private:
    QPDF pdf_;
    std::vector<QPDFPageObjectHelper> pages_;
};

double width_of(Object form) {
    return form.getDict().getKey("/BBox").getArrayItem(2).getNumericValue();
}
double height_of(Object form) {
    return form.getDict().getKey("/BBox").getArrayItem(3).getNumericValue();
}

/// "2026-11-25T12:00:00Z" as a PDF writes it; "" for a date that is said in other words.
std::string pdf_date(const std::string& date) {
    constexpr std::string_view kDay = "dddd-dd-dd";
    constexpr std::string_view kTime = "dddd-dd-ddTdd:dd:ddZ";
    const auto is = [&](std::string_view shape) {
        return date.size() == shape.size() &&
               std::equal(date.begin(), date.end(), shape.begin(), [](char c, char of) {
                   return of == 'd' ? c >= '0' && c <= '9' : c == of;
               });
    };
    if (!is(kDay) && !is(kTime)) {
        return {};
    }
    std::string digits = "D:";
    std::ranges::copy_if(
        date, std::back_inserter(digits), [](char c) { return c >= '0' && c <= '9'; });
    return is(kTime) ? digits + "Z" : digits;
}

std::string escaped_xml(std::string_view text) {
    std::string safe;
    for (const char byte : text) {
        safe += byte == '&'   ? std::string("&amp;")
                : byte == '<' ? std::string("&lt;")
                : byte == '>' ? std::string("&gt;")
                              : std::string(1, byte);
    }
    return safe;
}

/// Puts one file together. What fails throws, as qpdf does.
class PdfMaker {
public:
    PdfMaker(Proof& proof, const PdfDraft& draft)
        : proof_(proof), draft_(draft), drawn_(draft.drawn) {
        out_.emptyPDF();
    }

    std::string file() {
        add_pages();
        add_links();
        add_digest(add_proof());
        add_bookmarks();
        add_metadata();
        QPDFWriter writer(out_);
        writer.setOutputMemory();
        writer.setObjectStreamMode(qpdf_o_disable);
        writer.setStreamDataMode(qpdf_s_compress);
        writer.setMinimumPDFVersion("1.7");
        writer.setDeterministicID(true);
        writer.write();
        const auto buffer = writer.getBufferSharedPointer();
        std::string bytes(reinterpret_cast<const char*>(buffer->getBuffer()), buffer->getSize());
        return bytes + std::string(kFileDigestMark) + record::sha256_hex(bytes) + "\n";
    }

private:
    /// What shows a drawing at a place of a page.
    static std::string shown(const std::string& name, Object form, const PageRect& at, double top) {
        const double scale = at.width / width_of(form);
        return "q\n" + number(scale) + " 0 0 " + number(scale) + " " + number(at.x) + " " +
               number(top - at.y - at.height) + " cm\n" + name + " Do\nQ\n";
    }

    void add_pages() {
        const std::size_t charts = draft_.charts.size();
        if (drawn_.size() <= charts || charts != proof_.charts.size()) {
            throw std::runtime_error("there are not as many pages as were to be drawn");
        }
        for (std::size_t page = 0; page + charts < drawn_.size(); ++page) {
            Object form = drawn_.form_in(out_, charts + page, room_);
            Object forms = Object::newDictionary();
            forms.replaceKey(kPageForm, form);
            std::string contents = std::string("q\n") + kPageForm + " Do\nQ\n";
            for (std::size_t i = 0; i < charts; ++i) {
                const PdfChart& chart = draft_.charts[i];
                if (chart.page == page) {
                    Object drawing = drawn_.form_in(out_, i, room_);
                    proof_.charts[i].svg_sha256 = walk_.of(drawing);
                    forms.replaceKey(chart_form(i), drawing);
                    Object words = Object::newDictionary();
                    words.replaceKey("/Alt", Object::newUnicodeString(chart.alt));
                    contents += "/Span " + words.unparse() + " BDC\n" +
                                shown(chart_form(i), drawing, chart.place, height_of(form)) +
                                "EMC\n";
                }
            }
            if (page + charts + 1 == drawn_.size()) {
                // As large as its place: only where it stands has to be said.
                const PageRect& at = draft_.digest;
                contents += "q\n1 0 0 1 " + number(at.x) + " " +
                            number(height_of(form) - at.y - at.height) + " cm\n" + kDigestForm +
                            " Do\nQ\n";
            }
            Object made = Object::newDictionary();
            made.replaceKey("/Type", Object::newName("/Page"));
            made.replaceKey("/MediaBox", form.getDict().getKey("/BBox"));
            made.replaceKey("/Contents", Object::newStream(&out_, contents));
            Object resources = Object::newDictionary();
            resources.replaceKey("/XObject", forms);
            made.replaceKey("/Resources", resources);
            pages_.push_back(out_.makeIndirectObject(made));
            out_.addPage(pages_.back(), false);
        }
    }

    /// Returns the digest of the proof.
    std::string add_proof() {
        proof_.pages.clear();
        for (const Object& page : pages_) {
            proof_.pages.push_back(page_digest(page, walk_));
        }
        const auto text = proof_text(proof_);
        if (!text) {
            throw std::runtime_error(text.error().what);
        }
        attach(kProofFile, "application/json", *text);
        for (std::size_t i = 0; i < proof_.records.size(); ++i) {
            attach(proof_.record_files.at(i), "application/x-ndjson", proof_.records[i]);
        }
        return record::sha256_hex(*text);
    }

    void attach(const std::string& name, const std::string& type, const std::string& bytes) {
        auto stream = QPDFEFStreamObjectHelper::createEFStream(out_, bytes);
        stream.setSubtype(type);
        QPDFEmbeddedFileDocumentHelper(out_).replaceEmbeddedFile(
            name, QPDFFileSpecObjectHelper::createFileSpec(out_, name, stream));
    }

    void add_digest(const std::string& digits) {
        digest_ = draft_.draw_digest(digits);
        digest_source_ = std::make_unique<SourcePdf>(digest_);
        Object form = digest_source_->form_in(out_, 0, room_);
        pages_.back().getKey("/Resources").getKey("/XObject").replaceKey(kDigestForm, form);
    }

    void add_bookmarks() {
        if (draft_.bookmarks.empty()) {
            return;
        }
        Object root = out_.makeIndirectObject(Object::newDictionary());
        std::vector<Object> marks;
        for (const PdfBookmark& bookmark : draft_.bookmarks) {
            Object mark = Object::newDictionary();
            mark.replaceKey("/Title", Object::newUnicodeString(bookmark.title));
            mark.replaceKey("/Parent", root);
            mark.replaceKey("/Dest",
                            Object::newArray({pages_.at(bookmark.page), Object::newName("/Fit")}));
            marks.push_back(out_.makeIndirectObject(mark));
        }
        for (std::size_t i = 0; i + 1 < marks.size(); ++i) {
            marks[i].replaceKey("/Next", marks[i + 1]);
            marks[i + 1].replaceKey("/Prev", marks[i]);
        }
        root.replaceKey("/Type", Object::newName("/Outlines"));
        root.replaceKey("/First", marks.front());
        root.replaceKey("/Last", marks.back());
        root.replaceKey("/Count", Object::newInteger(static_cast<long long>(marks.size())));
        out_.getRoot().replaceKey("/Outlines", root);
        out_.getRoot().replaceKey("/PageMode", Object::newName("/UseOutlines"));
    }

    void add_links() {
        for (const PdfLink& link : draft_.links) {
            Object page = pages_.at(link.page);
            const double top = page.getKey("/MediaBox").getArrayItem(3).getNumericValue();
            Object action = Object::newDictionary();
            action.replaceKey("/S", Object::newName("/URI"));
            action.replaceKey("/URI", Object::newString(link.address));
            Object note = Object::newDictionary();
            note.replaceKey("/Type", Object::newName("/Annot"));
            note.replaceKey("/Subtype", Object::newName("/Link"));
            note.replaceKey("/Rect",
                            Object::parse("[" + number(link.place.x) + " " +
                                          number(top - link.place.y - link.place.height) + " " +
                                          number(link.place.x + link.place.width) + " " +
                                          number(top - link.place.y) + "]"));
            note.replaceKey("/Border", Object::parse("[0 0 0]"));
            note.replaceKey("/A", action);
            if (!page.hasKey("/Annots")) {
                page.replaceKey("/Annots", Object::newArray());
            }
            page.getKey("/Annots").appendItem(out_.makeIndirectObject(note));
        }
    }

    void add_metadata() {
        const Definition& made_of = proof_.definition;
        const Speaking speaking(made_of.language);
        const std::string title = !made_of.title.empty()      ? made_of.title
                                  : !made_of.question.empty() ? made_of.question
                                                              : say("Report");
        const std::string date = pdf_date(proof_.date);
        const char* const language = code_of(made_of.language);
        Object info = Object::newDictionary();
        info.replaceKey("/Title", Object::newUnicodeString(title));
        info.replaceKey("/Creator", Object::newUnicodeString(proof_.program));
        info.replaceKey("/Producer", Object::newUnicodeString(proof_.program));
        std::string days;
        if (!date.empty()) {
            info.replaceKey("/CreationDate", Object::newString(date));
            info.replaceKey("/ModDate", Object::newString(date));
            days = "<xmp:CreateDate>" + proof_.date + "</xmp:CreateDate><xmp:ModifyDate>" +
                   proof_.date + "</xmp:ModifyDate>";
        }
        out_.getTrailer().replaceKey("/Info", out_.makeIndirectObject(info));
        Object xmp = Object::newStream(
            &out_,
            "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
            "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
            "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description "
            "rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
            "xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" "
            "xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\"><dc:format>application/pdf</dc:format>"
            "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">" +
                escaped_xml(title) +
                "</rdf:li></rdf:Alt></dc:title><dc:language><rdf:Bag><rdf:li>" +
                std::string(language) + "</rdf:li></rdf:Bag></dc:language><xmp:CreatorTool>" +
                escaped_xml(proof_.program) + "</xmp:CreatorTool><pdf:Producer>" +
                escaped_xml(proof_.program) + "</pdf:Producer>" + days +
                "</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>");
        xmp.getDict().replaceKey("/Type", Object::newName("/Metadata"));
        xmp.getDict().replaceKey("/Subtype", Object::newName("/XML"));
        Object root = out_.getRoot();
        root.replaceKey("/Metadata", xmp);
        root.replaceKey("/Lang", Object::newUnicodeString(language));
        root.replaceKey("/ViewerPreferences", Object::parse("<< /DisplayDocTitle true >>"));
    }

    Proof& proof_;
    const PdfDraft& draft_;
    DecodingRoom room_;
    DigestWalk walk_{room_};
    SourcePdf drawn_;
    std::string digest_;  ///< read by digest_source_
    std::unique_ptr<SourcePdf> digest_source_;
    QPDF out_;
    std::vector<Object> pages_;
};

/// "2-new-box.tlrun"
std::string record_file(std::size_t index, const std::string& title) {
    constexpr std::size_t kTitleMax = 60;
    std::string name = std::to_string(index + 1);
    bool gap = true;
    for (const char byte : title.substr(0, kTitleMax)) {
        const bool plain = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
                           (byte >= 'A' && byte <= 'Z');
        if (plain) {
            name += gap ? std::string("-") + byte : std::string(1, byte);
        }
        gap = !plain;
    }
    return name + ".tlrun";
}

}  // namespace

void name_record_files(Proof& proof, std::span<const record::Study> studies) {
    proof.record_files.clear();
    for (const record::Study& study : studies) {
        proof.record_files.push_back(record_file(proof.record_files.size(), study.header.title));
    }
}

Result<std::string> pdf_of(Proof proof, const PdfDraft& draft) {
    if (proof.record_files.size() != proof.records.size()) {
        return usage_error(say("the records of the report have no names"));
    }
    try {
        return PdfMaker(proof, draft).file();
    } catch (...) {
        return pdf_error(say("make the PDF"));
    }
}

}  // namespace throughline::report
