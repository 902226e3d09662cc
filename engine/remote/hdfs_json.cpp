// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/hdfs_json.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "engine/base/say.h"

namespace throughline::remote {
namespace {

using nlohmann::json;

json parsed(std::string_view text) {
    return json::parse(text, nullptr, false);  // what cannot be read is "discarded", no object
}

/// Null where it is not there.
const json& member(const json& object, const char* key) {
    static const json kNone;
    const auto found = object.is_object() ? object.find(key) : object.end();
    return found == object.end() ? kNone : *found;
}

std::string text_at(const json& object, const char* key) {
    const json& value = member(object, key);
    return value.is_string() ? value.get<std::string>() : std::string();
}

std::optional<std::uint64_t> count_at(const json& object, const char* key) {
    const json& value = member(object, key);
    return value.is_number_unsigned() ? std::optional(value.get<std::uint64_t>()) : std::nullopt;
}

Error bad_answer(const std::string& what) {
    return format_error(say("the name node's answer cannot be used: %1", what));
}

Result<HdfsEntry> entry_of(const json& status) {
    const json& name = member(status, "pathSuffix");
    if (!name.is_string()) {
        return bad_answer(say("an entry in it has no name"));
    }
    HdfsEntry entry{.name = name.get<std::string>()};
    if (entry.name == "." || entry.name == ".." || entry.name.find('/') != std::string::npos) {
        return bad_answer(say("the name of an entry in it leads elsewhere"));
    }
    const std::string type = text_at(status, "type");
    const auto bytes = count_at(status, "length");
    if (type.empty() || (type == "FILE" && !bytes)) {
        return bad_answer(say("an entry in it has no kind or no length"));
    }
    entry.kind = type == "FILE"        ? HdfsEntry::Kind::File
                 : type == "DIRECTORY" ? HdfsEntry::Kind::Folder
                                       : HdfsEntry::Kind::Other;
    entry.bytes = bytes.value_or(0);
    entry.block_bytes = count_at(status, "blockSize").value_or(0);
    return entry;
}

/// Of GETFILEBLOCKLOCATIONS.
std::optional<BlockPlace> place_of(const json& block) {
    const auto offset = count_at(block, "offset");
    const auto bytes = count_at(block, "length");
    if (!offset || !bytes) {
        return std::nullopt;
    }
    BlockPlace place{.offset = *offset, .bytes = *bytes};
    for (const json& host : member(block, "hosts")) {
        if (host.is_string()) {
            place.hosts.push_back(host.get<std::string>());
        }
    }
    return place;
}

/// Of GET_BLOCK_LOCATIONS.
std::optional<BlockPlace> located_place(const json& located) {
    const auto offset = count_at(located, "startOffset");
    const auto bytes = count_at(member(located, "block"), "numBytes");
    if (!offset || !bytes) {
        return std::nullopt;
    }
    BlockPlace place{.offset = *offset, .bytes = *bytes};
    for (const json& node : member(located, "locations")) {
        if (std::string host = text_at(node, "hostName"); !host.empty()) {
            place.hosts.push_back(std::move(host));
        }
    }
    return place;
}

}  // namespace

Result<HdfsListing> parse_hdfs_listing(std::string_view text) {
    const json root = parsed(text);
    const json& batch = member(root, "DirectoryListing");
    const json& statuses =
        member(member(batch.is_null() ? root : member(batch, "partialListing"), "FileStatuses"),
               "FileStatus");
    if (!statuses.is_array()) {
        return bad_answer(say("it is no listing; is this a name node?"));
    }
    HdfsListing listing{.entries = {},
                        .remaining = count_at(batch, "remainingEntries").value_or(0)};
    listing.entries.reserve(statuses.size());
    for (const json& status : statuses) {
        auto entry = entry_of(status);
        if (!entry) {
            return std::move(entry).error();
        }
        listing.entries.push_back(*std::move(entry));
    }
    return listing;
}

Result<std::vector<BlockPlace>> parse_block_places(std::string_view text) {
    const json root = parsed(text);
    const json& newer = member(member(root, "BlockLocations"), "BlockLocation");
    const json& older = member(member(root, "LocatedBlocks"), "locatedBlocks");
    if (!newer.is_array() && !older.is_array()) {
        return bad_answer(say("it names no blocks"));
    }
    std::vector<BlockPlace> places;
    for (const json& block : newer.is_array() ? newer : older) {
        auto place = newer.is_array() ? place_of(block) : located_place(block);
        if (!place) {
            return bad_answer(say("a block in it has no place or no length"));
        }
        places.push_back(*std::move(place));
    }
    return places;
}

StoreError parse_remote_exception(std::string_view text) {
    const json root = parsed(text);
    const json& exception = member(root, "RemoteException");
    return {.code = text_at(exception, "exception"),
            .message = text_at(exception, "message"),
            .region = {},
            .endpoint = {}};
}

}  // namespace throughline::remote
