// SPDX-License-Identifier: Apache-2.0
#include "engine/record/machine.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/base/text.h"

namespace throughline::record {
namespace {

constexpr char kSeparator = '\t';
/// A kernel keeps a little more or less of the memory to itself than the one before.
constexpr double kSameMemory = 1.02;

std::string text_at(const spec::Settings& environment, std::string_view key) {
    const auto found = environment.find(key);
    const auto* text =
        found == environment.end() ? nullptr : std::get_if<std::string>(&found->second);
    return text == nullptr ? std::string() : *text;
}

std::optional<std::int64_t> whole_at(const spec::Settings& environment, std::string_view key) {
    const auto found = environment.find(key);
    const auto* whole =
        found == environment.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
    return whole == nullptr ? std::nullopt : std::optional(*whole);
}

/// "host-1", "machine-2": what an export without hosts writes, the same in every file.
bool is_numbered(std::string_view text) {
    for (const std::string_view kind : {"host-", "machine-", "disk-"}) {
        if (text.size() > kind.size() && text.starts_with(kind) &&
            text.find_first_not_of("0123456789", kind.size()) == std::string_view::npos) {
            return true;
        }
    }
    return false;
}

std::string unless_numbered(std::string text) {
    return is_numbered(text) ? std::string() : std::move(text);
}

template <class Value>
bool differ(const Value& a, const Value& b) {
    return a != Value() && b != Value() && a != b;
}

bool memory_differs(const Machine& a, const Machine& b) {
    if (!a.memory_bytes || !b.memory_bytes) {
        return false;
    }
    const auto [less, more] = std::minmax(*a.memory_bytes, *b.memory_bytes);
    return static_cast<double>(more) > kSameMemory * static_cast<double>(less);
}

/// A disk of the same name that is another one: it was replaced, or the machine is another.
bool disk_differs(const Machine& a, const Machine& b) {
    return std::any_of(a.disks.begin(), a.disks.end(), [&](const auto& disk) {
        const auto other = b.disks.find(disk.first);
        return other != b.disks.end() && differ(disk.second, other->second);
    });
}

bool details_differ(const Machine& a, const Machine& b) {
    return differ(a.cores, b.cores) || memory_differs(a, b) || disk_differs(a, b);
}

SameMachine by_identity(const Machine& a, const Machine& b) {
    if (a.id != b.id || differ(a.cpu_model, b.cpu_model)) {
        return SameMachine::No;
    }
    return details_differ(a, b) ? SameMachine::Unknown : SameMachine::Yes;
}

SameMachine by_facts(const Machine& a, const Machine& b) {
    const std::string host_a = unless_numbered(a.host);
    const std::string host_b = unless_numbered(b.host);
    if (differ(host_a, host_b) || differ(a.cpu_model, b.cpu_model) || memory_differs(a, b)) {
        return SameMachine::No;
    }
    const bool known = !host_a.empty() && !host_b.empty() && !a.cpu_model.empty() &&
                       !b.cpu_model.empty() && a.memory_bytes && b.memory_bytes;
    return known && !details_differ(a, b) ? SameMachine::Yes : SameMachine::Unknown;
}

/// What tells machines of one name apart, and the how manieth with the same it is.
std::string detailed_name(const Machine& machine, int times) {
    std::string text = machine.host.empty() ? say("computer without a name") : machine.host;
    text += times > 1 ? " (" + std::to_string(times) + ")" : "";
    if (machine.demo) {
        return text + ", " + say("demo recording");
    }
    if (!machine.cpu_model.empty()) {
        text += ", " + machine.cpu_model;
    }
    if (machine.memory_bytes) {
        text += ", " + format_quantity(static_cast<double>(*machine.memory_bytes), "bytes");
    }
    return text;
}

/// Which of the machines `alike` number i is, itself if of none; none where it may be several.
std::optional<std::size_t> kind_among(std::span<const Machine> machines,
                                      const std::vector<std::size_t>& alike,
                                      std::size_t i) {
    std::vector<std::size_t> possible;
    for (const std::size_t kind : alike) {
        const SameMachine same = same_machine(machines[kind], machines[i]);
        if (same == SameMachine::Yes) {
            return kind;
        }
        if (same == SameMachine::Unknown) {
            possible.push_back(kind);
        }
    }
    if (possible.empty()) {
        return i;
    }
    return possible.size() == 1 ? std::optional(possible.front()) : std::nullopt;
}

std::string number_text(const std::optional<std::int64_t>& number) {
    return number ? std::to_string(*number) : std::string();
}

}  // namespace

bool is_demo(const Header& header) {
    return machine_of(header).demo;
}

const char* origin_word(Origin origin, bool demo) noexcept {
    return demo ? to_say("demo") : name_of(origin);
}

const char* origin_word(const Header& header) {
    return origin_word(header.origin, is_demo(header));
}

Machine machine_of(const spec::Settings& environment) {
    Machine machine{.id = unless_numbered(text_at(environment, kMachineIdKey)),
                    .host = text_at(environment, "host.name"),
                    .cpu_model = text_at(environment, "cpu.model"),
                    .cores = whole_at(environment, "cpu.cores"),
                    .memory_bytes = whole_at(environment, "memory_bytes")};
    const auto demo = environment.find(kDemoKey);
    machine.demo = demo != environment.end() && demo->second == spec::SettingValue(true);
    constexpr std::string_view kDevice = "device.";
    constexpr std::string_view kId = ".id";
    for (auto at = environment.lower_bound(kDevice);
         at != environment.end() && at->first.starts_with(kDevice);
         ++at) {
        const std::string& key = at->first;
        if (key.ends_with(kId) && key.size() > kDevice.size() + kId.size()) {
            machine.disks[key.substr(kDevice.size(), key.size() - kDevice.size() - kId.size())] =
                unless_numbered(text_at(environment, key));
        }
    }
    return machine;
}

spec::Settings environment_of(const Machine& machine) {
    spec::Settings facts;
    const auto put = [&](const char* key, const std::string& text) {
        if (!text.empty()) {
            facts[key] = text;
        }
    };
    put(kMachineIdKey, machine.id);
    put("host.name", machine.host);
    put("cpu.model", machine.cpu_model);
    if (machine.cores) {
        facts["cpu.cores"] = *machine.cores;
    }
    if (machine.memory_bytes) {
        facts["memory_bytes"] = *machine.memory_bytes;
    }
    if (machine.demo) {
        facts[kDemoKey] = true;
    }
    for (const auto& [name, id] : machine.disks) {
        put(("device." + name + ".id").c_str(), id);
    }
    return facts;
}

std::string machine_text(const Machine& machine) {
    std::string cpu = machine.cpu_model;
    std::replace(cpu.begin(), cpu.end(), kSeparator, ' ');
    return machine.id + kSeparator + cpu + kSeparator + number_text(machine.cores) + kSeparator +
           number_text(machine.memory_bytes);
}

Machine machine_from_text(std::string_view text) {
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(kSeparator, at), text.size());
        parts.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    constexpr std::size_t kParts = 4;
    parts.resize(std::max(parts.size(), kParts));
    return {.id = unless_numbered(std::string(parts[0])),
            .cpu_model = std::string(parts[1]),
            .cores = number_in<std::int64_t>(parts[2]),
            .memory_bytes = number_in<std::int64_t>(parts[3])};
}

