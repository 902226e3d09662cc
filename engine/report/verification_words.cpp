// SPDX-License-Identifier: Apache-2.0
#include "engine/report/verification_words.h"

#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>

#include "engine/base/counted.h"
#include "engine/base/format.h"

namespace throughline::report {
namespace {

std::string drawings_text(const Verification& verified) {
    if (!verified.drawings_same) {
        return "the drawings were compared with their own digests.\n";
    }
    const std::size_t others = verified.drawings - *verified.drawings_same;
    return others == 0 ? "drawn again here, they are the same byte by byte.\n"
                       : counted(others, "drawing is", "drawings are") +
                             " not the same when drawn here: fonts or programs differ, or who made "
                             "the report changed what is seen.\n";
}

/// How far the charts were compared; "" where there is none.
std::string charts_text(const Verification& verified) {
    if (verified.drawings == 0) {
        return {};
    }
    if (verified.redrawn) {
        return "The data of its charts were made again from the records and are what the report "
               "says; " +
               drawings_text(verified);
    }
    std::string text = std::string("Drawings were compared with their own digests only") +
                       (verified.text_compared
                            ? "; 'throughline verify FILE' makes the data of the charts again.\n"
                            : ".\n");
    if (verified.other_points > 0) {
        text += counted(verified.other_points, "point", "points") +
                " of charts are of no single run; they were not looked up.\n";
    }
    return text;
}

/// Of a report whose text this version would write in another way.
std::string older_text(const Verification& verified) {
    const std::string text =
        "holds: its " + counted(verified.figures, "figure holds", "figures hold") +
        ", computed again from " + counted(verified.studies, "record", "records") +
        "; its text was made by " + verified.program + " and cannot be compared\n";
    return verified.figures_unfound == 0
               ? text
               : text + counted(verified.figures_unfound, "figure was", "figures were") +
                     " not found where this program writes them.\n";
}

std::string holds_text(const Verification& verified) {
    if (!verified.text_compared) {
        return older_text(verified) + charts_text(verified);
    }
    std::string text = "holds: " + counted(verified.figures, "figure", "figures");
    if (verified.points > 0) {
        text += " and " + counted(verified.points, "point", "points") + " in " +
                counted(verified.drawings, "chart", "charts");
    }
    return text + " computed again from " + counted(verified.studies, "record", "records") + "\n" +
           charts_text(verified);
}

const char* name_of(SignatureState state) {
    constexpr std::array kNames{"unchecked", "none", "unknown", "known", "bad"};
    return kNames[static_cast<std::size_t>(state)];
}

std::string signature_text(const Signature& signature) {
    switch (signature.state) {
        case SignatureState::None:
            return "Not signed: whoever made it could have changed its records, too.\n";
        case SignatureState::Unknown:
            return "Signed by key " + signature.key + " (not known here).\n";
        case SignatureState::Known:
            return "Signed by " + signature.signer + " with key " + signature.key + ".\n";
        case SignatureState::Unchecked:
        case SignatureState::Bad:  // a finding says so
            break;
    }
    return {};
}

}  // namespace

std::string verification_text(const Verification& verified) {
    std::string text = verified.title + (verified.date.empty() ? "" : ", " + verified.date) + "\n";
    for (const Finding& finding : verified.findings) {
        text += "  " + finding.where + ": " + finding.what + "\n";
    }
    if (verified.more_findings > 0) {
        text += "  and " + std::to_string(verified.more_findings) + " more\n";
    }
    text +=
        verified.holds()
            ? holds_text(verified)
            : "does not hold: " + counted(verified.all_findings(), "finding", "findings") + "\n";
    return text + signature_text(verified.signature);
}

std::string verification_json(const Verification& verified) {
    using Json = nlohmann::ordered_json;
    Json findings = Json::array();
    for (const Finding& finding : verified.findings) {
        findings.push_back(
            {{"where", json_text(finding.where)}, {"what", json_text(finding.what)}});
    }
    Json json{{"holds", verified.holds()},
              {"title", json_text(verified.title)},
              {"date", json_text(verified.date)},
              {"studies", verified.studies},
              {"figures", verified.figures},
              {"points", verified.points},
              {"other_points", verified.other_points},
              {"drawings", verified.drawings},
              {"redrawn", verified.redrawn},
              {"program", json_text(verified.program)},
              {"text_compared", verified.text_compared},
              {"figures_unfound", verified.figures_unfound},
              {"signature",
               {{"state", name_of(verified.signature.state)},
                {"signer", json_text(verified.signature.signer)},
                {"key", json_text(verified.signature.key)}}},
              {"findings", std::move(findings)},
              {"more_findings", verified.more_findings}};
    if (verified.drawings_same) {
        json["drawings_same"] = *verified.drawings_same;
    }
    constexpr int kIndent = 2;
    return json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace throughline::report
