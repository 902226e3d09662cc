// SPDX-License-Identifier: Apache-2.0
// A store by TLS whose certificate does not fit, with certificates that openssl makes.
#include <fcntl.h>
#include <gtest/gtest.h>

#include "engine/base/child_process.h"
#include "engine/base/file_descriptor.h"
#include "engine/remote/store_trial.h"
#include "tests/engine/remote/lab_store.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::remote {
namespace {

class Certificates : public testing::Test {
protected:
    /// Makes NAME.pem, certificate and key in one file, for a host: "IP:127.0.0.1"; signed with
    /// that of `by`, or with its own. False: there is no openssl here.
    bool make(const std::string& name, const std::string& host, const std::string& by = {}) const {
        std::vector<std::string> arguments{"req",
                                           "-x509",
                                           "-newkey",
                                           "rsa:2048",
                                           "-nodes",
                                           "-days",
                                           "2",
                                           "-subj",
                                           "/CN=" + name,
                                           "-addext",
                                           "subjectAltName=" + host,
                                           "-keyout",
                                           key(name),
                                           "-out",
                                           file(name)};
        if (!by.empty()) {
            arguments.insert(arguments.end(), {"-CA", file(by), "-CAkey", key(by)});
        }
        return openssl(std::move(arguments)) && join(name);
    }
    /// The same again, ended a day ago.
    bool let_expire(const std::string& name, const std::string& expired) const {
        return openssl({"x509",
                        "-in",
                        file(name),
                        "-signkey",
                        key(name),
                        "-days",
                        "-1",
                        "-out",
                        file(expired)}) &&
               join(name, expired);
    }
    std::string file(const std::string& name) const { return place_.file(name + ".pem"); }

    /// What asking a store with the certificate `own` says, where `trusted` is: "" for success.
    std::string told(const std::string& own, const std::string& trusted) const {
        LabStore lab({"--certificate", file(own)});
        lab.put("set/a.jpg", "content");
        lab.start();
        Access access = lab.access();
        access.endpoint.replace(0, 4, "https");
        access.ca_file = trusted;
        const auto trial =
            try_store(lab.open("s3://data/set", access, LabStore::right_keys()), "", {});
        return trial ? std::string() : describe(trial.error());
    }

    fixtures::TemporaryFolder place_;

private:
    std::string key(const std::string& name) const { return place_.file(name + ".key"); }
    static bool openssl(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"/usr/bin/env", "openssl"});
        const auto nothing = open_file("/dev/null", O_WRONLY);  // it shows its progress
        if (!nothing) {
            return false;
        }
        const auto child =
            start_child({.command = std::move(arguments), .descriptors = {{nothing->get(), 2}}});
        return child && await_child(*child, std::chrono::seconds(30)) == 0;
    }
    bool join(const std::string& name, const std::string& of = {}) const {
        const std::string& certificate = of.empty() ? name : of;
        const auto text = read_whole_file(file(certificate), 1U << 20U);
        const auto secret = read_whole_file(key(name), 1U << 20U);
        return text && secret && write_file_atomically(file(certificate), *text + *secret);
    }
};

TEST_F(Certificates, ANameNodeByTlsIsNotFollowedToADataNodeWithoutIt) {
    if (!make("own", "IP:127.0.0.1")) {
        GTEST_SKIP() << "no openssl here";
    }
    for (const bool clear : {true, false}) {
        std::vector<std::string> server{"--nodes", "1", "--certificate", file("own")};
        server.resize(clear ? server.size() + 1 : server.size(), "--clear");
        LabStore lab(server, "hdfs_server.py");
        lab.put("set/a.jpg", "content");
        lab.start();
        Access access = lab.access();
        access.ca_file = file("own");
        const auto store =
            lab.open("s" + lab.in_hdfs("set"), access, {{"HADOOP_DELEGATION_TOKEN", "sesame"}});
        const auto trial = try_store(store, "", {});
        EXPECT_EQ(static_cast<bool>(trial), !clear);
        EXPECT_EQ(store->traffic.counts().of(Answer::Redirect), clear ? 1U : 0U);
        EXPECT_EQ(store->traffic.counts().of(Answer::DataNode) > 0, !clear);
        const std::string said = trial ? std::string() : describe(trial.error());
        EXPECT_EQ(said.find("without it") != std::string::npos, clear) << said;
        EXPECT_EQ(said.find("sesame"), std::string::npos) << said;
    }
}

TEST_F(Certificates, ThatDoNotFitAreToldApart) {
    if (!make("right", "IP:127.0.0.1")) {
        GTEST_SKIP() << "there is no openssl";
    }
    ASSERT_TRUE(make("elsewhere", "DNS:elsewhere.example") && let_expire("right", "old"));
    const auto expect = [&](const std::string& said, const char* words) {
        EXPECT_NE(said.find(words), std::string::npos) << said;
        EXPECT_NE(said.find("127.0.0.1:"), std::string::npos) << said;
    };

    EXPECT_EQ(told("right", file("right")), "");
    expect(told("right", ""),
           "signed by nobody but itself; if it is the right one, name its file "
           "with storage.ca_file");
    expect(told("elsewhere", file("elsewhere")), "is one of another host");
    expect(told("old", file("old")), "has expired");
    ASSERT_TRUE(make("leaf", "IP:127.0.0.1", "right"));
    EXPECT_EQ(told("leaf", file("right")), "");
    expect(told("leaf", ""), "signed by somebody who is not trusted here");
}

TEST_F(Certificates, AFileOfNoneIsTold) {
    if (!make("right", "IP:127.0.0.1")) {
        GTEST_SKIP() << "there is no openssl";
    }
    EXPECT_NE(told("right", place_.file("none.pem")).find("(storage.ca_file)"), std::string::npos);
}

}  // namespace
}  // namespace throughline::remote
