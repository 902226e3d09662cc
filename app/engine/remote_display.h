// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "app/engine/terminal.h"
#include "engine/base/mutex.h"
#include "engine/remote_run/client.h"
#include "engine/remote_run/messages.h"

namespace throughline::app {

/// What `remote HOST run` shows while the other computer measures: how far it is, on stderr, or the
/// events themselves, on stdout. Thread: one; notice() any.
class RemoteDisplay {
public:
    enum class As : std::uint8_t {
        Progress,  ///< a bar for people
        Events,    ///< the lines as they come, and those of the connection
        Text,      ///< what the engine there prints
    };
    /// `run`: its id on that computer.
    RemoteDisplay(std::string host, std::string run, As as)
        : host_(std::move(host)), run_(std::move(run)), as_(as), line_(as != kBar) {}

    void hello(const remote_run::Answer::Hello& hello);
    /// Whether there is something to fetch on that computer: said to programs, which offer it.
    void set_waiting(bool waiting);
    void event(std::string_view line);
    /// What is to be known of the run there, until there is other news.
    void notice(const std::string& text);
    /// How the connection is.
    void link(const remote_run::Link& link);
    void end() { line_.clear(); }

private:
    static constexpr As kBar = As::Progress;

    void tell_programs() const REQUIRES(mutex_);

    std::string host_;
    std::string run_;
    Mutex mutex_;
    std::string news_ GUARDED_BY(mutex_);  ///< of the run
    remote_run::Link link_ GUARDED_BY(mutex_);
    bool waiting_ GUARDED_BY(mutex_) = false;  ///< the run is there
    As as_;
    ProgressLine line_;
    double seconds_total_ = 0.0;
};

}  // namespace throughline::app
