// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/store_trial.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "engine/base/clock.h"
#include "engine/remote/client.h"
#include "engine/remote/remote_files.h"

namespace throughline::remote {

Result<StoreTrial> try_store(const std::shared_ptr<Store>& store,
                             const std::string& kept,
                             const std::stop_token& stop) {
    const SteadyTime began = steady_now();
    auto listed = list_files(store, {.stop = stop, .kept = kept, .first_page = true});
    if (!listed) {
        return std::move(listed).error();
    }
    const auto& files = (*listed)->files();
    StoreTrial trial{.objects = files.size(),
                     .has_more = (*listed)->has_more(),
                     .left_out = (*listed)->left_out_total(),
                     .first = store->name_of((*listed)->key_prefix() + files.front().path),
                     .first_bytes = files.front().bytes,
                     .listing_seconds = in_seconds(steady_now() - began)};
    const auto full = std::ranges::find_if(files, [](const auto& file) { return file.bytes > 0; });
    if (full == files.end()) {
        return trial;
    }
    auto client = Client::make(store, 1, 1);
    if (!client) {
        return std::move(client).error();
    }
    const std::string key = (*listed)->key_prefix() + full->path;
    std::array<std::byte, 1> room{};
    const auto reply = ask(**client, {.key = key, .part = true, .room = room}, stop);
    if (!reply) {
        return reply.error();
    }
    trial.first = store->name_of(key);
    trial.first_bytes = full->bytes;
    trial.first_byte_seconds = in_seconds(reply->first_byte);
    return trial;
}

}  // namespace throughline::remote