const char* name_of(SameMachine same) noexcept {
    return same == SameMachine::Yes ? "yes" : (same == SameMachine::No ? "no" : "unknown");
}

SameMachine same_machine(const Machine& a, const Machine& b) {
    if (a.demo != b.demo) {
        return SameMachine::No;
    }
    return !a.id.empty() && !b.id.empty() ? by_identity(a, b) : by_facts(a, b);
}

std::vector<std::string> machine_names(std::span<const Machine> machines) {
    // Those with an identity first: a record that says little would join two that differ.
    std::vector<std::size_t> order(machines.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_partition(
        order.begin(), order.end(), [&](std::size_t i) { return !machines[i].id.empty(); });
    // The first of each machine, by the name that its host has.
    std::map<std::string, std::vector<std::size_t>> kinds;
    std::vector<std::optional<std::size_t>> kind_of(machines.size());
    for (const std::size_t i : order) {
        auto& alike = kinds[machines[i].host];
        kind_of[i] = kind_among(machines, alike, i);
        if (kind_of[i] == i) {
            alike.push_back(i);
        }
    }
    std::map<std::size_t, std::string> names;
    for (const auto& [host, alike] : kinds) {
        std::map<std::string, int> taken;
        for (const std::size_t kind : alike) {
            const int times = ++taken[detailed_name(machines[kind], 1)];
            names[kind] = alike.size() > 1 ? detailed_name(machines[kind], times) : host;
        }
    }
    std::vector<std::string> all;
    all.reserve(kind_of.size());
    for (std::size_t i = 0; i < machines.size(); ++i) {
        all.push_back(kind_of[i] ? names[*kind_of[i]] : machines[i].host);
    }
    return all;
}

Place place_of(const Machine& measured_on, const Machine& here) {
    if (measured_on.demo) {
        return Place::Demo;
    }
    switch (same_machine(measured_on, here)) {
        case SameMachine::Yes:
            return Place::Here;
        case SameMachine::No:
            return Place::Elsewhere;
        case SameMachine::Unknown:
            break;
    }
    return Place::Unknown;
}

}  // namespace throughline::record
