// SPDX-License-Identifier: Apache-2.0
#include "engine/report/verify.h"

#include "engine/base/say.h"
#include "engine/report/html.h"
#include "engine/report/odt.h"
#include "engine/report/older_form.h"
#include "engine/report/verify_pdf.h"
#include "engine/report/verify_proof.h"

namespace throughline::report {
namespace {

/// The first bytes of a file in a zip archive. Source: PKWARE APPNOTE.TXT, section 4.3.7.
constexpr std::string_view kZipStart = "PK\x03\x04";

void add_other_program(const OdtParts& parts, Verification& result) {
    const std::string program =
        parts.saved_by.empty() ? std::string() : " (" + parts.saved_by + ")";
    result.find(
        say("file"),
        parts.proof.empty()
            ? say("It was saved again by another program%1, which left out the data that prove it. "
                  "Only the file as it was made can be verified.",
                  program)
            : say("It was saved again by another program%1. Only the file as it was made can be "
                  "verified.",
                  program));
}

/// Each part of an ODT that is not as it was written.
void check_members(std::span<const Member> members,
                   std::span<const Member> again,
                   Verification& result) {
    for (const Member& expected : again) {
        const Member* found = find_member(members, expected.name);
        if (found == nullptr) {
            result.find(expected.name, say("It was cut out of the file."));
        } else if (found->bytes != expected.bytes) {
            add_changed_line(expected.name, found->bytes, expected.bytes, result);
        }
    }
    for (const Member& member : members) {
        if (find_member(again, member.name) == nullptr) {
            result.find(member.name, say("It was added after the report was made."));
        }
    }
}

}  // namespace

Result<Verification> verify_html(std::string_view page, const Redraw& redraw) {
    const auto parts = html_parts(page);
    if (!parts) {
        return parts.error();
    }
    Verification result;
    const auto remade = remade_of({parts->proof, parts->digest, parts->drawings}, redraw, result);
    if (!remade) {
        return remade.error();
    }
    if (!remade->has_value()) {
        return result;
    }
    if (!(*remade)->same_form) {
        check_by_source(parts->figures,
                        figures_of((*remade)->content),
                        (*remade)->studies,
                        (*remade)->content.language,
                        result);
        return result;
    }
    const std::string again = html_of((*remade)->content, parts->drawings, (*remade)->seal);
    const auto computed = html_parts(again);
    check_figures(
        parts->figures, computed ? computed->figures : std::vector<Figure>(), **remade, result);
    if (page != again && result.holds()) {  // what was named already would be found again
        add_changed_line("", page, again, result);
    }
    return result;
}

Result<Verification> verify_odt(std::string_view bytes, const Redraw& redraw) {
    const auto parts = odt_parts(bytes);
    if (!parts) {
        return parts.error();
    }
    Verification result{.title = parts->title};
    if (parts->proof.empty()) {
        add_other_program(*parts, result);
        return result;
    }
    const auto remade = remade_of({parts->proof, parts->digest, parts->drawings}, redraw, result);
    if (!remade) {
        return remade.error();
    }
    if (!remade->has_value()) {
        return result;
    }
    if (parts->saved_by != (*remade)->seal.program) {
        add_other_program(*parts, result);
    }
    if (!(*remade)->same_form) {
        check_by_order(parts->figures,
                       figures_of((*remade)->content),
                       FigureNames((*remade)->studies),
                       result);
        return result;
    }
    const auto again = odt_of((*remade)->content, parts->drawings, (*remade)->seal);
    const auto computed = again ? odt_parts(*again) : Result<OdtParts>(again.error());
    if (!computed) {
        return computed.error();
    }
    check_figures(parts->figures, computed->figures, **remade, result);
    if (bytes == *again || !result.holds()) {
        return result;
    }
    check_members(parts->members, computed->members, result);
    if (result.holds()) {
        result.find(
            say("archive"),
            say("The file was packed anew, or bytes between its parts were changed, after the "
                "report was made; the parts themselves are as they were."));
    }
    return result;
}

Result<Verification> verify_report(std::string_view bytes, const Redraw& redraw) {
    return is_pdf(bytes)                  ? verify_pdf(bytes, redraw)
           : bytes.starts_with(kZipStart) ? verify_odt(bytes, redraw)
                                          : verify_html(bytes, redraw);
}

Result<Proof> proof_in(std::string_view bytes) {
    if (is_pdf(bytes)) {
        return proof_in_pdf(bytes);
    }
    if (bytes.starts_with(kZipStart)) {
        const auto parts = odt_parts(bytes);
        return parts ? parse_proof(parts->proof) : Result<Proof>(parts.error());
    }
    const auto parts = html_parts(bytes);
    return parts ? parse_proof(parts->proof) : Result<Proof>(parts.error());
}

}  // namespace throughline::report
