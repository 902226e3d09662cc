// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/remote_run/messages.h"
#include "engine/remote_run/ssh_connection.h"

namespace throughline::remote_run {

/// Takes the record that follows `end`, beside `path` first and in its place once it is whole:
/// as long as was said, and with the same hash. What stands at `path` is replaced.
/// Thread: the connection's. Blocks: until it is here.
/// Errors: Io where the connection broke or the hash is another one (asking again may help);
/// Permission, Limit where it cannot be written here.
Result<void> receive_record(SshConnection& connection, const JobEnd& end, const std::string& path);

}  // namespace throughline::remote_run
