// SPDX-License-Identifier: Apache-2.0
#include "engine/remote_run/ssh_failure.h"

#include <algorithm>
#include <array>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/base/visible_text.h"

namespace throughline::remote_run {
namespace {

struct Advice {
    const char* words;  ///< of ssh, as OpenSSH 8 to 10 write them
    const char* what_to_do;
    bool anywhere;  ///< else only in the last line
};

constexpr std::array<Advice, 9> kAdvice{
    {{"IDENTIFICATION HAS CHANGED",
      to_say("The key of this host is another one than before. If it was set up anew, remove the "
             "old key with 'ssh-keygen -R %1'; if not, somebody may be listening."),
      true},
     {"Host key verification failed",
      to_say("The key of this host is not known yet. Connect once with 'ssh %1', compare the "
             "fingerprint and accept it."),
      false},
     {"Permission denied",
      to_say("The host does not accept your key. Copy it there with 'ssh-copy-id %1', start "
             "ssh-agent if it has a passphrase, or set SSH_ASKPASS to be asked for a password."),
      false},
     {"Could not resolve",
      to_say("No computer has this name. Look at its spelling, or at 'Host' in ~/.ssh/config."),
      false},
     {"Connection refused",
      to_say("The computer is there, but no ssh server listens at this port."),
      false},
     {"timed out",
      to_say("The computer does not answer. Is it switched on, and does a firewall or a VPN stand "
             "between?"),
      false},
     {"No route to host", to_say("There is no way to this computer from here."), false},
     {"Network is unreachable", to_say("There is no way to this computer from here."), false},
     {"Too many authentication failures",
      to_say("The host gave up before the right key was tried: name it by 'IdentityFile' and "
             "'IdentitiesOnly yes' in ~/.ssh/config."),
      true}}};

std::string advice_for(const std::string& host, std::string_view errors, std::string_view last) {
    for (const Advice& advice : kAdvice) {
        if ((advice.anywhere ? errors : last).find(advice.words) != std::string_view::npos) {
            return say(advice.what_to_do, host);
        }
    }
    return say("'ssh -v %1' shows more.", host);
}

}  // namespace

SshEnd ssh_end_of(int exit_code) {
    constexpr int kOwnFailure = 255;
    constexpr int kNotFound = 127;
    constexpr int kNoProgram = 126;
    return exit_code == kOwnFailure                            ? SshEnd::NotReached
           : exit_code == kNotFound || exit_code == kNoProgram ? SshEnd::NoEngine
                                                               : SshEnd::OtherProgram;
}

std::string last_line(std::string_view text) {
    text = trim(text);
    const std::size_t begin = text.rfind('\n');
    return visible_line(trim(begin == std::string_view::npos ? text : text.substr(begin + 1)));
}

Error ssh_failure(const Target& target, int exit_code, std::string_view errors) {
    const std::string last = last_line(errors);
    switch (ssh_end_of(exit_code)) {
        case SshEnd::NotReached:
            return {.code = ErrorCode::Io,
                    .what = say("'%1' cannot be reached: %2", target.host, last) + "\n  " +
                            advice_for(target.host, errors, last)};
        case SshEnd::NoEngine:
            return {
                .code = ErrorCode::Unsupported,
                .what = target.engine.empty()
                            ? say("there is no throughline-engine on '%1'", target.host)
                            : say("there is no program '%2' on '%1'", target.host, target.engine)};
        case SshEnd::OtherProgram:
            break;
    }
    return {.code = ErrorCode::Io,
            .what = say("the program on '%1' ended with exit code %2 instead of an answer: %3",
                        target.host,
                        std::to_string(exit_code),
                        last)};
}

}  // namespace throughline::remote_run
