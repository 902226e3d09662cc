// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
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
    explicit EngineProcess(const std::vector<std::string>& arguments);
    EngineProcess(const EngineProcess&) = delete;
    EngineProcess& operator=(const EngineProcess&) = delete;
    ~EngineProcess();

    void send_signal(int signal) const;
    /// Reads until `text` stands on stdout or stderr. False: the program ended or time ran out.
    bool wait_for_text(const std::string& text, std::chrono::seconds timeout);
    /// Reads everything and waits for the end; kills the program when time runs out.
    Outcome finish(std::chrono::seconds timeout = std::chrono::seconds(60));

private:
    /// One round of reading; false when both pipes are closed.
    bool read_some(std::chrono::milliseconds timeout);

    pid_t pid_ = -1;
    UniqueFd out_;
    UniqueFd err_;
    Outcome outcome_;
};

/// Runs the program to its end.
Outcome run_engine(const std::vector<std::string>& arguments);

/// A folder that is gone with its content when this ends.
class ScratchFolder {
public:
    ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder();
    std::string path(const std::string& name) const { return path_ + "/" + name; }

private:
    std::string path_;
};

}  // namespace throughline::tests
