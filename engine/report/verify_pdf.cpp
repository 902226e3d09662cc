// SPDX-License-Identifier: Apache-2.0
#include "engine/report/verify_pdf.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <stdexcept>

#include "engine/base/say.h"
#include "engine/record/sha256.h"
#include "engine/report/compose.h"
#include "engine/report/figures.h"
#include "engine/report/older_form.h"
#include "engine/report/pdf_objects.h"
#include "engine/report/pdf_text.h"
#include "engine/report/printed_match.h"
#include "engine/report/proof.h"
#include "engine/report/qpdf.h"
#include "engine/report/verify_proof.h"

namespace throughline::report {
namespace {

using Object = QPDFObjectHandle;

constexpr std::size_t kFileBytesMax = std::size_t{1} << 30U;
constexpr std::size_t kPagesMax = 5000;
constexpr std::size_t kDigits = 64;  ///< of a SHA-256 in hex

/// Whether the line behind the PDF has the digest of all before it.
bool has_own_digest(std::string_view bytes) {
    const std::size_t tail = kFileDigestMark.size() + kDigits + 1;
    if (bytes.size() < tail) {
        return false;
    }
    const std::string_view before = bytes.substr(0, bytes.size() - tail);
    return bytes.substr(before.size()) ==
           std::string(kFileDigestMark) + record::sha256_hex(before) + "\n";
}

/// Errors where the file is not built as ours are: with one plain table of its objects, so that
/// nothing is decoded before anybody asks for it.
Result<void> check_build(std::string_view bytes) {
    if (bytes.size() > kFileBytesMax) {
        return Error{.code = ErrorCode::Limit, .what = say("it is larger than any report")};
    }
    constexpr std::string_view kStart = "startxref\n";
    const Error foreign = format_error(
        say("it is cut off, or no PDF that 'throughline report' wrote; one that another program "
            "saved again can no longer be verified"));
    const std::size_t at = bytes.rfind(kStart);
    std::size_t table = 0;
    if (at == std::string_view::npos) {
        return foreign;
    }
    const std::string_view digits = bytes.substr(at + kStart.size());
    std::from_chars(digits.data(), digits.data() + digits.size(), table);
    if (table >= at || !bytes.substr(table).starts_with("xref")) {
        return foreign;
    }
    const std::string_view trailer = bytes.substr(table, at - table);
    const bool plain = trailer.find("trailer") != std::string_view::npos &&
                       trailer.find('#') == std::string_view::npos &&
                       trailer.find("/Prev") == std::string_view::npos &&
                       trailer.find("/XRefStm") == std::string_view::npos;
    if (trailer.find("/Encrypt") != std::string_view::npos) {
        return format_error(say("it is encrypted; ask for the file as it was made"));
    }
    return plain ? Result<void>() : Result<void>(foreign);
}

/// A page as it is built: a drawing of its texts, those of its charts, and on the last one that of
/// the digest. Throws std::runtime_error: anything else on it.
class BuiltPage {
public:
    BuiltPage(Object page, DecodingRoom& room) {
        Object forms = page.getKey("/Resources").getKey("/XObject");
        for_each_operator(stream_bytes(page.getKey("/Contents"), room),
                          [&](const std::string& name, const std::vector<PdfOperand>& operands) {
                              if (name == "Do" && operands.size() == 1) {
                                  drawn_.emplace_back(operands.front().value,
                                                      forms.getKey(operands.front().value));
                              } else if (name != "q" && name != "Q" && name != "cm" &&
                                         name != "BDC" && name != "EMC") {
                                  throw std::runtime_error(say("something was laid over it"));
                              }
                          });
        if (drawn_.empty() || drawn_.front().first != kPageForm) {
            throw std::runtime_error(say("its text was cut out"));
        }
        if (page.hasKey("/Annots")) {
            for (Object note : page.getKey("/Annots").getArrayAsVector()) {
                if (!note.getKey("/Subtype").isNameAndEquals("/Link") || note.hasKey("/AP")) {
                    throw std::runtime_error(say("something was laid over it"));
                }
            }
        }
    }
    /// With their names, the one of the texts first.
    const std::vector<std::pair<std::string, Object>>& drawn() const { return drawn_; }

private:
    std::vector<std::pair<std::string, Object>> drawn_;
};

/// Verifies one file. What qpdf finds wrong throws.
class PdfVerifier {
public:
    PdfVerifier(std::string_view bytes, const Redraw& redraw)
        : untouched_(has_own_digest(bytes)), redraw_(redraw) {
        pdf_.setSuppressWarnings(true);
        pdf_.setAttemptRecovery(false);
        pdf_.processMemoryFile("report", bytes.data(), bytes.size());
    }

