// SPDX-License-Identifier: Apache-2.0
#include "engine/loader/loader_messages.h"

#include <nlohmann/json.hpp>

#include "engine/base/say.h"
#include "engine/base/visible_text.h"

namespace throughline::loader {
namespace {

using nlohmann::json;

std::string line_of(const json& message) {
    return message.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

Error no_answer(std::string_view line) {
    constexpr std::size_t kShownMax = 200;
    return format_error(say("the loader said '%1', which is no answer of the protocol",
                            visible_line(std::string(line.substr(0, kShownMax)))));
}

/// A text, "" where there is none; none where it is something else.
std::optional<std::string> text_at(const json& message, const char* key) {
    const auto found = message.find(key);
    if (found == message.end()) {
        return std::string();
    }
    return found->is_string() ? std::optional(found->get<std::string>()) : std::nullopt;
}

Result<Answer> parse_batch(const json& message, std::string_view line) {
    const auto images = message.find("images");
    if (images == message.end() || !images->is_number_unsigned()) {
        return no_answer(line);
    }
    LoadedBatch batch{.images = images->get<std::uint64_t>()};
    const auto bytes = message.find("bytes");
    if (bytes != message.end() && !bytes->is_null()) {
        if (!bytes->is_number_unsigned()) {
            return no_answer(line);
        }
        batch.bytes = bytes->get<std::uint64_t>();
    }
    return Answer(batch);
}

}  // namespace

std::string hello_line(const LoaderPoint& point) {
    return line_of({{"message", "hello"},
                    {"protocol", kProtocolVersion},
                    {"dataset", point.dataset},
                    {"format", point.format},
                    {"workers", point.workers},
                    {"batch", point.batch_images},
                    {"width", point.width_px},
                    {"height", point.height_px},
                    {"seed", point.seed},
                    {"shuffle", point.shuffle}});
}

std::string epoch_line(std::uint64_t epoch) {
    return line_of({{"message", "epoch"}, {"epoch", epoch}});
}

std::string next_line() {
    return line_of({{"message", "next"}});
}

std::string stop_line() {
    return line_of({{"message", "stop"}});
}

Result<Answer> parse_answer(std::string_view line) {
    const json message = json::parse(line, nullptr, false);
    if (!message.is_object()) {
        return no_answer(line);
    }
    const auto kind = text_at(message, "message");
    if (kind == "batch") {
        return parse_batch(message, line);
    }
    if (kind == "end") {
        return Answer(EpochEnd{});
    }
    const bool is_ready = kind == "ready";
    const auto name = text_at(message, is_ready ? "name" : "text");
    const auto version = text_at(message, "version");
    if (is_ready && name && !name->empty() && version) {
        return Answer(Ready{.name = *name, .version = *version});
    }
    if (kind == "error" && name && !name->empty()) {
        return Answer(Complaint{*name});
    }
    return no_answer(line);
}

}  // namespace throughline::loader
