// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record/record.h"

namespace throughline::record {

/// The environment's key of a machine's identity: a hash that names it and tells nothing of it.
inline constexpr const char* kMachineIdKey = "machine.id";

/// The environment's key of the mark that a recording came with the program: it is of nobody's
/// machine, and evidence of none.
inline constexpr const char* kDemoKey = "demo";
bool is_demo(const Header& header);
/// "demo" for what came with the program, else the origin's name: for lists, tables and charts.
const char* origin_word(const Header& header);
const char* origin_word(Origin origin, bool demo) noexcept;

/// What a record says of the machine it was measured on. A name is not enough: half of all virtual
/// machines are called "vm".
struct Machine {
    std::string id{};    ///< kMachineIdKey; "" where it is not known
    std::string host{};  ///< its name
    std::string cpu_model{};
    std::optional<std::int64_t> cores{};
    std::optional<std::int64_t> memory_bytes{};
    std::map<std::string, std::string> disks{};  ///< hashed identity by name: "vda"
    bool demo = false;                           ///< kDemoKey

    bool operator==(const Machine&) const = default;
};

Machine machine_of(const spec::Settings& environment);
inline Machine machine_of(const Header& header) {
    return machine_of(header.environment);
}

/// The facts of a machine as an environment has them; what is not known is left out.
spec::Settings environment_of(const Machine& machine);

/// As one line for a column of a table, without host and disks; and back.
std::string machine_text(const Machine& machine);
Machine machine_from_text(std::string_view text);

enum class SameMachine : std::uint8_t { No, Unknown, Yes };
const char* name_of(SameMachine same) noexcept;  ///< "no", "unknown", "yes"

/// Whether two records are of one machine. Unknown is not yes.
/// With the identity of both: another one is another machine; the same one is the same machine
/// unless the processor is another (an image that was copied took the identity along), and unknown
/// where cores, memory or a disk of the same name differ. Without: host, processor and memory have
/// to be known and the same; one that differs is another machine. Hosts and identities that an
/// export has numbered ("host-1") say nothing outside of their file. A demo recording is of the
/// demo's machine alone.
SameMachine same_machine(const Machine& a, const Machine& b);

/// A name for each machine: the host's; where machines that are not the same have one name, with
/// what tells them apart ("vm, AMD EPYC, 25.3 GB"), and a number where nothing does; the host's
/// alone for one that may be any of them. "" where no name is known of any.
std::vector<std::string> machine_names(std::span<const Machine> machines);

/// Where a study was measured, seen from a machine.
enum class Place : std::uint8_t { Here, Elsewhere, Unknown, Demo };
Place place_of(const Machine& measured_on, const Machine& here);

}  // namespace throughline::record