    Result<Proof> proof() {
        const auto text = proof_file();
        return text ? parsed(*text) : Result<Proof>(text.error());
    }

    Result<Verification> verify() {
        const auto text = proof_file();
        if (!text) {
            return text.error();
        }
        if (!untouched_) {
            find(say("file"), say("Bytes of it were changed after the report was made."));
        }
        const auto proof = parsed(*text);
        const auto studies =
            proof ? studies_of(*proof) : Result<std::vector<record::Study>>(proof.error());
        if (!studies) {
            find(say("attached data"), studies.error().what + ".");
            return std::move(result_);
        }
        check_parts();
        if (auto checked = check(*proof, *studies, record::sha256_hex(*text)); !checked) {
            return std::move(checked).error();
        }
        return std::move(result_);
    }

private:
    Result<std::string> proof_file() {
        if (pdf_.isEncrypted()) {
            return format_error(say("it is encrypted; ask for the file as it was made"));
        }
        auto text = attached(kProofFile, room_.bytes);
        return text ? std::move(text)
                    : format_error(say("it is no report of this program, or the data that prove it "
                                       "were cut out"));
    }
    Result<Proof> parsed(const std::string& text) {
        return parse_proof(text, [this](const std::string& file, std::size_t most) {
            return attached(file, most);
        });
    }
    void find(std::string where, std::string what) {
        result_.find(std::move(where), std::move(what));
    }
    /// Programs that read aloud go by it.
    void check_language(Language language) {
        Object said = pdf_.getRoot().getKey("/Lang");
        if (!said.isString() || said.getUTF8Value() != code_of(language)) {
            find(say("file"), say("It says that it is in another language than it is."));
        }
    }
    /// Forms to fill in, scripts and the like are no part of a report.
    void check_parts() {
        constexpr std::array<std::string_view, 8> kOurs{"/Lang",
                                                        "/Metadata",
                                                        "/Names",
                                                        "/Outlines",
                                                        "/PageMode",
                                                        "/Pages",
                                                        "/Type",
                                                        "/ViewerPreferences"};
        Object root = pdf_.getRoot();
        for (const std::string& key : root.getKeys()) {
            if (std::ranges::find(kOurs, key) == kOurs.end()) {
                find(say("file"), say("It has %1, which no report has.", key.substr(1)));
            }
        }
        for (const std::string& key : root.getKey("/Names").getKeys()) {
            if (key != "/EmbeddedFiles") {
                find(say("file"), say("It has %1, which no report has.", key.substr(1)));
            }
        }
    }
    static std::string page_name(std::size_t index) {
        return say("page %1", std::to_string(index + 1));
    }

    Result<std::string> attached(const std::string& file, std::size_t bytes_max) {
        try {
            const auto found = QPDFEmbeddedFileDocumentHelper(pdf_).getEmbeddedFile(file);
            if (!found) {
                return format_error(say("'%1' is not attached", file));
            }
            DecodingRoom room{bytes_max};
            return stream_bytes(found->getEmbeddedFileStream(), room);
        } catch (...) {
            return pdf_error(say("read '%1'", file));
        }
    }

