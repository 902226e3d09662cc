// SPDX-License-Identifier: Apache-2.0
// `sign` and what `verify` says of signatures, with the real ssh-keygen and a key that is thrown
// away.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "engine/base/file_descriptor.h"
#include "tests/app/engine_process.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline {
namespace {

using tests::Outcome;
using tests::run_engine;

class SignCommand : public ::testing::Test {
protected:
    void SetUp() override {
        if (::access("/usr/bin/ssh-keygen", X_OK) != 0) {
            GTEST_SKIP() << "ssh-keygen (package openssh-client) is not installed";
        }
        std::filesystem::copy_file(std::string(THROUGHLINE_REPORT_FIXTURES) + "/form-2.html",
                                   report_);
        make_key(key_);
    }
    static void make_key(const std::string& file) {
        const std::string command =
            "/usr/bin/ssh-keygen -q -t ed25519 -N '' -C test -f '" + file + "'";
        ASSERT_EQ(std::system(command.c_str()), 0);
    }
    /// An allowed-signers file with one name.
    std::string signers(const std::string& key, const std::string& name) const {
        const std::string file = place_.file("signers-" + name);
        const auto open_key = read_whole_file(key + ".pub");
        EXPECT_TRUE(open_key);
        EXPECT_TRUE(write_file_atomically(file, name + " " + *open_key));
        return file;
    }
    Outcome sign() const { return run_engine({"sign", report_, "--key", key_}); }

    fixtures::TemporaryFolder place_;
    std::string report_ = place_.file("-report.html");
    std::string key_ = place_.file("id");
};

TEST_F(SignCommand, VerifySaysByWhomAReportIsSigned) {
    const Outcome open = run_engine({"verify", report_});
    EXPECT_EQ(open.exit_code, 0) << open.err;
    EXPECT_NE(open.out.find("Not signed: whoever made it could have changed its records"),
              std::string::npos)
        << open.out;

    const Outcome made = sign();
    ASSERT_EQ(made.exit_code, 0) << made.err;
    EXPECT_TRUE(std::filesystem::exists(report_ + ".sig"));
    const Outcome unknown = run_engine({"verify", report_, "--json"});
    EXPECT_EQ(unknown.exit_code, 0) << unknown.err;
    EXPECT_EQ(unknown.json()["signature"]["state"], "unknown");
    const std::string key = unknown.json()["signature"]["key"];
    EXPECT_TRUE(key.starts_with("SHA256:")) << key;
    EXPECT_NE(
        run_engine({"verify", report_}).out.find("Signed by key " + key + " (not known here)"),
        std::string::npos)
        << run_engine({"verify", report_}).out;

    const Outcome known =
        run_engine({"verify", report_, "--signers", signers(key_, "ada@example.org"), "--json"});
    EXPECT_EQ(known.exit_code, 0) << known.err;
    EXPECT_EQ(known.json()["signature"]["state"], "known");
    EXPECT_EQ(known.json()["signature"]["signer"], "ada@example.org");
    EXPECT_EQ(known.json()["signature"]["key"], key);
}

TEST_F(SignCommand, ASignatureOfSomethingElseOrOfNobodyWhoMaySignIsAFinding) {
    ASSERT_EQ(sign().exit_code, 0);
    const std::string other = place_.file("other");
    make_key(other);
    const Outcome stranger =
        run_engine({"verify", report_, "--signers", signers(other, "eve@example.org"), "--json"});
    EXPECT_EQ(stranger.exit_code, 1);
    EXPECT_EQ(stranger.json()["findings"][0]["where"], "signature");

    ASSERT_TRUE(write_file_atomically(report_ + ".sig", "no signature"));
    EXPECT_EQ(run_engine({"verify", report_}).exit_code, 1);
    std::filesystem::remove(report_ + ".sig");
    const Outcome none =
        run_engine({"verify", report_, "--signers", signers(key_, "ada@example.org")});
    EXPECT_EQ(none.exit_code, 1) << "who names signers wants one of them";

    ASSERT_EQ(sign().exit_code, 0);
    // Another report that holds, under the name of the signed one.
    std::filesystem::copy_file(std::string(THROUGHLINE_REPORT_FIXTURES) + "/form-2.odt",
                               report_,
                               std::filesystem::copy_options::overwrite_existing);
    const Outcome exchanged = run_engine({"verify", report_, "--json"});
    EXPECT_EQ(exchanged.exit_code, 1);
    EXPECT_EQ(exchanged.json()["signature"]["state"], "bad");
    const std::string what = exchanged.json()["findings"][0]["what"];
    EXPECT_NE(what.find("is no signature of this report"), std::string::npos) << what;
}

TEST_F(SignCommand, RefusesWhatItShouldNotSignAndSaysWhy) {
    ASSERT_EQ(sign().exit_code, 0);
    EXPECT_EQ(sign().exit_code, 2) << "a signature is not replaced unasked";
    EXPECT_EQ(run_engine({"sign", report_, "--key", key_, "--overwrite"}).exit_code, 0);
    EXPECT_EQ(run_engine({"sign", key_, "--key", key_}).exit_code, 4);
    const Outcome no_key =
        run_engine({"sign", report_, "--key", place_.file("none"), "--overwrite"});
    EXPECT_EQ(no_key.exit_code, 1);
    EXPECT_NE(no_key.err.find("ssh-keygen did not sign"), std::string::npos) << no_key.err;

    auto page = read_whole_file(report_);
    ASSERT_TRUE(page);
    page->replace(page->find("</data>") - 1, 1, "9");
    ASSERT_TRUE(write_file_atomically(report_, *page));
    const Outcome forged = run_engine({"sign", report_, "--key", key_, "--overwrite"});
    EXPECT_EQ(forged.exit_code, 1);
    EXPECT_NE(forged.err.find("does not hold"), std::string::npos) << forged.err;
}

TEST_F(SignCommand, WithoutSshKeygenTheReportIsVerifiedAndTheSignatureNot) {
    ASSERT_EQ(sign().exit_code, 0);
    const char* const path = std::getenv("PATH");
    const std::string before = path == nullptr ? "" : path;
    ::setenv("PATH", place_.path().c_str(), 1);
    const Outcome open = run_engine({"verify", report_});
    const Outcome strict = run_engine({"verify", report_, "--signers", key_ + ".pub"});
    const Outcome made = run_engine({"sign", report_, "--key", key_, "--overwrite"});
    ::setenv("PATH", before.c_str(), 1);
    EXPECT_EQ(open.exit_code, 0);
    EXPECT_NE(open.err.find("openssh-client"), std::string::npos) << open.err;
    EXPECT_EQ(strict.exit_code, 1);
    EXPECT_EQ(made.exit_code, 1);
}

}  // namespace
}  // namespace throughline
