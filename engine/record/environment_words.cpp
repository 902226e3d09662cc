// SPDX-License-Identifier: Apache-2.0
#include "engine/record/environment_words.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/base/format.h"

namespace throughline::record {
namespace {

/// A key, or where it begins and ends with a name between: "device." and ".scheduler".
struct Words {
    std::string_view begin;
    std::string_view end;
    const char* title;    ///< of what has a name, with " of NAME" behind it
    const char* of = "";  ///< before the name, where it is a number: "data set"
    bool bytes = false;
};

constexpr std::array kWords{
    Words{"host.name", "", "Computer"},
    Words{"host.os", "", "Operating system"},
    Words{"host.kernel", "", "Kernel"},
    Words{"kernel", "", "Kernel"},
    Words{"host.virtual", "", "Virtual machine"},
    Words{"machine.id", "", "Identity of the computer (hash)"},
    Words{"cpu.model", "", "Processor"},
    Words{"cpu.cores", "", "Processors"},
    Words{"memory_bytes", "", "Memory", "", true},
    Words{"memory_lock_bytes", "", "Memory that may be locked", "", true},
    Words{"engine.version", "", "Version of the engine"},
    Words{"command", "", "Command"},
    Words{"tool", "", "Tool"},
    Words{"tool_version", "", "Version of the tool"},
    Words{"tool.date", "", "Date of the tool"},
    Words{"source.id", "", "Source"},
    Words{"demo", "", "Recording that came with the program"},
    Words{"disturbed", "", "Disturbed by other programs"},
    Words{"import.path", "", "Imported from"},
    Words{"import.format", "", "Format of the file"},
    Words{"import.packing", "", "Packing of the file"},
    Words{"import.encoding", "", "Encoding of the file"},
    Words{"import.sha256", "", "SHA-256 of the file"},
    Words{"import.at", "", "Imported at"},
    Words{"gpu.driver", "", "GPU driver"},
    Words{"device.", ".model", "Model"},
    Words{"device.", ".id", "Identity (hash)"},
    Words{"device.", ".scheduler", "I/O scheduler"},
    Words{"device.", ".virtual", "Virtual disk"},
    Words{"device.", ".rotational", "Rotating disk"},
    Words{"device.", ".bytes", "Size", "", true},
    Words{"dataset.", ".path", "Folder", "data set "},
    Words{"dataset.", ".format", "Format", "data set "},
    Words{"dataset.", ".files", "Files", "data set "},
    Words{"dataset.", ".images", "Images", "data set "},
    Words{"dataset.", ".bytes", "Size", "data set ", true},
    Words{"dataset.", ".file_system", "File system", "data set "},
    Words{"dataset.", ".mount_options", "Mount options", "data set "},
    Words{"dataset.", ".source", "Device or share", "data set "},
};

const Words* words_of(std::string_view key) {
    const auto* const found = std::ranges::find_if(kWords, [key](const Words& words) {
        return words.end.empty() ? key == words.begin
                                 : key.size() > words.begin.size() + words.end.size() &&
                                       key.starts_with(words.begin) && key.ends_with(words.end);
    });
    return found == kWords.end() ? nullptr : found;
}

}  // namespace

std::string environment_title(std::string_view key) {
    const Words* const words = words_of(key);
    if (words == nullptr) {
        return std::string(key);
    }
    if (words->end.empty()) {
        return words->title;
    }
    const std::string_view name =
        key.substr(words->begin.size(), key.size() - words->begin.size() - words->end.size());
    return std::string(words->title) + " of " + words->of + std::string(name);
}

std::string environment_text(std::string_view key, const spec::SettingValue& value) {
    const auto* const whole = std::get_if<std::int64_t>(&value);
    const Words* const words = words_of(key);
    if (whole != nullptr && *whole >= 0) {
        return words != nullptr && words->bytes
                   ? format_quantity(static_cast<double>(*whole), "bytes")
                   : format_count(static_cast<std::uint64_t>(*whole));
    }
    if (const auto* const flag = std::get_if<bool>(&value)) {
        return *flag ? "yes" : "no";
    }
    return spec::setting_text(value);
}

}  // namespace throughline::record
