// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throughline::report {

/// Something in a report that its records do not bear out.
struct Finding {
    std::string where{};  ///< "Images per second, run 5 of "photos"", "chart 1", "line 41"
    std::string what{};   ///< a sentence

    bool operator==(const Finding&) const = default;
};

/// Of a file beside the report; who verifies without looking for one leaves Unchecked.
enum class SignatureState : std::uint8_t {
    Unchecked,
    None,
    Unknown,  ///< it is of these bytes, by a key that nobody named
    Known,    ///< likewise, by somebody who may sign
    Bad,      ///< it is not of these bytes
};
struct Signature {
    SignatureState state = SignatureState::Unchecked;
    std::string signer{};  ///< Known: the name
    std::string key{};     ///< Unknown, Known: its digest, "SHA256:…"
};

/// More are counted, not kept: who changed one thing often is told often enough.
inline constexpr std::size_t kFindingsMax = 20;

struct Verification {
    std::vector<Finding> findings{};  ///< the first kFindingsMax
    std::size_t more_findings = 0;    ///< that are not among these
    std::string title{};
    std::string date{};
    std::size_t studies = 0;
    std::size_t figures = 0;          ///< computed anew
    std::size_t figures_unfound = 0;  ///< text_compared is false: not where this version has them
    std::size_t points = 0;           ///< of charts, likewise
    std::size_t other_points = 0;     ///< drawn, of no single run: not computed anew
    std::size_t drawings = 0;
    /// The charts' data were made anew from the records and compared. If not, each point that is a
    /// run was looked up, and a drawing was compared with its own digest only.
    bool redrawn = false;
    /// How many of them come out the same where they were drawn again, but for the name of the
    /// program in them; fewer are no finding, since other fonts are another picture.
    std::optional<std::size_t> drawings_same{};

    Signature signature{};
    /// What the report was made with.
    std::string program{};
    /// Not, where a version wrote it that words or lays out reports in another way (Proof::form).
    bool text_compared = true;

    bool holds() const noexcept { return findings.empty(); }
    std::size_t all_findings() const noexcept { return findings.size() + more_findings; }
    void find(std::string where, std::string what) {
        if (findings.size() < kFindingsMax) {
            findings.push_back({std::move(where), std::move(what)});
        } else {
            ++more_findings;
        }
    }
};

}  // namespace throughline::report
