// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"

namespace throughline::remote_run {

/// Where to measure.
struct Target {
    std::string host{};  ///< as ssh takes it: a name of its configuration, user@host
    std::vector<std::string> options{};  ///< of ssh, "Port=2222"; they count before ours
    std::string engine{};                ///< path of the engine there; "" = where it is looked for
};

/// Errors: Usage for "" and for what ssh would take for an option.
Result<void> check_host(const std::string& host);

/// Where the engine is looked for there, the first that is found counts: the path that was given,
/// or its name in the search path and then where `install` puts it.
std::vector<std::string> engine_places(const Target& target, const std::string& version);

/// The folder, below the home folder there, in which `install` puts the engine of `version`.
std::string installed_folder(const std::string& version);

/// ssh and its arguments, to have `command` carried out there. Connections are shared with those of
/// the last minute; nothing asks for anything on the terminal. $THROUGHLINE_SSH names a file to use
/// in place of the user's ssh configuration.
std::vector<std::string> ssh_words(const Target& target, const std::string& command);
/// What the environment of ssh has besides: passwords are asked for by $SSH_ASKPASS, where that is
/// set, and never on the terminal.
std::vector<std::string> ssh_environment();

}  // namespace throughline::remote_run
