// SPDX-License-Identifier: Apache-2.0
#include "engine/record/machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "engine/record/this_machine.h"

namespace throughline::record {
namespace {

using ::testing::ElementsAre;

constexpr std::int64_t kMemory = 25276514304;

Machine named_vm(const std::string& id) {
    return {.id = id, .host = "vm", .cpu_model = "AMD EPYC", .cores = 2, .memory_bytes = kMemory};
}

TEST(SameMachine, TwoOfOneNameAreToldApartByTheirIdentity) {
    EXPECT_EQ(same_machine(named_vm("a1"), named_vm("a1")), SameMachine::Yes);
    EXPECT_EQ(same_machine(named_vm("a1"), named_vm("b2")), SameMachine::No);
    Machine renamed = named_vm("a1");
    renamed.host = "ws42";
    EXPECT_EQ(same_machine(named_vm("a1"), renamed), SameMachine::Yes);
}

// The image of a virtual machine that is started twice brings its id along.
TEST(SameMachine, ACopiedIdentityOnOtherHardwareIsNotBelieved) {
    Machine other_processor = named_vm("a1");
    other_processor.cpu_model = "Intel Xeon";
    EXPECT_EQ(same_machine(named_vm("a1"), other_processor), SameMachine::No);
    Machine more_cores = named_vm("a1");
    more_cores.cores = 64;
    EXPECT_EQ(same_machine(named_vm("a1"), more_cores), SameMachine::Unknown);
    Machine one = named_vm("a1");
    Machine two = named_vm("a1");
    one.disks["vda"] = "d1";
    two.disks["vda"] = "d2";
    EXPECT_EQ(same_machine(one, two), SameMachine::Unknown);
    two.disks = {{"vdb", "d2"}};  // another data set on another disk
    EXPECT_EQ(same_machine(one, two), SameMachine::Yes);
}

TEST(SameMachine, RecordsWithoutIdentityAreComparedByWhatTheyHave) {
    EXPECT_EQ(same_machine(named_vm(""), named_vm("")), SameMachine::Yes);
    EXPECT_EQ(same_machine(named_vm(""), named_vm("a1")), SameMachine::Yes);
    Machine little_less_memory = named_vm("");
    little_less_memory.memory_bytes = kMemory - 50000000;  // another kernel
    EXPECT_EQ(same_machine(named_vm(""), little_less_memory), SameMachine::Yes);
    Machine more_memory = named_vm("");
    more_memory.memory_bytes = 2 * kMemory;
    EXPECT_EQ(same_machine(named_vm(""), more_memory), SameMachine::No);
    Machine other_host = named_vm("");
    other_host.host = "ws42";
    EXPECT_EQ(same_machine(named_vm(""), other_host), SameMachine::No);
    EXPECT_EQ(same_machine(named_vm(""), Machine{.host = "vm"}), SameMachine::Unknown);
    EXPECT_EQ(same_machine(Machine(), Machine()), SameMachine::Unknown);
}

// "host-1" is in every export without host names.
TEST(SameMachine, NumbersOfAnExportSayNothing) {
    spec::Settings exported = environment_of(named_vm("a1"));
    exported["machine.id"] = std::string("machine-1");
    exported["host.name"] = std::string("host-1");
    EXPECT_EQ(same_machine(machine_of(exported), machine_of(exported)), SameMachine::Unknown);
}

TEST(SameMachine, ADemoIsOfNobodysMachine) {
    Machine demo = named_vm("");
    demo.demo = true;
    EXPECT_EQ(same_machine(demo, named_vm("")), SameMachine::No);
    EXPECT_EQ(same_machine(demo, demo), SameMachine::Yes);
    EXPECT_EQ(place_of(demo, named_vm("")), Place::Demo);
    EXPECT_EQ(place_of(named_vm("a1"), named_vm("a1")), Place::Here);
    EXPECT_EQ(place_of(named_vm("a1"), named_vm("b2")), Place::Elsewhere);
    EXPECT_EQ(place_of(Machine{.host = "vm"}, named_vm("b2")), Place::Unknown);
}

TEST(MachineNames, TellMachinesOfOneNameApart) {
    Machine intel = named_vm("b2");
    intel.cpu_model = "Intel Xeon";
    const std::array three{named_vm("a1"), intel, named_vm("a1")};
    EXPECT_THAT(
        machine_names(three),
        ElementsAre("vm, AMD EPYC, 25.3 GB", "vm, Intel Xeon, 25.3 GB", "vm, AMD EPYC, 25.3 GB"));
    const std::array twins{named_vm("a1"), named_vm("c3")};
    EXPECT_THAT(machine_names(twins),
                ElementsAre("vm, AMD EPYC, 25.3 GB", "vm (2), AMD EPYC, 25.3 GB"));
    // What is not known to differ keeps its name.
    const std::array old{named_vm("a1"), Machine{.host = "vm"}, Machine{.host = "ws42"}};
    EXPECT_THAT(machine_names(old), ElementsAre("vm", "vm", "ws42"));
    // A record that says only its host's name joins no two machines that differ.
    const std::array silent{Machine{.host = "vm"}, named_vm("a1"), named_vm("c3")};
    EXPECT_THAT(machine_names(silent),
                ElementsAre("vm", "vm, AMD EPYC, 25.3 GB", "vm (2), AMD EPYC, 25.3 GB"));
}

TEST(MachineText, ComesBack) {
    const Machine machine = named_vm("a1");
    Machine back = machine_from_text(machine_text(machine));
    back.host = "vm";
    EXPECT_EQ(back, machine);
    EXPECT_EQ(machine_from_text(""), Machine());
    EXPECT_EQ(machine_of(environment_of(machine)), machine);
}

// The id of the example in machine-id(5), hashed by Python's hmac with the program's key.
TEST(MachineIdentity, IsAHashThatOnlyItselfEquals) {
    const std::string id = machine_identity("0123456789abcdef0123456789abcdef\n");
    EXPECT_EQ(id, "ccce62b39d4949af895856d3cec0ef14");
    EXPECT_EQ(machine_identity("0123456789abcdef0123456789abcdee\n").size(), 32U);
    EXPECT_NE(machine_identity("0123456789abcdef0123456789abcdee\n"), id);
    for (const char* const none : {"",
                                   "\n",
                                   "uninitialized\n",
                                   "0123",
                                   "not an id at all, but long!",
                                   "00000000000000000000000000000000\n"}) {
        EXPECT_EQ(machine_identity(none), "") << none;
    }
    EXPECT_EQ(disk_identity(" \n"), "");
    EXPECT_EQ(disk_identity("S4EVNX0M\n"), disk_identity("S4EVNX0M"));
    EXPECT_EQ(disk_identity("S4EVNX0M").find("S4EV"), std::string::npos);
}

TEST(ThisMachine, IsItself) {
    EXPECT_GT(this_machine().memory_bytes.value_or(0), 0);
    EXPECT_NE(same_machine(this_machine(), machine_of(this_machine_facts())), SameMachine::No);
}

}  // namespace
}  // namespace throughline::record
