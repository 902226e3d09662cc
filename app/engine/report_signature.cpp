// SPDX-License-Identifier: Apache-2.0
#include "app/engine/report_signature.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <vector>

#include "app/engine/guarded_child.h"
#include "engine/base/environment.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/text.h"

namespace throughline::app {
namespace {

/// What a signature is for: one of something else is none of a report.
constexpr const char* kNamespace = "throughline-report";
constexpr std::chrono::milliseconds kCheckPatience{10'000};
constexpr std::chrono::milliseconds kSignPatience{120'000};

using report::SignatureState;

/// Errors: Unsupported: it is in no folder of PATH.
Result<std::string> find_ssh_keygen() {
    if (auto program = program_in_path("ssh-keygen")) {
        return *std::move(program);
    }
    return Error{.code = ErrorCode::Unsupported,
                 .what =
                     "signatures are made and checked by ssh-keygen, which is in no folder of "
                     "PATH; OpenSSH has it (Debian: openssh-client)"};
}

/// What a child reads on its stdin.
Result<UniqueFd> memory_file(std::string_view bytes) {
    UniqueFd file(::memfd_create("report", MFD_CLOEXEC));
    if (!file) {
        return errno_error("make a file in memory", errno);
    }
    if (const auto written = write_all(file.get(), bytes); !written) {
        return written.error();
    }
    ::lseek(file.get(), 0, SEEK_SET);
    return file;
}

/// Errors: Unsupported, Io: it cannot be started or does not answer.
Result<ChildEnd> run_ssh_keygen(std::vector<std::string> arguments,
                                std::string_view input,
                                std::chrono::milliseconds patience) {
    auto program = find_ssh_keygen();
    if (!program) {
        return std::move(program).error();
    }
    const auto file = memory_file(input);
    if (!file) {
        return file.error();
    }
    arguments.insert(arguments.begin(), *std::move(program));
    auto end = run_guarded(arguments, patience, file->get());
    if (end && end->timed_out) {
        return Error{.code = ErrorCode::Io, .what = "ssh-keygen " + fault_text(*end, patience)};
    }
    return end;
}

std::string first_line(std::string_view text) {
    const std::string_view line = trim(text);
    return std::string(trim(line.substr(0, line.find('\n'))));
}

/// "SHA256:…" of what ssh-keygen says.
std::string key_in(const std::string& text) {
    const std::size_t start = text.find("SHA256:");
    return start == std::string::npos
               ? std::string("of an unknown kind")
               : text.substr(start, text.find_first_of(" \r\n", start) - start);
}

/// The first name of the key that made a signature; "" where the file does not have it.
Result<std::string> find_signer(const std::string& signature, const std::string& signers) {
    const auto end = run_ssh_keygen(
        {"-Y", "find-principals", "-s", signature, "-f", signers}, {}, kCheckPatience);
    if (!end) {
        return end.error();
    }
    const std::string line = end->fault.empty() ? first_line(end->out) : std::string();
    return line.substr(0, line.find(','));
}

/// Who of the allowed ones it is by.
Result<void> name_signer(std::string_view bytes,
                         const std::string& signature,
                         const std::string& signers,
                         report::Verification& verified) {
    const auto signer = find_signer(signature, signers);
    if (!signer) {
        return signer.error();
    }
    if (signer->empty()) {
        verified.find(
            "signature",
            "It is by key " + verified.signature.key + ", which '" + signers + "' does not have.");
        return {};
    }
    const auto end = run_ssh_keygen(
        {"-Y", "verify", "-f", signers, "-I", *signer, "-n", kNamespace, "-s", signature},
        bytes,
        kCheckPatience);
    if (!end) {
        return end.error();
    }
    if (!end->fault.empty()) {
        verified.find("signature",
                      "It is by key " + verified.signature.key + " of " + *signer +
                          ", who may not sign reports now: " + first_line(end->out + end->err));
        return {};
    }
    verified.signature.state = SignatureState::Known;
    verified.signature.signer = *signer;
    return {};
}

}  // namespace

std::string signature_file_of(const std::string& report_file) {
    return report_file + ".sig";
}

Result<std::string> sign_report(std::string_view bytes, const std::string& key_file) {
    const auto end =
        run_ssh_keygen({"-Y", "sign", "-f", key_file, "-n", kNamespace}, bytes, kSignPatience);
    if (!end) {
        return end.error();
    }
    if (!end->fault.empty() || !end->out.starts_with("-----BEGIN SSH SIGNATURE-----")) {
        const std::string why = first_line(end->err);
        return Error{.code = ErrorCode::Io,
                     .what = "ssh-keygen did not sign with '" + key_file +
                             "': " + (why.empty() ? end->fault : why)};
    }
    return end->out;
}

Result<void> check_signature(std::string_view bytes,
                             const std::string& report_file,
                             const std::string& signers_file,
                             report::Verification& verified) {
    const std::string signature = signature_file_of(report_file);
    struct stat info{};
    if (::stat(signature.c_str(), &info) != 0) {
        if (errno != ENOENT) {
            return errno_error("look for '" + signature + "'", errno);
        }
        verified.signature.state = SignatureState::None;
        if (!signers_file.empty()) {
            verified.find("signature", "There is no '" + signature + "': nobody signed it.");
        }
        return {};
    }
    const auto end = run_ssh_keygen(
        {"-Y", "check-novalidate", "-n", kNamespace, "-s", signature}, bytes, kCheckPatience);
    if (!end) {
        return end.error();
    }
    if (!end->fault.empty()) {
        verified.signature.state = SignatureState::Bad;
        verified.find("signature",
                      "'" + signature + "' is no signature of this report: " +
                          first_line(end->err.empty() ? end->out : end->err));
        return {};
    }
    verified.signature.state = SignatureState::Unknown;
    verified.signature.key = key_in(end->out + end->err);
    return signers_file.empty() ? Result<void>()
                                : name_signer(bytes, signature, signers_file, verified);
}

}  // namespace throughline::app
