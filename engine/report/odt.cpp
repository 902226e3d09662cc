// SPDX-License-Identifier: Apache-2.0
#include "engine/report/odt.h"

#include <algorithm>

#include "engine/base/say.h"
#include "engine/record/sha256.h"
#include "engine/report/marks.h"
#include "engine/report/odt_body.h"
#include "engine/report/odt_styles.h"
#include "engine/report/odt_text.h"

namespace throughline::report {
namespace {

constexpr std::string_view kMimeType = "application/vnd.oasis.opendocument.text";
constexpr const char* kMimeTypeName = "mimetype";
constexpr const char* kManifestName = "META-INF/manifest.xml";
constexpr const char* kMetaName = "meta.xml";
constexpr const char* kStylesName = "styles.xml";
constexpr const char* kContentName = "content.xml";
constexpr const char* kProofName = "throughline/proof.json";

constexpr std::string_view kGeneratorStart = "<meta:generator>";
constexpr std::string_view kGeneratorEnd = "</meta:generator>";
constexpr std::string_view kTitleStart = "<dc:title>";
constexpr std::string_view kTitleEnd = "</dc:title>";
/// Word processors keep it when they save the file, and so a report can be told from other texts.
constexpr std::string_view kDigestProperty = "Throughline digest";

/// Whether it is "2026-11-25T12:00:00", with or without "Z". Source: XML Schema, dateTime.
bool is_date_time(std::string_view text) {
    constexpr std::string_view kForm = "0000-00-00T00:00:00";
    return (text.size() == kForm.size() ||
            (text.size() == kForm.size() + 1 && text.back() == 'Z')) &&
           std::ranges::equal(text.substr(0, kForm.size()), kForm, [](char letter, char form) {
               return form == '0' ? letter >= '0' && letter <= '9' : letter == form;
           });
}

std::string meta_xml(const Content& content, const Seal& seal) {
    const std::string date = xml_escaped(seal.date);
    const std::string dates = is_date_time(seal.date)
                                  ? "<meta:creation-date>" + date +
                                        "</meta:creation-date>\n<dc:date>" + date + "</dc:date>\n"
                                  : std::string();
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<office:document-meta" +
           std::string(kOdfNamespaces) + ">\n<office:meta>\n" + std::string(kGeneratorStart) +
           xml_escaped(seal.program) + std::string(kGeneratorEnd) + "\n" +
           std::string(kTitleStart) + xml_escaped(content.title) + std::string(kTitleEnd) +
           "\n<dc:description>" + xml_escaped(content.question) +
           "</dc:description>\n<dc:language>" + odt_language(content.language) +
           "</dc:language>\n" + dates + "<meta:user-defined meta:name=\"" +
           std::string(kDigestProperty) + "\" meta:value-type=\"string\">" +
           record::sha256_hex(seal.proof) +
           "</meta:user-defined>\n</office:meta>\n</office:document-meta>\n";
}

std::string manifest_xml(std::span<const Member> members) {
    const auto entry = [](std::string_view name, std::string_view type) {
        return "<manifest:file-entry manifest:full-path=\"" + std::string(name) +
               "\" manifest:media-type=\"" + std::string(type) + "\"/>\n";
    };
    std::string text =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<manifest:manifest "
        "xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\" "
        "manifest:version=\"1.3\">\n<manifest:file-entry manifest:full-path=\"/\" "
        "manifest:version=\"1.3\" manifest:media-type=\"" +
        std::string(kMimeType) + "\"/>\n";
    for (const Member& member : members) {
        if (member.name != kMimeTypeName) {
            text += entry(member.name,
                          member.name.ends_with(".svg")    ? "image/svg+xml"
                          : member.name.ends_with(".json") ? "application/json"
                                                           : "text/xml");
        }
    }
    return text + "</manifest:manifest>\n";
}

std::string bytes_of(std::span<const Member> members, std::string_view name) {
    const Member* member = find_member(members, name);
    return member == nullptr ? std::string() : member->bytes;
}

}  // namespace

Result<std::string> odt_of(const Content& content,
                           std::span<const std::string> drawings,
                           const Seal& seal) {
    const Speaking speaking(content.language);
    std::vector<Member> members{
        {kMimeTypeName, std::string(kMimeType)},  // first and stored: what it is stands at byte 38
        {kContentName, odt_content_xml(content, drawings, seal)},
        {kStylesName, odt_styles_xml(content.title, content.language)},
        {kMetaName, meta_xml(content, seal)}};
    for (std::size_t i = 0; i < drawings.size(); ++i) {
        members.push_back({odt_picture_name(i), drawings[i]});
    }
    members.push_back({kProofName, seal.proof});
    members.push_back({kManifestName, manifest_xml(members)});
    return zip_of(members);
}

Result<OdtParts> odt_parts(std::string_view bytes) {
    // A report is stored; of a text that another program has packed, two parts are looked at.
    constexpr std::uint64_t kUnpackedMore = std::uint64_t{64} << 20U;
    auto members = unzipped(bytes, bytes.size() + kUnpackedMore);
    if (!members) {
        return std::move(members).error();
    }
    OdtParts parts{.members = *std::move(members)};
    if (bytes_of(parts.members, kMimeTypeName) != kMimeType) {
        return format_error(say("it is a zip archive, but no OpenDocument text (.odt)"));
    }
    parts.proof = bytes_of(parts.members, kProofName);
    parts.content = bytes_of(parts.members, kContentName);
    parts.digest = odt_digest(parts.content);
    const std::string meta = bytes_of(parts.members, kMetaName);
    if (parts.proof.empty() && meta.find(kDigestProperty) == std::string::npos) {
        return format_error(
            say("it is no report of this program, or the data that prove it were cut out"));
    }
    for (const std::string& text : odt_figures(parts.content)) {
        parts.figures.push_back({.text = without_entities(text)});
    }
    parts.title = first_between(meta, kTitleStart, kTitleEnd).value_or(std::string_view());
    parts.saved_by =
        first_between(meta, kGeneratorStart, kGeneratorEnd).value_or(std::string_view());
    for (std::size_t i = 0;; ++i) {
        const Member* picture = find_member(parts.members, odt_picture_name(i));
        if (picture == nullptr) {
            break;
        }
        parts.drawings.push_back(picture->bytes);
    }
    return parts;
}

}  // namespace throughline::report
