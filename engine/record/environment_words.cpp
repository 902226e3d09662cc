// SPDX-License-Identifier: Apache-2.0
#include "engine/record/environment_words.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/base/say.h"

namespace throughline::record {
namespace {

/// A key, or where it begins and ends with a name between: "device." and ".scheduler".
struct Words {
    std::string_view begin;
    std::string_view end;
    const char* title;    ///< of what has a name, with " of NAME" behind it
    const char* of = "";  ///< what the name is of, where it is a number: "data set %1"
    bool bytes = false;
};

constexpr std::array kWords{
    Words{"host.name", "", to_say("Computer")},
    Words{"host.os", "", to_say("Operating system")},
    Words{"host.kernel", "", to_say("Kernel")},
    Words{"kernel", "", to_say("Kernel")},
    Words{"host.virtual", "", to_say("Virtual machine")},
    Words{"machine.id", "", to_say("Identity of the computer (hash)")},
    Words{"cpu.model", "", to_say("Processor")},
    Words{"cpu.cores", "", to_say("Processors")},
    Words{"memory_bytes", "", to_say("Memory"), "", true},
    Words{"memory_lock_bytes", "", to_say("Memory that may be locked"), "", true},
    Words{"engine.version", "", to_say("Version of the engine")},
    Words{"command", "", to_say("Command")},
    Words{"tool", "", to_say("Tool")},
    Words{"tool_version", "", to_say("Version of the tool")},
    Words{"tool.date", "", to_say("Date of the tool")},
    Words{"source.id", "", to_say("Source")},
    Words{"source.title", "", to_say("Title of the source")},
    Words{"source.publisher", "", to_say("Publisher of the source")},
    Words{"source.address", "", to_say("Address of the source")},
    Words{"source.date", "", to_say("Date of the source")},
    Words{"source.seen", "", to_say("What was read of the source")},
    Words{"demo", "", to_say("Recording that came with the program")},
    Words{"disturbed", "", to_say("Disturbed by other programs")},
    Words{"import.path", "", to_say("Imported from")},
    Words{"import.format", "", to_say("Format of the file")},
    Words{"import.packing", "", to_say("Packing of the file")},
    Words{"import.encoding", "", to_say("Encoding of the file")},
    Words{"import.sha256", "", to_say("SHA-256 of the file")},
    Words{"import.at", "", to_say("Imported at")},
    Words{"gpu.driver", "", to_say("GPU driver")},
    Words{"device.", ".model", to_say("Model")},
    Words{"device.", ".id", to_say("Identity (hash)")},
    Words{"device.", ".scheduler", to_say("I/O scheduler")},
    Words{"device.", ".virtual", to_say("Virtual disk")},
    Words{"device.", ".rotational", to_say("Rotating disk")},
    Words{"device.", ".bytes", to_say("Size"), "", true},
    Words{"dataset.", ".path", to_say("Folder"), to_say_in("of", "data set %1")},
    Words{"dataset.", ".format", to_say("Format"), to_say_in("of", "data set %1")},
    Words{"dataset.", ".files", to_say("Files"), to_say_in("of", "data set %1")},
    Words{"dataset.", ".images", to_say("Images"), to_say_in("of", "data set %1")},
    Words{"dataset.", ".bytes", to_say("Size"), to_say_in("of", "data set %1"), true},
    Words{"dataset.", ".file_system", to_say("File system"), to_say_in("of", "data set %1")},
    Words{"dataset.", ".mount_options", to_say("Mount options"), to_say_in("of", "data set %1")},
    Words{"dataset.", ".source", to_say("Device or share"), to_say_in("of", "data set %1")},
    Words{"dataset.", ".counters", to_say("Counters"), to_say_in("of", "data set %1")},
    Words{"dataset.",
          ".disk_utilisation_of",
          to_say("Disk that is counted"),
          to_say_in("of", "data set %1")},
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
        return say(words->title);
    }
    const std::string_view name =
        key.substr(words->begin.size(), key.size() - words->begin.size() - words->end.size());
    return say("%1 of %2",
               say(words->title),
               *words->of == '\0' ? std::string(name) : say_in("of", words->of, name));
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
        return *flag ? say("yes") : say("no");
    }
    const std::string text = spec::setting_text(value);
    if (key == "import.at") {
        return date_text(text);
    }
    return std::holds_alternative<double>(value) ? with_marks(text) : text;
}

}  // namespace throughline::record
