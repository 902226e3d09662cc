// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <thread>

#include "engine/measure/run_control.h"

namespace throughline::measure {

/// Carries out one control command and returns the reply event as JSON, without seq:
/// {"id":1,"command":"stop"|"pause"|"resume"} or {"id":2,"command":"set","key":…,"value":…}
/// or {"id":3,"command":"begin","steady_s":…}: the repeat that RunControl::holds() holds begins
/// when this machine's steady clock (CLOCK_MONOTONIC) shows that many seconds; without it, at once.
/// -> {"type":"reply","id":1,"ok":true} or {…,"ok":false,"error":"…"}. An ok for set means that the
/// run under way will take it; the record's note "setting.changed" says when it did.
std::string carry_out(std::string_view command_json, RunControl& control);

/// Reads JSON commands, one to a line, from a descriptor on a thread of its own and hands each
/// reply to `reply`. End of input means no more commands; where repeats are held, a stop. Thread:
/// made and destroyed by one owner.
class ControlReader {
public:
    /// `fd` is borrowed. `reply` is called from the reader's thread.
    ControlReader(int fd, RunControl& control, std::function<void(std::string)> reply);

private:
    std::jthread thread_;
};

}  // namespace throughline::measure
