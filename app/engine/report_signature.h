// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/report/verification.h"

// Signatures of reports, made and checked by the user's ssh-keygen, which has the keys.
namespace throughline::app {

/// The file beside a report that has its signature.
std::string signature_file_of(const std::string& report_file);

/// The text of a signature file of these bytes by an SSH key. Blocks: up to two minutes, since
/// ssh-keygen may ask for a passphrase on the terminal.
/// Errors: Unsupported: there is no ssh-keygen; Io: it does not sign, in its words.
Result<std::string> sign_report(std::string_view bytes, const std::string& key_file);

/// Looks for the signature beside a report, says in `verified` whose it is, and adds a finding
/// where it is not of these bytes. `signers_file`: an allowed-signers file as of ssh-keygen(1);
/// then a signature of nobody in it, or none, is a finding, too. "" = none is known.
/// Blocks: on ssh-keygen, at most some seconds.
/// Errors: Unsupported: there is a signature and no ssh-keygen; Io: it does not answer.
Result<void> check_signature(std::string_view bytes,
                             const std::string& report_file,
                             const std::string& signers_file,
                             report::Verification& verified);

}  // namespace throughline::app
