// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/remote/answer.h"
#include "engine/remote/store.h"
#include "engine/remote/store_xml.h"

namespace throughline::remote {

/// What is wrong with a certificate.
enum class CertificateFault : std::uint8_t {
    Other,       ///< as libcurl words it
    SelfSigned,  ///< nobody vouches for it, or for the last one of its chain
    Unknown,     ///< whoever vouches for it is not trusted
    OtherHost,
    Expired,
    NotYet,     ///< it begins to hold later
    TrustFile,  ///< the file of certificates to trust cannot be used
};

/// A request that failed for good, with all that is known of the last attempt.
struct Refusal {
    Answer answer = Answer::Odd;
    long status = 0;  ///< 0: there was none
    StoreError said{};
    std::string region{};     ///< x-amz-bucket-region
    std::string leads_to{};   ///< Location, of a redirect
    std::string data_node{};  ///< the one that was asked, or that had failed; "": the store itself
    std::string library{};    ///< what libcurl says
    CertificateFault certificate = CertificateFault::Other;
    std::optional<double> clock_ahead_s{};  ///< our clock against the server's
    std::uint32_t attempts = 1;
    bool budget_spent = false;      ///< it would have been sent again, but for what others cost
    std::uint64_t bytes_there = 0;  ///< of WrongLength and ShortBody
    std::uint64_t bytes_asked = 0;
};

/// A sentence for people: what happened, and where it can be told what to do. No secret is in it.
std::string explain(const Refusal& refusal, const Store& store);
/// The same as an Error about `key`.
Error refusal_error(const Refusal& refusal, const Store& store, std::string_view key);

}  // namespace throughline::remote
