// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/catalog/entries.h"
#include "engine/catalog/entry_reader.h"

// One function per kind of entry: the fields it has, and nothing else. Used in this folder only.
namespace throughline::catalog {

StorageTarget parse_storage(EntryReader& reader);
Link parse_link(EntryReader& reader);
Instance parse_instance(EntryReader& reader);
GpuRate parse_gpu_rate(EntryReader& reader);
Network parse_network(EntryReader& reader);
Published parse_published(EntryReader& reader);
/// `id` is the key of the sources object in storage.json; "" where the entry carries it.
Source parse_source(EntryReader& reader, const std::string& id);

}  // namespace throughline::catalog
