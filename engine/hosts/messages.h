// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"

// What the conductor and the nodes of a study say to each other: JSON objects with a "kind".
namespace throughline::hosts {

/// Raised where a message changes: nodes of another one are refused.
inline constexpr int kProtocol = 2;

/// How often messages are looked for while a node has ended its step and others have not.
inline constexpr Nanoseconds kStepPaceMet = std::chrono::microseconds(30);

// A node to the conductor.
inline constexpr const char* kHello = "hello";        ///< protocol, facts, version, or error
inline constexpr const char* kAlive = "alive";        ///< nothing else was said for a second
inline constexpr const char* kPong = "pong";          ///< n, at_ns: by its own clock
inline constexpr const char* kLines = "lines";        ///< lines: what its engine said
inline constexpr const char* kEnded = "ended";        ///< code, text: its engine has
inline constexpr const char* kStopping = "stopping";  ///< it was told to, by us or by a signal

inline constexpr const char* kStep = "step";  ///< what: kCome or kLeft
inline constexpr const char* kCome = "come";  ///< its engine has ended a step
inline constexpr const char* kLeft = "left";  ///< its engine has ended its training

// The conductor to a node.
inline constexpr const char* kPing = "ping";    ///< n
inline constexpr const char* kStart = "start";  ///< spec, group, force: an engine for them
inline constexpr const char* kBegin = "begin";  ///< at_ns: by the node's clock
inline constexpr const char* kStop = "stop";    ///< what is measured, keeping it
inline constexpr const char* kMet = "met";      ///< nodes: that have all ended the step
inline constexpr const char* kLed = "led";      ///< once a second: there is a conductor
inline constexpr const char* kQuit = "quit";    ///< the study is over

}  // namespace throughline::hosts
