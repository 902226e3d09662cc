// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/base/file_descriptor.h"

namespace throughline::tests {

/// How a run of throughline-engine ended.
struct Outcome {
    int exit_code = -1;  ///< 128 + signal when a signal ended it, as a shell says
    std::string out;
    std::string err;

    /// stdout as one JSON document; "discarded" when it is none.
    nlohmann::json json() const { return nlohmann::json::parse(out, nullptr, false); }
};

/// A running throughline-engine. Destroyed while it runs, it is killed.
class EngineProcess {
public:
    enum class User : std::uint8_t {
        Same,
        Ordinary,  ///< nobody, where the tests run as root: what permissions do is then seen
    };
    /// `through`: words that start it, as {"refuse_calls", "statx"}; before them nothing.
    explicit EngineProcess(const std::vector<std::string>& arguments,
                           User user = User::Same,
                           const std::vector<std::string>& through = {});
    EngineProcess(const EngineProcess&) = delete;
    EngineProcess& operator=(const EngineProcess&) = delete;
    ~EngineProcess();

    pid_t pid() const noexcept { return pid_; }
    void send_signal(int signal) const;
    /// A line on its stdin.
    void say(const std::string& line) const;
    void end_input() { in_.reset(); }
    /// Nobody reads its stdout any more.
    void close_output() { out_.reset(); }
    const std::string& out_so_far() const noexcept { return outcome_.out; }
    /// Reads until `text` stands on stdout or stderr. False: the program ended or time ran out.
    bool wait_for_text(const std::string& text, std::chrono::seconds timeout);
    /// Reads everything and waits for the end; kills the program when time runs out.
    Outcome finish(std::chrono::seconds timeout = std::chrono::seconds(60));

private:
    /// One round of reading; false when both pipes are closed.
    bool read_some(std::chrono::milliseconds timeout);

    pid_t pid_ = -1;
    UniqueFd in_;
    UniqueFd out_;
    UniqueFd err_;
    Outcome outcome_;
};

/// Runs the program to its end.
Outcome run_engine(const std::vector<std::string>& arguments);

}  // namespace throughline::tests
