// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/data_nodes.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <memory>

#include "engine/base/say.h"
#include "engine/base/text.h"

namespace throughline::remote {
namespace {

// Addresses kept, some 300 bytes each; more are forgotten all at once and asked for again.
constexpr std::size_t kPlacesMax = 200'000;
constexpr std::uint64_t kBlockBytesMin = 1U << 20U;
// dfs.blocksize, where no listing named one.
constexpr std::uint64_t kBlockBytesDefault = 128U << 20U;
constexpr std::string_view kSchemeEnd = "://";

/// Without its port.
std::string_view name_of_host(std::string_view host) {
    const std::size_t colon = host.rfind(':');
    const bool in_brackets = colon != host.npos && host.find(']', colon) != host.npos;
    return colon == host.npos || in_brackets ? host : host.substr(0, colon);
}

bool is_host(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return c > ' ' && c < 0x7F &&
               std::string_view("/?#@\\=,").find(c) == std::string_view::npos;
    });
}

/// `host` as it is reached from here: a way may name a port, or stand for all of them.
std::string reached(const std::string& host,
                    const std::vector<std::pair<std::string, std::string>>& ways) {
    for (const auto& [from, to] : ways) {
        if (from == host) {
            return to;
        }
        if (from == name_of_host(host)) {
            return name_of_host(to) == to ? to + host.substr(from.size()) : to;
        }
    }
    return host;
}

}  // namespace

Result<void> DataNodes::map(const std::string& pairs) {
    for (std::size_t begin = 0; begin < pairs.size();) {
        const std::size_t end = std::min(pairs.find(',', begin), pairs.size());
        const std::string_view pair = trim(std::string_view(pairs).substr(begin, end - begin));
        const std::size_t equals = std::min(pair.find('='), pair.size());
        const std::string_view from = pair.substr(0, equals);
        const std::string_view to = pair.substr(std::min(equals + 1, pair.size()));
        if (!is_host(from) || !is_host(to)) {
            return usage_error(say("'%1' is not like dn1:9864=127.0.0.1:9864", std::string(pair)));
        }
        ways_.emplace_back(from, to);
        begin = end + 1;
    }
    return {};
}

std::string DataNodes::place_of(std::string_view key, std::uint64_t offset) const {
    const std::uint64_t bytes = block_bytes_ == 0 ? kBlockBytesDefault : block_bytes_;
    return std::to_string(offset / bytes) + "/" + std::string(key);
}

DataNode DataNodes::reached_at(const std::string& location) const {
    DataNode node{.url = location, .named = host_of_url(location)};
    const std::size_t begin = location.find(kSchemeEnd) + kSchemeEnd.size();
    node.url.replace(begin, node.named.size(), reached(node.named, ways_));
    return node;
}

DataNode DataNodes::known(std::string_view key, std::uint64_t offset) const {
    std::string location;
    {
        const MutexLock lock(mutex_);
        const auto found = places_.find(place_of(key, offset));
        if (found == places_.end()) {
            return {};
        }
        location = found->second;
    }
    return reached_at(location);
}

DataNode DataNodes::learn(std::string_view key, std::uint64_t offset, const std::string& location) {
    const std::string host = host_of_url(location);
    if (host.empty() || !is_host(host) || (tls_only_ && !location.starts_with("https://"))) {
        return {};
    }
    {
        const MutexLock lock(mutex_);
        if (places_.size() >= kPlacesMax) {
            places_.clear();
        }
        places_[place_of(key, offset)] = location;
    }
    return reached_at(location);
}

std::string DataNodes::address_of(const std::string& named) {
    const std::string name(name_of_host(named));
    {
        const MutexLock lock(mutex_);
        if (const auto found = addresses_.find(name); found != addresses_.end()) {
            return found->second;
        }
    }
    std::string address = node_address(name);
    const MutexLock lock(mutex_);
    return addresses_.insert_or_assign(name, std::move(address)).first->second;
}

void DataNodes::forget(std::string_view key, std::uint64_t offset) {
    const MutexLock lock(mutex_);
    places_.erase(place_of(key, offset));
}

void DataNodes::saw_block_bytes(std::uint64_t bytes) {
    const MutexLock lock(mutex_);
    block_bytes_ = std::max({block_bytes_, bytes, kBlockBytesMin});
}

std::string open_range(std::uint64_t offset, std::uint64_t length) {
    return length == 0 ? std::string()
                       : "&offset=" + std::to_string(offset) + "&length=" + std::to_string(length);
}

std::string open_url(std::string_view place, std::uint64_t offset, std::uint64_t length) {
    const std::size_t question = std::min(place.find('?'), place.size());
    std::string url(place.substr(0, question));
    std::string query;
    for (std::size_t begin = question + 1; begin < place.size();) {
        const std::size_t end = std::min(place.find('&', begin), place.size());
        const std::string_view part = place.substr(begin, end - begin);
        if (!part.starts_with("offset=") && !part.starts_with("length=")) {
            query += (query.empty() ? "" : "&") + std::string(part);
        }
        begin = end + 1;
    }
    return url + "?" + query + open_range(offset, length);
}

std::string node_address(std::string_view host) {
    const std::string name(name_of_host(host));
    if (name.find(':') != std::string::npos) {
        return {};
    }
    addrinfo wanted{};
    wanted.ai_family = AF_INET;
    wanted.ai_socktype = SOCK_STREAM;
    addrinfo* list = nullptr;
    if (::getaddrinfo(name.c_str(), nullptr, &wanted, &list) != 0 || list == nullptr) {
        return {};
    }
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> found(list, &::freeaddrinfo);
    std::array<char, INET_ADDRSTRLEN> text{};
    const auto* const address = reinterpret_cast<const sockaddr_in*>(found->ai_addr);
    return ::inet_ntop(AF_INET, &address->sin_addr, text.data(), text.size()) == nullptr
               ? std::string()
               : std::string(text.data());
}

std::string host_of_url(std::string_view url) {
    if (!url.starts_with("http://") && !url.starts_with("https://")) {
        return {};
    }
    const std::size_t begin = url.find(kSchemeEnd) + kSchemeEnd.size();
    return std::string(
        url.substr(begin, std::min(url.find_first_of("/?", begin), url.size()) - begin));
}

}  // namespace throughline::remote
