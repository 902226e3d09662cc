// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "engine/record/study.h"

namespace throughline::app {

/// How a study is measured by a command that was typed.
struct MeasureOptions {
    std::string output{};    ///< the record; "" = none is kept
    bool overwrite = false;  ///< replace one that is there
    bool events = false;     ///< the record's lines on stdout, and nothing else there
    bool control = false;    ///< JSON commands are read from stdin
    bool hold = false;       ///< each repeat waits for the command `begin`
    int step_socket = -1;    ///< where other machines are met after each step; -1: nowhere
    std::string together{};  ///< the group of measurements on this machine that are parts of one
    bool force = false;      ///< beside another measurement of this user
    bool dry_run = false;    ///< the estimate alone
    bool silent = false;     ///< no table on stdout
    /// Is given what was measured, before it is shown. Not where nothing was.
    std::function<void(const record::Study&)> on_end{};
};

}  // namespace throughline::app
