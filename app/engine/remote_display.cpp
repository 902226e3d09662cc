// SPDX-License-Identifier: Apache-2.0
#include "app/engine/remote_display.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/engine/json_output.h"
#include "app/engine/report.h"
#include "engine/base/format.h"
#include "engine/remote_run/news.h"

namespace throughline::app {

void RemoteDisplay::hello(const remote_run::Answer::Hello& hello) {
    notice(remote_run::measuring_text(host_, hello));
}

void RemoteDisplay::event(std::string_view line) {
    if (as_ != As::Progress) {
        as_ == As::Events ? print_data(std::string(line) + "\n") : print(std::string(line) + "\n");
        return;
    }
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object() || json.value("type", Json()) != "progress") {
        return;
    }
    const auto number = [&json](const char* key) {
        const auto found = json.find(key);
        return found != json.end() && found->is_number() ? found->get<double>() : -1.0;
    };
    const double left_s = number("seconds_left");
    seconds_total_ = std::max(seconds_total_, left_s);
    std::string text =
        json.contains("phase") && json["phase"].is_string() ? json["phase"].get<std::string>() : "";
    if (number("runs") > 0.0) {
        text += ", run " + std::to_string(static_cast<std::int64_t>(number("run"))) + " of " +
                std::to_string(static_cast<std::int64_t>(number("runs")));
    }
    if (left_s >= 0.0) {
        text += ", " + format_duration(left_s) + " left";
    }
    const bool known = left_s >= 0.0 && seconds_total_ > 0.0;
    line_.show(known ? 1.0 - (left_s / seconds_total_) : -1.0, host_ + ": " + text);
}

void RemoteDisplay::set_waiting(bool waiting) {
    const MutexLock lock(mutex_);
    if (waiting != waiting_) {
        waiting_ = waiting;
        tell_programs();
    }
}

void RemoteDisplay::notice(const std::string& text) {
    line_.clear();
    {
        const MutexLock lock(mutex_);
        news_ = text;
        tell_programs();
    }
    warn(text);
}

void RemoteDisplay::link(const remote_run::Link& link) {
    bool was_broken = false;
    {
        const MutexLock lock(mutex_);
        was_broken = !link_.text.empty();
        link_ = link;
        tell_programs();
    }
    if (!link.is_heard && (link.only_counts || !link.waits)) {
        const std::string ago = remote_run::last_heard_text(host_, link.heard_ago);
        line_.show(-1.0, link.text.empty() ? ago : link.text + " " + ago);
        return;
    }
    line_.clear();
    if (link.waits || was_broken) {
        warn(link.waits ? link.text : remote_run::back_text(host_));
    }
}

void RemoteDisplay::tell_programs() const {
    if (as_ != As::Events) {
        return;
    }
    Json event{{"type", "connection"},
               {"host", json_text(host_)},
               {"run", waiting_ ? run_ : std::string()},
               {"text", json_text(link_.text.empty() ? news_ : link_.text)},
               {"waits", link_.waits},
               {"seq", 0}};
    if (!link_.is_heard) {
        event["heard_ago_s"] = link_.heard_ago.count();
    }
    print_data(event.dump() + "\n");
}

}  // namespace throughline::app
