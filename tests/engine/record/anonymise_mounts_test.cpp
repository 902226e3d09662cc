// SPDX-License-Identifier: Apache-2.0
// Goal: a study that is given away does not name the servers, users and addresses behind its
// mounts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/record/anonymise.h"
#include "engine/record/private_names.h"
#include "engine/record/record.h"
#include "engine/record/record_json.h"
#include "engine/record/study.h"

namespace throughline::record {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// A study on such a mount whose user also wrote these texts.
Study on_mount(const std::string& file_system,
               const std::string& source,
               const std::string& options,
               const std::string& words) {
    Study study;
    study.header.title = words;
    study.header.remarks = {.tags = {words}, .note = words};
    study.header.environment = {{"dataset.1.file_system", file_system},
                                {"dataset.1.source", source},
                                {"dataset.1.mount_options", options}};
    study.notes = {{.code = "n", .text = words}};
    return study;
}

std::string cleaned(Study study) {
    anonymise(study);
    std::string all = line_to_json(study.header, 1);
    for (const Note& note : study.notes) {
        all += line_to_json(note, 2);
    }
    return all;
}

TEST(AnonymiseMounts, SshfsNamesNeitherUserNorServer) {
    const std::string text = cleaned(on_mount("fuse.sshfs",
                                              "alice@fileserver.corp.example:SecretProjekt",
                                              "rw,nosuid,user_id=1000,group_id=1000,allow_other",
                                              "fileserver of alice, cold (corp.example)"));
    for (const char* const name : {"alice", "fileserver", "corp", "SecretProjekt"}) {
        EXPECT_THAT(text, Not(HasSubstr(name)));
    }
    EXPECT_THAT(text, HasSubstr("\"dataset.1.source\":\"host-1\""));
    EXPECT_THAT(text, HasSubstr("host-1 of user, cold"));
    EXPECT_THAT(text, HasSubstr("rw,nosuid,user_id=1000,group_id=1000,allow_other"));
}

TEST(AnonymiseMounts, NfsNamesNoAddress) {
    const std::string text =
        cleaned(on_mount("nfs4",
                         "fileserver01:/export/imagenet",
                         "rw,relatime,vers=4.2,rsize=1048576,hard,proto=tcp,timeo=600,sec=sys,"
                         "clientaddr=10.20.30.41,local_lock=none,addr=10.20.30.40",
                         "fileserver01 is 10.20.30.40, v6 2001:db8::17, read 1.2.3 times"));
    for (const char* const name : {"fileserver01", "10.20", "2001:db8"}) {
        EXPECT_THAT(text, Not(HasSubstr(name)));
    }
    EXPECT_THAT(text,
                HasSubstr("\"rw,relatime,vers=4.2,rsize=1048576,hard,proto=tcp,timeo=600,sec=sys,"
                          "local_lock=none\""));
    EXPECT_THAT(text, HasSubstr("read 1.2.3 times"));
}

TEST(AnonymiseMounts, CifsNamesNeitherUserNorDomain) {
    const std::string text =
        cleaned(on_mount("cifs",
                         "//nas.corp.example/alice$",
                         "rw,vers=3.1.1,cache=strict,username=alice,domain=CORP,uid=1000,"
                         "addr=10.20.30.40,file_mode=0755,iocharset=utf8",
                         "share alice$ on nas, CORP"));
    for (const char* const name : {"alice", "nas", "CORP", "corp", "10.20"}) {
        EXPECT_THAT(text, Not(HasSubstr(name)));
    }
    EXPECT_THAT(text, HasSubstr("file_mode=0755,iocharset=utf8"));
    EXPECT_THAT(text, HasSubstr("cache=strict"));
}

TEST(AnonymiseMounts, LocalDisksStayAsTheyAre) {
    const std::string text = cleaned(
        on_mount("ext4", "/dev/nvme0n1p2", "rw,noatime,errors=remount-ro", "driver 12.4.1"));
    EXPECT_THAT(text, HasSubstr("\"nvme0n1p2\""));
    EXPECT_THAT(text, HasSubstr("rw,noatime,errors=remount-ro"));
    EXPECT_THAT(text, HasSubstr("driver 12.4.1"));
    EXPECT_THAT(cleaned(on_mount("fuse.gcsfuse", "lab-bucket", "rw", "x")),
                Not(HasSubstr("lab-bucket")));
}

TEST(AnonymiseMounts, AHostThatIsAnAddressIsNotCutIntoNumbers) {
    Study study;
    study.header.title = "10 threads on 10.0.0.5";
    study.header.environment = {{"host.name", std::string("10.0.0.5")},
                                {"gpu.0.driver_version", std::string("9.1.0.70")}};
    anonymise(study);
    EXPECT_EQ(study.header.title, "10 threads on host-1");
    EXPECT_EQ(spec::setting_text(study.header.environment.at("gpu.0.driver_version")), "9.1.0.70");
}

// Two series would else become one.
TEST(AnonymiseMounts, SeriesOfTwoAddressesStayTwo) {
    Study study;
    RunData run;
    run.metrics = {{"disk_utilisation{device=10.0.0.5:sda}", {.value = 1.0}},
                   {"disk_utilisation{device=10.0.0.6:sda}", {.value = 2.0}}};
    study.runs = {run};
    anonymise(study);
    ASSERT_EQ(study.runs[0].metrics.size(), 2U);
    EXPECT_EQ(study.runs[0].metrics.at("disk_utilisation{device=host-2:sda}").value, 2.0);
}

TEST(PrivateNames, SourcesOfManyKinds) {
    const auto hosts = [](const char* source) { return names_in_mount_source(source).hosts; };
    EXPECT_THAT(hosts("nas:/export"), ElementsAre("nas"));
    EXPECT_THAT(hosts("[fe80::1]:/export"), ElementsAre("fe80::1"));
    EXPECT_THAT(hosts("fe80::1:/export"), ElementsAre("fe80::1"));
    EXPECT_THAT(hosts("mon1:6789,mon2:6789:/"), ElementsAre("mon1", "mon2"));
    EXPECT_THAT(hosts("10.2.0.1@tcp:10.2.0.2@tcp:/lustre"), ElementsAre("10.2.0.1", "10.2.0.2"));
    EXPECT_THAT(hosts("https://ann@dav.example:8443/files"), ElementsAre("dav.example"));
    EXPECT_THAT(hosts("sshfs#bob@box:"), ElementsAre("box"));
    EXPECT_THAT(hosts("\\\\server\\share"), ElementsAre("server"));
    EXPECT_THAT(names_in_mount_source("https://ann:pw@dav.example/x").users, ElementsAre("ann"));
    for (const char* const local : {"/dev/sda1", "tmpfs", "overlay", "tank/data", "C:/data"}) {
        EXPECT_THAT(hosts(local), IsEmpty()) << local;
    }
}

TEST(PrivateNames, AddressesAmongOtherNumbers) {
    const auto found = [](const std::string& text) {
        std::vector<std::string> all;
        for (const TextPart& part : addresses_in(text)) {
            all.push_back(text.substr(part.at, part.bytes));
        }
        return all;
    };
    EXPECT_THAT(found("at 10.0.0.1:9100, ::1 and fe80::2%eth0."),
                ElementsAre("10.0.0.1", "::1", "fe80::2"));
    EXPECT_THAT(found("host:10.0.0.1."), ElementsAre("10.0.0.1"));
    EXPECT_THAT(found("nic 3c:ec:ef:00:aa:01"), ElementsAre("3c:ec:ef:00:aa:01"));
    for (const char* const none : {"12:34:56",
                                   "0000:3b:00.0",
                                   "v1.2.3.4",
                                   "1.2.3.4.5",
                                   "a::b",
                                   "2026-11-22T10:00:00.000Z",
                                   "999.1.1.1",
                                   "0.5:1.5"}) {
        EXPECT_THAT(found(none), IsEmpty()) << none;
    }
}

}  // namespace
}  // namespace throughline::record