    Result<void> check(const Proof& proof,
                       const std::vector<record::Study>& studies,
                       const std::string& digest) {
        note_proof(proof, result_);
        check_language(proof.definition.language);
        if (auto checked = check_charts(proof, studies, redraw_, result_); !checked) {
            return checked;
        }
        check_pages(proof, digest);
        auto content = compose(proof.definition, studies, data_of(proof));
        if (!content) {
            find(say("attached data"), content.error().what + ".");
            return {};
        }
        if (proof.deck) {
            *content = deck_of(*content);
        }
        if (!all_read_) {
            return {};  // what is missing would be named once more
        }
        if (!result_.text_compared) {
            check_on_pages(texts_, figures_of(*content), result_);
            return {};
        }
        match_printed(
            texts_,
            printed_text(*content, check_words(proof.program, proof.date, content->language)),
            content->title,
            FigureNames(studies),
            proof.deck,
            result_);
        return {};
    }

    /// The drawings of all pages by their digests; keeps their texts.
    void check_pages(const Proof& proof, const std::string& digest) {
        const auto pages = QPDFPageDocumentHelper(pdf_).getAllPages();
        if (pages.size() > kPagesMax || pages.size() != proof.pages.size()) {
            find(say("pages"), say("Pages were added or cut out."));
        }
        std::string printed_digest;
        for (std::size_t i = 0; i < std::min(pages.size(), kPagesMax); ++i) {
            try {
                check_page(proof, i, pages[i].getObjectHandle(), printed_digest);
            } catch (...) {
                find(page_name(i), pdf_error(say("It cannot be read")).what + ".");
                all_read_ = false;
            }
        }
        if (result_.drawings != proof.charts.size()) {
            find(say("charts"), say("A drawing was added or cut out."));
        }
        if (printed_digest != digest) {
            find(say("attached data"),
                 say("They are not what the printed digest was computed of."));
        }
    }

    void check_page(const Proof& proof, std::size_t index, Object page, std::string& digest) {
        const BuiltPage built(page, room_);
        texts_.push_back(reader_.of(built.drawn().front().second));
        if (index < proof.pages.size() && page_digest(page, walk_) != proof.pages[index]) {
            find(page_name(index), say("What it shows was changed after the report was made."));
        }
        for (std::size_t i = 1; i < built.drawn().size(); ++i) {
            const auto& [name, form] = built.drawn()[i];
            if (name == kDigestForm) {
                digest += reader_.of(form);
                continue;
            }
            const auto charts = static_cast<std::ptrdiff_t>(proof.charts.size());
            std::ptrdiff_t chart = 0;
            while (chart < charts && chart_form(static_cast<std::size_t>(chart)) != name) {
                ++chart;
            }
            const auto number = static_cast<std::size_t>(chart);
            ++result_.drawings;
            if (chart == charts) {
                find(page_name(index), say("A drawing was added."));
            } else if (walk_.of(form) != proof.charts[number].svg_sha256) {
                find(say("chart %1", std::to_string(number + 1)),
                     say("The drawing was changed after the report was made."));
            }
        }
    }

    bool untouched_;
    const Redraw& redraw_;
    Verification result_;
    DecodingRoom room_;
    DigestWalk walk_{room_};
    PdfTextReader reader_{room_};
    std::vector<std::string> texts_;  ///< of each page
    bool all_read_ = true;
    QPDF pdf_;
};

}  // namespace

bool is_pdf(std::string_view bytes) noexcept {
    return bytes.starts_with("%PDF-");
}

Result<Verification> verify_pdf(std::string_view bytes, const Redraw& redraw) {
    if (auto built = check_build(bytes); !built) {
        return built.error();
    }
    try {
        return PdfVerifier(bytes, redraw).verify();
    } catch (...) {
        return pdf_error(say("the PDF is damaged"));
    }
}

Result<Proof> proof_in_pdf(std::string_view bytes) {
    if (auto built = check_build(bytes); !built) {
        return built.error();
    }
    try {
        return PdfVerifier(bytes, {}).proof();
    } catch (...) {
        return pdf_error(say("the PDF is damaged"));
    }
}

}  // namespace throughline::report
