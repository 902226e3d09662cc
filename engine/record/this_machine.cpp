// SPDX-License-Identifier: Apache-2.0
#include "engine/record/this_machine.h"

#include <nettle/hmac.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <thread>

#include "engine/base/file_descriptor.h"
#include "engine/base/text.h"

namespace throughline::record {
namespace {

using Id = std::array<std::uint8_t, 16>;

/// Made up once for this program; another one would make every machine a new one.
constexpr Id kProgram{
    0x6b, 0x1e, 0x0d, 0x54, 0xf7, 0x2c, 0x4a, 0x8e, 0x9d, 0x33, 0x1a, 0xc8, 0x70, 0xe5, 0x42, 0xb9};

std::optional<std::uint8_t> digit_of(char letter) {
    if (letter >= '0' && letter <= '9') {
        return static_cast<std::uint8_t>(letter - '0');
    }
    if (letter >= 'a' && letter <= 'f') {
        return static_cast<std::uint8_t>(letter - 'a' + 10);
    }
    return std::nullopt;
}

/// 32 hexadecimal digits in lower case. Source: machine-id(5).
std::optional<Id> id_from(std::string_view text) {
    Id id{};
    const std::string_view digits = text.substr(0, text.find_first_of(" \n\r"));
    if (digits.size() != 2 * id.size()) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < id.size(); ++i) {
        const auto high = digit_of(digits[2 * i]);
        const auto low = digit_of(digits[2 * i + 1]);
        if (!high || !low) {
            return std::nullopt;
        }
        id[i] = static_cast<std::uint8_t>(*high * 16U + *low);
    }
    const bool zero = std::all_of(id.begin(), id.end(), [](auto byte) { return byte == 0; });
    return zero ? std::nullopt : std::optional(id);
}

std::string hashed(std::size_t key_bytes, const std::uint8_t* key) {
    hmac_sha256_ctx context{};
    hmac_sha256_set_key(&context, key_bytes, key);
    hmac_sha256_update(&context, kProgram.size(), kProgram.data());
    Id hash{};
    hmac_sha256_digest(&context, hash.size(), hash.data());
    hash[6] = static_cast<std::uint8_t>((hash[6] & 0x0FU) | 0x40U);
    hash[8] = static_cast<std::uint8_t>((hash[8] & 0x3FU) | 0x80U);
    static constexpr const char* kDigits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : hash) {
        text += kDigits[byte >> 4U];
        text += kDigits[byte & 0x0FU];
    }
    return text;
}

std::string text_file(const char* path) {
    auto text = read_whole_file(path, 1U << 20U);
    return text ? *std::move(text) : std::string();
}

/// The value of the first line that starts with `key`: "model name : AMD EPYC" -> "AMD EPYC".
std::string value_in(const std::string& text, std::string_view key) {
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line(text.data() + at, end - at);
        const std::size_t begin =
            line.starts_with(key) ? line.find_first_not_of(" \t:", key.size()) : line.npos;
        if (begin != line.npos) {
            const std::size_t last = line.find_last_not_of(" \t");
            return std::string(line.substr(begin, last - begin + 1));
        }
        at = end + 1;
    }
    return {};
}

void put(spec::Settings& facts, const char* key, std::string value) {
    if (!value.empty()) {
        facts[key] = std::move(value);
    }
}

}  // namespace

std::string machine_identity(std::string_view machine_id_text) {
    const auto id = id_from(machine_id_text);
    return id ? hashed(id->size(), id->data()) : std::string();
}

std::string disk_identity(std::string_view serial) {
    const std::string_view text = trim(serial);
    return text.empty() ? std::string()
                        : hashed(text.size(), reinterpret_cast<const std::uint8_t*>(text.data()));
}

spec::Settings this_machine_facts() {
    spec::Settings facts;
    put(facts, kMachineIdKey, machine_identity(text_file("/etc/machine-id")));
    utsname names{};
    if (::uname(&names) == 0) {
        put(facts, "host.name", names.nodename);
    }
    put(facts, "cpu.model", value_in(text_file("/proc/cpuinfo"), "model name"));
    facts["cpu.cores"] = static_cast<std::int64_t>(std::thread::hardware_concurrency());
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    if (pages > 0) {
        facts["memory_bytes"] =
            static_cast<std::int64_t>(pages) * static_cast<std::int64_t>(::sysconf(_SC_PAGESIZE));
    }
    return facts;
}

const Machine& this_machine() {
    static const Machine kHere = machine_of(this_machine_facts());
    return kHere;
}

}  // namespace throughline::record
