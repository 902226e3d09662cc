// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "engine/record/machine.h"

namespace throughline::record {

/// What tells this machine from others, as it stands in the environment of a record: machine.id,
/// host.name, cpu.model, cpu.cores, memory_bytes. What cannot be read is left out.
/// Blocks: on small files of /etc and /proc.
spec::Settings this_machine_facts();
/// The same as a machine, read once.
const Machine& this_machine();

/// The identity that follows from the text of /etc/machine-id: a hash with a key of this program's
/// own, so that the id itself never leaves the machine and other programs' hashes of it differ.
/// "" for a text that is not an id (a container's may be empty, "uninitialized").
/// Formula: HMAC-SHA256 with the id's 16 bytes as key over the program's own 16 bytes, the first 16
///          bytes of it as a version-4 UUID.
/// Source: sd_id128_get_machine_app_specific(3).
std::string machine_identity(std::string_view machine_id_text);

/// The same for a disk by its serial number or world-wide name; "" for "".
std::string disk_identity(std::string_view serial);

}  // namespace throughline::record
