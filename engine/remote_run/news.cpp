// SPDX-License-Identifier: Apache-2.0
#include "engine/remote_run/news.h"

#include <variant>

#include "engine/base/format.h"
#include "engine/base/say.h"

namespace throughline::remote_run {

static std::string text_fact(const Answer::Hello& hello, const char* key) {
    const auto found = hello.facts.find(key);
    const auto* const text =
        found == hello.facts.end() ? nullptr : std::get_if<std::string>(&found->second);
    return text == nullptr ? std::string() : *text;
}

std::string measuring_text(const std::string& host, const Answer::Hello& hello) {
    const std::string name = text_fact(hello, "host.name");
    const std::string cpu = text_fact(hello, "cpu.model");
    return cpu.empty()
               ? say("measuring on %1 (%2, version %3)", host, name, hello.version)
               : say("measuring on %1 (%2, %3, version %4)", host, name, cpu, hello.version);
}

std::string last_heard_text(const std::string& host, std::chrono::seconds ago) {
    return say(
        "Last heard from %1 %2 ago.", host, format_duration(static_cast<double>(ago.count())));
}

std::string back_text(const std::string& host) {
    return say("the connection to '%1' is back", host);
}

std::string asked_to_end_text(const std::string& host) {
    return say("asked %1 to end the run; what it measured will be fetched", host);
}

std::string left_text(const std::string& host, const std::string& run, bool ends) {
    return ends ? say("run %1 is left on %2, where it ends in order", run, host)
                : say("run %1 is left on %2, where it goes on", run, host);
}

}  // namespace throughline::remote_run
