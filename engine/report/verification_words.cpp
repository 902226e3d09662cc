// SPDX-License-Identifier: Apache-2.0
#include "engine/report/verification_words.h"

#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>

#include "engine/base/format.h"
#include "engine/base/say.h"

namespace throughline::report {
namespace {

std::string drawings_text(const Verification& verified) {
    if (!verified.drawings_same) {
        return say("the drawings were compared with their own digests.");
    }
    const std::size_t others = verified.drawings - *verified.drawings_same;
    return others == 0
               ? say("drawn again here, they are the same byte by byte.")
               : say_count(others,
                           "%1 drawing is not the same when drawn here: fonts or programs differ, "
                           "or who made the report changed what is seen.",
                           "%1 drawings are not the same when drawn here: fonts or programs "
                           "differ, or who made the report changed what is seen.");
}

/// How far the charts were compared; "" where there is none.
std::string charts_text(const Verification& verified) {
    if (verified.drawings == 0) {
        return {};
    }
    if (verified.redrawn) {
        return say("The data of its charts were made again from the records and are what the "
                   "report says; %1",
                   drawings_text(verified)) +
               "\n";
    }
    std::string text =
        (verified.text_compared
             ? say("Drawings were compared with their own digests only; 'throughline verify FILE' "
                   "makes the data of the charts again.")
             : say("Drawings were compared with their own digests only.")) +
        "\n";
    if (verified.other_points > 0) {
        text += say_count(verified.other_points,
                          "%1 point of charts is of no single run; it was not looked up.",
                          "%1 points of charts are of no single run; they were not looked up.") +
                "\n";
    }
    return text;
}

std::string figures_text(const Verification& verified) {
    return say_count(verified.figures, "%1 figure", "%1 figures");
}
std::string records_text(const Verification& verified) {
    return say_count(verified.studies, "from %1 record", "from %1 records");
}

/// Of a report whose text this version would write in another way.
std::string older_text(const Verification& verified) {
    const std::string text =
        say_count(
            verified.figures,
            "holds: its %1 figure holds, computed again %2; its text was made by %3 and cannot "
            "be compared",
            "holds: its %1 figures hold, computed again %2; its text was made by %3 and "
            "cannot be compared",
            records_text(verified),
            verified.program) +
        "\n";
    return verified.figures_unfound == 0
               ? text
               : text +
                     say_count(verified.figures_unfound,
                               "%1 figure was not found where this program writes them.",
                               "%1 figures were not found where this program writes them.") +
                     "\n";
}

std::string holds_text(const Verification& verified) {
    if (!verified.text_compared) {
        return older_text(verified) + charts_text(verified);
    }
    const std::string charts = say_count(verified.drawings, "in %1 chart", "in %1 charts");
    const std::string what =
        verified.points == 0
            ? figures_text(verified)
            : say("%1 and %2",
                  figures_text(verified),
                  say_count(verified.points, "%1 point %2", "%1 points %2", charts));
    return say("holds: %1 computed again %2", what, records_text(verified)) + "\n" +
           charts_text(verified);
}

const char* name_of(SignatureState state) {
    constexpr std::array kNames{"unchecked", "none", "unknown", "known", "bad"};
    return kNames[static_cast<std::size_t>(state)];
}

std::string signature_text(const Signature& signature) {
    switch (signature.state) {
        case SignatureState::None:
            return say("Not signed: whoever made it could have changed its records, too.") + "\n";
        case SignatureState::Unknown:
            return say("Signed by key %1 (not known here).", signature.key) + "\n";
        case SignatureState::Known:
            return say("Signed by %1 with key %2.", signature.signer, signature.key) + "\n";
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
        text += "  " + say("and %1 more", std::to_string(verified.more_findings)) + "\n";
    }
    text += verified.holds() ? holds_text(verified)
                             : say_count(verified.all_findings(),
                                         "does not hold: %1 finding",
                                         "does not hold: %1 findings") +
                                   "\n";
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
