// SPDX-License-Identifier: Apache-2.0
// Goal: a study that is given away names no host, user, folder or command line, wherever in it they
// stand.
#include "engine/record/anonymise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "engine/record/record.h"
#include "engine/record/record_json.h"
#include "engine/record/study.h"

namespace throughline::record {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A result of fio's clients on two hosts as the importer makes it.
Study of_two_hosts() {
    Study study;
    study.header.title = "fio_node-alpha.corp.json";
    study.header.environment = {
        {"import.path", std::string("/home/bob/secret/fio_node-alpha.corp.json")},
        {"command", std::string("fio --filename='/mnt/secret dir/x' node-alpha")}};
    study.notes = {{.code = "n", .text = "read /home/bob/secret/job.fio on node-beta: 5 images/s"},
                   {.code = "fio.text_before", .text = "warned by srv-delta"}};
    study.header.remarks = {.tags = {"node-beta"}, .note = "see '/srv/secret dir/plan.md'"};
    RunData run;
    run.started.run = 1;
    run.started.settings = {{"host", std::string("node-alpha.corp, node-beta.corp:9100")},
                            {"command", std::string("gdsio -D /mnt/secret")}};
    run.metrics = {{"read_latency_mean{job=node-alpha.corp:a}", {.value = 1.0}},
                   {"disk_utilisation{device=node-beta.corp:nvme0n1}", {.value = 2.0}}};
    run.absent = {{"read_latency_p99{job=node-alpha.corp:a}", "not in /home/bob/secret/x.json"}};
    run.samples = {{.run = 1, .metrics = {{"disk_utilisation{device=node-beta:sda}", 3.0}}}};
    run.histograms = {{.run = 1, .metric = "read_latency{job=node-alpha:a}"}};
    run.notes = {{.run = 1, .code = "n", .text = "see https://example.org/a and (/mnt/secret/y)"}};
    study.runs = {run};
    return study;
}

std::string text_of(const Study& study) {
    std::string all = line_to_json(study.header, 1);
    for (const RunData& run : study.runs) {
        all += line_to_json(run.started, 2);
        all += line_to_json(RunEnded{.run = 1, .metrics = run.metrics, .absent = run.absent}, 3);
        for (const Sample& sample : run.samples) {
            all += line_to_json(sample, 4);
        }
        for (const HistogramLine& histogram : run.histograms) {
            all += line_to_json(histogram, 5);
        }
        for (const Note& note : run.notes) {
            all += line_to_json(note, 6);
        }
    }
    for (const Note& note : study.notes) {
        all += line_to_json(note, 7);
    }
    return all;
}

TEST(Anonymise, LeavesNoNameAnywhere) {
    Study study = of_two_hosts();
    anonymise(study);
    const std::string text = text_of(study);
    for (const char* const name : {"alpha", "beta", "corp", "bob", "secret", "delta", "gdsio"}) {
        EXPECT_THAT(text, Not(HasSubstr(name)));
    }
    EXPECT_EQ(study.header.title, "fio_host-1.json");
    EXPECT_EQ(study.runs[0].metrics.at("read_latency_mean{job=host-1:a}").value, 1.0);
    EXPECT_EQ(study.runs[0].samples[0].metrics.at("disk_utilisation{device=host-2:sda}"), 3.0);
    EXPECT_EQ(study.notes.at(0).text, "read job.fio on host-2: 5 images/s");
    EXPECT_EQ(study.header.remarks.note, "see 'plan.md'");
    EXPECT_EQ(study.runs[0].notes[0].text, "see https://example.org/a and (y)");
}

// Equal within the file, so that its studies can still be told to be of one machine.
TEST(Anonymise, IdentitiesAreNumbered) {
    Study study;
    study.header.environment = {{"file1.machine.id", std::string("c0ffee")},
                                {"file1.device.vda.id", std::string("d15c")},
                                {"file2.machine.id", std::string("c0ffee")},
                                {"file3.machine.id", std::string("beef")}};
    anonymise(study);
    const auto& environment = study.header.environment;
    EXPECT_EQ(spec::setting_text(environment.at("file1.machine.id")), "machine-1");
    EXPECT_EQ(spec::setting_text(environment.at("file2.machine.id")), "machine-1");
    EXPECT_EQ(spec::setting_text(environment.at("file3.machine.id")), "machine-2");
    EXPECT_EQ(spec::setting_text(environment.at("file1.device.vda.id")), "disk-1");
}

// Goal: two computers stay two where several studies are given away together.
TEST(Anonymise, SeveralStudiesShareOneSetOfNumbers) {
    std::array<Study, 2> studies;
    studies[0].header.environment["host.name"] = std::string("nodea");
    studies[1].header.environment["host.name"] = std::string("nodeb");
    studies[1].notes = {{.code = "n", .text = "slower than nodea"}};
    std::string title = "nodea against nodeb";
    const auto names = anonymise(studies);
    replace_names(title, names);
    EXPECT_EQ(std::get<std::string>(studies[0].header.environment["host.name"]), "host-1");
    EXPECT_EQ(std::get<std::string>(studies[1].header.environment["host.name"]), "host-2");
    EXPECT_EQ(studies[1].notes.front().text, "slower than host-1");
    EXPECT_EQ(title, "host-1 against host-2");
    EXPECT_THAT(names,
                ::testing::UnorderedElementsAre(PrivateName{"nodea", "host-1"},
                                                PrivateName{"nodeb", "host-2"}));
}

TEST(Anonymise, DevicesAreNumberedWhereThatIsAskedFor) {
    std::array<Study, 1> studies;
    studies[0].header.environment["device.nvme0n1.scheduler"] = std::string("none");
    RunData run;
    run.metrics = {{"read_iops{device=nvme0n1}", {.value = 1.0}},
                   {"read_iops{device=nvme0n1p2}", {.value = 1.0}},
                   {"read_iops{device=dm-0}", {.value = 1.0}},
                   {"net_bytes{interface=enp3s0}", {.value = 1.0}}};
    run.samples = {{.run = 1, .metrics = {{"read_iops{device=nvme0n1}", 3.0}}}};
    run.notes = {{.run = 1, .code = "n", .text = "nvme0n1 was busy"}};
    studies[0].runs = {run};
    anonymise(studies, {.devices = true});
    const std::string text = text_of(studies[0]);
    EXPECT_THAT(text, Not(HasSubstr("nvme")));
    EXPECT_THAT(text, Not(HasSubstr("enp3s0")));
    for (const char* const kept : {"{device=disk1}",
                                   "{device=disk1p2}",
                                   "{device=dm-0}",
                                   "{interface=net1}",
                                   "disk1 was busy"}) {
        EXPECT_THAT(text, HasSubstr(kept));
    }
    EXPECT_TRUE(studies[0].header.environment.contains("device.disk1.scheduler"));
}

}  // namespace
}  // namespace throughline::record
